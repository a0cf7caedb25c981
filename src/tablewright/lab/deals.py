"""How much the first deal decides: each deal is played many times, with other random numbers after it each time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from tablewright.engine import (
    OVER,
    RESULT,
    WHOLE_WIN,
    ArrayOf,
    Chooser,
    CompiledKit,
    Compiler,
    Entry,
    Kit,
    Variant,
    ask,
    begin,
    call,
    decide,
    deciding,
    make,
    mixed,
    numba,
    plain_kit,
    reseed,
    rule,
    run_plain,
)
from tablewright.lab.executor import Executor, Threads
from tablewright.lab.plan import Plan
from tablewright.lab.statistics import Array


@rule
def play_deal(kit: Any, choosers: Any, seed: int, times: int, shares: Any) -> int:
    """Play one deal several times, each time with other random numbers after it, and sum the shares of the win."""
    for turn in range(times):
        begin(kit, seed)
        reseed(kit.state, mixed(seed, 100 + 2 * turn))
        kit.rng = mixed(seed, 101 + 2 * turn)
        while ask(kit, OVER, kit.state) == 0:
            seat = deciding(kit)
            make(kit, decide(kit, choosers[seat], kit.memory[seat]))
        for seat in range(kit.players):
            shares[seat] += call(kit, RESULT, kit.state, seat)
    return times


@cache
def _compiled() -> Entry:
    line = ArrayOf("int64")
    return Compiler().entry(play_deal, Kit, line, int, int, line)


class Dealer:
    """Plays one deal again and again on one thread, compiled where possible."""

    def __init__(self, variant: Variant, bots: Sequence[Chooser]) -> None:
        self.variant = variant
        self._play: Callable[..., int]
        if numba() is not None:
            kit = CompiledKit(variant, bots)
            self._play = partial(kit.run, _compiled(), kit.choosers)
        else:
            plain, functions = plain_kit(variant, bots), [bot.decide for bot in bots]
            self._play = partial(run_plain, variant, plain, play_deal, functions)

    def chance(self, seed: int, times: int) -> float:
        """The first seat's share of the wins in so many games of one deal."""
        shares = np.zeros(self.variant.players, np.int64)
        self._play(seed, times, shares)
        return float(shares[0]) / (times * WHOLE_WIN)


@dataclass(frozen=True)
class Dealing:
    """The job of playing deals of a plan so many times each; a part is the number of a deal."""

    plan: Plan
    seed: int
    times: int

    def worker(self) -> Callable[[int], float]:
        dealer = Dealer(self.plan.variant, self.plan.choosers or ())
        return lambda deal: dealer.chance(self.seed + deal, self.times)


def deal_chances(
    plan: Plan,
    times: int,
    deals: int,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Array:
    """The first seat's chance under one deal after the other."""
    found = []
    for chance in (executor or Threads()).map(Dealing(plan, seed, times), range(deals)):
        found.append(chance)
        if progress is not None:
            progress(times)
    return np.array(found)
