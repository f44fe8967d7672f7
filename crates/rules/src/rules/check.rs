//! Which settings can be played together.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{FirstPlayer, Rules, SetUp};

/// Nobody can have more: five settlements, four cities, both cards of honor and every victory point card.
const MOST_POINTS: u8 = 22;

/// Why a set of switches cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub enum RulesError {
    /// Fewer than 2 or more than 6 players.
    Players(u8),
    /// A goal that nobody can reach or that everybody has.
    PointsToWin(u8),
    /// A hand limit below 2 or above 50.
    HandLimit(u8),
    /// A time limit of no minutes.
    TimeLimit,
    /// The named first player does not sit at the table.
    FirstPlayer,
    /// The board is one for another number of players.
    Board,
    /// The beginners' pieces are for three and four players.
    BeginnersPlayers(u8),
    /// With four players none of the beginners' pieces is left out.
    BeginnersLeftOut,
    /// The beginners' pieces lie on the printed board only.
    BeginnersBoard,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(count) => write!(f, "a game has 2 to 6 players, not {count}"),
            Self::PointsToWin(points) => {
                write!(f, "the goal is 3 to {MOST_POINTS} points, not {points}")
            }
            Self::HandLimit(limit) => write!(f, "the hand limit is 2 to 50 cards, not {limit}"),
            Self::TimeLimit => write!(f, "a time limit is at least one minute"),
            Self::FirstPlayer => write!(f, "the first player does not sit at the table"),
            Self::Board => write!(f, "the board is for another number of players"),
            Self::BeginnersPlayers(count) => {
                write!(
                    f,
                    "the beginners' pieces are for 3 and 4 players, not {count}"
                )
            }
            Self::BeginnersLeftOut => {
                write!(
                    f,
                    "with 4 players none of the beginners' pieces is left out"
                )
            }
            Self::BeginnersBoard => {
                write!(f, "the beginners' pieces lie on the printed board only")
            }
        }
    }
}

impl core::error::Error for RulesError {}

impl Rules {
    /// Whether these rules can be played.
    ///
    /// # Errors
    ///
    /// The first setting that cannot be, or that contradicts another.
    pub fn check(&self) -> Result<(), RulesError> {
        if !(2..=6).contains(&self.players) {
            return Err(RulesError::Players(self.players));
        }
        if !(3..=MOST_POINTS).contains(&self.points_to_win) {
            return Err(RulesError::PointsToWin(self.points_to_win));
        }
        if !(2..=50).contains(&self.hand_limit) {
            return Err(RulesError::HandLimit(self.hand_limit));
        }
        if self.time_limit == Some(0) {
            return Err(RulesError::TimeLimit);
        }
        if matches!(self.first_player, FirstPlayer::Named { seat } if seat.index() >= self.seats())
        {
            return Err(RulesError::FirstPlayer);
        }
        match (self.set_up, self.players) {
            (SetUp::Placed, _)
            | (SetUp::Beginners { .. }, 3)
            | (SetUp::Beginners { left_out: None }, 4) => {}
            (SetUp::Beginners { left_out: Some(_) }, 4) => {
                return Err(RulesError::BeginnersLeftOut);
            }
            (SetUp::Beginners { .. }, players) => {
                return Err(RulesError::BeginnersPlayers(players));
            }
        }
        if self.set_up != SetUp::Placed && (self.reds_apart || self.balanced_board) {
            return Err(RulesError::BeginnersBoard);
        }
        Ok(())
    }
}
