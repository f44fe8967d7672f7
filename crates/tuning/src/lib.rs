//! Makes the weights of the hard level.
//!
//! - [`screen`] changes all weights of all seats at random, and moves them along the changes that win.
//! - [`spsa`] tunes weights by games of bots with changed weights against bots with the opposite changes.
//! - [`openings`] lets bots settle more or less at random, and fits the worth of pairs of settlements to who won.
//! - [`truth`] plays decisions on to the end of the game, against which `brickwood regret` measures players.
//!
//! All give the same for the same options, on any number of threads, and go on where they were stopped.
//! `docs/book/bots.md` has the commands, and what came of them.

// A float holds every number of games exactly.
#![allow(clippy::cast_precision_loss)]

pub mod entrant;
pub mod logit;
pub mod openings;
pub mod screen;
pub mod spsa;
pub mod truth;
pub mod vector;

mod lines;
mod settler;

use std::path::PathBuf;

use brickwood_arena::FileError;
use brickwood_dataset::{DatasetError, TruthError};
use thiserror::Error;

/// Why weights cannot be made.
#[derive(Debug, Error)]
pub enum TuningError {
    /// A file cannot be read or written, or is not of this program.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file was begun with other options.
    #[error("{} was begun with other options", .0.display())]
    OtherOptions(PathBuf),
    /// A data set that cannot be read, written or played on.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// No weight has such a name.
    #[error("no weight has a name that begins with `{0}`")]
    NoSuchWeight(String),
    /// The games are not enough for a fit.
    #[error("these games are not enough for a fit: {0}")]
    TooLittle(&'static str),
}

impl From<TruthError> for TuningError {
    fn from(error: TruthError) -> Self {
        Self::Dataset(error.into())
    }
}
