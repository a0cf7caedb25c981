"""Words for Tell."""

from collections.abc import Sequence

from tablewright.engine import Event, Move, Prompt, Table

from .rules import BLOCKS, Cards, State


def move(s: State, k: Cards, a: int) -> Move:
    block, index = BLOCKS.decode(a)
    words = ("low", "high")[index] if block == "say" else str(index)
    return Move(a, f"{block} {words}", f"{block} {words}", block, index)


def table(s: State, k: Cards, seat: int) -> Table:
    return Table((), (), Prompt("turn", "Say something." if s.turn == 0 else "Name the card."))


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    return [move(s, k, action).text]
