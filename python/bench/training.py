"""Plays as learning programs and researchers do, so that a wheel can be compiled to be fast at it: ``cargo xtask wheels``.

It needs nothing but the package, and prints the steps in a second: the same figure of two wheels, taken in turns, tells
which one is faster.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import get_args

import numpy as np

import brickwood
from brickwood import TensorName

GAMES = 64
ALL: Sequence[TensorName] = get_args(TensorName)


def environments(tensors: Sequence[TensorName], steps: int) -> float:
    """Random players in many games at a time, as in training; returns the steps in a second."""
    episodes = brickwood.Episodes(range(GAMES), tensors=tensors, threads=1)
    random = np.random.default_rng(1)
    began = time.perf_counter()
    for _ in range(steps):
        masks = episodes.masks
        episodes.step((random.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1))
        over = episodes.terminated | episodes.truncated
        if over.any():
            episodes.begin_again(over)
    return GAMES * steps / (time.perf_counter() - began)


def main() -> None:
    """Plays with all tensors, with none, and lets bots play whole games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3000, help="of every game at a time")
    parser.add_argument("--bots", type=int, default=4, help="games that bots play")
    options = parser.parse_args()
    for tensors in ((), ALL):
        print(f"{len(tensors)} tensors: {environments(tensors, options.steps):.0f} steps/s")
    for seed in range(options.bots):
        game = brickwood.Game(brickwood.Rules(players=4), seed=seed)
        brickwood.play_game(game, ["hard", "hard", "medium", "easy"], seed=seed)


if __name__ == "__main__":
    main()
