"""Brickwood's bot in a seat of a game of catanatron."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from catanatron.game import Game
from catanatron.models.enums import Action, ActionPrompt, ActionType
from catanatron.models.player import Color, Player
from catanatron.state_functions import get_longest_road_color, player_num_resource_cards

from engine import Engine, EngineError
from follower import Follower, told
from places import LETTERS, RESOURCES, Hex, Places, hex_name

_SIMPLE = {
    ActionType.ROLL: "roll",
    ActionType.END_TURN: "end",
    ActionType.BUY_DEVELOPMENT_CARD: "buy",
    ActionType.PLAY_KNIGHT_CARD: "knight",
    ActionType.PLAY_ROAD_BUILDING: "road-building",
}


class BrickwoodPlayer(Player):  # type: ignore[misc]
    """Asks the engine for every decision in which there is a choice.

    `seat` is its place in the order of play, from 0. Call `observe` after each action of any seat.
    """

    def __init__(self, color: Color, seat: int, engine: Engine, level: str, seed: int) -> None:
        super().__init__(color)
        self.fallbacks: Counter[str] = Counter()
        """How often an answer could not be used as it was, by the reason."""
        self.milliseconds: list[float] = []
        """How long each decision took, with all that had to be asked for it."""
        self._seat = seat
        self._engine = engine
        self._level = level
        self._seed = seed
        self.follower: Follower
        """What the seat knows; since `start`."""
        self._observed = 0

    def start(self, game: Game) -> None:
        """Sits down at a game that has just been dealt."""
        island = game.state.board.map
        self._places = Places(island, self._engine.ask("places", layout="standard"))
        players = len(game.state.colors)
        self.follower = Follower(island, self._places, players, self._seat)

    def observe(self, game: Game) -> None:
        """Takes note of the action that was taken last."""
        state = game.state
        (action,) = state.actions[self._observed :]
        self._observed += 1
        sizes = [player_num_resource_cards(state, color) for color in state.colors]
        road = get_longest_road_color(state)
        holder = None if road is None else state.colors.index(road)
        self.follower.observe(told(action, self._seat, state.colors, sizes, holder))

    def decide(self, game: Game, playable_actions: Sequence[Action]) -> Action:
        """One of the playable actions."""
        if len(playable_actions) == 1:
            return playable_actions[0]
        started = time.perf_counter()
        playable = self.by_text(playable_actions, game.state.colors)
        if game.state.current_prompt == ActionPrompt.MOVE_ROBBER:
            action = self._rob(playable)
        else:
            action = self._choose(self.phase(game), playable)
        self.milliseconds.append((time.perf_counter() - started) * 1000)
        return action

    def by_text(
        self, actions: Sequence[Action], colors: Sequence[Color]
    ) -> dict[str, list[tuple[int | None, Action]]]:
        """The actions by what Brickwood calls them; a move of the robber with each seat to rob."""
        by_text: dict[str, list[tuple[int | None, Action]]] = {}
        for action in actions:
            victim = None
            if action.action_type == ActionType.MOVE_ROBBER and action.value[1] is not None:
                victim = colors.index(action.value[1])
            by_text.setdefault(self._text(action), []).append((victim, action))
        return by_text

    def _text(self, action: Action) -> str:
        kind, value = action.action_type, action.value
        if kind in _SIMPLE:
            return _SIMPLE[kind]
        if kind == ActionType.BUILD_ROAD:
            return f"road {self._places.path_name[value]}"
        if kind == ActionType.BUILD_SETTLEMENT:
            return f"settlement {self._places.corner_name[value]}"
        if kind == ActionType.BUILD_CITY:
            return f"city {self._places.corner_name[value]}"
        if kind == ActionType.PLAY_YEAR_OF_PLENTY:
            return "year-of-plenty " + "".join(LETTERS[r] * value.count(r) for r in RESOURCES)
        if kind == ActionType.PLAY_MONOPOLY:
            return f"monopoly {LETTERS[value]}"
        if kind == ActionType.MARITIME_TRADE:
            return f"bank {LETTERS[value[0]]}>{LETTERS[value[-1]]}"
        if kind == ActionType.MOVE_ROBBER:
            return f"robber {hex_name(value[0])}"
        raise ValueError(f"there is no word for {action}")

    def phase(self, game: Game) -> str:
        """What is awaited, as a word of a view."""
        prompt = game.state.current_prompt
        if prompt == ActionPrompt.BUILD_INITIAL_SETTLEMENT:
            return "set-up-settlement"
        if prompt == ActionPrompt.BUILD_INITIAL_ROAD:
            last = self.follower.seats[self._seat].settlements[-1]
            return f"set-up-road:{self._places.corner_name[last]}"
        if prompt == ActionPrompt.MOVE_ROBBER:
            return "move-robber"
        if prompt == ActionPrompt.PLAY_TURN:
            free = self.follower.free_roads
            return f"free-roads:{free}" if game.state.is_road_building else "turn"
        raise ValueError(f"nobody chooses in {prompt}")

    def request(
        self, phase: str, *, robber: Hex | None = None, card_played: bool = False
    ) -> dict[str, Any]:
        """The fields of `choose` here and now: all that the engine gets to know."""
        return {
            "bot": self._level,
            "seed": (self._seed * 1_000_003 + self._observed) % 2**63,
            "position": self.follower.view(phase, robber=robber, card_played=card_played),
            "events": self.follower.events,
        }

    def _ask(self, phase: str, *, robber: Hex | None = None, card_played: bool = False) -> str:
        fields = self.request(phase, robber=robber, card_played=card_played)
        try:
            answer = self._engine.ask("choose", **fields)
        except EngineError as error:
            if error.code != "bad_position":
                raise
            self.fallbacks["lenient"] += 1
            answer = self._engine.ask("choose", **fields, lenient=True)
        return str(answer["text"])

    def _choose(self, phase: str, playable: dict[str, list[tuple[int | None, Action]]]) -> Action:
        text = self._ask(phase)
        if text in playable:
            return playable[text][0][1]
        # A card that cannot be played here and now: what would be done without?
        words = {"knight", "road-building", "year-of-plenty", "monopoly"}
        if text.split()[0] in words:
            self.fallbacks["asked without cards"] += 1
            text = self._ask(phase, card_played=True)
            if text in playable:
                return playable[text][0][1]
        for substitute in ("roll", "end"):
            if substitute in playable:
                self.fallbacks[f"{text.split()[0]}: {substitute} instead"] += 1
                return playable[substitute][0][1]
        self.fallbacks[f"{text.split()[0]}: first of the list instead"] += 1
        return playable[min(playable)][0][1]

    def _rob(self, playable: dict[str, list[tuple[int | None, Action]]]) -> Action:
        text = self._ask("move-robber")
        if text not in playable:
            self.fallbacks[f"{text.split()[0]}: first of the list instead"] += 1
            text = min(playable)
        choices = playable[text]
        if len(choices) == 1:
            return choices[0][1]
        answer = self._ask("rob", robber=self._places.hex_of_name[text.split()[1]])
        for victim, action in choices:
            if victim is not None and answer == f"rob {victim + 1}":
                return action
        self.fallbacks[f"{answer.split()[0]}: first of the list instead"] += 1
        return choices[0][1]
