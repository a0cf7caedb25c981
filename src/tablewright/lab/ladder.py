"""A ladder of thinking: does a search that thinks twice as long win? Every rung that does is a layer of skill."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tablewright.engine import Variant
from tablewright.engine.kits import Chooser
from tablewright.lab.metrics import Estimate, run_metrics
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule

BUDGETS = (16, 32, 64, 128, 256, 512, 1024, 2048)  # imagined games for one decision
GAMES = 1000


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
    """Rung by rung for about the given time; a longer search takes a larger part of it."""
    names = ["random", *(f"ismcts:{budget}" for budget in BUDGETS)]
    end, rungs = time.monotonic() + seconds, []
    for i, (weaker, stronger) in enumerate(pairwise(names)):
        left = end - time.monotonic()
        if left < 0:
            break
        part = StopRule(GAMES, seconds=left / (len(names) - 1 - i) if i < len(names) - 2 else left)
        bots = [bot(stronger), *[bot(weaker)] * (variant.players - 1)]
        share = run_metrics(collect(variant, bots, part))[f"bot.{stronger}"]
        rungs.append(Rung(stronger, weaker, share, 1 / variant.players))
    return rungs


def height(rungs: Sequence[Rung]) -> int:
    """How many rungs in a row, from the lowest, were climbed beyond chance."""
    for i, rung in enumerate(rungs):
        if not rung.climbed:
            return i
    return len(rungs)
