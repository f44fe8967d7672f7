//! Bots, and games and matches between them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use brickwood_arena::{
    Budget, Caps, DecisionRequest, Ending, Entrant, Match, Player, RandomEntrant, ScriptedEntrant,
    Tally, built_in, built_in_names, play,
};
use brickwood_bots::Level;
use brickwood_rules::{BySeat, MAX_SEATS, Playthrough};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::{ChoiceError, InternalError, Outcome, away};
use crate::game::{PyGame, PyRules};
use crate::session::PySession;
use crate::step::PyAction;
use crate::view::{PyHistory, PyView, told_to};

/// A level by its name.
pub(crate) fn level(name: &str) -> Option<Level> {
    Level::named(name)
}

/// The names of the players that sit in one seat of a game: those without a level, and then the levels.
pub(crate) fn names() -> Vec<&'static str> {
    let levels = Level::ALL.map(Level::name);
    ["random", "scripted"].into_iter().chain(levels).collect()
}

/// How many threads the machine runs at a time.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

pub(crate) fn no_such_player(name: &str, names: &[&str]) -> PyErr {
    let names = names.join(", ");
    ChoiceError::new_err(format!("there is no player `{name}`: there are {names}"))
}

/// Who plays by this name.
fn entrant(name: &str) -> Outcome<Box<dyn Entrant + Send>> {
    built_in(name).ok_or_else(|| {
        let names = built_in_names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        no_such_player(name, &names).into()
    })
}

/// A bot for one seat of one game: of a level such as `hard`. `random` takes any legal action, and `scripted`
/// rather one that builds, or a good place. Raises `ChoiceError` for another name.
///
/// It remembers what it has concluded from the history, which saves time alone. So it can be copied and pickled: what it
/// chooses afterwards is the same. A pickle holds its level, and it draws its conclusions anew. Threads that share a bot
/// take turns.
#[pyclass(name = "Bot", module = "brickwood", frozen)]
pub(crate) struct PyBot {
    name: String,
    mind: Mutex<Mind>,
}

/// What decides.
#[derive(Clone)]
enum Mind {
    Random(RandomEntrant),
    Scripted(ScriptedEntrant),
    Bot(Box<brickwood_bots::Bot>),
}

impl Mind {
    fn of(name: &str) -> Outcome<Self> {
        if name == RandomEntrant.name() {
            return Ok(Self::Random(RandomEntrant));
        }
        if name == ScriptedEntrant.name() {
            return Ok(Self::Scripted(ScriptedEntrant));
        }
        let level = level(name).ok_or_else(|| no_such_player(name, &names()))?;
        Ok(Self::Bot(Box::new(brickwood_bots::Bot::new(level))))
    }

    fn player(&mut self) -> &mut dyn Player {
        match self {
            Self::Random(random) => random,
            Self::Scripted(scripted) => scripted,
            Self::Bot(bot) => &mut **bot,
        }
    }
}

impl PyBot {
    fn mind(&self) -> MutexGuard<'_, Mind> {
        // Where a decision has failed, what was concluded so far is still true.
        self.mind.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyBot {
    #[new]
    #[pyo3(signature = (level = "hard"))]
    fn new(level: &str) -> Outcome<Self> {
        Ok(Self {
            name: level.to_owned(),
            mind: Mutex::new(Mind::of(level)?),
        })
    }

    /// Its level, `random` or `scripted`.
    #[getter]
    fn level(&self) -> &str {
        &self.name
    }

    /// The action that it takes in the seat of the viewer; `None` where it has nothing to do now.
    ///
    /// The same view, history and seed give the same action. Without a history, it decides from the view alone.
    /// Other threads run in the meantime. Raises `ChoiceError` for the view of a spectator.
    #[pyo3(signature = (view, history = None, *, seed = 0))]
    fn choose(
        &self,
        py: Python<'_>,
        view: &PyView,
        history: Option<&PyHistory>,
        seed: u64,
    ) -> Outcome<Option<PyAction>> {
        if view.view.viewer.is_none() {
            return Err(ChoiceError::new_err("a spectator has no seat to decide for").into());
        }
        let history = told_to(history, view.view.viewer)?;
        let request = DecisionRequest {
            game: &view.of.game,
            view: &view.view,
            history,
            seed,
            budget: Budget::default(),
        };
        let chosen = away(py, || self.mind().player().decide(&request))?;
        let chosen = chosen.map_err(|error| InternalError::new_err(error.to_string()))?;
        Ok(chosen.map(|action| PyAction::new(view.of.layout(), action)))
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?})", self.name)
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        Self {
            name: self.name.clone(),
            // It may be deciding in another thread.
            mind: Mutex::new(py.detach(|| self.mind().clone())),
        }
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().name.clone(),))
    }
}

