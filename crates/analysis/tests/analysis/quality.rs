//! How good somebody has played, as one number.

use brickwood_analysis::{AnalysisPart, Analyzer, Choice, Grade, Miss, SeatSummary, chances};
use brickwood_bots::Level;
use brickwood_rules::{Action, Edition, Seat};

use crate::played::{PlayedGame, between, bots};
use seats::{KINDS, SINGLE_MINDED, player};

#[path = "../../examples/seats/mod.rs"]
mod seats;

fn analyzed(played: &PlayedGame) -> AnalysisPart {
    let analyzer = Analyzer::new(played.game.clone(), played.steps.clone());
    analyzer.expect("legal steps").advance(usize::MAX)
}

fn quality(sum: &SeatSummary) -> f32 {
    sum.quality.expect("something was at stake")
}

/// A game of four of these kinds.
fn of_kinds(kinds: [&str; 4], seed: u64) -> PlayedGame {
    let players = kinds.map(|kind| player(kind).expect("a kind of players"));
    between(Edition::Modern.rules(4), seed, players.into())
}

#[test]
fn the_quality_of_play_tells_the_levels_apart() {
    let qualities = [Level::Easy, Level::Medium, Level::Hard].map(|level| {
        let (mut sum, mut seats) = (0.0, 0.0);
        for seed in 0..3 {
            let played = bots(Edition::Modern.rules(4), 40 + seed, &[level]);
            for seat in &analyzed(&played).summaries {
                sum += quality(seat);
                seats += 1.0;
            }
        }
        sum / seats
    });
    assert!((50.0..70.0).contains(&qualities[0]), "{qualities:?}");
    assert!((70.0..95.0).contains(&qualities[1]), "{qualities:?}");
    assert!((95.0..=100.0).contains(&qualities[2]), "{qualities:?}");
}

#[test]
fn who_could_not_play_worse_is_told_so() {
    for seed in 0..3 {
        let played = of_kinds(["easy", "helpless", "easy", "random"], 80 + seed);
        let set_up = played.states.iter().rfind(|state| state.turn() == 0);
        let chance = chances(&played.game, set_up.expect("a set-up"))[1];
        assert!(chance < 0.02, "from there, nobody wins: {chance}");
        let sums = analyzed(&played).summaries;
        let helpless = &sums[1];
        assert!(quality(helpless) < 20.0, "{helpless:?}");
        assert!(
            helpless.poor_start,
            "both settlements are on the worst corners"
        );
        for other in [0, 2] {
            assert!(quality(&sums[other]) > quality(helpless) + 10.0, "{sums:?}");
        }
        let of = helpless.by_kind;
        assert!(of.settling.is_some_and(|settling| settling < 20.0));
        assert!(of.building.is_none_or(|building| building < 20.0));
    }
}

#[test]
fn the_hard_level_starts_well() {
    let played = bots(Edition::Modern.rules(4), 70, &[Level::Hard]);
    let part = analyzed(&played);
    assert!(part.summaries.iter().all(|sum| !sum.poor_start));
    for choice in &part.choices {
        let places = matches!(choice.action, Action::BuildSettlement { .. }) && choice.turn == 0;
        assert_eq!(choice.corner.is_some(), places);
        if let Some(corner) = choice.corner {
            assert!(2 * corner.better <= corner.all, "{corner:?}");
        }
    }
}

#[test]
fn who_does_one_thing_all_the_time_is_told_so() {
    let (mut single_minded, mut easy, mut poor) = (0.0, 0.0, 0);
    for seed in 0..4 {
        let played = of_kinds(["hoarding", "easy", "stubborn", "easy"], 120 + seed);
        let sums = analyzed(&played).summaries;
        single_minded += quality(&sums[0]) + quality(&sums[2]);
        easy += quality(&sums[1]) + quality(&sums[3]);
        for sum in [&sums[0], &sums[2]] {
            poor += u32::from(sum.poor_start);
            let building = sum.by_kind.building;
            assert!(building.is_none_or(|building| building < 20.0), "{sum:?}");
        }
    }
    assert!(single_minded < easy - 8.0 * 8.0, "{single_minded} {easy}");
    // The hard level has settled, which the judge does not always follow.
    assert!(poor <= 2, "{poor} of 8");
}

