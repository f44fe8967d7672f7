//! What the hard bot offers: parts of a plan, and such as a person could take.

mod support;

use std::collections::HashMap;

use brickwood_bots::{Level, choose};
use brickwood_rules::{Action, Cards, Phase, Seat, Step, Terms};

/// An offer of a hard bot, and what it had done before.
struct Offer {
    terms: Terms,
    hand: Cards,
    /// What it had taken from the bank in the same turn.
    bought: Cards,
}

/// The turn of one seat, as far as offers are concerned.
#[derive(Default)]
struct Turn {
    number: u16,
    bought: Cards,
}

/// The offers of some games, hard bots against each other and against mediums in turn.
fn offers() -> Vec<Offer> {
    let mut offers = Vec::new();
    for number in 0..24 {
        let game = support::game(4, 300 + number, false);
        let rivals = [Level::Hard, Level::Medium][number as usize % 2];
        let levels = support::one_against(Level::Hard, rivals, 4, number);
        let mut turns: HashMap<Seat, Turn> = HashMap::new();
        support::play(&game, number, |state, seat, view, seed| {
            let level = levels[seat.index()];
            let action = choose(level, &game, view, seed)?;
            if level != Level::Hard || !matches!(state.phase(), Phase::Turn) {
                return Some(action);
            }
            let turn = turns.entry(seat).or_default();
            if turn.number != state.turn() {
                turn.bought = Cards::EMPTY;
                turn.number = state.turn();
            }
            let hand = state.hand(seat);
            match action {
                Action::MaritimeTrade { .. } => {
                    let next = state.apply(&game, Step::Action { seat, action });
                    let next = next.expect("bots act by the rules");
                    turn.bought += next.hand(seat).saturating_sub(hand);
                }
                Action::Offer { terms, .. } => {
                    offers.push(Offer {
                        terms,
                        hand,
                        bought: turn.bought,
                    });
                }
                _ => {}
            }
            Some(action)
        });
    }
    assert!(offers.len() > 100, "{} offers", offers.len());
    offers
}

#[test]
fn hard_never_asks_for_what_it_has_plenty_of() {
    for offer in offers() {
        let terms = offer.terms;
        for (wanted, _) in terms.take.iter() {
            assert!(
                offer.hand[wanted] < 3,
                "asks for {wanted:?} with {:?} in hand",
                offer.hand
            );
        }
    }
}

#[test]
fn hard_hardly_ever_gives_away_what_it_has_just_bought() {
    let offers = offers();
    let undone = offers
        .iter()
        .filter(|offer| offer.terms.give.overlaps(offer.bought))
        .count();
    // A declined offer, and what the plan became without it, can change the plan.
    assert!(undone * 200 <= offers.len(), "{undone} of {}", offers.len());
}
