//! Rules, boards, and games made of both.

use std::sync::{Arc, OnceLock};

use brickwood_arena::Deal;
use brickwood_encode::Observer;
use brickwood_notation::{
    board_file, board_text, edition_name, hex_name, intersection_name, parse_board,
    parse_edition_and_rules, path_name, rules_settings, rules_text_from,
};
use brickwood_rules::{Board, Edition, Game, Layout, Rules, Seat, beginners_board};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};

use crate::error::{BoardError, Outcome, RulesError, SeatError, guarded};
use crate::step::{PyAction, PyStep};
use crate::value::to_python;

/// The rules of a game: an edition, the number of players, and what differs from the edition.
///
/// `Rules("modern", players=3, points_to_win=12, open_hands=True)`. The switches and their values are those of
/// the notation (`docs/book/notation.md`); a seat in `first_player` is counted from 1 there. Rules are
/// immutable, can be compared, hashed and pickled, and `str()` is their notation.
///
/// Raises `RulesError` where there is no such edition or switch, or where the rules cannot be played.
#[pyclass(name = "Rules", module = "brickwood", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyRules {
    edition: Edition,
    pub(crate) rules: Rules,
}

impl PyRules {
    /// The rules of an edition.
    pub(crate) fn of(edition: Edition, players: u8) -> Self {
        let rules = edition.rules(players);
        Self { edition, rules }
    }

    fn read(text: &str) -> Outcome<Self> {
        let (edition, rules) = parse_edition_and_rules(text)?;
        rules.check()?;
        Ok(Self { edition, rules })
    }
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (edition = "modern", players = 4, **switches))]
    fn new(edition: &str, players: u8, switches: Option<&Bound<'_, PyDict>>) -> Outcome<Self> {
        if edition.contains(char::is_whitespace) {
            return Err(RulesError::new_err(format!("there is no edition `{edition}`")).into());
        }
        let mut text = format!("{edition} players={players}");
        for (key, value) in switches.into_iter().flat_map(PyDictMethods::iter) {
            text.push(' ');
            text.push_str(&setting(&key, &value)?);
        }
        Self::read(&text)
    }

    /// The rules of a line of notation, such as `modern players=3 open_hands`. Raises `RulesError`.
    #[staticmethod]
    fn parse(text: &str) -> Outcome<Self> {
        Self::read(text)
    }

    /// The edition that they are told from.
    #[getter]
    fn edition(&self) -> String {
        edition_name(self.edition)
    }

    /// How many play.
    #[getter]
    fn players(&self) -> u8 {
        self.rules.players
    }

    /// Points to win.
    #[getter]
    fn points_to_win(&self) -> u8 {
        self.rules.points_to_win
    }

    /// Every switch, as in the engine protocol.
    fn to_dict<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.rules)
    }

    fn __str__(&self) -> String {
        rules_text_from(self.edition, &self.rules)
    }

    fn __repr__(&self) -> String {
        format!("Rules.parse({:?})", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse, (slf.get().__str__(),)))
    }
}

/// A switch as the text of rules has it.
fn setting(key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let key: String = key.extract()?;
    let value = match value.cast::<PyBool>() {
        Ok(on) if on.is_true() => "yes".to_owned(),
        Ok(_) => "no".to_owned(),
        Err(_) if value.is_none() => "none".to_owned(),
        Err(_) => value.str()?.to_string(),
    };
    if value.contains(char::is_whitespace) {
        let message = format!("`{value}` is nothing that `{key}` can be");
        return Err(RulesError::new_err(message));
    }
    Ok(format!("{key}={value}"))
}

/// The land of a game: terrain, number tokens and harbors. Immutable; `str()` is its notation.
#[pyclass(name = "Board", module = "brickwood", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyBoard {
    pub(crate) board: Board,
}

#[pymethods]
impl PyBoard {
    /// The printed board of the beginners' game.
    #[staticmethod]
    fn beginners() -> Self {
        let board = beginners_board();
        Self { board }
    }

    /// A board laid by chance for these rules. The same seed lays the same board.
    #[staticmethod]
    #[pyo3(signature = (rules, seed = 0))]
    fn random(rules: PyRules, seed: u64) -> Outcome<Self> {
        let board = guarded(|| Deal::new(rules.rules, seed))??
            .game
            .board()
            .clone();
        Ok(Self { board })
    }

    /// The board of a text, as a word or as a file of rows. Raises `BoardError` with all that is wrong.
    #[staticmethod]
    fn parse(text: &str) -> Outcome<Self> {
        let board = guarded(|| parse_board(text))??;
        Ok(Self { board })
    }

    /// `standard` or `large`.
    #[getter]
    fn layout(&self) -> &'static str {
        layout_name(self.board.layout())
    }

    /// Hexes, harbors and the robber, as in the engine protocol.
    fn to_dict<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, self.board.plan())
    }

    /// The board as a file of rows that people read.
    fn pretty(&self) -> String {
        board_file(&self.board)
    }

    fn __str__(&self) -> String {
        board_text(&self.board)
    }

    fn __repr__(&self) -> String {
        format!("Board.parse({:?})", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse, (slf.get().__str__(),)))
    }
}

pub(crate) const fn layout_name(layout: Layout) -> &'static str {
    match layout {
        Layout::Standard => "standard",
        Layout::Large => "large",
    }
}

