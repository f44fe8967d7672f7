"""The environments, by their libraries' own checks and by ours."""

import threading
import time
import types
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import parallel_to_aec

import brickwood
from brickwood import pettingzoo as zoo
from brickwood.gym import BrickwoodEnv, BrickwoodVectorEnv

ALL: tuple[brickwood.TensorName, ...] = ("planes", "seats", "table", "history")


def chosen(mask: Any, number: int) -> int:
    """One of the choices that a mask allows."""
    legal = np.flatnonzero(mask)
    return int(legal[(number * 7919) % len(legal)])


def test_gymnasium_accepts_the_environment() -> None:
    variants: list[dict[str, Any]] = [{}, {"seat": 2, "reward": "shaped", "tensors": ALL, "opponents": ("easy",)}]
    for options in variants:
        made = gymnasium.make("brickwood/Brickwood-v0", render_mode="ansi", **options)
        check_env(made.unwrapped)
    _, info = made.reset(seed=1)
    assert info["action_mask"].any()


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_the_environments() -> None:
    api_test(zoo.env(), num_cycles=300)
    parallel_api_test(zoo.parallel_env(), num_cycles=300)
    seed_test(zoo.env, num_cycles=20)
    parallel_seed_test(zoo.parallel_env, num_cycles=40)
    seats = types.SimpleNamespace(
        parallel_env=zoo.parallel_env, env=lambda max_cycles: parallel_to_aec(zoo.parallel_env(max_cycles=max_cycles))
    )
    max_cycles_test(seats)


def test_a_seed_gives_one_game() -> None:
    def course(seed: int) -> list[tuple[float, bytes]]:
        env = BrickwoodEnv(opponents=("random", "easy"), reward="points", tensors=ALL)
        _, info = env.reset(seed=seed)
        told = []
        for number in range(150):
            observation, gain, over, cut, info = env.step(chosen(info["action_mask"], number))
            told.append((gain, b"".join(part.tobytes() for part in observation.values())))
            if over or cut:
                break
        return told

    assert course(3) == course(3)
    assert course(3) != course(4)


def test_an_episode_is_played_to_its_end() -> None:
    env = BrickwoodEnv(seat=1, rules=brickwood.Rules(players=3))
    _, info = env.reset(seed=5)
    total, number, over, cut = 0.0, 0, False, False
    while not (over or cut):
        assert info["seat"] == 1
        _, gain, over, cut, info = env.step(chosen(info["action_mask"], number))
        total += gain
        number += 1
    assert over
    assert total == (1.0 if 1 in info["winners"] else -1.0)
    assert info["points"][info["winners"][0]] >= 10
    with pytest.raises(brickwood.GameOverError):
        env.step(0)


def test_illegal_choices_forfeit_or_raise() -> None:
    env = BrickwoodEnv(seat=0)
    env.reset(seed=1)
    _, gain, over, _, info = env.step(0)
    assert (gain, over, info["illegal"]) == (-1.0, True, True)
    strict = BrickwoodEnv(seat=0, illegal="raise")
    strict.reset(seed=1)
    before = str(strict.state)
    with pytest.raises(brickwood.IllegalStepError) as refused:
        strict.step(0)
    assert refused.value.clause
    with pytest.raises(brickwood.ChoiceError):
        strict.step(-5)
    assert str(strict.state) == before
    turns = zoo.env()
    turns.reset(seed=1)
    with pytest.raises(brickwood.IllegalStepError):
        turns.step(0)


