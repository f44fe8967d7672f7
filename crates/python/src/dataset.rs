//! Data sets: plans that are written as Parquet files.

use std::ops::ControlFlow;
use std::path::PathBuf;

use brickwood_arena::Caps;
use brickwood_dataset::{DatasetError as DatasetFault, Plan, WriteProgress, Writer, write};
use brickwood_encode::Tensor;
use brickwood_rules::Edition;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::{ChoiceError, DatasetError, Fault, InternalError, Outcome, away};
use crate::game::PyRules;
use crate::numbers::TensorName;
use crate::players::cores;

/// Which games a data set has: all of its files follow from these arguments.
///
/// `bots` sit clockwise, repeated where they are fewer than the seats, and move one seat on from game to game. Game
/// `n` follows from `seed + n`. `tensors` are written for each decision. By default, there are 32 shards, of at most
/// 1,000 games. A game is cut off after `most_turns`. Immutable; can be compared and pickled.
///
/// Raises `ChoiceError` where something named does not exist, and `RulesError`.
#[pyclass(name = "Plan", module = "brickwood.dataset", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyPlan {
    rules: PyRules,
    plan: Plan,
}

#[pymethods]
impl PyPlan {
    #[new]
    #[pyo3(signature = (games, *, bots = vec!["hard".to_owned()], rules = None, seed = 1, tensors = vec![],
        games_per_shard = None, most_turns = 1_000))]
    fn new(
        games: u32,
        bots: Vec<String>,
        rules: Option<PyRules>,
        seed: u64,
        tensors: Vec<TensorName>,
        games_per_shard: Option<u32>,
        most_turns: u16,
    ) -> Outcome<Self> {
        let rules = rules.unwrap_or_else(|| PyRules::of(Edition::Modern, 4));
        let mut plan = Plan::new(rules.rules, bots, games, seed);
        plan.tensors = tensors
            .into_iter()
            .map(|TensorName(tensor)| tensor)
            .collect();
        plan.caps = Caps {
            turns: most_turns,
            ..Caps::default()
        };
        if let Some(games) = games_per_shard {
            plan.games_per_shard = games;
        }
        plan.check()?;
        Ok(Self { rules, plan })
    }

    /// How many games.
    #[getter]
    fn games(&self) -> u32 {
        self.plan.games
    }

    /// Who plays.
    #[getter]
    fn bots(&self) -> Vec<String> {
        self.plan.players.clone()
    }

    /// What is played.
    #[getter]
    fn rules(&self) -> PyRules {
        self.rules
    }

    /// Of the first game; each other game has the next number.
    #[getter]
    fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// The tensors that are written for each decision.
    #[getter]
    fn tensors(&self) -> Vec<&'static str> {
        let tensors = self.plan.tensors.iter().copied();
        tensors.map(Tensor::name).collect()
    }

    /// How many games are in a shard; the last one may have fewer.
    #[getter]
    fn games_per_shard(&self) -> u32 {
        self.plan.games_per_shard
    }

    /// After how many turns a game is cut off.
    #[getter]
    fn most_turns(&self) -> u16 {
        self.plan.caps.turns
    }

    /// How many shards there are.
    #[getter]
    fn shards(&self) -> u32 {
        self.plan.shards()
    }

    /// Plays all games and writes them, on all cores or on `threads`; what is there already stays.
    ///
    /// `progress` is called after each game; what it raises stops the work, and the next call goes on. Other threads
    /// run in the meantime. Raises `DatasetError` where the folder holds anything else, and `OSError`.
    #[pyo3(signature = (folder, *, threads = None, progress = None))]
    fn write(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> Outcome<PyProgress> {
        let threads = threads.unwrap_or_else(cores);
        let mut raised = None;
        let written = away(py, || {
            write(&folder, self.plan.clone(), threads, |so_far| {
                let told = Python::attach(|py| {
                    py.check_signals()?;
                    if let Some(progress) = &progress {
                        progress.call1(py, (PyProgress::from(so_far),))?;
                    }
                    Ok(())
                });
                stop_at(told, &mut raised)
            })
        })?;
        match raised {
            Some(error) => Err(error.into()),
            None => Ok(written?.into()),
        }
    }

    /// The shards that are not in the folder yet. Makes the folder. Raises `DatasetError` where it holds anything else.
    fn missing(&self, py: Python<'_>, folder: PathBuf) -> Outcome<Vec<u32>> {
        Ok(away(py, || {
            Writer::open(&folder, self.plan.clone()).map(|writer| writer.missing())
        })??)
    }

    /// Plays the games of one shard on one thread, writes them, and returns the number of decisions. Several processes
    /// or machines may write into the same folder. Raises `ChoiceError` where there is no such shard, `DatasetError`
    /// where the folder holds anything else, and `OSError`.
    fn write_shard(&self, py: Python<'_>, folder: PathBuf, shard: u32) -> Outcome<u64> {
        let (mut raised, mut decisions) = (None, 0);
        let written = away(py, || {
            let writer = Writer::open(&folder, self.plan.clone())?;
            writer.write_shard(shard, |more| {
                decisions += more;
                stop_at(Python::attach(interrupted), &mut raised)
            })
        })?;
        match raised {
            Some(error) => Err(error.into()),
            None => Ok(written.map(|()| decisions)?),
        }
    }

    fn __repr__(&self) -> String {
        let Plan {
            games,
            players,
            seed,
            ..
        } = &self.plan;
        format!(
            "<Plan: {games} games of {} from seed {seed}>",
            players.join(", ")
        )
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("bots", self.bots())?;
        named.set_item("rules", self.rules)?;
        named.set_item("seed", self.seed())?;
        named.set_item("tensors", self.tensors())?;
        named.set_item("games_per_shard", self.games_per_shard())?;
        named.set_item("most_turns", self.most_turns())?;
        Ok((PyTuple::new(py, [self.games()])?, named))
    }
}

