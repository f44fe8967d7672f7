//! Development cards and multisets of them.

use core::ops::Index;

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::lanes;

/// A kind of development card (BRD-14).
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DevelopmentCard {
    /// Moves the robber and joins the army (DEV-03).
    Knight,
    /// Two free roads (DEV-04).
    RoadBuilding,
    /// Two cards from the bank (DEV-05).
    YearOfPlenty,
    /// All that the others have of one resource (DEV-06).
    Monopoly,
    /// One point, hidden (DEV-07).
    VictoryPoint,
}

impl DevelopmentCard {
    /// The five kinds in their fixed order.
    pub const ALL: [Self; 5] = [
        Self::Knight,
        Self::RoadBuilding,
        Self::YearOfPlenty,
        Self::Monopoly,
        Self::VictoryPoint,
    ];

    /// The place in the fixed order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A multiset of development cards: how many of each, in the order of [`DevelopmentCard::ALL`].
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[ts(type = "[number, number, number, number, number]")]
pub struct DevelopmentCards([u8; 5]);

impl DevelopmentCards {
    /// No card.
    pub const EMPTY: Self = Self([0; 5]);

    /// Counts of knights, road buildings, years of plenty, monopolies, victory points.
    pub const fn new(counts: [u8; 5]) -> Self {
        Self(counts)
    }

    /// Counts in the order of [`DevelopmentCard::ALL`].
    pub const fn counts(self) -> [u8; 5] {
        self.0
    }

    /// How many cards there are.
    pub const fn total(self) -> u8 {
        lanes::sum(lanes::of(self.0)) as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        lanes::of(self.0) == 0
    }

    /// The multiset with one more card.
    #[must_use]
    pub fn with(mut self, card: DevelopmentCard) -> Self {
        self.0[card.index()] += 1;
        self
    }

    /// The multiset with one card fewer, where it has one.
    #[must_use]
    pub fn without(mut self, card: DevelopmentCard) -> Option<Self> {
        self.0[card.index()] = self.0[card.index()].checked_sub(1)?;
        Some(self)
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// The multiset without these cards, where they are all there.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let (have, want) = (lanes::of(self.0), lanes::of(other.0));
        let enough = lanes::borrows(have, want) == 0;
        enough.then(|| Self(lanes::counts(lanes::saturating_sub(have, want))))
    }

    /// The kinds of which there is at least one card, with their counts.
    pub fn iter(self) -> impl Iterator<Item = (DevelopmentCard, u8)> {
        DevelopmentCard::ALL
            .into_iter()
            .zip(self.0)
            .filter(|(_, count)| *count > 0)
    }
}

impl Index<DevelopmentCard> for DevelopmentCards {
    type Output = u8;

    fn index(&self, card: DevelopmentCard) -> &u8 {
        &self.0[card.index()]
    }
}
