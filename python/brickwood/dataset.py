"""Data sets: games, decisions and standings as Parquet files.

:func:`write` writes them and needs nothing else. The readers need PyArrow (``pip install "brickwood[data]"``), Polars,
PyTorch or Ray. The book's page on data sets describes every column.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._core import Plan, Progress, Rules
from ._errors import ChoiceError, DatasetError
from ._types import Json, OpponentName, TensorName

if TYPE_CHECKING:
    import polars as pl
    import pyarrow.dataset as pads
    from ray.data import Dataset as RayDataset

__all__ = [
    "VERSION",
    "Batch",
    "Plan",
    "Progress",
    "TableName",
    "TorchDecisions",
    "arrow",
    "batches",
    "info",
    "polars",
    "ray",
    "write",
]

VERSION = 2
"""The version of the format that this module reads."""

Folder: TypeAlias = str | PathLike[str]

TableName: TypeAlias = Literal["games", "decisions", "standings"]
"""The tables of a data set."""

Batch: TypeAlias = dict[str, NDArray[Any]]
"""Columns by name. The first dimension of every array is the decision."""

_COLUMNS = ("mask", "choice", "won")
_NUMBERS = ("game", "step", "part", "turn", "seat", "choice", "won", "place", "points")


def write(
    folder: Folder,
    games: int,
    *,
    bots: Sequence[OpponentName] = ("hard",),
    rules: Rules | None = None,
    seed: int = 1,
    tensors: Sequence[TensorName] = (),
    games_per_shard: int | None = None,
    most_turns: int = 1_000,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Progress:
    """Lets built-in players play, on all cores or on ``threads``, and writes their games.

    The files follow from the arguments alone, but for ``threads`` and ``progress``. A call that was interrupted goes on
    where it stopped when it is made again. ``progress`` is called after each game. Other threads run in the meantime.

    Raises :class:`DatasetError` where the folder holds anything else, :class:`ChoiceError`, ``OSError``, and whatever
    ``progress`` raises.
    """
    plan = Plan(
        games,
        bots=bots,
        rules=rules,
        seed=seed,
        tensors=tensors,
        games_per_shard=games_per_shard,
        most_turns=most_turns,
    )
    return plan.write(folder, threads=threads, progress=progress)


def info(folder: Folder) -> dict[str, Json]:
    """What ``dataset.json`` says. Raises :class:`DatasetError` where there is none of this version."""
    try:
        told = json.loads((Path(folder) / "dataset.json").read_bytes())
    except (FileNotFoundError, ValueError) as error:
        raise DatasetError(f"{folder} is no data set: {error}") from error
    if not isinstance(told, dict) or told.get("format") != "brickwood-dataset":
        raise DatasetError(f"{folder} is no data set of Brickwood")
    if told.get("version") != VERSION:
        raise DatasetError(f"{folder} has version {told.get('version')}, and version {VERSION} is read here; write it anew")
    return told


def arrow(folder: Folder, table: TableName = "decisions") -> pads.Dataset:
    """A table as a PyArrow data set, which is read as far as it is asked for.

    Where all games have one land, masks and tensors have a fixed size, so that NumPy can take them without copying.
    """
    import pyarrow as pa
    import pyarrow.dataset as pads

    shards = [str(shard) for shard in _shards(folder, table)]
    found = pads.dataset(shards, format="parquet")
    layouts = list(info(folder)["layouts"].values())
    if table != "decisions" or len(layouts) != 1 or not shards:
        return found
    types: dict[str, pa.DataType] = {"mask": pa.binary(_mask_bytes(layouts[0]["choices"]))}
    for name, size in _sizes(folder, table).items():
        types[name] = pa.list_(found.schema.field(name).type.value_field, size)
    fields = [field.with_type(types.get(field.name, field.type)) for field in found.schema]
    return pads.dataset(shards, format="parquet", schema=pa.schema(fields))


def _sizes(folder: Folder, table: TableName) -> dict[str, int]:
    """How many numbers each tensor of a table has; nothing where games on two lands differ in that."""
    layouts = list(info(folder)["layouts"].values())
    if table != "decisions" or len(layouts) != 1:
        return {}
    return {name: math.prod(of["shape"]) for name, of in layouts[0]["tensors"].items()}


def polars(folder: Folder, table: TableName = "decisions") -> pl.LazyFrame:
    """A table as a lazy frame of Polars, in which tensors are arrays of a fixed size where all games have one land."""
    import polars as pl

    arrays = [pl.col(name).cast(pl.Array(pl.Float32, size)) for name, size in _sizes(folder, table).items()]
    return pl.scan_parquet(_shards(folder, table)).with_columns(arrays)


def ray(folder: Folder, table: TableName = "decisions") -> RayDataset:
    """A table as a data set of Ray, which is read by all machines of a cluster that see the folder."""
    from ray.data import read_parquet

    return read_parquet([str(shard.absolute()) for shard in _shards(folder, table)])


def batches(
    folder: Folder,
    size: int,
    *,
    columns: Sequence[str] | None = None,
    layout: Literal["standard", "large"] | None = None,
    seed: int | None = None,
    part: tuple[int, int] = (0, 1),
) -> Iterator[Batch]:
    """Decisions as NumPy arrays, ``size`` at a time; the last batch may be smaller.

    Masks are ``bool`` of shape (size, choices), tensors ``float32`` of shape (size, ...) as ``dataset.json`` says, and
    all other columns are vectors. By default, these are ``mask``, ``choice``, ``won`` and all tensors.

    With a ``seed``, row groups come in a random order, and their rows too. ``part=(i, n)`` reads the ``i``-th of ``n``
    parts of the row groups. An export may have games on both lands: ``layout`` names the one that is read.

    Raises :class:`ChoiceError` for a column or a layout that the data set lacks.
    """
    if size < 1:
        raise ChoiceError("a batch has at least one decision")
    numbers = _numbers(folder, layout)
    shapes = {name: tuple(of["shape"]) for name, of in numbers["tensors"].items()}
    shapes["mask"] = (numbers["choices"],)
    wanted = [*_COLUMNS, *numbers["tensors"]] if columns is None else list(columns)
    unknown = [name for name in wanted if name not in shapes and name not in (*_NUMBERS, "action")]
    if unknown:
        raise ChoiceError(f"the decisions have no column {', '.join(unknown)}")
    return _batches(_shards(folder, "decisions"), size, wanted, shapes, seed, part)


def _numbers(folder: Folder, layout: str | None) -> dict[str, Json]:
    layouts: dict[str, dict[str, Json]] = info(folder)["layouts"]
    if layout is None and len(layouts) == 1:
        (numbers,) = layouts.values()
        return numbers
    if layout not in layouts:
        raise ChoiceError(f"name one layout of {', '.join(layouts)}")
    return layouts[layout]


def _batches(
    shards: Sequence[Path],
    size: int,
    wanted: Sequence[str],
    shapes: Mapping[str, tuple[int, ...]],
    seed: int | None,
    part: tuple[int, int],
) -> Iterator[Batch]:
    import pyarrow.parquet as pq

    groups = [
        (shard, group) for shard in shards for group in range(pq.read_metadata(shard).num_row_groups)
    ]
    if seed is not None:
        random.Random(seed).shuffle(groups)
    generator = np.random.default_rng(seed)
    rest: Batch = {}
    for shard, group in groups[part[0] :: part[1]]:
        read = _read_group(shard, group, wanted, shapes)
        if seed is not None:
            order = generator.permutation(len(read[wanted[0]]))
            read = {name: values[order] for name, values in read.items()}
        joined = {name: np.concatenate([rest[name], read[name]]) if rest else read[name] for name in wanted}
        length = len(joined[wanted[0]])
        whole = length - length % size
        for first in range(0, whole, size):
            yield {name: values[first : first + size] for name, values in joined.items()}
        rest = {name: values[whole:] for name, values in joined.items()}
    if rest and len(rest[wanted[0]]):
        yield rest


def _read_group(
    shard: Path, group: int, wanted: Sequence[str], shapes: Mapping[str, tuple[int, ...]]
) -> Batch:
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    with pq.ParquetFile(shard) as file:
        table = file.read_row_group(group, columns=[*{*wanted, "mask"}])
    # Games on the other land have masks of another length.
    choices = shapes["mask"][0]
    table = table.filter(pc.equal(pc.binary_length(table["mask"]), _mask_bytes(choices)))
    read: Batch = {}
    for name in wanted:
        values = table[name].combine_chunks()
        if name == "mask":
            packed = np.frombuffer(b"".join(values.to_pylist()), np.uint8).reshape(len(table), _mask_bytes(choices))
            read[name] = np.unpackbits(packed, axis=1, count=choices, bitorder="little").view(bool)
        elif name in shapes:
            flat = values.flatten().to_numpy(zero_copy_only=False)
            read[name] = flat.reshape(len(table), *shapes[name])
        else:
            read[name] = values.to_numpy(zero_copy_only=False)
    return read


def _mask_bytes(choices: int) -> int:
    return (choices + 7) // 8


def _shards(folder: Folder, table: TableName) -> list[Path]:
    info(folder)
    return sorted((Path(folder) / table).glob("*.parquet"))


def __getattr__(name: str) -> Any:
    # PyTorch takes a while to load, and only this class needs it.
    if name == "TorchDecisions":
        from ._torch import TorchDecisions

        return TorchDecisions
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if TYPE_CHECKING:
    from ._torch import TorchDecisions
