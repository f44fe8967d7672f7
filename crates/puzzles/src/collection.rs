//! Collections of questions, as files of lines of JSON.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use brickwood_analysis::PlayoutReason;
use brickwood_arena::{FileError, LineFile, in_order};
use brickwood_notation::{SeenPosition, parse_plan, parse_view, plan_text, view_text};
use brickwood_rules::{Action, Rules, RulesError};
use brickwood_wire::wire;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::difficulty::difficulty;
use crate::judge::AS_GOOD;
use crate::{AnswerWorth, Judge, Kind, Question, find};

/// How many of a hundred weaker bots miss a question at least.
const LEAST_DIFFICULTY: u8 = 10;

/// A question with what each answer is worth.
#[wire(puzzles)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// What it is about.
    pub kind: Kind,
    /// What the seat sees, in notation.
    pub view: String,
    /// The answers in notation, the best first: what each of them does, up to the end of the turn.
    pub answers: Vec<String>,
    /// What each of them is worth.
    pub worth: Vec<AnswerWorth>,
    /// What the best leads to that each of them does not; nothing for those that are as good.
    pub reasons: Vec<Vec<PlayoutReason>>,
    /// How many of a hundred weaker bots do something that is not as good as the best.
    pub difficulty: u8,
}

impl Puzzle {
    /// What it has in common with others of its kind, and of how many parts of all at most one may have that.
    fn traits(&self) -> Vec<(String, usize)> {
        let best = self.answers.first().map_or("", String::as_str);
        let verbs = best.split("; ").filter_map(|one| one.split(' ').next());
        let verbs: Vec<&str> = verbs.collect();
        match self.kind {
            // What the best answer does, without places and cards.
            Kind::Cards | Kind::LastPoints => {
                let deeds = verbs.iter().filter(|verb| **verb != "bank").copied();
                let mut traits = vec![(deeds.collect::<Vec<_>>().join(" "), 2)];
                if self.kind == Kind::Cards && matches!(verbs[..], ["city" | "settlement", "end"]) {
                    traits.push(("built of what is in hand".to_owned(), 4));
                }
                traits
            }
            Kind::Road if self.is_about_longest_road() => {
                vec![("longest road".to_owned(), 3)]
            }
            _ => Vec::new(),
        }
    }

    /// Whether the good answers take the longest road at once, and no others.
    fn is_about_longest_road(&self) -> bool {
        self.question().is_some_and(|question| {
            let answers = question.answers.iter().zip(&self.reasons);
            let mut as_told = answers
                .map(|(answer, reasons)| question.takes_longest_road(answer) == reasons.is_empty());
            as_told.all(|is_so| is_so)
        })
    }

    /// The question alone. None where the view or an answer cannot be read, or there is nothing to choose.
    pub fn question(&self) -> Option<Question> {
        let SeenPosition { game, view, .. } = parse_view(&self.view).ok()?;
        let topology = game.board().topology();
        let answers = self.answers.iter().map(|text| parse_plan(topology, text));
        let answers: Vec<_> = answers.collect::<Result<_, _>>().ok()?;
        Some(Question {
            kind: self.kind,
            seat: view.viewer?,
            view,
            answers: (answers.len() > 1).then_some(answers)?,
            game: Arc::new(game),
        })
    }

    /// Whether the best answer is as good as any other in new playouts, or worse by no more than two standard errors. None if
    /// it is no question.
    pub fn holds(&self, judge: Judge) -> Option<bool> {
        let worth = judge.worth(&self.question()?)?;
        let best = worth.iter().map(|worth| worth.chance).max()?;
        let published = worth[0];
        Some(best - published.chance <= AS_GOOD.max(2 * published.doubt))
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
    /// The collection asks about other kinds than the plan, or in another order.
    #[error("the file has questions of other kinds")]
    OtherKinds,
}

/// A line of a collection.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    /// The first: which kind each day asks about, in turn from a Monday on.
    Days(Vec<Kind>),
    /// Of a game, with the question that it has given; none if it has none that is clear.
    Game(Option<Puzzle>),
}

