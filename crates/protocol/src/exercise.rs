//! Questions about positions: what would you do in this seat?

use brickwood_rules::{Action, View};
use serde::{Deserialize, Serialize};

use crate::{AdviceReason, BoardInfo, SeatInfo, TableInfo};

/// A decision of a seat, as far as the seat knows, with what it could do: everything that a page needs to ask what is best
/// there, and to say why. It follows from what the seat knows, and from nothing else.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct Exercise {
    /// What is fixed. The id is empty; `you` is the seat that decides.
    pub table: TableInfo,
    /// The board.
    pub board: BoardInfo,
    /// Who sits where: bots, where nobody is known.
    pub seats: Vec<SeatInfo>,
    /// What the seat sees.
    pub view: View,
    /// What it could do, in the order in which it was asked about.
    pub answers: Vec<ExerciseAnswer>,
}

/// What a seat could do in a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct ExerciseAnswer {
    /// Its actions, in this order: one, or a whole turn.
    pub actions: Vec<Action>,
    /// What speaks for it, where it is one action, the end of the turn aside; none where there is nothing to say.
    pub reason: Option<AdviceReason>,
}

/// A choice of a seat again, before it was made: what it could have done, and what that was worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct Reconsidered {
    /// The decision. The first answer is the best.
    pub exercise: Exercise,
    /// What each answer is worth, as far as the seat knew.
    pub worth: Vec<ChoiceWorth>,
    /// Which answer the seat has chosen, from 0.
    pub chosen: u16,
}

/// What a choice is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub struct ChoiceWorth {
    /// The seat's chance to win with it, in thousandths.
    pub chance: u16,
    /// The standard error of its difference from the best, in thousandths, over guesses at the hidden cards.
    pub doubt: u16,
}
