//! A finished game, step by step, over HTTP. Nothing is hidden: the game is over.

use brickwood_rules::{Event, OwnHand, View};
use serde::{Deserialize, Serialize};

use super::{BoardInfo, SeatInfo, TableInfo};

/// A finished game: the answer to `GET /api/tables/{id}/replay` and `POST /api/replay`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
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
}

/// One step of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ReplayStep {
    /// From 1, without gaps.
    pub seq: u32,
    /// The turn to which it belongs: 0 in the set-up.
    pub turn: u16,
    /// The step in the notation of steps, such as `2 road c3e`.
    pub text: String,
    /// What happened, in order, with the cards that were hidden then.
    pub events: Vec<Event>,
    /// After the step.
    pub scene: Scene,
}

/// How a game stood, with every hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Scene {
    /// What everybody could see, with all points.
    pub view: View,
    /// What was hidden, by seat.
    pub hands: Vec<OwnHand>,
}
