"""Memory that stays as it is, however long games are played.

``BRICKWOOD_MEMORY_STEPS=1000000`` plays for longer.
"""

import os
import re
from pathlib import Path

import numpy as np
import pytest

from brickwood.gym import BrickwoodVectorEnv

STEPS = int(os.environ.get("BRICKWOOD_MEMORY_STEPS", "200000"))
GAMES = 64
MOST_GROWTH_KIB = 2048
STATUS = Path("/proc/self/status")


def resident_kib() -> int:
    found = re.search(r"^VmRSS:\s+(\d+) kB$", STATUS.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


@pytest.mark.skipif(not STATUS.exists(), reason="only Linux tells the memory of a process in /proc")
def test_memory_does_not_grow_with_the_steps() -> None:
    many = BrickwoodVectorEnv(GAMES, tensors=("seats", "table"), most_steps=400, threads=1)
    _, info = many.reset(seed=1)
    choose = np.random.default_rng(1)
    ended = 0

    def play(steps: int) -> None:
        nonlocal info, ended
        for _ in range(steps // GAMES):
            masks = info["action_mask"]
            choices = (choose.random(masks.shape, np.float32) * masks).argmax(1)
            *_, terminated, truncated, info = many.step(choices)
            ended += int((terminated | truncated).sum())

    play(STEPS // 4)
    before = resident_kib()
    play(STEPS - STEPS // 4)
    grown = resident_kib() - before
    assert ended > GAMES, "games have to end and begin anew"
    assert grown < MOST_GROWTH_KIB, f"{grown} KiB more after {STEPS} steps"
