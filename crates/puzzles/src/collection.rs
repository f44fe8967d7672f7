//! Collections of questions, as files of lines of JSON.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use brickwood_arena::{FileError, LineFile, in_order};
use brickwood_bots::{Level, choose};
use brickwood_notation::{SeenPosition, action_text, parse_action, parse_view, view_text};
use brickwood_rules::{Action, Rules, RulesError};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Judge, Kind, Question, find};

/// How many times a weaker bot is asked.
const ASKED: u64 = 20;

/// A question with what each answer is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// What it is about.
    pub kind: Kind,
    /// What the seat sees, in notation.
    pub view: String,
    /// The answers in notation, the best first.
    pub answers: Vec<String>,
    /// What each of them is worth.
    pub worth: Vec<AnswerWorth>,
    /// How many of a hundred medium bots choose another answer than the best.
    pub difficulty: u8,
}

/// What an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnswerWorth {
    /// The chance to win, in thousandths.
    pub chance: u16,
    /// The standard error of its difference from the best answer, in thousandths.
    pub doubt: u16,
}

impl Puzzle {
    /// What the best answer does.
    fn verb(&self) -> String {
        let words = self.answers.first().map(|answer| answer.split(' '));
        words
            .and_then(|mut words| words.next())
            .unwrap_or_default()
            .to_owned()
    }

    /// The question alone. None where the view or an answer cannot be read, or there is nothing to choose.
    pub fn question(&self) -> Option<Question> {
        let SeenPosition { game, view, .. } = parse_view(&self.view).ok()?;
        let topology = game.board().topology();
        let answers = self.answers.iter();
        let answers: Result<_, _> = answers.map(|text| parse_action(topology, text)).collect();
        let answers: Vec<Action> = answers.ok()?;
        Some(Question {
            kind: self.kind,
            seat: view.viewer?,
            view,
            answers: (answers.len() > 1).then_some(answers)?,
            game: Arc::new(game),
        })
    }

    /// Whether the best answer is no worse than any other in new playouts, or by no more than two standard errors. None if
    /// it is no question.
    pub fn holds(&self, judge: Judge) -> Option<bool> {
        let worth = judge.worth(&self.question()?)?;
        let best = worth.iter().map(|worth| worth.chance).max()?;
        let published = worth[0];
        Some(best - published.chance <= 2 * published.doubt)
    }
}

/// What went wrong with a collection.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// The rules cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The file cannot be read or written, or is not a collection.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The line of a game, with the question that it has given; none if it has none that is clear.
type Line = Option<Puzzle>;

/// Which questions a collection has. All of it follows from these fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzlePlan {
    /// What is played.
    pub rules: Rules,
    /// Of which kinds.
    pub kinds: Vec<Kind>,
    /// How many questions of each kind.
    pub of_each: usize,
    /// Of the first game; each other has the next number.
    pub seed: u64,
    /// How many times each answer is played on.
    pub playouts: u64,
}

