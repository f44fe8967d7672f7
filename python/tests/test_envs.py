"""The environments, by their libraries' own checks and by ours."""

import subprocess
import sys
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


def test_a_module_in_the_id_saves_the_import() -> None:
    """Another interpreter has imported nothing yet."""
    program = """
import gymnasium
env = gymnasium.make("brickwood.gym:brickwood/Brickwood-v0", tensors=("table",))
observation, info = env.reset(seed=1)
assert info["action_mask"].any()
assert gymnasium.make_vec("brickwood.gym:brickwood/Brickwood-v0", num_envs=2).num_envs == 2
masks = gymnasium.make("brickwood.gym:brickwood/Brickwood-v0", tensors=())
assert masks.reset(seed=1)[0] == {} and masks.step(info["action_mask"].argmax())[4]["action_mask"].any()
"""
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


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
    assert info["points"] == [env.state.points(seat) for seat in range(3)]
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


def test_a_game_that_nobody_can_win_is_terminated_without_winners() -> None:
    rules = brickwood.Rules("modern", 3, points_to_win=22)
    options: dict[str, Any] = {"rules": rules, "tensors": (), "most_offers": 0}
    episodes = brickwood.Episodes([1], rules=rules, most_offers=0, learners=[0, 1, 2])
    number = 0
    while not episodes.terminated[0] and not episodes.truncated[0]:
        number += 1
        episodes.step(np.array([chosen(episodes.masks[0], number)]))
    assert episodes.terminated[0] and not episodes.forfeited[0] and not episodes.rewards.any()
    state = episodes.state(0)
    assert state.is_over and state.winners == state.contenders == [] and episodes.standing(0)[0] == []

    single = BrickwoodEnv(seat=0, **options)
    _, info = single.reset(seed=1)
    over = cut = False
    total = 0.0
    while not (over or cut):
        number += 1
        _, gained, over, cut, info = single.step(chosen(info["action_mask"], number))
        total += gained
    assert over and not cut and total == 0.0 and info["winners"] == []

    many = BrickwoodVectorEnv(3, seat=0, **options)
    _, info = many.reset(seed=1)
    terminated = np.zeros(3, np.bool_)
    while not terminated.any():
        number += 1
        _, rewards, terminated, truncated, info = many.step(np.array([chosen(m, number) for m in info["action_mask"]]))
        assert not rewards.any() and not truncated.any()
    assert not info["winners"].any() and (info["points"][terminated] < 22).all()

    turns = zoo.env(**options)
    turns.reset(seed=1)
    look, gained, over, cut, _ = turns.last()
    while not (over or cut):
        number += 1
        assert gained == 0.0
        turns.step(chosen(look["action_mask"], number))
        look, gained, over, cut, _ = turns.last()
    assert all(turns.terminations.values()) and not any(turns.truncations.values())
    assert not any(turns.rewards.values()) and turns.state_of_game.winners == []

    together = zoo.parallel_env(**options)
    seen, _ = together.reset(seed=1)
    while together.agents:
        number += 1
        choices = {agent: chosen(look["action_mask"], number) for agent, look in seen.items()}
        seen, gains, overs, cuts, _ = together.step(choices)
        assert not any(gains.values())
    assert all(overs.values()) and not any(cuts.values()) and together.state_of_game.winners == []


def test_the_mask_of_a_game_that_has_ended_allows_everything() -> None:
    single = BrickwoodEnv(most_steps=60)
    _, info = single.reset(seed=1)
    over = cut = False
    while not (over or cut):
        assert not info["action_mask"].all()
        _, _, over, cut, info = single.step(chosen(info["action_mask"], 3))
    assert info["action_mask"].all() and single.action_masks().all()
    many = BrickwoodVectorEnv(8, most_steps=60)
    _, infos = many.reset(seed=1)
    ended = np.zeros(8, np.bool_)
    for number in range(60):
        _, _, terminated, truncated, infos = many.step(np.array([chosen(mask, number) for mask in infos["action_mask"]]))
        ended |= terminated | truncated
        assert (infos["action_mask"].all(1) == (terminated | truncated)).all()
    assert ended.all()
    for cycles, forfeits in ((30, False), (20_000, True)):
        turns = zoo.env(max_cycles=cycles, tensors=())
        turns.reset(seed=1)
        together = zoo.parallel_env(max_cycles=cycles, tensors=())
        seen, _ = together.reset(seed=1)
        for number in range(20_000):
            look, _, over, cut, _ = turns.last()
            assert look is not None
            if over or cut:
                break
            turns.step(chosen(look["action_mask"], number))
        assert over == forfeits and all(turns.observe(agent)["action_mask"].all() for agent in turns.agents)
        for number in range(20_000):
            if not together.agents:
                break
            choices = {agent: chosen(look["action_mask"], number) for agent, look in seen.items()}
            seen, *_ = together.step(choices)
        assert all(look["action_mask"].all() for look in seen.values())


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("mode", list(gymnasium.vector.AutoresetMode))
def test_a_vector_begins_games_anew_when_its_mode_says_so(mode: gymnasium.vector.AutoresetMode, copy: bool) -> None:
    options: dict[str, Any] = {"seat": 0, "tensors": ("table",), "most_steps": 200, "reward": "points"}
    many = BrickwoodVectorEnv(6, autoreset_mode=mode, copy=copy, **options)
    assert many.metadata["autoreset_mode"] is mode
    seen, infos = many.reset(seed=list(range(6)))
    same, next_step, disabled = (mode.name == name for name in ("SAME_STEP", "NEXT_STEP", "DISABLED"))
    plain = brickwood.Episodes([4], learners=[0], tensors=["table"], most_steps=200, reward="points", threads=1)
    finished = 0
    for number in range(150):
        choices = np.array([chosen(mask, number) for mask in infos["action_mask"]])
        plain.step(choices[4:5])
        seen, gained, terminated, truncated, infos = many.step(choices)
        ended = terminated | truncated
        assert (terminated[4], truncated[4], gained[4]) == (plain.terminated[0], plain.truncated[0], plain.rewards[0, 0])
        told = infos.get("final_info", {}) if same else infos
        assert (told.get("_winners", np.zeros(6, np.bool_)) == ended).all()
        if ended[4]:
            finished += 1
            winners, points, turns, steps = plain.standing(0)
            assert told["winners"][4].tolist() == [seat in winners for seat in range(4)]
            assert told["points"][4].tolist() == points
            assert (told["turns"][4], told["steps"][4]) == (turns, steps)
            last = infos["final_obs"][4] if same else {"table": seen["table"][4]}
            assert last["table"].tobytes() == plain.tensors["table"][0].tobytes()
            if not next_step:
                plain.step(choices[4:5])
        if disabled and ended.any():
            with pytest.raises(brickwood.GameOverError):
                many.step(choices)
            seen, infos = many.reset(options={"reset_mask": ended.copy()})
        if same or disabled or not ended[4]:
            assert infos["action_mask"][4].tobytes() == plain.masks[0].tobytes()
            assert seen["table"][4].tobytes() == plain.tensors["table"][0].tobytes()
    assert finished > 1


