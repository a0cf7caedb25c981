"""Who begins: the seat that ends the first turn, which follows from the seed alone.

What is decided before the first turn (a choice of cards, a mulligan) may go round in another order, so whoever decides
first need not begin.
"""

from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from tablewright.engine import (
    APPLY,
    LEGAL,
    OVER,
    SETUP,
    TURNS,
    WHO,
    ArrayOf,
    CompiledKit,
    Compiler,
    Entry,
    Kit,
    Match,
    Variant,
    ask,
    call,
    clear_state,
    listed,
    numba,
    plain_kit,
    rule,
    run_plain,
)
from tablewright.lab.statistics import Array

LONGEST = 400  # decisions of a first turn
TRIED = 64  # deals after which a beginner who was always the same is taken to be fixed


@rule
def first_seats(kit: Any, seeds: Any, first: Any) -> int:
    """Deal every seed, make the first legal move until the number of turns rises, and write down who decided last."""
    for i in range(len(seeds)):
        clear_state(kit, kit.state)
        call(kit, SETUP, kit.state, seeds[i])
        before = ask(kit, TURNS, kit.state)
        made = 0
        while ask(kit, OVER, kit.state) == 0 and ask(kit, TURNS, kit.state) == before and made < LONGEST:
            first[i] = ask(kit, WHO, kit.state)
            call(kit, LEGAL, kit.state, kit.moves)
            call(kit, APPLY, kit.state, listed(kit, 0))
            made += 1
    return 0


@cache
def _compiled() -> Entry:
    return Compiler().entry(first_seats, Kit, ArrayOf("int64"), ArrayOf("int8"))


_fixed: WeakKeyDictionary[Variant, int | None] = WeakKeyDictionary()


class Starters:
    """Tells for every seed who begins; where that is fixed it costs nothing."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        if variant not in _fixed:
            tried = self._dealt(np.arange(1, TRIED + 1))
            _fixed[variant] = int(tried[0]) if (tried == tried[0]).all() else None
        self.fixed = _fixed[variant]

    @cached_property
    def _first(self) -> Callable[[Array, Array], int]:
        if numba() is not None:
            return partial(CompiledKit(self._variant).run, _compiled())
        return partial(run_plain, self._variant, plain_kit(self._variant), first_seats)

    def of(self, seeds: Array) -> Array:
        if self.fixed is not None:
            return np.full(len(seeds), self.fixed, np.int8)
        known, places = np.unique(seeds, return_inverse=True)
        return self._dealt(known)[places]

    def of_matches(self, matches: Sequence[Match]) -> Array:
        """The same for games that people play, whose seeds may be too long for machine code."""
        if self.fixed is not None:
            return np.full(len(matches), self.fixed, np.int8)
        return np.array([_first_seat(match) for match in matches], np.int8)

    def _dealt(self, seeds: Array) -> Array:
        first = np.zeros(len(seeds), np.int8)
        self._first(np.ascontiguousarray(seeds, np.int64), first)
        return first


def _first_seat(match: Match) -> int:
    again, seat = Match(match.variant, match.seed, match.position), 0
    before = again.turns
    while not again.over and again.turns == before and len(again.steps) < LONGEST:
        seat = again.play(again.legal_ids[0]).seat
    return seat


def by_turn_order(by_seat: Array, first: Array) -> Array:
    """Columns by seat as columns by place in turn order, the beginner first."""
    seats = by_seat.shape[1]
    order = (first[:, None].astype(np.int64) + np.arange(seats)) % seats
    return np.take_along_axis(by_seat, order, axis=1)
