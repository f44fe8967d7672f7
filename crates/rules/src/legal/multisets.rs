//! The multisets of so many cards among given ones: counted, found by number, and listed.

use crate::Cards;

/// Half of the cards of the largest bank: nobody discards or takes more at once.
const MOST: u8 = 60;

/// In how many ways the kinds after one give so many cards: by kind, then by cards.
type Ways = [[u32; MOST as usize + 1]; 4];

const NO_WAYS: Ways = [[0; MOST as usize + 1]; 4];

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
        let mut ways = NO_WAYS;
        self.count_rests(&mut ways);
        let count = usize::from(self.count);
        let [first, ..] = self.from.counts();
        let fewest = count.saturating_sub(usize::from(first));
        ways[0][fewest..=count].iter().sum()
    }

    /// The one with this number.
    pub(super) fn nth(self, mut n: u32) -> Cards {
        let mut ways = NO_WAYS;
        self.count_rests(&mut ways);
        let mut left = self.count;
        let mut chosen = [0; 5];
        for (chosen, rest) in chosen.iter_mut().zip(&ways) {
            while *chosen < left && n >= rest[usize::from(left - *chosen)] {
                n -= rest[usize::from(left - *chosen)];
                *chosen += 1;
            }
            left -= *chosen;
        }
        chosen[4] = left;
        Cards::new(chosen)
    }

    fn count_rests(self, ways: &mut Ways) {
        let size = usize::from(self.count) + 1;
        let most = self.from.counts().map(usize::from);
        ways[3][..size.min(most[4] + 1)].fill(1);
        for kind in [3, 2, 1] {
            let mut sum = 0;
            for cards in 0..size {
                // A window over the ways of the later kinds, as wide as there are cards of this one.
                sum += ways[kind][cards];
                if let Some(gone) = cards.checked_sub(most[kind] + 1) {
                    sum -= ways[kind][gone];
                }
                ways[kind - 1][cards] = sum;
            }
        }
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
