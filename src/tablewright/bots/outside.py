"""A bot of the user's own, run as a program of its own: a Python function or class, or any command that speaks JSON.

`mybot.py`, `mybot.py:name` and `module:name` are Python; `run:node bot.js` is a command; `openspiel:mcts` and the like
are policies of other libraries (see `bridges/policies.py`). The program gets views and
numbers of its seat and nothing else: it cannot see more than its seat does, change the game, or stop it.
"""

import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path

from tablewright.bots import protocol
from tablewright.bots.allowance import PATIENCE, Allowance, NoAnswer, TooLate
from tablewright.bots.process import Program
from tablewright.bots.seats import Bot, BotError, BotFault
from tablewright.engine import Match

FILE = re.compile(r"(?P<file>.+\.py)(:(?P<name>\w+))?")
COMMAND = "run:"
POLICIES = ("openspiel", "pettingzoo", "torch")
SECONDS_TO_LOAD = 30.0  # processor time, as all seconds here
SECONDS_A_MOVE = 5.0
COLD = " for its first move; what it compiles or loads belongs before its clock: warm_up(game), or before `ready`"


class OutsideBot(Bot):
    """Our side of the program: says what is asked, waits for a move, and knows what to say if none comes."""

    def __init__(
        self, spec: str, seconds: float = SECONDS_A_MOVE, bank: float = 0.0, patience: float = PATIENCE
    ) -> None:
        self.name = spec
        self.seconds = seconds
        self.patience = patience
        self.spent = 0.0  # on its last decision
        self.bank = bank  # seconds for a whole game, used where a move takes longer than `seconds`
        self._left = bank
        self._program: Program | None = None
        self._answered = False  # since its program was started
        self._told: tuple[Match, int] | None = None  # the game it was told of last, and its seat in it
        self._start()

    def choose(self, match: Match, seat: int) -> int:
        self.note, self.said, self.spent = "", (), 0.0
        try:
            program = self._program or self._start()
        except BotError as fault:
            raise BotFault(f"could not be started again: {fault}") from None
        try:
            self._tell_game(program, match, seat)
            return self._ask(program, match, seat)
        except NoAnswer as silence:
            self.close()
            cold = isinstance(silence, TooLate) and not self._answered
            raise BotFault(f"{silence}{COLD if cold else ''}") from None
        finally:
            self.said = program.said()

    def close(self) -> None:
        if self._program is not None:
            with suppress(NoAnswer):
                self._tell_end(self._program)
            self._program.stop()
            self._program = None

    def _start(self) -> Program:
        self._told, self._answered = None, False
        try:
            program = Program(command_of(self.name), patience=self.patience)
        except NoAnswer as silence:
            raise BotError(f"the bot {self.name} did not load: it {silence}") from None
        try:
            program.send(protocol.line_of(protocol.hello()))
            answer = protocol.read_line(program.receive(program.allowance(SECONDS_TO_LOAD)))
        except (NoAnswer, BotFault) as silence:
            said = program.said()
            program.stop()
            words = f"; the last that it said: {said[-1]}" if said else ""
            raise BotError(f"the bot {self.name} did not load: it {silence}{words}") from None
        if "error" in answer:
            program.stop()
            raise BotError(str(answer["error"]))
        self._program = program
        return program

    def _tell_game(self, program: Program, match: Match, seat: int) -> None:
        """A new game is told before the clock starts, so that a bot may warm up."""
        if self._told is not None and self._told[1] == seat and _goes_on(self._told[0], match):
            self._told = match, seat
            return
        self._tell_end(program)
        self._left = self.bank
        program.send(protocol.line_of(protocol.game_message(match, seat, self._limit(match))))
        answer = protocol.read_line(program.receive(program.allowance(SECONDS_TO_LOAD)))
        if "error" in answer:
            raise BotFault(f"failed to warm up: {answer['error']}")
        self._told = match, seat

    def _tell_end(self, program: Program) -> None:
        """How the game before this one ended, if it did."""
        if self._told is not None and self._told[0].over:
            program.send(protocol.line_of(protocol.end_message(*self._told)))
        self._told = None

    def _ask(self, program: Program, match: Match, seat: int) -> int:
        usual = self._limit(match)
        allowance = program.allowance(usual + self._left)
        try:
            program.send(protocol.line_of(protocol.decide_message(match, seat, usual + self._left)), allowance)
            answer = self._answer(program, match, seat, allowance)
        finally:
            self.spent = allowance.used()
        self._answered = True
        self._left -= min(self._left, max(0.0, self.spent - usual))
        action, self.note = protocol.action_of(match, answer)
        return action

    def _answer(self, program: Program, match: Match, seat: int, allowance: Allowance) -> protocol.Message:
        """Its move; until then it may ask for worlds to think in."""
        while True:
            message = protocol.read_line(program.receive(allowance))
            if message.get("type") != "imagine":
                return message
            allowance.check()
            program.send(protocol.line_of(protocol.world_message(match, seat, message)), allowance)

    def _limit(self, match: Match) -> float:
        """What the game's own time limit allows, if it has one and it is set."""
        limit = match.variant.values.parameters.get(match.game.cards.bot_seconds)
        return float(limit) if isinstance(limit, int) else self.seconds


def _goes_on(told: Match, match: Match) -> bool:
    """Whether it is the same game, perhaps as a later copy of it."""
    later = told.seed == match.seed and told.variant is match.variant and len(told.steps) < len(match.steps)
    return told is match or later


def is_policy(spec: str) -> bool:
    """Whether another library plays."""
    return spec.partition(":")[0] in POLICIES


def file_of(spec: str) -> Path | None:
    """The file that a bot is written in, if it is one."""
    rest = spec.partition(":")[2] if is_policy(spec) else spec
    found = FILE.fullmatch(rest)
    path = Path(found["file"] if found else rest)
    return path if found or path.is_file() else None


def command_of(spec: str) -> list[str]:
    if is_policy(spec):
        return [sys.executable, "-P", "-m", "tablewright.bridges.policies", spec]
    if not spec.startswith(COMMAND):
        return [sys.executable, "-P", "-m", "tablewright.bots.worker", spec]
    try:
        command = shlex.split(spec.removeprefix(COMMAND))
    except ValueError as fault:
        raise BotError(f"{spec!r} is not a command: {fault}") from None
    if not command:
        raise BotError(f"{COMMAND} needs a command, as in {COMMAND}./mybot or '{COMMAND}node bot.js'")
    return command
