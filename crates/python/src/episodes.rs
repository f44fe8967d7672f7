//! Episodes for learning programs, in arrays of `NumPy`.

mod alone;
mod arrays;
mod options;

use std::collections::BTreeMap;
use std::sync::Arc;

use brickwood_encode::{ActionSpace, Observer, Tensor};
use brickwood_episodes::{Batch, Episode, EpisodeError, Opponent, Options, Rows, Snapshot};
use brickwood_rules::{Edition, Seat};
use numpy::{PyArray1, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::drafts::Drafts;
use crate::error::{
    ChoiceError, DTypeError, Fault, GameOverError, Outcome, ShapeError, away, guarded,
};
use crate::game::{PyBoard, PyGame, PyRules, seat};
use crate::numbers::{self, TensorName};
use crate::snapshot::PySnapshot;
use crate::state::PyState;
use crate::value::{Seed, count, numbers_of};
use alone::{Alone, EpisodeBuffers};
use arrays::Arrays;
use options::{OpponentName, named_reward, sitting};

/// Many games at once in which a program chooses by index, with built-in players in the other seats: what the
/// environments are made of.
///
/// Every step writes into the same arrays: `masks` (count, choices) of `uint8`, `tensors` by name (count, ...) and
/// `rewards` (count, players) of `float32`, `seats` (count,) of `uint8`, and `terminated`, `truncated`,
/// `forfeited` (count,) of `bool`. They are views, not copies. An episode that has ended begins anew with the
/// next step, whatever is chosen in it; until then, its mask allows every choice. All that happens follows from the
/// seeds and the choices, not from the number of threads.
///
/// `learners` are the seats of the program; without them it is one seat, by the seed. Raises `RulesError`,
/// `ChoiceError`.
///
/// Episodes can be copied and pickled, and single ones can go back to a `snapshot`. The same choices then give the same
/// arrays and the same games.
#[pyclass(name = "Episodes", module = "brickwood")]
pub(crate) struct PyEpisodes {
    batch: Batch,
    arrays: Arrays,
    alone: EpisodeBuffers,
}

/// What makes an object anew, and of what.
type Reduced<'py> = (
    Bound<'py, PyAny>,
    (Vec<PySnapshot>, Vec<&'static str>, usize),
);

/// Choices as `int64`, without a copy where they are that already.
fn whole_numbers<'py>(choices: &Bound<'py, PyAny>) -> Outcome<PyReadonlyArray1<'py, i64>> {
    if let Ok(typed) = choices.extract() {
        return Ok(typed);
    }
    let py = choices.py();
    let array = py.import("numpy")?.call_method1("asarray", (choices,))?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if !matches!(&*kind, "i" | "u") || dimensions != 1 {
        let message = format!(
            "the choices have to be integers in one dimension, not {dtype} in {dimensions}"
        );
        return Err(DTypeError::new_err(message).into());
    }
    let wide = array.call_method1("astype", ("int64",))?;
    Ok(wide.extract::<PyReadonlyArray1<'py, i64>>()?)
}

impl PyEpisodes {
    /// These episodes, with arrays of their own.
    fn of(py: Python<'_>, batch: Batch, tensors: &[Tensor]) -> Outcome<Self> {
        let arrays = Arrays::new(py, batch.len(), batch.options(), tensors);
        let alone = EpisodeBuffers::new(batch.options(), tensors);
        let mut episodes = Self {
            batch,
            arrays,
            alone,
        };
        episodes.with_arrays(py, Batch::write)?;
        Ok(episodes)
    }

    /// The tensors that are written.
    fn names(&self) -> Vec<Tensor> {
        let tensors = self.arrays.tensors.iter();
        tensors.map(|(tensor, _)| *tensor).collect()
    }

