//! The step of the only episode.

use brickwood_encode::{ActionSpace, Observer, Shape, Tensor};
use brickwood_episodes::{Batch, EpisodeError, Options, Rows};
use brickwood_rules::Layout;
use numpy::ndarray::ArrayView;
use numpy::{PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Outcome, ShapeError};

/// What `step_alone` returns.
pub(super) type Alone<'py> = (
    u8,
    f32,
    bool,
    bool,
    bool,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyDict>,
);

/// Where the only episode is written: new arrays are made of it, which costs less than to lend the old ones.
pub(super) struct EpisodeBuffers {
    mask: Vec<u8>,
    tensors: Vec<(Tensor, Shape, Vec<f32>)>,
    rewards: Vec<f32>,
    seat: [u8; 1],
    terminated: [bool; 1],
    truncated: [bool; 1],
    forfeited: [bool; 1],
}

impl EpisodeBuffers {
    pub(super) fn new(options: &Options, tensors: &[Tensor]) -> Self {
        let layout = Layout::for_players(options.rules.players);
        let one = |tensor: &Tensor| {
            let shape = Observer::shape(layout, *tensor);
            (*tensor, shape, vec![0.0; shape.len()])
        };
        Self {
            mask: vec![0; ActionSpace::of(layout).len()],
            tensors: tensors.iter().map(one).collect(),
            rewards: vec![0.0; options.rules.seats()],
            seat: [0],
            terminated: [false],
            truncated: [false],
            forfeited: [false],
        }
    }

    pub(super) fn step(
        &mut self,
        batch: &mut Batch,
        choice: i64,
        strict: bool,
    ) -> Result<(), EpisodeError> {
        let rows = Rows {
            masks: &mut self.mask,
            tensors: self
                .tensors
                .iter_mut()
                .map(|(tensor, _, values)| (*tensor, &mut values[..]))
                .collect(),
            rewards: &mut self.rewards,
            seats: &mut self.seat,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            forfeited: &mut self.forfeited,
        };
        if let (true, Some(seat)) = (strict, batch.seat(0))
            && let Some(episode) = batch.episode_mut(0)
            && !episode.has_ended()
        {
            episode.choose(seat, u16::try_from(choice).unwrap_or(u16::MAX))?;
            return Ok(batch.write(rows)?);
        }
        Ok(batch.step(&[choice], rows)?)
    }

    /// What the step in which this seat chose has brought.
    pub(super) fn told<'py>(&self, py: Python<'py>, chooser: usize) -> Outcome<Alone<'py>> {
        let tensors = PyDict::new(py);
        for (tensor, shape, values) in &self.tensors {
            let values = ArrayView::from_shape(&shape.dimensions[..shape.rank], values);
            let values = values.map_err(|error| ShapeError::new_err(error.to_string()))?;
            tensors.set_item(tensor.name(), PyArrayDyn::from_array(py, &values))?;
        }
        let mask: Vec<i8> = self
            .mask
            .iter()
            .map(|legal| i8::from(*legal == 1))
            .collect();
        Ok((
            self.seat[0],
            self.rewards.get(chooser).copied().unwrap_or_default(),
            self.terminated[0],
            self.truncated[0],
            self.forfeited[0],
            PyArray1::from_slice(py, &mask),
            tensors,
        ))
    }
}
