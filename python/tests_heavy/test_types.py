"""Types are right where all libraries are installed, also those of the examples."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_types_are_right() -> None:
    subprocess.run([sys.executable, "-m", "mypy", "python", "examples/python/learning"], cwd=ROOT, check=True)
