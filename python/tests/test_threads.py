"""Objects in the hands of several threads: on free-threaded builds of CPython at the same time."""

import sys
import sysconfig
import threading
from collections.abc import Callable

import numpy as np

import brickwood

THREADS = 6


def together(work: Callable[[int], None]) -> None:
    """Runs something in several threads that begin at once, and fails where one of them does."""
    faults: list[BaseException] = []
    begin = threading.Barrier(THREADS)

    def run(number: int) -> None:
        begin.wait()
        try:
            work(number)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_the_module_does_not_bring_the_interpreter_lock_back() -> None:
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        is_locked: Callable[[], bool] = vars(sys)["_is_gil_enabled"]
        assert not is_locked()


def test_values_are_shared() -> None:
    session = brickwood.play_game(brickwood.Game(seed=3), ["random"] * 4, seed=3, most_steps=200)
    state = session.state
    view = state.view(state.active)
    expected = (str(state), str(view), view.to_dict(), [str(step) for step in state.legal_steps()])

    def look(_: int) -> None:
        for seed in range(20):
            found = (str(state), str(view), view.to_dict(), [str(step) for step in state.legal_steps()])
            assert found == expected
            assert brickwood.State.parse(found[0]) == state
            assert view.svg() == state.svg(state.active)
            brickwood.Bot("easy").choose(view, seed=seed)

    together(look)


def test_each_thread_plays_with_its_own_objects() -> None:
    def course(seed: int) -> bytes:
        episodes = brickwood.Episodes([seed, seed + 1], tensors=["seats", "table"], opponents=["easy"], threads=2)
        told = b""
        for _ in range(60):
            episodes.step(episodes.masks.argmax(1).astype(np.int64))
            told += episodes.masks.tobytes() + episodes.tensors["seats"].tobytes()
        return told

    alone = [course(seed) for seed in range(THREADS)]

    def play(number: int) -> None:
        assert course(number) == alone[number]

    together(play)


def test_threads_that_share_a_bot_take_turns() -> None:
    session = brickwood.play_game(brickwood.Game(seed=4), ["hard"] * 4, seed=4, most_steps=150)
    session.draw_all()
    seat = session.awaited[0]
    known = session.view(seat), session.history(seat)
    alone = [brickwood.Bot("hard").choose(*known, seed=seed) for seed in range(10)]
    shared = brickwood.Bot("hard")

    def choose(_: int) -> None:
        assert [shared.choose(*known, seed=seed) for seed in range(10)] == alone

    together(choose)


def test_an_object_that_is_in_use_says_so() -> None:
    """Threads that change one object at once get an exception or their turn, and what they see is whole."""
    game = brickwood.Game(seed=1)
    session = brickwood.Session(game, seed=1)
    episodes = brickwood.Episodes([1, 2], tensors=["table"], opponents=["medium"], threads=1)
    taken = [0] * THREADS

    def change(number: int) -> None:
        for _ in range(150):
            try:
                if number % 2:
                    episodes.step(np.zeros(2, np.int64))
                elif session.is_chance:
                    session.draw()
                else:
                    seat = session.awaited[0]
                    session.act(seat, session.state.legal_actions(seat)[0])
                taken[number] += 1
            except (RuntimeError, IndexError, ValueError) as refused:
                # Another thread is at work, or has made the step that was chosen impossible.
                assert isinstance(refused, brickwood.BrickwoodError | IndexError) or "borrowed" in str(refused), refused

    together(change)
    assert sum(taken[::2]) > 0 and sum(taken[1::2]) > 0
    again = brickwood.Session(game)
    for step in session.steps:
        again.apply(step)
    assert again.state == session.state
