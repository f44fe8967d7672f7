//! Everything that can happen in a game: actions of seats and outcomes of chance.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{Cards, DevelopmentCard, HexId, Intersection, Path, Resource, Seat, SeatSet, Terms};

/// A choice of one seat. Which seat: see [`Step::Action`].
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum Action {
    /// Throw the dice (TRN-01).
    Roll,
    /// Place a settlement, in set-up (SET-02) or for its cost (BLD-02).
    BuildSettlement { at: Intersection },
    /// Place a road: in set-up (SET-02), for its cost (BLD-01), or free by a card (DEV-04).
    BuildRoad { at: Path },
    /// Take the first cards round one of the beginners' settlements (SET-07).
    TakeFirstCards {
        /// Which of the two.
        at: Intersection,
    },
    /// Turn an own settlement into a city (BLD-03, BLD-11).
    BuildCity { at: Intersection },
    /// Buy a development card (BLD-04).
    BuyDevelopmentCard,
    /// Play a knight (DEV-03), in one's own turn or to interrupt a robber (VAR-8).
    PlayKnight,
    /// Play a road building card (DEV-04).
    PlayRoadBuilding,
    /// Play a year of plenty (DEV-05).
    PlayYearOfPlenty {
        /// Two cards of the bank; one where the bank has but one (RUL-02).
        cards: Cards,
    },
    /// Play a monopoly (DEV-06).
    PlayMonopoly {
        /// What all others give.
        resource: Resource,
    },
    /// Play a victory point card (VAR-1).
    PlayVictoryPoint,
    /// Move the robber (ROB-03).
    MoveRobber { to: HexId },
    /// Choose whom to rob (ROB-06).
    Rob { victim: Seat },
    /// Give half of the hand to the bank (ROB-02).
    Discard {
        /// The cards, exactly as many as are due.
        cards: Cards,
    },
    /// Trade with the bank (TRD-06 to TRD-08): as many of one as the best rate asks, for one of another.
    MaritimeTrade {
        /// What is given.
        give: Resource,
        /// What is taken.
        take: Resource,
    },
    /// Offer a domestic trade (TRD-01).
    Offer {
        /// From the offerer's side.
        terms: Terms,
        /// The seats that may answer.
        to: SeatSet,
    },
    /// Answer the open offer with yes. Nothing moves until the offerer confirms.
    Accept,
    /// Answer the open offer with no.
    Decline,
    /// Answer the open offer with other terms (TRD-03).
    Counter {
        /// From the offerer's side, as in the offer.
        terms: Terms,
    },
    /// Close the open offer with a seat that accepted or countered, on the terms of its answer.
    Confirm { with: Seat },
    /// Take the open offer back.
    Withdraw,
    /// Forgo what may be forgone: a theft (ROB-06), moving the robber (VAR-5), an interruption
    /// (VAR-8), free roads (DEV-04), more building in the special building phase (SBP-01).
    Pass,
    /// Pass the dice on (TRN-04).
    EndTurn,
}

/// What an action is, without its places, cards and seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ActionKind {
    Roll,
    BuildSettlement,
    BuildRoad,
    TakeFirstCards,
    BuildCity,
    BuyDevelopmentCard,
    PlayKnight,
    PlayRoadBuilding,
    PlayYearOfPlenty,
    PlayMonopoly,
    PlayVictoryPoint,
    MoveRobber,
    Rob,
    Discard,
    MaritimeTrade,
    Offer,
    Accept,
    Decline,
    Counter,
    Confirm,
    Withdraw,
    Pass,
    EndTurn,
}

impl ActionKind {
    /// Every kind.
    pub const ALL: [Self; 23] = [
        Self::Roll,
        Self::BuildSettlement,
        Self::BuildRoad,
        Self::TakeFirstCards,
        Self::BuildCity,
        Self::BuyDevelopmentCard,
        Self::PlayKnight,
        Self::PlayRoadBuilding,
        Self::PlayYearOfPlenty,
        Self::PlayMonopoly,
        Self::PlayVictoryPoint,
        Self::MoveRobber,
        Self::Rob,
        Self::Discard,
        Self::MaritimeTrade,
        Self::Offer,
        Self::Accept,
        Self::Decline,
        Self::Counter,
        Self::Confirm,
        Self::Withdraw,
        Self::Pass,
        Self::EndTurn,
    ];

    /// What plays a development card.
    pub const fn playing(card: DevelopmentCard) -> Self {
        match card {
            DevelopmentCard::Knight => Self::PlayKnight,
            DevelopmentCard::RoadBuilding => Self::PlayRoadBuilding,
            DevelopmentCard::YearOfPlenty => Self::PlayYearOfPlenty,
            DevelopmentCard::Monopoly => Self::PlayMonopoly,
            DevelopmentCard::VictoryPoint => Self::PlayVictoryPoint,
        }
    }
}

