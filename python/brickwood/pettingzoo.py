"""PettingZoo environments: the program plays all seats.

:func:`env` goes seat by seat (AEC), :func:`parallel_env` lets all seats that are awaited choose at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from pettingzoo import AECEnv, ParallelEnv

from . import _core
from ._errors import BrickwoodError, ChoiceError, GameOverError
from ._types import RewardName, TensorName
from .gym import TENSORS, Copied, observation_space, rules_of

__all__ = ["BrickwoodAEC", "BrickwoodParallel", "env", "parallel_env"]

Observation: TypeAlias = dict[str, Any]
Info: TypeAlias = dict[str, Any]


def _agent(seat: int) -> str:
    return f"seat_{seat}"


class _Seats(Copied):
    """What both environments have in common."""

    metadata: ClassVar[dict[str, Any]]
    possible_agents: list[str]

    def _begin(
        self,
        rules: _core.Rules | str | None,
        board: _core.Board | None,
        reward: RewardName,
        tensors: Sequence[TensorName],
        most_offers: int,
        extra: int,
    ) -> None:
        rules = rules_of(rules)
        self._choices = len(_core.ActionSpace(rules.players))
        self.possible_agents = [_agent(seat) for seat in range(rules.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._episodes = _core.Episodes(
            [0],
            rules=rules,
            board=board,
            learners=list(range(rules.players)),
            reward=reward,
            most_steps=2**31,
            most_offers=most_offers,
            tensors=tensors,
            threads=1,
        )
        size = self._choices + extra
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(rules.players, tensors),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """``observation``: the tensors by name. ``action_mask``: ``int8``, 1 for what may be chosen."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The indices of the :class:`brickwood.ActionSpace`; in the parallel environment one more, to wait."""
        return self._actions[agent]

    @property
    def state_of_game(self) -> _core.State:
        """The state of the game, with all cards."""
        return self._episodes.state(0)

    def _seed(self, seed: int | None) -> None:
        if seed is not None or not hasattr(self, "_random"):
            self._random, _ = seeding.np_random(seed)
        self._episodes.reset([int(self._random.integers(2**63))])

    def _look(self, agent: str) -> Observation:
        seat = self._seat[agent]
        return {
            "observation": self._episodes.observe(0, seat),
            "action_mask": self._episodes.mask(0, seat).view(np.int8),
        }

    render_mode: str | None

    def render(self) -> str | NDArray[np.uint8] | None:
        """With the render mode ``rgb_array``, the picture that a spectator sees: an array (height, width, 3) of
        ``uint8``. With ``ansi``, the board and the position in notation, with all cards.
        """
        state = self.state_of_game
        if self.render_mode == "rgb_array":
            return state.rgb()
        if self.render_mode == "ansi":
            return f"{state.game.board.pretty()}\n{state}\n"
        return None


class BrickwoodAEC(_Seats, AECEnv):  # type: ignore[misc]
    """All seats, one after the other. ``agent_selection`` is the seat that is awaited.

    A choice that the mask does not allow raises :class:`brickwood.IllegalStepError` or
    :class:`brickwood.ChoiceError`, and changes nothing.

    :param max_cycles: after how many choices of all seats together a game is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "brickwood_v0",
        "render_modes": ["rgb_array", "ansi"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        *,
        rules: _core.Rules | str | None = None,
        board: _core.Board | None = None,
        reward: RewardName = "win",
        tensors: Sequence[TensorName] = TENSORS,
        max_cycles: int = 20_000,
        most_offers: int = 2,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._begin(rules, board, reward, tensors, most_offers, 0)
        self.max_cycles = max_cycles
        self.render_mode = render_mode

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins another game. The same seed gives the same game."""
        self._seed(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = _agent(self._episodes.awaited(0)[0])

    def observe(self, agent: str) -> Observation:
        """What a seat may know and choose. Once the game has ended, the mask allows everything."""
        look = self._look(agent)
        if self.terminations.get(agent) or self.truncations.get(agent):
            look["action_mask"].fill(1)
        return look

    def step(self, action: int | None) -> None:
        """Makes the choice of ``agent_selection``; ``None`` for a seat whose game is over."""
        if not hasattr(self, "agent_selection"):
            raise GameOverError("no episode has begun: call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ChoiceError(f"{agent} is awaited: None is for seats whose game is over")
        self._episodes.choose(0, self._seat[agent], int(action))
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        gains = self._episodes.gains(0)
        self.rewards = {other: gains[self._seat[other]] for other in self.agents}
        over, _ = self._episodes.ended(0)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over and self._cycles >= self.max_cycles)
        awaited = self._episodes.awaited(0)
        if awaited:
            self.agent_selection = _agent(awaited[0])
        self._accumulate_rewards()

    def close(self) -> None:
        """Nothing is to be closed."""


class BrickwoodParallel(_Seats, ParallelEnv):  # type: ignore[misc]
    """All seats that are awaited choose at once, as in discards and answers to an offer.

    There is one choice more than the :class:`brickwood.ActionSpace` has, the last: to wait. It is the only one
    that the mask of a seat allows that is not awaited. Once the game has ended, the mask allows everything.

    :param max_cycles: after how many steps a game is truncated.
    :param illegal: ``wait``: who chooses what the mask does not allow, waits, and ``info["illegal"]`` says why.
        ``raise``: it raises an exception.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "brickwood_v0", "render_modes": ["rgb_array", "ansi"], "render_fps": 4}

    def __init__(
        self,
        *,
        rules: _core.Rules | str | None = None,
        board: _core.Board | None = None,
        reward: RewardName = "win",
        tensors: Sequence[TensorName] = TENSORS,
        max_cycles: int = 20_000,
        most_offers: int = 2,
        illegal: Literal["wait", "raise"] = "wait",
        render_mode: str | None = None,
    ) -> None:
        self._begin(rules, board, reward, tensors, most_offers, 1)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self._illegal = illegal

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begins another game. The same seed gives the same game."""
        self._seed(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
    ]:
        """Makes the choices of all seats, clockwise from the one whose turn it is."""
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, Info] = {agent: {} for agent in agents}
        awaited = self._episodes.awaited(0)
        for seat in awaited:
            agent = _agent(seat)
            choice = int(actions.get(agent, self._choices))
            if choice == self._choices:
                continue
            try:
                self._episodes.choose(0, seat, choice)
            except BrickwoodError as refused:
                if self._illegal == "raise":
                    raise
                infos[agent]["illegal"] = str(refused)
                continue
            for other, gain in enumerate(self._episodes.gains(0)):
                rewards[_agent(other)] += gain
        self._cycles += 1
        over, _ = self._episodes.ended(0)
        cut = not over and self._cycles >= self.max_cycles
        seen = self._seen(over or cut)
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def close(self) -> None:
        """Nothing is to be closed."""

    def _seen(self, ended: bool = False) -> dict[str, Observation]:
        awaited = self._episodes.awaited(0)
        seen = {}
        for agent in self.agents:
            look = self._look(agent)
            waits = np.array([self._seat[agent] not in awaited], np.int8)
            look["action_mask"] = np.concatenate([look["action_mask"], waits])
            if ended:
                look["action_mask"].fill(1)
            seen[agent] = look
        return seen


def env(**options: Any) -> BrickwoodAEC:
    """The environment in which the seats choose one after the other; takes what :class:`BrickwoodAEC` takes."""
    return BrickwoodAEC(**options)


def parallel_env(**options: Any) -> BrickwoodParallel:
    """The environment in which seats choose at once; takes what :class:`BrickwoodParallel` takes."""
    return BrickwoodParallel(**options)
