//! The exceptions of the package, which `python/brickwood/_errors.py` defines.

use std::panic::{AssertUnwindSafe, catch_unwind};

use brickwood_arena::MatchError;
use brickwood_encode::EncodeError;
use brickwood_notation::{
    BoardTextErrors, PositionError as PositionFault, RecordError, RecordFault, RulesTextErrors,
    StepError,
};
use brickwood_rules::{Illegal, RulesError as RulesFault};
use pyo3::PyErr;
use pyo3::prelude::*;

pyo3::import_exception!(brickwood._errors, BoardError);
pyo3::import_exception!(brickwood._errors, ChoiceError);
pyo3::import_exception!(brickwood._errors, DTypeError);
pyo3::import_exception!(brickwood._errors, DatasetError);
pyo3::import_exception!(brickwood._errors, GameOverError);
pyo3::import_exception!(brickwood._errors, IllegalStepError);
pyo3::import_exception!(brickwood._errors, InternalError);
pyo3::import_exception!(brickwood._errors, NotationError);
pyo3::import_exception!(brickwood._errors, PositionError);
pyo3::import_exception!(brickwood._errors, RulesError);
pyo3::import_exception!(brickwood._errors, SeatError);
pyo3::import_exception!(brickwood._errors, ShapeError);

/// Anything that goes wrong, as the exception that Python sees.
pub(crate) struct Fault(PyErr);

/// What the functions here return.
pub(crate) type Outcome<T> = Result<T, Fault>;

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        fault.0
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<Illegal> for Fault {
    fn from(illegal: Illegal) -> Self {
        let clause = illegal.clause().to_string();
        let arguments = (illegal.to_string(), clause, illegal.code());
        Self(IllegalStepError::new_err(arguments))
    }
}

impl From<RulesFault> for Fault {
    fn from(error: RulesFault) -> Self {
        Self(RulesError::new_err(error.to_string()))
    }
}

impl From<RulesTextErrors> for Fault {
    fn from(error: RulesTextErrors) -> Self {
        Self(RulesError::new_err(error.to_string()))
    }
}

impl From<BoardTextErrors> for Fault {
    fn from(BoardTextErrors(errors): BoardTextErrors) -> Self {
        let details: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Self(BoardError::new_err((details.join("; "), details)))
    }
}

impl From<PositionFault> for Fault {
    fn from(error: PositionFault) -> Self {
        Self(PositionError::new_err(error.to_string()))
    }
}

impl From<StepError> for Fault {
    fn from(error: StepError) -> Self {
        Self(NotationError::new_err((error.to_string(), None::<usize>)))
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Self {
        let RecordError { line, fault } = error;
        Self(NotationError::new_err((fault.to_string(), Some(line))))
    }
}

impl From<RecordFault> for Fault {
    fn from(fault: RecordFault) -> Self {
        Self(NotationError::new_err((fault.to_string(), None::<usize>)))
    }
}

impl From<EncodeError> for Fault {
    fn from(error: EncodeError) -> Self {
        Self(match error {
            EncodeError::NoSuchSeat { .. } => SeatError::new_err(error.to_string()),
            _ => ChoiceError::new_err(error.to_string()),
        })
    }
}

impl From<MatchError> for Fault {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Rules(error) => error.into(),
            error @ MatchError::Player { .. } => Self(InternalError::new_err(error.to_string())),
        }
    }
}

/// Runs something without the interpreter, so that other threads of Python go on. A panic in it, which is
/// a bug of ours, becomes an exception.
pub(crate) fn away<T: Send>(py: Python<'_>, run: impl FnOnce() -> T + Send) -> Outcome<T> {
    guarded(|| py.detach(run))
}

/// Runs something, and turns a panic into an exception.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("something unexpected happened").to_owned();
        Fault(InternalError::new_err(text))
    })
}
