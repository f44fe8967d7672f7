//! A question about a position: what would you do in this seat?

use brickwood_rules::View;
use serde::{Deserialize, Serialize};

use crate::{AdvisedAction, BoardInfo, SeatInfo, TableInfo};

/// A decision of a seat, as far as the seat knows, with what it could do: everything that a page needs to ask what is best
/// there, and to say why. It follows from what the seat knows, and from nothing else.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct Exercise {
    /// What is fixed. The id is empty; `you` is the seat that decides.
    pub table: TableInfo,
    /// The board.
    pub board: BoardInfo,
    /// Who sits where: bots, as in the replay of a record that names nobody.
    pub seats: Vec<SeatInfo>,
    /// What the seat sees.
    pub view: View,
    /// What it could do, in the order in which it was asked about, and what speaks for it.
    pub answers: Vec<AdvisedAction>,
}
