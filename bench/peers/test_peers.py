"""Checks of the harness. They need a built engine, and are run by hand:

BRICKWOOD_ENGINE="../../target/release/brickwood engine" pytest
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.enums import DEVELOPMENT_CARDS, RESOURCES, Action, ActionPrompt, ActionType
from scipy.special import softmax

import ratings
from engine import Engine, EngineError
from peers import deal, read_games
from places import LETTERS, NAMES
from report import command_of_text, matches_of, outcomes_of_text, wilson
from rivals import UnknownRivalError, maker
from seat import BrickwoodPlayer

COMMAND = os.environ.get("BRICKWOOD_ENGINE", "../../target/release/brickwood engine")
RIVALS = ["W", "VP", "W"]
SEEDS = range(1, 3)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(COMMAND) as running:
        yield running


def each_step(
    engine: Engine,
    before: Callable[[Game, BrickwoodPlayer], None],
    after: Callable[[Game, BrickwoodPlayer], None],
    rivals: list[str] = RIVALS,
) -> None:
    """Plays games. `before` is called before each choice of the bot, `after` after each action."""
    for seed in SEEDS:
        for seat in range(len(rivals) + 1):
            game, bot, _ = deal(engine, "easy", rivals, seed, seat)
            while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
                is_choice = game.state.current_prompt != ActionPrompt.DISCARD
                if is_choice and game.state.current_player() is bot:
                    before(game, bot)
                game.play_tick()
                bot.observe(game)
                after(game, bot)


def nothing(_game: Game, _bot: BrickwoodPlayer) -> None:
    """For the moments in which a test does nothing."""


def test_the_follower_knows_what_is_public_and_its_own_cards(engine: Engine) -> None:
    def compare(game: Game, bot: BrickwoodPlayer) -> None:
        follower, state = bot.follower, game.state
        own = f"P{follower.viewer}"
        for resource, count in zip(RESOURCES, state.resource_freqdeck, strict=True):
            assert follower.bank[resource] == count
            assert follower.hand[resource] == state.player_state[f"{own}_{resource}_IN_HAND"]
        for card in DEVELOPMENT_CARDS:
            assert follower.cards[card] == state.player_state[f"{own}_{card}_IN_HAND"]
        for number, seat in enumerate(follower.seats):
            cards = (state.player_state[f"P{number}_{card}_IN_HAND"] for card in DEVELOPMENT_CARDS)
            assert seat.development == sum(cards)
        if follower.turn:
            assert follower.turn == state.num_turns - 2 * (len(state.colors) - 1) + 1
            assert follower.active == state.current_turn_index

    each_step(engine, nothing, compare)


def test_events_tell_the_true_cards_but_for_thefts(engine: Engine) -> None:
    costs = {"road": "BL", "settlement": "BLWG", "city": "GGOOO"}
    hands: dict[int, Counter[str]] = {}
    development: list[int] = []
    read = 0

    def cards(counts: list[int]) -> Counter[str]:
        return Counter(dict(zip("BLWGO", counts, strict=True)))

    def change(event: dict[str, Any], stolen: str | None) -> None:
        kind, seat = event["type"], event.get("seat", 0)
        for gain in event.get("gains", []):
            hands[gain["seat"]].update(cards(gain["cards"]))
        for loss in event.get("losses", []):
            hands[loss["seat"]].subtract(cards(loss["cards"]))
            hands[seat].update(cards(loss["cards"]))
        if kind in ("starting_cards", "took_plenty"):
            hands[seat].update(cards(event["cards"]))
        if kind == "discarded":
            hands[seat].subtract(cards(event["cards"]))
        if kind == "built" and event["paid"]:
            hands[seat].subtract(Counter(costs[event["placed"]["piece"]]))
        if kind == "bought":
            hands[seat].subtract(Counter("WGO"))
            development[seat] += 1
        if kind in ("played", "took_plenty", "monopolized"):
            development[seat] -= 1
        if kind == "traded_with_bank":
            hands[seat].subtract(cards(event["terms"]["give"]))
            hands[seat].update(cards(event["terms"]["take"]))
        if kind == "stolen":
            letter = LETTERS[stolen]
            name = event["resource"]
            assert name in (None, NAMES[stolen])
            hands[seat][letter] += 1
            hands[event["victim"]][letter] -= 1

    def compare(game: Game, bot: BrickwoodPlayer) -> None:
        nonlocal read
        state, events = game.state, bot.follower.events
        if len(state.actions) == 1:
            read = 0
            hands.clear()
            hands.update({number: Counter() for number in range(len(state.colors))})
            development[:] = [0] * len(state.colors)
        last = state.actions[-1]
        is_theft = last.action_type == ActionType.MOVE_ROBBER
        for event in events[read:]:
            change(event, last.value[2] if is_theft else None)
        read = len(events)
        for number, hand in hands.items():
            for resource in RESOURCES:
                truth = state.player_state[f"P{number}_{resource}_IN_HAND"]
                assert hand[LETTERS[resource]] == truth
        assert development == [seat.development for seat in bot.follower.seats]

    each_step(engine, nothing, compare)


def test_views_fit_but_for_the_longest_road(engine: Engine) -> None:
    refused: Counter[str] = Counter()
    asked = 0

    def ask(game: Game, bot: BrickwoodPlayer) -> None:
        nonlocal asked
        asked += 1
        try:
            engine.ask("actions", position=bot.request(bot.phase(game))["position"])
        except EngineError as error:
            refused[str(error)] += 1

    each_step(engine, ask, nothing)
    assert asked > 500
    assert set(refused) <= {"bad_position: the longest road has another holder, or none"}


def test_legal_actions_agree_but_for_known_differences(engine: Engine) -> None:
    ours_alone: Counter[tuple[str, bool]] = Counter()
    agreed = 0

    def compare(game: Game, bot: BrickwoodPlayer) -> None:
        nonlocal agreed
        position = bot.request(bot.phase(game))["position"]
        answer = engine.ask("actions", position=position, lenient=True)
        ours = {action["text"] for action in answer["actions"]}
        theirs = set(bot.by_text(game.state.playable_actions, game.state.colors))
        # Of a bank that lacks a pair, catanatron lets a year of plenty take a single card.
        singles = {f"year-of-plenty {letter}" for letter in "BLWGO"}
        assert theirs - ours <= singles
        agreed += len(theirs)
        has_rolled = bot.follower.dice is not None
        ours_alone.update((action.split()[0], has_rolled) for action in ours - theirs)

    each_step(engine, compare, nothing)
    assert agreed > 5_000
    known = {
        # Before the roll, catanatron lets only a knight be played.
        ("road-building", False),
        ("year-of-plenty", False),
        ("monopoly", False),
        # It wants a road to be affordable even where it is free, and all free roads to be built.
        ("road-building", True),
        ("pass", True),
    }
    assert set(ours_alone) <= known


def scrambled(game: Game, viewer: int, dice: random.Random) -> Game:
    """A copy of the game with other hidden cards, in hands, in the deck, and in the log's end."""
    copy = game.copy()
    state = copy.state
    others = [number for number in range(len(state.colors)) if number != viewer]
    for kinds, rest in ((RESOURCES, []), (DEVELOPMENT_CARDS, state.development_listdeck)):
        keys = {number: [f"P{number}_{kind}_IN_HAND" for kind in kinds] for number in others}
        sizes = {number: sum(state.player_state[key] for key in keys[number]) for number in others}
        pool = [*rest]
        for number in others:
            for kind, key in zip(kinds, keys[number], strict=True):
                pool += [kind] * state.player_state[key]
        dice.shuffle(pool)
        for number in others:
            hand = Counter(pool.pop() for _ in range(sizes[number]))
            for kind, key in zip(kinds, keys[number], strict=True):
                state.player_state[key] = hand[kind]
        rest[:] = pool
    last = state.actions[-1]
    mine = state.colors[viewer]
    if last.color != mine and last.action_type == ActionType.BUY_DEVELOPMENT_CARD:
        state.actions[-1] = Action(last.color, last.action_type, dice.choice(DEVELOPMENT_CARDS))
    is_theft = last.action_type == ActionType.MOVE_ROBBER and last.value[1] is not None
    if is_theft and mine not in (last.color, last.value[1]):
        value = (*last.value[:2], dice.choice(RESOURCES))
        state.actions[-1] = Action(last.color, last.action_type, value)
    return copy


