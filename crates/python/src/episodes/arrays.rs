//! What the steps of all episodes write: arrays of Python, which last.

use brickwood_encode::{ActionSpace, Observer, Tensor};
use brickwood_episodes::{Options, Rows};
use brickwood_rules::Layout;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

use crate::error::{Outcome, ShapeError};

/// What Python sees of all episodes. Written in place by every step.
pub(super) struct Arrays {
    pub(super) masks: Py<PyArray2<u8>>,
    pub(super) tensors: Vec<(Tensor, Py<PyArrayDyn<f32>>)>,
    pub(super) rewards: Py<PyArray2<f32>>,
    pub(super) seats: Py<PyArray1<u8>>,
    pub(super) terminated: Py<PyArray1<bool>>,
    pub(super) truncated: Py<PyArray1<bool>>,
    pub(super) forfeited: Py<PyArray1<bool>>,
}

impl Arrays {
    pub(super) fn new(py: Python<'_>, count: usize, options: &Options, tensors: &[Tensor]) -> Self {
        let layout = Layout::for_players(options.rules.players);
        let one = |tensor: &Tensor| {
            let shape = Observer::shape(layout, *tensor);
            let mut dimensions = vec![count];
            dimensions.extend(&shape.dimensions[..shape.rank]);
            (*tensor, PyArrayDyn::zeros(py, dimensions, false).unbind())
        };
        Self {
            masks: PyArray2::zeros(py, [count, ActionSpace::of(layout).len()], false).unbind(),
            tensors: tensors.iter().map(one).collect(),
            rewards: PyArray2::zeros(py, [count, options.rules.seats()], false).unbind(),
            seats: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            forfeited: PyArray1::zeros(py, count, false).unbind(),
        }
    }

    /// Lends what is written to a step, which no program reads meanwhile.
    pub(super) fn lend<R>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(Rows<'_>) -> Outcome<R>,
    ) -> Outcome<R> {
        let busy = |_| ShapeError::new_err("an array of the episodes is in use");
        let whole = |_| ShapeError::new_err("an array does not lie in one piece");
        let mut masks = self.masks.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut seats = self.seats.bind(py).try_readwrite().map_err(busy)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(busy)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(busy)?;
        let mut forfeited = self.forfeited.bind(py).try_readwrite().map_err(busy)?;
        let mut tensors = Vec::new();
        for (tensor, array) in &self.tensors {
            tensors.push((*tensor, array.bind(py).try_readwrite().map_err(busy)?));
        }
        let tensors = tensors
            .iter_mut()
            .map(|(tensor, array)| Ok((*tensor, array.as_slice_mut().map_err(whole)?)));
        let rows = Rows {
            tensors: tensors.collect::<PyResult<_>>()?,
            masks: masks.as_slice_mut().map_err(whole)?,
            rewards: rewards.as_slice_mut().map_err(whole)?,
            seats: seats.as_slice_mut().map_err(whole)?,
            terminated: terminated.as_slice_mut().map_err(whole)?,
            truncated: truncated.as_slice_mut().map_err(whole)?,
            forfeited: forfeited.as_slice_mut().map_err(whole)?,
        };
        run(rows)
    }
}
