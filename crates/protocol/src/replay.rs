//! A finished game, step by step, over HTTP. Nothing is hidden: the game is over.

use brickwood_rules::{Event, OwnHand, Points, Seat, SeatSet, View};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{BoardInfo, ChatLine, SeatInfo, TableInfo};

/// A finished game: the answer to `GET /api/tables/{id}/replay` and `POST /api/replay`.
#[wire(table)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// What is fixed. The id is empty where the game comes from a record; `you` is none.
    pub table: TableInfo,
    /// The board.
    pub board: BoardInfo,
    /// Who sat where.
    pub seats: Vec<SeatInfo>,
    /// Before the first step.
    pub start: Scene,
    /// Every step that stood: what was taken back is left out.
    pub steps: Vec<ReplayStep>,
    /// The latest lines of the chat, oldest first; none for those who may not watch the table, and in a record.
    pub chat: Vec<ReplayLine>,
    /// From what its chance followed; none where nobody can say.
    pub fair: Option<FairInfo>,
}

/// From what the chance of a finished game followed: everything that one needs to draw it again.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FairInfo {
    /// How it followed, such as `brickwood-fair-v1`.
    pub scheme: String,
    /// The id of the table, also where the game comes from a record.
    pub table: String,
    /// What was shown of the secret before the game, as hexadecimal digits.
    pub commitment: String,
    /// The secret, likewise.
    pub secret: String,
    /// What the players brought, in the order of seats; not every seat has to.
    pub seeds: Vec<FairSeed>,
    /// Which deal of a random board was played on, from 1; none where somebody chose the board.
    pub board_deal: Option<u16>,
    /// How many of the first steps were given when the table was created. What chance brought in them was not
    /// drawn at this table.
    #[serde(default)]
    pub opening: u32,
    /// Everything that was drawn after them, in order.
    pub draws: Vec<FairDraw>,
}

/// What a player brought to the chance of a game.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FairSeed {
    /// Whose.
    pub seat: Seat,
    /// 32 bytes as hexadecimal digits.
    pub seed: String,
}

/// One draw.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FairDraw {
    /// The `seq` of its step.
    pub seq: u32,
    /// Which draw of the game it is, from 1.
    pub number: u32,
    /// What was drawn: `dice`, `dice-deck`, `steal` or `development`.
    pub label: String,
    /// The nonce that the acting player attached, as hexadecimal digits.
    pub nonce: Option<String>,
    /// What could be drawn, in the order of the scheme, each in the notation of steps.
    pub outcomes: Vec<String>,
    /// How likely each of them was, in parts of their sum.
    pub weights: Vec<u32>,
    /// What was drawn: the place of it among the outcomes, from 0.
    pub drawn: u32,
}

/// One step of a finished game.
#[wire(table)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReplayStep {
    /// From 1, without gaps.
    pub seq: u32,
    /// The turn to which it belongs: 0 in the set-up.
    pub turn: u16,
    /// The step in the notation of steps, such as `2 road c3e`.
    pub text: String,
    /// What happened, in order, with the cards that were hidden then.
    pub events: Vec<Event>,
    /// The events as seats knew them that did not see all cards.
    pub told: Vec<Told>,
    /// After the step.
    pub scene: Scene,
}

/// The events of a step, as some seats knew them.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// The seats.
    pub to: SeatSet,
    /// What they were told, in order.
    pub events: Vec<Event>,
}

/// A line of the chat in a finished game.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReplayLine {
    /// The number of the last step before it; 0 before the first.
    pub after: u32,
    /// What was said.
    pub line: ChatLine,
}

/// How a game stood, with every hand.
#[wire(table)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// What everybody could see.
    pub view: View,
    /// What was hidden, by seat.
    pub hands: Vec<OwnHand>,
    /// All points by seat, with those of hidden cards.
    pub points: Vec<Points>,
}
