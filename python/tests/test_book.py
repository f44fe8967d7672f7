"""The examples of the book run, and its reference is true."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "docs/book/python"
FIRST_PAGES = [ROOT / "docs/book/study.md", ROOT / "docs/book/write-a-bot.md"]
EXAMPLES = [
    pytest.param(code, id=f"{page.stem}-{number}")
    for page in [*sorted(BOOK.glob("*.md")), *FIRST_PAGES]
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL))
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {"__name__": "example"})


def test_the_reference_is_that_of_the_docstrings() -> None:
    path = ROOT / "python/docs/reference.py"
    spec = importlib.util.spec_from_file_location("reference", path)
    assert spec is not None and spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    written = (BOOK / "api.md").read_text()
    assert reference.reference() == written, "run `python python/docs/reference.py`"
