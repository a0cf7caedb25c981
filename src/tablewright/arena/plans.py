"""Ways to win: preferences tried one by one against the game's own bot, plans made of those that hold, and what it
comes to on fresh deals.

First every preference plays alone, in a race: all play some games on the same deals, the better ones more, and so on.
Plans then grow from the best of them, each from another one, and lose what they do not need. Whatever is told was
measured once more on deals that had no part in the choice.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tablewright.bots.plans import EARLY, LATE, Choice, Plan, choices_of, meant, words
from tablewright.bots.policies import GREEDY_BOT
from tablewright.engine import Chooser, TablewrightError, Variant
from tablewright.lab.executor import Executor
from tablewright.lab.simulate import simulate

COUNTED = 60  # games that show what there is to choose from
RACE = (100, 300, 900)  # games of a preference alone; a third of them gets to the next stretch
ALONE = 5  # of the best and of the worst preferences are measured once more
GLANCE, LOOK = 100, 400  # games of a first try of a plan, and of one that seems worth it
BETTER = 0.01  # by how much a change must win more to stay
WITHOUT_END = 10**9
WISHES = (1, 1, -1, 0)  # what a change may make of a preference
SCREENING = 0.5  # the part of the time, or of the tries, in which preferences play alone
PROMISING = 0.7  # how often a change of a plan takes up one that did well alone


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
    alone: tuple[Way, ...] = ()  # single preferences: the best and the worst of those tried, the best first
    forced: tuple[str, ...] = ()  # what every plan had to want, as it was asked for
    given: frozenset[Choice] = frozenset()  # the choices that this means: they are not told of every plan

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
        plain = "nothing else" if self.forced else "greedy as it is"
        return "; ".join([*parts, f"early is up to turn {way.plan.until}"] if parts else [plain])

    def wishes(self, way: Way, value: int) -> list[str]:
        """What a plan wants (1) or avoids (-1), in words."""
        return named(self.variant, self._chosen(way, value))

    def _chosen(self, way: Way, value: int) -> set[Choice]:
        return {choice for choice, wish in way.plan.wishes.items() if wish == value and choice not in self.given}

    def common(self, value: int = 1) -> list[str]:
        """What all good plans want (1) or avoid (-1); what only some of them do early and others late is told so."""
        chosen = [self._chosen(way, value) for way in self.good]
        if not chosen:
            return []
        same = set.intersection(*chosen)
        whenever = set.intersection(*({choice for _, choice in part} for part in chosen))
        whenever -= {choice for _, choice in same}
        some = [words(self.variant.game, (EARLY, choice)).rsplit(" ", 1)[0] for choice in sorted(whenever)]
        return [*named(self.variant, same), *(f"{text} early or late" for text in some)]

    def losing(self) -> list[Way]:
        """Single preferences that lose beyond chance."""
        return [way for way in self.alone if way.interval[1] < self.fair]

    def unwanted(self) -> list[str]:
        """What loses beyond chance if it is wanted, and no good plan wants."""
        if self.forced:  # what loses may be that
            return []
        lost = {choice for way in self.losing() for choice in self._chosen(way, 1)}
        return named(self.variant, lost - {choice for way in self.good for choice in self._chosen(way, 1)})

    def verdict(self) -> str:
        """What a designer may conclude, and no more."""
        forced = f" that want {', '.join(self.forced)}" if self.forced else ""
        tried = f"{self.tried:,} plans{forced} were tried against greedy"
        return "; ".join([tried, *self._on_plans(), *self._on_preferences()])

    def _on_plans(self) -> Iterator[str]:
        if not self.good:
            yield "none beats it beyond chance: the search for other ways to win found none"
            return
        if len(self.good) == 1:
            yield f"one of {len(self.found)} beats it beyond chance"
            return
        yield f"{len(self.good)} of {len(self.found)} beat it beyond chance"
        alike = [(verb, self.common(value)) for verb, value in (("want", 1), ("avoid", -1))]
        same = " and ".join(f"{verb} {', '.join(what)}" for verb, what in alike if what)
        only = f"all of them {same}: only one way to beat it was found"
        yield only if same else "no preference is common to all of them"

    def _on_preferences(self) -> Iterator[str]:
        holds = [way for way in self.alone if way.interval[0] > self.fair]
        if holds:
            yield f"alone {len(holds)} of the preferences that did best still win beyond chance on fresh deals"
        if self.unwanted():
            yield f"in no good plan, and losing beyond chance where it is wanted: {', '.join(self.unwanted())}"


def named(variant: Variant, choices: Sequence[Choice] | set[Choice]) -> list[str]:
    """Choices in words; one that holds early and late is told once."""
    texts = dict[str, set[str]]()
    for choice in sorted(choices, key=lambda one: (one[1], one[0])):
        text, phase = words(variant.game, choice).rsplit(" ", 1)
        texts.setdefault(text, set()).add(phase)
    return [text if len(phases) == 2 else f"{text} {min(phases)}" for text, phases in texts.items()]


@dataclass
class Breeder:
    """Tries preferences alone, then lets plans grow, one after the other, each from another one that did well."""

    variant: Variant
    executor: Executor | None = None
    tell: Callable[[str], None] = lambda _: None
    seed: int = 1
    wants: Sequence[str] = ()  # what every plan has to want, such as `mine` or `buy drill early`
    early: int | None = None  # the last turn that is early to begin with; None: half of a game
    tried: int = 0
    _next: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if self.variant.players < 2:
            raise TablewrightError("a game for one has nobody to beat; plans take two players or more")
        wishes = {choice: 1 for want in self.wants for choice in meant(self.variant.game, want)}
        middle, self.choices = choices_of(self.variant, COUNTED, self.seed, wishes)
        self.until = middle if self.early is None else self.early
        self.chance = np.random.default_rng(self.seed)
        if not self.choices:
            raise TablewrightError(f"{self.variant.game.name}: there is nothing to choose from")
        self.forced = Plan(self.until, wishes)
        self.promising: list[Plan] = []

    def ways(self, runs: int, minutes: float, games: int, tries: int = WITHOUT_END) -> Ways:
        """So many plans in so much time or after so many tries; the last measure of each is on so many games."""
        found, began = [], time.monotonic()
        alone = self._screened(began + SCREENING * 60 * minutes, int(SCREENING * tries))
        for run in range(runs):
            seconds = (60 * minutes - (time.monotonic() - began)) / (runs - run)
            found.append(self._way(self._evolved(run, seconds, (tries - self.tried) // (runs - run)), games))
            self.tell(f"plan {run + 1}: {100 * found[-1].share:.1f} % of {games} fresh games against greedy")
        found.sort(key=lambda way: -way.share)
        single = sorted((self._way(plan, games) for plan in alone), key=lambda way: -way.share)
        given = tuple(self.wants), frozenset(self.forced.wishes)
        between = self._between(found, games)
        return Ways(self.variant, tuple(found), between, self.tried, tuple(self.choices), tuple(single), *given)

    # Preferences alone

    def _singles(self) -> list[Plan]:
        """Every preference by itself, wanted and avoided, early, late and always; what is met most often first."""
        made, known = list[Plan](), set(self.choices)
        for phase, choice in self.choices:
            always = (1 - phase, choice) in known
            times = [(phase,), (EARLY, LATE)] if always and phase == EARLY else [(phase,)]
            for value in (1, -1):
                made += [self._with({(when, choice): value for when in phases}) for phases in times]
        return [plan for plan in made if plan.wishes != self.forced.wishes]

    def _with(self, wishes: dict[Choice, int]) -> Plan:
        return Plan(self.until, {**wishes, **self.forced.wishes})

    def _screened(self, end: float, tries: int) -> list[Plan]:
        """The race; returns the best and the worst that were tried."""
        left, share = self._singles()[:tries], dict[int, float]()
        last = dict[int, Plan]()
        for games in RACE:
            seed = self._fresh(games)
            for plan in left:
                if time.monotonic() > end:
                    break
                self.tried += games == RACE[0]
                share[id(plan)], last[id(plan)] = self._share(plan, games, seed), plan
            left = sorted((plan for plan in left if id(plan) in share), key=lambda plan: -share[id(plan)])
            left = [plan for plan in left[: max(ALONE, len(left) // 3)] if share[id(plan)] > 1 / self.variant.players]
        self.promising = left
        ranked = sorted(last.values(), key=lambda plan: -share[id(plan)])
        wanted = [plan for plan in ranked if max(plan.wishes.values()) > 0 and plan not in left]
        return left[:ALONE] + wanted[-ALONE:]

    # Plans

    def _evolved(self, run: int, seconds: float, tries: int) -> Plan:
        began, plan, share = time.monotonic(), self.forced, 1 / self.variant.players
        if run < len(self.promising):
            plan = self.promising[run]
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
        """Another plan: often with what did well alone, else with any change."""
        if self.promising and self.chance.random() < PROMISING:
            taken = self.promising[int(self.chance.integers(len(self.promising)))]
            if any(plan.wishes.get(choice) != value for choice, value in taken.wishes.items()):
                return Plan(plan.until, {**plan.wishes, **taken.wishes, **self.forced.wishes})
        wishes = dict(plan.wishes)
        for _ in range(int(self.chance.integers(1, 4))):
            choice = self.choices[int(self.chance.integers(len(self.choices)))]
            wishes[choice] = int(self.chance.choice(WISHES))
        until = max(0, int(plan.until + self.chance.integers(-3, 4)))
        wishes = {choice: value for choice, value in wishes.items() if value}
        return Plan(until, {**wishes, **self.forced.wishes})

    def _pruned(self, plan: Plan) -> Plan:
        """Without what it does not need."""
        for choice in list(plan.wishes):
            less, seed = plan.without(choice), self._fresh(LOOK)
            if choice in self.forced.wishes:
                continue
            if self._share(less, LOOK, seed) >= self._share(plan, LOOK, seed) - BETTER / 2:
                plan = less
        return plan

    # Games

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
