"""Pictures: their shape, what is in them, and what must not be."""

import xml.etree.ElementTree as ElementTree
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from pettingzoo.test import render_test

import brickwood
import brickwood.gym
from brickwood import pettingzoo as zoo

Pixels = NDArray[np.uint8]


def played(players: int, steps: int) -> brickwood.Session:
    """A game of random players after so many steps."""
    game = brickwood.Game(brickwood.Rules(players=players), seed=5)
    whole = brickwood.play_game(game, ["random"] * players, seed=5)
    session = brickwood.Session(game)
    for step in whole.steps[:steps]:
        session.apply(step)
    return session


@pytest.mark.parametrize(("players", "ratio"), [(2, 984 / 608), (4, 984 / 608), (5, 1088 / 788), (6, 1088 / 788)])
def test_a_picture_has_its_shape(players: int, ratio: float) -> None:
    session = played(players, 150)
    state, view = session.state, session.view(1)
    for picture in (view.rgb(width=640), state.rgb(1, width=640), session.rgb(1, width=640)):
        assert picture.dtype == np.uint8
        assert picture.shape == (2 * round(320 / ratio), 640, 3)
        assert np.array_equal(picture, view.rgb(width=640))
    assert view.rgb().shape[1] == 960


def test_widths_that_make_no_sense_are_refused() -> None:
    view = brickwood.Session().view()
    for width in (0, 8193):
        with pytest.raises(brickwood.ChoiceError):
            view.rgb(width=width)
    with pytest.raises(brickwood.SeatError):
        brickwood.Session().svg(4)


def test_notebooks_show_what_a_spectator_sees() -> None:
    session = played(4, 200)
    view = session.view()
    assert session._repr_svg_() == view._repr_svg_() == session.svg() == view.svg() == session.state.svg()
    assert session.svg(0) != session.svg()


def places(text: str, kind: str) -> set[str]:
    """Where an SVG has pieces of a kind."""
    name = "{http://www.w3.org/2000/svg}"
    found = set()
    for group in ElementTree.fromstring(text).iter(f"{name}g"):
        title = group.findtext(f"{name}title") or ""
        if group.get("class") == kind:
            found.add(title.rsplit(" ", 1)[1])
    return found


def test_a_settlement_is_drawn_where_it_stands() -> None:
    session = brickwood.Session(brickwood.Game(board=brickwood.Board.beginners()), seed=1)
    session.draw_all()
    seat = session.awaited[0]
    before = session.rgb(width=984)
    session.act(seat, "settlement c3n")
    after = session.rgb(width=984)
    assert places(session.svg(), "settlement") == {"c3n"}
    # A pixel for each unit: the top of the middle hex lies 60 above the middle of the sea.
    x, y = 334, 304 - 60
    changed: Pixels = (before != after).any(axis=2)
    assert changed[y - 3 : y + 4, x - 3 : x + 4].all()
    # On the board, nothing changes anywhere else.
    changed[y - 25 : y + 20, x - 20 : x + 21] = False
    assert not changed[:, :668].any()


def test_what_is_hidden_changes_nothing() -> None:
    text = (
        "position-1 modern players=4 first_player=1 board=O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11"
        "~a1nw:3,a2ne:G,b4ne:O,c5e:3,d4se:W,e2se:3,e1sw:3,d1w:B,b1w:L phase=dice turn=9 first=1 active=1 robber=c3 "
        "seat=1 hand=OOO settlements=d1n cities=b2n roads=b2ne,d1ne "
        "seat=2 hand=LLO dev=KV settlements=a3s,e2n roads=b3ne,e2ne "
        "seat=3 hand=LOO settlements=c2n,d4n roads=b1se,c4e "
        "seat=4 hand=WW settlements=e1n,e3n roads=e1ne,d3e"
    )
    one = brickwood.State.parse(text)
    swapped = text.replace("hand=LLO dev=KV", "hand=LOO dev=VV").replace("seat=3 hand=LOO", "seat=3 hand=LLO")
    other = brickwood.State.parse(swapped)
    assert one != other
    for seat in (None, 0, 3):
        assert one.svg(seat) == other.svg(seat)
        assert one.rgb(seat, width=500).tobytes() == other.rgb(seat, width=500).tobytes()
    for seat in (1, 2):
        assert one.svg(seat) != other.svg(seat)
        assert one.rgb(seat, width=500).tobytes() != other.rgb(seat, width=500).tobytes()


def test_gymnasium_films_an_episode() -> None:
    env = gymnasium.make("brickwood/Brickwood-v0", render_mode="rgb_array", seat=0)
    check_env(env.unwrapped)
    frames = []
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        for _ in range(3):
            frames.append(env.render())
            _, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
    pictures: list[Any] = [frame for frame in frames if isinstance(frame, np.ndarray)]
    assert len(pictures) == 6
    assert len({picture.shape for picture in pictures}) == 1
    assert len({picture.tobytes() for picture in pictures}) > 3


def test_a_vector_shows_its_games() -> None:
    made = gymnasium.make_vec(
        "brickwood/Brickwood-v0", num_envs=3, vectorization_mode="vector_entry_point", render_mode="rgb_array", seat=1
    )
    _, info = made.reset(seed=1)
    for _ in range(3):
        *_, info = made.step(info["action_mask"].argmax(1))
    frames: Any = made.render()
    assert isinstance(frames, tuple)
    assert len(frames) == 3
    assert len({frame.tobytes() for frame in frames}) == 3

    few = brickwood.gym.BrickwoodVectorEnv(3, render_mode="rgb_array", seat=1, shown=[2])
    _, info = few.reset(seed=1)
    for _ in range(3):
        *_, info = few.step(info["action_mask"].argmax(1))
    chosen: Any = few.render()
    assert len(chosen) == 1
    assert np.array_equal(chosen[0], frames[2])

    texts = brickwood.gym.BrickwoodVectorEnv(2, render_mode="ansi").render()
    assert texts is not None
    assert all("view-1" in text for text in texts)
    assert brickwood.gym.BrickwoodVectorEnv(2).render() is None
    with pytest.raises(brickwood.ChoiceError):
        brickwood.gym.BrickwoodVectorEnv(2, shown=[2])


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_the_pictures() -> None:
    render_test(zoo.env)
    env = zoo.parallel_env(render_mode="rgb_array", rules=brickwood.Rules(players=6))
    env.reset(seed=1)
    frame = env.render()
    assert isinstance(frame, np.ndarray)
    assert np.array_equal(frame, env.state_of_game.rgb())
