"""The command as a function, and on a terminal, in a folder of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import Run, Terminal
from typer.testing import CliRunner, Result

from tablewright.cli.app import app


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run `tablewright` with arguments; `typed` are lines on standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run_with(*arguments: object, typed: list[str] | None = None, **options: Any) -> Result:
        lines = "".join(f"{line}\n" for line in typed or [])
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=lines, **options)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run_with


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Start `tablewright` on a terminal of its own."""
    opened: list[Terminal] = []

    def start(*arguments: object, **options: Any) -> Terminal:
        opened.append(Terminal(*arguments, cwd=tmp_path, **options))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()
