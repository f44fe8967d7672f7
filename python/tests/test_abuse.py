"""Nothing that a program passes can bring a panic into Python, or leave an object broken."""

import inspect
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import brickwood
import brickwood.dataset
from brickwood import _core

ODD: list[Any] = [
    *(None, True, 0, 1, -1, 7, 255, 2**31, 2**40, 2**64 - 1, 2**70, 1.5, float("nan"), "", "x", "1 road z9z", "\0", "🂡"),
    *([], [0], [-1, 5], ["random"], ["random"] * 9, {}, {"table": 3}, b"x", object(), int),
    *(np.zeros(2, np.int64), np.zeros((2, 2)), np.zeros(333, np.uint8), np.zeros(119, np.float32), np.int8(3)),
]


def things() -> list[Any]:
    """One of each class, and the module."""
    session = brickwood.play_game(brickwood.Game(seed=1), ["random"] * 4, seed=1, most_steps=300)
    finished = brickwood.play_game(brickwood.Game(seed=2), ["random"] * 4, seed=2)
    state = session.state
    return [
        *(brickwood.Rules(), brickwood.Board.beginners(), brickwood.Game(seed=1), state, state.view(0), session, finished),
        *(session.history(0), session.steps[9], brickwood.Chance(1), brickwood.Bot("easy"), brickwood.MatchReport()),
        *(brickwood.ActionSpace(4), brickwood.dataset.Plan(1, bots=["random"]), _core.Progress(1, 1, 1)),
        brickwood.Episodes([1]).snapshot(0),
        *(brickwood.Episodes([1], tensors=["table"]), brickwood.Episodes([1, 2], tensors=["seats"], threads=2)),
    ]


def functions(of: Any) -> list[Callable[..., Any]]:
    """What can be called on something, its operators and its class included."""
    names = [name for name in dir(of) if not name.startswith("_")]
    names += ["__eq__", "__lt__", "__hash__", "__repr__", "__len__", "__getitem__", "__add__", "__reduce__"]
    found = [getattr(of, name) for name in names if hasattr(of, name)]
    return [type(of), *(function for function in found if callable(function))]


def test_odd_arguments_raise_exceptions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    choose = random.Random(1)
    targets = [function for thing in things() for function in functions(thing)]
    targets += [_core.play_game, _core.play_match, _core.tensor_shape, _core.tensor_names]
    assert len(targets) > 150
    calls = refused = 0
    for function in targets:
        try:
            names = [name for name in inspect.signature(function).parameters if name.isidentifier()]
        except (TypeError, ValueError):
            names = []
        for _ in range(12):
            arguments = choose.choices(ODD, k=choose.randrange(3))
            by_name = {name: choose.choice(ODD) for name in names if choose.random() < 0.3}
            calls += 1
            try:
                function(*arguments, **by_name)
            except brickwood.InternalError as fault:
                raise AssertionError(f"{function}{arguments}{by_name}") from fault
            # A panic would be no `Exception`, and end the test.
            except Exception:
                refused += 1
    assert refused > calls / 3


def test_objects_are_whole_after_what_they_refused() -> None:
    choose = random.Random(2)
    episodes = brickwood.Episodes([1, 2], tensors=["table"])
    before = [str(episodes.state(number)) for number in range(2)]
    for _ in range(300):
        name = choose.choice(["step", "reset", "mask", "observe", "state"])
        arguments = choose.choices([odd for odd in ODD if not isinstance(odd, np.ndarray) or len(odd) != 2], k=3)
        try:
            getattr(episodes, name)(*arguments[: choose.randrange(1, 4)])
        except Exception:
            continue
    assert [str(episodes.state(number)) for number in range(2)] == before
    episodes.step(episodes.masks.argmax(1).astype(np.int64))
    assert not episodes.forfeited.any()


def test_numbers_below_zero_are_refused_by_the_error_of_choices() -> None:
    session = brickwood.Session(seed=1)
    for refused in (
        lambda: session.undo(-1),
        lambda: brickwood.Episodes([-1]),
        lambda: brickwood.Episodes([2**64]),
        lambda: brickwood.Episodes([1], threads=-1),
        lambda: brickwood.Episodes([1]).reset([-1]),
    ):
        with pytest.raises(brickwood.ChoiceError):
            refused()


def test_only_tensors_that_are_asked_for_have_an_array() -> None:
    session = brickwood.Session(seed=1)
    seats = session.observe(0, ["seats"])
    with pytest.raises(brickwood.ChoiceError, match="`seats` of `out`"):
        session.observe(0, ["table"], out=seats)