/// The shape of land of this name. Raises `BoardError`.
pub(crate) fn layout_named(name: &str) -> Outcome<Layout> {
    let layouts = [Layout::Standard, Layout::Large];
    let found = layouts
        .into_iter()
        .find(|layout| layout_name(*layout) == name);
    Ok(found.ok_or_else(|| BoardError::new_err(format!("there is no land `{name}`")))?)
}

/// Rules and a board: what is fixed when a game begins.
///
/// Without rules they are today's for four; without a board it is laid by the seed. Raises `RulesError` for a
/// board that does not fit the rules.
#[pyclass(name = "Game", module = "brickwood", frozen, eq, from_py_object)]
#[derive(Clone)]
pub(crate) struct PyGame {
    pub(crate) edition: Edition,
    pub(crate) game: Arc<Game>,
    /// What tensors need that stays the same for a whole game, once they were asked for.
    observer: Arc<OnceLock<Observer>>,
}

impl PartialEq for PyGame {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            edition,
            game,
            observer: _,
        } = self;
        *edition == other.edition && (Arc::ptr_eq(game, &other.game) || *game == other.game)
    }
}

impl PyGame {
    pub(crate) fn of(edition: Edition, game: impl Into<Arc<Game>>) -> Self {
        Self {
            edition,
            game: game.into(),
            observer: Arc::default(),
        }
    }

    pub(crate) fn observer(&self) -> &Observer {
        self.observer.get_or_init(|| Observer::new(&self.game))
    }

    /// A game that some text has told.
    pub(crate) fn told(game: Game) -> Self {
        let text = brickwood_notation::rules_text(game.rules());
        let edition = parse_edition_and_rules(&text).map_or(Edition::Modern, |(told, _)| told);
        Self::of(edition, game)
    }

    /// A game by today's rules for four, on a board laid by a seed.
    pub(crate) fn by_seed(seed: u64) -> Outcome<Self> {
        Self::new(None, None, seed)
    }

    pub(crate) fn layout(&self) -> Layout {
        self.game.board().layout()
    }

    /// The seat with this number.
    pub(crate) fn seat(&self, number: i64) -> Outcome<Seat> {
        seat(self.game.rules().players, number)
    }

    /// The viewer with this number; a spectator without one.
    pub(crate) fn viewer(&self, number: Option<i64>) -> Outcome<Option<Seat>> {
        number.map(|number| self.seat(number)).transpose()
    }
}

/// The seat with this number in a game of so many players.
pub(crate) fn seat(players: u8, number: i64) -> Outcome<Seat> {
    u8::try_from(number)
        .ok()
        .filter(|number| *number < players)
        .and_then(Seat::new)
        .ok_or_else(|| {
            let message = format!("the game has the seats 0 to {}, not {number}", players - 1);
            SeatError::new_err(message).into()
        })
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rules = None, board = None, *, seed = 0))]
    fn new(rules: Option<PyRules>, board: Option<PyBoard>, seed: u64) -> Outcome<Self> {
        let rules = match rules {
            Some(rules) => rules,
            None => PyRules::of(Edition::Modern, 4),
        };
        let game = match board {
            Some(PyBoard { board }) => Arc::new(Game::new(rules.rules, board)?),
            None => guarded(|| Deal::new(rules.rules, seed))??.game,
        };
        Ok(Self::of(rules.edition, game))
    }

    /// Its rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules {
            edition: self.edition,
            rules: *self.game.rules(),
        }
    }

    /// Its board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard {
            board: self.game.board().clone(),
        }
    }

    /// How many play.
    #[getter]
    fn players(&self) -> u8 {
        self.game.rules().players
    }

    /// An action of a text such as `road c3e`. Raises `NotationError`.
    fn action(&self, text: &str) -> Outcome<PyAction> {
        PyAction::read(self.layout(), text)
    }

    /// A step of a text such as `1 road c3e` or `dice 3 4`. Raises `NotationError`.
    fn step(&self, text: &str) -> Outcome<PyStep> {
        PyStep::read(self.layout(), text)
    }

    /// The names of hexes, intersections and paths, by their numbers.
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let topology = self.game.board().topology();
        let places = PyDict::new(py);
        let hexes = topology.hexes().map(|hex| hex_name(topology, hex));
        places.set_item("hexes", hexes.collect::<Vec<_>>())?;
        let intersections = topology
            .intersections()
            .map(|at| intersection_name(topology, at));
        places.set_item("intersections", intersections.collect::<Vec<_>>())?;
        let paths = topology.paths().map(|path| path_name(topology, path));
        places.set_item("paths", paths.collect::<Vec<_>>())?;
        Ok(places)
    }

    fn __repr__(&self) -> String {
        format!(
            "Game({}, {})",
            self.rules().__repr__(),
            self.board().__repr__()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (PyRules, PyBoard)) {
        let game = slf.get();
        (slf.get_type().into_any(), (game.rules(), game.board()))
    }
}

/// The switches that [`PyRules`] takes, each with the words that it can be; none where it is a number.
pub(crate) fn switches(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let switches = PyDict::new(py);
    for (key, words) in rules_settings() {
        switches.set_item(key, PyTuple::new(py, words)?)?;
    }
    Ok(switches)
}

/// The names of the editions, the default first.
pub(crate) fn edition_names() -> Vec<String> {
    Edition::ALL.into_iter().map(edition_name).collect()
}