def test_hidden_cards_of_others_do_not_change_what_the_engine_gets(engine: Engine) -> None:
    dice = random.Random(7)
    twins: dict[int, BrickwoodPlayer] = {}
    compared = changed = 0

    def follow(game: Game, bot: BrickwoodPlayer) -> None:
        nonlocal changed
        twin = twins.get(id(bot))
        if twin is None:
            twins.clear()
            twin = BrickwoodPlayer(bot.color, bot.follower.viewer, engine, "easy", game.seed)
            twins[id(bot)] = twin
            twin.start(game)
        other = scrambled(game, bot.follower.viewer, dice)
        changed += other.state.player_state != game.state.player_state
        twin.observe(other)

    def compare(game: Game, bot: BrickwoodPlayer) -> None:
        nonlocal compared
        if id(bot) in twins:
            compared += 1
            twin = twins[id(bot)]
            phase = bot.phase(game)
            assert json.dumps(bot.request(phase)) == json.dumps(twin.request(phase))

    each_step(engine, compare, follow)
    assert compared > 500
    assert changed > 1_000


def test_the_same_games_are_played_by_another_process(tmp_path: Path) -> None:
    # Python hashes differently in each process, and catanatron lists actions in the order of sets.
    matches = []
    for number in range(3):
        path = tmp_path / f"{number}.jsonl"
        options = ["--level", "easy", "--rivals", "W,VP", "--games", "6", "--results", str(path)]
        program = Path(__file__).with_name("peers.py")
        subprocess.run([sys.executable, program, "--engine", COMMAND, *options], check=True)
        games = read_games(path)
        for game in games:
            del game["milliseconds"], game["seconds"]
        matches.append(games)
    assert len(matches[0]) == 6
    assert matches[0] == matches[1] == matches[2]


