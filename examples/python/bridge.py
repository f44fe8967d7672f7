#!/usr/bin/env python3
"""Lets a Brickwood bot play on another server.

    python3 examples/python/bridge.py          # needs `brickwood` in the path, or BRICKWOOD=its place
    brickwood match --a 'cmd:python3 examples/python/bridge.py' --b hard --games 4

`Adviser` is what a bridge needs: tell it what a seat knows, as a text, and it says what a strong bot does there. It remembers
which of its own offers nobody took, for with that the bot trades as well as it can. The other half of a bridge follows the
other server and writes the text: docs/book/notation.md has it, under "Positions and views". What is not known there may be left
out.

Run as a program, this is a seat in a match, so that it can be tried: there, Brickwood itself is the other server.
"""

import json
import os
import re
import subprocess
import sys


class Engine:
    """`brickwood engine`: a line of JSON in, a line out."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, **request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]


class Adviser:
    """Asks a bot, and remembers its offers. There is one for each seat of each game; all may ask the same engine."""

    def __init__(self, engine, bot="hard", manner="arena"):
        self.engine, self.bot, self.manner = engine, bot, manner
        # By the number of the turn, what it offered in its last two turns as far as nobody took it.
        self.offered = {}

    def choose(self, position, turn, is_own, seed=0):
        """What the bot does, as text and as an object. `turn` is the number of the present turn, and `is_own` whether it is the
        turn of the bot's seat."""
        if is_own and turn not in self.offered:
            last = max(self.offered, default=None)
            self.offered = {turn: []} if last is None else {last: self.offered[last], turn: []}
        in_vain = [terms for of_turn in self.offered.values() for terms in of_turn]
        answer = self.engine.ask(
            command="choose", bot=self.bot, manner=self.manner, position=position, in_vain=in_vain, seed=seed
        )
        offer = re.match(r"offer (\S+)", answer["text"])
        if offer and is_own:
            self.offered[turn].append(offer[1])
        elif answer["text"].startswith("confirm") and self.offered.get(turn):
            self.offered[turn].pop()
        return answer


def main():
    engine = Engine(os.environ.get("BRICKWOOD", "brickwood"))
    advisers = {}
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]}
        if request["command"] == "hello":
            answer["result"] = {"name": "bridge", "protocol": 2}
        else:
            seat, view = request["seat"], request["view"]
            turn, is_own = view["turn"], view["active"] == request["seat"]
            # A match asks about one game after the other: a new one begins with an earlier turn.
            began, adviser = advisers.get(seat, (0, None))
            if adviser is None or turn < began:
                adviser = Adviser(engine)
            advisers[seat] = (turn, adviser)
            advice = adviser.choose(request["position"], turn, is_own, request["seed"])
            answer["result"] = {"action": advice["action"]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
