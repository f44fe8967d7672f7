//! Counts of step sequences from the positions of `tests-data/perft`: by the engine, and, where they
//! are not too many for it, by the slow and independent reading of the rules.
//!
//! `BRICKWOOD_PERFT_DEEP=1` counts the lines marked `deep` too, and lets the slow one count more.

use std::fmt::Write;
use std::fs;

use brickwood_notation::{Position, parse_position};
use brickwood_rules::{Game, State, Step, ToAct, for_each_action, for_each_outcome};
use brickwood_test_kit::{in_repository, read};

use crate::slow::compare::{same_choices, same_game, seat};
use crate::slow::model::{Actors, Reference};

const FOLDER: &str = "tests-data/perft";
/// The slow reading counts no more sequences than these.
const SLOW_SEQUENCES: u64 = 3_000;
/// The same where there is time.
const SLOW_SEQUENCES_DEEP: u64 = 20_000;

/// A line such as `depth=3 nodes=1044`, or `depth=5 nodes=2001044 deep`.
struct Count {
    depth: u32,
    sequences: u64,
    deep: bool,
}

/// A position, and how many sequences of so many steps there are from it.
struct Suite {
    text: String,
    position: Position,
    counts: Vec<Count>,
}

fn parse_count(line: &str) -> Option<Count> {
    let mut words = line.split(' ');
    let depth = words.next()?.strip_prefix("depth=")?.parse().ok()?;
    let sequences = words.next()?.strip_prefix("nodes=")?.parse().ok()?;
    let deep = match words.next() {
        None => false,
        Some("deep") => true,
        Some(_) => return None,
    };
    words.next().is_none().then_some(Count {
        depth,
        sequences,
        deep,
    })
}

/// The positions of a file. Below each stand its counts; `#` begins a comment.
fn suites(name: &str) -> Vec<Suite> {
    let text = read(&format!("{FOLDER}/{name}"));
    let mut suites: Vec<Suite> = Vec::new();
    for line in text.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(count) = parse_count(line) {
            let suite = suites.last_mut().expect("a count follows its position");
            suite.counts.push(count);
            continue;
        }
        let position = parse_position(line).unwrap_or_else(|error| panic!("{error}\n{line}"));
        suites.push(Suite {
            text: line.to_owned(),
            position,
            counts: Vec::new(),
        });
    }
    suites
}

/// Every step that may follow: all actions that can be listed, or all outcomes of chance.
fn steps(game: &Game, state: &State) -> Vec<Step> {
    let mut steps = Vec::new();
    match state.to_act() {
        ToAct::Chance => {
            for_each_outcome(game, state, |outcome, _| {
                steps.push(Step::Chance { outcome });
            });
        }
        ToAct::Seats { seats } => {
            for seat in seats.iter() {
                for_each_action(game, state, seat, |action| {
                    steps.push(Step::Action { seat, action });
                });
            }
        }
        ToAct::Nobody => {}
    }
    steps
}

/// How many sequences of `depth` steps there are, by the engine.
fn perft(game: &Game, state: &State, depth: u32) -> u64 {
    let steps = steps(game, state);
    if depth == 1 {
        return steps.len() as u64;
    }
    steps
        .into_iter()
        .map(|step| {
            let next = state.apply(game, step).expect("a listed step is legal");
            perft(game, &next, depth - 1)
        })
        .sum()
}

fn slow_steps(reference: &Reference) -> Vec<Step> {
    match reference.actors() {
        Actors::Chance => {
            let outcomes = reference.outcomes().into_iter();
            outcomes
                .map(|(outcome, _)| Step::Chance { outcome })
                .collect()
        }
        Actors::Seats(seats) => seats
            .into_iter()
            .flat_map(|by| {
                let legal = reference.legal(by).into_iter();
                legal.map(move |action| Step::Action {
                    seat: seat(by),
                    action,
                })
            })
            .collect(),
        Actors::Nobody => Vec::new(),
    }
}

/// The same by the slow reading of the rules.
fn slow_perft(reference: &Reference, depth: u32) -> u64 {
    let steps = slow_steps(reference);
    if depth == 1 {
        return steps.len() as u64;
    }
    steps
        .into_iter()
        .map(|step| {
            let next = reference.after(step).expect("a listed step is legal");
            slow_perft(&next, depth - 1)
        })
        .sum()
}

fn counts_are_right(name: &str) {
    let with_deep = std::env::var_os("BRICKWOOD_PERFT_DEEP").is_some();
    let slow_sequences = if with_deep {
        SLOW_SEQUENCES_DEEP
    } else {
        SLOW_SEQUENCES
    };
    let suites = suites(name);
    assert!(!suites.is_empty(), "{name} has positions");
    let mut wrong = String::new();
    for Suite {
        text,
        position: Position { game, state },
        counts,
    } in suites
    {
        let reference = Reference::at(&game, &state);
        same_game(&reference, &game, &state)
            .and_then(|()| same_choices(&reference, &game, &state))
            .unwrap_or_else(|difference| panic!("{difference}\n{text}"));
        assert!(!counts.is_empty(), "counts for {text}");
        for Count {
            depth,
            sequences,
            deep,
        } in counts
        {
            if deep && !with_deep {
                continue;
            }
            let engine = perft(&game, &state, depth);
            let slow = (engine <= slow_sequences).then(|| slow_perft(&reference, depth));
            if engine != sequences || slow.is_some_and(|slow| slow != sequences) {
                let _ = writeln!(
                    wrong,
                    "depth {depth}: {sequences} expected, the engine has {engine}, the slow one {slow:?}\n{text}"
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

macro_rules! themes {
    ($($name:ident: $file:literal,)+) => {
        $(#[test]
        fn $name() {
            counts_are_right($file);
        })+

        #[test]
        fn every_suite_is_counted() {
            let mut files: Vec<_> = fs::read_dir(in_repository(FOLDER))
                .expect("the suites lie in tests-data")
                .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
                .collect();
            files.sort();
            // The set-up begins from no position: the tests of the rules count it.
            let mut counted = vec!["setup.txt", $($file),+];
            counted.sort_unstable();
            assert_eq!(files, counted);
        }
    };
}

themes! {
    a_bank_shortage_has_the_counted_sequences: "bank-shortage.txt",
    a_turn_with_development_cards_has_the_counted_sequences: "development-cards.txt",
    the_beginners_first_cards_have_the_counted_sequences: "first-cards.txt",
    a_fork_of_free_roads_has_the_counted_sequences: "free-roads.txt",
    interrupting_knights_have_the_counted_sequences: "interrupts.txt",
    a_seven_has_the_counted_sequences: "seven.txt",
    special_building_has_the_counted_sequences: "special-building.txt",
    answers_to_an_offer_have_the_counted_sequences: "trade.txt",
}
