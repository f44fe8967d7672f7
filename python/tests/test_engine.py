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


def play(seed: int, rules: brickwood.Rules) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Plays a random game. Returns what to ask the engine, and what it has to answer."""
    choose = random.Random(seed)
    game = brickwood.Game(rules, seed=seed)
    asked: list[dict[str, Any]] = [
        {"command": "new", "rules": str(rules), "board": {"text": str(game.board)}, "chance": "ask"}
    ]
    answers: list[dict[str, Any]] = [{}]
    state = brickwood.State(game)
    for number in range(MOST_STEPS):
        if state.is_over:
            break
        steps = [str(step) for step in state.legal_steps()]
        if state.phase == "turn" and choose.random() < 0.1:
            seat = state.active
            steps += [f"{seat + 1} {action}" for action in state.legal_actions(seat, offers=1)]
        step = choose.choice(steps)
        state = state.apply(step)
        asked.append({"command": "apply", "step": step})
        answers.append({"steps": [step]})
        for viewer in (None, *range(game.players)):
            view = state.view(viewer)
            asked.append({"command": "view"} if viewer is None else {"command": "view", "seat": viewer})
            answers.append({"position": str(view)} | ({"view": view.to_dict()} if number % 8 == 0 else {}))
    asked.append({"command": "state"})
    answers.append({"position": str(state)})
    return asked, answers


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
            lines = "".join(json.dumps(line) + "\n" for line in asked)
            writer = threading.Thread(target=ask, args=(lines,))
            writer.start()
            for request, answer in zip(asked, answers, strict=True):
                result = json.loads(stdout.readline())
                assert "result" in result, (request, result)
                found = {key: result["result"][key] for key in answer}
                assert found == answer, request
            writer.join()
        stdin.close()
        assert engine.wait() == 0
