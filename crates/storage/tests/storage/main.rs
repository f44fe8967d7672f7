//! Where games are kept: what every log promises, and what each adds to it.

mod contract;
#[cfg(feature = "postgres")]
#[path = "../common/database.rs"]
mod database;
#[cfg(feature = "postgres")]
mod encryption;
#[cfg(feature = "postgres")]
mod postgres;
mod sample;
mod sqlite;
