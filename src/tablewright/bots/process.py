"""A program of somebody else's, kept at arm's length: own session, bounded memory, bounded lines, gone when told so.

docs/protocol.md says what is promised with bubblewrap and without it.
"""

import collections
import os
import queue
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO

from tablewright.bots.allowance import PATIENCE, Allowance, NoAnswer, measure_of
from tablewright.engine import shown

LONGEST_LINE = 1 << 20
MEMORY = 4 << 30
MOST_LINES = 1000  # that may wait to be read
FLOODED = b"\0"
SHUT_IN = 128  # bubblewrap adds it to the signal that has ended the program within
KEPT_LINES, KEPT_LETTERS = 10, 200  # of what it wrote to its error output since it was last asked for
A_PIPE = 1 << 16  # bytes that a pipe holds
SECONDS_TO_READ = 20.0  # processor time for reading a line
SECONDS_TO_END = 20.0  # on the wall, for a program that has closed its output
SECONDS_TO_TRY = 120.0  # on the wall, for bubblewrap around nothing
NOT_TOLD = ("TABLEWRIGHT_", "PG")  # how settings begin that are no business of a bot: the database and its password
LIMITS = Path(__file__).with_name("limits.py")


class Program:
    """A running program that is spoken to in lines."""

    def __init__(self, command: Sequence[str], memory: int = MEMORY, patience: float = PATIENCE) -> None:
        if shutil.which(command[0]) is None:
            raise NoAnswer("cannot be started: No such file or directory")
        limited = [sys.executable, "-IS", str(LIMITS), str(memory), *command]
        self._process = subprocess.Popen(
            [*sandbox(), *kept_in_sight(command), *limited] if sandbox() else limited,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={name: value for name, value in os.environ.items() if not name.startswith(NOT_TOLD)},
        )
        assert self._process.stdin is not None
        assert self._process.stderr is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        self._errors = ErrorOutput(self._process.stderr)
        self._measure, self._patience = measure_of(self._process.pid), patience
        self.stop = weakref.finalize(self, _stop, self._process)

    def allowance(self, seconds: float) -> Allowance:
        """What it may use from now on."""
        return Allowance(self._measure, seconds, self._patience)

    def send(self, line: bytes, allowance: Allowance | None = None) -> None:
        """Write a line to a program that may not read."""
        assert self._process.stdin is not None
        pipe, allowance = self._process.stdin.fileno(), allowance or self.allowance(SECONDS_TO_READ)
        with selectors.DefaultSelector() as waiting:
            waiting.register(pipe, selectors.EVENT_WRITE)
            while line:
                if not waiting.select(allowance.pause):
                    _check_reading(allowance)
                    continue
                try:
                    line = line[os.write(pipe, line) :]
                except OSError:
                    raise NoAnswer(self._end()) from None

    def receive(self, allowance: Allowance) -> bytes:
        """The next line."""
        while True:
            with suppress(queue.Empty):
                line = self._lines.get(timeout=allowance.pause)
                break
            allowance.check()
        if not line:
            raise NoAnswer(self._end())
        if line == FLOODED:
            raise NoAnswer(f"wrote more than {MOST_LINES:,} lines that nobody had asked for")
        if not line.endswith(b"\n"):
            raise NoAnswer(f"wrote a line of more than {LONGEST_LINE:,} bytes")
        return line

    def said(self) -> tuple[str, ...]:
        """The last lines of its error output since this was last asked; all that came before its answer is there."""
        return self._errors.take()

    def _end(self) -> str:
        """How it ended, a signal by its name."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(SECONDS_TO_END)
            by = -code if code < 0 else code - SHUT_IN
            if by in signal.valid_signals():
                return f"ended its process ({signal.Signals(by).name})"
        return "ended its process"


def _check_reading(allowance: Allowance) -> None:
    try:
        allowance.check()
    except NoAnswer as silence:
        raise NoAnswer(f"did not read what it was told: it {silence}") from None


def _read(pipe: IO[bytes], lines: "queue.Queue[bytes]") -> None:
    """Hand on every line, and an empty one at the end; a line that does not end is the last, and so is one too many."""
    while line := pipe.readline(LONGEST_LINE):
        if lines.qsize() >= MOST_LINES:
            lines.put(FLOODED)
            break
        lines.put(line)
        if not line.endswith(b"\n"):
            break
    pipe.close()
    lines.put(b"")


class ErrorOutput:
    """What a program writes to its error output: read as it comes, so that it never has to wait, and when asked for."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe, self._open, self._lock = pipe, True, threading.Lock()
        self._lines: collections.deque[str] = collections.deque(maxlen=KEPT_LINES)
        self._begun = b""  # a line that has not ended
        os.set_blocking(pipe.fileno(), False)
        threading.Thread(target=self._listen, daemon=True).start()

    def take(self) -> tuple[str, ...]:
        with self._lock:
            self._read(A_PIPE)
            self._keep(self._begun)
            lines, self._begun = tuple(self._lines), b""
            self._lines.clear()
        return lines

    def _listen(self) -> None:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._pipe, selectors.EVENT_READ)
            while self._open:
                waiting.select()
                with self._lock:
                    self._read(A_PIPE)
        self._pipe.close()

    def _read(self, most: int) -> None:
        """What is in the pipe now, but no more than so many bytes of it."""
        if not self._open:
            return
        try:
            data = os.read(self._pipe.fileno(), most)
        except BlockingIOError:
            return
        self._open = bool(data)
        *lines, self._begun = (self._begun + data).split(b"\n")
        for line in lines:
            self._keep(line)
        self._begun = self._begun[: 4 * KEPT_LETTERS]

    def _keep(self, line: bytes) -> None:
        """A line that can be shown anywhere."""
        words = shown(line.decode("utf-8", "replace"))[:KEPT_LETTERS].rstrip()
        if words:
            self._lines.append(words)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """The whole session, children and grandchildren too."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    if process.stdin is not None:
        with suppress(OSError):  # what was not yet written is lost with the process
            process.stdin.close()


@cache
def sandbox() -> tuple[str, ...]:
    """The words before a command that shut it in; none where bubblewrap is missing or not allowed to work."""
    program = shutil.which("bwrap")
    if program is None:
        return ()
    hidden = [part for place in ("/run", _temporary()) for part in ("--tmpfs", place)]  # sockets of other programs
    shut = (program, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *hidden)
    shut = (*shut, "--unshare-all", "--die-with-parent", "--new-session")
    return shut if _works([*shut, "true"]) else ()


def kept_in_sight(command: Sequence[str]) -> Iterator[str]:
    """Words for bubblewrap: what the program is made of, where that lies in the folder that is hidden from it."""
    words = [part for word in command for part in (word, *word.split(":"))]
    files = [Path(word) for word in words if os.path.isfile(word)]  # False also for a word too long for a path
    hidden, modules = Path(_temporary()), os.environ.get("PYTHONPATH", "").split(os.pathsep)
    folders = [file.parent for file in files] + [Path(folder) for folder in (sys.prefix, *modules, ".") if folder]
    for path in {folder.absolute() for folder in folders if folder.is_dir()}:
        if hidden in path.parents:
            yield from ("--ro-bind", str(path), str(path))
    for file in files:
        if file.absolute().parent == hidden:
            yield from ("--ro-bind", str(file), str(file.absolute()))


def _temporary() -> str:
    return os.path.realpath(tempfile.gettempdir())


def _works(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=SECONDS_TO_TRY, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False
