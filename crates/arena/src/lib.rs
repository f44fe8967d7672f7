//! Games without a table, for counting, for measuring speed, and for comparing players.
//!
//! - [`Chance`] throws the dice and draws the cards, from a seed or from a script.
//! - [`play`] plays one game between [`Player`]s, and [`Match`] many of them, with results that do
//!   not depend on the number of threads.
//! - [`perft`] counts the sequences of steps from a position.
//! - [`Playouts`] plays uniformly random legal actions as fast as it can.
//! - [`signature()`] plays fixed games and writes down what became of them, so that a change of
//!   behavior shows as a difference.
//!
//! Nothing here reads a clock: who wants to know how long something takes measures it from outside.

mod chance;
mod deal;
mod exploits;
mod line_file;
mod matches;
mod perft;
mod play;
mod player;
mod playout;
mod signature;
mod sprt;
mod statistics;
mod threads;

pub use chance::{Chance, Scripted, Seeded};
pub use deal::Deal;
pub use exploits::Exploit;
pub use line_file::{FileError, LineFile};
pub use matches::{Match, MatchError, Report, Tally};
pub use perft::{divide, for_each_step, perft};
pub use play::{Caps, Ending, Foul, play};
pub use player::{
    BotEntrant, Budget, DecisionRequest, Entrant, Player, PlayerError, RandomEntrant,
    ScriptedEntrant, built_in, built_in_names,
};
pub use playout::{Playout, PlayoutSum, Playouts};
pub use signature::signature;
pub use sprt::{DealSums, Sprt, Tested, Verdict};
pub use statistics::{Interval, elo_of_share, mean_interval, share_of_elo, wilson};
pub use threads::{in_order, in_parallel};
