//! The engine protocol, without any I/O: a [`Session`] answers a line of JSON with a line of JSON.
//! Whoever drives it reads and writes the lines, and lends it the [`World`].
//!
//! The other way round, [`outside`] asks a program for a decision and understands its answer.
//!
//! The book's chapter on the engine is the reference of both.

mod bots;
mod choose;
mod commands;
mod counting;
mod game;
mod geometry;
mod listing;
pub mod outside;
mod problem;
mod report;
mod request;
mod session;
mod start;
mod strict;
mod words;

pub use problem::Problem;
pub use session::{Answer, LONGEST_LINE, PROTOCOL, Session, World};
pub use words::event_words;
