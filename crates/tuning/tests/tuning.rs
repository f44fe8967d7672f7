//! What programs that make weights must keep.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use brickwood_bots::tuning::{DecisionKind, weights};
use brickwood_dataset::{DatasetError, SiblingPlan, TruthPlan, read_truth, write_siblings};
use brickwood_rules::Edition;
use brickwood_tuning::TuningError;
use brickwood_tuning::logit::{Trial, fit, log_loss};
use brickwood_tuning::openings::{OpeningPlan, fit_openings, play_openings, read_openings};
use brickwood_tuning::screen::{Effect, ScreenPlan, moved, play_screen, read_screen};
use brickwood_tuning::spsa::{Tuning, TuningOptions};
use brickwood_tuning::truth::{Shard, find_truth, go_on, pack_truth};
use brickwood_tuning::vector::{Named, named, with_numbers};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn weights_are_numbers_with_names_and_back() {
    let numbers = named(weights());
    assert!(numbers.iter().any(|number| number.name == "pace.city"));
    assert!(numbers.iter().any(|number| number.name == "army.3"));
    assert_eq!(with_numbers(weights(), &numbers), *weights());
    let doubled: Vec<Named> = numbers
        .iter()
        .map(|number| Named {
            value: number.value * 2.0,
            ..number.clone()
        })
        .collect();
    assert_eq!(named(&with_numbers(weights(), &doubled)), doubled);
}

#[test]
fn a_fit_finds_the_weights_that_made_the_choices() {
    let truth = [1.5, -0.7, 0.0];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let trials: Vec<Trial> = (0..4000)
        .map(|_| {
            let alternatives: Vec<Vec<f64>> = (0..4)
                .map(|_| {
                    (0..truth.len())
                        .map(|_| rng.random_range(-1.0..1.0))
                        .collect()
                })
                .collect();
            let odds: Vec<f64> = alternatives
                .iter()
                .map(|terms| {
                    let parts = terms.iter().zip(&truth);
                    parts.map(|(term, weight)| term * weight).sum::<f64>().exp()
                })
                .collect();
            let mut drawn = rng.random_range(0.0..odds.iter().sum());
            let chosen = odds.iter().position(|part| {
                drawn -= part;
                drawn < 0.0
            });
            Trial {
                alternatives,
                chosen: chosen.unwrap_or(3),
                weight: 1.0,
            }
        })
        .collect();
    let found = fit(&trials).expect("these alternatives differ");
    for (found, truth) in found.iter().zip(&truth) {
        assert!((found - truth).abs() < 0.1, "{found} for {truth}");
    }
    assert!(log_loss(&trials, &found) < log_loss(&trials, &[0.0; 3]));
    assert!(fit(&[]).is_err());
}

#[test]
fn tuning_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("tuning.json");
    let options = TuningOptions {
        deals: 1,
        change: 0.15,
        pace: 0.1,
        only: vec!["army".to_owned(), "pace".to_owned()],
        seed: 3,
    };
    let mut whole = Tuning::new(weights(), options.clone()).expect("there are such weights");
    let mut threads = 1;
    for _ in 0..2 {
        let mut parted = Tuning::resume(&file, weights(), options.clone()).expect("it is the same");
        let ahead = parted.step(weights(), threads);
        threads += 1;
        assert_eq!(whole.step(weights(), threads).to_bits(), ahead.to_bits());
        parted.save(&file).expect("the folder can be written");
        assert_eq!(parted, whole);
    }
    let tuned = whole.weights(weights());
    let changed: Vec<String> = named(&tuned)
        .into_iter()
        .zip(named(weights()))
        .filter(|(tuned, before)| tuned != before)
        .map(|(tuned, _)| tuned.name)
        .collect();
    assert!(
        changed
            .iter()
            .all(|name| name.starts_with("army.") || name.starts_with("pace."))
    );
    let other = TuningOptions { seed: 4, ..options };
    assert!(Tuning::resume(&file, weights(), other.clone()).is_err());
    let unknown = TuningOptions {
        only: vec!["navy".to_owned()],
        ..other
    };
    assert!(Tuning::new(weights(), unknown).is_err());
}

#[test]
fn games_of_openings_that_were_cut_off_are_played_again() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("whole.jsonl");
    let cut = folder.path().join("cut.jsonl");
    let plan = OpeningPlan {
        players: 3,
        mediums: true,
        seed: 11,
    };
    play_openings(&file, plan, 24, 2).expect("the folder can be written");
    let whole = fs::read_to_string(&file).expect("it was written");
    fs::write(&cut, &whole[..whole.len() / 2]).expect("the folder can be written");
    play_openings(&cut, plan, 24, 1).expect("the folder can be written");
    assert_eq!(fs::read_to_string(&cut).expect("it was written"), whole);

    let games = read_openings(&file).expect("they are games");
    assert!(games.len() > 20);
    let fitted = fit_openings(&[games], weights().of_openings(3)).expect("openings differ");
    assert_eq!(fitted.weights.len(), 13);
    assert!(fitted.log_loss.is_finite() && fitted.before.is_finite());
    fs::write(&file, "{}\n").expect("the folder can be written");
    assert!(read_openings(&file).is_err());
}

