//! Games of bots, and what is said of them.

mod advice;
mod analyzer;
mod chance;
mod look;
mod luck;
mod opening;
mod played;
mod playouts;
mod quality;
mod reconsider;
mod reliability;
mod statistics;
#[cfg(feature = "ts")]
mod typescript;
