//! What is fixed when a game begins.

use serde::{Deserialize, Serialize};

use crate::{Board, Layout, Rules, RulesError, SetUp, beginners_board};

/// The rules and the board of one game: immutable and shared, while its [`crate::State`] changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Game {
    rules: Rules,
    board: Board,
}

/// A game as it is written down: not yet checked.
#[derive(Deserialize)]
struct Unchecked {
    rules: Rules,
    board: Board,
}

impl TryFrom<Unchecked> for Game {
    type Error = RulesError;

    fn try_from(Unchecked { rules, board }: Unchecked) -> Result<Self, RulesError> {
        Self::new(rules, board)
    }
}

impl Game {
    /// A game by these rules on this board.
    ///
    /// # Errors
    ///
    /// Rules that cannot be played, or a board for another number of players.
    pub fn new(rules: Rules, board: Board) -> Result<Self, RulesError> {
        rules.check()?;
        if rules.set_up != SetUp::Placed && !is_printed(&board) {
            return Err(RulesError::BeginnersBoard);
        }
        if Layout::for_players(rules.players) == board.layout() {
            Ok(Self { rules, board })
        } else {
            Err(RulesError::Board)
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

/// Whether a board has the land and the tokens of the beginners' sheet (BRD-18).
fn is_printed(board: &Board) -> bool {
    board.plan().hexes == beginners_board().plan().hexes
}
