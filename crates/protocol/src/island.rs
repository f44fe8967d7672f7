//! What is said of a board before there is a table.

use brickwood_rules::{BoardBalance, BoardDeviation, BoardGap, DraftHex, Harbor, HexId, Rules};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{BoardChoice, BoardInfo};

/// Asks what a board is like: the body of `POST /api/boards`.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardOrder {
    /// The switches and numbers by which it would be played.
    pub rules: Rules,
    /// The board. A random one is unknown until there is a table.
    pub board: BoardChoice,
}

/// What a board is like: the answer to `POST /api/boards`.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardReport {
    /// The board, to be drawn.
    pub board: BoardInfo,
    /// Where the robber begins.
    pub robber: HexId,
    /// The board in the notation of boards, on one line.
    pub text: String,
    /// Where it differs from what the box holds. That does not forbid play.
    pub deviations: Vec<BoardDeviation>,
    /// How evenly it treats the players.
    pub balance: BoardBalance,
}

/// Asks about a board that is being drawn: the body of `POST /api/boards/draft`.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftOrder {
    /// How many would play on it.
    #[schema(minimum = 2, maximum = 6)]
    pub players: u8,
    /// The draft in the notation of boards, with `?` for terrain that is not drawn.
    #[schema(max_length = 8192)]
    pub text: String,
}

/// What is to be said of a board that is being drawn: the answer to `POST /api/boards/draft`.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DraftReport {
    /// The draft in the notation of boards, on one line.
    pub text: String,
    /// The hexes, in reading order: 19 for up to four players, 30 for more.
    pub hexes: Vec<DraftHex>,
    /// The harbors that are drawn.
    pub harbors: Vec<Harbor>,
    /// Where the robber begins, if that is drawn.
    #[schema(required)]
    pub robber: Option<HexId>,
    /// What is wrong, whatever is drawn into the rest.
    pub faults: Vec<DraftFault>,
    /// What is not drawn yet and has to be.
    pub gaps: Vec<BoardGap>,
    /// How many of each piece the box has, and how many are drawn.
    pub pieces: Vec<BoardDeviation>,
    /// How evenly what is drawn treats the players.
    pub balance: BoardBalance,
}

/// Something in a draft that keeps it from becoming a board.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DraftFault {
    /// A hex has a number that it cannot have.
    WrongNumber {
        /// The hex.
        hex: HexId,
    },
    /// A harbor is not on the coast.
    InlandHarbor {
        /// Which of the harbors, from 0.
        harbor: u16,
    },
    /// A harbor shares an intersection with one before it.
    CrowdedHarbor {
        /// Which of the harbors, from 0.
        harbor: u16,
    },
}

/// Asks for the rest of a board that somebody has begun to draw: the body of `POST /api/boards/fill`.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FillOrder {
    /// The rules by which it would be played. They say how numbers and harbors are laid, and how fair it is to be.
    pub rules: Rules,
    /// The draft in the notation of boards, with `?` for terrain that is not drawn.
    #[schema(max_length = 8192)]
    pub text: String,
    /// Any text: the same fills the same draft in the same way.
    #[schema(max_length = 64)]
    pub seed: String,
}
