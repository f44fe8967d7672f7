"""Data sets and matches on all machines of a Ray cluster (``pip install "brickwood[ray]"``).

:func:`write` and :func:`play_match` do what :meth:`brickwood.dataset.Plan.write` and :func:`brickwood.play_match` do,
with the same results, as tasks of Ray. They use the cluster that the program is connected to (``ray.init``), and
without one the cores of this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from . import _core
from ._core import MatchReport, Plan, Progress, Rules
from ._errors import ChoiceError, DatasetError

__all__ = ["play_match", "write"]


def write(
    folder: str | PathLike[str],
    plan: Plan,
    *,
    max_retries: int = 3,
    progress: Callable[[Progress], object] | None = None,
) -> Progress:
    """Writes a data set into a folder that all machines see under the same path, one task for each shard.

    The files are those of ``plan.write(folder)``. A call that was interrupted goes on where it stopped when it is made
    again. A task whose machine or process dies, or that cannot write, is tried again on any machine, ``max_retries``
    times, or for ever at -1. ``progress`` is called after each shard, and what it raises stops the work.

    Raises :class:`DatasetError` where the folder holds anything else or is not the same for all machines, ``OSError``,
    and ``ray.exceptions.RayError`` where all tries of a task have failed.
    """
    import ray

    folder = Path(folder).absolute()
    missing = plan.missing(folder)
    games = plan.games - sum(_games(plan, shard) for shard in missing)
    decisions = 0
    task = ray.remote(_write_shard).options(max_retries=max_retries, retry_exceptions=[OSError])
    tasks = {task.remote(plan, folder, shard): _games(plan, shard) for shard in missing}
    for done in _as_completed(list(tasks)):
        decisions += ray.get(done)
        games += tasks[done]
        if progress is not None:
            progress(Progress(games, plan.games, decisions))
    if plan.missing(folder):
        raise DatasetError(f"the machines of the cluster do not share {folder}: its files lie elsewhere")
    # Removes what tasks have left that died while they wrote.
    plan.write(folder)
    return Progress(games, plan.games, decisions)


def play_match(
    challenger: str,
    rival: str,
    *,
    rules: Rules | None = None,
    games: int = 100,
    seed: int = 0,
    deals_per_task: int = 10,
    max_retries: int = 3,
    progress: Callable[[MatchReport], object] | None = None,
) -> MatchReport:
    """Many games of a challenger against rivals in all other seats, one task for each ``deals_per_task`` deals.

    The report is that of :func:`brickwood.play_match` with the same arguments. A task whose machine or process dies is
    tried again on any machine, ``max_retries`` times, or for ever at -1. ``progress`` is called with the sum so far
    after each task.

    Raises :class:`ChoiceError`, :class:`RulesError`, and ``ray.exceptions.RayError`` where all tries of a task have
    failed.
    """
    import ray

    if deals_per_task < 1:
        raise ChoiceError("a task has at least one deal")
    rules = rules or Rules()
    # Refuses here what cannot be played.
    report = _core.play_match(challenger, rival, rules=rules, games=0, seed=seed, threads=1)
    deals = -(-games // rules.players)
    task = ray.remote(_play_deals).options(max_retries=max_retries)
    tasks = [
        task.remote(challenger, rival, rules, seed + first, min(deals_per_task, deals - first))
        for first in range(0, deals, deals_per_task)
    ]
    for done in _as_completed(tasks):
        report += ray.get(done)
        if progress is not None:
            progress(report)
    return report


def _write_shard(plan: Plan, folder: Path, shard: int) -> int:
    return plan.write_shard(folder, shard)


def _play_deals(challenger: str, rival: str, rules: Rules, seed: int, deals: int) -> MatchReport:
    # Seeds begin again after the last number of 64 bits, as in a match on one machine.
    return _core.play_match(
        challenger, rival, rules=rules, games=deals * rules.players, seed=seed % 2**64, threads=1
    )


def _games(plan: Plan, shard: int) -> int:
    return min(plan.games_per_shard, plan.games - shard * plan.games_per_shard)


def _as_completed(tasks: list[Any]) -> Iterator[Any]:
    """The tasks in the order in which they end. Those that are left when the caller fails are given up."""
    import ray

    left = tasks
    try:
        while left:
            (done,), left = ray.wait(left)
            yield done
    finally:
        for task in left:
            ray.cancel(task)
