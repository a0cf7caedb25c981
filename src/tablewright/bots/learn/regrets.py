"""Learning a strategy by heart: counterfactual regrets, with chance and the others' moves drawn (external sampling).

For games of which a seat sees so few different things that they fit in a table: small betting games above all, where
a search that believes every card equally likely, whatever the others did, can be exploited. In a game for two the
average strategy comes as near to one that nobody can exploit as time allows; what a seat has forgotten, it cannot use.
"""

from functools import cache
from typing import Any

import numpy as np

from tablewright.bots.strategy import PARTS, SLOTS, WIDE, Strategy, sight_mark, slot_of
from tablewright.engine import (
    APPLY,
    LEGAL,
    OVER,
    SETUP,
    STACK,
    WHO,
    ArrayOf,
    CompiledKit,
    Compiler,
    Entry,
    Kit,
    Variant,
    ask,
    below,
    call,
    clear_state,
    copy_state,
    gain,
    listed,
    mixed,
    reseed,
    rule,
    stacked,
)

Array = np.ndarray[Any, Any]
TRIED = 200  # deals that show whether a game is small enough
SLICE = 20_000  # deals between two looks at the clock
MOST_LOOKED = 20_000  # positions of one deal
TOO_LARGE = -1


@rule
def learn_deals(
    kit: Any, strategy: Any, regret: Any, total: Any, room: Any, first_seed: int, first: int, deals: int
) -> int:
    """Go through some deals as every seat; returns 0, or TOO_LARGE if the game does not fit."""
    for g in range(deals):
        for me in range(kit.players):
            s = stacked(kit, 0)
            clear_state(kit, s)
            call(kit, SETUP, s, first_seed + g)
            kit.rng = mixed(first_seed + g, 5 + me)
            reseed(s, mixed(kit.rng, 2))
            kit.made = 0
            worth(kit, strategy, regret, total, room, me, 0, 1.0 + first + g)
            if kit.made > MOST_LOOKED or 2 * strategy.used > SLOTS:
                return TOO_LARGE
    return 0


@rule
def worth(kit: Any, strategy: Any, regret: Any, total: Any, room: Any, me: int, level: int, weight: float) -> float:
    """What a state of the stack is worth to `me` as all play now; on the way regrets and averages grow.

    Every own move is looked at, of the others' one is drawn.
    """
    s = stacked(kit, level)
    while ask(kit, OVER, s) == 0:
        kit.made += 1
        n = call(kit, LEGAL, s, kit.moves)
        if n > WIDE or level + 1 == STACK or kit.made > MOST_LOOKED:
            kit.made = MOST_LOOKED + 1
            return 0.0
        if n == 1:
            call(kit, APPLY, s, listed(kit, 0))
            continue
        mover = ask(kit, WHO, s)
        at = entered(kit, strategy, s, mover)
        if at < 0:
            kit.made = MOST_LOOKED + 1
            return 0.0
        matched(regret, at, room, level, n)
        if mover == me:
            for i in range(n):
                call(kit, LEGAL, s, kit.moves)
                after = stacked(kit, level + 1)
                copy_state(kit, after, s)
                call(kit, APPLY, after, listed(kit, i))
                room[level, WIDE + i] = worth(kit, strategy, regret, total, room, me, level + 1, weight)
            return learn_from(regret, at, room, level, n)
        for i in range(n):
            total[at, i] += weight * room[level, i]
        call(kit, LEGAL, s, kit.moves)
        call(kit, APPLY, s, listed(kit, drawn_move(kit, room, level, n)))
    return float((gain(kit, s, me) - kit.low) / (kit.high - kit.low))


@rule
def learn_from(regret: Any, at: int, room: Any, level: int, n: int) -> float:
    """Regret the moves that were played too rarely; what there is to regret never falls below 0. Returns the mean."""
    mean = 0.0
    for i in range(n):
        mean += room[level, i] * room[level, WIDE + i]
    for i in range(n):
        regret[at, i] = max(0.0, regret[at, i] + room[level, WIDE + i] - mean)
    return mean


@rule
def entered(kit: Any, strategy: Any, s: Any, mover: int) -> int:
    """The place of what the mover sees; a new one if it was never seen."""
    mark = sight_mark(kit, s, mover)
    at = slot_of(strategy, mark)
    if at >= 0 and strategy.mark[at] == 0:
        strategy.mark[at] = mark
        strategy.used += 1
    return at


@rule
def matched(regret: Any, at: int, room: Any, level: int, n: int) -> int:
    """How often to play each move now: as much as it is regretted, or all alike."""
    whole = 0.0
    for i in range(n):
        whole += regret[at, i]
    for i in range(n):
        room[level, i] = regret[at, i] / whole if whole > 0.0 else 1.0 / n
    return 0


@rule
def drawn_move(kit: Any, room: Any, level: int, n: int) -> int:
    x = below(kit, PARTS) / (1.0 * PARTS)
    for i in range(n - 1):
        x -= room[level, i]
        if x < 0.0:
            return i
    return n - 1


@cache
def _compiled_learn() -> Entry:
    table = ArrayOf("float64", 2)
    return Compiler().entry(learn_deals, Kit, Strategy, table, table, table, int, int, int)


class Learner:
    """A strategy while it grows."""

    def __init__(self, variant: Variant, first_seed: int) -> None:
        self.variant, self.first_seed, self.deals = variant, first_seed, 0
        self._kit, self._record = CompiledKit(variant), np.zeros(1, Strategy.dtype)
        self._regret, self._total = np.zeros((2, SLOTS, WIDE))
        self._room = np.zeros((STACK, 2 * WIDE))

    @property
    def sights(self) -> int:
        return int(self._record["used"][0])

    def learn(self, deals: int) -> bool:
        """Go on with so many further deals; False if the game is too large for it."""
        tables = (self._regret, self._total, self._room)
        numbers = (self.first_seed + self.deals, self.deals, deals)
        done = self._kit.run(_compiled_learn(), self._record, *tables, *numbers)
        self.deals += deals
        return done != TOO_LARGE

    def arrays(self) -> dict[str, Array]:
        """The average strategy, as it is played."""
        sums = self._total.sum(axis=1, keepdims=True)
        often = np.where(sums > 0, self._total / np.maximum(sums, 1e-9), 0.0)
        return {"mark": self._record["mark"][0].copy(), "often": np.round(PARTS * often).astype(np.int32)}


def is_small(variant: Variant) -> bool:
    """Whether a strategy for the game can be learned by heart: two players, and few things to see."""
    if variant.players != 2 or "observe" not in variant.game.hooks():
        return False
    return Learner(variant, 1).learn(TRIED)
