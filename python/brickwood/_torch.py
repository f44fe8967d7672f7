"""Decisions of a data set for PyTorch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Literal

import torch
from torch.utils.data import IterableDataset, get_worker_info

from . import dataset


class TorchDecisions(IterableDataset[dict[str, torch.Tensor]]):
    """Batches of decisions as tensors, for ``DataLoader(..., batch_size=None)``.

    The arguments are those of :func:`brickwood.dataset.batches`; ``action`` is a text and cannot be a column. Several
    workers of a loader divide the row groups among themselves. With a ``seed``, every pass has another order:
    :meth:`set_epoch` says which.
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
        seed = None if self._seed is None else self._seed + self._epoch
        found = dataset.batches(
            self._folder, self._size, columns=self._columns, layout=self._layout, seed=seed, part=part
        )
        for batch in found:
            yield {name: torch.from_numpy(values.copy()) for name, values in batch.items()}
