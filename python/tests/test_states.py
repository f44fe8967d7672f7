"""What a search wants of states and views: choices by index, tensors, keys, and hidden cards dealt anew."""

import copy
import itertools
import pickle
import random
from collections.abc import Iterator

import numpy as np
import pytest

import brickwood

POSITION = (
    "position-1 modern players=3 first_player=1 board=O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11"
    "~a1nw:3,a2ne:G,b4ne:O,c5e:3,d4se:W,e2se:3,e1sw:3,d1w:B,b1w:L phase=turn turn=7 first=1 active=1 roll=3+4 "
    "robber=d1 seat=1 hand=BBLLWGO settlements=a3s,d2s roads=b3ne,d2e,d2se seat=2 hand=WWGGGGO "
    "settlements=d4n,d3s roads=c4e,e2e seat=3 hand=BBWO settlements=b2n,d1n roads=a1se,c1e"
)
"""A turn of the first of three seats."""


def editions() -> list[brickwood.EditionName]:
    return list(brickwood.EDITIONS)


def chosen(session: brickwood.Session, choose: random.Random) -> brickwood.Step | None:
    """Lets chance decide, or makes any choice. The step that was taken, if one was."""
    if session.is_chance:
        return session.draw()
    seat = choose.choice(session.awaited)
    return session.choose(seat, int(choose.choice(np.flatnonzero(session.mask(seat)))))


def games() -> Iterator[brickwood.Session]:
    """Games of some editions that have just begun."""
    for seed, edition in enumerate(editions()):
        for players in (2, 3, 4, 5, 6):
            try:
                rules = brickwood.Rules(edition, players)
            except brickwood.RulesError:
                continue
            yield brickwood.Session(brickwood.Game(rules, seed=seed), seed=seed)


def test_a_state_is_chosen_in_as_a_session_is() -> None:
    choose = random.Random(1)
    for session in games():
        state = session.state
        for number in range(400):
            if session.is_over:
                break
            if session.is_chance:
                state = state.apply(session.draw())
            else:
                seat = choose.choice(session.awaited)
                mask = state.mask(seat)
                assert mask.tobytes() == session.mask(seat).tobytes()
                index = int(choose.choice(np.flatnonzero(mask)))
                session.choose(seat, index)
                state = state.choose(seat, index)
            assert state == session.state and hash(state) == hash(session.state)
            if number % 20 == 0:
                seat = number % state.game.players
                told, seen = session.observe(seat), state.observe(seat, history=session.history(seat))
                assert list(seen) == list(told) == ["planes", "seats", "table", "history"]
                assert all(seen[name].tobytes() == told[name].tobytes() for name in told)
                assert list(state.observe(seat)) == ["planes", "seats", "table"]


def test_wrong_choices_of_a_state_are_refused() -> None:
    session = brickwood.Session(seed=1)
    session.draw_all()
    state = session.state
    seat = state.awaited[0]
    for index in (-1, 10**6):
        with pytest.raises(brickwood.ChoiceError):
            state.choose(seat, index)
    with pytest.raises(brickwood.IllegalStepError):
        state.choose(seat, 0)
    with pytest.raises(brickwood.SeatError):
        state.mask(9)
    with pytest.raises(brickwood.ChoiceError, match="needs a history"):
        state.observe(seat, ["history"])
    with pytest.raises(brickwood.ChoiceError, match="another viewer"):
        state.observe(seat, history=session.history((seat + 1) % 4))
    with pytest.raises(brickwood.ShapeError):
        state.mask(seat, out=np.zeros(3, np.uint8))
    out = np.zeros(333, np.uint8)
    assert state.mask(seat, out=out) is out and out.any()


def test_states_that_are_equal_have_one_hash() -> None:
    """Two orders of the same steps meet, and what is composed tells states apart."""
    choose = random.Random(3)
    for session in games():
        for _ in range(150):
            chosen(session, choose)
        state = session.state
        again = pickle.loads(pickle.dumps(state))
        assert again == state and hash(again) == hash(state) and {state: 1}[again] == 1
        assert copy.copy(state) is state and copy.deepcopy(state) is state
    state = brickwood.State.parse(POSITION)
    roads = [action for action in state.legal_actions(0) if action.kind == "build_road"][:2]
    one, other = (state.act(0, first).act(0, then) for first, then in (roads, roads[::-1]))
    assert one == other and hash(one) == hash(other) and one != state
    give = brickwood.ActionSpace(3).names.index("give.brick")
    begun = state.choose(0, give)
    assert begun != state and str(begun) == str(state) and begun.mask(0).tobytes() != state.mask(0).tobytes()
    again = pickle.loads(pickle.dumps(begun))
    assert again == begun and again.mask(0).tobytes() == begun.mask(0).tobytes()
    assert begun.act(0, "end") == state.act(0, "end"), "what was composed is gone with its turn"


