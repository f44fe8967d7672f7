"""Data sets: written without the interpreter, resumable, and read by PyArrow and NumPy."""

import pickle
import re
import threading
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import brickwood
from brickwood import dataset

SHORT = brickwood.Rules(players=3, points_to_win=4)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_files_are_those_of_the_plan_however_they_were_written(tmp_path: Path) -> None:
    whole, shards, stopped = tmp_path / "whole", tmp_path / "shards", tmp_path / "stopped"
    told: list[int] = []
    written = dataset.write(
        whole, 6, bots=["easy"], rules=SHORT, games_per_shard=2, threads=2, progress=lambda at: told.append(at.games)
    )
    assert (written.games, written.of_games, told) == (6, 6, [1, 2, 3, 4, 5, 6])

    plan = dataset.Plan(6, bots=["easy"], rules=SHORT, games_per_shard=2)
    again = pickle.loads(pickle.dumps(plan))
    assert again == plan and again.rules == SHORT
    for shard in reversed(again.missing(shards)):
        assert again.write_shard(shards, shard) > 0
    assert files(shards) == files(whole)

    def stop(progress: dataset.Progress) -> None:
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            plan.write(stopped, threads=1, progress=stop)
    assert plan.missing(stopped) == [0, 1, 2]
    plan.write(stopped)
    assert files(stopped) == files(whole)


def test_a_record_of_the_games_table_is_the_game_of_the_decisions(tmp_path: Path) -> None:
    dataset.write(tmp_path, 3, bots=["medium", "random"], rules=SHORT)
    games = dataset.arrow(tmp_path, "games").to_table().to_pylist()
    standings = dataset.arrow(tmp_path, "standings").to_table().to_pylist()
    decisions = dataset.arrow(tmp_path).to_table().to_pylist()
    for game in games:
        session = brickwood.Session.from_record(game["record"])
        assert len(session) == game["steps"]
        won = [row["seat"] for row in standings if row["game"] == game["game"] and row["won"]]
        assert won == session.winners
        steps = {row["step"] for row in decisions if row["game"] == game["game"]}
        assert steps == {place for place, step in enumerate(session.steps) if step.seat is not None}


def test_batches_have_the_shapes_of_the_tensors_and_every_decision_once(tmp_path: Path) -> None:
    written = dataset.write(tmp_path, 4, bots=["easy"], rules=SHORT, tensors=["seats", "table"], games_per_shard=1)
    columns = ["game", "step", "part", "mask", "choice", "seats"]
    seen: list[tuple[int, ...]] = []
    for seed in (None, 3):
        read = list(dataset.batches(tmp_path, 50, columns=columns, seed=seed))
        assert {len(batch["choice"]) for batch in read[:-1]} == {50}
        keys = [tuple(map(int, key)) for batch in read for key in zip(batch["game"], batch["step"], batch["part"])]
        assert len(keys) == len(set(keys)) == written.decisions
        assert (keys == sorted(keys)) is (seed is None)
        seen = seen or keys
        assert set(seen) == set(keys)
        for batch in read:
            rows = np.arange(len(batch["choice"]))
            assert batch["mask"].dtype == bool and batch["mask"][rows, batch["choice"]].all()
            assert batch["seats"].dtype == np.float32
            assert list(batch["seats"].shape[1:]) == brickwood.tensor_shape("seats", 3)
    parts = [set(int(g) for b in dataset.batches(tmp_path, 50, columns=["game"], part=(i, 2)) for g in b["game"]) for i in (0, 1)]
    assert parts == [{0, 2}, {1, 3}]


def test_tensors_are_those_of_a_session_at_the_same_step(tmp_path: Path) -> None:
    dataset.write(tmp_path, 1, bots=["medium"], rules=SHORT, tensors=["planes", "seats", "table", "history"])
    (game,) = dataset.arrow(tmp_path, "games").to_table().to_pylist()
    whole = brickwood.Session.from_record(game["record"])
    for batch in dataset.batches(tmp_path, 40, columns=["step", "part", "seat", "planes", "seats", "table", "history"]):
        for row in np.flatnonzero(batch["part"] == 0):
            session = brickwood.Session(whole.game)
            for step in whole.steps[: batch["step"][row]]:
                session.apply(step)
            for name, expected in session.observe(int(batch["seat"][row])).items():
                np.testing.assert_array_equal(batch[name][row], expected, err_msg=name)


