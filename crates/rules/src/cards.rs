//! Resources and multisets of resource cards.

use core::ops::{Add, AddAssign, Index};

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::lanes;

/// What land produces (BRD-03).
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// From hills.
    Brick,
    /// From forest.
    Lumber,
    /// From pasture.
    Wool,
    /// From fields.
    Grain,
    /// From mountains.
    Ore,
}

impl Resource {
    /// The five resources in their fixed order: brick, lumber, wool, grain, ore.
    pub const ALL: [Self; 5] = [
        Self::Brick,
        Self::Lumber,
        Self::Wool,
        Self::Grain,
        Self::Ore,
    ];

    /// The place in the fixed order.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in English, as JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brick => "brick",
            Self::Lumber => "lumber",
            Self::Wool => "wool",
            Self::Grain => "grain",
            Self::Ore => "ore",
        }
    }
}

/// A multiset of resource cards: how many of each, in the order of [`Resource::ALL`].
#[wire(rules)]
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[ts(type = "[number, number, number, number, number]")]
pub struct Cards([u8; 5]);

impl Cards {
    /// No card.
    pub const EMPTY: Self = Self([0; 5]);

    /// Counts of brick, lumber, wool, grain, ore.
    pub const fn new(counts: [u8; 5]) -> Self {
        Self(counts)
    }

    /// `count` cards of one resource.
    pub const fn of(resource: Resource, count: u8) -> Self {
        Self::from_lanes((count as u64) << (8 * resource as u32))
    }

    /// Counts of brick, lumber, wool, grain, ore.
    pub const fn counts(self) -> [u8; 5] {
        self.0
    }

    /// How many cards there are. Saturates, so that no input can overflow it.
    pub const fn total(self) -> u8 {
        let sum = lanes::sum(self.lanes());
        if sum > 0xff { 0xff } else { sum as u8 }
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.lanes() == 0
    }

    /// Whether there are at least these cards.
    pub const fn contains(self, other: Self) -> bool {
        lanes::borrows(self.lanes(), other.lanes()) == 0
    }

    /// The cards without these, where they are all there.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.contains(other).then(|| self.saturating_sub(other))
    }

    /// For each resource what is left over, never below nothing: what of `self` is missing in `other`.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self::from_lanes(lanes::saturating_sub(self.lanes(), other.lanes()))
    }

    /// The fewest cards that contain both: of each resource the greater count.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self + other.saturating_sub(self)
    }

    /// The resources of which there is at least one card, with their counts.
    pub fn iter(self) -> impl Iterator<Item = (Resource, u8)> {
        Resource::ALL
            .into_iter()
            .zip(self.0)
            .filter(|(_, count)| *count > 0)
    }

    /// Whether some resource is in both.
    pub const fn overlaps(self, other: Self) -> bool {
        lanes::occupied(self.lanes()) & lanes::occupied(other.lanes()) != 0
    }

    pub(crate) const fn lanes(self) -> u64 {
        lanes::of(self.0)
    }

    pub(crate) const fn from_lanes(word: u64) -> Self {
        Self(lanes::counts(word))
    }
}

/// Cards as a state holds them. One word is read as it was written: a processor waits where it has to
/// put a word together from bytes that it has just stored. No bank has more than 127 of a kind (BRD-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pile(u64);

impl Pile {
    pub(crate) const fn new(cards: Cards) -> Self {
        Self(cards.lanes())
    }

    pub(crate) const fn cards(self) -> Cards {
        Cards::from_lanes(self.0)
    }

    pub(crate) const fn lanes(self) -> u64 {
        self.0
    }

    pub(crate) const fn contains(self, cards: Cards) -> bool {
        lanes::covers(self.0, cards.lanes())
    }

    /// What is left without these cards, where they are all there.
    pub(crate) fn without(self, cards: Cards) -> Option<Self> {
        self.contains(cards).then(|| Self(self.0 - cards.lanes()))
    }

    /// Takes cards in. There are never more of a kind than a lane can hold (BRD-13).
    pub(crate) fn add(&mut self, lanes: u64) {
        self.0 += lanes;
    }

    /// Gives cards that are there.
    pub(crate) fn take(&mut self, lanes: u64) {
        debug_assert!(lanes::borrows(self.0, lanes) == 0, "the cards are there");
        self.0 -= lanes;
    }
}

impl AddAssign<Cards> for Pile {
    #[inline]
    fn add_assign(&mut self, cards: Cards) {
        self.add(cards.lanes());
    }
}

impl Index<Resource> for Cards {
    type Output = u8;

    fn index(&self, resource: Resource) -> &u8 {
        &self.0[resource.index()]
    }
}

impl Add for Cards {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::from_lanes(lanes::saturating_add(self.lanes(), other.lanes()))
    }
}

impl AddAssign for Cards {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
