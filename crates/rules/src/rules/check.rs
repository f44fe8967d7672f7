//! Which settings can be played together.

use core::{fmt, ops::RangeInclusive};

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use super::{FirstPlayer, Rules, SetUp};

/// Why a set of switches cannot be played.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum RulesError {
    /// Fewer than 2 or more than 6 players.
    Players(u8),
    /// A goal that nobody can reach or that everybody has.
    PointsToWin(u8),
    /// A hand limit below 2 or above 50.
    HandLimit(u8),
    /// A time limit of no minutes, or of more than 600.
    TimeLimit(u16),
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
            Self::Players(count) => {
                let (least, most) = Rules::PLAYERS.into_inner();
                write!(f, "a game has {least} to {most} players, not {count}")
            }
            Self::PointsToWin(points) => {
                let (least, most) = Rules::POINTS_TO_WIN.into_inner();
                write!(f, "the goal is {least} to {most} points, not {points}")
            }
            Self::HandLimit(limit) => {
                let (least, most) = Rules::HAND_LIMIT.into_inner();
                write!(f, "the hand limit is {least} to {most} cards, not {limit}")
            }
            Self::TimeLimit(minutes) => {
                let (least, most) = Rules::TIME_LIMIT.into_inner();
                write!(
                    f,
                    "a time limit is {least} to {most} minutes, not {minutes}"
                )
            }
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
    /// How many can play.
    pub const PLAYERS: RangeInclusive<u8> = 2..=6;
    /// What `points_to_win` can be. Nobody can have more: five settlements, four cities, both cards of honor and
    /// every victory point card.
    pub const POINTS_TO_WIN: RangeInclusive<u8> = 3..=22;
    /// What `hand_limit` can be.
    pub const HAND_LIMIT: RangeInclusive<u8> = 2..=50;
    /// What `time_limit` can be, in minutes.
    pub const TIME_LIMIT: RangeInclusive<u16> = 1..=600;

    /// Whether these rules can be played.
    ///
    /// # Errors
    ///
    /// The first setting that cannot be, or that contradicts another.
    pub fn check(&self) -> Result<(), RulesError> {
        if !Self::PLAYERS.contains(&self.players) {
            return Err(RulesError::Players(self.players));
        }
        if !Self::POINTS_TO_WIN.contains(&self.points_to_win) {
            return Err(RulesError::PointsToWin(self.points_to_win));
        }
        if !Self::HAND_LIMIT.contains(&self.hand_limit) {
            return Err(RulesError::HandLimit(self.hand_limit));
        }
        if let Some(minutes) = self.time_limit
            && !Self::TIME_LIMIT.contains(&minutes)
        {
            return Err(RulesError::TimeLimit(minutes));
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
