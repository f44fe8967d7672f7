//! What can be said of a game: how likely each seat is to win, statistics of everything that happened, and
//! what choices and luck were worth.
//!
//! - [`chances`] and [`known_chances`] estimate each seat's chance to win: from all cards, or from what one
//!   seat knows.
//! - [`statistics`] counts what happened in a game.
//!
//! Everything is a pure function of the game. `docs/book/analysis.md` describes the figures and how well the
//! chances hold.

mod chance;
mod protocol;
mod statistics;

pub use chance::{chances, known_chances};
#[cfg(feature = "ts")]
pub use protocol::declarations;
pub use protocol::{
    CardFlow, ClosedTrade, DiceCounts, GameStatistics, HexCounts, Luck, Moment, MomentKind,
    PerResource, SeatStatistics, SeatTimeline, Timeline, TradeCounts, VERSION,
};
pub use statistics::{IllegalAt, production_luck, statistics};
