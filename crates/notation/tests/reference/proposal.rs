//! Offers and counter-offers at random, sensible ones and others.

use brickwood_rules::{Action, Cards, Resource, Seat, SeatSet, Terms};
use brickwood_test_kit::Random;

use crate::slow::compare::seat;
use crate::slow::model::{Awaiting, Reference};
use crate::slow::pile::Pile;

/// An action about domestic trade that a seat may or may not take now.
pub(crate) fn proposal(reference: &Reference, by: usize, random: &mut Random) -> Action {
    let other = random.pick(&reference.clockwise_after(by));
    if matches!(reference.awaiting, Awaiting::Answers { .. }) && by != reference.active {
        let terms = Terms {
            give: some_cards(&reference.players[reference.active].hand, random),
            take: some_cards(&reference.players[by].hand, random),
        };
        return Action::Counter { terms };
    }
    let terms = Terms {
        give: some_cards(&reference.players[by].hand, random),
        take: some_cards(&reference.players[other].hand, random),
    };
    let to = match random.below(8) {
        0..=3 => SeatSet::only(seat(other)),
        // Anybody, who sits here or not.
        4 => Seat::all(6).filter(|_| random.one_in(2)).collect(),
        _ => reference.seats().filter(|to| *to != by).map(seat).collect(),
    };
    Action::Offer { terms, to }
}

/// One or two cards: mostly of a hand, sometimes any, rarely none or far too many.
fn some_cards(hand: &Pile<Resource>, random: &mut Random) -> Cards {
    let held: Vec<Resource> = hand.kinds().map(|(resource, _)| resource).collect();
    let mut cards = Cards::EMPTY;
    for _ in 0..=random.below(2) {
        if random.one_in(12) {
            continue;
        }
        let from_hand = !held.is_empty() && !random.one_in(6);
        let from = if from_hand { &held[..] } else { &Resource::ALL };
        let count = if random.one_in(30) { 25 } else { 1 };
        cards += Cards::of(random.pick(from), count);
    }
    cards
}