/// Raises what a signal asks for, such as `KeyboardInterrupt`.
fn interrupted(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

/// Stops where Python has raised something, and keeps it.
fn stop_at(told: PyResult<()>, raised: &mut Option<PyErr>) -> ControlFlow<()> {
    match told {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            raised.get_or_insert(error);
            ControlFlow::Break(())
        }
    }
}

/// How far a data set is written.
#[pyclass(name = "Progress", module = "brickwood.dataset", frozen, get_all)]
pub(crate) struct PyProgress {
    /// Games that are played, those of earlier calls included.
    games: u32,
    /// Games of the plan.
    of_games: u32,
    /// Decisions that this call has written.
    decisions: u64,
}

impl From<WriteProgress> for PyProgress {
    fn from(progress: WriteProgress) -> Self {
        let WriteProgress {
            games,
            of_games,
            decisions,
        } = progress;
        Self {
            games,
            of_games,
            decisions,
        }
    }
}

#[pymethods]
impl PyProgress {
    #[new]
    fn new(games: u32, of_games: u32, decisions: u64) -> Self {
        Self {
            games,
            of_games,
            decisions,
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "<Progress: {} of {} games, {} decisions>",
            self.games, self.of_games, self.decisions
        )
    }
}

impl From<DatasetFault> for Fault {
    fn from(error: DatasetFault) -> Self {
        let text = error.to_string();
        match error {
            DatasetFault::Rules(error) => error.into(),
            DatasetFault::Players { .. }
            | DatasetFault::NoSuchPlayer(_)
            | DatasetFault::NoGames
            | DatasetFault::NoSuchShard { .. } => ChoiceError::new_err(text).into(),
            DatasetFault::NotEmpty(_)
            | DatasetFault::Another { .. }
            | DatasetFault::RulesText(_)
            | DatasetFault::Truth(_)
            | DatasetFault::Contradiction { .. } => DatasetError::new_err(text).into(),
            DatasetFault::File { .. } | DatasetFault::Parquet { .. } => {
                PyOSError::new_err(text).into()
            }
            DatasetFault::Faulty { .. } | DatasetFault::Encode { .. } | DatasetFault::Stopped => {
                InternalError::new_err(text).into()
            }
        }
    }
}
