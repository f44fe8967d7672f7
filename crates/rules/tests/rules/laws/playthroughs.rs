//! A game in progress knows its past.

use brickwood_rules::{Action, Edition, History, Playthrough, Seat, State, Step};
use brickwood_test_kit::{Random, RandomGame};

#[test]
fn a_playthrough_knows_each_state_and_what_each_viewer_was_told_and_finds_its_way_back() {
    for seed in 0..20 {
        let mut game = RandomGame::new(Edition::Mayfair1996.rules(3), seed);
        let mut look = Random::new(!seed);
        let mut played = Playthrough::new(game.game.clone());
        let mut states = vec![game.state];
        while let Some(step) = game.next_step().filter(|_| states.len() < 400) {
            game.apply(step);
            played.take(step).expect("it is legal");
            states.push(game.state);
            if look.one_in(50) {
                let back = look.below(played.steps().len());
                let again = played.steps()[back..].to_vec();
                played.back_to(back);
                assert_eq!(*played.state(), states[back]);
                for step in again {
                    played.take(step).expect("it was legal before");
                }
            }
            if look.one_in(10) {
                assert_knows_all(&mut played, &states);
            }
        }
        assert_knows_all(&mut played, &states);
    }
}

fn assert_knows_all(played: &mut Playthrough, states: &[State]) {
    for (number, state) in states.iter().enumerate() {
        assert_eq!(played.state_after(number), *state, "after {number} steps");
    }
    let steps = played.steps().to_vec();
    assert_eq!(steps.len() + 1, states.len());
    for viewer in Seat::all(3).map(Some).chain([None]) {
        let told = History::from_steps(played.game(), viewer, steps.iter().copied());
        assert_eq!(played.history(viewer), told.ok().as_ref());
    }
}

#[test]
fn an_illegal_step_is_not_taken() {
    let mut game = RandomGame::new(Edition::Modern.rules(4), 3);
    let mut played = Playthrough::new(game.game.clone());
    let first = game.next_step().expect("the game begins");
    played.take(first).expect("it is legal");
    let (before, steps) = (*played.state(), played.steps().len());
    // Each seat rolls once for the first turn, and only then somebody places.
    let seat = Seat::new(0).expect("a seat");
    let action = Action::EndTurn;
    assert!(played.take(Step::Action { seat, action }).is_err());
    assert_eq!((*played.state(), played.steps().len()), (before, steps));
}

#[test]
fn what_was_told_before_a_position_is_unknown() {
    let mut game = RandomGame::new(Edition::Modern.rules(4), 4);
    let mut before = 0;
    let mut whole = Playthrough::new(game.game.clone());
    let mut later = None;
    while let Some(step) = game.next_step().filter(|_| whole.steps().len() < 200) {
        if whole.steps().len() == 100 {
            before = whole.told(None).events().len();
            later = Some(Playthrough::from_position(game.game.clone(), &game.state));
        }
        game.apply(step);
        whole.take(step).expect("it is legal");
        if let Some(later) = &mut later {
            later.take(step).expect("it is legal");
        }
    }
    let mut later = later.expect("the game was long enough");
    assert!(!later.is_whole());
    assert_eq!(later.history(None), None);
    assert_eq!(
        later.told(None).events(),
        &whole.told(None).events()[before..]
    );
}
