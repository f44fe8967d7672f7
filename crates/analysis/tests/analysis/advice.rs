//! What advice must keep: it knows only what its seat knows, and what it advises can be done.

use brickwood_analysis::advise;
use brickwood_bots::{Level, choose};
use brickwood_protocol::{Advice, AdviceReason};
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
    let (mut compared, mut hints, mut places, mut trades) = (0, 0, 0, 0);
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
            }
        });
    }
    let seen = [compared, hints, places, trades];
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
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
