//! What somebody may know of a state, and what somebody was told.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use brickwood_bots::{guesses, judge, legal_choices};
use brickwood_engine::event_words;
use brickwood_notation::{parse_view, view_text};
use brickwood_rules::{History, InformationState, Seat, View};
use numpy::PyArray3;
use pyo3::prelude::*;

use crate::error::{ChoiceError, Outcome, away, guarded};
use crate::game::PyGame;
use crate::picture;
use crate::state::{PyState, phase_name};
use crate::step::{ActionLike, PyAction};
use crate::value::{hash_of, loaded, saved, to_python};

/// What a seat or a spectator may know. What it may not know changes nothing here. Immutable; `str()` is its
/// notation.
///
/// Views can be compared, hashed, copied and pickled. Two states that the viewer cannot tell apart have equal views. So a
/// view, or the pair of a view and a history, is the key of an information state.
#[pyclass(name = "View", module = "brickwood", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyView {
    pub(crate) of: PyGame,
    pub(crate) view: Arc<View>,
}

impl Hash for PyView {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hash_of(&*self.view).hash(hasher);
    }
}

#[pymethods]
impl PyView {
    /// The view of a line of notation. Raises `PositionError`.
    #[staticmethod]
    fn parse(text: &str) -> Outcome<Self> {
        let seen = guarded(|| parse_view(text))??;
        Ok(Self {
            of: PyGame::told(seen.game),
            view: Arc::new(seen.view),
        })
    }

    /// The rules and the board.
    #[getter]
    fn game(&self) -> PyGame {
        self.of.clone()
    }

    /// The seat that looks; none for a spectator.
    #[getter]
    fn viewer(&self) -> Option<usize> {
        self.view.viewer.map(Seat::index)
    }

    /// What is awaited, such as `turn` or `discard`.
    #[getter]
    fn phase(&self, py: Python<'_>) -> Outcome<String> {
        phase_name(py, &self.view.phase)
    }

    /// The seats whose step is awaited.
    #[getter]
    fn awaited(&self) -> Vec<usize> {
        self.view.awaited().iter().map(Seat::index).collect()
    }

    /// The actions that the viewer may take, but offers.
    fn legal_actions(&self) -> Outcome<Vec<PyAction>> {
        let found = guarded(|| legal_choices(&self.of.game, &self.view))?;
        let layout = self.of.layout();
        Ok(found
            .into_iter()
            .map(|action| PyAction::new(layout, action))
            .collect())
    }

    /// Raises `IllegalStepError` where the viewer may not take this action; does nothing where it may.
    fn check(&self, action: ActionLike) -> Outcome<()> {
        let action = action.action(self.of.layout())?;
        guarded(|| judge(&self.of.game, &self.view, action))??;
        Ok(())
    }

    /// A state that looks like this view: own cards and all that is public as they are, the hidden cards dealt as they
    /// may lie. Its view for the same viewer equals this one.
    ///
    /// With the history of the viewer, they are as likely as after all that it was told, which includes hands that
    /// nobody can hold any more. Without one, the cards that the viewer has not seen are dealt at random, and rather
    /// resources that a seat produces. The same view, history and seed give the same state, and the same seed is other
    /// luck in another view. Other threads run in the meantime. Raises `ChoiceError` where the history is that of another
    /// viewer, and for a spectator.
    #[pyo3(signature = (seed = 0, history = None))]
    fn sample(&self, py: Python<'_>, seed: u64, history: Option<&PyHistory>) -> Outcome<PyState> {
        let history = told_to(history, self.view.viewer)?;
        if self.view.viewer.is_none() {
            let message = "a spectator holds no cards: the view of a seat is needed";
            return Err(ChoiceError::new_err(message).into());
        }
        let known = InformationState::new(&self.view, history);
        let game = &self.of.game;
        // Seeds that are counted up anew for each decision of a game would bring the same luck to all of them.
        let seed = hash_of(&(seed, &*self.view));
        let state = away(py, || guesses(game, known, 1, seed).pop())?;
        let state = state.ok_or_else(|| ChoiceError::new_err("no state looks like this view"))?;
        Ok(PyState::new_of(self.of.clone(), &state))
    }