def test_properties_are_those_of_the_view() -> None:
    choose = random.Random(4)
    for session in games():
        for number in range(600):
            if session.is_over:
                break
            chosen(session, choose)
            if number % 60:
                continue
            state = session.state
            seen = state.view().to_dict()
            assert (state.bank, state.deck, state.robber) == (seen["bank"], seen["deck"], seen["robber"])
            assert (state.longest_road, state.largest_army) == (seen["longest_road"], seen["largest_army"])
            assert state.dice == seen["dice"]
            for seat, shown in enumerate(seen["seats"]):
                own = state.view(seat).to_dict()["own"]
                assert (state.hand(seat), state.development(seat)) == (own["hand"], own["development"])
                assert state.played(seat) == shown["played"] and state.road_length(seat) == shown["road_length"]
                assert state.pieces_left(seat) == [shown[f"{kind}_left"] for kind in ("roads", "settlements", "cities")]
                assert state.roads(seat) == shown["roads"]
                assert (state.settlements(seat), state.cities(seat)) == (shown["settlements"], shown["cities"])


def test_a_game_that_nobody_can_win_is_over() -> None:
    for players in (2, 3, 4):
        rules = brickwood.Rules("modern", players, points_to_win=22)
        session = brickwood.Session(brickwood.Game(rules, seed=players), seed=players)
        choose = random.Random(players)
        assert session.state.contenders == list(range(players))
        while not session.is_over:
            assert session.state.turn < 5_000
            session.apply(choose.choice(session.state.legal_steps()))
        assert session.winners == session.state.winners == session.state.contenders == []
        assert session.state.phase == "over" and "\nresult none" in session.record()
        with pytest.raises(brickwood.GameOverError):
            session.draw()
    limited = brickwood.Rules("modern", 3, points_to_win=22, time_limit=60)
    assert brickwood.State(brickwood.Game(limited)).contenders == [0, 1, 2]


def test_a_sampled_state_looks_like_the_view() -> None:
    choose = random.Random(5)
    samples = others = 0
    for session in games():
        for number in range(1_500):
            if session.is_over:
                break
            chosen(session, choose)
            if number % 50 and not session.is_over:
                continue
            for seat in range(session.game.players):
                view = session.view(seat)
                for history in (None, session.history(seat)):
                    state = view.sample(number, history)
                    assert state.view(seat) == view and hash(state.view(seat)) == hash(view)
                    assert state == view.sample(number, history)
                    samples += 1
                    others += state != session.state
    assert samples > others > samples / 4, "hidden cards are dealt anew"


def test_the_same_seeds_are_other_luck_in_another_view() -> None:
    """Views in which the same cards are hidden in the same hands, and that differ in the number of the turn alone."""
    views = [brickwood.State.parse(POSITION.replace("turn=7", f"turn={turn}")).view(0) for turn in (7, 10, 13)]
    dealt = []
    for view in views:
        samples = [view.sample(seed) for seed in range(60)]
        assert samples == [view.sample(seed) for seed in range(60)], "the same view and seed give the same state"
        dealt.append([sample.hand(1) for sample in samples])
    for one, other in itertools.combinations(dealt, 2):
        alike = sum(hand == twin for hand, twin in zip(one, other))
        assert alike < 40, "the luck of one view tells nothing of that of another"
    assert all(len({tuple(hand) for hand in hands}) > 5 for hands in dealt)


def test_a_sampled_state_of_a_game_that_is_over_looks_like_the_view() -> None:
    for seed in range(6):
        session = brickwood.play_game(brickwood.Game(seed=seed), ["medium"] * 4, seed=seed)
        for seat in range(4):
            view = session.view(seat)
            for history in (None, session.history(seat)):
                assert view.sample(1, history).view(seat) == view


def test_what_cannot_be_sampled_is_refused() -> None:
    session = brickwood.Session(seed=1)
    session.draw_all()
    with pytest.raises(brickwood.ChoiceError, match="spectator"):
        session.view().sample()
    with pytest.raises(brickwood.ChoiceError, match="another viewer"):
        session.view(0).sample(1, session.history(1))


def test_a_view_is_the_key_of_what_a_seat_knows() -> None:
    choose = random.Random(6)
    session = brickwood.Session(seed=6)
    for _ in range(300):
        chosen(session, choose)
    for seat in (None, 0, 1, 2, 3):
        view, history = session.view(seat), session.history(seat)
        for one in (view, history):
            again = pickle.loads(pickle.dumps(one))
            assert again == one and hash(again) == hash(one) and copy.deepcopy(one) is one
        parsed = brickwood.View.parse(str(view))
        assert parsed == view and hash(parsed) == hash(view)
    seen = {session.view(seat) for seat in range(4)}
    assert len(seen) == 4


def test_a_history_can_be_told_in_words() -> None:
    session = brickwood.Session.from_record(brickwood.play_game(brickwood.Game(seed=5), ["medium"] * 4, seed=5).record())
    for seat in (None, 2):
        history = session.history(seat)
        assert history is not None
        words = history.words()
        assert len(words) == len(history) == len(history.events())
        assert words == pickle.loads(pickle.dumps(history)).words()
        assert any(told.startswith("Seat 1 rolls ") for told in words)
        named = history.words(["Ann", "Bo", "Cy", "Di"])
        assert [told.replace("Ann", "Seat 1") for told in named if "Ann" in told][:3] == [told for told in words if "Seat 1" in told][:3]
        with pytest.raises(brickwood.ChoiceError, match="4 seats and 1 names"):
            history.words(["Ann"])
