//! Tables and bots for a web worker: the same [`Room`](brickwood_table::room::Room) that a server runs, behind
//! calls in JSON.
//!
//! A [`Module`] has no clock, no randomness, no storage and no sockets: the worker passes in the time and
//! random values, and executes what comes out. `docs/book/offline.md` describes the parts.

#[cfg(target_arch = "wasm32")]
mod abi;
mod analysis;
mod call;
#[cfg(feature = "driver")]
pub mod driver;
mod module;
mod tables;

#[cfg(feature = "ts")]
pub use call::declarations;
pub use module::Module;