    /// Everything that is known, as in the engine protocol.
    fn to_dict<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &*self.view)
    }

    /// The picture of what is known, as SVG.
    pub(crate) fn svg(&self, py: Python<'_>) -> Outcome<String> {
        picture::svg(py, &self.of.game, &self.view)
    }

    /// Likewise as pixels: an array (height, width, 3) of bytes, whose height follows from the number of players.
    /// Raises `ChoiceError` for widths but 1 to 8192.
    #[pyo3(signature = (*, width = 960))]
    pub(crate) fn rgb<'py>(
        &self,
        py: Python<'py>,
        width: u32,
    ) -> Outcome<Bound<'py, PyArray3<u8>>> {
        picture::rgb(py, &self.of.game, &self.view, width)
    }

    /// What a notebook shows.
    fn _repr_svg_(&self, py: Python<'_>) -> Outcome<String> {
        self.svg(py)
    }

    fn __str__(&self) -> String {
        view_text(&self.of.game, &self.view)
    }

    fn __repr__(&self) -> String {
        format!("View.parse({:?})", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (PyGame, String))> {
        let view = slf.get();
        let restored = slf.get_type().getattr("_restored")?;
        Ok((restored, (view.of.clone(), view.__str__())))
    }

    #[staticmethod]
    fn _restored(game: PyGame, text: &str) -> Outcome<Self> {
        let Self { view, .. } = Self::parse(text)?;
        Ok(Self { of: game, view })
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// What somebody has been told since the game began. Immutable; can be compared, hashed, copied and pickled.
#[pyclass(
    name = "History",
    module = "brickwood",
    frozen,
    eq,
    hash,
    from_py_object
)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyHistory {
    pub(crate) of: PyGame,
    pub(crate) history: Arc<History>,
}

impl Hash for PyHistory {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hash_of(&*self.history).hash(hasher);
    }
}

#[pymethods]
impl PyHistory {
    /// Who was told; none for a spectator.
    #[getter]
    fn viewer(&self) -> Option<usize> {
        self.history.viewer().map(Seat::index)
    }

    /// The events, as in the engine protocol.
    fn events<'py>(&self, py: Python<'py>) -> Outcome<Bound<'py, PyAny>> {
        to_python(py, &self.history.events())
    }

    /// The events as sentences, one for each. `names` are those of the seats, which are `Seat 1` and so on without. Raises
    /// `ChoiceError` where there are more or fewer.
    #[pyo3(signature = (names = None))]
    fn words(&self, names: Option<Vec<String>>) -> Outcome<Vec<String>> {
        let game = &self.of.game;
        let seats = game.rules().seats();
        let names =
            names.unwrap_or_else(|| (1..=seats).map(|seat| format!("Seat {seat}")).collect());
        if names.len() != seats {
            let message = format!("there are {seats} seats and {} names", names.len());
            return Err(ChoiceError::new_err(message).into());
        }
        let events = self.history.events().iter();
        guarded(|| {
            events
                .map(|event| event_words(game, &names, event))
                .collect()
        })
    }

    fn __len__(&self) -> usize {
        self.history.events().len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Outcome<(Bound<'py, PyAny>, SavedHistory)> {
        let told = slf.get();
        let restored = slf.get_type().getattr("_restored")?;
        Ok((restored, (told.of.clone(), saved(&*told.history)?)))
    }

    #[staticmethod]
    fn _restored(game: PyGame, data: &[u8]) -> Outcome<Self> {
        let history = Arc::new(loaded(data)?);
        Ok(Self { of: game, history })
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A game, and what was told.
type SavedHistory = (PyGame, Vec<u8>);

/// The history of a viewer. Raises `ChoiceError` where it is that of another.
pub(crate) fn told_to(
    history: Option<&PyHistory>,
    viewer: Option<Seat>,
) -> Outcome<Option<&History>> {
    let history = history.map(|told| &*told.history);
    if history.is_some_and(|history| history.viewer() != viewer) {
        return Err(ChoiceError::new_err("the history is that of another viewer").into());
    }
    Ok(history)
}
