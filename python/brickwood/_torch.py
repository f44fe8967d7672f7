"""Decisions of a data set for PyTorch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import IterableDataset, get_worker_info

from . import dataset


class TorchDecisions(IterableDataset[dict[str, torch.Tensor]]):
    """Batches of decisions as tensors, for ``DataLoader(..., batch_size=None)``.

    The arguments are those of :func:`brickwood.dataset.batches`; ``action`` is a text and cannot be a column. Whole
    numbers are ``int64``, as indices and losses want them. Several workers of a loader divide the row groups among
    themselves. With a ``seed``, every pass has another order: :meth:`set_epoch` says which.
    """

    def __init__(
        self,
        folder: str | PathLike[str],
        size: int,
        *,
        columns: Sequence[str] | None = None,
        layout: Literal["standard", "large"] | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__()
        self._folder, self._size, self._columns = folder, size, columns
        self._layout: Literal["standard", "large"] | None = layout
        self._seed = seed
        self._epoch = 0

    def set_epoch(self, epoch: int) -> None:
        """Says which pass comes next, from 0: the same pass has the same order."""
        self._epoch = epoch

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        worker = get_worker_info()
        part = (0, 1) if worker is None else (worker.id, worker.num_workers)
        seed = None
        if self._seed is not None:
            # No pass of one seed is a pass of another.
            seed = int(np.random.SeedSequence([self._seed, self._epoch]).generate_state(1)[0])
        found = dataset.batches(
            self._folder, self._size, columns=self._columns, layout=self._layout, seed=seed, part=part
        )
        for batch in found:
            yield {name: _tensor(values) for name, values in batch.items()}


def _tensor(values: NDArray[Any]) -> torch.Tensor:
    is_whole = np.issubdtype(values.dtype, np.integer)
    return torch.from_numpy(values.astype(np.int64 if is_whole else values.dtype))