#[test]
fn a_screen_goes_on_where_it_stopped_and_moves_the_weights_that_win() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("screen.jsonl");
    let plan = ScreenPlan {
        players: 2,
        change: 0.25,
        seed: 3,
    };
    play_screen(&path, weights(), plan, 3, 2).unwrap();
    let first = fs::read_to_string(&path).unwrap();
    let cut = &first[..first.len() - 5];
    fs::write(&path, cut).unwrap();
    play_screen(&path, weights(), plan, 3, 1).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    assert!(read_screen(&path).unwrap().len() <= 3);

    let effects: Vec<Effect> = named(weights())
        .into_iter()
        .map(|Named { name, .. }| {
            let (effect, error) = match name.as_str() {
                "knight" => (0.04, 0.01),
                "pace.city" => (-0.02, 0.01),
                _ => (0.01, 0.01),
            };
            Effect {
                name,
                effect,
                error,
            }
        })
        .collect();
    let moved = moved(weights(), &effects, 0.25);
    for (before, after) in named(weights()).into_iter().zip(named(&moved)) {
        let factor = after.value / before.value;
        match before.name.as_str() {
            "knight" => assert!((factor - 1.25).abs() < 1e-4, "{factor}"),
            "pace.city" => assert!(factor < 0.95, "{factor}"),
            // An effect no larger than its error may be chance.
            _ => assert_eq!(after, before),
        }
    }
}

#[test]
fn siblings_that_were_cut_off_are_played_on_again() {
    let folder = tempfile::tempdir().unwrap();
    let plan = SiblingPlan {
        rules: Edition::Modern.rules(3),
        games: 4,
        seed: 7,
        games_per_shard: 2,
        kinds: DecisionKind::ALL.into(),
        decisions: 5,
        siblings: 3,
        playouts: 2,
        rounds: Some(1),
    };
    let (whole, parted) = (folder.path().join("whole"), folder.path().join("parted"));
    let shards = |folder: &Path| {
        [0, 1].map(|shard| fs::read(folder.join(format!("siblings/0000{shard}.parquet"))).unwrap())
    };
    write_siblings(&whole, &plan, 2, |_| ()).unwrap();
    write_siblings(&parted, &plan, 1, |_| ()).unwrap();
    fs::remove_file(parted.join("siblings/00000.parquet")).unwrap();
    write_siblings(&parted, &plan, 1, |shard| assert_eq!(shard, 0)).unwrap();
    assert_eq!(shards(&parted), shards(&whole));

    let other = SiblingPlan { seed: 8, ..plan };
    let refused = write_siblings(&whole, &other, 1, |_| ());
    assert!(matches!(refused, Err(DatasetError::Another { field, .. }) if field == "seed"));
}

#[test]
fn decisions_played_to_the_end_are_the_same_in_shards_after_a_crash_and_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let plan = |playouts| TruthPlan {
        rules: Some("modern players=2 points_to_win=4".into()),
        seed: 3,
        kinds: vec![
            DecisionKind::Settlement,
            DecisionKind::Turn,
            DecisionKind::Offer,
        ],
        decisions: 2,
        candidates: 3,
        playouts,
    };
    let [whole, parts, short, long] = ["whole", "parts", "short", "long"].map(file);
    let [a, b] = ["1/2", "2/2"].map(|shard| shard.parse().unwrap());
    find_truth(&whole.with_extension("jsonl"), &plan(4), 3, Shard::WHOLE, 2).unwrap();
    let first = file("first.jsonl");
    find_truth(&first, &plan(4), 3, a, 1).unwrap();
    let text = fs::read_to_string(&first).unwrap();
    fs::write(&first, &text[..text.len() - 9]).unwrap();
    find_truth(&first, &plan(4), 3, a, 1).unwrap();
    assert_eq!(fs::read_to_string(&first).unwrap(), text);
    let second = file("second.jsonl");
    find_truth(&second, &plan(4), 3, b, 1).unwrap();
    let packed = |set: &Path, files: &[PathBuf]| {
        let set = set.with_extension("parquet");
        pack_truth(&set, files).unwrap();
        fs::read(set).unwrap()
    };
    let all = packed(&whole, &[whole.with_extension("jsonl")]);
    assert_eq!(packed(&parts, &[second, first.clone()]), all);

    let few = file("few.jsonl");
    find_truth(&few, &plan(1), 3, Shard::WHOLE, 1).unwrap();
    assert_ne!(packed(&short, &[few]), all);
    let more = file("more.jsonl");
    go_on(&more, &short.with_extension("parquet"), 4, Shard::WHOLE, 1).unwrap();
    assert_eq!(packed(&long, std::slice::from_ref(&more)), all);
    // Nothing counts twice.
    assert_eq!(packed(&short, &[more]), all);

    let refused = find_truth(&first, &plan(5), 3, a, 1);
    assert!(matches!(refused, Err(TuningError::OtherOptions(_))));
}

#[test]
fn a_set_is_made_and_extended_in_the_folder_where_the_program_runs() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brickwood-tuning"));
        let status = command.args(arguments).current_dir(&folder).status();
        assert!(status.unwrap().success(), "{arguments:?}");
    };
    let rules = "modern players=2 points_to_win=3";
    let begun = ["--games", "1", "--playouts", "1", "--rules", rules];
    run(&[&["truth", "part.jsonl"], &begun[..]].concat());
    run(&["pack-truth", "truth.parquet", "part.jsonl"]);
    let more = ["--of", "truth.parquet", "--playouts", "2"];
    run(&[&["truth", "more.jsonl"], &more[..]].concat());
    run(&["pack-truth", "truth.parquet", "more.jsonl"]);
    let set = read_truth(&folder.path().join("truth.parquet")).unwrap();
    assert!(!set.is_empty() && set.iter().all(|one| one.playouts() == 2));
}