impl Action {
    /// Its kind.
    #[inline]
    pub const fn kind(self) -> ActionKind {
        match self {
            Self::Roll => ActionKind::Roll,
            Self::BuildSettlement { .. } => ActionKind::BuildSettlement,
            Self::BuildRoad { .. } => ActionKind::BuildRoad,
            Self::TakeFirstCards { .. } => ActionKind::TakeFirstCards,
            Self::BuildCity { .. } => ActionKind::BuildCity,
            Self::BuyDevelopmentCard => ActionKind::BuyDevelopmentCard,
            Self::PlayKnight => ActionKind::PlayKnight,
            Self::PlayRoadBuilding => ActionKind::PlayRoadBuilding,
            Self::PlayYearOfPlenty { .. } => ActionKind::PlayYearOfPlenty,
            Self::PlayMonopoly { .. } => ActionKind::PlayMonopoly,
            Self::PlayVictoryPoint => ActionKind::PlayVictoryPoint,
            Self::MoveRobber { .. } => ActionKind::MoveRobber,
            Self::Rob { .. } => ActionKind::Rob,
            Self::Discard { .. } => ActionKind::Discard,
            Self::MaritimeTrade { .. } => ActionKind::MaritimeTrade,
            Self::Offer { .. } => ActionKind::Offer,
            Self::Accept => ActionKind::Accept,
            Self::Decline => ActionKind::Decline,
            Self::Counter { .. } => ActionKind::Counter,
            Self::Confirm { .. } => ActionKind::Confirm,
            Self::Withdraw => ActionKind::Withdraw,
            Self::Pass => ActionKind::Pass,
            Self::EndTurn => ActionKind::EndTurn,
        }
    }

    /// Whether somebody may have the goal after it who did not have it before. Most actions only move
    /// resource cards. A robber may be a knight's, which joins its army then (DEV-03).
    #[inline]
    pub(crate) const fn may_win(self) -> bool {
        !matches!(
            self,
            Self::Roll
                | Self::Discard { .. }
                | Self::MaritimeTrade { .. }
                | Self::Offer { .. }
                | Self::Accept
                | Self::Decline
                | Self::Counter { .. }
                | Self::Confirm { .. }
                | Self::Withdraw
        )
    }
}

/// Two dice, each 1 to 6.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
#[ts(type = "[number, number]")]
pub struct Dice([u8; 2]);

impl Dice {
    /// The 36 equally likely throws (PRB-01).
    pub const ALL: [Self; 36] = {
        let mut throws = [Self([1, 1]); 36];
        let mut i = 0;
        while i < throws.len() {
            throws[i] = Self([i as u8 / 6 + 1, i as u8 % 6 + 1]);
            i += 1;
        }
        throws
    };

    /// The two dice, where each shows 1 to 6.
    pub const fn new(first: u8, second: u8) -> Option<Self> {
        if first >= 1 && first <= 6 && second >= 1 && second <= 6 {
            Some(Self([first, second]))
        } else {
            None
        }
    }

    /// What the two dice show.
    pub const fn faces(self) -> [u8; 2] {
        self.0
    }

    /// The sum, 2 to 12.
    pub const fn total(self) -> u8 {
        self.0[0] + self.0[1]
    }
}

impl TryFrom<[u8; 2]> for Dice {
    type Error = &'static str;

    fn try_from([first, second]: [u8; 2]) -> Result<Self, Self::Error> {
        Self::new(first, second).ok_or("a die shows 1 to 6")
    }
}

impl From<Dice> for [u8; 2] {
    fn from(dice: Dice) -> Self {
        dice.0
    }
}

/// What chance decided. Somebody outside the rules draws it; the rules judge whether it can be.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChanceOutcome {
    /// A throw of both dice: the turn's (TRN-01), or one for the first player (SET-01).
    Dice {
        /// What they show.
        dice: Dice,
    },
    /// The card that a robber's victim loses (ROB-06).
    Stolen {
        /// Its kind.
        resource: Resource,
    },
    /// The development card that was bought (BLD-04).
    Drawn {
        /// Its kind.
        card: DevelopmentCard,
    },
}

/// One recorded step of a game.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum Step {
    /// A seat chose.
    Action { seat: Seat, action: Action },
    /// Chance decided.
    Chance {
        /// What came out.
        outcome: ChanceOutcome,
    },
    /// The clock of the table says that the time limit has run out (WIN-05).
    TimeUp,
    /// The game is ended without a winner: the players have agreed (RUL-24).
    CalledOff,
}
