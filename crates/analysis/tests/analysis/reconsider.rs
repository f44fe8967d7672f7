//! A choice that is looked at again is judged as the analysis judges it.

use brickwood_analysis::{AnalysisPart, Analyzer, Choice, Grade, reconsider};
use brickwood_bots::Level;
use brickwood_protocol::{PlayoutFact, PlayoutReason};
use brickwood_rules::{Action, Edition, Step};

use crate::played::bots;

fn thousandths(chance: f32) -> i32 {
    (1000.0 * chance).round() as i32
}

#[test]
fn what_is_best_again_is_what_the_analysis_calls_best() {
    let (mut several, mut wrong) = (0, 0);
    for players in [2, 4] {
        let played = bots(
            Edition::Modern.rules(players),
            70 + u64::from(players),
            &[Level::Easy, Level::Hard],
        );
        let mut analyzer =
            Analyzer::new(played.game.clone(), played.steps.clone()).expect("legal steps");
        let AnalysisPart { choices, .. } = analyzer.advance(usize::MAX);
        let is_told =
            |choice: &&Choice| choice.step.is_multiple_of(3) || choice.best != choice.action;
        for choice in choices.iter().filter(is_told) {
            let steps = &played.steps[..choice.step as usize];
            let again = reconsider(&played.game, steps, false).expect("legal steps");
            let again = again.expect("a choice");
            let chosen = usize::from(again.chosen);
            assert_eq!(again.view.viewer, Some(choice.seat));
            assert_eq!(again.answers[0].actions, [choice.best]);
            assert_eq!(again.answers[chosen].actions, [choice.action]);
            let worth: Vec<i32> = again
                .worth
                .iter()
                .map(|worth| worth.chance.into())
                .collect();
            assert_eq!(worth[0], thousandths(choice.best_chance));
            assert_eq!(worth[chosen], thousandths(choice.chance));
            assert!(worth.is_sorted_by(|a, b| a >= b), "{worth:?}");
            assert_eq!(again.worth[0].doubt, 0);
            assert_eq!(worth.len(), again.answers.len());
            assert!(worth.len() <= 6);
            let mut actions = again.answers.iter().map(|answer| &answer.actions);
            while let Some(action) = actions.next() {
                assert!(
                    actions.clone().all(|other| other != action),
                    "twice: {action:?}"
                );
            }
            several += u32::from(worth.len() > 2);
            wrong += u32::from(!matches!(choice.grade, Grade::Good | Grade::Forced));
        }
    }
    assert!(several > 100 && wrong > 5, "{several} {wrong}");
}

/// The rest of the turn is what can be done after the choice, in this order, up to what nobody can foresee.
#[test]
fn a_choice_is_told_with_the_rest_of_the_turn_that_it_is_judged_with() {
    let played = bots(Edition::Modern.rules(3), 79, &[Level::Hard]);
    let game = &played.game;
    let mut whole_turns = 0;
    for (place, step) in played.steps.iter().enumerate() {
        let Step::Action { seat, action } = *step else {
            continue;
        };
        let state = &played.states[place];
        let is_built = matches!(
            action,
            Action::BuildRoad { .. }
                | Action::BuildSettlement { .. }
                | Action::MaritimeTrade { .. }
        );
        if !is_built || state.turn() == 0 || !place.is_multiple_of(2) {
            continue;
        }
        let again = reconsider(game, &played.steps[..=place], false);
        let again = again.expect("legal steps").expect("a choice");
        for (answer, worth) in again.answers.iter().zip(&again.worth) {
            let all: Vec<Action> = [&answer.actions[..], &worth.rest].concat();
            let mut state = *state;
            for (done, action) in all.iter().enumerate() {
                let action = *action;
                let taken = state.apply(game, Step::Action { seat, action });
                state = taken.unwrap_or_else(|error| panic!("{error:?}: {all:?}"));
                if !state.may_act(seat) {
                    assert_eq!(done + 1, all.len(), "others answer: {all:?}");
                }
            }
            assert!(!worth.rest.contains(&Action::EndTurn), "{all:?}");
            whole_turns += u32::from(!worth.rest.is_empty());
        }
    }
    assert!(whole_turns > 20, "{whole_turns}");
}

#[test]
fn playouts_say_why_the_best_is_better() {
    let played = bots(Edition::Modern.rules(3), 77, &[Level::Easy]);
    let mut analyzer =
        Analyzer::new(played.game.clone(), played.steps.clone()).expect("legal steps");
    let AnalysisPart { choices, .. } = analyzer.advance(usize::MAX);
    let again = |choice: &Choice| {
        let steps = &played.steps[..choice.step as usize];
        let again = reconsider(&played.game, steps, true).expect("legal steps");
        again.expect("a choice")
    };
    let is_wrong = |choice: &&Choice| matches!(choice.grade, Grade::Mistake | Grade::Blunder);
    let (mut told, mut all) = (0, 0);
    for choice in choices.iter().filter(is_wrong).take(8) {
        let reasons = again(choice).reasons;
        all += 1;
        told += u32::from(!reasons.is_empty());
        assert!(reasons.len() <= 2);
        for PlayoutReason { fact, best, other } in reasons {
            let harms = matches!(fact, PlayoutFact::Lost | PlayoutFact::Rivals);
            assert!(if harms { best < other } else { best > other }, "{fact:?}");
        }
    }
    assert!(all >= 4 && 2 * told >= all, "{told} of {all}");
    let best = choices.iter().find(|choice| choice.best == choice.action);
    assert!(again(best.expect("a good choice")).reasons.is_empty());
}

#[test]
fn what_is_no_choice_cannot_be_looked_at_again() {
    let played = bots(Edition::Modern.rules(2), 74, &[Level::Easy]);
    // Chance says who begins.
    let first = reconsider(&played.game, &played.steps[..1], false).expect("legal steps");
    assert!(
        first.is_none()
            && reconsider(&played.game, &[], false)
                .expect("no steps")
                .is_none()
    );
}