/// Adds questions to a collection until it has so many of each kind. The game of each number is searched for a question of
/// one kind, which are taken in turn. `written` is told how many questions there are, after each new one.
///
/// # Errors
///
/// Rules that cannot be played, or a file that cannot be read or written, or is not a collection.
pub fn write_puzzles(
    path: &Path,
    plan: &PuzzlePlan,
    threads: usize,
    mut written: impl FnMut(usize),
) -> Result<(), PuzzleError> {
    plan.rules.check()?;
    let (mut file, lines) = LineFile::open::<Line>(path)?;
    let counts = Counts::default();
    let mut verbs = HashMap::new();
    for puzzle in lines.iter().flatten() {
        counts.add(puzzle.kind);
        *verbs.entry((puzzle.kind, puzzle.verb())).or_default() += 1;
    }
    if counts.are_enough(plan) {
        return Ok(());
    }
    let search = |number| {
        // A kind of which there are enough waits for the others.
        let kind = plan.kinds[(number % plan.kinds.len() as u64) as usize];
        let line = if counts.of(kind) < plan.of_each {
            plan.puzzle(number, kind)?
        } else {
            None
        };
        Ok((kind, line))
    };
    let mut add = |found: Result<(Kind, Line), RulesError>| -> Result<(), PuzzleError> {
        let (kind, line) = found?;
        let line = line.filter(|puzzle| {
            let alike: &mut usize = verbs.entry((kind, puzzle.verb())).or_default();
            let is_new = !kind.mixes_actions() || *alike < plan.of_each.div_ceil(2);
            // It was searched for before others of its kind were written.
            let is_wanted = is_new && counts.of(kind) < plan.of_each;
            *alike += usize::from(is_wanted);
            is_wanted
        });
        file.add(&line)?;
        if line.is_some() {
            counts.add(kind);
            written(counts.total());
        }
        Ok(())
    };
    let mut result = Ok(());
    in_order(lines.len() as u64..u64::MAX, threads, search, |found| {
        result = add(found);
        if result.is_err() || counts.are_enough(plan) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    result
}

/// The questions of a collection.
///
/// # Errors
///
/// A file that cannot be read, or is none.
pub fn puzzles(path: &Path) -> Result<Vec<Puzzle>, PuzzleError> {
    Ok(LineFile::read::<Line>(path)?
        .into_iter()
        .flatten()
        .collect())
}

/// Plays a sample of a collection anew, and tells of each question of it whether it holds: [`Puzzle::holds`].
///
/// # Errors
///
/// A file that cannot be read, or is not a collection.
pub fn check_puzzles(
    path: &Path,
    sample: usize,
    judge: Judge,
    threads: usize,
    mut told: impl FnMut(&Puzzle, bool),
) -> Result<(), PuzzleError> {
    let mut puzzles = puzzles(path)?;
    puzzles.shuffle(&mut ChaCha8Rng::seed_from_u64(judge.seed));
    puzzles.truncate(sample);
    let holds = |number: u64| (number as usize, puzzles[number as usize].holds(judge));
    in_order(
        0..puzzles.len() as u64,
        threads,
        holds,
        |(number, holds)| {
            told(&puzzles[number], holds.unwrap_or_default());
            ControlFlow::Continue(())
        },
    );
    Ok(())
}

/// How many questions of each kind are written.
#[derive(Default)]
struct Counts([AtomicUsize; Kind::ALL.len()]);

impl Counts {
    fn add(&self, kind: Kind) {
        self.0[kind as usize].fetch_add(1, Ordering::Relaxed);
    }

    fn of(&self, kind: Kind) -> usize {
        self.0[kind as usize].load(Ordering::Relaxed)
    }

    fn are_enough(&self, plan: &PuzzlePlan) -> bool {
        let mut kinds = plan.kinds.iter();
        kinds.all(|kind| self.of(*kind) >= plan.of_each)
    }

    fn total(&self) -> usize {
        Kind::ALL.iter().map(|kind| self.of(*kind)).sum()
    }
}

impl PuzzlePlan {
    /// The question of the game of this number, if it has one whose best answer is clear.
    fn puzzle(&self, number: u64, kind: Kind) -> Result<Line, RulesError> {
        let seed = self.seed.wrapping_add(number);
        let Some(question) = find(self.rules, seed, kind)? else {
            return Ok(None);
        };
        let judge = Judge {
            seed,
            playouts: self.playouts,
        };
        let Some(verdict) = judge.clear(&question) else {
            return Ok(None);
        };
        let mut answers: Vec<_> = question.answers.iter().copied().zip(verdict).collect();
        answers.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.chance));
        let game = &question.game;
        let topology = game.board().topology();
        let best = answers[0].0;
        Ok(Some(Puzzle {
            kind,
            view: view_text(game, &question.view),
            difficulty: difficulty(&question, best),
            worth: answers.iter().map(|(_, worth)| *worth).collect(),
            answers: answers
                .into_iter()
                .map(|(action, _)| action_text(topology, action))
                .collect(),
        }))
    }
}

/// How many of a hundred medium bots choose another answer.
fn difficulty(question: &Question, best: Action) -> u8 {
    let (game, view) = (&question.game, &question.view);
    let errs = |seed: &u64| choose(Level::Medium, game, view, *seed) != Some(best);
    let wrong = (0..ASKED).filter(errs).count() as u64;
    (100 * wrong / ASKED) as u8
}
