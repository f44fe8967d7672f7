//! Data sets for learning programs: games, decisions and standings as Parquet files.
//!
//! - [`write()`] lets built-in players play the games of a [`Plan`], on several threads. The files depend on the
//!   plan alone. A run that was interrupted, even by a crash, goes on with the shards that are missing.
//! - [`Writer`] does the same shard by shard, for programs that spread the work over machines.
//! - [`Export`] writes recorded games in the same form.
//! - [`write_siblings`] plays on what else could have been done in some decisions, for programs that learn to evaluate.
//! - [`TruthPlan`] plays on some decisions to the end of the game, many times: what players lose is measured against them, by
//!   [`Regret`].
//!
//! A data set is a folder:
//!
//! ```text
//! README.md                   the card: license, seeds, rules, columns, and the split for training and testing
//! dataset.json                what is in it: the format and its version, the plan, shapes and names of tensors
//! games/00000.parquet         a row for each game
//! decisions/00000.parquet     a row for each choice, with the mask of those that were possible
//! standings/00000.parquet     a row for each seat of each game
//! ```
//!
//! The book's chapter on data sets describes every column. [`VERSION`] grows when a column changes its meaning or
//! is removed.

mod card;
mod error;
mod export;
mod manifest;
mod plan;
mod recorder;
mod regret;
mod rows;
mod shard;
mod siblings;
mod tables;
mod truth;
mod write;

pub use error::DatasetError;
pub use export::Export;
pub use manifest::VERSION;
pub use plan::Plan;
pub use regret::{KindRegret, Regret, RegretError};
pub use siblings::{SiblingPlan, write_siblings};
pub use truth::{
    Candidate, Half, TruthDecision, TruthError, TruthPlan, merge_truth, read_truth, truth_set,
    write_truth,
};
pub use write::{WriteProgress, Writer, write};
