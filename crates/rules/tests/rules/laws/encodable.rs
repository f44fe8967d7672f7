//! The generator of legal actions against the judge of legality, over every action that can be
//! written down in so many ways: each place, each trade with the bank, each victim, small sets of
//! cards, and each seat, at the table or not.

use std::collections::HashSet;

use brickwood_rules::{
    Action, ActionKind, Answer, Cards, Game, HexId, Illegal, Intersection, LegalActions, Path,
    Phase, Resource, Seat, SeatSet, State, Step, Terms, legal_actions, offers_up_to,
};
use brickwood_test_kit::Random;

/// More cards than this are not discarded one set at a time.
const SMALL: u8 = 5;

/// Whatever is legal is listed once, whatever is listed is legal, and nothing changes the state.
pub(super) fn generator_and_judge_agree(game: &Game, state: &State, random: &mut Random) {
    let untouched = *state;
    for seat in Seat::EVERY {
        let legal = |action: &Action| legal(game, state, seat, *action);
        let listed = legal_actions(game, state, seat);
        let set: HashSet<Action> = listed.iter().copied().collect();
        assert_eq!(set.len(), listed.len(), "each action is listed once");
        numbers_agree(game, state, seat, &listed);
        for action in &listed {
            assert!(legal(action), "{action:?} is listed and refused");
        }
        sets_agree(game, state, seat, &listed);
        reasons_agree(game, state, seat, &listed);
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

/// The sets hold what the list holds.
fn sets_agree(game: &Game, state: &State, seat: Seat, listed: &[Action]) {
    let sets = LegalActions::of(game, state, seat);
    let hexes: Vec<HexId> = sets.robber_hexes().collect();
    let mut kinds: Vec<_> = listed.iter().map(|action| action.kind()).collect();
    kinds.dedup();
    assert_eq!(sets.kinds().collect::<Vec<_>>(), kinds);
    for action in encodable(game) {
        let held = match action {
            Action::BuildRoad { at } => sets.roads().contains(at),
            Action::BuildSettlement { at } => sets.settlements().contains(at),
            Action::TakeFirstCards { at } => sets.first_cards().contains(at),
            Action::BuildCity { at } => sets.cities().contains(at),
            Action::MoveRobber { to } => hexes.contains(&to),
            Action::Rob { victim } => sets.victims().contains(victim),
            Action::Confirm { with } => sets.partners().contains(with),
            _ => continue,
        };
        assert_eq!(held, listed.contains(&action), "{action:?}");
    }
}

/// A kind is closed where no action of it is legal. The reason is one for which such an action is refused, or
/// that there is no place for any.
fn reasons_agree(game: &Game, state: &State, seat: Seat, listed: &[Action]) {
    let actions = encodable(game);
    for kind in ActionKind::ALL {
        let is_legal = listed.iter().any(|action| action.kind() == kind);
        match state.check(game, seat, kind) {
            // The cards of a trade, which are not looked at, may be missing; and what is given need not be listed.
            Ok(()) => assert!(
                is_legal
                    || matches!(
                        kind,
                        ActionKind::MaritimeTrade | ActionKind::Offer | ActionKind::Counter
                    ),
                "{kind:?}"
            ),
            Err(illegal) => {
                assert!(!is_legal, "{kind:?} is refused: {illegal}");
                let placeless = match illegal {
                    Illegal::NoFreeRoad => state.road_spots(seat).is_empty(),
                    Illegal::SettlementUnconnected => state.settlement_spots(game, seat).is_empty(),
                    Illegal::NoOwnSettlement => state.settlements(seat).is_empty(),
                    _ => false,
                };
                let mut refusals = actions
                    .iter()
                    .filter(|action| action.kind() == kind)
                    .map(|action| refusal(game, state, seat, *action));
                let is_said = refusals.any(|refusal| refusal == Some(illegal));
                let is_listed = !matches!(kind, ActionKind::Offer | ActionKind::Counter);
                assert!(placeless || is_said || !is_listed, "{kind:?}: {illegal}");
            }
        }
    }
}

fn refusal(game: &Game, state: &State, seat: Seat, action: Action) -> Option<Illegal> {
    state.apply(game, Step::Action { seat, action }).err()
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
    for seat in Seat::EVERY {
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
    let to: SeatSet = Seat::EVERY
        .into_iter()
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
                    if trade.answers[seat] != Answer::NotAsked
                        && trade.answers[seat] != Answer::Countered { terms }
            ) && state.hand(seat)[take] > 0
                && (give != take || game.rules().like_for_like);
            let action = Action::Counter { terms };
            let legal = legal(game, state, seat, action);
            assert_eq!(legal, expected, "{action:?} of {seat:?}");
        }
    }
}
