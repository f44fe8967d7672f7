//! The generator of legal actions against the judge of legality, over every action that can be
//! written down in so many ways: each place, each trade with the bank, each victim, small sets of
//! cards, and each seat, at the table or not.

use std::collections::HashSet;

use brickwood_rules::{
    Action, Answer, Cards, Game, HexId, Intersection, LegalActions, MAX_SEATS, Path, Phase,
    Resource, Seat, SeatSet, State, Step, Terms, legal_actions, offers_up_to,
};

use crate::kit::Random;

/// More cards than this are not discarded one set at a time.
const SMALL: u8 = 5;

/// Whatever is legal is listed once, whatever is listed is legal, and nothing changes the state.
pub(super) fn generator_and_judge_agree(game: &Game, state: &State, random: &mut Random) {
    let untouched = *state;
    for seat in Seat::all(MAX_SEATS as u8) {
        let legal = |action: &Action| legal(game, state, seat, *action);
        let listed = legal_actions(game, state, seat);
        let set: HashSet<Action> = listed.iter().copied().collect();
        assert_eq!(set.len(), listed.len(), "each action is listed once");
        numbers_agree(game, state, seat, &listed);
        for action in &listed {
            assert!(legal(action), "{action:?} is listed and refused");
        }
        for action in encodable(game) {
            assert_eq!(
                set.contains(&action),
                legal(&action),
                "{action:?} of {seat:?} in {:?}",
                state.phase()
            );
        }
        offers_agree(game, state, seat, random);
        counters_agree(game, state, seat);
    }
    assert_eq!(*state, untouched);
}

/// Whether an action is legal. In place and on a copy it does the same, and an error changes nothing.
fn legal(game: &Game, state: &State, seat: Seat, action: Action) -> bool {
    let step = Step::Action { seat, action };
    let mut in_place = *state;
    match (state.apply(game, step), in_place.apply_mut(game, step)) {
        (Ok(next), Ok(())) => {
            assert_eq!(in_place, next, "{step:?}");
            true
        }
        (Err(illegal), Err(same)) => {
            assert_eq!(illegal, same, "{step:?}");
            assert_eq!(
                in_place, *state,
                "{step:?} changes the state and is refused"
            );
            false
        }
        _ => panic!("{step:?} is legal in place or on a copy only"),
    }
}

/// Counted and numbered, the actions are those of the list, in its order.
fn numbers_agree(game: &Game, state: &State, seat: Seat, listed: &[Action]) {
    let legal = LegalActions::of(game, state, seat);
    let numbered: Vec<_> = (0..legal.len()).map_while(|n| legal.nth(n)).collect();
    assert_eq!(numbered, listed);
    assert_eq!(legal.len() as usize, listed.len());
    assert_eq!(legal.nth(legal.len()), None);
    assert_eq!(legal.is_empty(), listed.is_empty());
}

/// Every action but offers and counter-offers; one number beyond the board each.
fn encodable(game: &Game) -> Vec<Action> {
    let topology = game.board().topology();
    let mut actions = vec![
        Action::Roll,
        Action::BuyDevelopmentCard,
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        Action::PlayVictoryPoint,
        Action::Pass,
        Action::Accept,
        Action::Decline,
        Action::Withdraw,
        Action::EndTurn,
    ];
    for at in (0..=topology.intersection_count() as u8).map(Intersection) {
        actions.extend([
            Action::BuildSettlement { at },
            Action::BuildCity { at },
            Action::TakeFirstCards { at },
        ]);
    }
    actions.extend((0..=topology.path_count() as u8).map(|at| Action::BuildRoad { at: Path(at) }));
    actions.extend((0..=topology.hex_count() as u8).map(|to| Action::MoveRobber { to: HexId(to) }));
    for seat in Seat::all(MAX_SEATS as u8) {
        actions.extend([Action::Rob { victim: seat }, Action::Confirm { with: seat }]);
    }
    for give in Resource::ALL {
        actions.push(Action::PlayMonopoly { resource: give });
        actions.extend(Resource::ALL.map(|take| Action::MaritimeTrade { give, take }));
    }
    for cards in multisets(SMALL) {
        actions.push(Action::Discard { cards });
        if cards.total() <= 3 {
            actions.push(Action::PlayYearOfPlenty { cards });
        }
    }
    actions
}

/// Every multiset of at most `most` cards, the empty one too.
fn multisets(most: u8) -> Vec<Cards> {
    let mut found = vec![Cards::EMPTY];
    for resource in Resource::ALL {
        found = found
            .into_iter()
            .flat_map(|cards| {
                (0..=most - cards.total()).map(move |count| cards + Cards::of(resource, count))
            })
            .collect();
    }
    found
}

/// Offers of one card for one, to any seats.
fn offers_agree(game: &Game, state: &State, seat: Seat, random: &mut Random) {
    let to: SeatSet = Seat::all(MAX_SEATS as u8)
        .filter(|_| random.one_in(2))
        .collect();
    let listed = if seat == state.active() {
        offers_up_to(game, state, to, 1)
    } else {
        Vec::new()
    };
    for give in Resource::ALL {
        for take in Resource::ALL {
            let terms = Terms {
                give: Cards::of(give, 1),
                take: Cards::of(take, 1),
            };
            let action = Action::Offer { terms, to };
            let legal = legal(game, state, seat, action);
            assert_eq!(listed.contains(&action), legal, "{action:?} of {seat:?}");
        }
    }
}

/// Counter-offers of one card for one, which no generator lists (TRD-03, TRD-05, TRD-12).
fn counters_agree(game: &Game, state: &State, seat: Seat) {
    for give in Resource::ALL {
        for take in Resource::ALL {
            let terms = Terms {
                give: Cards::of(give, 1),
                take: Cards::of(take, 1),
            };
            let expected = matches!(
                state.phase(),
                Phase::Trade { trade }
                    if trade.answers[seat.index()] != Answer::NotAsked
                        && trade.answers[seat.index()] != Answer::Countered { terms }
            ) && state.hand(seat)[take] > 0
                && (give != take || game.rules().like_for_like);
            let action = Action::Counter { terms };
            let legal = legal(game, state, seat, action);
            assert_eq!(legal, expected, "{action:?} of {seat:?}");
        }
    }
}
