"""Rules, boards, positions, records, and the exceptions that name what is wrong."""

import pickle
import random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

import brickwood


def played(seed: int, steps: int) -> brickwood.Session:
    """A game of random steps."""
    session = brickwood.Session(seed=seed)
    choose = random.Random(seed)
    for _ in range(steps):
        session.apply(choose.choice(session.state.legal_steps()))
    return session


def test_every_edition_can_be_read_and_written() -> None:
    for edition in brickwood.EDITIONS:
        for players in (2, 3, 4, 5, 6):
            try:
                rules = brickwood.Rules(edition, players)
            except brickwood.RulesError:
                continue
            assert rules.edition == edition
            assert rules.players == players == rules.to_dict()["players"]
            assert brickwood.Rules.parse(str(rules)) == rules
            assert brickwood.Game(rules).board.layout == ("standard" if players < 5 else "large")


def test_switches_are_keywords() -> None:
    rules = brickwood.Rules("modern", 3, points_to_win=12, open_hands=True, special_building_phase=False)
    assert rules.points_to_win == 12
    assert rules.to_dict()["variants"]["open_hands"] is True
    assert rules.to_dict()["special_building_phase"] is False
    assert hash(rules) == hash(brickwood.Rules.parse(str(rules)))


def test_editors_complete_the_switches_and_editions_that_there_are() -> None:
    assert brickwood.EDITIONS == list(get_args(brickwood.EditionName))
    words = {}
    for name, hint in get_type_hints(brickwood.Switches).items():
        parts = [hint] if get_origin(hint) is Literal else get_args(hint) or [hint]
        words[name] = {word for part in parts for word in get_args(part)} | ({"yes", "no"} if hint is bool else set())
    assert words == {name: set(of) for name, of in brickwood.SWITCHES.items()}
    assert list(words) == list(brickwood.SWITCHES)


def test_a_switch_that_does_not_exist_is_told_with_the_nearest_one() -> None:
    mistyped: Any = {"point_to_win": 10}
    with pytest.raises(brickwood.RulesError, match="did you mean `points_to_win`"):
        brickwood.Rules("modern", 3, **mistyped)
    with pytest.raises(brickwood.RulesError, match="there is no setting `weather`$"):
        brickwood.Rules.parse("modern players=3 weather")


@pytest.mark.parametrize(
    ("edition", "players", "switches"),
    [("nobody", 4, {}), ("modern", 7, {}), ("modern", 4, {"no_such_switch": True}), ("modern x", 4, {})],
)
def test_rules_that_do_not_exist_are_refused(edition: Any, players: int, switches: Any) -> None:
    with pytest.raises(brickwood.RulesError):
        brickwood.Rules(edition, players, **switches)


def test_a_seed_lays_one_board() -> None:
    rules = brickwood.Rules()
    assert brickwood.Board.random(rules, 5) == brickwood.Board.random(rules, 5)
    assert brickwood.Board.random(rules, 5) != brickwood.Board.random(rules, 6)
    board = brickwood.Board.beginners()
    assert brickwood.Board.parse(str(board)) == board == brickwood.Board.parse(board.pretty())
    with pytest.raises(brickwood.BoardError) as refused:
        brickwood.Board.parse("no board")
    assert refused.value.details


def test_values_can_be_pickled() -> None:
    session = played(1, 60)
    game, state = session.game, session.state
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(game.rules)) == game.rules
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_positions_and_views_round_trip() -> None:
    state = played(2, 200).state
    assert str(brickwood.State.parse(str(state))) == str(state)
    for seat in (None, 0, 1, 2, 3):
        view = state.view(seat)
        assert view.viewer == seat
        assert brickwood.View.parse(str(view)).to_dict() == view.to_dict()
    with pytest.raises(brickwood.PositionError):
        brickwood.State.parse(str(state.view(0)))


def test_a_state_is_never_changed() -> None:
    state = played(3, 120).state
    before = str(state)
    for step in state.legal_steps():
        state.apply(step)
    assert str(state) == before


def test_an_illegal_step_names_its_clause() -> None:
    session = brickwood.Session(seed=4)
    session.draw_all()
    seat = session.awaited[0]
    before = str(session.state)
    with pytest.raises(brickwood.IllegalStepError) as refused:
        session.act(seat, "roll")
    assert refused.value.clause
    assert refused.value.code
    assert refused.value.clause in str(refused.value)
    assert str(session.state) == before
    with pytest.raises(brickwood.IllegalStepError):
        session.view(seat).check("roll")


