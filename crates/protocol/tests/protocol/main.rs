//! What is written from the protocol for those who speak it.

#[macro_use]
mod types;

mod fixtures;
mod problems;
#[cfg(feature = "ts")]
mod typescript;
mod wire;
