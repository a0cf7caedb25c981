"""Ways to win: plans that evolve against the game's own bot, measured on fresh deals and against each other."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tablewright.bots.plans import Choice, Plan, choices_of, words
from tablewright.bots.policies import GREEDY_BOT
from tablewright.engine import Chooser, TablewrightError, Variant
from tablewright.lab.executor import Executor
from tablewright.lab.simulate import simulate

COUNTED = 60  # games that show what there is to choose from
GLANCE, LOOK = 100, 400  # games of a first try, and of one that seems worth it
BETTER = 0.01  # by how much a change must win more to stay
WITHOUT_END = 10**9
WISHES = (1, 1, -1, 0)  # what a change may make of a preference


@dataclass(frozen=True)
class Way:
    """One plan and what it won against the game's own bot, on deals it has never seen."""

    plan: Plan
    games: int
    share: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Ways:
    """All that was found; `between[i][j]` is the share of plan i against plan j."""

    variant: Variant
    found: tuple[Way, ...]
    between: tuple[tuple[float, ...], ...]
    tried: int
    choices: tuple[Choice, ...]

    @property
    def fair(self) -> float:
        return 1 / self.variant.players

    @cached_property
    def good(self) -> tuple[Way, ...]:
        """Those that beat the game's own bot beyond chance."""
        return tuple(way for way in self.found if way.interval[0] > self.fair)

    def told(self, way: Way) -> str:
        """A plan in words."""
        wanted, shunned = self.wishes(way, 1), self.wishes(way, -1)
        parts = [f"wants {', '.join(wanted)}"] * bool(wanted) + [f"avoids {', '.join(shunned)}"] * bool(shunned)
        return "; ".join([*parts, f"early is up to turn {way.plan.until}"] if parts else ["greedy as it is"])

    def wishes(self, way: Way, value: int) -> list[str]:
        """What a plan wants (1) or avoids (-1), in words."""
        chosen = sorted(choice for choice, wish in way.plan.wishes.items() if wish == value)
        return [words(self.variant.game, choice) for choice in chosen]

    def common(self) -> list[str]:
        """What all good plans want."""
        wanted = [{choice for choice, value in way.plan.wishes.items() if value > 0} for way in self.good]
        return [words(self.variant.game, choice) for choice in sorted(set.intersection(*wanted))] if wanted else []

    def verdict(self) -> str:
        """What a designer may conclude, and no more."""
        tried = f"{self.tried:,} plans were tried against greedy"
        if not self.good:
            return f"{tried}; none beats it beyond chance: the search for other ways to win found none"
        if len(self.good) == 1:
            return f"{tried}; one of {len(self.found)} beats it beyond chance"
        alike = self.common()
        same = f"all of them want {', '.join(alike)}" if alike else "no preference is common to all of them"
        return f"{tried}; {len(self.good)} of {len(self.found)} beat it beyond chance; {same}"


@dataclass
class Breeder:
    """Lets plans evolve, one after the other, each from nothing."""

    variant: Variant
    executor: Executor | None = None
    tell: Callable[[str], None] = lambda _: None
    seed: int = 1
    tried: int = 0
    _next: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if self.variant.players < 2:
            raise TablewrightError("a game for one has nobody to beat; plans take two players or more")
        self.until, self.choices = choices_of(self.variant, COUNTED, self.seed)
        self.chance = np.random.default_rng(self.seed)
        if not self.choices:
            raise TablewrightError(f"{self.variant.game.name}: there is nothing to choose from")

    def ways(self, runs: int, minutes: float, games: int, tries: int = WITHOUT_END) -> Ways:
        """So many plans in so much time or after so many tries; the last measure of each is on so many games."""
        found = []
        for run in range(runs):
            found.append(self._way(self._evolved(60 * minutes / runs, tries // runs), games))
            self.tell(f"plan {run + 1}: {100 * found[-1].share:.1f} % of {games} fresh games against greedy")
        found.sort(key=lambda way: -way.share)
        return Ways(self.variant, tuple(found), self._between(found, games), self.tried, tuple(self.choices))

    def _evolved(self, seconds: float, tries: int) -> Plan:
        began, plan, share = time.monotonic(), Plan(self.until), 1 / self.variant.players
        before = self.tried
        while time.monotonic() - began < seconds and self.tried - before < tries:
            child = self._changed(plan)
            self.tried += 1
            if self._share(child, GLANCE) < share - 2 * BETTER:
                continue
            seed = self._fresh(LOOK)
            new, old = self._share(child, LOOK, seed), self._share(plan, LOOK, seed)
            if new > old + BETTER:
                plan, share = child, new
        return self._pruned(plan)

    def _changed(self, plan: Plan) -> Plan:
        wishes = dict(plan.wishes)
        for _ in range(int(self.chance.integers(1, 4))):
            choice = self.choices[int(self.chance.integers(len(self.choices)))]
            wishes[choice] = int(self.chance.choice(WISHES))
        until = max(0, int(plan.until + self.chance.integers(-3, 4)))
        return Plan(until, {choice: value for choice, value in wishes.items() if value})

    def _pruned(self, plan: Plan) -> Plan:
        """Without what it does not need."""
        for choice in list(plan.wishes):
            less, seed = plan.without(choice), self._fresh(LOOK)
            if self._share(less, LOOK, seed) >= self._share(plan, LOOK, seed) - BETTER / 2:
                plan = less
        return plan

    def _way(self, plan: Plan, games: int) -> Way:
        made = simulate(self.variant, self._seated(plan, GREEDY_BOT), games, self._fresh(games), self.executor)
        return Way(plan, made.games, *made.strength(0))

    def _between(self, found: list[Way], games: int) -> tuple[tuple[float, ...], ...]:
        table = np.full((len(found), len(found)), 1 / self.variant.players)
        for i, one in enumerate(found):
            for j, other in enumerate(found):
                if i != j and one.plan != other.plan:
                    rival = other.plan.chooser(self.variant.game, "other")
                    table[i, j] = self._share(one.plan, max(LOOK, games // 4), rival=rival)
        return tuple(tuple(float(share) for share in row) for row in table)

    def _share(self, plan: Plan, games: int, seed: int | None = None, rival: Chooser = GREEDY_BOT) -> float:
        first = self._fresh(games) if seed is None else seed
        made = simulate(self.variant, self._seated(plan, rival), games, first, self.executor)
        return made.strength(0)[0]

    def _seated(self, plan: Plan, rival: Chooser) -> list[Chooser]:
        return [plan.chooser(self.variant.game), *[rival] * (self.variant.players - 1)]

    def _fresh(self, games: int) -> int:
        """The first of so many deals that nobody has played yet."""
        self._next += games
        return self.seed * 100_000_000 + self._next
