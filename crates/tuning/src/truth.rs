//! The truth set: decisions that are played on to the end of the game, many times. Its parts are files of lines, so that the work
//! can be stopped, spread over machines and added to; together they become one Parquet file.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use brickwood_arena::LineFile;
use brickwood_dataset::{TruthDecision, TruthPlan, merge_truth, read_truth, write_truth};
use serde::{Deserialize, Serialize};

use crate::TuningError;
use crate::lines::{play_lines, read_lines};

/// What a file of lines was begun with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Options {
    Find {
        plan: TruthPlan,
        shard: Shard,
    },
    GoOn {
        set: PathBuf,
        playouts: u64,
        shard: Shard,
    },
}

/// One of several equal parts of the work, which may be done on another machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// From 1.
    number: u32,
    of: u32,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// How many of so many things are in it: every so many-th.
    const fn count(self, all: u32) -> u32 {
        (all + self.of - self.number) / self.of
    }

    const fn place(self, number: u32) -> u32 {
        number * self.of + self.number - 1
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (1 <= number && number <= of).then_some(Self { number, of })
        });
        parts.ok_or("a shard is a number and of how many it is one, such as 1/4")
    }
}

/// What a game or a decision came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct TruthLine {
    options: Options,
    decisions: Vec<TruthDecision>,
}

/// Plays games, and decisions of theirs to the end, and adds a line for each game to a file, until a shard of so many games is done.
///
/// # Errors
///
/// A file that cannot be read or written or was begun with other options, or rules that cannot be played.
pub fn find_truth(
    path: &Path,
    plan: &TruthPlan,
    games: u32,
    shard: Shard,
    threads: usize,
) -> Result<(), TuningError> {
    plan.check()?;
    let options = Options::Find {
        plan: plan.clone(),
        shard,
    };
    add_lines(path, &options, shard.count(games), threads, |number| {
        let decisions = plan.compare(shard.place(number));
        decisions.expect("the rules can be played")
    })
}

/// Plays the decisions of a truth set on until each candidate has so many playouts, and adds a line for each to a file.
///
/// # Errors
///
/// A file that cannot be read or written or was begun with other options, or a set that this version cannot replay.
pub fn go_on(
    path: &Path,
    set: &Path,
    playouts: u64,
    shard: Shard,
    threads: usize,
) -> Result<(), TuningError> {
    let decisions = read_truth(set)?;
    for decision in &decisions {
        decision.replay()?;
    }
    let options = Options::GoOn {
        set: set.to_owned(),
        playouts,
        shard,
    };
    let count = shard.count(decisions.len() as u32);
    add_lines(path, &options, count, threads, |number| {
        let mut decision = decisions[shard.place(number) as usize].clone();
        let played = decision.play_until(playouts);
        played.expect("it has been replayed");
        vec![decision]
    })
}

fn add_lines(
    path: &Path,
    options: &Options,
    count: u32,
    threads: usize,
    decisions: impl Fn(u32) -> Vec<TruthDecision> + Sync,
) -> Result<(), TuningError> {
    let (_, begun) = LineFile::open::<TruthLine>(path)?;
    if begun.iter().any(|line| line.options != *options) {
        return Err(TuningError::OtherOptions(path.to_owned()));
    }
    let line = |number| {
        Some(TruthLine {
            options: options.clone(),
            decisions: decisions(number as u32),
        })
    };
    Ok(play_lines(path, count, threads, line)?)
}

/// Adds what these files have to a truth set, or makes one of them: lines, or other truth sets, whose names end with `.parquet`.
/// Returns how many decisions it then has.
///
/// # Errors
///
/// A file that cannot be read or written, or files that do not agree.
pub fn pack_truth(set: &Path, files: &[PathBuf]) -> Result<usize, TuningError> {
    let mut parts = Vec::new();
    let before = set.exists().then(|| set.to_owned());
    for file in files.iter().chain(&before) {
        if file.extension().is_some_and(|ending| ending == "parquet") {
            parts.extend(read_truth(file)?);
        } else {
            let lines: Vec<TruthLine> = read_lines(file)?;
            parts.extend(lines.into_iter().flat_map(|line| line.decisions));
        }
    }
    let merged = merge_truth(parts)?;
    write_truth(set, &merged)?;
    Ok(merged.len())
}
