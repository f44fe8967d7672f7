//! What can be said of a game: how likely each seat is to win, statistics of everything that happened, and
//! what choices and luck were worth.
//!
//! - [`chances`] and [`known_chances`] estimate each seat's chance to win: from all cards, or from what one
//!   seat knows.
//! - [`statistics`] counts what happened in a game, and [`openings`] what its set-up brings.
//! - [`advise`] says what the hard level would do in a seat, and why.
//! - [`Analyzer`] says what choices cost and what luck was worth, some steps at a time.
//! - [`reconsider`] says what a seat could have done instead, and [`playout_reasons`] why.
//! - [`look`] says what a bot compared in a decision, and what it believed.
//! - [`AnalysisReport`] is what people read of it, as text.
//!
//! Everything is a pure function of the game. `docs/book/analysis.md` describes the figures and how well the
//! chances hold.

// docs.rs names the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod advice;
mod analyzer;
mod calibration;
mod chance;
mod look;
mod opening;
mod playouts;
mod protocol;
mod reconsider;
mod report;
mod statistics;
mod summary;

pub use advice::{advise, advise_after};
pub use analyzer::Analyzer;
pub use brickwood_protocol::{PlayoutFact, PlayoutReason};
pub use calibration::TERMS;
pub use chance::{chances, known_chances, terms};
pub use look::look;
pub use opening::{OpeningYield, openings};
pub use playouts::{PlayedOn, PlayoutCounts, PlayoutWatch, playout_reasons, playout_rounds};
#[cfg(feature = "ts")]
pub use protocol::declarations;
pub use protocol::{
    AnalysisPart, CardFlow, Choice, ClosedTrade, CornerRank, DiceCounts, GameAnalysis,
    GameStatistics, Grade, HexCounts, Luck, Miss, Moment, MomentKind, PerResource, QualityByKind,
    SeatStatistics, SeatSummary, SeatTimeline, Stroke, SwingCause, Timeline, TradeCounts, VERSION,
};
pub use reconsider::{Reconsideration, reconsider};
pub use report::AnalysisReport;
pub use statistics::{production_luck, statistics};
