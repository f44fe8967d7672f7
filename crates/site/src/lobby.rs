//! How people find each other.

pub mod open_tables;
