//! The storages: their common contract, and the further promises of each.

mod contract;
#[cfg(feature = "postgres")]
mod encryption;
#[cfg(feature = "postgres")]
mod failing_server;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
