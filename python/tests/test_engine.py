"""Games through Python are those of ``brickwood engine``: every step, with what every seat may know.

``BRICKWOOD_ENGINE_GAMES=1000`` plays more games, all to their end.
"""

import json
import os
import random
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import brickwood

WHOLE = "BRICKWOOD_ENGINE_GAMES" in os.environ
GAMES = int(os.environ.get("BRICKWOOD_ENGINE_GAMES", "30"))
MOST_STEPS = 100_000 if WHOLE else 160


def editions() -> Iterator[brickwood.Rules]:
    for edition in brickwood.EDITIONS:
        for players in (2, 3, 4, 5, 6):
            try:
                yield brickwood.Rules(edition, players)
            except brickwood.RulesError:
                continue


def play(seed: int, rules: brickwood.Rules) -> tuple[str, list[dict[str, Any]]]:
    """Plays a random game. Returns the lines to ask the engine, and what it has to answer."""
    choose = random.Random(seed)
    game = brickwood.Game(rules, seed=seed)
    new = {"command": "new", "rules": str(rules), "board": {"text": str(game.board)}, "chance": "ask"}
    asked = [json.dumps(new)]
    answers: list[dict[str, Any]] = [{"drawn": []}]
    viewers: dict[int | None, str] = {None: '{"command":"view"}'}
    viewers |= {seat: f'{{"command":"view","seat":{seat}}}' for seat in range(game.players)}
    state = brickwood.State(game)
    for _ in range(MOST_STEPS):
        if state.is_over:
            break
        steps: list[Any] = [*state.legal_steps()]
        if state.phase == "turn" and choose.random() < 0.1:
            seat = state.active
            steps += [f"{seat + 1} {action}" for action in state.legal_actions(seat, offers=1)]
        step = choose.choice(steps)
        state = state.apply(step)
        asked.append(f'{{"command":"apply","step":"{step}"}}')
        answers.append({"steps": [str(step)]})
        asked += viewers.values()
        views = [state.view(viewer) for viewer in viewers]
        answers += [{"view": view.to_dict(), "position": str(view)} for view in views]
    asked.append('{"command":"state"}')
    answers.append({"position": str(state)})
    return "\n".join([*asked, ""]), answers


def test_games_are_those_of_the_engine() -> None:
    binary = os.environ.get("BRICKWOOD_BIN")
    if binary is None:
        pytest.skip("BRICKWOOD_BIN names no program")
    rules = list(editions())
    with subprocess.Popen([binary, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        stdin, stdout = engine.stdin, engine.stdout
        assert stdin is not None and stdout is not None

        def ask(lines: str) -> None:
            stdin.write(lines)
            stdin.flush()

        for seed in range(GAMES):
            asked, answers = play(seed, rules[seed % len(rules)])
            # In the background: the engine answers each line before it reads the next one.
            writer = threading.Thread(target=ask, args=(asked,))
            writer.start()
            found = json.loads("[" + ",".join(stdout.readline() for _ in answers) + "]")
            writer.join()
            lines = asked.splitlines()
            for line, answer, told in zip(lines, answers, found, strict=True):
                assert "result" in told, (seed, line, told)
                assert {key: told["result"][key] for key in answer} == answer, (seed, line)
        stdin.close()
        assert engine.wait() == 0
