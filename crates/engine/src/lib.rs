//! The engine protocol, without any I/O: a [`Session`] answers a line of JSON with a line of JSON.
//! Whoever drives it reads and writes the lines, and lends it the [`World`].
//!
//! The other way round, [`outside`] asks a program for a decision and understands its answer.
//!
//! The book's chapter on the engine is the reference of both.

mod bots;
mod choose;
mod counting;
mod game;
mod geometry;
mod history;
mod json;
mod listing;
pub mod outside;
mod problem;
mod report;
mod request;
mod session;
mod start;
mod steps;
mod words;
mod world;

pub use problem::Problem;
pub use session::{Answer, LONGEST_LINE, Session};
pub use words::event_words;
pub use world::World;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
