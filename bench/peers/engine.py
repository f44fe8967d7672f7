"""A client of `brickwood engine`: a line of JSON for each question, and one for each answer."""

from __future__ import annotations

import json
import shlex
import subprocess
from typing import Any


class EngineError(Exception):
    """The engine has refused a request."""

    def __init__(self, error: dict[str, Any]) -> None:
        self.code: str = error["code"]
        super().__init__(f"{self.code}: {error['message']}")


class Engine:
    """A running engine. Leave it with `close`, or use it as a context manager."""

    def __init__(self, command: str) -> None:
        """Starts the program of a command line, which is split as in a shell."""
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        hello = self.ask("hello")
        self.version = f"{hello['name']} {hello['version']}"
        self.levels: list[str] = hello["bots"]
        if hello["protocol"] != 2:
            raise ValueError(f"the engine speaks protocol {hello['protocol']}, not 2")

    def ask(self, command: str, **fields: Any) -> Any:
        """The result of a command. Raises `EngineError` if it is refused."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({"command": command, **fields}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("the engine has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise EngineError(answer["error"])
        return answer["result"]

    def close(self) -> None:
        """Ends the program."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
