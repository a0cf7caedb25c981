"""A bot of the user's own: one Python function or class (view, moves) -> move, run in a process of its own.

The process gets views and nothing else, so the bot cannot see more than its seat does, cannot change the game, cannot
stop it by sleeping, and what it prints goes to the error output.
"""

import json
import pickle
import queue
import re
import struct
import subprocess
import sys
import threading
import weakref
from contextlib import suppress
from typing import Any

from tablewright.bots.seats import Bot, BotError, BotFault
from tablewright.engine import IllegalMove, Match

FILE = re.compile(r"(?P<file>.+\.py)(:(?P<name>\w+))?")
SECONDS_TO_LOAD = 20.0
SECONDS_A_MOVE = 5.0


class OutsideBot(Bot):
    """The near side of the process: sends a view, waits for a move, and knows what to say if none comes."""

    def __init__(self, spec: str, seconds: float = SECONDS_A_MOVE) -> None:
        self.name = spec
        self.seconds = seconds
        self._worker: _Worker | None = None
        self._start()

    def _start(self) -> "_Worker":
        worker = _Worker(self.name)
        try:
            answer = worker.answer(SECONDS_TO_LOAD)
        except _NoAnswer as silence:
            worker.stop()
            raise BotError(f"the bot {self.name} did not load: it {silence}") from None
        if "error" in answer:
            worker.stop()
            raise BotError(str(answer["error"]))
        self._worker = worker
        return worker

    def choose(self, match: Match, seat: int) -> int:
        try:
            worker = self._worker or self._start()
        except BotError as fault:
            raise BotFault(f"could not be started again: {fault}") from None
        try:
            worker.send(match.view(seat))
            answer = worker.answer(seconds_a_move(match, self.seconds))
        except _NoAnswer as silence:
            self.close()
            raise BotFault(str(silence)) from None
        return _action(match, answer)

    def close(self) -> None:
        if self._worker is not None:
            self._worker.stop()
            self._worker = None


def seconds_a_move(match: Match, usual: float) -> float:
    """What the game's own parameter `time_limit` allows, if it has one and it is set."""
    limit = match.variant.values.parameters.get("time_limit")
    return float(limit) if isinstance(limit, int) else usual


def _action(match: Match, answer: dict[str, Any]) -> int:
    """The id that the bot means, or a fault in words."""
    if "error" in answer:
        raise BotFault(f"failed: {answer['error']}")
    if "text" in answer:
        try:
            return match.parse(answer["text"])
        except IllegalMove as fault:
            raise BotFault(f"played {answer['text']!r}: {fault}", answer["text"]) from None
    if answer["id"] not in match.legal_ids:
        raise BotFault(f"played the id {answer['id']}, which is not a legal move now")
    return int(answer["id"])


class _NoAnswer(Exception):
    pass


class _Worker:
    """The process, and a thread that reads its answers."""

    def __init__(self, spec: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablewright.bots.worker", spec], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.answers: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=_read, args=(self.process.stdout, self.answers), daemon=True).start()
        self.stop = weakref.finalize(self, _stop, self.process)

    def send(self, view: Any) -> None:
        data = pickle.dumps(view)
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(struct.pack("!I", len(data)) + data)
            self.process.stdin.flush()
        except OSError:
            raise _NoAnswer("ended its process") from None

    def answer(self, seconds: float) -> dict[str, Any]:
        try:
            line = self.answers.get(timeout=seconds)
        except queue.Empty:
            raise _NoAnswer(f"gave no answer within {seconds:g} seconds") from None
        if not line:
            raise _NoAnswer("ended its process")
        return json.loads(line)  # type: ignore[no-any-return]


def _read(pipe: Any, answers: "queue.Queue[bytes]") -> None:
    """Hand on every line; an empty one at the end of the process."""
    while line := pipe.readline():
        answers.put(line)
    pipe.close()
    answers.put(b"")


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    if process.stdin is not None:
        with suppress(OSError):  # what was not yet written is lost with the process
            process.stdin.close()
