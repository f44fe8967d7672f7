//! What advice must keep: it knows only what its seat knows, and what it advises can be done.

use brickwood_analysis::advise;
use brickwood_bots::{Bot, Level, choose};
use brickwood_protocol::{Advice, AdviceReason, AdvisedGoal, AdvisedPlace};
use brickwood_rules::{
    Action, Cards, ChanceOutcome, DevelopmentCard, Dice, Edition, Game, History, InformationState,
    Phase, Resource, Seat, State, Step, Terms, ToAct,
};
use brickwood_test_kit::{Random, new_game};

/// One of two worlds that a viewer cannot tell apart.
struct World {
    state: State,
    steps: Vec<Step>,
}

impl World {
    fn advice(&self, game: &Game, viewer: Seat, terms: Option<Terms>) -> Option<Advice> {
        let view = self.state.view(game, Some(viewer));
        let history = History::from_steps(game, Some(viewer), self.steps.iter().copied()).ok();
        let known = InformationState::new(&view, history.as_ref());
        advise(game, known, terms, 7)
    }

    /// The world after a step, if it is possible there.
    fn after(&self, game: &Game, step: Step) -> Option<Self> {
        let state = self.state.apply(game, step).ok()?;
        let steps = self.steps.iter().copied().chain([step]).collect();
        Some(Self { state, steps })
    }
}

/// What chance does, and where the viewer does not learn it, something else that it could have done.
fn outcomes(
    state: &State,
    viewer: Seat,
    random: &mut Random,
) -> (ChanceOutcome, Option<ChanceOutcome>) {
    let mut pick = |count: usize| random.below(count);
    match state.phase() {
        Phase::Theft { victim } => {
            let held: Vec<Resource> = state.hand(*victim).iter().map(|(each, _)| each).collect();
            let stolen = |place: usize| ChanceOutcome::Stolen {
                resource: held[place % held.len()],
            };
            let place = pick(held.len());
            let is_hidden = *victim != viewer && state.robbing() != viewer && held.len() > 1;
            (stolen(place), is_hidden.then(|| stolen(place + 1)))
        }
        Phase::Draw => {
            let left: Vec<DevelopmentCard> =
                state.drawable().iter().map(|(card, _)| card).collect();
            let drawn = |place: usize| ChanceOutcome::Drawn {
                card: left[place % left.len()],
            };
            let place = pick(left.len());
            let is_hidden = state.active() != viewer && left.len() > 1;
            (drawn(place), is_hidden.then(|| drawn(place + 1)))
        }
        _ => {
            let dice = Dice::new(pick(6) as u8 + 1, pick(6) as u8 + 1).expect("1 to 6");
            (ChanceOutcome::Dice { dice }, None)
        }
    }
}

/// Plays a game of medium bots, and shows `look` the viewer's world whenever it is to act, together with one
/// in which others hold other cards, as long as the viewer cannot tell them apart.
fn play(game: &Game, seed: u64, turns: u16, mut look: impl FnMut(Seat, &World, Option<&World>)) {
    let viewer = Seat::all(3).next().expect("a seat");
    let mut random = Random::new(seed);
    let mut world = World {
        state: State::new(game),
        steps: Vec::new(),
    };
    let mut other: Option<World> = None;
    while world.state.turn() < turns {
        let (step, instead) = match world.state.to_act() {
            ToAct::Nobody => break,
            ToAct::Chance => {
                let (outcome, hidden) = outcomes(&world.state, viewer, &mut random);
                let hidden = hidden.map(|outcome| Step::Chance { outcome });
                (Step::Chance { outcome }, hidden)
            }
            ToAct::Seats { seats } => {
                if world.state.awaited().contains(viewer) {
                    look(viewer, &world, other.as_ref());
                }
                let state = &world.state;
                let act = |seat: Seat| {
                    let view = state.view(game, Some(seat));
                    let action = choose(Level::Medium, game, &view, u64::from(state.turn()))?;
                    Some(Step::Action { seat, action })
                };
                let step = seats.iter().find_map(act).expect("somebody acts");
                (step, None)
            }
        };
        other = match (&other, instead) {
            (Some(other), _) => other.after(game, step),
            (None, Some(instead)) => world.after(game, instead),
            (None, None) => None,
        };
        world = world.after(game, step).expect("a legal step");
        let view_of = |one: &World| one.state.view(game, Some(viewer));
        other = other.filter(|other| view_of(other) == view_of(&world));
    }
}

fn terms() -> Terms {
    Terms {
        give: Cards::of(Resource::Wool, 1),
        take: Cards::of(Resource::Ore, 1),
    }
}

