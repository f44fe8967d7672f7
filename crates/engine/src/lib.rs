//! The engine protocol, without any I/O: a [`Session`] answers a line of JSON with a line of JSON.
//! The caller reads and writes the lines, and provides the [`World`].
//!
//! In the other direction, [`external`] asks an external program for a decision and reads its answer.
//!
//! The book's chapter on the engine is the reference of both.

mod bots;
mod choose;
mod counting;
pub mod external;
mod game;
mod geometry;
mod history;
mod json;
mod listing;
mod problem;
mod report;
mod request;
mod session;
mod start;
mod steps;
mod words;
mod world;

pub use problem::{Code, Problem};
pub use session::{LONGEST_LINE, Session, SessionAnswer};
pub use words::event_words;
pub use world::World;

/// The version of the protocol.
pub const PROTOCOL: u32 = 2;
