"""The compiled rules of a variant beside the plain ones: the same calls, the same bytes, or the first difference."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeGuard

import numpy as np

from tablewright.engine.chance import below, mixed
from tablewright.engine.compiler import Argument, ArrayOf, Compiler, Entry
from tablewright.engine.drivers import (
    LEGAL,
    OVER,
    WHO,
    Kit,
    Moves,
    PlainKit,
    Sight,
    ask,
    begin,
    call,
    last_arguments,
    listed,
    make,
)
from tablewright.engine.game import Variant
from tablewright.engine.kits import compiled_cards
from tablewright.engine.layout import IntArray, Layout, StateLayout
from tablewright.engine.rule import rule
from tablewright.engine.tables import Data


class Twin:
    """One state in compiled mode."""

    def __init__(self, variant: Variant) -> None:
        self.layout = variant.game.state
        self.entries = variant.game.compiled.entries
        self.cards = compiled_cards(variant)
        self.state = np.zeros(1, self.layout.dtype)
        self.moves = np.zeros(1, Moves.dtype)
        self.sight = np.zeros(1, Sight.dtype)

    def put(self, plain: StateLayout) -> None:
        """Take over the values of a plain state."""
        self.layout.to_record(plain, self.state)

    def ask(self, name: str, x: int = 0) -> int:
        """Call a rule of the game on the state; `x` is its last argument where that is a number."""
        last: dict[type, Argument] = {Moves: self.moves, Sight: self.sight, int: x}
        arguments = [last[kind] for kind in last_arguments(name)]
        return int(self.entries[name].call(self.state, self.cards, *arguments))

    def observe(self, seat: int) -> list[int]:
        n = self.ask("observe", seat)
        return [int(value) for value in self.sight["a"][0][:n]]

    def legal(self) -> list[int]:
        n = self.ask("legal")
        return [int(action) for action in self.moves["a"][0][:n]]

    @property
    def bytes(self) -> bytes:
        return self.state.tobytes()


@rule
def walk(kit: PlainKit, seed: int, actions: IntArray) -> int:
    """Play one random game and write down its actions, and behind them a print of every list they were chosen from.

    Returns the number of decisions, or -1 less that number if a list was empty. Stops at the stated bound.
    """
    begin(kit, seed)
    kit.rng = mixed(seed, 1)
    seen = 0
    while ask(kit, OVER, kit.state) == 0 and kit.made < kit.bound:
        n = call(kit, LEGAL, kit.state, kit.moves)
        if n <= 0:
            return -1 - int(kit.made)
        seen = (seen * 31 + ask(kit, WHO, kit.state)) & 0xFFFFFFFF
        for i in range(n):
            seen = (seen * 31 + listed(kit, i)) & 0xFFFFFFFF
        actions[kit.made] = listed(kit, below(kit, n))
        make(kit, actions[kit.made])
    actions[kit.bound] = seen
    return int(kit.made)


@cache
def compiled_walk() -> Entry:
    return Compiler().entry(walk, Kit, int, ArrayOf("int64"))


def state_difference(layout: type[Layout], wanted: bytes, got: bytes) -> str:
    """The first field in which two states differ, or an empty text."""
    return difference(layout.to_json(layout.from_bytes(wanted)), layout.to_json(layout.from_bytes(got)), "state")


def difference(wanted: object, got: object, where: str = "", partial: bool = False) -> str:
    """Where two nested values first differ, in words; `partial` ignores keys beside wanted ones, but empty is empty."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        return _in_mappings(wanted, got, where, partial)
    if _is_list(wanted) and _is_list(got) and len(wanted) == len(got):
        found = (difference(a, b, f"{where}[{i}]", partial) for i, (a, b) in enumerate(zip(wanted, got, strict=True)))
        return next((text for text in found if text), "")
    if wanted == got and isinstance(wanted, bool) == isinstance(got, bool):
        return ""
    return f"{where or 'it'} is {_shown(got)}, not {_shown(wanted)}"


def _in_mappings(wanted: Data, got: Data, where: str, partial: bool) -> str:
    names = {str(key): value for key, value in got.items()}
    for key, value in wanted.items():
        at = f"{where}.{key}" if where else str(key)
        if str(key) not in names:
            return f"{at} is not there; there are {', '.join(names) or 'no keys'}"
        text = difference(value, names[str(key)], at, partial)
        if text:
            return text
    surplus = [] if partial and wanted else [key for key in names if key not in {str(key) for key in wanted}]
    return f"{where or 'it'} has {', '.join(surplus)} as well" if surplus else ""


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:297]}..."
