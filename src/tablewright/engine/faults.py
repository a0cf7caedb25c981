"""From an exception inside rules to a `RuleFault`: which rule, where in its text, and the record of the game so far."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import FrameSummary, extract_tb
from typing import TYPE_CHECKING, Any

from tablewright.engine.drivers import APPLY, HOOKS, REASONS, RULES
from tablewright.engine.errors import RuleFault, TablewrightError
from tablewright.engine.game import Game, Variant
from tablewright.engine.records import record_for, record_of

if TYPE_CHECKING:
    from tablewright.engine.match import Match


def fault_of_kit(variant: Variant, kit: Any, actions: list[int], raised: Exception) -> RuleFault:
    """What a kit tells after a driver has ended with an exception."""
    rule = (*RULES, *HOOKS)[int(kit.failed)]
    what = REASONS.get(int(kit.why)) or in_words(raised, variant.game)
    if not kit.why and kit.failed_state != kit.state:
        what += ", in what a bot imagined"
    record = record_for(variant, int(kit.seed), actions)
    return RuleFault(variant.game.name, int(kit.seed), int(kit.made) + 1, rule, what, record)


@contextmanager
def faults_shown_by(match: "Match", rule: str = "") -> Iterator[None]:
    """Faults of the rules in here are shown by the record of the match as it stands."""
    try:
        yield
    except RuleFault as fault:
        raise fault_in(match, fault.rule, fault.what) from fault
    except TablewrightError:
        raise
    except Exception as fault:
        inside = frames_in(fault, match.game)
        if not inside and not rule:
            raise
        raise fault_in(match, rule or inside[0].name, in_words(fault, match.game)) from fault


def fault_in(match: "Match", rule: str, what: str, *further: int) -> RuleFault:
    """A fault at the present decision of a match, or at a further one."""
    record = record_of(match)
    record["actions"] += further
    return RuleFault(match.game.name, match.seed, len(match.steps) + 1, rule, what, record)


def in_words(fault: Exception, game: Game) -> str:
    """`IndexError: list index out of range (rules.py, line 120)`."""
    inside = frames_in(fault, game)
    where = f" ({Path(inside[-1].filename).name}, line {inside[-1].lineno})" if inside else ""
    return f"{type(fault).__name__}: {fault}{where}"


def frames_in(fault: Exception, game: Game) -> list[FrameSummary]:
    """Where an exception passed through the files of a game."""
    return [frame for frame in extract_tb(fault.__traceback__) if Path(frame.filename).parent == game.folder]


def in_game(kit: Any) -> bool:
    """Whether it was the game itself that failed, not what a bot imagined of it."""
    return bool(kit.failed == APPLY and kit.failed_state == kit.state and not kit.why)
