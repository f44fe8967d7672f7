"""A bot of one's own in a match against a built-in one.

    python examples/python/learning/own_bot.py --games 400 --rival hard

The bot settles where the dice bring most cards, builds what it can, and does anything else at random. Each deal is
played from every seat, so that neither a good place nor good dice help anybody.
"""

import argparse
import random
from typing import get_args

import brickwood

CORNERS = ("n", "ne", "se", "s", "sw", "nw")
FIRST = ("build_city", "build_settlement", "play_victory_point", "buy_development_card", "build_road")


class PipsBot:
    """Decides from what its seat may know."""

    def __init__(self, game: brickwood.Game, seed: int) -> None:
        self.random = random.Random(seed)
        self.pips = [0] * len(game.places()["intersections"])
        for name, hex in zip(game.places()["hexes"], game.board.to_dict()["hexes"]):
            for corner in CORNERS:
                at = game.action(f"settlement {name}{corner}").to_dict()["at"]
                # In how many of 36 throws the hex brings cards.
                self.pips[at] += 6 - abs(7 - hex["token"]) if hex["token"] else 0

    def choose(self, view: brickwood.View) -> brickwood.Action:
        actions = view.legal_actions()
        for kind in FIRST:
            found = [action for action in actions if action.kind == kind]
            if found and kind in ("build_city", "build_settlement"):
                return max(found, key=lambda action: self.pips[action.to_dict()["at"]])
            if found:
                return self.random.choice(found)
        return self.random.choice(actions)


def play(rules: brickwood.Rules, seed: int, own_seat: int, rival: brickwood.LevelName) -> brickwood.MatchReport:
    """One game with the bot in a seat and rivals in all others."""
    session = brickwood.Session(brickwood.Game(rules, seed=seed), seed=seed)
    own = PipsBot(session.game, seed)
    rivals = {seat: brickwood.Bot(rival) for seat in range(rules.players) if seat != own_seat}
    while not session.is_over:
        if session.is_chance:
            session.draw()
            continue
        seat = session.awaited[0]
        view = session.view(seat)
        if seat == own_seat:
            session.act(seat, own.choose(view))
        else:
            action = rivals[seat].choose(view, session.history(seat), seed=len(session))
            assert action is not None, "a seat that is awaited has something to do"
            session.act(seat, action)
    return report_of(session, own_seat)


def report_of(session: brickwood.Session, own_seat: int) -> brickwood.MatchReport:
    """How a game that is over counts: nobody has lost one without a winner."""
    winners = session.winners
    won = own_seat in winners
    return brickwood.MatchReport(
        won=won, lost=bool(winners) and not won, no_winner=not winners, steps=len(session)
    )


def main(games: int, rival: brickwood.LevelName, rules: brickwood.Rules | None = None) -> brickwood.MatchReport:
    """What the bot wins; ``games`` is rounded up to whole deals."""
    rules = rules or brickwood.Rules()
    report = brickwood.MatchReport()
    for deal in range(-(-games // rules.players)):
        for seat in range(rules.players):
            report += play(rules, deal, seat, rival)
    low, high = report.interval
    print(f"{report.share:.1%} of {report.games} games against {rival}, between {low:.1%} and {high:.1%}")
    print(f"equally strong bots would win {1 / rules.players:.1%}")
    return report


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rival", default="hard", choices=get_args(brickwood.LevelName))
    arguments = parser.parse_args()
    main(arguments.games, arguments.rival)
