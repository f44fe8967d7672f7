//! Chances to win add up, end where the game ends, and turn on nothing that a seat cannot see.

use brickwood_analysis::{chances, known_chances};
use brickwood_bots::{Level, guesses};
use brickwood_rules::{Edition, History, InformationState, Phase, Seat, Step};

use crate::played::{PlayedGame, bots};

fn games() -> impl Iterator<Item = PlayedGame> {
    (2..=6).map(|players| {
        let edition = if players > 4 {
            Edition::FiveSix
        } else {
            Edition::Modern
        };
        bots(
            edition.rules(players),
            u64::from(players),
            &[Level::Hard, Level::Medium],
        )
    })
}

fn assert_sum(chances: &[f32]) {
    let sum: f32 = chances.iter().sum();
    assert!((sum - 1.0).abs() < 1e-5, "{chances:?}");
    assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
}

#[test]
fn chances_add_up_and_end_with_the_winner() {
    for PlayedGame { game, states, .. } in games() {
        for state in &states {
            assert_sum(&chances(&game, state));
        }
        let end = states.last().expect("a game");
        let Phase::Over { winners } = *end.phase() else {
            panic!("the game has an end");
        };
        for (seat, chance) in Seat::all(game.rules().players).zip(chances(&game, end)) {
            assert_eq!(chance > 0.5, winners.contains(seat));
        }
        // Nothing has happened yet, and nobody has begun.
        let first = chances(&game, &states[0]);
        assert_eq!(first, vec![first[0]; first.len()]);
    }
}

#[test]
fn a_game_that_is_called_off_is_judged_as_if_it_went_on() {
    let PlayedGame { game, states, .. } = bots(Edition::Modern.rules(3), 8, &[Level::Medium]);
    let state = &states[states.len() / 2];
    let ended = state
        .apply(&game, Step::CalledOff)
        .expect("it can be ended");
    assert_eq!(chances(&game, state), chances(&game, &ended));
}

/// The chances that a seat is told are the same in every state that it cannot tell from the true one.
#[test]
fn unseen_cards_change_no_byte() {
    let mut differ = 0;
    for PlayedGame {
        game,
        steps,
        states,
    } in games()
    {
        let viewer = Seat::new(1);
        let mut history = History::new(viewer);
        for (place, step) in steps.iter().enumerate() {
            let (before, state) = (&states[place], &states[place + 1]);
            history.observe(&game, before, *step, state);
            if place % 40 != 39 {
                continue;
            }
            let view = state.view(&game, viewer);
            let known = InformationState::new(&view, Some(&history));
            let told = known_chances(&game, known).expect("a seat");
            assert_sum(&told);
            assert_eq!(known_chances(&game, known), Some(told));
            let alone = known_chances(&game, &view);
            for other in guesses(&game, &view, 3, place as u64) {
                let other_view = other.view(&game, viewer);
                assert_eq!(known_chances(&game, &other_view), alone);
                differ += u32::from(chances(&game, &other) != chances(&game, state));
            }
        }
    }
    assert!(differ > 20, "the states were hardly different: {differ}");
}

#[test]
fn a_spectator_is_told_no_chances() {
    let PlayedGame { game, states, .. } = bots(Edition::Modern.rules(2), 3, &[Level::Medium]);
    let view = states[states.len() / 2].view(&game, None);
    assert_eq!(known_chances(&game, &view), None);
}
