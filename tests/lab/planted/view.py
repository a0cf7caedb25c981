"""The planted game in words."""

from collections.abc import Sequence

from tablewright_game_planted.rules import Cards, State

from tablewright.engine import Event, Move, Prompt, Table

NAMES = ("strong", "dull", "plain", "even", "dead")


def move(s: State, k: Cards, a: int) -> Move:
    return Move(a, NAMES[a], f"use {NAMES[a]}", "use", a)


def table(s: State, k: Cards, seat: int) -> Table:
    return Table((), (), Prompt("use", "Use a card."))


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    return [f"{'AB'[seat]} uses {NAMES[action]}."]
