//! What is fixed when a game begins.

use serde::{Deserialize, Serialize};

use crate::{Board, Layout, Rules, RulesError};

/// The rules and the board of one game: immutable and shared, while its [`crate::State`] changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    rules: Rules,
    board: Board,
}

impl Game {
    /// A game by these rules on this board.
    ///
    /// # Errors
    ///
    /// Rules that cannot be played, or a board for another number of players.
    pub fn new(rules: Rules, board: Board) -> Result<Self, RulesError> {
        rules.check()?;
        if Layout::for_players(rules.players) == board.layout() {
            Ok(Self { rules, board })
        } else {
            Err(RulesError::Players(rules.players))
        }
    }

    /// The switches and numbers.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The land.
    pub const fn board(&self) -> &Board {
        &self.board
    }
}