/// A game between built-in players, one for each seat, from its beginning to its end or for `most_steps` steps.
///
/// Players are those of `brickwood match`, such as `random`, a level of `Bot` or `hard-arena`. Raises `ChoiceError`,
/// which lists them, for others, and for too many.
#[pyfunction]
#[pyo3(signature = (game, players, *, seed = 0, most_steps = 50_000))]
pub(crate) fn play_game(
    py: Python<'_>,
    game: PyGame,
    players: Vec<String>,
    seed: u64,
    most_steps: u32,
) -> Outcome<PySession> {
    let seats = game.game.rules().seats();
    if players.len() != seats {
        let message = format!("there are {seats} seats and {} players", players.len());
        return Err(ChoiceError::new_err(message).into());
    }
    let entrants: Vec<_> = players
        .iter()
        .map(|name| entrant(name))
        .collect::<Outcome<_>>()?;
    let mut course = Playthrough::new(Arc::clone(&game.game));
    let ending = away(py, || {
        let players: Result<Vec<Box<dyn Player>>, _> =
            entrants.iter().map(|entrant| entrant.player()).collect();
        let mut players = players.map_err(|error| error.to_string())?;
        let caps = Caps {
            steps: most_steps,
            ..Caps::default()
        };
        let mut chance = brickwood_arena::Seeded::new(seed);
        let budget = Budget::default();
        Ok::<_, String>(play(
            &mut course,
            &mut players,
            &mut chance,
            seed,
            budget,
            caps,
        ))
    })?
    .map_err(InternalError::new_err)?;
    if let Ending::Faulty { seat, fault } = ending {
        return Err(InternalError::new_err(format!("seat {} {fault}", seat.index())).into());
    }
    Ok(PySession::of(game, course, seed))
}

/// What a match came to, from the challenger's side.
///
/// The sum of two reports is that of both matches together. Immutable; can be compared and pickled.
#[pyclass(name = "MatchReport", module = "brickwood", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyMatchReport {
    tally: Tally,
}

#[pymethods]
impl PyMatchReport {
    #[new]
    #[pyo3(signature = (*, won = 0, lost = 0, no_winner = 0, unfinished = 0, won_by_seat = [0; MAX_SEATS], turns = 0, steps = 0))]
    fn new(
        won: u32,
        lost: u32,
        no_winner: u32,
        unfinished: u32,
        won_by_seat: [u32; MAX_SEATS],
        turns: u64,
        steps: u64,
    ) -> PyResult<Self> {
        Ok(Self {
            tally: Tally {
                games: [lost, no_winner, unfinished]
                    .into_iter()
                    .try_fold(won, |games, more| sum(games, more, u32::checked_add))?,
                won,
                lost,
                no_winner,
                unfinished,
                won_by_seat: BySeat(won_by_seat),
                turns,
                steps,
                ..Tally::default()
            },
        })
    }

    /// Games that were played.
    #[getter]
    fn games(&self) -> u32 {
        self.tally.games
    }

    /// Games that the challenger has won.
    #[getter]
    fn won(&self) -> u32 {
        self.tally.won
    }

