"""Gymnasium environments: a program plays one seat, built-in players sit in the others.

>>> import gymnasium
>>> import brickwood.gym
>>> env = gymnasium.make("brickwood/Brickwood-v0", opponents=("random",))
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _core
from ._errors import ChoiceError, GameOverError
from ._types import OpponentName, RewardName, TensorName

__all__ = ["BrickwoodEnv", "BrickwoodVectorEnv"]

Observation: TypeAlias = dict[str, NDArray[np.float32]]
Info: TypeAlias = dict[str, Any]

TENSORS: tuple[TensorName, ...] = ("planes", "seats", "table")

Environment = TypeVar("Environment")


class Copied:
    """A copy of an environment plays its own games: a shallow one would step those of the first."""

    def __copy__(self: Environment) -> Environment:
        return copy.deepcopy(self)


def rules_of(rules: _core.Rules | str | None) -> _core.Rules:
    """The rules that an environment is asked for; a text is what a configuration file holds."""
    if isinstance(rules, str):
        return _core.Rules.parse(rules)
    return rules or _core.Rules()


def opponents_of(opponents: OpponentName | Sequence[OpponentName]) -> Sequence[OpponentName]:
    """The opponents that an environment is asked for: one name is that of all."""
    return [opponents] if isinstance(opponents, str) else opponents


def observation_space(players: int, tensors: Sequence[TensorName]) -> spaces.Space[Observation]:
    """Boxes from -1 to 1 of ``float32``, in the shapes of :func:`brickwood.tensor_shape`."""
    shapes = {name: tuple(_core.tensor_shape(name, players)) for name in tensors}
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(-1.0, 1.0, shape, np.float32) for name, shape in shapes.items()
    }
    return cast("spaces.Space[Observation]", spaces.Dict(boxes))


def rendered(view: _core.View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """A view in a render mode of the environments."""
    if mode == "rgb_array":
        return view.rgb()
    if mode == "ansi":
        return f"{view.game.board.pretty()}\n{view}\n"
    return None


class BrickwoodEnv(Copied, gymnasium.Env[Observation, np.int64]):
    """One game after the other, in which the program plays one seat.

    The game goes on by itself to the next choice of the program. Choices are indices of the
    :class:`brickwood.ActionSpace`; an action such as an offer is composed of several. Observations are a
    dictionary of ``float32`` arrays from the seat's point of view.

    ``info`` has ``action_mask`` (``int8``, 1 for what may be chosen; at the end it allows everything, although nothing
    is chosen any more) and ``seat``, and at the end ``winners``, ``points``, ``turns``, and ``steps``, those of all
    seats and of chance.

    ``copy`` and ``pickle`` copy the game, too, and the same actions then give the same observations. A search goes back
    with :meth:`snapshot` and :meth:`restore`, which is faster.

    :param rules: the rules, or their text; today's for four without.
    :param board: the board; each episode lays its own without.
    :param seat: the seat of the program; without, the seed of each episode decides.
    :param opponents: ``random``, ``scripted`` or a level of :class:`brickwood.Bot`, clockwise from the program, beginning again
        where they are fewer than seats.
    :param reward: ``win``, ``points`` or ``shaped``; see the book.
    :param tensors: what is observed.
    :param most_steps: after how many steps and choices of all seats together an episode is truncated.
    :param most_offers: how many offers the program may make in a turn.
    :param illegal: ``forfeit``: a choice that the mask does not allow loses the game, and ``info["illegal"]``
        says so. ``raise``: it raises an exception that names the clause, and changes nothing.
    :param render_mode: ``rgb_array`` or ``ansi``; see :meth:`render`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        *,
        rules: _core.Rules | str | None = None,
        board: _core.Board | None = None,
        seat: int | None = None,
        opponents: OpponentName | Sequence[OpponentName] = ("random",),
        reward: RewardName = "win",
        tensors: Sequence[TensorName] = TENSORS,
        most_steps: int = 20_000,
        most_offers: int = 2,
        illegal: Literal["forfeit", "raise"] = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        rules = rules_of(rules)
        self.render_mode = render_mode
        self.observation_space = observation_space(rules.players, tensors)
        self.action_space = spaces.Discrete(len(_core.ActionSpace(rules.players)))
        self._strict = illegal == "raise"
        self._ended = True
        self._episodes = _core.Episodes(
            [0],
            rules=rules,
            board=board,
            learners=None if seat is None else [seat],
            opponents=opponents_of(opponents),
            reward=reward,
            most_steps=most_steps,
            most_offers=most_offers,
            tensors=tensors,
            threads=1,
        )
        self._seat = int(self._episodes.seats[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begins another game. The same seed gives the same game."""
        super().reset(seed=seed)
        self._episodes.reset([int(self.np_random.integers(2**63))])
        return self._begin()

    def snapshot(self) -> _core.Snapshot:
        """How the game stands, to go back to it."""
        return self._episodes.snapshot(0)

    def restore(self, snapshot: _core.Snapshot) -> tuple[Observation, Info]:
        """Goes back to how the game stood, or on from where that of another environment stood that was made in the same
        way. Returns what is seen there, as :meth:`reset` does.

        Raises :class:`brickwood.ChoiceError` where that environment has other rules or options.
        """
        self._episodes.restore({0: snapshot})
        return self._begin()

    def _begin(self) -> tuple[Observation, Info]:
        self._seat = int(self._episodes.seats[0])
        self._ended = bool(self._episodes.terminated[0] or self._episodes.truncated[0])
        observation = {name: array[0].copy() for name, array in self._episodes.tensors.items()}
        return observation, self._info(self._episodes.masks[0].astype(np.int8))

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Makes a choice, and goes on to the next one.

        Raises :class:`brickwood.GameOverError` where the game is over.
        """
        if self._ended:
            raise GameOverError("the episode is over: call reset")
        self._seat, reward, terminated, truncated, forfeited, mask, observation = self._episodes.step_alone(
            int(action), self._strict
        )
        self._ended = terminated or truncated
        info = self._info(mask)
        if forfeited:
            info["illegal"] = True
        return observation, reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as Stable-Baselines3 asks for it."""
        mask: NDArray[np.bool_] = self._episodes.mask(0, self._seat).astype(np.bool_)
        return mask

    @property
    def state(self) -> _core.State:
        """The state of the game, with all cards."""
        return self._episodes.state(0)

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the seat knows.

        With the render mode ``rgb_array``, a picture: an array (height, width, 3) of ``uint8``, of the same shape in
        all episodes. With ``ansi``, the board and the view in notation.
        """
        return rendered(self.state.view(self._seat), self.render_mode)

    def _info(self, mask: NDArray[np.int8]) -> Info:
        info: Info = {"action_mask": mask, "seat": self._seat}
        if self._ended:
            info["winners"], info["points"], info["turns"], info["steps"] = self._episodes.standing(0)
        return info


class BrickwoodVectorEnv(Copied, gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Thousands of games at once, on all cores, without the interpreter lock.

    Takes what :class:`BrickwoodEnv` takes; a choice that cannot be made forfeits its game. ``info`` has
    ``action_mask`` (games, choices), ``seat`` (games,) and ``illegal`` (games,). Where games have ended, it also has
    ``winners`` (games, players) of ``bool``, ``points`` (games, players), ``turns`` (games,) and ``steps`` (games,);
    ``_winners`` and so on say for which games.

    ``copy`` and ``pickle`` copy the games, too, and the same actions then give the same observations.

    :param num_envs: how many games.
    :param autoreset_mode: when a game begins anew that has ended. ``NEXT_STEP``: with the next step, which ignores its
        choice; until then, its mask allows everything. ``SAME_STEP``: at once. Observation and ``info`` are those of the
        new game, and ``info["final_obs"]`` and ``info["final_info"]`` those of the end. ``DISABLED``: when
        ``reset(options={"reset_mask": ended})`` says so; a step before that raises
        :class:`brickwood.GameOverError`.
    :param threads: how many threads; all cores for 0. Nothing depends on it but the time. One is best on a machine that
        is shared, and in the workers of a data loader.
    :param copy: whether observations, rewards and masks are copied. Without, the next step overwrites them.
    :param shown: the numbers of the games that :meth:`render` shows; all without.
    """

    metadata: dict[str, Any] = {**BrickwoodEnv.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int,
        *,
        autoreset_mode: AutoresetMode | Literal["NextStep", "SameStep", "Disabled"] = AutoresetMode.NEXT_STEP,
        rules: _core.Rules | str | None = None,
        board: _core.Board | None = None,
        seat: int | None = None,
        opponents: OpponentName | Sequence[OpponentName] = ("random",),
        reward: RewardName = "win",
        tensors: Sequence[TensorName] = TENSORS,
        most_steps: int = 20_000,
        most_offers: int = 2,
        threads: int = 0,
        copy: bool = True,
        render_mode: str | None = None,
        shown: Sequence[int] | None = None,
    ) -> None:
        rules = rules_of(rules)
        self.num_envs = num_envs
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise ChoiceError(f"there is no autoreset mode `{autoreset_mode}`: there are {modes}") from None
        self.metadata = {**BrickwoodEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self._shown = range(num_envs) if shown is None else list(shown)
        for number in self._shown:
            if not 0 <= number < num_envs:
                raise ChoiceError(f"there are {num_envs} games, and none with the number {number}")
        self.single_observation_space = observation_space(rules.players, tensors)
        self.single_action_space = spaces.Discrete(len(_core.ActionSpace(rules.players)))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._episodes = _core.Episodes(
            list(range(num_envs)),
            rules=rules,
            board=board,
            learners=None if seat is None else [seat],
            opponents=opponents_of(opponents),
            reward=reward,
            most_steps=most_steps,
            most_offers=most_offers,
            tensors=tensors,
            threads=threads,
        )
        self._begun = False
        self._games = np.arange(num_envs)
        self._all = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begins all games anew, from a seed for all or one for each.

        With ``options={"reset_mask": mask}``, only the games for which the mask is true: an array (games,) of ``bool``.
        """
        which = None if options is None else options.get("reset_mask")
        seeds: list[int] | None = None
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
            if which is None or seed is not None:
                seeds = [int(number) for number in self.np_random.integers(2**63, size=self.num_envs)]
        else:
            seeds = list(seed)
        if which is not None:
            self._episodes.begin_again(which, seeds)
        elif seeds is not None:
            self._episodes.reset(seeds)
        self._begun = True
        return self._observation(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Makes a choice in every game: an array (games,) of integers."""
        if not self._begun:
            raise GameOverError("no episode has begun: call reset")
        episodes = self._episodes
        terminated, truncated = episodes.terminated, episodes.truncated
        if self.autoreset_mode is AutoresetMode.DISABLED and (over := np.flatnonzero(terminated | truncated)).size:
            raise GameOverError(f"the games {over.tolist()} are over: call reset with a reset_mask")
        episodes.step(np.ascontiguousarray(actions, np.int64))
        gained = episodes.rewards[self._games, episodes.seats].astype(np.float64)
        if self._copy or self.autoreset_mode is AutoresetMode.SAME_STEP:
            terminated, truncated = terminated.copy(), truncated.copy()
        ended = terminated | truncated
        final = self._ends(np.flatnonzero(ended))
        if final and self.autoreset_mode is AutoresetMode.SAME_STEP:
            episodes.begin_again(ended)
        return self._observation(), gained, terminated, truncated, {**self._info(), **final}

    def render(self) -> tuple[Any, ...] | None:
        """What the seat of the program knows in each game that is shown, as :meth:`BrickwoodEnv.render` returns it.

        A game that has ended is shown as it ended, until it begins anew. ``None`` without a render mode.
        """
        if self.render_mode is None:
            return None
        seats = self._episodes.seats
        views = (self._episodes.state(number).view(int(seats[number])) for number in self._shown)
        return tuple(rendered(view, self.render_mode) for view in views)

    def _observation(self) -> Observation:
        if self._copy:
            return {name: array.copy() for name, array in self._episodes.tensors.items()}
        return self._episodes.tensors

    def _ends(self, ended: NDArray[np.intp]) -> Info:
        """What is told of the games that have just ended."""
        final: Info = {}
        for game in ended.tolist():
            winners, points, turns, steps = self._episodes.standing(game)
            won = np.isin(np.arange(len(points)), winners)
            told: Info = {"winners": won, "points": np.array(points), "turns": turns, "steps": steps}
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                told.update((name, array[game].copy()) for name, array in self._parts().items())
                seen = {name: array[game].copy() for name, array in self._episodes.tensors.items()}
                told = {"final_obs": seen, "final_info": told}
            final = self._add_info(final, told, game)
        return final

    def _parts(self) -> dict[str, NDArray[Any]]:
        masks = self._episodes.masks.view(np.int8)
        return {"action_mask": masks, "seat": self._episodes.seats, "illegal": self._episodes.forfeited}

    def _info(self) -> Info:
        info: Info = {}
        for name, array in self._parts().items():
            info[name] = array.copy() if self._copy else array
            info[f"_{name}"] = self._all.copy() if self._copy else self._all
        return info


gymnasium.register(
    id="brickwood/Brickwood-v0",
    entry_point="brickwood.gym:BrickwoodEnv",
    vector_entry_point="brickwood.gym:BrickwoodVectorEnv",
    # The checker refuses an empty dictionary of observations, which is what `tensors=()` asks for.
    disable_env_checker=True,
)