#[test]
fn cards_that_the_seat_cannot_see_change_nothing_in_its_advice() {
    let (mut compared, mut hints, mut places, mut trades, mut open) = (0, 0, 0, 0, 0);
    let editions = [Edition::Modern, Edition::Mayfair1996, Edition::Siedler];
    for (seed, edition) in (0..).zip(editions) {
        let game = &new_game(edition.rules(3), &mut Random::new(seed));
        play(game, seed, 40, |viewer, world, other| {
            let Some(other) = other else { return };
            assert_ne!(world.state, other.state, "the worlds differ");
            for terms in [None, Some(terms())] {
                let found = world.advice(game, viewer, terms).expect("a player");
                let same = other.advice(game, viewer, terms).expect("a player");
                assert_eq!(
                    serde_json::to_string(&found).expect("advice is JSON"),
                    serde_json::to_string(&same).expect("advice is JSON"),
                );
                compared += 1;
                hints += u32::from(found.best.is_some());
                places += u32::from(!found.places.is_empty());
                trades += u32::from(found.trade.is_some());
                assert_eq!(found.hands.len(), 2);
                let mut cards = found.hands.iter().flat_map(|hand| hand.resources);
                open += u32::from(cards.any(|cards| cards.share % 1000 > 0));
            }
        });
    }
    let seen = [compared, hints, places, trades, open];
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

#[test]
fn cards_that_a_bot_cannot_see_change_nothing_in_a_look_into_its_head() {
    let (mut compared, mut plans, mut hands) = (0, 0, 0);
    for (seed, edition) in (20..).zip([Edition::Modern, Edition::Siedler]) {
        let game = &new_game(edition.rules(3), &mut Random::new(seed));
        play(game, seed, 30, |viewer, world, other| {
            let Some(other) = other else { return };
            let look = |one: &World| {
                let view = one.state.view(game, Some(viewer));
                let steps = one.steps.iter().copied();
                let history = History::from_steps(game, Some(viewer), steps).ok();
                let known = InformationState::new(&view, history.as_ref());
                let action = choose(Level::Hard, game, known, 7)?;
                Bot::new(Level::Hard).look(game, known, action, 7)
            };
            let (found, same) = (look(world), look(other));
            assert_eq!(found, same);
            let found = found.expect("it is to decide");
            compared += 1;
            plans += u32::from(found.plans.len() > 1);
            hands += u32::from(found.hands.len() == 2);
        });
    }
    assert!(plans > 5 && hands == compared, "{compared} {plans} {hands}");
}

#[test]
fn what_is_advised_can_be_done_and_has_reasons() {
    let mut kinds = std::collections::BTreeSet::new();
    let mut ideas = 0;
    for seed in 11..14 {
        let game = &new_game(Edition::Modern.rules(3), &mut Random::new(seed));
        play(game, seed, 60, |viewer, world, _| {
            let advice = world.advice(game, viewer, None).expect("a player");
            let legal = |action: Action| {
                let step = Step::Action {
                    seat: viewer,
                    action,
                };
                world.state.apply(game, step).is_ok()
            };
            let best = advice.best.expect("a seat that is to act gets a hint");
            assert!(legal(best.action), "{best:?}");
            for (index, idea) in advice.others.iter().enumerate() {
                assert!(legal(idea.action), "{idea:?}");
                assert_ne!(idea.action, best.action);
                let others = &advice.others[..index];
                assert!(others.iter().all(|other| other.action != idea.action));
            }
            ideas += advice.others.len();
            for place in &advice.places {
                assert!(legal(place.action), "{place:?}");
                kinds.insert(reason_name(&place.reason));
            }
            let worths: Vec<u8> = advice.places.iter().map(|place| place.worth).collect();
            assert!(worths.iter().all(|worth| *worth <= 100));
            // On an empty island, good corners can be told from fair ones and from poor ones.
            if worths.len() > 40 {
                let fair = worths.iter().filter(|worth| (25..100).contains(*worth));
                assert!(fair.count() >= 5, "{worths:?}");
                assert_eq!(worths.last(), Some(&10));
            }
            // The best of each kind is worth 100, and a hint for a place of the set-up is the best place.
            if let Some(first) = advice.places.first() {
                assert_eq!(first.worth, 100);
                if world.state.turn() == 0 {
                    assert_eq!(first.action, best.action);
                }
            }
            let all: u16 = advice.chances.iter().sum();
            assert!(all.abs_diff(1000) <= 3, "{all}");
            kinds.extend(best.reason.as_ref().map(reason_name));
        });
    }
    assert!(ideas > 100, "there are {ideas} other ideas");
    for kind in ["city", "goal", "road", "robber", "settlement"] {
        assert!(kinds.contains(kind), "{kind} is not among {kinds:?}");
    }
}

fn reason_name(reason: &AdviceReason) -> &'static str {
    match reason {
        AdviceReason::Wins => "wins",
        AdviceReason::Settlement { .. } => "settlement",
        AdviceReason::City { .. } => "city",
        AdviceReason::Road { .. } => "road",
        AdviceReason::Robber { .. } => "robber",
        AdviceReason::Knight { .. } => "knight",
        AdviceReason::Goal { .. } => "goal",
        AdviceReason::Trade { .. } => "trade",
    }
}

