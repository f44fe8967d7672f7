//! A mask names exactly what is legal, and every action has its way through it.

use std::collections::HashSet;

use brickwood_encode::{ActionSpace, Draft, for_each_choice};
use brickwood_rules::{
    Action, Answer, Cards, Game, Phase, Resource, Seat, SeatSet, State, Step, Terms, legal_actions,
    offers_up_to,
};
use brickwood_test_kit::Random;

use crate::kit::{RandomGame, all_rules, games, mask};

/// More discards than these are not looked at one by one.
const MANY: usize = 300;

#[test]
fn masks_are_the_legal_actions_and_actions_are_their_choices() {
    for (number, rules) in all_rules().into_iter().enumerate() {
        for seed in 0..games() {
            let mut look = Random::new(!seed);
            let mut played = RandomGame::new(rules, seed * 1000 + number as u64);
            loop {
                if look.one_in(24) {
                    for seat in Seat::all(rules.players) {
                        let draft = played.drafts[seat.index()];
                        every_choice_is_judged(&played.game, &played.state, seat, draft);
                        every_action_is_found(&played.game, &played.state, seat);
                    }
                }
                if played.advance().is_none() {
                    break;
                }
            }
        }
    }
}

/// What the mask allows is taken, and what is complete is legal; nothing else is.
fn every_choice_is_judged(game: &Game, state: &State, seat: Seat, draft: Draft) {
    let space = ActionSpace::of(game.board().layout());
    let mask = mask(game, state, seat, &draft);
    for index in space.indices() {
        let mut next = draft;
        let name = space.name(index);
        let legal = match next.choose(game, state, seat, index) {
            Ok(Some(action)) => state.apply(game, Step::Action { seat, action }).is_ok(),
            Ok(None) => {
                let goes_on = self::mask(game, state, seat, &next);
                assert!(goes_on.contains(&1), "{name:?} leads nowhere: {next:?}");
                true
            }
            Err(_) => {
                assert_eq!(next, draft, "an error changes nothing");
                false
            }
        };
        let allowed = mask[usize::from(index)];
        assert_eq!(allowed, u8::from(legal), "{name:?} after {draft:?}");
    }
}

/// Legal actions, offers and counter-offers are what their choices make, and each choice is allowed.
fn every_action_is_found(game: &Game, state: &State, seat: Seat) {
    let listed = legal_actions(game, state, seat);
    let mut first = HashSet::new();
    let proposals = proposals(game, state, seat);
    for action in listed.iter().take(MANY).chain(&proposals) {
        let mut choices = Vec::new();
        for_each_choice(game, seat, *action, |index| choices.push(index))
            .unwrap_or_else(|error| panic!("{action:?}: {error}"));
        first.insert(choices[0]);
        let mut draft = Draft::Nothing;
        for (place, index) in choices.iter().enumerate() {
            assert_eq!(mask(game, state, seat, &draft)[usize::from(*index)], 1);
            let made = draft
                .choose(game, state, seat, *index)
                .expect("it is allowed");
            let complete = place + 1 == choices.len();
            assert_eq!(made, complete.then_some(*action));
        }
        assert_eq!(draft, Draft::Nothing);
    }
    if listed.len() <= MANY {
        let allowed = mask(game, state, seat, &Draft::Nothing);
        let allowed = (0..).zip(allowed).filter(|(_, allowed)| *allowed == 1);
        let allowed: HashSet<u16> = allowed.map(|(index, _)| index).collect();
        assert_eq!(allowed, first);
    }
}

fn proposals(game: &Game, state: &State, seat: Seat) -> Vec<Action> {
    let others = SeatSet::all(game.rules().players).without(seat);
    match state.phase() {
        Phase::Turn if seat == state.active() => offers_up_to(game, state, others, 2),
        Phase::Trade { trade }
            if seat != state.active() && trade.answers[seat] != Answer::NotAsked =>
        {
            let give = state.hand(seat);
            let pairs = Resource::ALL
                .into_iter()
                .flat_map(|give| Resource::ALL.map(|take| (give, take)));
            pairs
                .filter(|(from, to)| give[*from] > 0 && (from != to || game.rules().like_for_like))
                .map(|(from, to)| Terms {
                    give: Cards::of(to, 1),
                    take: Cards::of(from, 1),
                })
                .filter(|terms| trade.answers[seat] != Answer::Countered { terms: *terms })
                .map(|terms| Action::Counter { terms })
                .collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn a_draft_is_dropped_where_the_game_has_gone_on() {
    let rules = brickwood_rules::Edition::Modern.rules(4);
    let played = RandomGame::new(rules, 1);
    let seat = played.state.active();
    let draft = Draft::Discard {
        cards: Cards::of(Resource::Ore, 1),
    };
    let draft = draft.in_phase(&played.game, &played.state, seat);
    assert_eq!(draft, Draft::Nothing);
}
