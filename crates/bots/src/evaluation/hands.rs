//! The strengths of a seat with hands that differ by a few cards: a decision asks for the same ones over and over.

use std::cell::Cell;

use brickwood_rules::Cards;

/// How many strengths are kept.
const PLACES: usize = 32;

/// How far apart the places are of hands that differ by a card of each resource: for hands near one another, seldom alike.
const STRIDES: [usize; 5] = [1, 3, 7, 13, 18];

/// The strength with each hand, as long as no other hand takes its place.
pub(super) struct HandStrengths([Cell<Option<(Cards, f32)>>; PLACES]);

impl Default for HandStrengths {
    fn default() -> Self {
        Self([const { Cell::new(None) }; PLACES])
    }
}

impl HandStrengths {
    /// The strength with a hand, worked out where it is not known.
    pub(super) fn of(&self, hand: Cards, strength: impl FnOnce() -> f32) -> f32 {
        let counts = hand.counts().into_iter().zip(STRIDES);
        let sum: usize = counts
            .map(|(count, stride)| usize::from(count) * stride)
            .sum();
        let place = &self.0[sum % PLACES];
        match place.get() {
            Some((known, strength)) if known == hand => strength,
            _ => {
                let strength = strength();
                place.set(Some((hand, strength)));
                strength
            }
        }
    }
}
