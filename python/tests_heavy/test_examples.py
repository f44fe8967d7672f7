"""The examples for learning programs run, with small numbers."""

import subprocess
import sys
from pathlib import Path

import behavior_cloning
import maskable_ppo
import nbformat
import own_bot
import pytest
import random_baseline
import self_play
from nbclient import NotebookClient

import brickwood
from conftest import EXAMPLES

SHORT = brickwood.Rules(players=2, points_to_win=4)


def test_the_random_baseline_has_a_mean_and_an_interval() -> None:
    mean, error = random_baseline.main(20, "random", SHORT)
    assert 0 < mean <= 1.25
    assert 0 < error < 0.5


def test_maskable_ppo_learns_and_plays() -> None:
    mean = maskable_ppo.main(256, "random", SHORT, games=4, envs=2, steps_per_update=64)
    assert -1 <= mean <= 1


def test_self_play_changes_the_policy_and_is_measured() -> None:
    report = self_play.main(2, 2, SHORT, games=6)
    assert report.games == 6
    assert report == self_play.main(2, 2, SHORT, games=6)
    assert report.won + report.lost == 6


def test_cloning_comes_closer_to_the_bot(tmp_path: Path) -> None:
    losses, report = behavior_cloning.main(tmp_path, 40, 3, "medium", SHORT, matches=10)
    assert losses == sorted(losses, reverse=True)
    assert report.games == 10 and report.won >= 5


def test_an_own_bot_has_a_report_with_an_interval() -> None:
    report = own_bot.main(6, "hard", SHORT)
    assert report.games == 6
    low, high = report.interval
    assert report.share is not None and low <= report.share <= high
    assert report == own_bot.main(6, "hard", SHORT)


def test_nobody_has_lost_a_game_without_a_winner() -> None:
    session = brickwood.play_game(brickwood.Game(SHORT, seed=1), ["easy", "easy"], seed=1)
    (winner,) = session.winners
    won, lost = (own_bot.report_of(session, seat) for seat in (winner, 1 - winner))
    assert (won.won, won.lost, won.no_winner) == (1, 0, 0)
    assert (lost.won, lost.lost, lost.no_winner) == (0, 1, 0)
    nobody = brickwood.Session(session.game, seed=1)
    nobody.apply("called-off")
    report = own_bot.report_of(nobody, 0)
    assert (report.won, report.lost, report.no_winner) == (0, 0, 1)


def test_the_notebook_runs_and_is_kept_without_outputs(tmp_path: Path) -> None:
    notebook = nbformat.read(EXAMPLES / "openings.ipynb", as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    (parameters,) = [cell for cell in cells if "parameters" in cell.metadata.get("tags", [])]
    parameters.source = f'FOLDER = "{tmp_path}/games"\nGAMES = 24\nBOT = "easy"'
    NotebookClient(notebook, timeout=300).execute()
    pictures = [output for cell in cells for output in cell.outputs if "image/png" in output.get("data", {})]
    assert len(pictures) == 3


@pytest.mark.parametrize("name", ["behavior_cloning", "maskable_ppo", "own_bot", "random_baseline", "self_play"])
def test_scripts_say_how_they_are_run(name: str) -> None:
    script = EXAMPLES / f"{name}.py"
    told = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True, check=True)
    assert f"python examples/python/learning/{name}.py" in told.stdout
