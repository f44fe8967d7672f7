//! What questions are about.

use std::str::FromStr;

use brickwood_rules::{Action, Game, Phase, Seat, State};
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};

/// How near to the goal the last points begin.
const LAST_POINTS: u8 = 2;

/// What a question is about, in the order of the days of a week.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Where to settle first.
    FirstSettlement,
    /// Where to settle in the second round.
    SecondSettlement,
    /// Where to build a road.
    Road,
    /// How to answer an offer.
    Trade,
    /// Where to move the robber.
    Robber,
    /// Whether to buy a development card, or which to play.
    Cards,
    /// What to do with two points to go.
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

    /// What a decision is about in which a seat takes this action; none if there is no such question.
    pub fn of(game: &Game, state: &State, seat: Seat, action: Action) -> Option<Self> {
        let has_rolled = state.dice().is_some();
        let missing = game
            .rules()
            .points_to_win
            .saturating_sub(state.points(game, seat).total());
        match (*state.phase(), action) {
            (Phase::SetUpSettlement, _) if state.buildings(seat).is_empty() => {
                Some(Self::FirstSettlement)
            }
            (Phase::SetUpSettlement, _) => Some(Self::SecondSettlement),
            (Phase::Trade { .. }, Action::Accept | Action::Decline | Action::Counter { .. }) => {
                Some(Self::Trade)
            }
            (Phase::MoveRobber, Action::MoveRobber { .. }) => Some(Self::Robber),
            (
                Phase::Turn,
                Action::BuildRoad { .. }
                | Action::BuildSettlement { .. }
                | Action::BuildCity { .. }
                | Action::BuyDevelopmentCard,
            ) if has_rolled && missing <= LAST_POINTS => Some(Self::LastPoints),
            (Phase::Turn, Action::BuildRoad { .. }) if has_rolled => Some(Self::Road),
            (
                Phase::Turn,
                Action::BuyDevelopmentCard
                | Action::PlayKnight
                | Action::PlayMonopoly { .. }
                | Action::PlayRoadBuilding
                | Action::PlayYearOfPlenty { .. },
            ) if has_rolled => Some(Self::Cards),
            _ => None,
        }
    }

    /// Whether this action is an answer to a question of this kind.
    pub const fn takes(self, action: Action) -> bool {
        match self {
            Self::FirstSettlement | Self::SecondSettlement => {
                matches!(action, Action::BuildSettlement { .. })
            }
            Self::Road => matches!(action, Action::BuildRoad { .. }),
            Self::Robber => matches!(action, Action::MoveRobber { .. }),
            Self::Trade => matches!(
                action,
                Action::Accept | Action::Decline | Action::Counter { .. }
            ),
            Self::Cards | Self::LastPoints => true,
        }
    }

    /// Whether its answers are different actions, such as buying a card and ending the turn. A collection then has no action as
    /// the best answer of more than half of its questions.
    pub(crate) const fn mixes_actions(self) -> bool {
        matches!(self, Self::Trade | Self::Cards | Self::LastPoints)
    }

    /// How few answers make a question.
    pub(crate) const fn least(self) -> usize {
        match self {
            Self::Trade => 2,
            _ => 3,
        }
    }

    /// For how many rounds answers are played on.
    pub(crate) const fn rounds(self) -> u16 {
        match self {
            Self::FirstSettlement | Self::SecondSettlement => 3,
            Self::Road | Self::Cards | Self::LastPoints => 2,
            Self::Trade | Self::Robber => 1,
        }
    }
}

impl FromStr for Kind {
    type Err = Error;

    /// By its name in files.
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::deserialize(StrDeserializer::new(name))
    }
}
