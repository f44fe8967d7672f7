//! The multisets of so many cards among given ones: counted, found by number, and listed.

use crate::Cards;

/// Half of the cards of the largest bank: nobody discards or takes more at once.
const MOST: u8 = 60;

/// All multisets of `count` cards of `from`, in a fixed order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Multisets {
    pub(super) from: Cards,
    pub(super) count: u8,
}

impl Multisets {
    /// The empty one.
    pub(super) const NONE: Self = Self {
        from: Cards::EMPTY,
        count: 0,
    };

    /// How many there are.
    pub(super) fn len(self) -> u32 {
        if self.count > MOST {
            return 0;
        }
        self.rests()[0][usize::from(self.count)]
    }

    /// The one with this number.
    pub(super) fn nth(self, mut n: u32) -> Cards {
        let rests = self.rests();
        let mut left = self.count;
        let mut chosen = [0; 5];
        for (chosen, rest) in chosen.iter_mut().zip(&rests[1..]) {
            while *chosen < left && n >= rest[usize::from(left - *chosen)] {
                n -= rest[usize::from(left - *chosen)];
                *chosen += 1;
            }
            left -= *chosen;
        }
        Cards::new(chosen)
    }

    /// In how many ways the kinds from one on give so many cards: by kind, then by cards.
    fn rests(self) -> [[u32; MOST as usize + 1]; 6] {
        let mut rests = [[0; MOST as usize + 1]; 6];
        rests[5][0] = 1;
        for (kind, most) in self.from.counts().into_iter().enumerate().rev() {
            let mut ways = 0;
            for cards in 0..=usize::from(self.count) {
                // A window over the ways of the later kinds, as wide as there are cards of this one.
                ways += rests[kind + 1][cards];
                if let Some(gone) = cards.checked_sub(usize::from(most) + 1) {
                    ways -= rests[kind + 1][gone];
                }
                rests[kind][cards] = ways;
            }
        }
        rests
    }

    /// Calls `found` with each.
    pub(super) fn for_each(self, mut found: impl FnMut(Cards)) {
        list(self.from.counts(), [0; 5], 0, self.count, &mut found);
    }
}

fn list(from: [u8; 5], mut chosen: [u8; 5], kind: usize, left: u8, found: &mut impl FnMut(Cards)) {
    if kind == 4 {
        if left <= from[4] {
            chosen[4] = left;
            found(Cards::new(chosen));
        }
        return;
    }
    for taken in 0..=left.min(from[kind]) {
        chosen[kind] = taken;
        list(from, chosen, kind + 1, left - taken, found);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn multisets_are_counted_and_numbered_as_they_are_listed(
            from in prop::array::uniform5(0..6u8),
            count in 0..12u8,
        ) {
            let multisets = Multisets { from: Cards::new(from), count };
            let mut listed = Vec::new();
            multisets.for_each(|cards| listed.push(cards));
            prop_assert_eq!(multisets.len() as usize, listed.len());
            for (n, cards) in (0..).zip(listed) {
                prop_assert_eq!(cards.total(), count);
                prop_assert!(Cards::new(from).contains(cards));
                prop_assert_eq!(multisets.nth(n), cards);
            }
        }
    }
}