def test_rivals_have_names() -> None:
    assert maker("R") is not maker("W")
    for name in ("X", "F:2", "W:1", "AB:two", ""):
        with pytest.raises(UnknownRivalError):
            maker(name)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"seed": 1}\n{"se')
    assert read_games(path) == [{"seed": 1}]
    assert path.read_text() == '{"seed": 1}\n'


def test_wilson() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 10)[0] == 0


def test_matches_are_told_apart() -> None:
    game = {"engine": "e", "level": "hard", "rivals": ["F"], "catanatron": "3.2.1", "rules": "r"}
    games: list[dict[str, Any]] = [game, {**game, "level": "easy"}, game]
    assert [len(match.games) for match in matches_of(games)] == [2, 1]


def test_ratings_are_found_again() -> None:
    dice = random.Random(3)
    strength = {"a": 1.0, "b": 0.0, "c": -0.5}
    seats = [0.3, 0.0, -0.3]
    outcomes = []
    for number in range(6_000):
        lineup = tuple(dice.sample(sorted(strength), 3))
        worth = [strength[player] + seat for player, seat in zip(lineup, seats, strict=True)]
        (winner,) = dice.choices(range(3), softmax(worth))
        outcomes.append(ratings.Outcome(str(number // 3), (lineup,), frozenset([winner])))
    result = ratings.fit(outcomes, anchor="b", samples=50)
    for player, value in strength.items():
        estimate = result.ratings[player]
        assert abs(estimate.value - value * ratings.ELO) < 15
        assert estimate.low <= estimate.value <= estimate.high
    for seat, value in enumerate(seats):
        assert abs(result.seats[3, seat].value - value * ratings.ELO) < 15


PRINTED = """A           1 x hard
B           3 x medium
rules       modern players=4
seed        1
games       800
won by A    500
won by B    300
no winner   0
unfinished  0
share of A  62.5 % [59.1 %, 65.8 %], fair is 25.0 %
Elo of A    +280 [+255, +305]
by seat     140 130 120 110 of 200 each
turns/game  73.1
"""


def test_what_brickwood_match_prints_is_read() -> None:
    rules = '--rules "modern players=4"'
    command = f"brickwood match --a hard --b medium --games 800 --seed 1 {rules}"
    assert command_of_text(PRINTED) == command
    outcomes = outcomes_of_text(PRINTED)
    winners = Counter(outcome.winners for outcome in outcomes)
    assert winners == {"brickwood hard": 500, "brickwood medium": 300}
    assert all(len(outcome.lineups) == 4 for outcome in outcomes)
    result = ratings.fit(outcomes, anchor="brickwood medium", samples=10)
    # Five eighths of the games against three others: five times as strong as each.
    assert abs(result.ratings["brickwood hard"].value - 400 * math.log10(5)) < 5


def test_seats_of_brickwood_match_count_where_the_first_player_is_named() -> None:
    outcomes = outcomes_of_text(PRINTED.replace("players=4", "players=4 first_player=2"))
    won = Counter(o.lineups[0].index("brickwood hard") for o in outcomes if "hard" in o.winners)
    assert won == {0: 130, 1: 120, 2: 110, 3: 140}
    assert all(len(outcome.lineups) == 1 for outcome in outcomes)
