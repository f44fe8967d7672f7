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
