//! A heap of cards.

use std::collections::BTreeMap;

use brickwood_rules::{Cards, DevelopmentCard, DevelopmentCards, Resource};

/// How many cards of each kind there are. Kinds without a card are not listed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Pile<K: Ord>(BTreeMap<K, u8>);

impl<K: Ord> Default for Pile<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Copy> Pile<K> {
    pub(crate) fn new(cards: impl IntoIterator<Item = (K, u8)>) -> Self {
        let mut pile = Self::default();
        for (kind, count) in cards {
            pile.add(kind, count);
        }
        pile
    }

    pub(crate) fn count(&self, kind: K) -> u8 {
        self.0.get(&kind).copied().unwrap_or(0)
    }

    pub(crate) fn total(&self) -> u8 {
        self.0.values().sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.total() == 0
    }

    pub(crate) fn kinds(&self) -> impl Iterator<Item = (K, u8)> + '_ {
        self.0.iter().map(|(kind, count)| (*kind, *count))
    }

    /// Whether all of the other heap's cards are in this one.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        other.kinds().all(|(kind, count)| self.count(kind) >= count)
    }

    pub(crate) fn add(&mut self, kind: K, count: u8) {
        if count > 0 {
            *self.0.entry(kind).or_default() += count;
        }
    }

    pub(crate) fn remove(&mut self, kind: K, count: u8) {
        let left = self.count(kind) - count;
        self.0.insert(kind, left);
        if left == 0 {
            self.0.remove(&kind);
        }
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        for (kind, count) in other.kinds() {
            self.add(kind, count);
        }
    }

    pub(crate) fn remove_all(&mut self, other: &Self) {
        for (kind, count) in other.kinds() {
            self.remove(kind, count);
        }
    }

    /// Every way to take `size` cards out of the heap.
    pub(crate) fn choices(&self, size: u8) -> Vec<Self> {
        let mut found = vec![Self::default()];
        for (kind, count) in self.kinds() {
            let mut longer = Vec::new();
            for taken in &found {
                for more in 0..=count.min(size - taken.total()) {
                    let mut taken = taken.clone();
                    taken.add(kind, more);
                    longer.push(taken);
                }
            }
            found = longer;
        }
        found.retain(|taken| taken.total() == size);
        found
    }
}

impl From<Cards> for Pile<Resource> {
    fn from(cards: Cards) -> Self {
        Self::new(Resource::ALL.into_iter().zip(cards.counts()))
    }
}

impl Pile<Resource> {
    pub(crate) fn cards(&self) -> Cards {
        Cards::new(Resource::ALL.map(|resource| self.count(resource)))
    }
}

impl From<DevelopmentCards> for Pile<DevelopmentCard> {
    fn from(cards: DevelopmentCards) -> Self {
        Self::new(DevelopmentCard::ALL.into_iter().zip(cards.counts()))
    }
}

impl Pile<DevelopmentCard> {
    pub(crate) fn development_cards(&self) -> DevelopmentCards {
        DevelopmentCards::new(DevelopmentCard::ALL.map(|card| self.count(card)))
    }
}
