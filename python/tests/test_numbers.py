"""Choices, masks and tensors."""

import random
from typing import Any

import numpy as np
import pytest

import brickwood


def test_a_game_can_be_played_by_choices_alone() -> None:
    choose = random.Random(1)
    session = brickwood.Session(seed=1)
    space = brickwood.ActionSpace()
    for _ in range(600):
        if session.is_over:
            break
        if session.is_chance:
            session.draw()
            continue
        seat = session.awaited[0]
        mask = session.mask(seat)
        assert mask.dtype == np.uint8 and mask.shape == (len(space),)
        index = int(choose.choice(np.flatnonzero(mask)))
        step = session.choose(seat, index)
        if step is not None:
            assert step.action is not None
            assert index in brickwood.ActionSpace.encode(session.game, seat, step.action)
    assert session.state.turn > 5


def test_a_choice_that_cannot_come_next_is_refused() -> None:
    session = brickwood.Session(seed=1)
    session.draw_all()
    seat = session.awaited[0]
    for index in (-1, len(brickwood.ActionSpace()), 10**9):
        with pytest.raises(brickwood.ChoiceError):
            session.choose(seat, index)
    propose = brickwood.ActionSpace().names.index("propose")
    with pytest.raises(brickwood.ChoiceError):
        session.choose(seat, propose)
    with pytest.raises(brickwood.IllegalStepError):
        session.choose(seat, 0)


def test_names_and_groups_cover_the_space() -> None:
    for players, length in ((4, 333), (6, 465)):
        space = brickwood.ActionSpace(players)
        assert len(space) == length == len(set(space.names))
        assert [space.name(at) for at in range(length)] == space.names
        ends = list(space.groups.values())
        assert ends[0][0] == 0 and ends[-1][1] == length
        assert all(a[1] == b[0] for a, b in zip(ends, ends[1:], strict=False))
    with pytest.raises(brickwood.ChoiceError):
        brickwood.ActionSpace(7)


def test_tensors_have_the_shapes_that_are_told() -> None:
    session = brickwood.Session(seed=2)
    session.draw_all()
    for name, array in session.observe(0).items():
        assert list(array.shape) == brickwood.tensor_shape(name)  # type: ignore[arg-type]
        assert array.dtype == np.float32
        assert np.abs(array).max() <= 1
        names = brickwood.tensor_names(name)  # type: ignore[arg-type]
        assert len(names) == (array.shape[0] if name == "planes" else array.shape[-1])
    assert list(session.observe(1, ["table"])) == ["table"]
    with pytest.raises(brickwood.ChoiceError):
        session.observe(1, ["tables"])  # type: ignore[list-item]


def test_arrays_are_written_in_place() -> None:
    session = brickwood.Session(seed=2)
    session.draw_all()
    seat = session.awaited[0]
    mask = np.full(333, 7, np.uint8)
    assert session.mask(seat, out=mask) is mask
    assert mask.tolist() == session.mask(seat).tolist()
    arrays = {"table": np.full(119, 9, np.float32)}
    assert session.observe(seat, ["table"], out=arrays) is arrays
    assert np.array_equal(arrays["table"], session.observe(seat)["table"])


@pytest.mark.parametrize(
    ("out", "error"),
    [
        (np.zeros(332, np.uint8), brickwood.ShapeError),
        (np.zeros((1, 333), np.uint8), brickwood.ShapeError),
        (np.zeros(666, np.uint8)[::2], brickwood.ShapeError),
        (np.zeros(333, np.float32), brickwood.DTypeError),
        ([0] * 333, brickwood.DTypeError),
        (None, None),
    ],
)
def test_arrays_that_do_not_fit_are_refused(out: Any, error: type[Exception] | None) -> None:
    session = brickwood.Session(seed=2)
    if error is None:
        read_only = np.zeros(333, np.uint8)
        read_only.flags.writeable = False
        out, error = read_only, brickwood.ShapeError
    with pytest.raises(error):
        session.mask(0, out=out)


def test_what_a_seat_cannot_know_changes_no_number() -> None:
    """Two games that differ only in the card that another seat has drawn."""
    text = (
        "position-1 modern players=3 first_player=1 board=O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11"
        "~a1nw:3,a2ne:G,b4ne:O,c5e:3,d4se:W,e2se:3,e1sw:3,d1w:B,b1w:L phase=turn turn=7 first=1 active=1 "
        "robber=d1 seat=1 hand=BBWWGO settlements=a3s,d2s roads=b3ne,d2e,d2se seat=2 hand=WWGGGGO "
        "settlements=d4n,d3s roads=c4e,e2e seat=3 hand=BBWO settlements=b2n,d1n roads=a1se,c1e"
    )
    state = brickwood.State.parse(text)
    told = []
    for card in ("knight", "monopoly"):
        session = brickwood.Session(state)
        for step in ("1 roll", "dice 6 5", "1 buy", f"drawn {card}"):
            session.apply(step)
        told.append([session.observe(seat) for seat in (0, 1, 2)])
    first, second = told
    for seat in (1, 2):
        for name, array in first[seat].items():
            assert array.tobytes() == second[seat][name].tobytes()
    assert any(first[0][name].tobytes() != second[0][name].tobytes() for name in first[0])