def test_a_vector_tells_who_won() -> None:
    many = BrickwoodVectorEnv(30, seat=1, tensors=())
    _, infos = many.reset(seed=3)
    for number in range(800):
        _, gained, terminated, _, infos = many.step(np.array([chosen(mask, number) for mask in infos["action_mask"]]))
        for game in np.flatnonzero(terminated):
            winners = np.flatnonzero(infos["winners"][game])
            assert gained[game] == (1.0 if 1 in winners else -1.0 if winners.size else 0.0)
            assert all(infos["points"][game][winners] >= 10)
            assert infos["steps"][game] > infos["turns"][game] > 0
        if terminated.any():
            break
    assert terminated.any()


def test_wrong_autoreset_modes_and_masks_are_refused() -> None:
    modes: list[Any] = ["NextStep", "sometimes", 3]
    assert BrickwoodVectorEnv(2, autoreset_mode=modes[0]).autoreset_mode is gymnasium.vector.AutoresetMode.NEXT_STEP
    for mode in modes[1:]:
        with pytest.raises(brickwood.ChoiceError, match="SameStep"):
            BrickwoodVectorEnv(2, autoreset_mode=mode)
    many = BrickwoodVectorEnv(2)
    masks: list[tuple[Any, type[Exception]]] = [
        (np.ones(3, np.bool_), brickwood.ShapeError),
        (np.ones(2), brickwood.DTypeError),
        ([True, True], brickwood.DTypeError),
    ]
    for mask, error in masks:
        with pytest.raises(error):
            many.reset(options={"reset_mask": mask})


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
        ([0.5, 0, 0, 0], brickwood.DTypeError),
        (["a", "b", "c", "d"], brickwood.DTypeError),
        (None, brickwood.DTypeError),
    ],
)
def test_choices_of_another_shape_or_dtype_are_refused(choices: Any, error: type[Exception]) -> None:
    episodes = brickwood.Episodes([1, 2, 3, 4])
    with pytest.raises(error):
        episodes.step(choices)


@pytest.mark.parametrize("dtype", ["int16", "int32", "int64", "uint16", "uint32", "list"])
def test_choices_may_be_integers_of_any_kind(dtype: str) -> None:
    episodes, same = (brickwood.Episodes([1, 2, 3, 4], tensors=["table"]) for _ in range(2))
    for number in range(8):
        choices = [chosen(mask, number) for mask in same.masks]
        episodes.step(choices if dtype == "list" else np.array(choices, dtype))
        same.step(np.array(choices, np.int64))
        assert np.array_equal(episodes.masks, same.masks)
        assert not episodes.forfeited.any()


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


def test_rules_may_be_a_text_and_opponents_one_name() -> None:
    rules = "modern players=3 points_to_win=8"
    made = BrickwoodEnv(rules=rules, opponents="easy", tensors=("table",))
    made.reset(seed=1)
    assert str(made.state.game.rules) == rules
    BrickwoodVectorEnv(2, rules=rules, opponents="easy", tensors=("table",)).reset(seed=1)
    assert zoo.env(rules=rules).possible_agents == ["seat_0", "seat_1", "seat_2"]
    with pytest.raises(brickwood.RulesError):
        BrickwoodEnv(rules="no rules")


def test_pettingzoo_says_who_is_awaited_and_that_nothing_has_begun() -> None:
    env = zoo.env(tensors=("table",))
    with pytest.raises(brickwood.GameOverError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(brickwood.ChoiceError, match=f"{env.agent_selection} is awaited"):
        env.step(None)


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
