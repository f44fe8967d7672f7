//! What is written from the protocol for those who speak it.

mod problems;
#[cfg(feature = "ts")]
mod typescript;
mod wire;
