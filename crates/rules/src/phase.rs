//! What a game is waiting for.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{BySeat, Intersection, Rules, Seat, SeatSet, SetUp, Trade};

/// What is awaited. All of it is public.
// The kind is a number in a byte of its own: folded into an offer's answers, it would have to be
// worked out wherever it is asked for, and every step asks.
#[wire(rules)]
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Phase {
    /// Chance rolls for the first player (SET-01), one seat after the other.
    FirstPlayer {
        /// The seats that have still to roll in this round, clockwise.
        rolling: SeatSet,
        /// The highest total so far in this round, 0 before the first.
        best: u8,
        /// The seats that have rolled it.
        tied: SeatSet,
    },
    /// The seat places a settlement of the set-up (SET-02, SET-03).
    SetUpSettlement,
    /// The seat places the road that belongs to it.
    SetUpRoad {
        /// The settlement that the road must touch.
        settlement: Intersection,
    },
    /// Seats choose the settlement that brings their first cards, all at once (SET-07).
    FirstCards {
        /// The seats that have still to choose.
        choosing: SeatSet,
    },
    /// The seat's turn: before the roll while the turn has no dice, and after it.
    Turn,
    /// Chance rolls the dice of the turn.
    Dice,
    /// Seats give half of their hands, all at once (ROB-02).
    Discard {
        /// How many cards each seat still owes.
        #[ts(as = "[u8; crate::MAX_SEATS]")]
        due: BySeat<u8>,
    },
    /// A seat moves the robber (ROB-03, DEV-03, VAR-8).
    MoveRobber,
    /// Seats are asked, clockwise from the one that moved the robber, whether a knight interrupts it
    /// (VAR-8).
    Interrupt {
        /// The seats that have still to be asked.
        asked: SeatSet,
    },
    /// The seat that moved the robber chooses whom to rob (ROB-06).
    Rob {
        /// The seats that have a building there and a card (RUL-01).
        victims: SeatSet,
    },
    /// Chance draws a card from the victim's hand.
    Theft {
        /// The seat that loses it.
        victim: Seat,
    },
    /// The seat lays free roads, or forgoes the rest of them (DEV-04).
    FreeRoads,
    /// Chance draws from the development deck.
    Draw,
    /// An offer of the seat whose turn it is stands.
    Trade {
        /// The offer and its answers.
        trade: Trade,
    },
    /// One of the others builds and buys after a turn (SBP-01).
    SpecialBuilding,
    /// The game has ended.
    Over {
        /// The winners: one, several who share a game against the time limit (WIN-05), or nobody
        /// where it was ended without a winner (RUL-24, RUL-25).
        winners: SeatSet,
    },
}

impl Phase {
    /// The seats that it names.
    pub(crate) fn seats(&self) -> SeatSet {
        match self {
            Self::FirstPlayer { rolling, tied, .. } => rolling.iter().chain(tied.iter()).collect(),
            Self::FirstCards { choosing: seats }
            | Self::Interrupt { asked: seats }
            | Self::Rob { victims: seats }
            | Self::Over { winners: seats } => *seats,
            Self::Theft { victim } => SeatSet::only(*victim),
            Self::Discard { due } => Seat::EVERY
                .into_iter()
                .filter(|seat| due[*seat] > 0)
                .collect(),
            Self::Trade { trade } => trade.asked(),
            _ => SeatSet::EMPTY,
        }
    }

    /// The winners; none while the game goes on.
    pub const fn winners(&self) -> Option<SeatSet> {
        match self {
            Self::Over { winners } => Some(*winners),
            _ => None,
        }
    }

    /// Whether the game has ended.
    pub const fn is_over(&self) -> bool {
        self.winners().is_some()
    }

    /// Whether nothing of what a seat has begun is still to come: neither chance nor a seat owes a roll, a card, a move of the
    /// robber, or a road. An open offer leaves everything as it was, so it counts as settled.
    pub const fn is_settled(&self) -> bool {
        match self {
            Self::SetUpSettlement
            | Self::FirstCards { .. }
            | Self::Turn
            | Self::Trade { .. }
            | Self::SpecialBuilding
            | Self::Over { .. } => true,
            Self::FirstPlayer { .. }
            | Self::SetUpRoad { .. }
            | Self::Dice
            | Self::Discard { .. }
            | Self::MoveRobber
            | Self::Interrupt { .. }
            | Self::Rob { .. }
            | Self::Theft { .. }
            | Self::FreeRoads
            | Self::Draw => false,
        }
    }

    /// Whether everybody sees all victory point cards: at the end, where they were hidden (DEV-07).
    pub const fn shows_victory_points(&self, rules: &Rules) -> bool {
        self.is_over() && !rules.variants.played_victory_points
    }

    /// What follows once it is known who begins.
    pub(crate) const fn after_first_player(rules: &Rules) -> Self {
        match rules.set_up {
            SetUp::Placed => Self::SetUpSettlement,
            SetUp::Beginners { .. } => Self::FirstCards {
                choosing: SeatSet::all(rules.players),
            },
        }
    }
}

/// What may take the next step: chance, seats, or nobody.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToAct {
    /// Any of these seats.
    Seats {
        /// Never empty.
        seats: SeatSet,
    },
    /// Chance.
    Chance,
    /// Nobody: the game is over.
    Nobody,
}

impl ToAct {
    /// The seats; none where it is up to chance or nobody.
    pub const fn seats(self) -> SeatSet {
        match self {
            Self::Seats { seats } => seats,
            Self::Chance | Self::Nobody => SeatSet::EMPTY,
        }
    }
}
