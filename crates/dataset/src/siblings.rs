//! Decisions of strong play in which several actions are played on: a table for programs that learn to evaluate.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use brickwood_arena::{BotEntrant, Deal, Entrant, Player, in_parallel};
use brickwood_bots::Level;
use brickwood_bots::tuning::{
    DecisionKind, SiblingMoment, SiblingOutcome, play_out, siblings, term_names,
};
use brickwood_notation::{action_text, rules_text};
use brickwood_rules::{Action, Playthrough, Rules, Seat, Step};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::DatasetError;
use crate::manifest::{VERSION, open_folder};
use crate::rows::Lists;
use crate::shard::{TableFile, path_in, remove_unfinished};
use crate::tables::row_group;

/// The name of the table, and of its folder.
const NAME: &str = "siblings";

const COLUMNS: &str = "
    required int32 game (INTEGER(32,false));
    required int32 step (INTEGER(32,false));
    required binary kind (STRING);
    required int32 seat (INTEGER(8,false));
    required int32 sibling (INTEGER(8,false));
    required int32 playout (INTEGER(16,false));
    required binary action (STRING);
    required group chances (LIST) { repeated group list { required float element; } }
    required int32 rounds (INTEGER(16,false));
    required float value;
    required group terms (LIST) { repeated group list { required float element; } }";

/// Which decisions are played on. All files follow from these fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiblingPlan {
    /// What is played, by hard bots in all seats.
    pub rules: Rules,
    /// How many games.
    pub games: u32,
    /// Of the first game; each other has the next number.
    pub seed: u64,
    /// How many games are in a shard; the last one may have fewer.
    pub games_per_shard: u32,
    /// What the decisions are about. A game gives about as many of each kind.
    pub kinds: Vec<DecisionKind>,
    /// How many decisions are taken from each game, where it has so many.
    pub decisions: usize,
    /// How many actions of a decision are compared at most.
    pub siblings: usize,
    /// How many times each of them is played on.
    pub playouts: usize,
    /// For how many rounds after the turn; to the end of the game, if none.
    pub rounds: Option<u16>,
}

/// As `dataset.json` has it.
#[derive(Serialize)]
struct Manifest {
    format: &'static str,
    version: u32,
    program: &'static str,
    rules: String,
    games: u32,
    seed: u64,
    games_per_shard: u32,
    kinds: Vec<&'static str>,
    decisions: usize,
    siblings: usize,
    playouts: usize,
    rounds: Option<u16>,
    /// The names of the numbers that `terms` has for each seat.
    terms: Vec<String>,
}

/// A decision, the actions that were compared, and what became of them.
struct Compared {
    game: u32,
    step: u32,
    kind: DecisionKind,
    seat: Seat,
    /// In the notation.
    actions: Vec<String>,
    outcomes: Vec<Vec<SiblingOutcome>>,
}

/// Plays the games of a plan, plays on the decisions that it takes from them, and writes them into a folder. If the folder
/// has a part of the same data set, only the rest is written. `written` is told the number of each shard that is ready.
///
/// # Errors
///
/// A plan that cannot be carried out, a folder with anything else in it, or a file that cannot be written.
pub fn write_siblings(
    folder: &Path,
    plan: &SiblingPlan,
    threads: usize,
    written: impl Fn(u32) + Sync,
) -> Result<(), DatasetError> {
    plan.rules.check()?;
    if plan.games == 0 || plan.games_per_shard == 0 {
        return Err(DatasetError::NoGames);
    }
    open_folder(folder, &plan.manifest())?;
    let path = |shard| path_in(&folder.join(NAME), shard);
    let missing: Vec<u32> = (0..plan.games.div_ceil(plan.games_per_shard))
        .filter(|shard| !path(*shard).exists())
        .collect();
    let results = in_parallel(missing.len(), threads, |place| {
        let shard = missing[place];
        plan.write_shard(path(shard), shard)?;
        written(shard);
        Ok::<(), DatasetError>(())
    });
    results.into_iter().collect::<Result<(), _>>()?;
    remove_unfinished([folder.to_owned(), folder.join(NAME)])
}

impl SiblingPlan {
    fn manifest(&self) -> Manifest {
        Manifest {
            format: "brickwood-siblings",
            version: VERSION,
            program: env!("CARGO_PKG_VERSION"),
            rules: rules_text(&self.rules),
            games: self.games,
            seed: self.seed,
            games_per_shard: self.games_per_shard,
            kinds: self.kinds.iter().map(|kind| kind.name()).collect(),
            decisions: self.decisions,
            siblings: self.siblings,
            playouts: self.playouts,
            rounds: self.rounds,
            terms: term_names(),
        }
    }

