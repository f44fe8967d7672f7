"""Tables of matches, and the ratings of all who played in them.

    python report.py results/*.jsonl duel.txt --write RESULTS.md

Reads the results of `peers.py`, and what `brickwood match` has printed.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ratings import Outcome, fit

Z = 1.959964
"""How many standard deviations hold 95 % of a normal distribution."""


@dataclass
class Match:
    """The games of `peers.py` that have their settings in common."""

    games: list[dict[str, Any]]

    @property
    def first(self) -> dict[str, Any]:
        """A game, for what all have in common."""
        return self.games[0]

    @property
    def command(self) -> str:
        """What plays this match again."""
        seed = min(game["seed"] for game in self.games)
        rivals = ",".join(self.first["rivals"])
        words = f"--rivals {rivals} --games {len(self.games)} --seed {seed}"
        level = self.first["level"]
        return f'python peers.py --engine "brickwood engine" --level {level} {words}'


def matches_of(games: Iterable[dict[str, Any]]) -> list[Match]:
    """Sorts games into matches, in the order in which these first appear."""
    matches: dict[str, list[dict[str, Any]]] = {}
    for game in games:
        key = [game[name] for name in ("engine", "level", "rivals", "catanatron", "rules")]
        matches.setdefault(json.dumps(key), []).append(game)
    return [Match(games) for games in matches.values()]


def wilson(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, square = won / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    half = Z * spread / (1 + square / games)
    return middle - half, middle + half


def describe(matches: list[Match]) -> str:
    """A table in Markdown, with a line for each match."""
    lines = [
        "| bot | rivals | seeds | games | won | share | fair | turns | decision, median / 99 % "
        "| fallbacks |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [_line(match) for match in matches if match.games]
    return "\n".join(lines)


def _line(match: Match) -> str:
    finished = [game for game in match.games if game["winner"] is not None]
    won = sum(game["winner"] == game["seat"] for game in finished)
    seeds = [game["seed"] for game in match.games]
    fallbacks = sum((Counter(game["fallbacks"]) for game in match.games), Counter())
    times = [spent for game in match.games for spent in game["milliseconds"]]
    share = "–"
    if finished:
        low, high = wilson(won, len(finished))
        share = f"{won / len(finished):.1%} [{low:.1%}, {high:.1%}]"
    seats = len(match.first["rivals"]) + 1
    unfinished = len(match.games) - len(finished)
    words = [
        match.first["level"],
        ", ".join(match.first["rivals"]),
        f"{min(seeds)}..{max(seeds)}",
        f"{len(match.games)}" + (f" ({unfinished} without a winner)" if unfinished else ""),
        str(won),
        share.replace("%", " %"),
        f"{1 / seats:.1%}".replace("%", " %"),
        f"{statistics.mean(game['turns'] for game in match.games):.0f}",
        f"{np.median(times):.1f} / {np.quantile(times, 0.99):.0f} ms",
        f"{sum(fallbacks.values())} in {len(times):,} decisions",
    ]
    return f"| {' | '.join(words)} |"


def fallbacks_of(matches: list[Match]) -> str:
    """A table in Markdown of all fallbacks by their reason."""
    fallbacks: Counter[str] = Counter()
    for match in matches:
        for game in match.games:
            fallbacks.update(game["fallbacks"])
    lines = [f"| {reason} | {count} |" for reason, count in fallbacks.most_common()]
    return "\n".join(["| fallback | times |", "|---|---|", *lines])


def seats_of(matches: list[Match]) -> str:
    """A table in Markdown of the bot's share by its seat."""
    lines = ["| bot | rivals | games won in seat 1, 2, … |", "|---|---|---|"]
    for match in matches:
        shares = []
        for seat in range(len(match.first["rivals"]) + 1):
            here = [game for game in match.games if game["seat"] == seat]
            won = sum(game["winner"] == seat for game in here)
            shares.append(f"{won} of {len(here)}")
        words = [match.first["level"], ", ".join(match.first["rivals"]), "; ".join(shares)]
        lines.append(f"| {' | '.join(words)} |")
    return "\n".join(lines)


def outcomes_of(matches: list[Match]) -> list[Outcome]:
    """Who won in which seat; games of one seed are one block, for they are not independent."""
    outcomes = []
    for match in matches:
        for game in match.games:
            if game["winner"] is not None:
                block = f"{game['rivals']} {game['level']} {game['seed']}"
                winners = frozenset([game["winner"]])
                outcomes.append(Outcome(block, (tuple(game["lineup"]),), winners))
    return outcomes


def command_of_text(text: str) -> str:
    """What makes `brickwood match` print this again."""
    fields = dict(line.split(maxsplit=1) for line in text.splitlines() if " " in line.strip())
    a, b = (fields[player].partition(" x ")[2] for player in "AB")
    rules, games, seed = (fields[name].strip() for name in ("rules", "games", "seed"))
    return f'brickwood match --a {a} --b {b} --games {games} --seed {seed} --rules "{rules}"'


