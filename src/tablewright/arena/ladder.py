"""The ladder: neighbouring levels play each other in every seat on common seeds; win rates, intervals and ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tablewright.arena.standings import strengths
from tablewright.bots.allowance import of_them_waits
from tablewright.bots.stepping import Patience, Player, player
from tablewright.engine import TablewrightError, Variant
from tablewright.lab.executor import Executor
from tablewright.lab.simulate import simulate
from tablewright.lab.statistics import Estimate

BUDGETS = (16, 64, 256, 1024, 4096)  # imagined games for one decision
RUNGS = (("easy", "random"), ("medium", "greedy"), ("medium", "easy"), ("hard", "medium"), ("expert", "hard"))


@dataclass(frozen=True)
class Pairing:
    """One bot against the other one in all remaining seats."""

    stronger: str
    weaker: str
    games: int
    share: float
    interval: tuple[float, float]
    fair: float  # what equal bots would get
    faults: tuple[str, ...] = ()  # how a user's bot failed, one a game

    def __str__(self) -> str:
        failed = ""
        if self.faults:
            failed = f"; it failed in {len(self.faults)}{of_them_waits(self.faults)}, first: {self.faults[0]}"
        return f"{self.stronger} against {self.weaker}: {self.share:.1%} of {self.games} games{failed}"

    @property
    def wins(self) -> Estimate:
        return Estimate(self.share, *self.interval, self.games)

    @property
    def beaten(self) -> bool:
        """Whether the stronger one is stronger beyond chance."""
        return self.interval[0] > self.fair

    @property
    def loses(self) -> bool:
        """Whether the one that should be stronger is weaker beyond chance."""
        return self.interval[1] < self.fair


@dataclass(frozen=True)
class Ladder:
    """The pairings of one game and what follows for the bots' ratings."""

    variant: Variant
    seed: int
    pairings: tuple[Pairing, ...]

    def ratings(self) -> dict[str, float]:
        """Bradley-Terry ratings on the scale of Elo, best first; the weakest bot has 0."""
        names = sorted({name for pairing in self.pairings for name in (pairing.stronger, pairing.weaker)})
        fitted = _bradley_terry(names, self.pairings)
        return dict(sorted(zip(names, fitted, strict=True), key=lambda pair: -pair[1]))


def climb(
    variant: Variant,
    games: int,
    seed: int = 1,
    rungs: Sequence[tuple[str, str]] = RUNGS,
    executor: Executor | None = None,
    progress: Callable[[Pairing], None] | None = None,
    advance: Callable[[int], None] | None = None,
) -> Ladder:
    """Play all pairings with so many games each; `progress` is told of every pairing, `advance` of every few games."""
    whole = whole_rotations(variant, games)
    for stronger, weaker in rungs:
        seated(variant, stronger, weaker)  # what is wrong with a later one is said before the first is played
    pairings = []
    for stronger, weaker in rungs:
        pairings.append(pair(variant, stronger, weaker, whole, seed, executor, advance))
        if progress is not None:
            progress(pairings[-1])
    return Ladder(variant, seed, tuple(pairings))


def thinking(
    variant: Variant,
    most: int,
    games: int,
    executor: Executor | None = None,
    advance: Callable[[int], None] | None = None,
) -> Ladder:
    """Does a search that thinks four times as long win? From random play up to so many imagined games a decision."""
    names = ["random", *(f"ismcts:{n}" for n in BUDGETS if n <= most)]
    rungs = [(stronger, weaker) for weaker, stronger in pairwise(names)]
    return climb(variant, games, 1, rungs, executor, None, advance)


def whole_rotations(variant: Variant, games: int) -> int:
    """So many games or a few more: as many in every seat."""
    if games < 1:
        raise TablewrightError(f"the number of games is {games}; it must be at least 1")
    return -(-games // variant.players) * variant.players


def pair(
    variant: Variant,
    stronger: str,
    weaker: str,
    games: int,
    seed: int,
    executor: Executor | None = None,
    advance: Callable[[int], None] | None = None,
) -> Pairing:
    """One against all others, moved through all seats on the same seeds."""
    patience = Patience()
    bots = seated(variant, stronger, weaker)
    made = simulate(variant, bots, games, seed, executor, advance, keep=patience.watch)
    share, interval = made.strength(0)
    faults = tuple(reason for _, reason in made.faults)
    return Pairing(stronger, weaker, made.games, share, interval, 1 / variant.players, faults)


def seated(variant: Variant, stronger: str, weaker: str) -> list[Player]:
    """The bots of one pairing."""
    if variant.players < 2:
        raise TablewrightError("a game for one has no ladder; it takes two players or more")
    if stronger == weaker:
        raise TablewrightError(f"{stronger} cannot be compared with itself")
    return [player(stronger, variant), *[player(weaker, variant)] * (variant.players - 1)]


def _bradley_terry(names: Sequence[str], pairings: Sequence[Pairing]) -> list[float]:
    """Strengths that fit the pairings best; with several opponents a win is one over each of them."""
    wins = np.zeros((len(names), len(names)))
    for pairing in pairings:
        one, other = names.index(pairing.stronger), names.index(pairing.weaker)
        wins[one, other] += pairing.games * pairing.share
        wins[other, one] += pairing.games * (1 - pairing.share) * pairing.fair / (1 - pairing.fair)
    fitted = strengths(wins)
    return [float(strength) for strength in fitted - fitted.min()]
