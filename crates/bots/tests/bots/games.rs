//! Whole games: every action is legal, negotiations end, nothing turns on what a seat cannot see.

use crate::support::{self, choose};
use brickwood_bots::{Level, give_up};
use brickwood_rules::{
    Action, Answer, BySeat, Cards, Edition, Game, Phase, Seat, State, Step, View,
};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Levels for the seats of a game: all of them at each table of four.
fn mixed(number: u64) -> [Level; 4] {
    std::array::from_fn(|seat| Level::ALL[(seat + number as usize) % Level::ALL.len()])
}

/// The runner panics at an illegal action, and where nobody has anything to do.
#[test]
fn every_action_is_legal_in_whole_games() {
    let mut finished = 0;
    for players in 2..=4 {
        for number in 0..16 {
            let game = support::game(players, number, number % 4 == 0);
            let levels = mixed(number);
            let outcome = support::play(&game, number, |_, seat, view, seed| {
                choose(levels[seat.index()], &game, view, seed)
            });
            finished += u32::from(outcome.winner.is_some());
        }
    }
    assert_eq!(finished, 48);
}

/// A state that `viewer` cannot tell from `state`: what it does not see is dealt anew.
fn dealt_anew(game: &Game, state: &State, view: &View, rng: &mut ChaCha8Rng) -> Option<State> {
    let viewer = view.viewer?;
    let others: Vec<Seat> = Seat::all(game.rules().players)
        .filter(|seat| *seat != viewer)
        .collect();
    let mut cards = Vec::new();
    let mut development = Vec::new();
    for seat in &others {
        for (resource, count) in state.hand(*seat).iter() {
            cards.extend(std::iter::repeat_n(resource, usize::from(count)));
        }
        for (card, count) in state.development(*seat).iter() {
            development.extend(std::iter::repeat_n(card, usize::from(count)));
        }
    }
    for (card, count) in state.drawable().iter() {
        development.extend(std::iter::repeat_n(card, usize::from(count)));
    }
    cards.shuffle(rng);
    development.shuffle(rng);
    let mut hidden = BySeat::default();
    hidden[viewer] = state.hidden(viewer);
    for seat in others {
        let guess = &mut hidden[seat];
        for _ in 0..state.hand(seat).total() {
            guess.hand += Cards::of(cards.pop()?, 1);
        }
        for number in 0..state.development(seat).total() {
            let card = development.pop()?;
            guess.development = guess.development.with(card);
            if number < view.seats[seat.index()].bought {
                guess.bought = guess.bought.with(card);
            }
        }
    }
    State::from_view(game, view, &hidden).ok()
}

#[test]
fn unseen_cards_change_no_decision_in_any_edition() {
    let mut compared = 0;
    let tables = [2, 4, 6].into_iter();
    let tables = tables.flat_map(|players| Edition::ALL.map(|edition| edition.rules(players)));
    for (number, rules) in (0..).zip(tables) {
        let game = support::game_by(rules, 40 + number);
        let levels = mixed(number);
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        support::play(&game, number, |state, seat, view, seed| {
            let level = levels[seat.index() % levels.len()];
            let action = choose(level, &game, view, seed);
            // Some deals would have ended the game before.
            let other = (0..200).find_map(|_| dealt_anew(&game, state, view, &mut rng));
            let other = other.expect("the cards fit");
            let same = other.view(&game, Some(seat));
            assert_eq!(same, *view);
            assert_eq!(choose(level, &game, &same, seed), action);
            if let Some(action) = action
                && !matches!(action, Action::Confirm { .. })
            {
                let step = Step::Action { seat, action };
                assert_eq!(other.apply(&game, step).err(), None);
                compared += u32::from(other != *state);
            }
            action
        });
    }
    assert!(
        compared > 1000,
        "{compared} decisions with other unseen cards"
    );
}

#[test]
fn hard_offers_answers_counters_and_closes() {
    let mut seen = [0_u32; 6];
    for number in 0..12 {
        let game = support::game(4, 70 + number, false);
        support::play(&game, number, |_, _, view, seed| {
            let action = choose(Level::Hard, &game, view, seed);
            let kind = match action {
                Some(Action::Offer { .. }) => 0,
                Some(Action::Accept) => 1,
                Some(Action::Decline) => 2,
                Some(Action::Counter { .. }) => 3,
                Some(Action::Confirm { .. }) => 4,
                Some(Action::Withdraw) => 5,
                _ => return action,
            };
            seen[kind] += 1;
            assert!(view.offers <= 2, "no more than two offers a turn");
            action
        });
    }
    assert!(
        seen.iter().all(|count| *count > 0),
        "offers, yes, no, counters, closed, withdrawn: {seen:?}"
    );
}

#[test]
fn who_has_nothing_to_do_does_nothing() {
    let game = support::game(4, 3, false);
    let mut waited = 0;
    support::play(&game, 3, |state, seat, view, seed| {
        for level in Level::ALL {
            assert_eq!(choose(level, &game, &state.view(&game, None), seed), None);
            for other in Seat::all(4).filter(|other| !state.may_act(*other)) {
                let theirs = state.view(&game, Some(other));
                assert_eq!(choose(level, &game, &theirs, seed), None);
            }
        }
        let action = choose(Level::Hard, &game, view, seed);
        if let Phase::Trade { trade } = view.phase {
            let pending = !trade.pending().is_empty();
            let answered = trade.answers[seat] != Answer::Pending;
            let waits = if seat == view.active {
                pending
            } else {
                answered
            };
            assert_eq!(action.is_none(), waits);
            waited += u32::from(waits);
        }
        action
    });
    assert!(waited > 0);
}

#[test]
fn giving_up_closes_with_who_agreed_or_takes_the_offer_back() {
    let mut closed = 0;
    let mut withdrawn = 0;
    for number in 0..8 {
        let game = support::game(4, 90 + number, false);
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        support::play(&game, number, |state, seat, view, seed| {
            let Phase::Trade { trade } = view.phase else {
                assert_eq!(give_up(&game, view), None);
                return choose(Level::Hard, &game, view, seed);
            };
            let out = give_up(&game, view);
            if seat == view.active {
                let action = out.expect("the offerer can always give up");
                let step = Step::Action { seat, action };
                assert_eq!(state.apply(&game, step).err(), None);
                closed += u32::from(matches!(action, Action::Confirm { .. }));
                withdrawn += u32::from(action == Action::Withdraw);
                // Sometimes it waits no longer.
                if !trade.pending().is_empty() && rng.random_bool(0.3) {
                    return Some(action);
                }
            } else {
                assert_eq!(out, None);
            }
            choose(Level::Hard, &game, view, seed)
        });
    }
    assert!(closed > 0 && withdrawn > 0, "{closed} {withdrawn}");
}
