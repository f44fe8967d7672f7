//! A belief: the truth is always possible, and its probabilities are those of counting every way.

use brickwood_bots::{Belief, Bot, Level, choose};
use brickwood_rules::{
    BankShortage, BySeat, Cards, ChanceOutcome, DevelopmentCard, DevelopmentCards, DiceSource,
    Edition, Event, Game, History, InformationState, Phase, ProgressCards, Resource, Rules, Seat,
    State, Step, ToAct, Variants, events, for_each_outcome,
};
use brickwood_test_kit::{Random, RandomGame, of_every_edition};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::{self, draw, game_by};

/// Plays a random game and shows every step with the states around it, until `watch` has seen enough.
fn random_game(game: &Game, seed: u64, mut watch: impl FnMut(&State, Step, &State) -> bool) {
    let mut played = RandomGame::from(game.clone(), State::new(game), Random::new(seed));
    for _ in 0..2_500 {
        let before = played.state;
        let Some(step) = played.play() else {
            return;
        };
        if !watch(&before, step, &played.state) {
            return;
        }
    }
}

fn viewers(game: &Game) -> impl Iterator<Item = Option<Seat>> {
    Seat::all(game.rules().players).map(Some).chain([None])
}

fn hands(state: &State) -> BySeat<Cards> {
    BySeat::of(|seat| state.hand(seat))
}

/// Every edition with two to six players, and every switch that cards depend on.
fn all_rules() -> Vec<Rules> {
    let mut all: Vec<Rules> = of_every_edition().collect();
    for players in [3, 6] {
        for open_hands in [false, true] {
            all.push(Rules {
                variants: Variants {
                    open_hands,
                    knight_interrupt: true,
                    played_victory_points: true,
                    robber_may_stay: true,
                    cards_after_roll: true,
                    ..Variants::default()
                },
                progress_cards: ProgressCards::UnderTheDeck,
                bank_shortage: BankShortage::Nobody,
                dice: DiceSource::Deck,
                points_to_win: 16,
                ..Edition::Modern.rules(players)
            });
        }
    }
    all
}