/// Whoever does nothing leaves the same thing out on many turns: that is one decision.
#[test]
fn what_is_left_out_on_turns_in_a_row_counts_once() {
    let played = of_kinds(["hoarding", "easy", "easy", "easy"], 91);
    let part = analyzed(&played);
    let sum = &part.summaries[0];
    let missed = part.choices.iter().filter(|choice| {
        let missed = !matches!(choice.grade, Grade::Forced | Grade::Good);
        choice.seat.index() == 0 && missed
    });
    let repeated = missed.clone().zip(missed.clone().skip(1));
    // Where the robber goes is decided anew each time.
    let is_lasting = |choice: &Choice| !matches!(choice.best, Action::MoveRobber { .. });
    let repeated =
        repeated.filter(|(before, after)| before.best == after.best && is_lasting(after));
    let counted = (sum.inaccuracies + sum.mistakes + sum.blunders) as usize;
    assert!(repeated.clone().count() > 0, "the game has such a case");
    assert!(counted + repeated.count() <= missed.count());
}

#[test]
fn what_can_be_learned_is_what_was_counted_the_heaviest_first() {
    let played = of_kinds(["helpless", "easy", "hoarding", "weakened"], 84);
    let part = analyzed(&played);
    for (seat, sum) in Seat::all(4).zip(&part.summaries) {
        let counted = sum.inaccuracies + sum.mistakes + sum.blunders;
        let heavy = sum.misses.iter().filter(|miss| miss.cost >= 0.02);
        assert_eq!(heavy.count(), counted as usize, "{sum:?}");
        assert!(sum.misses.is_sorted_by(|a, b| a.cost >= b.cost), "{sum:?}");
        for miss in &sum.misses {
            let choice = part.choices.iter().find(|choice| choice.step == miss.step);
            let choice = choice.expect("a choice");
            assert_eq!((choice.seat, choice.turn), (seat, miss.turn));
            assert!((choice.best_chance - choice.chance - miss.cost).abs() < 1e-6);
        }
    }
    let [helpless, ..] = &part.summaries[..] else {
        unreachable!("four seats")
    };
    let is_corner = |miss: &&Miss| miss.turn == 0;
    assert_eq!(helpless.misses.iter().filter(is_corner).count(), 2);
}

#[test]
fn the_whole_lies_between_what_the_kinds_of_decisions_are_worth() {
    for (seed, kind) in (0..).zip(KINDS.into_iter().chain(SINGLE_MINDED)) {
        let played = of_kinds([kind, "easy", "medium", "hard"], 100 + seed);
        for sum in &analyzed(&played).summaries {
            let of = sum.by_kind;
            let each = [of.settling, of.building, of.trade, of.robber, of.cards];
            let each: Vec<f32> = each.into_iter().flatten().collect();
            let least = each.iter().copied().fold(100.0, f32::min) - 1e-3;
            let most = each.iter().copied().fold(0.0, f32::max) + 1e-3;
            assert!((least..=most).contains(&quality(sum)), "{sum:?}");
        }
    }
}

#[test]
fn who_has_chosen_nothing_has_no_quality() {
    let played = bots(Edition::Modern.rules(3), 61, &[Level::Easy]);
    let mut unplayed = Analyzer::new(played.game, Vec::new()).expect("no steps");
    let nothing = unplayed.advance(1).summaries;
    let is_open = |sum: &SeatSummary| sum.quality.is_none() && !sum.poor_start;
    assert!(nothing.iter().all(is_open) && nothing.len() == 3);
}