def test_a_vector_is_many_environments() -> None:
    count = 24
    many = BrickwoodVectorEnv(count, seat=0, tensors=("seats",), most_steps=400, most_offers=0)
    _, info = many.reset(seed=list(range(count)))
    single = brickwood.Episodes([17], learners=[0], tensors=["seats"], most_steps=400, most_offers=0, threads=1)
    ended = 0
    for number in range(300):
        masks = info["action_mask"]
        choices = np.array([chosen(mask, number) if mask.any() else 0 for mask in masks], np.int64)
        assert masks[17].tobytes() == single.masks[0].tobytes()
        observation, rewards, over, cut, info = many.step(choices)
        single.step(choices[17:18])
        assert observation["seats"][17].tobytes() == single.tensors["seats"][0].tobytes()
        assert rewards[17] == single.rewards[0, 0]
        assert not info["illegal"].any()
        ended += int((over | cut).sum())
    assert ended > count
    assert many.observation_space.contains(observation)


def test_a_vector_writes_in_place_if_asked() -> None:
    many = BrickwoodVectorEnv(20, tensors=("table",), copy=False)
    first, info = many.reset(seed=1)
    for number in range(5):
        choices = np.array([chosen(mask, number) for mask in info["action_mask"]])
        observation, *_, info = many.step(choices)
        assert observation["table"] is first["table"]


@pytest.mark.parametrize(
    ("choices", "error"),
    [
        (np.zeros(3, np.int64), brickwood.ShapeError),
        (np.zeros((4, 1), np.int64), brickwood.DTypeError),
        (np.zeros(4, np.float32), brickwood.DTypeError),
        ([0, 0, 0, 0], brickwood.DTypeError),
    ],
)
def test_choices_of_another_shape_or_dtype_are_refused(choices: Any, error: type[Exception]) -> None:
    episodes = brickwood.Episodes([1, 2, 3, 4])
    with pytest.raises(error):
        episodes.step(choices)


def test_options_that_fit_no_game_are_refused() -> None:
    refused: list[dict[str, Any]] = [{"learners": [4]}, {"learners": []}, {"opponents": []}, {"opponents": ["god"]}, {"reward": "x"}]
    for options in refused:
        with pytest.raises(brickwood.ChoiceError):
            brickwood.Episodes([1], **options)
    with pytest.raises(brickwood.ChoiceError):
        brickwood.Episodes([])
    with pytest.raises(brickwood.RulesError):
        brickwood.Episodes([1], rules=brickwood.Rules(players=6), board=brickwood.Board.beginners())
    episodes = brickwood.Episodes([1], learners=[0, 1, 2, 3])
    for episode, seat in ((1, 0), (-1, 0)):
        with pytest.raises(brickwood.ChoiceError):
            episodes.mask(episode, seat)
    with pytest.raises(brickwood.SeatError):
        episodes.mask(0, 4)


def test_seats_that_are_awaited_choose_at_once() -> None:
    env = zoo.parallel_env(most_offers=0)
    seen, _ = env.reset(seed=2)
    together = 0
    for number in range(4000):
        if not env.agents:
            break
        choices = {agent: chosen(look["action_mask"], number + at) for at, (agent, look) in enumerate(seen.items())}
        together += sum(look["action_mask"][-1] == 0 for look in seen.values()) > 1
        seen, rewards, over, _, infos = env.step(choices)
        assert not any("illegal" in info for info in infos.values())
    assert any(over.values())
    assert sorted(rewards.values()) == [-1.0, -1.0, -1.0, 1.0]
    assert together > 0


def test_other_threads_run_while_episodes_do() -> None:
    episodes = brickwood.Episodes(list(range(400)), opponents=["medium"], threads=1)
    started, done = threading.Event(), threading.Event()

    def work() -> None:
        started.set()
        for number in range(12):
            choices = np.array([chosen(m, number) if m.any() else 0 for m in episodes.masks], np.int64)
            episodes.step(choices)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    started.wait()
    naps = 0
    while not done.is_set():
        time.sleep(0.0005)
        naps += 1
    worker.join()
    assert naps > 20


def test_text_shows_the_board() -> None:
    env = BrickwoodEnv(render_mode="ansi", seat=0)
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None and "view-1" in shown
    assert BrickwoodEnv().render() is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        turns = zoo.env(render_mode="ansi")
        turns.reset(seed=1)
        assert "position-1" in str(turns.render())