/// What holds of every belief: the true cards are possible.
fn the_truth_is_possible(game: &Game, belief: &Belief, state: &State, step: Step) {
    let truth = hands(state);
    let joint = belief.joint_hands();
    if belief.is_exact() {
        assert!(
            joint.iter().any(|one| one.hands == truth),
            "after {step:?}: {truth:?} is not among {joint:?}"
        );
        for seat in Seat::all(game.rules().players) {
            let (low, high) = belief.bounds(seat).expect("there are hands");
            let hand = state.hand(seat);
            assert!(hand.contains(low) && high.contains(hand));
        }
    }
    let sum: f64 = joint.iter().map(|one| one.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let development = belief.development();
    let mut unknown = DevelopmentCards::EMPTY;
    let mut count = 0;
    for seat in Seat::all(game.rules().players) {
        let held = state.development(seat);
        let (known, others) = development.held(seat);
        let rest = held.checked_sub(known).expect("what is known is there");
        assert_eq!(rest.total(), others);
        unknown = unknown.plus(rest);
        count += others;
    }
    let unseen = development.unseen();
    assert!(unseen.checked_sub(unknown).is_some());
    // A played knight waits on its robber, and belongs to no hand.
    let view = state.view(game, None);
    assert_eq!(unseen.total(), view.deck - view.under_deck.len() + count);
}

#[test]
fn the_truth_is_always_possible() {
    let (mut checked, mut exact, mut most) = (0_u32, 0_u32, 0);
    for (number, rules) in all_rules().into_iter().enumerate() {
        let game = game_by(rules, number as u64);
        let mut seen: Vec<(History, Belief)> = viewers(&game)
            .map(|viewer| (History::new(viewer), Belief::new(&game, viewer)))
            .collect();
        random_game(&game, number as u64, |before, step, after| {
            if matches!(after.phase(), Phase::Over { .. }) {
                return false;
            }
            for (history, belief) in &mut seen {
                history.observe(&game, before, step, after);
                belief.follow(&game, history);
                // A purchase is told when its card is drawn.
                if matches!(after.phase(), Phase::Draw) {
                    continue;
                }
                the_truth_is_possible(&game, belief, after, step);
                checked += 1;
                exact += u32::from(belief.is_exact());
                most = most.max(belief.joint_hands().len());
                if let Some(viewer) = history.viewer() {
                    let own = after.hand(viewer);
                    assert!(belief.holds(viewer, own) > 1.0 - 1e-9);
                }
            }
            true
        });
    }
    println!("{checked} beliefs, {exact} exact, {most} joint hands at most");
    assert!(checked > 50_000, "{checked}");
    assert!(f64::from(exact) > 0.9 * f64::from(checked), "{exact}");
}

/// Every way that the game can have gone, as far as a viewer can tell: states and probabilities.
struct Ways {
    viewer: Option<Seat>,
    ways: Vec<(State, f64)>,
}

impl Ways {
    /// Lets every way go on by the step, where the viewer is told the same.
    fn go_on(&mut self, game: &Game, before: &State, step: Step, after: &State) {
        let told = events(game, before, step, after, self.viewer);
        let mut next = Vec::new();
        for (state, probability) in &self.ways {
            let mut steps = Vec::new();
            if let (Phase::Theft { .. }, Step::Chance { .. }) = (state.phase(), step) {
                let mut total = 0;
                for_each_outcome(game, state, |outcome: ChanceOutcome, weight| {
                    total += weight;
                    steps.push((Step::Chance { outcome }, f64::from(weight)));
                });
                for (_, weight) in &mut steps {
                    *weight /= f64::from(total);
                }
            } else {
                steps.push((step, 1.0));
            }
            for (step, weight) in steps {
                if let Ok(after) = state.apply(game, step)
                    && events(game, state, step, &after, self.viewer) == told
                {
                    next.push((after, probability * weight));
                }
            }
        }
        self.ways = next;
    }

    fn probability(&self, wanted: &BySeat<Cards>) -> f64 {
        let total: f64 = self.ways.iter().map(|(_, probability)| probability).sum();
        let fits = self
            .ways
            .iter()
            .filter(|(state, _)| hands(state) == *wanted);
        fits.map(|(_, probability)| probability).sum::<f64>() / total
    }
}

#[test]
fn the_probabilities_are_those_of_counting_every_way() {
    let (mut compared, mut most) = (0, 0);
    for seed in 0..24 {
        let players = 2 + (seed % 4) as u8;
        let edition = Edition::ALL[seed as usize % Edition::ALL.len()];
        let game = game_by(edition.rules(players), seed);
        for viewer in viewers(&game) {
            let mut belief = Belief::new(&game, viewer);
            let mut ways = Ways {
                viewer,
                ways: vec![(State::new(&game), 1.0)],
            };
            random_game(&game, seed, |before, step, after| {
                for event in events(&game, before, step, after, viewer) {
                    belief.observe(&event);
                }
                ways.go_on(&game, before, step, after);
                assert!(!ways.ways.is_empty());
                let joint = belief.joint_hands();
                if joint.len() > 1 && !matches!(after.phase(), Phase::Draw) {
                    for one in joint {
                        let expected = ways.probability(&one.hands);
                        let error = (one.probability - expected).abs();
                        assert!(error < 1e-9, "{} for {expected}", one.probability);
                    }
                    compared += joint.len();
                    most = most.max(joint.len());
                }
                ways.ways.len() < 400
            });
        }
    }
    assert!(compared > 5_000 && most > 30, "{compared}, {most}");
}

#[test]
fn a_bot_that_remembers_decides_as_one_that_is_caught_up() {
    for seed in 0..2 {
        let game = support::game(4, seed, false);
        let mut bots = [const { Bot::new(Level::Hard) }; 4];
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = State::new(&game);
        let mut histories: Vec<History> =
            Seat::all(4).map(|seat| History::new(Some(seat))).collect();
        for _ in 0..600 {
            let step = match state.to_act() {
                ToAct::Nobody => break,
                ToAct::Chance => Step::Chance {
                    outcome: draw(&game, &state, &mut rng),
                },
                ToAct::Seats { seats } => seats
                    .iter()
                    .find_map(|seat| {
                        let view = state.view(&game, Some(seat));
                        let known = InformationState::new(&view, Some(&histories[seat.index()]));
                        let number = rng.random_range(0..u64::MAX);
                        let action = bots[seat.index()].choose(&game, known, number);
                        assert_eq!(action, choose(Level::Hard, &game, known, number));
                        action.map(|action| Step::Action { seat, action })
                    })
                    .expect("somebody has something to do"),
            };
            let next = state.apply(&game, step).expect("bots act legally");
            for history in &mut histories {
                history.observe(&game, &state, step, &next);
            }
            state = next;
        }
    }
}

#[test]
fn what_was_taken_back_is_not_believed_though_something_else_ends_alike() {
    let game = support::game(3, 5, false);
    let seat = Seat::new(0);
    let told = |seed| {
        let mut history = History::new(seat);
        random_game(&game, seed, |before, step, after| {
            history.observe(&game, before, step, after);
            history.events().len() < 400
        });
        history.events().to_vec()
    };
    let (one, other) = (told(5), told(6));
    let mut compared = 0;
    for length in 1..=one.len().min(other.len()).min(80) {
        let last = &one[length - 1..length];
        let belief_of = |events: &[Event]| {
            let history = History::from_events(seat, [events, last].concat());
            (Belief::from_history(&game, &history), history)
        };
        let (mut belief, _) = belief_of(&one[..length - 1]);
        let (expected, history) = belief_of(&other[..length - 1]);
        compared += u32::from(belief.joint_hands() != expected.joint_hands());
        belief.follow(&game, &history);
        assert_eq!(belief.joint_hands(), expected.joint_hands());
    }
    assert!(compared > 0);
}

#[test]
fn a_history_of_another_game_is_not_believed() {
    let game = support::game(3, 5, false);
    let seat = Seat::new(0);
    let mut history = History::new(seat);
    let other = support::game(3, 6, false);
    random_game(&other, 6, |before, step, after| {
        history.observe(&other, before, step, after);
        history.events().len() < 200
    });
    random_game(&game, 5, |before, _, _| {
        let view = before.view(&game, seat);
        let known = InformationState::new(&view, Some(&history));
        let action = choose(Level::Hard, &game, known, 1);
        if let (Some(action), Some(seat)) = (action, seat) {
            assert!(before.apply(&game, Step::Action { seat, action }).is_ok());
        }
        before.turn() < 10
    });
}

#[test]
fn what_is_told_of_each_hand_holds_of_the_true_cards() {
    let game = support::game(4, 8, false);
    let viewer = Seat::new(1);
    let mut history = History::new(viewer);
    let (mut compared, mut open) = (0, 0);
    random_game(&game, 8, |before, step, after| {
        history.observe(&game, before, step, after);
        // A purchase is told when its card is drawn.
        if compared % 7 == 0 && !matches!(after.phase(), Phase::Draw) {
            let belief = Belief::from_history(&game, &history);
            for hand in belief.hands() {
                assert_ne!(Some(hand.seat), viewer);
                let (cards, development) = (after.hand(hand.seat), after.development(hand.seat));
                let true_cards = Resource::ALL.map(|resource| cards[resource]);
                let true_development = DevelopmentCard::ALL.map(|card| development[card]);
                let told = hand.resources.iter().chain(&hand.development);
                for (told, count) in told.zip(true_cards.iter().chain(&true_development)) {
                    assert!(
                        told.fewest <= *count,
                        "{hand:?} of {cards:?} {development:?}"
                    );
                    assert!(told.share > 0 || *count == 0 || !belief.is_exact());
                    assert!(told.share < 1000 || *count > 0);
                    assert!(u16::from(told.fewest) * 100 <= told.expected);
                    open += u32::from(told.share % 1000 > 0);
                }
                let sum: u16 = hand.resources.iter().map(|told| told.expected).sum();
                assert!(sum.abs_diff(100 * u16::from(cards.total())) <= 3);
            }
        }
        compared += 1;
        compared < 900
    });
    assert!(compared > 300 && open > 100, "{compared} {open}");
}
