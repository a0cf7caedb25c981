"""Bots of the operator's: `tablewright serve --bot NAME=SPEC` offers them in the lobby beside the levels.

A visitor names only what the operator has named, and never a program. Every seat of a game has a process of its own, so
that a bot may remember its game; the one that was asked least recently makes place when there are too many.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablewright.bots.levels import LEARNED, LEVELS
from tablewright.bots.outside import OutsideBot
from tablewright.bots.registry import find
from tablewright.bots.seats import BotFault
from tablewright.engine import Match, TablewrightError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,15}")
MOST_PROCESSES = 8
OFFERED: list[str] = []  # the names that this server offers, for its pages


@dataclass(frozen=True)
class Answer:
    """What a bot plays; `failed` if another had to play for it. The rest is for the replay."""

    action: int
    failed: bool = False
    note: str = ""
    said: tuple[str, ...] = ()


class HouseFault(BotFault):
    """A bot of the operator's failed; `said` is what its program wrote to its error output."""

    def __init__(self, message: str, said: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.said = said


Seat = tuple[str, int, int]  # the bot's name, the seed of the game, the seat in it


def named(texts: Sequence[str]) -> dict[str, str]:
    """`NAME=SPEC` texts as names and specs."""
    made: dict[str, str] = {}
    for text in texts:
        name, sign, spec = text.partition("=")
        if not sign or not spec or not NAME.fullmatch(name):
            raise TablewrightError(f"a bot is given as NAME=SPEC, as in mine=./mybot.py, not {text[:80]!r}")
        if name in (*made, *LEVELS, *LEARNED):
            raise TablewrightError(f"there is another bot called {name}; give {spec} another name")
        made[name] = spec
    return made


class House:
    """The operator's bots while they play."""

    def __init__(self, specs: Mapping[str, str]) -> None:
        self.specs = dict(specs)
        self._seated: OrderedDict[Seat, OutsideBot] = OrderedDict()
        self._lock = threading.Lock()

    def check(self) -> None:
        """Load each once; what is wrong is said before anybody plays."""
        for spec in self.specs.values():
            _program(spec).close()

    def choose(self, name: str, match: Match) -> Answer:
        """What the bot plays; a HouseFault if it fails."""
        assert match.seat is not None
        seat = name, match.seed, match.seat
        with self._lock:
            bot = self._seated.pop(seat, None)
            spare = [self._seated.popitem(last=False)[1] for _ in range(len(self._seated) - MOST_PROCESSES + 1)]
        for one in spare:
            one.close()
        try:
            bot = bot or _program(self.specs[name])
        except TablewrightError as fault:
            raise HouseFault(str(fault)) from None
        try:
            return Answer(bot.choose(match, match.seat), note=bot.note, said=bot.said)
        except BotFault as fault:
            raise HouseFault(str(fault), bot.said) from None
        finally:
            with self._lock:
                self._seated[seat] = bot

    def close(self) -> None:
        with self._lock:
            seated, self._seated = self._seated, OrderedDict()
        for bot in seated.values():
            bot.close()


def _program(spec: str) -> OutsideBot:
    bot = find(spec)
    if not isinstance(bot, OutsideBot):
        raise TablewrightError(f"{spec} is a bot of every table; --bot is for your own, as in mine=./bot.py")
    return bot
