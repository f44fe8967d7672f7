//! Questions about positions: what would you do in this seat?

use brickwood_rules::{Action, View};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{AdviceReason, BoardInfo, SeatInfo, TableInfo};

/// A decision of a seat, as far as the seat knows, with what it could do: everything that a page needs to ask what is best
/// there, and to say why. It follows from what the seat knows, and from nothing else.
#[wire(table)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExerciseAnswer {
    /// Its actions, in this order: one, or a whole turn.
    pub actions: Vec<Action>,
    /// What speaks for it, where it is one action, the end of the turn aside; none where there is nothing to say.
    pub reason: Option<AdviceReason>,
}

/// A choice of a seat again, before it was made: what it could have done, and what that was worth.
#[wire(table)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reconsidered {
    /// The decision. The first answer is the best.
    pub exercise: Exercise,
    /// What each answer is worth, as far as the seat knew.
    pub worth: Vec<ChoiceWorth>,
    /// Which answer the seat has chosen, from 0.
    pub chosen: u16,
    /// What playouts of the best answer show more of than those of the chosen one, what matters most first; empty where none
    /// were asked for, and where nothing is sure.
    pub reasons: Vec<PlayoutReason>,
}

/// What a choice is worth.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChoiceWorth {
    /// The seat's chance to win with it, in thousandths.
    pub chance: u16,
    /// The standard error of its difference from the best, in thousandths, over guesses at the hidden cards.
    pub doubt: u16,
    /// What the seat goes on with in its turn, for which the choice is worth that: up to an action that chance or others answer.
    pub rest: Vec<Action>,
}

/// What is counted in a playout of a seat: a game that bots play on from a position.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayoutFact {
    /// Whether it has the longest road at the end.
    LongestRoad,
    /// Whether it has the largest army at the end.
    LargestArmy,
    /// Whether it has built a city.
    City,
    /// Whether it has built a settlement.
    Settlement,
    /// How many cards it got by rolls.
    Cards,
    /// How many of them were brick.
    Brick,
    /// Likewise.
    Lumber,
    /// Likewise.
    Wool,
    /// Likewise.
    Grain,
    /// Likewise.
    Ore,
    /// How many cards it lost to the robber and to sevens.
    Lost,
    /// How many cards the others got by rolls.
    Rivals,
    /// How many points it has at the end.
    Points,
    /// Whether it wins in the very turn of the decision.
    Win,
}

impl PlayoutFact {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::LongestRoad,
        Self::LargestArmy,
        Self::City,
        Self::Settlement,
        Self::Cards,
        Self::Brick,
        Self::Lumber,
        Self::Wool,
        Self::Grain,
        Self::Ore,
        Self::Lost,
        Self::Rivals,
        Self::Points,
        Self::Win,
    ];

    /// Whether it is so or not at the end of a playout, and told as a share of the playouts.
    pub const fn is_share(self) -> bool {
        matches!(
            self,
            Self::LongestRoad | Self::LargestArmy | Self::City | Self::Settlement | Self::Win
        )
    }
}

/// Why the best answer is better than another one: what differs in their playouts.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayoutReason {
    /// What differs.
    pub fact: PlayoutFact,
    /// After the best answer: the share of the playouts in percent, or the mean in tenths. All but a win and the points is counted
    /// in games that go on to the end of the playout.
    pub best: u16,
    /// Likewise, after the other one.
    pub other: u16,
}

/// A decision for a learner.
#[wire(table, openapi)]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExerciseOrder {
    /// What the seat sees that decides, in notation.
    pub view: String,
    /// What it could do, in notation.
    #[schema(max_items = 64)]
    pub answers: Vec<String>,
}

/// A choice of a record that is looked at again.
#[wire(table, openapi)]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReconsiderOrder {
    /// The record.
    pub record: String,
    /// Which of its steps it was, from 1.
    pub step: u32,
    /// Whether the choice and the best are played on to say why that is better.
    #[serde(default)]
    pub reasons: bool,
}
