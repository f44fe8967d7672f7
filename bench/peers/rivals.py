"""catanatron's players by their short names."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from catanatron.models.player import Color, Player, RandomPlayer
from catanatron.players.search import VictoryPointPlayer
from catanatron.players.weighted_random import WeightedRandomPlayer

Maker = Callable[[Color], Player]

_SOURCE = "catanatron_experimental.machine_learning.players"
_IN_PACKAGE: dict[str, Maker] = {
    "R": RandomPlayer,
    "W": WeightedRandomPlayer,
    "VP": VictoryPointPlayer,
}
_IN_SOURCE = {
    "F": ("value", "ValueFunctionPlayer"),
    "AB": ("minimax", "AlphaBetaPlayer"),
    "SAB": ("minimax", "SameTurnAlphaBetaPlayer"),
}


class UnknownRivalError(Exception):
    """No player has this name, or the player is not installed."""


def maker(name: str) -> Maker:
    """What makes a player of this name: `F`, or `AB:2` with the depth of its search."""
    word, _, depth = name.partition(":")
    if word in _IN_PACKAGE and not depth:
        return _IN_PACKAGE[word]
    if word not in _IN_SOURCE or (depth and (word == "F" or not depth.isdecimal())):
        raise UnknownRivalError(f"there is no rival {name!r}: see README.md")
    file, kind = _IN_SOURCE[word]
    try:
        player: Callable[..., Player] = getattr(importlib.import_module(f"{_SOURCE}.{file}"), kind)
    except ModuleNotFoundError as error:
        message = f"{name} is in catanatron's source, not in its package: see README.md ({error})"
        raise UnknownRivalError(message) from error
    return (lambda color: player(color, depth=int(depth))) if depth else player
