"""How fast the environments are, beside catanatron's in the same run.

    pip install . gymnasium networkx && pip install --no-deps catanatron==3.2.1 catanatron-gym==4.0.0
    python python/bench/environments.py

Everything is timed inside ``step`` alone: choosing an action at random from the mask is left out for both. Runs of the
programs take turns, several of each, so that a slow moment of the machine meets all of them; the median counts. The
book's page on the environments has figures.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import brickwood.gym
from brickwood import TensorName

Timer = Callable[[float], float]
"""Plays for so many seconds, and returns the steps in a second."""

OBSERVED: dict[str, tuple[TensorName, ...]] = {
    "masks alone": (),
    "table": ("table",),
    "seats, table": ("seats", "table"),
    "planes, seats, table": ("planes", "seats", "table"),
    "planes, seats, table, history": ("planes", "seats", "table", "history"),
}


def alone(env: Any, possible: Callable[[dict[str, Any]], Sequence[Any]]) -> Timer:
    """One environment; ``possible`` finds in ``info`` what may be chosen."""

    def play(seconds: float) -> float:
        _, info = env.reset(seed=1)
        steps, spent = 0, 0.0
        while spent < seconds:
            action = random.choice(possible(info))
            began = time.perf_counter()
            _, _, terminated, truncated, info = env.step(action)
            spent += time.perf_counter() - began
            steps += 1
            if terminated or truncated:
                _, info = env.reset()
        return steps / spent

    return play


def catanatron(representation: str) -> Timer:
    from catanatron import Color, RandomPlayer
    from catanatron_gym.envs.catanatron_env import CatanatronEnv

    others = [RandomPlayer(color) for color in (Color.RED, Color.ORANGE, Color.WHITE)]
    env = CatanatronEnv({"enemies": others, "representation": representation})
    return alone(env, lambda info: info["valid_actions"])


def single(tensors: Sequence[TensorName]) -> Timer:
    env = brickwood.gym.BrickwoodEnv(tensors=tensors)
    return alone(env, lambda info: info["action_mask"].nonzero()[0])


def many(games: int, threads: int, tensors: Sequence[TensorName]) -> Timer:
    env = brickwood.gym.BrickwoodVectorEnv(games, tensors=tensors, threads=threads, copy=False)
    chance = np.random.default_rng(1)

    def play(seconds: float) -> float:
        _, info = env.reset(seed=1)
        steps, spent = 0, 0.0
        while spent < seconds:
            masks = info["action_mask"]
            actions = (chance.random(masks.shape, np.float32) * masks).argmax(1)
            began = time.perf_counter()
            *_, info = env.step(actions)
            spent += time.perf_counter() - began
            steps += games
        return steps / spent

    return play


def _catanatron_alone(arguments: tuple[str, float]) -> float:
    representation, seconds = arguments
    return catanatron(representation)(seconds)


def catanatron_on_all_cores(representation: str) -> Timer:
    """A process for each core, as its users would do it."""
    cores = os.cpu_count() or 1

    def play(seconds: float) -> float:
        with multiprocessing.Pool(cores) as pool:
            return sum(pool.map(_catanatron_alone, [(representation, seconds)] * cores))

    return play


def bytes_per_game(games: int, tensors: Sequence[TensorName]) -> float:
    """What the process grows by, arrays included."""

    def resident() -> int:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    gc.collect()
    before = resident()
    env = brickwood.gym.BrickwoodVectorEnv(games, tensors=tensors, threads=1, copy=False)
    _, info = env.reset(seed=1)
    for _ in range(20):
        *_, info = env.step(info["action_mask"].argmax(1))
    return (resident() - before) / games


def main(argv: Sequence[str] | None = None) -> dict[str, float]:
    """Prints a table, and returns the steps in a second by name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="of a run")
    parser.add_argument("--runs", type=int, default=5, help="of each")
    parser.add_argument("--games", type=int, default=1024, help="of the vector environment")
    options = parser.parse_args(argv)

    timers: dict[str, Timer] = {}
    try:
        for representation in ("vector", "mixed"):
            timers[f"catanatron, {representation}"] = catanatron(representation)
            timers[f"catanatron, {representation}, all cores"] = catanatron_on_all_cores(representation)
    except ImportError as error:
        print(f"catanatron is not measured: {error}")
    for name, tensors in OBSERVED.items():
        timers[f"one game, {name}"] = single(tensors)
        timers[f"{options.games} games, 1 thread, {name}"] = many(options.games, 1, tensors)
        timers[f"{options.games} games, all cores, {name}"] = many(options.games, 0, tensors)

    measured: dict[str, list[float]] = {name: [] for name in timers}
    for _ in range(options.runs):
        for name, play in timers.items():
            measured[name].append(play(options.seconds))
    medians = {name: statistics.median(runs) for name, runs in measured.items()}

    print(f"{'steps in a second':<58}{'median':>11}{'least':>11}{'most':>11}")
    for name, runs in measured.items():
        print(f"{name:<58}{medians[name]:>11,.0f}{min(runs):>11,.0f}{max(runs):>11,.0f}")
    if Path("/proc/self/statm").exists():
        print(f"\n{'bytes for each game, arrays included':<58}")
        # Each in a process of its own: what an earlier one has given back would hide what the next one takes.
        with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
            for name, tensors in OBSERVED.items():
                print(f"{name:<58}{pool.apply(bytes_per_game, (4096, tensors)):>11,.0f}")
    return medians


if __name__ == "__main__":
    main()