    /// Games that a rival has won.
    #[getter]
    fn lost(&self) -> u32 {
        self.tally.lost
    }

    /// Games that nobody could win any more, and that were ended without a winner.
    #[getter]
    fn no_winner(&self) -> u32 {
        self.tally.no_winner
    }

    /// Games that met the cap of turns or steps.
    #[getter]
    fn unfinished(&self) -> u32 {
        self.tally.unfinished
    }

    /// Games that the challenger has won in each seat.
    #[getter]
    fn won_by_seat(&self) -> [u32; MAX_SEATS] {
        self.tally.won_by_seat.0
    }

    /// Turns of all games together.
    #[getter]
    fn turns(&self) -> u64 {
        self.tally.turns
    }

    /// Steps of all games together, those of chance included.
    #[getter]
    fn steps(&self) -> u64 {
        self.tally.steps
    }

    /// won / (won + lost); none before a game is decided.
    #[getter]
    fn share(&self) -> Option<f64> {
        self.tally.share()
    }

    /// Where that share lies, 95 % sure.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        let interval = self.tally.interval();
        (interval.low, interval.high)
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        let (one, two) = (&self.tally, &other.tally);
        let mut won_by_seat = one.won_by_seat.0;
        for (count, more) in won_by_seat.iter_mut().zip(two.won_by_seat) {
            *count = sum(*count, more, u32::checked_add)?;
        }
        Self::new(
            sum(one.won, two.won, u32::checked_add)?,
            sum(one.lost, two.lost, u32::checked_add)?,
            sum(one.no_winner, two.no_winner, u32::checked_add)?,
            sum(one.unfinished, two.unfinished, u32::checked_add)?,
            won_by_seat,
            sum(one.turns, two.turns, u64::checked_add)?,
            sum(one.steps, two.steps, u64::checked_add)?,
        )
    }

    fn __repr__(&self) -> String {
        format!(
            "<MatchReport: {} won, {} lost, {} without a winner, {} unfinished of {}>",
            self.tally.won,
            self.tally.lost,
            self.tally.no_winner,
            self.tally.unfinished,
            self.tally.games
        )
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("won", self.won())?;
        named.set_item("lost", self.lost())?;
        named.set_item("no_winner", self.no_winner())?;
        named.set_item("unfinished", self.unfinished())?;
        named.set_item("won_by_seat", self.won_by_seat())?;
        named.set_item("turns", self.turns())?;
        named.set_item("steps", self.steps())?;
        Ok((PyTuple::empty(py), named))
    }
}

/// A sum that is refused where it is too large.
fn sum<T>(one: T, two: T, add: impl Fn(T, T) -> Option<T>) -> PyResult<T> {
    add(one, two).ok_or_else(|| PyOverflowError::new_err("too many games"))
}

/// Many games of a challenger against rivals in all other seats, on several threads.
///
/// Each deal is played once from every seat, so that `games` is rounded up to whole deals. The result depends on
/// the seed and not on the number of threads. Players are those of `play_game`.
#[pyfunction]
#[pyo3(signature = (challenger, rival, *, rules = None, games = 100, seed = 0, threads = None))]
pub(crate) fn play_match(
    py: Python<'_>,
    challenger: &str,
    rival: &str,
    rules: Option<PyRules>,
    games: u32,
    seed: u64,
    threads: Option<usize>,
) -> Outcome<PyMatchReport> {
    let (challenger, rival) = (entrant(challenger)?, entrant(rival)?);
    let rules = match rules {
        Some(rules) => rules.rules,
        None => brickwood_rules::Edition::Modern.rules(4),
    };
    let threads = threads.unwrap_or_else(cores);
    let report = away(py, || {
        let games = Match {
            rules,
            challenger: &*challenger,
            rival: &*rival,
            games,
            seed,
            budget: Budget::default(),
            caps: Caps::default(),
            threads,
            sprt: None,
        };
        games.run(|_| ())
    })??;
    Ok(PyMatchReport {
        tally: report.tally,
    })
}