def outcomes_of_text(text: str) -> list[Outcome]:
    """What `brickwood match` has printed. It tells the games that A won by seat, but no seats of B.

    Unless the rules name the first player, A may have any place in the order of play.
    """
    fields = dict(line.split(maxsplit=1) for line in text.splitlines() if " " in line.strip())
    if int(fields["unfinished"]) or fields["no"].split()[-1] != "0":
        raise ValueError("some games of this match had no winner")
    names = {}
    for player in "AB":
        count, _, name = fields[player].partition(" x ")
        names[player] = (int(count), f"brickwood {name}")
    rivals, rival = names["B"]
    _, bot = names["A"]
    seats = rivals + 1
    named = re.search(r"first_player=(\d)", fields["rules"])
    wins, _, each = fields["by"].removeprefix("seat ").partition(" of ")
    games = int(each.split()[0])
    outcomes = []
    for seat, won in enumerate(map(int, wins.split())):
        places = range(seats) if named is None else [(seat - int(named[1]) + 1) % seats]
        lineups = tuple(
            tuple(bot if turn == place else rival for turn in range(seats)) for place in places
        )
        for game in range(games):
            block = f"{bot} {rival} {rivals} {fields['seed']} {game}"
            outcomes.append(Outcome(block, lineups, bot if game < won else rival))
    return outcomes


def describe_ratings(outcomes: list[Outcome], anchor: str, samples: int) -> str:
    """Two tables in Markdown: the ratings, and what a seat is worth."""
    result = fit(outcomes, anchor=anchor, samples=samples)
    lines = [f"| player | games | rating, {anchor} = 0 |", "|---|---|---|"]
    for name, rating in sorted(result.ratings.items(), key=lambda item: -item[1].value):
        note = "" if name == anchor else f" [{rating.low:+.0f}, {rating.high:+.0f}]"
        lines.append(f"| {name} | {result.games[name]} | {rating.value:+.0f}{note} |")
    lines += ["", "| players | seat | effect |", "|---|---|---|"]
    for (players, seat), effect in sorted(result.seats.items()):
        interval = f"[{effect.low:+.0f}, {effect.high:+.0f}]"
        lines.append(f"| {players} | {seat + 1} | {effect.value:+.0f} {interval} |")
    return "\n".join(lines)


def main() -> None:
    """Reads results, and prints or writes the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--anchor", default="F", help="the player whose rating is 0")
    parser.add_argument("--samples", type=int, default=1000, help="of the bootstrap")
    parser.add_argument("--note", help="a sentence for the page, such as which build has played")
    parser.add_argument("--write", type=Path, help="write the tables to this file, too")
    options = parser.parse_args()
    games, outcomes, printed = [], [], []
    for path in options.files:
        text = path.read_text()
        if path.suffix == ".jsonl":
            games += [json.loads(line) for line in text.splitlines()]
        else:
            outcomes += outcomes_of_text(text)
            printed.append(f"```text\n$ {command_of_text(text)}\n{text.strip()}\n```")
    matches = matches_of(games)
    outcomes += outcomes_of(matches)
    if printed:
        printed.insert(0, "## Matches of `brickwood match`")
    parts = [_HEAD, *filter(None, [options.note])]
    if matches:
        first = matches[0].first
        commands = "\n".join(match.command for match in matches)
        parts += [
            f"{first['engine']} with catanatron {first['catanatron']}.",
            describe(matches),
            _MATCHES,
            f"```sh\n{commands}\n```",
            "## By seat",
            seats_of(matches),
            "## Fallbacks",
            fallbacks_of(matches),
        ]
    parts += [*printed, "## Ratings", _RATINGS.strip()]
    parts.append(describe_ratings(outcomes, options.anchor, options.samples))
    page = "\n\n".join(parts) + "\n"
    print(page)
    if options.write:
        options.write.write_text(page)


_HEAD = "# Results\n\nWritten by `report.py`. [README.md](README.md) says how to play the matches."

_MATCHES = """\
The brackets show Wilson's 95 % interval. A turn is one player's. The time of a decision is that
between question and answer, pipe included; a decision without a choice is not asked, and does not
count. The commands:"""

_RATINGS = """\
A Plackett-Luce model of who wins: a player's strength is its rating plus the effect of its seat,
and the chance to win is proportional to ten to the power of a four hundredth of it. Seat 1 is the
first in the order of play; the effects of all seats of a table add up to 0. In brackets, the 95 %
interval of a bootstrap over seeds. Ratings of few games, or of players who hardly win, are rough.
"""


if __name__ == "__main__":
    main()
