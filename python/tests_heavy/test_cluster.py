"""Data sets and matches on a cluster whose processes and machines die."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

import brickwood
from brickwood import cluster, dataset

RULES = brickwood.Rules(players=3, points_to_win=5)


def plan_of(seed: int) -> dataset.Plan:
    return dataset.Plan(
        16, bots=["medium", "easy"], rules=RULES, seed=seed, tensors=["table"], games_per_shard=3
    )


PLAN = plan_of(1)

# Machines have the package, but not these tests.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])


@pytest.fixture(scope="module")
def machines() -> Iterator[Cluster]:
    """A head that does nothing but keep the cluster together, and a machine with a core."""
    machines = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    machines.add_node(num_cpus=1)
    ray.init(address=machines.address, log_to_driver=False)
    yield machines
    ray.shutdown()
    machines.shutdown()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the plan as one process writes them."""
    folder = tmp_path_factory.mktemp("whole")
    PLAN.write(folder)
    return files(folder)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)


def kill_soon() -> None:
    """Kills this process while it works."""
    threading.Timer(0.02, kill, [os.getpid()]).start()


def kill_machine(raylet: int) -> None:
    """Kills the processes of a machine, as a power cut does."""
    children = Path(f"/proc/{raylet}/task/{raylet}/children").read_text().split()
    for process in [raylet, *map(int, children)]:
        kill(process)


def test_a_data_set_is_complete_when_processes_were_killed(
    machines: Cluster, expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()

    def write_shard(plan: dataset.Plan, folder: Path, shard: int) -> int:
        note = notes / str(shard)
        if shard in (1, 4) and not note.exists():
            note.touch()
            kill_soon()
            while True:
                plan.write_shard(folder, shard)
        return plan.write_shard(folder, shard)

    monkeypatch.setattr(cluster, "_write_shard", write_shard)
    told: list[dataset.Progress] = []
    written = cluster.write(tmp_path / "data", PLAN, progress=told.append)
    assert {note.name for note in notes.iterdir()} == {"1", "4"}
    assert files(tmp_path / "data") == expected
    assert [at.games for at in told] == sorted(at.games for at in told) and len(told) == PLAN.shards
    assert (written.games, written.of_games, told[-1].games) == (16, 16, 16)
    assert written.decisions == dataset.arrow(tmp_path / "data").count_rows()


def test_a_data_set_is_complete_when_a_machine_was_killed(
    machines: Cluster, expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doomed = machines.add_node(num_cpus=1)
    machines.wait_for_nodes()
    (raylet,) = (started.process for started in doomed.all_processes["raylet"])
    doomed_id, begun = doomed.node_id, tmp_path / "begun"

    def write_shard(plan: dataset.Plan, folder: Path, shard: int) -> int:
        if ray.get_runtime_context().get_node_id() == doomed_id:
            begun.touch()
            while True:
                plan.write_shard(folder, shard)
        while not begun.exists():
            time.sleep(0.05)
        return plan.write_shard(folder, shard)

    def kill_when_begun() -> None:
        while not begun.exists():
            time.sleep(0.05)
        kill_machine(raylet.pid)

    killer = threading.Thread(target=kill_when_begun)
    killer.start()
    monkeypatch.setattr(cluster, "_write_shard", write_shard)
    cluster.write(tmp_path / "data", PLAN)
    killer.join()
    assert files(tmp_path / "data") == expected
    assert raylet.wait(10) == -signal.SIGKILL
    machines.remove_node(doomed, allow_graceful=False)


def test_a_data_set_that_was_interrupted_is_finished(
    machines: Cluster, expected: dict[str, bytes], tmp_path: Path
) -> None:
    def stop(progress: dataset.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.write(tmp_path, PLAN, progress=stop)
    assert len(PLAN.missing(tmp_path)) < PLAN.shards
    cluster.write(tmp_path, PLAN)
    assert files(tmp_path) == expected
    with pytest.raises(brickwood.DatasetError, match="source.seed"):
        cluster.write(tmp_path, plan_of(2))


def test_a_folder_that_machines_do_not_share_is_refused(
    machines: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_elsewhere(plan: dataset.Plan, folder: Path, shard: int) -> int:
        return plan.write_shard(folder.with_name("elsewhere"), shard)

    monkeypatch.setattr(cluster, "_write_shard", write_elsewhere)
    with pytest.raises(brickwood.DatasetError, match="do not share"):
        cluster.write(tmp_path / "data", PLAN)


def test_a_task_that_fails_for_good_raises_what_it_raised(
    machines: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = tmp_path / "tries"

    def fail(plan: dataset.Plan, folder: Path, shard: int) -> int:
        with tries.open("a") as file:
            file.write("x")
        raise OSError("the disk is full")

    monkeypatch.setattr(cluster, "_write_shard", fail)
    with pytest.raises(OSError, match="the disk is full"):
        cluster.write(tmp_path / "data", dataset.Plan(1, bots=["easy"], rules=RULES), max_retries=2)
    assert tries.read_text() == "xxx"


@pytest.mark.parametrize("deals_per_task", [1, 4])
def test_a_match_has_the_report_of_one_process(machines: Cluster, deals_per_task: int) -> None:
    told: list[brickwood.MatchReport] = []
    report = cluster.play_match(
        "medium", "easy", rules=RULES, games=19, seed=2**64 - 3, deals_per_task=deals_per_task, progress=told.append
    )
    assert report == brickwood.play_match("medium", "easy", rules=RULES, games=19, seed=2**64 - 3)
    assert report.games == 21 and report == told[-1]
    assert len(told) == -(-7 // deals_per_task)


def test_a_match_is_complete_when_a_process_was_killed(
    machines: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note"

    def play_deals(challenger: str, rival: str, rules: brickwood.Rules, seed: int, deals: int) -> brickwood.MatchReport:
        games = deals * rules.players
        if seed == 4 and not note.exists():
            note.touch()
            kill_soon()
            while True:
                brickwood.play_match(challenger, rival, rules=rules, games=games, seed=seed, threads=1)
        return brickwood.play_match(challenger, rival, rules=rules, games=games, seed=seed, threads=1)

    monkeypatch.setattr(cluster, "_play_deals", play_deals)
    report = cluster.play_match("easy", "random", rules=RULES, games=24, deals_per_task=2)
    assert note.exists()
    assert report == brickwood.play_match("easy", "random", rules=RULES, games=24)


def test_matches_that_cannot_be_played_are_refused(machines: Cluster) -> None:
    with pytest.raises(brickwood.ChoiceError, match="clever"):
        cluster.play_match("clever", "easy")
    with pytest.raises(brickwood.ChoiceError, match="deal"):
        cluster.play_match("easy", "easy", deals_per_task=0)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_ray_data_reads_what_pyarrow_reads(machines: Cluster, tmp_path: Path) -> None:
    PLAN.write(tmp_path)
    key = ["game", "step", "part"]
    read = dataset.ray(tmp_path).select_columns([*key, "won"]).sort(key).take_all()
    expected = dataset.arrow(tmp_path).to_table(columns=[*key, "won"]).to_pylist()
    assert read == expected
    assert dataset.ray(tmp_path, "games").count() == PLAN.games
