//! Questions from games of bots: a position as a seat sees it, what it could do, and what each answer is worth and why.
//!
//! - [`Kind`] says what a question is about.
//! - [`find`] looks for one in a game.
//! - [`Judge`] plays the answers on until it knows which one is best, or that it is not clear.
//! - [`write_puzzles`] makes a collection and goes on with one.
//!
//! Everything follows from seeds, and from what the seat knows: two states that it cannot tell apart give the same question.

// A float holds every number of playouts exactly.
#![allow(clippy::cast_precision_loss)]

mod collection;
mod difficulty;
mod find;
mod judge;
mod kind;

/// Writes the declarations of questions in TypeScript.
///
/// # Errors
///
/// If a file cannot be written.
#[cfg(feature = "ts")]
pub fn declarations(config: &ts_rs::Config) -> Result<(), ts_rs::ExportError> {
    <Puzzle as ts_rs::TS>::export_all(config)
}

pub use collection::{Puzzle, PuzzleError, PuzzlePlan, check_puzzles, puzzles, write_puzzles};
pub use find::{Question, find};
pub use judge::{AnswerWorth, Judge, JudgedAnswer};
pub use kind::Kind;
