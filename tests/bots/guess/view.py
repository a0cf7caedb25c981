"""Words for Guess."""

from collections.abc import Sequence

from tablewright.engine import Event, Move, Prompt, Table

from .rules import BLOCKS, Cards, State


def move(s: State, k: Cards, a: int) -> Move:
    block, index = BLOCKS.decode(a)
    return Move(a, f"{block} {index + 1}", f"the {block} shows {index + 1}", block, index)


def table(s: State, k: Cards, seat: int) -> Table:
    return Table((), (), Prompt("turn", "Name the die or the card."))


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    return [move(s, k, action).text]
