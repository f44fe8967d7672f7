#!/usr/bin/env python3
"""Drives `brickwood engine`: plays random games to their end and checks itself on the way.

    python3 client.py [--engine "brickwood engine"] [--games 1] [--players 4] [--seed 1]

Nothing but the standard library is needed. The protocol is explained in docs/book/engine.md.
"""

import argparse
import json
import random
import shlex
import subprocess
import sys
import time


class Refused(Exception):
    """The engine says no, and says why."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]
        self.clause = error.get("clause")


class Engine:
    """One line out, one line back."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.lines = 0

    def ask(self, command, **fields):
        """Sends a request and returns its result."""
        self.lines += 1
        request = {"id": self.lines, "command": command, **fields}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.lines, "answers come in the order of requests"
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def close(self):
        """Says goodbye; returns the exit code of the engine."""
        self.ask("quit")
        return self.process.wait()


def draw(outcomes):
    """One of the outcomes of chance, as likely as it is."""
    weights = [outcome["weight"] for outcome in outcomes]
    return random.choices(outcomes, weights)[0]


def play(engine, players):
    """Plays a game at random. Returns its status at the end and its record."""
    status = engine.ask("new", edition="modern", players=players, seed=random.getrandbits(64))["status"]
    while status["winners"] is None:
        if status["to_act"]["type"] == "chance":
            # We throw the dice ourselves: `chance` is "ask" unless `new` says otherwise.
            outcome = draw(engine.ask("chance")["outcomes"])
            status = engine.ask("apply", outcome=outcome["outcome"])["status"]
            continue
        choice = random.choice(engine.ask("actions")["actions"])
        status = engine.ask("apply", seat=choice["seat"], action=choice["action"])["status"]
        if status["steps"] % 100 == 0:
            check(engine, players)
    return status, engine.ask("record")["record"]


def check(engine, players):
    """What must hold in any state of any game."""
    score = engine.ask("score")
    bank = score["bank"]
    hands = engine.ask("state")["hands"]
    for resource in range(5):
        count = bank[resource] + sum(hand["hand"][resource] for hand in hands)
        assert count == (24 if players > 4 else 19), "no card is lost"
    for seat in range(players):
        view = engine.ask("view", seat=seat)["view"]
        assert view["own"]["hand"] == hands[seat]["hand"], "a seat sees its own hand"
        assert view["seats"][seat]["hand"] == sum(hands[seat]["hand"])
    try:
        engine.ask("apply", seat=0, action={"type": "confirm", "with": 0})
        raise AssertionError("nobody trades with oneself")
    except Refused as refused:
        assert refused.code == "illegal" and refused.clause, refused


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default="brickwood engine")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)

    engine = Engine(shlex.split(options.engine))
    hello = engine.ask("hello", protocol=2)
    print(f"{hello['name']} {hello['version']} speaks version {hello['protocol']}")
    begun = time.monotonic()
    for _ in range(options.games):
        status, record = play(engine, options.players)
        # The record leads to the same end.
        again = engine.ask("load", record=record)["status"]
        assert again == status, "a record is the game"
        print(f"won by seat {status['winners'][0]} in turn {status['turn']}, {status['steps']} steps")
    seconds = time.monotonic() - begun
    print(f"{engine.lines} lines in {seconds:.1f} s: {engine.lines / seconds:.0f} a second")
    return engine.close()


if __name__ == "__main__":
    sys.exit(main())