def test_what_names_nothing_is_refused() -> None:
    session = brickwood.Session(seed=4)
    with pytest.raises(brickwood.SeatError):
        session.view(4)
    with pytest.raises(brickwood.SeatError):
        session.view(-1)
    with pytest.raises(brickwood.NotationError):
        session.apply("1 dance")
    with pytest.raises(brickwood.ChoiceError):
        session.undo()
    with pytest.raises(brickwood.ChoiceError):
        brickwood.Bot("genius")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        session.apply(3)  # type: ignore[arg-type]
    session.draw_all()
    with pytest.raises(brickwood.ChoiceError):
        session.draw()


def test_a_game_that_is_over_takes_no_step() -> None:
    session = brickwood.play_game(brickwood.Game(seed=5), ["medium"] * 4, seed=5)
    assert session.is_over
    assert session.winners == session.state.winners != []
    assert session.state.points(session.winners[0]) >= 10
    for step in ("1 roll", session.steps[-1]):
        with pytest.raises(brickwood.GameOverError):
            session.apply(step)
    with pytest.raises(brickwood.GameOverError):
        session.draw()
    with pytest.raises(brickwood.GameOverError):
        session.choose(0, 1)


def test_a_record_is_the_game() -> None:
    session = brickwood.play_game(brickwood.Game(seed=6), ["random", "easy", "medium", "easy"], seed=6)
    again = brickwood.Session.from_record(session.record(["a", "b", "c", "d"]))
    assert again.steps == session.steps
    assert str(again.state) == str(session.state)
    for seat in (None, 0, 1, 2, 3):
        assert again.history(seat) == session.history(seat)
    text = session.record().replace("brickwood-record 1", "brickwood-record 99")
    with pytest.raises(brickwood.NotationError) as refused:
        brickwood.Session.from_record(text)
    assert refused.value.line == 1


def test_undo_goes_back_and_history_follows() -> None:
    session = played(7, 150)
    before = str(session.state_at(140))
    history = session.history(0)
    assert history is not None and len(history) > 0
    session.undo(10)
    assert len(session) == 140
    assert str(session.state) == before
    shorter = session.history(0)
    assert shorter is not None
    assert history.events()[: len(shorter)] == shorter.events()


def test_a_session_from_a_position_goes_on_without_a_past() -> None:
    session = brickwood.Session(played(8, 150).state)
    assert session.history(0) is None
    with pytest.raises(brickwood.NotationError):
        session.record()
    session.apply(session.state.legal_steps()[0])


def test_chance_is_drawn_from_what_can_be() -> None:
    session = played(9, 40)
    chance = brickwood.Chance(3)
    seen = 0
    while seen < 50:
        if session.is_chance:
            outcomes = dict(session.state.outcomes())
            step = chance.draw(session.state)
            assert outcomes[step] > 0
            seen += 1
        else:
            step = random.Random(seen).choice(session.state.legal_steps())
        session.apply(step)


def test_perft_counts_what_divide_lists() -> None:
    state = brickwood.State(brickwood.Game(brickwood.Rules(first_player=1), brickwood.Board.beginners()))
    assert state.perft(0) == 1
    assert state.perft(1) == 54 == len(state.legal_steps())
    assert state.perft(3) == sum(count for _, count in state.divide(3))


def test_bots_decide_the_same_from_the_same() -> None:
    session = played(10, 200)
    while session.is_chance:
        session.draw()
    seat = session.awaited[0]
    for level in get_args(brickwood.LevelName):
        chosen = {str(brickwood.Bot(level).choose(session.view(seat), session.history(seat), seed=1)) for _ in range(2)}
        assert len(chosen) == 1
    with pytest.raises(brickwood.ChoiceError):
        brickwood.Bot("hard").choose(session.view(0), session.history(1))
    with pytest.raises(brickwood.ChoiceError, match="spectator"):
        brickwood.Bot("hard").choose(session.view())


def test_a_match_does_not_depend_on_threads() -> None:
    reports = [brickwood.play_match("easy", "random", games=8, seed=2, threads=n) for n in (1, 2)]
    assert reports[0] == reports[1]
    report = reports[0]
    assert report.games == 8 == report.won + report.lost + report.no_winner + report.unfinished


def test_reports_of_the_deals_of_a_match_add_up_to_its_report() -> None:
    whole = brickwood.play_match("easy", "random", games=12, seed=2)
    deals = [brickwood.play_match("easy", "random", games=4, seed=2 + deal) for deal in range(3)]
    assert deals[0] + deals[1] + pickle.loads(pickle.dumps(deals[2])) == whole != deals[0]
    assert sum(deals, brickwood.MatchReport()).interval == whole.interval
    most = brickwood.MatchReport(won=2**32 - 1)
    with pytest.raises(OverflowError):
        most + whole
    with pytest.raises(OverflowError):
        brickwood.MatchReport(won=2**31, lost=2**31)
