"""Follows a game as one seat sees it, and writes down what Brickwood's engine is told.

The follower is fed with what is public, and with what its own seat learns (see `told`). It never
looks at the state of the game, so what others hold cannot get into a view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from catanatron.models.enums import (
    BRICK,
    KNIGHT,
    MONOPOLY,
    ORE,
    ROAD_BUILDING,
    SHEEP,
    VICTORY_POINT,
    WHEAT,
    WOOD,
    YEAR_OF_PLENTY,
    Action,
    ActionType,
)
from catanatron.models.map import CatanMap

from places import LETTERS, NAMES, RESOURCES, Hex, Path, Places, hex_name, path_of

RULES = "modern players={} first_player=1 bank_shortage=nobody win_when=any_time no_domestic_trade"
"""The rules of a game, for a number of players."""

CARD_LETTERS = {
    KNIGHT: "K",
    ROAD_BUILDING: "R",
    YEAR_OF_PLENTY: "Y",
    MONOPOLY: "M",
    VICTORY_POINT: "V",
}
_CARD_NAMES = {
    KNIGHT: "knight",
    ROAD_BUILDING: "road_building",
    YEAR_OF_PLENTY: "year_of_plenty",
    MONOPOLY: "monopoly",
    VICTORY_POINT: "victory_point",
}
_ROAD = Counter({WOOD: 1, BRICK: 1})
_SETTLEMENT = Counter({WOOD: 1, BRICK: 1, SHEEP: 1, WHEAT: 1})
_CITY = Counter({WHEAT: 2, ORE: 3})
_CARD = Counter({SHEEP: 1, WHEAT: 1, ORE: 1})


class Told(NamedTuple):
    """What a seat is told of an action that was taken."""

    seat: int
    action_type: ActionType
    value: Any
    sizes: tuple[int, ...]
    """How many resource cards each seat holds after it."""
    longest_road: int | None
    """The seat that holds the longest road after it."""


def told(
    action: Action,
    viewer: int,
    colors: Sequence[Any],
    sizes: Sequence[int],
    longest_road: int | None,
) -> Told:
    """What `viewer` is told of an action from the log of a game. Everything hidden is left out."""
    seat = colors.index(action.color)
    value = action.value
    if action.action_type == ActionType.MOVE_ROBBER:
        to, robbed, resource = value
        victim = None if robbed is None else colors.index(robbed)
        value = (to, victim, resource if viewer in (seat, victim) else None)
    elif action.action_type == ActionType.BUY_DEVELOPMENT_CARD:
        value = value if seat == viewer else None
    return Told(seat, action.action_type, value, tuple(sizes), longest_road)


@dataclass
class Seat:
    """What everybody sees of a seat."""

    hand: int = 0
    development: int = 0
    fresh: int = 0
    """How many of the development cards were bought in this turn."""
    played: Counter[str] = field(default_factory=Counter)
    settlements: list[int] = field(default_factory=list)
    cities: list[int] = field(default_factory=list)
    roads: list[Path] = field(default_factory=list)


class Follower:
    """A game so far, as `viewer` knows it."""

    def __init__(self, island: CatanMap, places: Places, players: int, viewer: int) -> None:
        self.viewer = viewer
        self.rules = RULES.format(players)
        self.events: list[dict[str, Any]] = []
        """What the engine calls the events of this seat."""
        self.seats = [Seat() for _ in range(players)]
        self.hand: Counter[str] = Counter()
        self.cards: Counter[str] = Counter()
        """The viewer's development cards."""
        self.bank = Counter({resource: 19 for resource in RESOURCES})
        self.turn = 0
        self.active = 0
        self.dice: tuple[int, int] | None = None
        self.free_roads = 0
        self.longest_road: int | None = None
        self.largest_army: int | None = None
        self.card_played = False
        self.knight_waits = False
        self.built = False
        self._island = island
        self._places = places
        deserts = (c for c, land in island.land_tiles.items() if land.resource is None)
        self.robber: Hex = next(deserts)

    def observe(self, news: Told) -> None:
        """Takes note of an action."""
        if news.action_type != ActionType.BUILD_ROAD:
            self.free_roads = 0
        getattr(self, f"_{news.action_type.name.lower()}")(news)
        sizes = tuple(seat.hand for seat in self.seats)
        if sizes != news.sizes:
            raise AssertionError(f"hands of {sizes} instead of {news.sizes} cards after {news}")
        if news.longest_road != self.longest_road:
            self.longest_road = news.longest_road
            self.events.append({"type": "longest_road", "holder": self.longest_road})

    def _tell(self, event: str, seat: int, **fields: Any) -> None:
        self.events.append({"type": event, "seat": seat, **fields})

    def _gain(self, seat: int, cards: Counter[str]) -> None:
        """A seat takes cards from the bank, or returns them where the counts are negative."""
        self.seats[seat].hand += sum(cards.values())
        self.bank.subtract(cards)
        if seat == self.viewer:
            self.hand.update(cards)

    def _pay(self, seat: int, cards: Counter[str]) -> None:
        self._gain(seat, Counter({resource: -count for resource, count in cards.items()}))

    def _begin_turn(self, seat: int) -> None:
        self.turn += 1
        self.active = seat
        self.dice = None
        self.card_played = self.built = False
        for one in self.seats:
            one.fresh = 0
        self._tell("turn_began", seat, turn=self.turn)

    def _build(self, news: Told, piece: str, at: int, cost: Counter[str] | None) -> None:
        placed = {"piece": piece, "at": at}
        self._tell("built", news.seat, placed=placed, paid=cost is not None)
        if cost is not None:
            self._pay(news.seat, cost)
            self.built = True

    def _build_settlement(self, news: Told) -> None:
        seat = self.seats[news.seat]
        seat.settlements.append(news.value)
        at = self._places.corner_number[news.value]
        self._build(news, "settlement", at, _SETTLEMENT if self.turn else None)
        if not self.turn and len(seat.settlements) == 2:
            around = self._island.adjacent_tiles[news.value]
            cards = Counter(land.resource for land in around if land.resource is not None)
            self._gain(news.seat, cards)
            self._tell("starting_cards", news.seat, cards=_counts(cards))

    def _build_road(self, news: Told) -> None:
        path = path_of(news.value)
        self.seats[news.seat].roads.append(path)
        is_free = not self.turn or self.free_roads > 0
        self._build(news, "road", self._places.path_number[path], None if is_free else _ROAD)
        if self.turn:
            self.free_roads = max(self.free_roads - 1, 0)
        else:
            self._go_on_with_set_up()

    def _go_on_with_set_up(self) -> None:
        placed = sum(len(seat.roads) for seat in self.seats)
        players = len(self.seats)
        if placed == 2 * players:
            self._begin_turn(0)
        else:
            self.active = placed if placed < players else 2 * players - 1 - placed

    def _build_city(self, news: Told) -> None:
        seat = self.seats[news.seat]
        seat.settlements.remove(news.value)
        seat.cities.append(news.value)
        self._build(news, "city", self._places.corner_number[news.value], _CITY)

    def _roll(self, news: Told) -> None:
        first, second = news.value
        self.dice = (first, second)
        due: dict[int, Counter[str]] = {}
        blocked = None
        for coordinate, land in self._island.land_tiles.items():
            if land.number != first + second:
                continue
            corners = set(land.nodes.values())
            for number, seat in enumerate(self.seats):
                count = len(corners.intersection(seat.settlements))
                count += 2 * len(corners.intersection(seat.cities))
                if count and coordinate == self.robber:
                    blocked = self._places.hex_number[coordinate]
                elif count:
                    due.setdefault(number, Counter())[land.resource] += count
        total: Counter[str] = sum(due.values(), Counter())
        short = [resource for resource in RESOURCES if total[resource] > self.bank[resource]]
        gains = []
        for number in sorted(due):
            cards = Counter({r: n for r, n in due[number].items() if r not in short})
            if cards:
                self._gain(number, cards)
                gains.append({"seat": number, "cards": _counts(cards)})
        missing = [NAMES[resource] for resource in short]
        self._tell(
            "rolled", news.seat, dice=[first, second], gains=gains, short=missing, blocked=blocked
        )

    def _discard(self, news: Told) -> None:
        cards = Counter(news.value)
        self._pay(news.seat, cards)
        self._tell("discarded", news.seat, cards=_counts(cards))

    def _move_robber(self, news: Told) -> None:
        to, victim, resource = news.value
        self.robber = to
        self._tell("robber_moved", news.seat, to=self._places.hex_number[to])
        if victim is not None:
            self.seats[victim].hand -= 1
            self.seats[news.seat].hand += 1
            if news.seat == self.viewer:
                self.hand[resource] += 1
            elif victim == self.viewer:
                self.hand[resource] -= 1
            name = None if resource is None else NAMES[resource]
            self._tell("stolen", news.seat, victim=victim, resource=name)
        if self.knight_waits:
            self.knight_waits = False
            self._join_army(news.seat)

    def _join_army(self, seat: int) -> None:
        self.seats[seat].played[KNIGHT] += 1
        army = self.seats[seat].played[KNIGHT]
        holder = self.largest_army
        most = 2 if holder is None else self.seats[holder].played[KNIGHT]
        if army > most and holder != seat:
            self.largest_army = seat
            self.events.append({"type": "largest_army", "holder": seat})

    def _play(self, seat: int, card: str) -> None:
        one = self.seats[seat]
        if one.development == one.fresh:
            # catanatron lets a card be played at once. For Brickwood the card must be older, so the
            # turn seems to begin anew: that is all that this event says about cards.
            self._tell("turn_began", seat, turn=self.turn)
            one.fresh = 0
        one.development -= 1
        self.card_played = True
        if card != KNIGHT:
            one.played[card] += 1
        if seat == self.viewer:
            self.cards[card] -= 1

    def _play_knight_card(self, news: Told) -> None:
        self._play(news.seat, KNIGHT)
        self.knight_waits = True
        self._tell("played", news.seat, card=_CARD_NAMES[KNIGHT])

    def _play_road_building(self, news: Told) -> None:
        self._play(news.seat, ROAD_BUILDING)
        self.free_roads = min(2, 15 - len(self.seats[news.seat].roads))
        self._tell("played", news.seat, card=_CARD_NAMES[ROAD_BUILDING])

    def _play_year_of_plenty(self, news: Told) -> None:
        self._play(news.seat, YEAR_OF_PLENTY)
        cards = Counter(news.value)
        self._gain(news.seat, cards)
        self._tell("took_plenty", news.seat, cards=_counts(cards))

    def _play_monopoly(self, news: Told) -> None:
        self._play(news.seat, MONOPOLY)
        losses = []
        for number, seat in enumerate(self.seats):
            lost = seat.hand - news.sizes[number]
            if number == news.seat or not lost:
                continue
            seat.hand -= lost
            self.seats[news.seat].hand += lost
            if number == self.viewer:
                self.hand[news.value] -= lost
            elif news.seat == self.viewer:
                self.hand[news.value] += lost
            losses.append({"seat": number, "cards": _counts(Counter({news.value: lost}))})
        self._tell("monopolized", news.seat, resource=NAMES[news.value], losses=losses)

    def _buy_development_card(self, news: Told) -> None:
        seat = self.seats[news.seat]
        seat.development += 1
        seat.fresh += 1
        self._pay(news.seat, _CARD)
        self.built = True
        if news.seat == self.viewer:
            self.cards[news.value] += 1
        card = None if news.value is None else _CARD_NAMES[news.value]
        self._tell("bought", news.seat, card=card)

    def _maritime_trade(self, news: Told) -> None:
        *given, taken = news.value
        give = Counter(resource for resource in given if resource is not None)
        take = Counter([taken])
        self._pay(news.seat, give)
        self._gain(news.seat, take)
        terms = {"give": _counts(give), "take": _counts(take)}
        self._tell("traded_with_bank", news.seat, terms=terms)

    def _end_turn(self, news: Told) -> None:
        self._begin_turn((news.seat + 1) % len(self.seats))

    def view(self, phase: str, *, robber: Hex | None = None, card_played: bool = False) -> str:
        """The view of the viewer's seat, in Brickwood's notation.

        `robber` is a hex to which the viewer has moved it, though the game has not been told yet.
        With `card_played`, a development card counts as played in this turn.
        """
        words = [
            f"view-1 viewer={self.viewer + 1} {self.rules} board={self._places.board}",
            f"phase={phase} turn={self.turn} first=1 active={self.active + 1}",
            f"robber={hex_name(robber or self.robber)}",
        ]
        if self.dice:
            words.append(f"roll={self.dice[0]}+{self.dice[1]}")
        if self.longest_road is not None:
            words.append(f"longest-road={self.longest_road + 1}")
        if self.largest_army is not None:
            words.append(f"largest-army={self.largest_army + 1}")
        words.append("bank=" + "".join(f"{LETTERS[r]}{self.bank[r]}" for r in RESOURCES))
        flags = {
            "card-played": self.card_played or card_played,
            "knight-waits": self.knight_waits,
            "built": self.built,
        }
        words += [word for word, is_set in flags.items() if is_set]
        for number, seat in enumerate(self.seats):
            words.append(f"seat={number + 1}")
            if number == self.viewer:
                hand = "".join(LETTERS[r] * self.hand[r] for r in RESOURCES)
                development = "".join(CARD_LETTERS[c] * self.cards[c] for c in CARD_LETTERS)
            else:
                hand = f"?{seat.hand}" if seat.hand else ""
                development = f"?{seat.development}" if seat.development else ""
            pieces = {
                "hand": hand,
                "dev": development,
                "played": "".join(CARD_LETTERS[c] * seat.played[c] for c in CARD_LETTERS),
                "settlements": self._names(seat.settlements, self._places.corner_name),
                "cities": self._names(seat.cities, self._places.corner_name),
                "roads": self._names(seat.roads, self._places.path_name),
            }
            words += [f"{key}={text}" for key, text in pieces.items() if text]
        return " ".join(words)

    @staticmethod
    def _names(places: Sequence[Any], names: dict[Any, str]) -> str:
        return ",".join(names[place] for place in places)


def _counts(cards: Counter[str]) -> list[int]:
    return [cards[resource] for resource in RESOURCES]
