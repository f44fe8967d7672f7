//! What to give to the bank after a seven.

use brickwood_rules::{Cards, Resource};

/// `due` cards of a hand, one after the other from the largest pile.
pub(crate) fn from_largest_piles(hand: Cards, due: u8) -> Cards {
    one_by_one(hand, due, |rest, resource| f32::from(rest[resource]))
}

/// `due` cards of a hand, one after the other: each time the one with the highest `spare` of what
/// is left.
pub(crate) fn one_by_one(
    hand: Cards,
    due: u8,
    mut spare: impl FnMut(Cards, Resource) -> f32,
) -> Cards {
    let mut given = Cards::EMPTY;
    for _ in 0..due {
        let rest = hand.saturating_sub(given);
        let next = rest
            .iter()
            .map(|(resource, _)| (resource, spare(rest, resource)))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((resource, _)) = next else {
            break;
        };
        given += Cards::of(resource, 1);
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_piles_shrink_first() {
        let hand = Cards::new([5, 1, 3, 0, 1]);
        assert_eq!(from_largest_piles(hand, 5).counts(), [3, 0, 2, 0, 0]);
    }

    #[test]
    fn no_more_is_given_than_there_is() {
        let hand = Cards::new([1, 0, 0, 0, 1]);
        assert_eq!(from_largest_piles(hand, 3), hand);
    }
}
