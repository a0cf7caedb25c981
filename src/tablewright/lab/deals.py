"""How much the first deal decides: each deal is played many times, with other random numbers after it each time."""

import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tablewright.engine import WHOLE_WIN, Variant
from tablewright.engine.chance import mixed
from tablewright.engine.compiler import Compiler, Entry, numba
from tablewright.engine.drivers import APPLY, OVER, RESULT, SETUP, WHO, Kit, ask, call, choose, clear_state, reseed
from tablewright.engine.kits import Chooser, CompiledKit, plain_kit
from tablewright.engine.rule import rule
from tablewright.lab.statistics import Array
from tablewright.lab.survey import array_of, on_all_threads

MOST_DEALS = 2000


@rule
def play_deal(kit: Any, choosers: Any, seed: int, times: int, shares: Any) -> int:
    """Play one deal several times, each time with other random numbers after it, and sum the shares of the win."""
    for turn in range(times):
        clear_state(kit, kit.state)
        call(kit, SETUP, kit.state, seed)
        reseed(kit.state, mixed(seed, 100 + 2 * turn))
        kit.rng = mixed(seed, 101 + 2 * turn)
        made = 0
        while ask(kit, OVER, kit.state) == 0 and made <= kit.bound:
            seat = ask(kit, WHO, kit.state)
            call(kit, APPLY, kit.state, choose(choosers[seat], kit, kit.memory[seat]))
            made += 1
        for seat in range(kit.players):
            shares[seat] += call(kit, RESULT, kit.state, seat)
    return times


@cache
def _compiled() -> Entry:
    line = array_of("int64", 1)
    return Compiler("lab", [Path(__file__)]).entry(play_deal, Kit, line, int, int, line)


class Dealer:
    """Plays one deal again and again on one thread, compiled where possible."""

    def __init__(self, variant: Variant, bots: Sequence[Chooser]) -> None:
        self.variant = variant
        self._play: Callable[..., int]
        if numba() is not None:
            kit, play = CompiledKit(variant, bots), _compiled().call
            self._play = lambda *a: int(play(kit.record[0], kit.choosers, *a))
        else:
            plain, functions = plain_kit(variant, bots), [bot.decide for bot in bots]
            self._play = lambda *a: play_deal(plain, functions, *a)

    def chance(self, seed: int, times: int) -> float:
        """The first seat's share of the wins in so many games of one deal."""
        shares = np.zeros(self.variant.players, np.int64)
        self._play(seed, times, shares)
        return float(shares[0]) / (times * WHOLE_WIN)


def deal_chances(
    variant: Variant, bots: Sequence[Chooser], times: int, seconds: float, seed: int = 1, least: int = 2
) -> Array:
    """The first seat's chance under one deal after the other: the least number of them, then until time is up."""

    def share(worker: int, workers: int, end: float) -> list[float]:
        dealer = Dealer(variant, bots)
        found: list[float] = []
        for deal in range(worker, MOST_DEALS, workers):
            if deal >= least and time.monotonic() > end:
                break
            found.append(dealer.chance(seed + deal, times))
        return found

    return np.array([chance for part in on_all_threads(share, seconds) for chance in part])
