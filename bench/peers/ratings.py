"""Plackett-Luce ratings with seat effects, from who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

ELO = 400 / np.log(10)
"""Points of a rating for a factor of e in strength."""
PRIOR = 3.0
"""The standard deviation of the prior, as a logarithm of strength: a player that has won no game or
all of them has a rating all the same. It moves others by less than a point."""

Floats = NDArray[np.float64]


class Outcome(NamedTuple):
    """The result of a game."""

    block: str
    """Games of the same block are drawn together by the bootstrap."""
    lineups: tuple[tuple[str, ...], ...]
    """The players in the order of play; several where it is unknown, each as likely."""
    winners: frozenset[int] | str
    """The seat that won, or the name of the player who did, whatever its seat."""


class Estimate(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass
class Ratings:
    """The result of a fit, in points of Elo."""

    ratings: dict[str, Estimate]
    seats: dict[tuple[int, int], Estimate]
    """By number of players and seat."""
    games: dict[str, int]


class _Likelihood:
    """The logarithm of the likelihood of counted outcomes, and its gradient."""

    def __init__(self, kinds: Sequence[tuple[tuple[tuple[str, ...], ...], frozenset[int] | str]]):
        lineups = [lineup for kind, _ in kinds for lineup in kind]
        self.players = sorted({player for lineup in lineups for player in lineup})
        sizes = sorted({len(lineup) for lineup in lineups})
        self.seats = [(size, seat) for size in sizes for seat in range(size)]
        number = {player: index for index, player in enumerate(self.players)}
        offset = {seat: len(number) + index for index, seat in enumerate(self.seats)}
        self.size = len(number) + len(self.seats)
        most = sizes[-1]
        # A row for each order of play of each kind of outcome; seats that a table lacks are masked.
        self.kind = np.array([k for k, (orders, _) in enumerate(kinds) for _ in orders])
        self.player = np.zeros((len(lineups), most), dtype=int)
        self.seat = np.zeros((len(lineups), most), dtype=int)
        self.missing = np.ones((len(lineups), most), dtype=bool)
        self.wins = np.zeros((len(lineups), most), dtype=bool)
        row = 0
        for orders, winners in kinds:
            for lineup in orders:
                for seat, player in enumerate(lineup):
                    self.player[row, seat] = number[player]
                    self.seat[row, seat] = offset[len(lineup), seat]
                    self.missing[row, seat] = False
                    won = player == winners if isinstance(winners, str) else seat in winners
                    self.wins[row, seat] = won
                row += 1
        self.orders = np.bincount(self.kind)

    def __call__(self, strengths: Floats, counts: Floats) -> tuple[float, Floats]:
        """Minus the logarithm of likelihood times prior, and its gradient."""
        worth = strengths[self.player] + strengths[self.seat]
        worth[self.missing] = -np.inf
        chance = np.exp(worth - worth.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        won = (chance * self.wins).sum(axis=1)
        of_kind = np.bincount(self.kind, won)
        weight = (counts / of_kind)[self.kind]
        slope = weight[:, None] * chance * (self.wins - won[:, None])
        gradient = np.bincount(self.player.ravel(), slope.ravel(), self.size)
        gradient += np.bincount(self.seat.ravel(), slope.ravel(), self.size)
        value = counts @ np.log(of_kind / self.orders) - (strengths @ strengths) / (2 * PRIOR**2)
        return -float(value), -(gradient - strengths / PRIOR**2)

    def fit(self, counts: Floats, start: Floats) -> Floats:
        """The most likely strengths. Those of the seats of a table add up to 0."""
        found: Floats = minimize(
            self, start, args=(counts,), jac=True, method="L-BFGS-B", options={"gtol": 1e-3}
        ).x
        for size in {size for size, _ in self.seats}:
            seats = [self.player_count + i for i, (n, _) in enumerate(self.seats) if n == size]
            found[seats] -= found[seats].mean()
        return found

    @property
    def player_count(self) -> int:
        """How many players there are: their strengths come first."""
        return len(self.players)


def fit(outcomes: Sequence[Outcome], anchor: str, samples: int, seed: int = 1) -> Ratings:
    """Ratings relative to the anchor's, with intervals from a bootstrap over blocks."""
    kinds = sorted({(o.lineups, o.winners) for o in outcomes}, key=str)
    number = {kind: index for index, kind in enumerate(kinds)}
    blocks = {block: index for index, block in enumerate(dict.fromkeys(o.block for o in outcomes))}
    table = np.zeros((len(blocks), len(kinds)))
    for outcome in outcomes:
        table[blocks[outcome.block], number[outcome.lineups, outcome.winners]] += 1
    likelihood = _Likelihood(kinds)
    if anchor not in likelihood.players:
        raise ValueError(f"{anchor} has not played: {', '.join(likelihood.players)} have")
    best = likelihood.fit(table.sum(axis=0), np.zeros(likelihood.size))
    dice = np.random.default_rng(seed)
    drawn = []
    for _ in range(samples):
        times = dice.multinomial(len(blocks), np.full(len(blocks), 1 / len(blocks)))
        drawn.append(likelihood.fit(times @ table, best))
    at = likelihood.players.index(anchor)
    every = np.array([best, *drawn]) * ELO
    count = likelihood.player_count
    every[:, :count] -= every[:, [at]]
    low, high = np.quantile(every[1:], [0.025, 0.975], axis=0)
    estimates = [Estimate(*map(float, three)) for three in zip(every[0], low, high, strict=True)]
    games: Counter[str] = Counter()
    for outcome in outcomes:
        games.update(set(outcome.lineups[0]))
    return Ratings(
        ratings=dict(zip(likelihood.players, estimates[:count], strict=True)),
        seats=dict(zip(likelihood.seats, estimates[count:], strict=True)),
        games=dict(games),
    )
