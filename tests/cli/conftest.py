"""The command as a function, and in a process of its own on a real terminal; each in a folder of its own."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tablewright.cli.app import app
from tablewright.engine import Match, save_record
from tablewright.games import load

Run = Callable[..., Result]
# So that Ctrl-C reaches it, also where the tests run in the background and their children inherit an ignored SIGINT.
TAKE_TERMINAL = (
    "import fcntl, signal, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "signal.signal(signal.SIGINT, signal.default_int_handler)"
)
ON_ITS_TERMINAL = [sys.executable, "-c", f"{TAKE_TERMINAL}; from tablewright.cli import main; main()"]
PATIENCE = 600.0  # seconds until a test gives up on a text that does not come
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A terminal of a size, and a command that runs on it."""

    def __init__(self, *arguments: object, columns: int = 80, lines: int = 40, cwd: Path, **environment: str) -> None:
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.before = termios.tcgetattr(self.theirs)
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.process = subprocess.Popen(
            [*ON_ITS_TERMINAL, *map(str, arguments)],
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            cwd=cwd,
            env={**kept, "TERM": "xterm-256color", **environment},
            start_new_session=True,
        )
        self.seen = ""  # since the last answer

    def type(self, text: str) -> None:
        """What a person types; what was seen before is forgotten."""
        self._wait_until_asked()
        self.seen = ""
        os.write(self.ours, text.encode())

    def _wait_until_asked(self) -> None:
        """A prompt is shown a moment before Python listens, and a Ctrl-C between the two is lost in readline."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            time.sleep(0.05)
            stat = Path(f"/proc/{self.process.pid}/stat").read_text()
            if stat.rpartition(")")[2].split()[0] == "S":
                return

    def wait_for(self, text: str | re.Pattern[str]) -> str:
        """All that came since the last answer, up to a text at least."""
        wanted = re.compile(re.escape(text)) if isinstance(text, str) else text
        end = time.monotonic() + PATIENCE
        while not wanted.search(self.plain):
            if not self._read(end):
                raise AssertionError(f"{text!r} did not come, but:\n{self.plain[-2000:]}")
        return self.plain

    @property
    def plain(self) -> str:
        return ESCAPE.sub("", self.seen).replace("\r", "")

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self.ours], [], [], max(0.0, end - time.monotonic()))
        try:
            self.seen += os.read(self.ours, 65536).decode("utf-8", "replace") if ready else ""
        except OSError:
            return False
        return bool(ready)

    def finish(self) -> int:
        """Read on to the end and return the exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self._read(time.monotonic() + 0.05)
        while self._read(time.monotonic()):
            pass
        return self.process.wait(0)

    def attributes(self) -> list[Any]:
        return termios.tcgetattr(self.theirs)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        os.close(self.ours)
        os.close(self.theirs)


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


NORTH = "switch_corners shift_north shift_south shift_west shift_west shift_east swap_even swap_even"
SOUTH = "switch_corners switch_edges switch_edges shift_north shift_south shift_east swap_odd swap_odd"
ROTATIONS = ["rotate_clockwise", "rotate_counterclockwise"]


@pytest.fixture
def dealt(tmp_path: Path) -> str:
    """A saved game of matrix at its start, the same whatever seeds give: N 19 moves before S 6."""
    hands = {"N": NORTH.split() + ROTATIONS, "S": SOUTH.split() + ROTATIONS}
    position = {"board": "748/596/231", "hands": hands}
    save_record(Match(load("matrix").variant(), 7, position, ("human", "greedy")), tmp_path / "dealt.tw.json")
    return "dealt.tw.json"


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
