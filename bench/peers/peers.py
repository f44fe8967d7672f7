"""Plays Brickwood's bot against the players of catanatron.

    python peers.py --engine "brickwood engine" --rivals F,F,F --games 100 --seed 910000

Every seed is played once with the bot in each seat. The results are lines of JSON, one for each
game; the same command goes on where it stopped. `report.py` reads them.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.enums import Action, ActionType
from catanatron.models.player import Color
from catanatron.state_functions import get_actual_victory_points

from engine import Engine
from follower import RULES
from report import describe, matches_of
from rivals import UnknownRivalError, maker
from seat import BrickwoodPlayer

HASH_SEED = "0"
"""catanatron lists some actions in the order of a set: without a fixed seed for hashes, its players
would choose differently in each run."""


def seats_at(seed: int, players: int) -> list[int]:
    """For each seat, which of the players that a game is given sits there. It shuffles them."""
    random.seed(seed)
    return random.sample(range(players), players)


def deal(
    engine: Engine, level: str, rivals: list[str], seed: int, seat: int
) -> tuple[Game, BrickwoodPlayer, list[str]]:
    """A game with the bot in this seat and the rivals after it, and who sits where."""
    count = len(rivals) + 1
    colors = list(Color)[:count]
    bot = BrickwoodPlayer(colors[seat], seat, engine, level, seed)
    names = [f"brickwood {level}", *rivals]
    lineup = [names[(place - seat) % count] for place in range(count)]
    order = seats_at(seed, count)
    players: list[Any] = [None] * count
    for place, name in enumerate(lineup):
        players[order[place]] = bot if place == seat else maker(name)(colors[place])
    game = Game(players, seed=seed)
    if game.state.players[seat] is not bot:
        raise AssertionError("catanatron has seated the players differently")
    bot.start(game)
    return game, bot, lineup


def in_fixed_order(actions: list[Action]) -> list[Action]:
    """The actions with the trades with the bank sorted, and everything else as it was.

    catanatron lists these trades in the order of a set of tuples with None, which hashes by its
    address before Python 3.12. Its players take the first of equal actions, so they would choose
    differently in each run.
    """
    trades = [action for action in actions if action.action_type == ActionType.MARITIME_TRADE]
    rest = iter(sorted(trades, key=repr))
    return [next(rest) if action in trades else action for action in actions]


def play(engine: Engine, level: str, rivals: list[str], seed: int, seat: int) -> dict[str, Any]:
    """Plays a game to its end, and returns its line of the results."""
    started = time.monotonic()
    game, bot, lineup = deal(engine, level, rivals, seed, seat)
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.state.playable_actions = in_fixed_order(game.state.playable_actions)
        game.play_tick()
        bot.observe(game)
    winner = game.winning_color()
    colors = game.state.colors
    return {
        **settings(engine, level, rivals),
        "seed": seed,
        "seat": seat,
        "lineup": lineup,
        "winner": None if winner is None else colors.index(winner),
        "points": [get_actual_victory_points(game.state, color) for color in colors],
        "turns": game.state.num_turns - 2 * (len(colors) - 1) + 1,
        "milliseconds": [round(spent, 2) for spent in bot.milliseconds],
        "fallbacks": dict(bot.fallbacks),
        "seconds": round(time.monotonic() - started, 2),
    }


def settings(engine: Engine, level: str, rivals: list[str]) -> dict[str, Any]:
    """What all games of a match have in common."""
    return {
        "engine": engine.version,
        "level": level,
        "rivals": rivals,
        "catanatron": version("catanatron"),
        "rules": RULES.format(len(rivals) + 1),
    }


def read_games(path: Path) -> list[dict[str, Any]]:
    """The games of a file. A last line that was not written to its end is cut off."""
    if not path.exists():
        return []
    whole, newline, rest = path.read_text().rpartition("\n")
    if rest:
        path.write_text(whole + newline)
    return [json.loads(line) for line in whole.splitlines()]


_running: tuple[Engine, argparse.Namespace, list[str], float]


def _start(options: argparse.Namespace, rivals: list[str], deadline: float) -> None:
    global _running
    _running = (Engine(options.engine), options, rivals, deadline)


def _play_one(place: tuple[int, int]) -> dict[str, Any] | None:
    engine, options, rivals, deadline = _running
    if time.time() >= deadline:
        return None
    return play(engine, options.level, rivals, *place)


def results(
    options: argparse.Namespace, rivals: list[str], places: list[tuple[int, int]]
) -> Iterator[dict[str, Any] | None]:
    """Plays the games of these seeds and seats; None for each that there was no time for."""
    deadline = time.time() + 60 * options.minutes
    if options.processes == 1:
        _start(options, rivals, deadline)
        yield from map(_play_one, places)
        return
    initial = (options, rivals, deadline)
    with multiprocessing.Pool(options.processes, _start, initial) as pool:
        yield from pool.imap_unordered(_play_one, places)


def parse() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", required=True, help='the command, such as "brickwood engine"')
    parser.add_argument("--rivals", default="F,F,F", help="one to three names: F,AB:2,SAB,VP,W,R")
    parser.add_argument("--level", default="hard", help="of the bots that the engine has")
    parser.add_argument("--games", type=int, default=100, help="rounded up to whole seeds")
    parser.add_argument("--seed", type=int, default=910000, help="the first seed; at least 1")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no game after these")
    parser.add_argument("--results", type=Path, help="the file; by default in the folder results")
    return parser.parse_args()


def main() -> None:
    """Plays what is left of a match, and prints its result."""
    if os.environ.get("PYTHONHASHSEED") != HASH_SEED:
        os.environ["PYTHONHASHSEED"] = HASH_SEED
        os.execv(sys.executable, [sys.executable, *sys.argv])
    options = parse()
    rivals = options.rivals.split(",")
    try:
        for rival in rivals:
            maker(rival)
    except UnknownRivalError as error:
        sys.exit(str(error))
    if not 1 <= len(rivals) <= 3:
        sys.exit("there are one to three rivals")
    name = f"{options.level}-{'-'.join(rivals)}-{options.seed}.jsonl".replace(":", "")
    path = options.results or Path(__file__).parent / "results" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    games = read_games(path)
    with Engine(options.engine) as engine:
        common = settings(engine, options.level, rivals)
        if options.level not in engine.levels:
            sys.exit(f"the engine has these bots: {', '.join(engine.levels)}")
    if any(game[key] != value for game in games for key, value in common.items()):
        sys.exit(f"{path} has games of another match: {common}")
    seats = len(rivals) + 1
    seeds = range(options.seed, options.seed + math.ceil(options.games / seats))
    done = {(game["seed"], game["seat"]) for game in games}
    places = [(seed, seat) for seed in seeds for seat in range(seats) if (seed, seat) not in done]
    with path.open("a") as file:
        for game in results(options, rivals, places):
            if game is not None:
                file.write(json.dumps(game) + "\n")
                file.flush()
                games.append(game)
    print(describe(matches_of(games)))


if __name__ == "__main__":
    main()