    fn write_shard(&self, path: PathBuf, shard: u32) -> Result<(), DatasetError> {
        let message = format!("message {NAME} {{ {COLUMNS} }}");
        let schema = Arc::new(parse_message_type(&message).expect("the schema is written well"));
        let mut file = TableFile::create(path, schema)?;
        let first = shard * self.games_per_shard;
        for game in first..first.saturating_add(self.games_per_shard).min(self.games) {
            let compared = self.compare(game)?;
            if !compared.is_empty() {
                file.write(|writer| write_rows(writer, &compared))?;
            }
        }
        file.finish()
    }

    /// The decisions taken from a game, played on.
    fn compare(&self, number: u32) -> Result<Vec<Compared>, DatasetError> {
        let seed = self.seed.wrapping_add(u64::from(number));
        let course = self.played(seed)?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(4);
        let taken = self.taken(&course, &mut rng);
        let compared = taken.into_iter().filter_map(|(step, kind, seat, action)| {
            let (game, state) = (&**course.game(), course.state_after(step));
            let actions = siblings(game, &state, seat, action, self.siblings, &mut rng);
            let text = |action| action_text(game.board().topology(), action);
            let seed = rng.random();
            let (playouts, rounds) = (self.playouts, self.rounds);
            (actions.len() > 1).then(|| Compared {
                game: number,
                step: step as u32,
                kind,
                seat,
                outcomes: play_out(game, &state, seat, &actions, playouts, rounds, seed),
                actions: actions.into_iter().map(text).collect(),
            })
        });
        Ok(compared.collect())
    }

    fn played(&self, seed: u64) -> Result<Playthrough, DatasetError> {
        played(BotEntrant::new(Level::Hard), self.rules, seed)
    }

    /// Which decisions of a game are taken: some of each kind in turn, at random.
    fn taken(
        &self,
        course: &Playthrough,
        rng: &mut ChaCha8Rng,
    ) -> Vec<(usize, DecisionKind, Seat, Action)> {
        let mut by_kind: Vec<_> = (self.kinds.iter())
            .map(|kind| decisions_of(course, *kind))
            .collect();
        for decisions in &mut by_kind {
            decisions.shuffle(rng);
        }
        let mut taken = Vec::new();
        while taken.len() < self.decisions && by_kind.iter().any(|kind| !kind.is_empty()) {
            let of_each = by_kind.iter_mut().zip(&self.kinds);
            taken.extend(of_each.filter_map(|(decisions, kind)| {
                let (step, seat, action) = decisions.pop()?;
                Some((step, *kind, seat, action))
            }));
        }
        taken.truncate(self.decisions);
        taken
    }
}

/// A game of this bot in all seats.
pub(crate) fn played(
    bot: BotEntrant,
    rules: Rules,
    seed: u64,
) -> Result<Playthrough, DatasetError> {
    let seats = Seat::all(rules.players);
    let mut players: Vec<Box<dyn Player>> = seats
        .map(|_| bot.player().expect("a bot is always there"))
        .collect();
    let (course, _) = Deal::new(rules, seed)?.play(&mut players);
    Ok(course)
}

/// The decisions of a kind in a game: after how many steps, by whom, and what was done.
pub(crate) fn decisions_of(course: &Playthrough, kind: DecisionKind) -> Vec<(usize, Seat, Action)> {
    let mut decisions = Vec::new();
    let mut number = 0;
    course.for_each_change(|change| {
        if let Step::Action { seat, action } = change.step
            && DecisionKind::of(change.before, action) == Some(kind)
        {
            decisions.push((number, seat, action));
        }
        number += 1;
    });
    decisions
}

/// A row for each moment of each playout.
fn write_rows(
    writer: &mut SerializedFileWriter<std::fs::File>,
    compared: &[Compared],
) -> Result<(), ParquetError> {
    struct Row<'a> {
        of: &'a Compared,
        sibling: usize,
        playout: usize,
        outcome: &'a SiblingOutcome,
        moment: &'a SiblingMoment,
    }
    let mut rows = Vec::new();
    for of in compared {
        for (sibling, outcomes) in of.outcomes.iter().enumerate() {
            for (playout, outcome) in outcomes.iter().enumerate() {
                rows.extend(outcome.moments.iter().map(|moment| Row {
                    of,
                    sibling,
                    playout,
                    outcome,
                    moment,
                }));
            }
        }
    }
    row_group(writer, |group| {
        group.integers(&rows, |row| row.of.game)?;
        group.integers(&rows, |row| row.of.step)?;
        group.texts(&rows, |row| row.of.kind.name())?;
        group.integers(&rows, |row| u8::from(row.of.seat).into())?;
        group.integers(&rows, |row| row.sibling as u32)?;
        group.integers(&rows, |row| row.playout as u32)?;
        group.texts(&rows, |row| &row.of.actions[row.sibling])?;
        let mut chances = Lists::default();
        let mut terms = Lists::default();
        for row in &rows {
            chances.push(&row.outcome.chances);
            terms.push(&row.moment.terms.concat());
        }
        group.lists(&chances)?;
        group.integers(&rows, |row| row.moment.rounds.into())?;
        group.numbers(&rows, |row| row.moment.value)?;
        group.lists(&terms)
    })
}
