//! Brickwood for Python: wrappers only. The package around them lies in `python/brickwood`, whose stubs
//! document what is here.
//!
//! What runs long gives up the interpreter, and no panic reaches Python.

#[cfg(feature = "data")]
mod dataset;
#[cfg(not(feature = "data"))]
#[path = "no_dataset.rs"]
mod dataset;
mod drafts;
mod episodes;
mod error;
mod game;
mod numbers;
mod picture;
mod players;
mod session;
mod snapshot;
mod state;
mod step;
mod value;
mod view;

use pyo3::prelude::*;

/// What `brickwood` consists of.
#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::dataset::{PyPlan, PyProgress};
    #[pymodule_export]
    use crate::episodes::PyEpisodes;
    #[pymodule_export]
    use crate::game::{PyBoard, PyGame, PyRules};
    #[pymodule_export]
    use crate::numbers::{PyActionSpace, tensor_names, tensor_shape};
    #[pymodule_export]
    use crate::players::{PyBot, PyMatchReport, play_game, play_match};
    #[pymodule_export]
    use crate::session::PySession;
    #[pymodule_export]
    use crate::snapshot::PySnapshot;
    #[pymodule_export]
    use crate::state::{PyChance, PyState};
    #[pymodule_export]
    use crate::step::{PyAction, PyStep};
    #[pymodule_export]
    use crate::view::{PyHistory, PyView};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("EDITIONS", crate::game::edition_names())?;
        module.add("SWITCHES", crate::game::switches(module.py())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
