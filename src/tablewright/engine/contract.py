"""The contract in types: what the modules of a game have, so that `mypy --strict` can say what they lack.

A game's `__init__.py` states it, for mypy alone:

    if TYPE_CHECKING:
        from . import rules, view
        from .rules import Cards, State

        RULES: GameRules[State, Cards] = rules
        VIEW: GameView[State, Cards] = view  # and, with a position.py: POSITION: GamePosition[State, Cards] = POSITION

What a game may leave out has a value in `LoadedRules` and `LoadedView`, which its module gets when it is loaded. So
nobody asks a module whether it has something, and a name that is nearly one of these is refused (`declared.py`).
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from types import ModuleType
from typing import Protocol, TypeVar, runtime_checkable

from tablewright.engine.blocks import Blocks
from tablewright.engine.cards import Values
from tablewright.engine.decisions import Decisions
from tablewright.engine.errors import IllegalMove
from tablewright.engine.layout import CardsLayout, StateLayout
from tablewright.engine.observing import Observed
from tablewright.engine.rule import Event, Rule
from tablewright.engine.tables import Data, NewData
from tablewright.engine.views import Beat, Blocked, Move, Table

S = TypeVar("S", contravariant=True)  # the game's State
K = TypeVar("K", contravariant=True)  # the game's Cards


class GameRules(Protocol[S, K]):
    """What every `rules.py` writes itself; the rest follows from declarations, or is optional."""

    def setup(self, s: S, k: K, seed: int, /) -> int: ...
    def over(self, s: S, k: K, /) -> int: ...
    def turns(self, s: S, k: K, /) -> int: ...
    def score(self, s: S, k: K, p: int, /) -> int: ...
    def bound(self, k: K, /) -> int: ...


class GameWords(Protocol[S, K]):
    """What every `view.py` has."""

    def move(self, s: S, k: K, a: int, /) -> Move: ...
    def tell(self, s: S, k: K, seat: int, action: int, events: Sequence[Event], viewer: int, /) -> list[str]: ...


class GameView(GameWords[S, K], Protocol):
    """A `view.py` with a drawing of its own; without one it follows from declared zones and decisions."""

    def table(self, s: S, k: K, seat: int, /) -> Table: ...


@runtime_checkable
class GamePosition(Protocol[S, K]):
    """What a position in words needs: the `POSITION` of a `position.py`, or what follows from declared zones."""

    INFORMS: set[str]  # keys that `dump` writes and `load` does not need

    def load(self, given: Data, s: S, k: K, /) -> None: ...
    def dump(self, s: S, k: K, /) -> NewData: ...
    def components(self, s: S, k: K, /) -> Counter[str]: ...


class LoadedRules(GameRules[StateLayout, CardsLayout], Protocol):
    """A `rules.py` that is loaded: what follows from declarations is in it, and what it left out is None or empty."""

    __name__: str
    __file__: str

    State: type[StateLayout]
    Cards: type[CardsLayout]
    BLOCKS: Blocks
    who: Rule
    legal: Rule
    apply: Rule
    result: Rule
    determinize: Rule

    DECISIONS: Decisions | None = None
    OBSERVED: Sequence[Observed] = ()  # the entries of an `observe` of its own
    PROBES: Sequence[str] = ()
    SIDES: Sequence[str] = ()  # decks, factions: what meets what
    constants: Callable[[Values], Mapping[str, object]] | None = None
    payoff_range: Callable[[CardsLayout], tuple[int, int]] | None = None
    settle: Callable[..., None] | None = None
    secret: Rule | None = None
    penalties: Rule | None = None
    observe: Rule | None = None
    payoff: Rule | None = None
    card: Rule | None = None
    allows: Rule | None = None
    sample: Rule | None = None
    measure: Rule | None = None
    greedy: Rule | None = None
    playout: Rule | None = None
    estimate: Rule | None = None
    pointless: Rule | None = None


def _nothing_stands(s: StateLayout, k: CardsLayout, seat: int, order: str) -> bool:
    return False


def _nothing_ordered(s: StateLayout, k: CardsLayout, seat: int, order: str) -> int | None:
    return None


class LoadedView(GameView[StateLayout, CardsLayout], Protocol):
    """A `view.py` that is loaded."""

    blocked: Callable[[StateLayout, CardsLayout, int], Sequence[Blocked]] | None = None  # where it takes long
    final: Callable[[StateLayout, CardsLayout, int], str] | None = None
    parse: Callable[[StateLayout, CardsLayout, str], int] | None = None
    referee: Callable[[StateLayout, CardsLayout, str, IllegalMove], int | None] | None = None
    ORDERS: Mapping[str, str] = {}  # what a person may wait for, with its meaning; the next two come with it
    order_stands: Callable[[StateLayout, CardsLayout, int, str], bool] = _nothing_stands
    ordered: Callable[[StateLayout, CardsLayout, int, str], int | None] = _nothing_ordered
    STAGED: Collection[int] = ()  # the kinds of notes that are shown moment by moment, by `stage`
    stage: Callable[[StateLayout, CardsLayout, Sequence[Event]], Sequence[Beat]] | None = None


Part = type[LoadedRules] | type[LoadedView]
TOGETHER = (
    ("payoff", "payoff_range"),
    ("ORDERS", "order_stands"),
    ("ORDERS", "ordered"),
    ("STAGED", "stage"),
)  # who has one has the other


def optional(part: Part) -> dict[str, object]:
    """What a game may leave out, and what it then has instead."""
    return {name: vars(part)[name] for name in part.__annotations__ if name in vars(part)}


def complete(module: ModuleType, part: Part) -> None:
    """Give a game's module what it left out."""
    for name, instead in optional(part).items():
        if name not in vars(module):
            setattr(module, name, instead)


def lacking(module: ModuleType, part: Part, needed: Sequence[str]) -> str:
    """What a game's module lacks, in words; empty if nothing."""
    missing = [name for name in needed if name not in vars(module)]
    if missing:
        return f"lacks {', '.join(missing)}; see docs/new-game.md"
    left_out = {name for name, instead in optional(part).items() if vars(module)[name] is instead}
    for one, other in TOGETHER:
        if one in optional(part) and (one in left_out) != (other in left_out):
            return f"must have both {one} and {other}, or neither"
    return ""
