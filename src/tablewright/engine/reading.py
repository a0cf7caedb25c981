"""What is wrong with a game's folder before anything of it is compiled or played: a line for each mistake."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tablewright.engine.declared import declared_faults
from tablewright.engine.errors import TablewrightError
from tablewright.engine.language import Fault, language_faults

if TYPE_CHECKING:
    from tablewright.engine.game import Game

MOST_SHOWN = 20


class RulesError(TablewrightError):
    """A game's folder names what is not there, or its rules are not in their language; a line for each mistake."""


@cache
def require_language(game: "Game") -> None:
    """Raise RulesError if something in the rules of a game is not in the language of rules, or not declared."""
    told = told_once(sorted([*language_faults(game), *declared_faults(game)]))
    if told:
        more = [f"and {len(told) - MOST_SHOWN} more"] if len(told) > MOST_SHOWN else []
        raise RulesError("\n".join(told[:MOST_SHOWN] + more))


def told_once(faults: Sequence[Fault]) -> list[str]:
    """One line for each mistake in a file; where it is made again is only counted."""
    first: dict[tuple[Path, str], Fault] = {}
    for fault in faults:
        first.setdefault((fault.file, fault.text), fault)
    again = Counter((fault.file, fault.text) for fault in faults)
    return [f"{fault}{_again(again[key] - 1)}" for key, fault in first.items()]


def _again(times: int) -> str:
    return f" (and {times} more time{'s' * (times > 1)} in this file)" if times else ""
