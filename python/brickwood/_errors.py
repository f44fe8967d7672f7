"""The exceptions of the package. All of them are a :class:`BrickwoodError`."""

from __future__ import annotations

from collections.abc import Sequence


class BrickwoodError(Exception):
    """Anything that this package refuses."""


class RulesError(BrickwoodError, ValueError):
    """Rules that do not exist, or that cannot be played."""


class BoardError(BrickwoodError, ValueError):
    """A text that is no board. ``details`` lists everything that is wrong with it."""

    def __init__(self, message: str, details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.details = list(details)


class PositionError(BrickwoodError, ValueError):
    """A text that is no position, or one that is impossible."""


class NotationError(BrickwoodError, ValueError):
    """A text that is no action, step or record. ``line`` is the line of a record, from 1, or ``None``."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class IllegalStepError(BrickwoodError, ValueError):
    """A step that breaks a rule.

    ``clause`` is the clause of the rules, such as ``"BLD-05"``, and ``code`` a fixed word for programs, such
    as ``"path_taken"``. The state is as it was before.
    """

    def __init__(self, message: str, clause: str = "", code: str = "") -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        self.clause = clause
        self.code = code


class SeatError(BrickwoodError, IndexError):
    """A seat that the game lacks. Seats are counted from 0."""


class ChoiceError(BrickwoodError, ValueError):
    """An argument that names nothing, or a choice that cannot be made now."""


class GameOverError(BrickwoodError, RuntimeError):
    """A step in a game that is over."""


class ShapeError(BrickwoodError, ValueError):
    """An array of another shape, or one that cannot be written to."""


class DTypeError(BrickwoodError, TypeError):
    """An array of another dtype, or something that is no array."""


class DatasetError(BrickwoodError, ValueError):
    """A folder that holds something else, or no data set that this version reads."""


class InternalError(BrickwoodError, RuntimeError):
    """A bug in Brickwood: please report it."""
