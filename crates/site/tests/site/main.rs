//! What a site stores.

mod contract;
mod postgres;
mod sqlite;
