//! Choices cost nothing more than they should, and luck is fair.

use brickwood_analysis::{AnalysisPart, Analyzer, Grade};
use brickwood_bots::Level;
use brickwood_rules::{
    Action, ChanceOutcome, Edition, LegalActions, Phase, Seat, SeatSet, Step, for_each_outcome,
};

use crate::played::{PlayedGame, bots};

fn analyzed(played: &PlayedGame) -> AnalysisPart {
    let mut analyzer =
        Analyzer::new(played.game.clone(), played.steps.clone()).expect("legal steps");
    analyzer.advance(usize::MAX)
}

#[test]
fn parts_of_any_size_are_the_whole() {
    let played = bots(Edition::Modern.rules(3), 21, &[Level::Hard, Level::Medium]);
    let whole = analyzed(&played);
    assert_eq!(whole.done as usize, played.steps.len());
    let actions = played
        .steps
        .iter()
        .filter(|step| matches!(step, Step::Action { .. }));
    assert_eq!(whole.choices.len(), actions.count());
    let mut analyzer = Analyzer::new(played.game, played.steps).expect("legal steps");
    let (mut choices, mut strokes) = (Vec::new(), Vec::new());
    let mut summaries = analyzer.summaries();
    while analyzer.done() < analyzer.steps() {
        let part = analyzer.advance(17);
        assert!(part.choices.len() + part.strokes.len() <= 17);
        choices.extend(part.choices);
        strokes.extend(part.strokes);
        summaries = part.summaries;
    }
    assert_eq!((choices, strokes), (whole.choices, whole.strokes));
    assert_eq!(summaries, whole.summaries);
}

#[test]
fn seats_that_are_judged_by_themselves_are_judged_alike() {
    let played = bots(Edition::Modern.rules(3), 22, &[Level::Hard, Level::Medium]);
    let whole = analyzed(&played);
    let seat = Seat::all(3).nth(1).expect("three seats");
    let others = SeatSet::all(3).without(seat);
    let (mut choices, mut strokes) = (Vec::new(), Vec::new());
    for seats in [SeatSet::only(seat), others] {
        let analyzer = Analyzer::new(played.game.clone(), played.steps.clone());
        let part = analyzer.expect("legal steps").of(seats).advance(usize::MAX);
        for seat in seats.iter() {
            let [alone, among] = [&part, &whole].map(|part| &part.summaries[seat.index()]);
            assert_eq!(alone.quality, among.quality);
            assert_eq!(alone.blunders, among.blunders);
            assert_eq!(alone.misses, among.misses);
        }
        assert!(
            part.choices
                .iter()
                .all(|choice| seats.contains(choice.seat))
        );
        choices.extend(part.choices);
        strokes.extend(part.strokes);
    }
    choices.sort_by_key(|choice| choice.step);
    strokes.sort_by_key(|stroke| stroke.step);
    assert_eq!((choices, strokes), (whole.choices, whole.strokes));
}

#[test]
fn every_choice_is_a_chance_and_only_a_sole_action_is_forced() {
    let edition = |players| {
        if players > 4 {
            Edition::FiveSix
        } else {
            Edition::Modern
        }
    };
    for players in [2, 4, 5] {
        let rules = edition(players).rules(players);
        let played = bots(
            rules,
            30 + u64::from(players),
            &[Level::Easy, Level::Medium],
        );
        for choice in analyzed(&played).choices {
            assert!((0.0..=1.0).contains(&choice.chance), "{choice:?}");
            assert!(choice.best_chance >= choice.chance);
            assert!(choice.chance >= choice.least_chance);
            assert!((0.0..=1.0).contains(&choice.least_chance), "{choice:?}");
            let state = &played.states[choice.step as usize - 1];
            let count = LegalActions::of(&played.game, state, choice.seat).len();
            // Offers are not among the legal actions, for they are without end.
            let offers = matches!(choice.action, Action::Offer { .. } | Action::Counter { .. });
            assert_eq!(choice.grade == Grade::Forced, count <= 1 && !offers);
            let after = &played.states[choice.step as usize];
            if let Phase::Over { winners } = *after.phase() {
                assert_eq!(winners, SeatSet::only(choice.seat));
                assert!(choice.chance > 0.999, "{choice:?}");
            }
        }
    }
}

/// What the same steps are worth with another outcome at the end.
fn stroke(played: &PlayedGame, place: usize, outcome: ChanceOutcome) -> Vec<f32> {
    let mut steps = played.steps[..place].to_vec();
    steps.push(Step::Chance { outcome });
    let mut analyzer = Analyzer::new(played.game.clone(), steps).expect("legal steps");
    let part = analyzer.advance(usize::MAX);
    part.strokes.last().expect("a stroke").changes.clone()
}

#[test]
fn luck_is_nothing_on_average() {
    let played = bots(Edition::Modern.rules(3), 50, &[Level::Medium]);
    // The first roll, theft and purchase.
    let first = |is: fn(&Phase) -> bool| {
        let place = played.states.iter().position(|state| is(state.phase()));
        place.expect("there is one in every game")
    };
    let places = [
        first(|phase| *phase == Phase::Dice),
        first(|phase| matches!(phase, Phase::Theft { .. })),
        first(|phase| *phase == Phase::Draw),
    ];
    let mut greatest = 0.0_f32;
    for place in places {
        let mut outcomes: Vec<(ChanceOutcome, f64)> = Vec::new();
        for_each_outcome(&played.game, &played.states[place], |outcome, weight| {
            outcomes.push((outcome, f64::from(weight)));
        });
        let total: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut mean = [0.0_f64; 3];
        for (outcome, weight) in outcomes {
            let changes = stroke(&played, place, outcome);
            assert!(
                changes.iter().sum::<f32>().abs() < 1e-4,
                "what one gains others lose"
            );
            for (mean, change) in mean.iter_mut().zip(changes) {
                *mean += weight / total * f64::from(change);
                greatest = greatest.max(change.abs());
            }
        }
        assert!(mean.iter().all(|mean| mean.abs() < 1e-5), "{mean:?}");
    }
    assert!(greatest > 0.01, "luck matters: {greatest}");
}

#[test]
fn sums_of_strokes_go_to_every_seat() {
    let played = bots(Edition::Modern.rules(2), 60, &[Level::Medium]);
    let part = analyzed(&played);
    let sums = &part.summaries;
    let of = |seat: Seat| -> f32 {
        let changes = part
            .strokes
            .iter()
            .map(|stroke| stroke.changes[seat.index()]);
        changes.sum()
    };
    for (seat, sum) in Seat::all(2).zip(sums) {
        assert!((sum.luck - of(seat)).abs() < 1e-3);
    }
    assert!((sums[0].luck + sums[1].luck).abs() < 1e-2);
}
