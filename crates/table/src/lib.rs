//! One live table, sans-IO.

pub mod protocol;
