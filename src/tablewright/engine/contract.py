"""The contract in types: what the modules of a game must have, so that `mypy --strict` can say what they lack.

A game's `__init__.py` states it, for mypy alone:

    if TYPE_CHECKING:
        from . import rules, view
        from .rules import Cards, State

        RULES: GameRules[State, Cards] = rules
        VIEW: GameView[State, Cards] = view  # and, with a position.py: POSITION: GamePosition[State, Cards] = POSITION
"""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

from tablewright.engine.rule import Event
from tablewright.engine.tables import Data, NewData
from tablewright.engine.views import Move, Table

S = TypeVar("S", contravariant=True)  # the game's State
K = TypeVar("K", contravariant=True)  # the game's Cards


class GameRules(Protocol[S, K]):
    """What every `rules.py` writes itself; the rest follows from declarations, or is optional."""

    def setup(self, s: S, k: K, seed: int, /) -> int: ...
    def over(self, s: S, k: K, /) -> int: ...
    def turns(self, s: S, k: K, /) -> int: ...
    def score(self, s: S, k: K, p: int, /) -> int: ...
    def bound(self, k: K, /) -> int: ...


class GameView(Protocol[S, K]):
    """What every `view.py` has."""

    def move(self, s: S, k: K, a: int, /) -> Move: ...
    def table(self, s: S, k: K, seat: int, /) -> Table: ...
    def tell(self, s: S, k: K, seat: int, action: int, events: Sequence[Event], viewer: int, /) -> list[str]: ...


@runtime_checkable
class GamePosition(Protocol[S, K]):
    """What a position in words needs: the `POSITION` of a `position.py`, or what follows from declared zones."""

    INFORMS: set[str]  # keys that `dump` writes and `load` does not need

    def load(self, given: Data, s: S, k: K, /) -> None: ...
    def dump(self, s: S, k: K, /) -> NewData: ...
    def components(self, s: S, k: K, /) -> Counter[str]: ...
