//! What can go wrong.

use std::io;
use std::path::PathBuf;

use brickwood_arena::{Foul, built_in_names};
use brickwood_encode::EncodeError;
use brickwood_notation::RulesTextErrors;
use brickwood_rules::RulesError;
use parquet::errors::ParquetError;
use thiserror::Error;

use crate::TruthError;

/// Why a data set cannot be written.
#[derive(Debug, Error)]
#[expect(missing_docs)]
pub enum DatasetError {
    /// Rules that cannot be played.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// A text that is no rules.
    #[error("{0}")]
    RulesText(#[from] RulesTextErrors),
    /// A number of players that the rules do not have.
    #[error("the game has {seats} seats, and {players} players are named; name 1 to {seats}")]
    Players {
        /// Of the game.
        seats: usize,
        /// That are named.
        players: usize,
    },
    /// No built-in player has this name.
    #[error("there is no player `{0}`: there are {names}", names = built_in_names().join(", "))]
    NoSuchPlayer(String),
    /// No games, or none in a shard.
    #[error("a data set has at least one game, and so has each of its shards")]
    NoGames,
    /// The plan has no such shard.
    #[error("there is no shard {shard}: the data set has {shards}")]
    NoSuchShard {
        /// That was asked for.
        shard: u32,
        /// That there are.
        shards: u32,
    },
    /// The folder has files, and they are no data set.
    #[error("{0} is not empty, and not a data set")]
    NotEmpty(PathBuf),
    /// The folder has a data set of another plan or another version.
    #[error("{folder} has another data set: its `{field}` differs; choose another folder")]
    Another {
        /// Where it is.
        folder: PathBuf,
        /// The first field of `dataset.json` that differs.
        field: String,
    },
    /// A player broke a rule or did nothing: a bug.
    #[error("game {game}: seat {seat} {fault}")]
    Faulty {
        /// Of the data set.
        game: u32,
        /// From 1.
        seat: u8,
        /// What it did.
        fault: Foul,
    },
    /// A step has no index in the action space.
    #[error("step {step} has no place in the action space: {error}")]
    Encode {
        /// From 0.
        step: u32,
        error: EncodeError,
    },
    /// A decision of a truth set that this version cannot replay.
    #[error("{0}")]
    Truth(#[from] TruthError),
    /// A decision of truth sets that do not agree.
    #[error("step {step} of game {game} was played on twice, with other actions or other results")]
    Contradiction {
        /// Its seed.
        game: u32,
        /// Where in it.
        step: u32,
    },
    /// The caller asked to stop. What is complete stays, and the next run goes on from there.
    #[error("the data set was not finished, because it was stopped")]
    Stopped,
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File { path: PathBuf, error: io::Error },
    /// A Parquet file cannot be read or written.
    #[error("{path}: {error}")]
    Parquet { path: PathBuf, error: ParquetError },
}

impl DatasetError {
    /// What a failed operation on this file becomes.
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |error| Self::File { path, error }
    }
}
