"""Names of types."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

Json: TypeAlias = Any
"""Dictionaries, lists, strings, numbers, booleans and ``None``, as in the engine protocol."""

TensorName: TypeAlias = Literal["planes", "seats", "table", "history"]
"""The tensors of an observation."""

LevelName: TypeAlias = Literal["easy", "medium", "hard", "expert"]
"""The levels of the bots."""

OpponentName: TypeAlias = Literal["random", "scripted", LevelName]
"""The built-in players."""

RewardName: TypeAlias = Literal["win", "points", "shaped"]
"""What a seat is rewarded for."""

EditionName: TypeAlias = Literal["modern", "mayfair-1996", "almanac-1999", "five-six", "siedler"]
"""The editions of the rules, as in ``brickwood.EDITIONS``."""

Cards: TypeAlias = list[int]
"""Five counts: brick, lumber, wool, grain, ore."""
