//! Games as episodes for learning programs.
//!
//! An [`Episode`] is a game in which some seats choose by index, and built-in players sit in the others. It
//! goes on by itself until a learner is awaited. A [`Batch`] is many of them at once, on all cores.

mod batch;
mod episode;
mod helpers;
mod options;

pub use batch::{Batch, Rows, Snapshot, SnapshotError};
pub use episode::{Episode, EpisodeError};
pub use options::{Opponent, Options, OptionsError, Reward, Sitting};
