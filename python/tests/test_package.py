"""The package as others use it: its types, its threads, its memory, its documentation."""

import inspect
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import brickwood
from brickwood import _core

ROOT = Path(__file__).resolve().parents[2]


def test_types_are_right() -> None:
    subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, check=True)


def test_stubs_are_those_of_the_module() -> None:
    subprocess.run([sys.executable, "-m", "mypy.stubtest", "brickwood._core"], check=True)


def test_everything_is_documented() -> None:
    def public(of: object) -> list[tuple[str, object]]:
        return [(name, value) for name, value in vars(of).items() if not name.startswith("_")]

    missing = []
    for name, value in public(_core):
        if not inspect.getdoc(value):
            missing.append(name)
        if inspect.isclass(value):
            missing += [f"{name}.{member}" for member, of in public(value) if not inspect.getdoc(of)]
    assert missing == []


def test_other_threads_run_while_rust_works() -> None:
    """Were the interpreter held, this thread would not come back from one of its first naps."""
    started, done = threading.Event(), threading.Event()

    def work() -> None:
        started.set()
        brickwood.play_match("hard", "medium", games=40, threads=1)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    started.wait()
    naps = 0
    while not done.is_set():
        time.sleep(0.001)
        naps += 1
    worker.join()
    assert naps > 20


def resident() -> int:
    """Memory of this process in bytes."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_nothing_is_left_behind() -> None:
    def games() -> None:
        for seed in range(12):
            session = brickwood.play_game(brickwood.Game(seed=seed), ["random"] * 4, seed=seed)
            for seat in range(4):
                session.observe(seat)
                session.view(seat).to_dict()
                session.history(seat)

    games()
    games()
    before = resident()
    for _ in range(4):
        games()
    assert resident() - before < 8 * 2**20
