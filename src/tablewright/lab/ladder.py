"""A ladder of thinking: does a search that thinks four times as long win? Every rung that does is a layer of skill."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tablewright.engine import Variant
from tablewright.engine.kits import Chooser
from tablewright.lab.metrics import Estimate, run_metrics
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule, simulate

BUDGETS = (16, 64, 256, 1024, 4096)  # imagined games for one decision
GAMES = 1000
LEAST_GAMES = 30  # a rung with fewer is not begun
TRIAL, TRIAL_SECONDS = 4, 0.1  # a short search that tells how long others will take


@dataclass(frozen=True)
class Rung:
    """A stronger bot against a weaker one in all other seats, moved through all seats."""

    stronger: str
    weaker: str
    share: Estimate
    fair: float

    @property
    def climbed(self) -> bool:
        return self.share.low > self.fair


def climb(variant: Variant, bot: Callable[[str], Chooser], seconds: float) -> list[Rung]:
    """Rung by rung for about the given time, as far as it suffices; a longer search takes a larger part of it."""
    names = ["random", *(f"ismcts:{budget}" for budget in BUDGETS)]
    end, rungs = time.monotonic() + seconds, []
    one = _seconds_for_one(variant, bot(f"ismcts:{TRIAL}"))
    for i, (weaker, stronger) in enumerate(pairwise(names)):
        left = end - time.monotonic()
        needed = LEAST_GAMES * one * BUDGETS[i]
        if needed > left:
            break
        part = StopRule(GAMES, seconds=max(needed, left / (len(BUDGETS) - i)))
        bots = [bot(stronger), *[bot(weaker)] * (variant.players - 1)]
        share = run_metrics(collect(variant, bots, part))[f"bot.{stronger}"]
        if share.n < LEAST_GAMES:
            break
        rungs.append(Rung(stronger, weaker, share, 1 / variant.players))
    return rungs


def _seconds_for_one(variant: Variant, short: Chooser) -> float:
    """What one imagined game a decision takes in a whole game, on all cores."""
    simulate(variant, [short], 1)  # compiled before the clock starts
    tried = simulate(variant, [short], StopRule(GAMES, seconds=TRIAL_SECONDS))
    return tried.seconds / (tried.games * TRIAL)


def height(rungs: Sequence[Rung]) -> int:
    """How many rungs in a row, from the lowest, were climbed beyond chance."""
    for i, rung in enumerate(rungs):
        if not rung.climbed:
            return i
    return len(rungs)
