#!/usr/bin/env python3
"""A bot that plays a seat, in a match or at a table.

    brickwood match --a 'cmd:python3 examples/python/bot.py' --b easy --games 40
    brickwood play --bot 'pips=python3 examples/python/bot.py'

It settles where the dice come up most often, builds what it can, and trades with the bank for what
its next building lacks. Nothing but the standard library is needed. The protocol is explained in
docs/book/engine.md, under "A program in a seat".
"""

import json
import random
import sys

CITY = [0, 0, 0, 2, 3]
SETTLEMENT = [1, 1, 1, 1, 0]


def pips(token):
    """In how many of 36 throws a token comes up."""
    return 6 - abs(7 - token) if token else 0


class Bot:
    def __init__(self):
        self.layouts = None

    def hello(self, request):
        # How the places of both boards touch: it is told once.
        self.layouts = request["layouts"]
        return {"name": "pips", "protocol": 2}

    def choose(self, request):
        # The same question always gets the same answer.
        dice = random.Random(request["seed"])
        worth = lambda choice: (self.worth(request, choice["action"]), dice.random())
        return {"action": max(request["actions"], key=worth)["action"]}

    def worth(self, request, action):
        view, board = request["view"], request["game"]["board"]
        own = view["own"]
        places = self.layouts[board["layout"]]
        kind = action["type"]
        if kind in ("build_settlement", "take_first_cards"):
            return 100 + self.land(board, places, action["at"])
        if kind == "build_city":
            return 200 + self.land(board, places, action["at"])
        if kind == "build_road":
            return 0.5 + self.way(view, board, places, action["at"])
        if kind == "buy_development_card":
            return 20
        if kind.startswith("play_"):
            return 30
        if kind == "move_robber":
            return self.harm(request, places, action["to"])
        if kind == "rob":
            return view["seats"][action["victim"]]["hand"]
        if kind == "discard":
            # What is left should be of many kinds.
            left = [have - gone for have, gone in zip(own["hand"], action["cards"])]
            return -max(left)
        if kind == "maritime_trade":
            return 10 if self.completes(own["hand"], action) else -1
        if kind == "roll":
            return 5
        if kind in ("decline", "withdraw"):
            return 1
        # Ending the turn, passing, accepting an offer that we did not ask for.
        return 0

    def land(self, board, places, at):
        hexes = [board["hexes"][number] for number in places["intersections"][at]["hexes"]]
        kinds = {land["terrain"] for land in hexes if land["token"]}
        return sum(pips(land["token"]) for land in hexes) + len(kinds)

    def way(self, view, board, places, path):
        """A road is worth something if it leads to a place where one can settle."""
        settled = {at for seat in view["seats"] for at in seat["settlements"] + seat["cities"]}
        best = 0
        for end in places["paths"][path]["ends"]:
            near = places["intersections"][end]["neighbors"] + [end]
            if not settled.intersection(near):
                best = max(best, self.land(board, places, end))
        return best if best and view["seats"][view["viewer"]]["settlements_left"] else -1

    def harm(self, request, places, to):
        view, me = request["view"], request["seat"]
        worth = 0
        for corner in places["hexes"][to]["corners"]:
            for number, seat in enumerate(view["seats"]):
                count = (corner in seat["settlements"]) + 2 * (corner in seat["cities"])
                points = sum(seat["points"].values())
                worth += count * (-20 if number == me else points)
        return worth * (1 + pips(request["game"]["board"]["hexes"][to]["token"]))

    def completes(self, hand, action):
        """Whether the card that is taken is the last that a building lacks."""
        give, take = (["brick", "lumber", "wool", "grain", "ore"].index(action[side]) for side in ("give", "take"))
        for cost in (CITY, SETTLEMENT):
            lacks = [max(0, need - have) for need, have in zip(cost, hand)]
            if sum(lacks) == 1 and lacks[take] and hand[give] - 4 >= cost[give]:
                return True
        return False


def main():
    bot = Bot()
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]}
        if request["command"] == "hello":
            answer["result"] = bot.hello(request)
        elif request["command"] == "choose":
            answer["result"] = bot.choose(request)
        else:
            answer["error"] = {"code": "unknown_command", "message": "this bot only chooses"}
        # A line for a line, and at once.
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
