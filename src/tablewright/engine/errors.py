"""Everything that can be wrong with what a person gave us; each message is one line that says what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablewright.engine.tables import Data, NewData

MOST_NAMED = 40


class TablewrightError(Exception):
    """Bad input: the command line prints the message and exits with 2, a server answers with 4xx."""


class CardsError(TablewrightError):
    """A value in `cards.toml`, of an edition or of `--set` is unknown, of the wrong type or out of range."""


class PositionError(TablewrightError):
    """A written position cannot be set up."""


class RecordError(TablewrightError):
    """A saved game cannot be opened."""


class IllegalMove(TablewrightError):
    """A move that the rules do not allow now; `reason` is a short stable name, the message is for people."""

    def __init__(self, message: str, reason: str = "illegal") -> None:
        super().__init__(message)
        self.message = message  # may be a key of the game's catalogue
        self.reason = reason


class RuleFault(Exception):
    """The rules of a game failed while it was played; the run ends, with one line and the record that shows it.

    All parts are plain values, so that it travels between processes.
    """

    def __init__(self, game: str, seed: int, decision: int, rule: str, what: str, record: "Data") -> None:
        super().__init__(game, seed, decision, rule, what, record)
        self.game, self.seed, self.decision, self.rule, self.what = game, seed, decision, rule, what
        self.record: NewData = dict(record)

    def __str__(self) -> str:
        return f"{self.game}, seed {self.seed}, decision {self.decision}: the rule {self.rule!r} failed: {self.what}"


def unknown(what: str, given: str, known: Iterable[str], otherwise: str = "") -> str:
    """One line for a name that is not there: the nearest one that is, or what else is right, usually all of them."""
    names = sorted(known)
    near = get_close_matches(given, names, n=1)
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    listed = otherwise or f"known: {', '.join(names[:MOST_NAMED]) or 'none'}{more}"
    return f"unknown {what} {given!r}; {f'did you mean {near[0]!r}?' if near else listed}"
