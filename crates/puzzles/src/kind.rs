//! What questions are about.

use std::str::FromStr;

use brickwood_rules::{Action, Game, Phase, Seat, State};
use brickwood_wire::wire;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};

/// How near to the goal the last points begin.
const LAST_POINTS: u8 = 2;

/// What a question is about.
#[wire(puzzles)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "PuzzleKind")]
pub enum Kind {
    /// Where to settle first.
    FirstSettlement,
    /// Where to settle in the second round.
    SecondSettlement,
    /// Where to build roads.
    Road,
    /// Which offer to make, or how to answer one.
    Trade,
    /// Where to move the robber.
    Robber,
    /// Whether to buy a development card, or which to play.
    Cards,
    /// What to do with two points to go or fewer.
    LastPoints,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::FirstSettlement,
        Self::SecondSettlement,
        Self::Road,
        Self::Trade,
        Self::Robber,
        Self::Cards,
        Self::LastPoints,
    ];

    /// Whether a seat that is to act here decides about this.
    pub fn is_of(self, game: &Game, state: &State, seat: Seat) -> bool {
        let is_turn = *state.phase() == Phase::Turn && state.dice().is_some();
        let points = state.points(game, seat).total();
        let is_near = points + LAST_POINTS >= game.rules().points_to_win;
        let is_first = state.buildings(seat).is_empty();
        match self {
            Self::FirstSettlement => *state.phase() == Phase::SetUpSettlement && is_first,
            Self::SecondSettlement => *state.phase() == Phase::SetUpSettlement && !is_first,
            Self::Robber => *state.phase() == Phase::MoveRobber,
            Self::Trade => is_turn || matches!(state.phase(), Phase::Trade { .. }),
            Self::Road | Self::Cards => is_turn && !is_near,
            Self::LastPoints => is_turn && is_near,
        }
    }

    /// How few answers make a question.
    pub(crate) const LEAST: usize = 3;
}

/// What a plan builds, buys and plays; trades with the bank and the end of the turn aside.
pub(crate) fn deeds(plan: &[Action]) -> Vec<Action> {
    let is_deed =
        |action: &&Action| !matches!(action, Action::MaritimeTrade { .. } | Action::EndTurn);
    plan.iter().filter(is_deed).copied().collect()
}

/// Whether an action buys or plays a development card.
pub(crate) const fn is_of_cards(action: Action) -> bool {
    matches!(
        action,
        Action::BuyDevelopmentCard
            | Action::PlayKnight
            | Action::PlayMonopoly { .. }
            | Action::PlayRoadBuilding
            | Action::PlayYearOfPlenty { .. }
    )
}

impl FromStr for Kind {
    type Err = Error;

    /// By its name in files.
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::deserialize(StrDeserializer::new(name))
    }
}