    /// Runs something that writes the arrays, without the interpreter.
    fn with_arrays<E: Send>(
        &mut self,
        py: Python<'_>,
        run: impl FnOnce(&mut Batch, Rows<'_>) -> Result<(), E> + Send,
    ) -> Outcome<()>
    where
        Fault: From<E>,
    {
        let Self { batch, arrays, .. } = self;
        arrays.lend(py, |rows| Ok(away(py, move || run(batch, rows))??))
    }

    fn episode(&self, number: i64) -> Outcome<&Episode> {
        let place = usize::try_from(number).ok();
        let found = place.and_then(|place| self.batch.episode(place));
        Ok(found.ok_or_else(|| no_such(&self.batch, number))?)
    }

    fn seat(&self, number: i64) -> Outcome<Seat> {
        seat(self.batch.options().rules.players, number)
    }
}

/// One of the episodes, to play in it.
fn episode_mut(batch: &mut Batch, number: i64) -> Outcome<&mut Episode> {
    let missing = no_such(batch, number);
    let place = usize::try_from(number).ok();
    let found = place.and_then(|place| batch.episode_mut(place));
    Ok(found.ok_or(missing)?)
}

fn no_such(batch: &Batch, number: i64) -> PyErr {
    ChoiceError::new_err(format!(
        "there are {} episodes, and none with the number {number}",
        batch.len()
    ))
}

#[pymethods]
impl PyEpisodes {
    #[new]
    #[pyo3(signature = (
        seeds,
        *,
        rules = None,
        board = None,
        learners = None,
        opponents = vec![OpponentName(Opponent::Random)],
        reward = "win",
        most_steps = 20_000,
        most_offers = 2,
        tensors = vec![],
        threads = 0,
    ))]
    // The constructor of a class for Python, which names its arguments.
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        seeds: Vec<Seed>,
        rules: Option<PyRules>,
        board: Option<PyBoard>,
        learners: Option<Vec<u8>>,
        opponents: Vec<OpponentName>,
        reward: &str,
        most_steps: u32,
        most_offers: u8,
        tensors: Vec<TensorName>,
        threads: i64,
    ) -> Outcome<Self> {
        if seeds.is_empty() {
            return Err(ChoiceError::new_err("there has to be an episode").into());
        }
        let (seeds, threads) = (numbers_of(seeds), count(threads)?);
        let rules = rules.map_or_else(|| Edition::Modern.rules(4), |rules| rules.rules);
        let learners = sitting(learners, rules.players)?;
        let tensors: Vec<Tensor> = tensors.into_iter().map(|name| name.0).collect();
        let options = Options {
            rules,
            board: board.map(|board| board.board),
            learners,
            opponents: opponents.into_iter().map(|name| name.0).collect(),
            reward: named_reward(reward)?,
            most_steps: most_steps.max(1),
            most_offers,
            history: tensors.contains(&Tensor::History),
        };
        options.check()?;
        let options = Arc::new(options);
        let batch = away(py, || Batch::new(options, &seeds, threads))?;
        Self::of(py, batch, &tensors)
    }

    /// Episodes that go on from snapshots, each by itself: the same one may be there many times. All have to be of
    /// episodes with the same rules and options; `tensors` may differ, but for `history`. Raises `ChoiceError`.
    #[staticmethod]
    #[pyo3(signature = (snapshots, tensors = vec![], threads = 0))]
    fn from_snapshots(
        py: Python<'_>,
        snapshots: Vec<PySnapshot>,
        tensors: Vec<TensorName>,
        threads: i64,
    ) -> Outcome<Self> {
        let Some(first) = snapshots.first() else {
            return Err(ChoiceError::new_err("there has to be an episode").into());
        };
        let options = Arc::clone(first.snapshot.options());
        let tensors: Vec<Tensor> = tensors.into_iter().map(|name| name.0).collect();
        if tensors.contains(&Tensor::History) && !options.history {
            let message = "nobody has told these episodes to keep a history";
            return Err(ChoiceError::new_err(message).into());
        }
        let snapshots: Vec<Snapshot> = snapshots.into_iter().map(|one| one.snapshot).collect();
        let threads = count(threads)?;
        let batch = away(py, || Batch::from_snapshots(options, &snapshots, threads))??;
        Self::of(py, batch, &tensors)
    }

    /// How one episode stands, to go back to it with `restore`, or on from it with `from_snapshots`. Raises
    /// `ChoiceError`.
    fn snapshot(&self, episode: i64) -> Outcome<PySnapshot> {
        let place = usize::try_from(episode).ok();
        let snapshot = guarded(|| place.and_then(|place| self.batch.snapshot(place)))?;
        let snapshot = snapshot.ok_or_else(|| no_such(&self.batch, episode))?;
        Ok(PySnapshot { snapshot })
    }

    /// Puts episodes back to how they stood: a snapshot for each number of an episode. Any snapshot of episodes with the
    /// same rules and options will do. The arrays of these episodes are written. Raises `ChoiceError`, and changes
    /// nothing then.
    fn restore(&mut self, py: Python<'_>, snapshots: BTreeMap<i64, PySnapshot>) -> Outcome<()> {
        let mut places = Vec::new();
        for (number, one) in &snapshots {
            let place = usize::try_from(*number).ok();
            let place = place.filter(|place| *place < self.batch.len());
            let place = place.ok_or_else(|| no_such(&self.batch, *number))?;
            places.push((place, &one.snapshot));
        }
        self.with_arrays(py, |batch, rows| batch.restore(&places, rows))
    }

    fn __copy__(&self, py: Python<'_>) -> Outcome<Self> {
        let batch = away(py, || self.batch.clone())?;
        Self::of(py, batch, &self.names())
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Outcome<Self> {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Outcome<Reduced<'py>> {
        let episodes = slf.borrow();
        let restored = slf.get_type().getattr("from_snapshots")?;
        let snapshots = (0..episodes.batch.len()).filter_map(|at| episodes.batch.snapshot(at));
        let tensors = episodes.names().into_iter().map(Tensor::name);
        let arguments = (
            guarded(|| snapshots.map(PySnapshot::from).collect())?,
            tensors.collect(),
            episodes.batch.threads(),
        );
        Ok((restored, arguments))
    }

    /// Begins anew, with a seed for each episode. Raises `ChoiceError` for another number of them.
    fn reset(&mut self, py: Python<'_>, seeds: Vec<Seed>) -> Outcome<()> {
        let seeds = numbers_of(seeds);
        if seeds.len() != self.batch.len() {
            let message = format!(
                "there are {} episodes, not {}",
                self.batch.len(),
                seeds.len()
            );
            return Err(ChoiceError::new_err(message).into());
        }
        let batch = &mut self.batch;
        away(py, || batch.reset(&seeds))?;
        self.with_arrays(py, Batch::write)
    }

    /// Begins the episodes anew for which `which` is true: an array (count,) of `bool`. The others go on.
    ///
    /// `seeds`, one for each of all episodes, begin as those of `reset` do. Without them, an episode follows that also
    /// follows where it begins anew by itself. Raises `ShapeError` and `DTypeError`.
    #[pyo3(signature = (which, seeds = None))]
    fn begin_again(
        &mut self,
        py: Python<'_>,
        which: &Bound<'_, PyAny>,
        seeds: Option<Vec<Seed>>,
    ) -> Outcome<()> {
        let seeds = seeds.map(numbers_of);
        let typed: PyReadonlyArray1<'_, bool> = which.extract().map_err(|_| {
            DTypeError::new_err("an array of bool with one dimension says which begin anew")
        })?;
        let which: Vec<bool> = typed.as_array().iter().copied().collect();
        drop(typed);
        for found in [Some(which.len()), seeds.as_ref().map(Vec::len)] {
            if let Some(found) = found.filter(|found| *found != self.batch.len()) {
                let message = format!("there are {} episodes, not {found}", self.batch.len());
                return Err(ShapeError::new_err(message).into());
            }
        }
        self.with_arrays(py, |batch, rows| {
            batch.begin_again(&which, seeds.as_deref(), rows)
        })
    }

    /// Makes a choice in every episode, for the seats of `seats`: (count,) integers, in an array of any integer dtype,
    /// a list, or whatever `NumPy` can read. Other threads run in the meantime.
    ///
    /// A choice that cannot be made forfeits its episode. An episode that has ended begins anew, whatever was
    /// chosen. Raises `ShapeError` and `DTypeError`.
    fn step(&mut self, py: Python<'_>, choices: &Bound<'_, PyAny>) -> Outcome<()> {
        let typed = whole_numbers(choices)?;
        if typed.len() != self.batch.len() {
            let message = format!(
                "there are {} episodes and {} choices",
                self.batch.len(),
                typed.len()
            );
            return Err(ShapeError::new_err(message).into());
        }
        let choices: Vec<i64> = typed.as_array().iter().copied().collect();
        drop(typed);
        self.with_arrays(py, |batch, rows| batch.step(&choices, rows))
    }

    /// As `step` with the choice of the only episode, and faster. Returns, in new arrays, what else is to be read from
    /// those of the object, which it does not write: the seat that is awaited then, what the seat that chose gained,
    /// whether the episode is terminated, truncated, and forfeited, the mask (choices,) of `int8`, and the tensors by
    /// name.
    ///
    /// With `strict`, a choice that cannot be made does not forfeit the episode: it raises `ChoiceError` or
    /// `IllegalStepError`, and changes nothing. Raises `ShapeError` where there are several episodes.
    #[pyo3(signature = (choice, strict = false))]
    fn step_alone<'py>(
        &mut self,
        py: Python<'py>,
        choice: i64,
        strict: bool,
    ) -> Outcome<Alone<'py>> {
        if self.batch.len() != 1 {
            let message = format!("there are {} episodes, not one", self.batch.len());
            return Err(ShapeError::new_err(message).into());
        }
        let Self { batch, alone, .. } = self;
        let chooser = batch.seat(0).map_or(0, Seat::index);
        away(py, || alone.step(batch, choice, strict))??;
        alone.told(py, chooser)
    }

    /// Makes a choice of a seat in one episode; the arrays are not written. Raises `ChoiceError`,
    /// `IllegalStepError`, `SeatError` and `GameOverError`, and changes nothing then.
    fn choose(&mut self, py: Python<'_>, episode: i64, seat: i64, index: i64) -> Outcome<()> {
        let seat = self.seat(seat)?;
        let episode = episode_mut(&mut self.batch, episode)?;
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        away(py, || episode.choose(seat, index))??;
        Ok(())
    }

    /// The seats whose choice is awaited in an episode, clockwise from the seat whose turn it is.
    fn awaited(&self, episode: i64) -> Outcome<Vec<usize>> {
        let episode = self.episode(episode)?;
        let awaited = episode.awaited();
        let players = self.batch.options().rules.players;
        Ok((0..players)
            .map(|steps| episode.state().active().clockwise(steps, players))
            .filter(|seat| awaited.contains(*seat))
            .map(Seat::index)
            .collect())
    }

    /// The seats of the program in an episode.
    fn learners(&self, episode: i64) -> Outcome<Vec<usize>> {
        let learners = self.episode(episode)?.learners();
        Ok(learners.iter().map(Seat::index).collect())
    }

    /// Whether an episode is over, and whether it was cut off.
    fn ended(&self, episode: i64) -> Outcome<(bool, bool)> {
        let episode = self.episode(episode)?;
        Ok((episode.is_terminated(), episode.is_truncated()))
    }

    /// What each seat gained by the last choice in an episode.
    fn gains(&self, episode: i64) -> Outcome<Vec<f32>> {
        let gains = self.episode(episode)?.rewards();
        Ok(gains.0[..self.batch.options().rules.seats()].to_vec())
    }

    /// How an episode stands: the winners, none while it goes on or where nobody has won; the points of each seat, hidden
    /// ones included; the turns that were begun; and the steps and choices of all seats and of chance.
    fn standing(&self, episode: i64) -> Outcome<(Vec<usize>, Vec<u16>, u16, u32)> {
        let episode = self.episode(episode)?;
        let (game, state) = (episode.game(), episode.state());
        let points = Seat::all(game.rules().players)
            .map(|seat| state.points(game, seat).total().into())
            .collect();
        let winners = episode.winners().iter().map(Seat::index).collect();
        Ok((winners, points, state.turn(), episode.steps()))
    }

    /// What a seat may choose in an episode, everything where it has ended: an array (choices,) of `uint8`, a copy.
    fn mask<'py>(&self, py: Python<'py>, episode: i64, seat: i64) -> Outcome<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        let episode = self.episode(episode)?;
        let length = ActionSpace::of(episode.game().board().layout()).len();
        let array = PyArray1::<u8>::zeros(py, length, false).into_any();
        numbers::fill::<u8>(&array, &[length], |mask| episode.mask(seat, mask))?;
        Ok(array)
    }

    /// What a seat may know in an episode: arrays of `float32` by name, copies.
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        episode: i64,
        seat: i64,
    ) -> Outcome<Bound<'py, PyDict>> {
        let seat = self.seat(seat)?;
        let episode = episode_mut(&mut self.batch, episode)?;
        let observation = PyDict::new(py);
        for (tensor, _) in &self.arrays.tensors {
            let shape = Observer::shape(episode.game().board().layout(), *tensor);
            let dimensions = &shape.dimensions[..shape.rank];
            let array = numbers::zeros(py, dimensions);
            numbers::fill::<f32>(&array, dimensions, |into| {
                episode.observe(seat, [(*tensor, into)])
            })?;
            observation.set_item(tensor.name(), array)?;
        }
        Ok(observation)
    }

    /// The state of an episode, with all cards and what is composed by choices.
    fn state(&self, episode: i64) -> Outcome<PyState> {
        let episode = self.episode(episode)?;
        let (game, state) = (episode.game(), episode.state());
        guarded(|| {
            let drafts = Drafts::of(episode.drafts(), game, state);
            PyState::with_drafts(PyGame::told(game.clone()), state, drafts)
        })
    }

    /// What may be chosen, everything in an episode that has ended: a view of (count, choices), `uint8`.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.arrays.masks.bind(py).clone().into_any()
    }

    /// What may be known: views of (count, ...), `float32`, by name.
    #[getter]
    fn tensors<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyDict>> {
        let tensors = PyDict::new(py);
        for (tensor, array) in &self.arrays.tensors {
            tensors.set_item(tensor.name(), array)?;
        }
        Ok(tensors)
    }

    /// What each seat gained by the last step: a view of (count, players), `float32`.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.arrays.rewards.bind(py).clone().into_any()
    }

    /// Who is awaited, or was at last: a view of (count,), `uint8`.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.arrays.seats.bind(py).clone().into_any()
    }

    /// Which episodes are over: a view of (count,), `bool`.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.arrays.terminated.bind(py).clone().into_any()
    }

    /// Which episodes were cut off: a view of (count,), `bool`.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.arrays.truncated.bind(py).clone().into_any()
    }

    /// Which episodes have just ended with a choice that could not be made: a view of (count,), `bool`.
    #[getter]
    fn forfeited<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.arrays.forfeited.bind(py).clone().into_any()
    }

    fn __len__(&self) -> usize {
        self.batch.len()
    }

    fn __repr__(&self) -> String {
        format!("<Episodes: {}>", self.batch.len())
    }
}

impl From<EpisodeError> for Fault {
    fn from(error: EpisodeError) -> Self {
        match error {
            EpisodeError::Over => GameOverError::new_err(error.to_string()).into(),
            EpisodeError::Encode(error) => error.into(),
            EpisodeError::Illegal(error) => error.into(),
            EpisodeError::NotAwaited | EpisodeError::TooManyOffers => {
                ChoiceError::new_err(error.to_string()).into()
            }
        }
    }
}
