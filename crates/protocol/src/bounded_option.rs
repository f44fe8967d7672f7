//! What is chosen within bounds.

use std::fmt;

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// What somebody chooses within bounds, mostly an option of a table.
#[wire(problem)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundedOption {
    /// Seconds of a turn.
    TurnSeconds,
    /// Minutes of each player's clock.
    ClockMinutes,
    /// Seconds that a player's clock gains with each turn.
    IncrementSeconds,
    /// Seconds that spectators are behind.
    DelaySeconds,
    /// How often a player may take more time.
    Extensions,
    /// Seconds that a player may be away.
    GraceSeconds,
    /// Seconds until bots take the open seats.
    BotsAfterSeconds,
    /// Rounds in which a bot's seat can be taken.
    TakeoverRounds,
    /// Minutes during which somebody wants to be told of tables.
    AlertMinutes,
}

impl BoundedOption {
    /// Every option.
    pub const ALL: [Self; 9] = [
        Self::TurnSeconds,
        Self::ClockMinutes,
        Self::IncrementSeconds,
        Self::DelaySeconds,
        Self::Extensions,
        Self::GraceSeconds,
        Self::BotsAfterSeconds,
        Self::TakeoverRounds,
        Self::AlertMinutes,
    ];
}

impl fmt::Display for BoundedOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TurnSeconds => "The seconds per turn",
            Self::ClockMinutes => "The minutes on each player's clock",
            Self::IncrementSeconds => "The seconds added to a clock each turn",
            Self::DelaySeconds => "The seconds that spectators are behind",
            Self::Extensions => "The number of times a player may take more time",
            Self::GraceSeconds => "The seconds a player may be away",
            Self::BotsAfterSeconds => "The seconds until bots take the open seats",
            Self::TakeoverRounds => "The number of rounds in which a bot's seat can be taken",
            Self::AlertMinutes => "The minutes during which you are told of tables",
        })
    }
}
