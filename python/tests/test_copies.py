"""What plays can be copied and pickled: the same choices then give the same arrays and the same game."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import brickwood
from brickwood import pettingzoo as zoo
from brickwood.gym import BrickwoodEnv, BrickwoodVectorEnv

WAYS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


def play(session: brickwood.Session, seed: int, choices: int) -> list[bytes]:
    """Plays by index, and returns what was seen on the way."""
    choose = random.Random(seed)
    seen = []
    for number in range(choices):
        if session.is_over:
            break
        if session.is_chance:
            seen.append(str(session.draw()).encode())
            continue
        seat = choose.choice(session.awaited)
        mask = session.mask(seat)
        seen.append(mask.tobytes())
        session.choose(seat, int(choose.choice(np.flatnonzero(mask))))
        if number % 10 == 0:
            seen += [array.tobytes() for array in session.observe(seat).values()]
    return seen


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_session_goes_on_as_it_would(way: Callable[[Any], Any]) -> None:
    for seed in range(8):
        session = brickwood.Session(brickwood.Game(brickwood.Rules("modern", 3), seed=seed), seed=seed)
        play(session, seed, 37 * seed)
        if seed % 2:
            session = brickwood.Session(session.state, seed=seed)
            play(session, seed, 41)
        other = way(session)
        before = session.state
        assert play(other, 9, 300)
        assert session.state == before, "the copy plays for itself"
        other = way(session)
        assert play(session, 9, 300) == play(other, 9, 300)
        assert other.state == session.state and other.steps == session.steps
        assert all(other.history(seat) == session.history(seat) for seat in (None, 0, 1, 2))
        other.undo(len(other))
        assert other.state == session.state_at(0)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_bot_and_of_chance_goes_on_as_it_would(way: Callable[[Any], Any]) -> None:
    rules = brickwood.Rules("modern", 3)
    for level in ("easy", "medium", "hard"):
        session = brickwood.Session(brickwood.Game(rules, seed=1), seed=1)
        bot, chance = brickwood.Bot(level), brickwood.Chance(5)
        compared = 0
        while not session.is_over and compared < 60:
            if session.is_chance:
                drawn = way(chance).draw(session.state)
                assert session.apply(chance.draw(session.state)) == drawn
                continue
            seat = session.awaited[0]
            known = session.view(seat), session.history(seat)
            action = bot.choose(*known, seed=len(session))
            assert action is not None
            assert way(bot).choose(*known, seed=len(session)) == action and way(bot).level == level
            session.act(seat, action)
            compared += 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_actions_steps_and_action_spaces_can_be_copied(way: Callable[[Any], Any], players: int) -> None:
    rules = brickwood.Rules("five-six" if players > 4 else "modern", players)
    session = brickwood.play_game(brickwood.Game(rules, seed=players), ["medium"] * players, seed=players)
    kinds = set()
    for step in session.steps:
        kinds.add(step.kind)
        again = way(step)
        assert again == step and hash(again) == hash(step) and str(again) == str(step)
        if step.action is not None:
            action = way(step.action)
            assert action == step.action and {action: 1}[step.action] == 1
            assert action.to_dict() == step.action.to_dict()
    assert {"dice", "build_road", "offer", "discard"} <= kinds
    space = brickwood.ActionSpace(players)
    again = way(space)
    assert again == space and hash(again) == hash(space) and again.names == space.names
    assert (space == brickwood.ActionSpace(4)) is (players <= 4)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_bot_that_plays_at_random_does_so(way: Callable[[Any], Any]) -> None:
    session = brickwood.Session(seed=2)
    session.draw_all()
    seat = session.awaited[0]
    view, bot = session.view(seat), way(brickwood.Bot("random"))
    chosen = [bot.choose(view, seed=seed) for seed in range(40)]
    assert chosen == [brickwood.Bot("random").choose(view, session.history(seat), seed=seed) for seed in range(40)]
    assert len(set(chosen)) > 20 and set(chosen) <= set(view.legal_actions()) and bot.level == "random"
    assert bot.choose(session.view((seat + 1) % 4)) is None


def drawn(mask: Any, number: int) -> int:
    """Any choice of a mask."""
    allowed = np.flatnonzero(mask)
    return int(allowed[number * 7919 % len(allowed)])


def arrays(episodes: brickwood.Episodes) -> list[bytes]:
    """All that is seen of episodes."""
    seen: list[Any] = [episodes.masks, episodes.rewards, episodes.seats, episodes.terminated, episodes.truncated, episodes.forfeited]
    return [array.tobytes() for array in (*seen, *episodes.tensors.values())]


def step(episodes: brickwood.Episodes, number: int, forfeit: int | None = None) -> list[bytes]:
    """Makes any choices, and one that cannot be made. Returns what is seen then."""
    choices = np.array([drawn(mask, number) for mask in episodes.masks])
    if forfeit is not None:
        choices[forfeit] = -1
    episodes.step(choices)
    return arrays(episodes)


OPPONENTS: list[list[Any]] = [["random"], ["hard", "easy"], ["scripted", "medium"]]


@pytest.mark.parametrize("opponents", OPPONENTS)
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_episodes_goes_on_as_they_would(way: Callable[[Any], Any], opponents: list[Any]) -> None:
    episodes = brickwood.Episodes(
        range(5), opponents=opponents, tensors=["seats", "table", "history"], reward="shaped", most_steps=300, threads=2
    )
    for number in range(120):
        step(episodes, number, 3 if number == 50 else None)
        if number in (0, 50, 51, 90):
            other = way(episodes)
            before = arrays(episodes)
            assert arrays(other) == before
            for later in range(60):
                if later in (0, 59):
                    assert [other.state(one) == episodes.state(one) for one in range(5)] == [later == 0] * 5
                step(other, later)
            assert arrays(episodes) == before, "the copy plays for itself"
            other, again = way(episodes), way(episodes)
            assert all(step(other, later) == step(again, later) for later in range(60))
            assert all(other.state(one) == again.state(one) for one in range(5))


def test_an_episode_goes_back_to_a_snapshot() -> None:
    options: dict[str, Any] = {"opponents": ["medium"], "tensors": ["table"], "learners": [0, 2], "most_steps": 800}
    episodes = brickwood.Episodes([1, 2, 3], **options)
    for number in range(40):
        step(episodes, number)
    whole = [episodes.snapshot(number) for number in range(3)]
    first = [step(episodes, number) for number in range(40)]
    mixed = arrays(episodes)
    episodes.restore({1: whole[1]})
    assert arrays(episodes) != mixed and episodes.tensors["table"][0].tobytes() in mixed[-1]
    episodes.restore(dict(enumerate(whole)))
    assert [step(episodes, number) for number in range(40)] == first
    stored = [brickwood.Snapshot.from_bytes(one.to_bytes()) for one in whole]
    again = brickwood.Episodes.from_snapshots(stored, tensors=["table"], threads=1)
    assert [step(again, number) for number in range(40)] == first
    many = brickwood.Episodes.from_snapshots([whole[2]] * 4, tensors=["table"])
    for number in range(40):
        step(many, number)
        assert len({mask.tobytes() for mask in many.masks}) == 1
    restored = brickwood.Episodes([9, 9, 9], **options)
    restored.restore({0: stored[0], 1: stored[1], 2: stored[2]})
    assert [step(restored, number) for number in range(40)] == first


def test_snapshots_that_do_not_fit_are_refused() -> None:
    episodes = brickwood.Episodes([1, 2], tensors=["table"])
    snapshot = episodes.snapshot(0)
    before = arrays(episodes)
    for other in (
        brickwood.Episodes([1], rules=brickwood.Rules("modern", 3)),
        brickwood.Episodes([1], most_steps=7),
        brickwood.Episodes([1], opponents=["easy"]),
        brickwood.Episodes([1], tensors=["history"]),
    ):
        with pytest.raises(brickwood.ChoiceError, match="other rules or options"):
            episodes.restore({0: snapshot, 1: other.snapshot(0)})
        with pytest.raises(brickwood.ChoiceError, match="other rules or options"):
            brickwood.Episodes.from_snapshots([snapshot, other.snapshot(0)])
    for number in (-1, 2, 2**40):
        with pytest.raises(brickwood.ChoiceError, match="none with the number"):
            episodes.restore({0: snapshot, number: snapshot})
        with pytest.raises(brickwood.ChoiceError, match="none with the number"):
            episodes.snapshot(number)
    with pytest.raises(brickwood.ChoiceError, match="history"):
        brickwood.Episodes.from_snapshots([snapshot], ["history"])
    with pytest.raises(brickwood.ChoiceError):
        brickwood.Episodes.from_snapshots([])
    data = snapshot.to_bytes()
    wrong = [b"", data[:-1], data.replace(b'"players":4', b'"players":6'), data.replace(b'"seat":', b'"seat":5,"_":')]
    for one in wrong:
        assert one != data
        with pytest.raises(brickwood.PositionError):
            brickwood.Snapshot.from_bytes(one)
    assert arrays(episodes) == before


def played(env: Any, steps: int) -> list[Any]:
    """Plays on in an environment of one seat or of many games, and returns what is seen."""
    seen: list[Any] = []
    for number in range(steps):
        if isinstance(env, BrickwoodVectorEnv):
            masks = env._episodes.masks
            observation, gained, over, cut, info = env.step(np.array([drawn(mask, number) for mask in masks]))
            seen += [gained.tobytes(), over.tobytes(), cut.tobytes(), info["action_mask"].tobytes()]
        else:
            observation, gain, end, truncated, info = env.step(drawn(env.action_masks(), number))
            seen += [gain, end, truncated, info["action_mask"].tobytes()]
            if end or truncated:
                observation, info = env.reset()
        seen += [array.tobytes() for array in observation.values()]
    return seen


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_an_environment_goes_on_as_it_would(way: Callable[[Any], Any]) -> None:
    options: dict[str, Any] = {"tensors": ("seats", "table"), "opponents": ("easy", "random"), "most_steps": 250}
    single = BrickwoodEnv(**options)
    many = [BrickwoodVectorEnv(4, copy=copies, autoreset_mode="SameStep", **options) for copies in (True, False)]
    envs: list[Any] = [single, *many]
    for env in envs:
        env.reset(seed=1)
        played(env, 35)
        other, again = way(env), way(env)
        assert played(other, 70) == played(env, 70) == played(again, 70)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_an_environment_of_all_seats_goes_on_as_it_would(way: Callable[[Any], Any]) -> None:
    turns = zoo.env(tensors=("table",))
    turns.reset(seed=1)

    def on(env: Any) -> list[Any]:
        seen = []
        for number in range(60):
            look, gained, *_ = env.last()
            seen += [env.agent_selection, gained, look["action_mask"].tobytes(), look["observation"]["table"].tobytes()]
            env.step(drawn(look["action_mask"], number))
        return seen

    on(turns)
    other = way(turns)
    assert on(other) == on(turns)
    together = zoo.parallel_env(tensors=())
    seen, _ = together.reset(seed=1)

    def all_on(env: Any, seen: Any) -> list[Any]:
        told = []
        for number in range(60):
            seen, *rest = env.step({agent: drawn(look["action_mask"], number) for agent, look in seen.items()})
            told += [str(rest), str(env.state_of_game)]
        return told

    another = way(together)
    assert all_on(another, seen) == all_on(together, seen)


def test_an_environment_goes_back_to_a_snapshot() -> None:
    env = BrickwoodEnv(tensors=("table",), most_steps=400)
    env.reset(seed=5)
    played(env, 20)
    snapshot, state = env.snapshot(), env.state
    mask, seat = env.action_masks().tobytes(), env._seat
    first = played(env, 25)
    observation, info = env.restore(snapshot)
    assert env.state == state and info["seat"] == seat
    assert info["action_mask"].astype(np.bool_).tobytes() == mask
    assert env.observation_space.contains(observation)
    assert played(env, 25) == first
    with pytest.raises(brickwood.ChoiceError):
        env.restore(BrickwoodEnv(tensors=("table",), most_steps=500).snapshot())


def test_what_cannot_be_unpickled_is_refused() -> None:
    session = brickwood.Session(seed=1)
    play(session, 1, 30)
    before = session.state
    for data in (b"", b"{}", b"[[], 1, 2]", b"\xff"):
        with pytest.raises(brickwood.PositionError):
            session.__setstate__(data)
        with pytest.raises(brickwood.PositionError):
            brickwood.Chance().__setstate__(data)
    assert session.state == before
