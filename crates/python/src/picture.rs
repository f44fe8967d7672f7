//! Pictures of what somebody may see.

use brickwood_picture::{Pixels, pixels};
use brickwood_rules::{Game, View};
use numpy::{IntoPyArray, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use crate::error::{ChoiceError, Outcome, away};

/// The pixels of a picture that nobody asks for by mistake.
const WIDEST: u32 = 8192;

/// The picture as text.
pub(crate) fn svg(py: Python<'_>, game: &Game, view: &View) -> Outcome<String> {
    away(py, || brickwood_picture::svg(game, view))
}

/// The picture as an array (rows, columns, 3).
pub(crate) fn rgb<'py>(
    py: Python<'py>,
    game: &Game,
    view: &View,
    width: u32,
) -> Outcome<Bound<'py, PyArray3<u8>>> {
    if !(1..=WIDEST).contains(&width) {
        let message = format!("a picture is 1 to {WIDEST} pixels wide, not {width}");
        return Err(ChoiceError::new_err(message).into());
    }
    let Pixels { width, height, rgb } = away(py, || pixels(game, view, width))?;
    let shape = [height as usize, width as usize, 3];
    Ok(rgb.into_pyarray(py).reshape(shape)?)
}