#[test]
fn a_spectator_gets_no_advice() {
    let game = new_game(Edition::Modern.rules(3), &mut Random::new(1));
    let view = State::new(&game).view(&game, None);
    assert_eq!(advise(&game, (&view).into(), None, 1), None);
}

/// What an action builds or buys.
fn built(action: Action) -> Option<AdvisedGoal> {
    match action {
        Action::BuildRoad { .. } => Some(AdvisedGoal::Road),
        Action::BuildSettlement { .. } => Some(AdvisedGoal::Settlement),
        Action::BuildCity { .. } => Some(AdvisedGoal::City),
        Action::BuyDevelopmentCard => Some(AdvisedGoal::DevelopmentCard),
        _ => None,
    }
}

#[test]
fn what_a_hint_says_comes_still_in_the_turn_comes_there() {
    let viewer = Seat::all(3).next().expect("a seat");
    let (mut promised, mut kept) = (0, 0);
    for seed in 31..36 {
        let game = &new_game(Edition::Modern.rules(3), &mut Random::new(seed));
        play(game, seed, 90, |_, world, _| {
            let mut state = world.state;
            let mut steps = world.steps.clone();
            let mut promise = None;
            // The rest of a turn by hints, as long as nobody and nothing else has a say in it.
            while *state.phase() == Phase::Turn && state.active() == viewer {
                let view = state.view(game, Some(viewer));
                let history = History::from_steps(game, Some(viewer), steps.iter().copied()).ok();
                let known = InformationState::new(&view, history.as_ref());
                let advice = advise(game, known, None, 7).expect("a player");
                let best = advice.best.expect("a seat that is to act gets a hint");
                let (seat, action) = (viewer, best.action);
                let done = built(action);
                if let Some(promise) = promise
                    && (done.is_some() || action == Action::EndTurn)
                {
                    promised += 1;
                    kept += u32::from(done == Some(promise));
                    break;
                }
                promise = match best.reason {
                    Some(AdviceReason::Goal { goal, rolls: 0 }) => Some(goal),
                    _ => promise,
                };
                let is_certain = matches!(
                    action,
                    Action::MaritimeTrade { .. } | Action::PlayYearOfPlenty { .. }
                );
                if !is_certain {
                    break;
                }
                let step = Step::Action { seat, action };
                state = state.apply(game, step).expect("a legal hint");
                steps.push(step);
            }
        });
    }
    assert!(promised >= 5, "only {promised} promises");
    assert!(10 * kept >= 9 * promised, "{kept} of {promised} are kept");
}

#[test]
fn the_corner_that_is_named_first_says_what_a_richer_one_lacks() {
    let (mut asked, mut explained) = (0, 0);
    for seed in 500..540 {
        let game = &new_game(Edition::Modern.rules(4), &mut Random::new(seed));
        play(game, seed, 1, |viewer, world, _| {
            let state = &world.state;
            let is_first = state.buildings(viewer).is_empty();
            if !is_first || *state.phase() != Phase::SetUpSettlement {
                return;
            }
            let advice = world.advice(game, viewer, None).expect("a player");
            let cards = |place: &AdvisedPlace| match &place.reason {
                AdviceReason::Settlement { yields, .. } => yields.iter().sum::<u8>(),
                reason => panic!("a corner is settled: {reason:?}"),
            };
            let most = advice.places.iter().map(cards).max().expect("a corner");
            let gold = &advice.places[0];
            let AdviceReason::Settlement { next, richer, .. } = &gold.reason else {
                panic!("a corner is settled: {gold:?}");
            };
            assert!(next.is_some(), "the other half of the pair is named");
            assert!(cards(gold) + 3 > most || richer.is_some(), "{gold:?}");
            asked += 1;
            explained += u32::from(richer.is_some());
        });
    }
    assert_eq!(asked, 40);
    assert!(explained <= 4, "{explained} of 40 have to be explained");
}
