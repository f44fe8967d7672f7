//! What is fixed for all episodes.

use brickwood_bots::Level;
use brickwood_rules::{Board, Game, Rules, RulesError, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A built-in player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Opponent {
    /// Takes any legal action, all as likely, and makes no offers.
    Random,
    /// Takes any legal action, and rather one that builds, or a good place; makes no offers.
    Scripted,
    /// A bot.
    Bot(Level),
}

/// What a seat is rewarded for. Rewards are the changes of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Reward {
    /// At the end: 1 for winners, -1 for all others, and 0 for all where nobody has won.
    #[default]
    Win,
    /// The seat's points, hidden ones included, divided by the points to win; less 1 for a forfeit.
    Points,
    /// As [`Reward::Win`], and on the way the seat's points less the most that another one shows, divided by the
    /// points to win. What was given on the way is taken back at the end, so that the sum is that of
    /// [`Reward::Win`] and the best way to play stays the same.
    Shaped,
}

/// Where the learners sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sitting {
    /// In these seats.
    Seats(SeatSet),
    /// In one seat, which the seed of each episode decides.
    Anywhere,
}

/// What is fixed for all episodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The rules.
    pub rules: Rules,
    /// The board; each episode lays its own where none is given.
    pub board: Option<Board>,
    /// Where the learners sit.
    pub learners: Sitting,
    /// Who sits in the other seats: clockwise from the first learner, beginning again where they are too few.
    pub opponents: Vec<Opponent>,
    /// What is rewarded.
    pub reward: Reward,
    /// After how many steps and choices together an episode is cut off.
    pub most_steps: u32,
    /// How many offers a learner may make in a turn.
    pub most_offers: u8,
    /// Whether histories are kept for the learners, which the history tensor needs.
    pub history: bool,
}

/// Options that fit no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionsError {
    /// Rules that cannot be played, or not on this board.
    #[error("{0}")]
    Rules(RulesError),
    /// A learner sits where no seat is, or none sits anywhere.
    #[error("the learners have to sit in seats of the game")]
    Learners,
    /// Seats without a learner, and nobody to sit there.
    #[error("somebody has to sit in the seats without a learner")]
    Opponents,
}

impl Options {
    /// # Errors
    ///
    /// Options that fit no game.
    pub fn check(&self) -> Result<(), OptionsError> {
        self.rules.check().map_err(OptionsError::Rules)?;
        if let Some(board) = &self.board {
            Game::new(self.rules, board.clone()).map_err(OptionsError::Rules)?;
        }
        let all = SeatSet::all(self.rules.players);
        let alone = match self.learners {
            Sitting::Seats(seats) if seats.is_empty() || !seats.is_subset(all) => {
                return Err(OptionsError::Learners);
            }
            Sitting::Seats(seats) => seats.len() == all.len(),
            Sitting::Anywhere => false,
        };
        if !alone && self.opponents.is_empty() {
            return Err(OptionsError::Opponents);
        }
        Ok(())
    }

    /// Who plays a seat, if no learner does.
    pub(crate) fn opponent(&self, learners: SeatSet, seat: Seat) -> Option<Opponent> {
        if learners.contains(seat) {
            return None;
        }
        let players = self.rules.players;
        let first = learners.iter().next()?;
        let clockwise = (1..players).map(|steps| first.clockwise(steps, players));
        let place = clockwise
            .filter(|other| !learners.contains(*other))
            .position(|other| other == seat)?;
        Some(self.opponents[place % self.opponents.len()])
    }
}