impl Line {
    fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Self::Game(puzzle) => puzzle.as_ref(),
            Self::Days(_) => None,
        }
    }
}

/// Which questions a collection has. All of it follows from these fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzlePlan {
    /// What is played.
    pub rules: Rules,
    /// Which kind each day asks about, in turn.
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
/// Rules that cannot be played, or a file that cannot be read or written, or is not a collection of these kinds.
pub fn write_puzzles(
    path: &Path,
    plan: &PuzzlePlan,
    threads: usize,
    mut written: impl FnMut(usize),
) -> Result<(), PuzzleError> {
    plan.rules.check()?;
    let (mut file, lines) = LineFile::open::<Line>(path)?;
    let counts = Counts::default();
    let mut alike: HashMap<(Kind, String), usize> = HashMap::new();
    match lines.first() {
        None => file.add(&Line::Days(plan.kinds.clone()))?,
        Some(Line::Days(kinds)) if *kinds == plan.kinds => {}
        Some(_) => return Err(PuzzleError::OtherKinds),
    }
    let games = lines.len().saturating_sub(1) as u64;
    for puzzle in lines.iter().filter_map(Line::puzzle) {
        counts.add(puzzle.kind);
        for (name, _) in puzzle.traits() {
            *alike.entry((puzzle.kind, name)).or_default() += 1;
        }
    }
    if counts.are_enough(plan) {
        return Ok(());
    }
    let search = |number| {
        // A kind of which there are enough waits for the others.
        let kind = plan.kinds[(number % plan.kinds.len() as u64) as usize];
        let puzzle = if counts.of(kind) < plan.of_each {
            plan.puzzle(number, kind)?
        } else {
            None
        };
        Ok((kind, puzzle))
    };
    let mut add = |found: Result<(Kind, Option<Puzzle>), RulesError>| -> Result<(), PuzzleError> {
        let (kind, puzzle) = found?;
        let puzzle = puzzle.filter(|puzzle| {
            let traits = puzzle.traits();
            let is_new = traits.iter().all(|(name, parts)| {
                let written = alike.get(&(kind, name.clone())).copied();
                written.unwrap_or_default() < plan.of_each.div_ceil(*parts)
            });
            // It was searched for before others of its kind were written.
            let is_wanted = is_new && counts.of(kind) < plan.of_each;
            for (name, _) in traits.into_iter().filter(|_| is_wanted) {
                *alike.entry((kind, name)).or_default() += 1;
            }
            is_wanted
        });
        let is_question = puzzle.is_some();
        file.add(&Line::Game(puzzle))?;
        if is_question {
            counts.add(kind);
            written(counts.total());
        }
        Ok(())
    };
    let mut result = Ok(());
    in_order(games..u64::MAX, threads, search, |found| {
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
    let games = LineFile::read::<Line>(path)?.into_iter();
    let puzzles = games.filter_map(|line| match line {
        Line::Game(puzzle) => puzzle,
        Line::Days(_) => None,
    });
    Ok(puzzles.collect())
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
    fn puzzle(&self, number: u64, kind: Kind) -> Result<Option<Puzzle>, RulesError> {
        let seed = self.seed.wrapping_add(number);
        let Some(question) = find(self.rules, seed, kind)? else {
            return Ok(None);
        };
        let judge = Judge {
            seed,
            playouts: self.playouts,
        };
        let Some(judged) = judge.clear(&question) else {
            return Ok(None);
        };
        let game = &question.game;
        let topology = game.board().topology();
        let good: Vec<&[Action]> = judged
            .iter()
            .filter(|one| one.is_good)
            .map(|one| question.answers[one.answer].as_slice())
            .collect();
        let difficulty = difficulty(&question, &good);
        if difficulty < LEAST_DIFFICULTY {
            return Ok(None);
        }
        Ok(Some(Puzzle {
            kind,
            view: view_text(game, &question.view),
            difficulty,
            answers: judged
                .iter()
                .map(|one| plan_text(topology, &question.answers[one.answer]))
                .collect(),
            worth: judged.iter().map(|one| one.worth).collect(),
            reasons: judged.into_iter().map(|one| one.reasons).collect(),
        }))
    }
}