def test_masks_and_tensors_have_a_fixed_size_in_arrow(tmp_path: Path) -> None:
    dataset.write(tmp_path, 1, bots=["easy"], rules=SHORT, tensors=["seats"])
    table = dataset.arrow(tmp_path).to_table()
    (read,) = dataset.batches(tmp_path, len(table), columns=["mask", "seats"])
    assert table.schema.field("mask").type.byte_width == (read["mask"].shape[1] + 7) // 8
    assert table.schema.field("seats").type.list_size == read["seats"][0].size
    seats = table["seats"].combine_chunks().flatten().to_numpy(zero_copy_only=True)
    np.testing.assert_array_equal(seats, read["seats"].ravel())


def test_a_data_set_of_an_older_format_is_refused_by_its_version(tmp_path: Path) -> None:
    dataset.write(tmp_path, 1, bots=["easy"], rules=SHORT)
    told = tmp_path / "dataset.json"
    told.write_text(told.read_text().replace(f'"version": {dataset.VERSION}', '"version": 1'))
    with pytest.raises(brickwood.DatasetError, match="version 1"):
        dataset.arrow(tmp_path)


def test_the_card_loads_as_splits_without_a_game_in_both(tmp_path: Path) -> None:
    dataset.write(tmp_path, 12, bots=["random"], rules=SHORT, games_per_shard=1)
    card = (tmp_path / "README.md").read_text()
    front = card.split("---\n")[1]
    games: dict[str, set[int]] = {}
    for split, pattern in re.findall(r'split: (\w+)\n    path: "(decisions/.*)"', front):
        shards = [str(shard) for shard in tmp_path.glob(pattern)]
        games[split] = set(pq.read_table(shards, columns=["game"])["game"].to_pylist())
    assert games == {"train": set(range(12)) - {9}, "test": {9}}


def test_other_threads_run_while_games_are_written(tmp_path: Path) -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        dataset.write(tmp_path, 20, bots=["medium"], rules=SHORT)
    finally:
        done.set()
        thread.join()
    assert counted > 1_000


@pytest.mark.parametrize(
    ("wrong", "exception"),
    [
        ({"games": 0}, brickwood.ChoiceError),
        ({"bots": ["clever"]}, brickwood.ChoiceError),
        ({"bots": []}, brickwood.ChoiceError),
        ({"bots": ["easy"] * 4}, brickwood.ChoiceError),
        ({"tensors": ["sound"]}, brickwood.ChoiceError),
        ({"games_per_shard": 0}, brickwood.ChoiceError),
        ({"games": -1}, OverflowError),
    ],
)
def test_a_plan_that_cannot_be_carried_out_raises(wrong: dict[str, object], exception: type[Exception]) -> None:
    arguments: dict[str, object] = {"games": 1, "bots": ["easy"], "rules": SHORT, **wrong}
    with pytest.raises(exception):
        dataset.Plan(**arguments)  # type: ignore[arg-type]


def test_folders_with_something_else_and_columns_that_are_not_there_raise(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    dataset.write(folder, 1, bots=["easy"], rules=SHORT)
    with pytest.raises(brickwood.DatasetError, match="source.seed"):
        dataset.write(folder, 1, bots=["easy"], rules=SHORT, seed=2)
    with pytest.raises(brickwood.DatasetError, match="no data set"):
        dataset.info(tmp_path)
    with pytest.raises(brickwood.ChoiceError, match="planes"):
        dataset.batches(folder, 10, columns=["planes"])
    with pytest.raises(brickwood.ChoiceError):
        dataset.Plan(1).write_shard(tmp_path / "other", 1)
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(OSError, match="file"):
        dataset.write(blocked / "data", 1, bots=["easy"], rules=SHORT)
