//! The storages: their common contract, and the further promises of each.

mod contract;
#[cfg(feature = "postgres")]
#[path = "../common/database.rs"]
mod database;
#[cfg(feature = "postgres")]
mod encryption;
#[cfg(feature = "postgres")]
mod failing_server;
#[cfg(feature = "postgres")]
mod postgres;
mod sample;
mod sqlite;
