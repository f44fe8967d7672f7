"""Data sets as Polars, PyTorch and Ray read them."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import torch
from torch.utils.data import DataLoader

import brickwood
from brickwood import dataset

SHORT = brickwood.Rules(players=3, points_to_win=4)
KEY = ["game", "step", "part"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    dataset.write(folder, 6, bots=["easy", "medium"], rules=SHORT, tensors=["seats"], games_per_shard=1)
    return folder


@pytest.mark.parametrize("table", ["games", "decisions", "standings"])
def test_polars_reads_what_pyarrow_reads(folder: Path, table: dataset.TableName) -> None:
    frame = dataset.polars(folder, table)
    assert isinstance(frame, pl.LazyFrame)
    assert frame.collect().to_dicts() == dataset.arrow(folder, table).to_table().to_pylist()


def test_tensors_are_arrays_of_a_fixed_size_in_polars(folder: Path) -> None:
    seats = dataset.polars(folder).select("seats").collect()["seats"]
    size = int(np.prod(brickwood.tensor_shape("seats", 3)))
    assert seats.dtype == pl.Array(pl.Float32, size)
    assert seats.to_numpy().shape == (len(seats), size) and seats.to_numpy().dtype == np.float32


def keys(batches: Any) -> list[tuple[int, ...]]:
    return [tuple(key) for batch in batches for key in torch.stack([batch[name] for name in KEY], 1).tolist()]


def test_workers_of_a_loader_give_every_decision_once_in_an_order_of_seed_and_epoch(folder: Path) -> None:
    expected = set(dataset.polars(folder).select(KEY).collect().iter_rows())
    orders = {}
    for seed, epoch in [(None, 0), (1, 0), (1, 1), (2, 0)]:
        decisions = dataset.TorchDecisions(folder, 16, columns=KEY, seed=seed)
        decisions.set_epoch(epoch)
        loader = DataLoader(decisions, batch_size=None, num_workers=2)
        order = keys(loader)
        assert len(order) == len(expected) and set(order) == expected
        assert keys(loader) == order
        orders[seed, epoch] = order
    assert len({tuple(order) for order in orders.values()}) == len(orders)


def test_tensors_have_the_shapes_and_types_that_networks_take(folder: Path) -> None:
    batch = next(iter(dataset.TorchDecisions(folder, 8)))
    assert {name: (tuple(values.shape), values.dtype) for name, values in batch.items()} == {
        "mask": ((8, 333), torch.bool),
        "choice": ((8,), torch.int64),
        "won": ((8,), torch.bool),
        "seats": ((8, *brickwood.tensor_shape("seats", 3)), torch.float32),
    }
    assert batch["mask"][torch.arange(8), batch["choice"]].all()
