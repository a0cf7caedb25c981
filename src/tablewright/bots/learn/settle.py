"""Settings of the search for what was learned: changed at random, at equal time, and kept where they win.

How deep to play on, how much to follow habits and how boldly to look elsewhere depend on each other, on the game and on
how long a bot may think. Every try gets as many iterations as take the time that the reference takes, so nothing is
bought with time.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace

import numpy as np

from tablewright.bots.levels import Settings
from tablewright.bots.nets import Arrays, as_record
from tablewright.bots.policies import has_policy
from tablewright.bots.search import chooser_of
from tablewright.engine import Chooser, Variant, compiled_runner, outputs, plain_kit

Duel = Callable[[Variant, Chooser, Chooser, int, int], tuple[float, tuple[float, float]]]
"""(variant, one, other, games, seed) -> the share of the first, and its 95 % interval by deal."""

GLANCES = 30, 300  # games of a first try: as many as take no longer than to time it, but within these
LOOK = 3  # so many times as many of one that seems worth it
BETTER = 0.03  # by how much a change must win more to stay
TIMED = 0.25  # seconds of games that show how long a decision takes
CHANGES: Mapping[str, tuple[int, ...]] = {
    "depth": (0, 2, 4, 8, 15, 30, 60, 400),
    "turns": (1, 2, 4, 6),
    "plies": (0, 1, 2),
    "exploration": (200, 300, 500, 700),
    "widening": (0, 5, 10),
    "greed": (0, 50, 100),
    "caution": (0, 150, 300, 500),
    "habit": (0, 300, 600, 1200, 2500, 5000),
    "reflex": (0, 0, 30, 100),
    "judge": (0, 1),
}
"""What is changed, and to what; the rest stays as the level of the game has it."""


@dataclass(frozen=True)
class Thinker:
    """A search: how it thinks, and what it has learned."""

    settings: Settings
    learned: Arrays | None = None

    def chooser(self, variant: Variant, name: str) -> Chooser:
        return chooser_of(name, self.settings, None if self.learned is None else as_record(variant, self.learned))

    def with_settings(self, **changes: int) -> "Thinker":
        return replace(self, settings=replace(self.settings, **changes))


def seconds_a_decision(variant: Variant, thinker: Thinker, seed: int) -> float:
    """Processor time of one thread for a decision, over whole games."""
    spent, made, _ = _spent(variant, thinker, seed)
    return spent / made


def seconds_a_game(variant: Variant, thinker: Thinker, seed: int) -> float:
    spent, _, games = _spent(variant, thinker, seed)
    return spent / games


def _spent(variant: Variant, thinker: Thinker, seed: int) -> tuple[float, int, int]:
    """Processor time of one thread, decisions and games, for as many as show it."""
    run = compiled_runner(variant, [thinker.chooser(variant, "timed")] * variant.players)
    spent, made, games = 0.0, 0, 0
    while spent < TIMED:
        began = time.thread_time()
        made += run(seed + games, 0, 1, *outputs(1, variant.players, len(variant.game.probes)))
        spent += time.thread_time() - began
        games += 1
    return spent, made, games


def at_equal_time(variant: Variant, thinker: Thinker, reference: Thinker, seed: int) -> Thinker:
    """As many iterations as the reference has time for."""
    return within(seconds_a_decision(variant, reference, seed), variant, thinker, seed)


def within(seconds: float, variant: Variant, thinker: Thinker, seed: int) -> Thinker:
    """As many iterations as there is time for in a decision."""
    own = seconds_a_decision(variant, thinker, seed)
    return thinker.with_settings(iterations=max(2, round(thinker.settings.iterations * seconds / own)))


def first_guesses(variant: Variant, reference: Thinker, best: Thinker) -> list[Thinker]:
    """Ways to use what the best has learned that have proven good somewhere: it judges, it guides, or both.

    Without a bot of the game's own playouts are random, and the fewer the better. Where playouts are judged at the
    start of a turn, few turns are a way too. And what is good for one time to think may be good for another.
    """
    learned = best.learned
    assert learned is not None
    depths = (2, 4) if has_policy(plain_kit(variant)) else (0, 2)
    judging = [{"judge": 1, "depth": depth} for depth in depths] if len(learned["weight"]) else []
    judging += [{"judge": 1, "turns": 2}] if judging and reference.settings.turns else []
    guiding = []
    if len(learned["choice"]):
        guiding = [{"habit": 600}, {"habit": 1200, "plies": 0, "caution": 0}]
    both = [{**one, **guiding[-1]} for one in judging[:1] for _ in guiding[:1]]
    idle = {"judge": 0}
    exact = {"solve": reference.settings.solve, "worlds": reference.settings.worlds}  # as the time allows
    known = [best.with_settings(**exact)] if best.settings.judge or best.settings.habit else []
    made = [replace(reference.with_settings(**{**idle, **one}), learned=learned) for one in judging + guiding + both]
    return known + made


@dataclass
class Settler:
    """Looks for settings that beat a reference at equal time."""

    variant: Variant
    duel: Duel
    reference: Thinker
    seed: int
    tell: Callable[[str], None] = lambda _: None
    tried: int = 0
    _next: int = field(default=0, init=False)
    _allowed: float = field(default=0.0, init=False)  # seconds of a decision

    def __post_init__(self) -> None:
        self.chance = np.random.default_rng(self.seed)

    def settled(self, best: Thinker, enough: Callable[[int], bool]) -> Thinker:
        """The best found for what the best so far has learned, until that many tries are enough.

        The first guesses are always looked at.
        """
        self._allowed = seconds_a_decision(self.variant, self.reference, self._fresh(1000))
        guesses = [self._timed(one) for one in first_guesses(self.variant, self.reference, best)]
        glances = self._glances()
        shares = [self._share(one, self.reference, LOOK * glances) for one in guesses]
        self.tell("settings: " + ", ".join(f"{100 * share:.0f} %" for share in shares) + " for the first guesses")
        best = guesses[int(np.argmax(shares))]
        while not enough(self.tried):
            child = self._changed(best)
            self.tried += 1
            glance = self._share(child, best, glances)
            if glance <= 1 / self.variant.players:
                continue
            share = (glance + self._share(child, best, LOOK * glances) * LOOK) / (1 + LOOK)
            if share > 1 / self.variant.players + BETTER:
                self.tell(f"settings: {difference(best.settings, child.settings)} wins {100 * share:.0f} %")
                best = child
        return best

    def _changed(self, thinker: Thinker) -> Thinker:
        changes = dict[str, int]()
        assert thinker.learned is not None
        missing = {"judge"} if not len(thinker.learned["weight"]) else set()
        missing |= {"habit", "reflex"} if not len(thinker.learned["choice"]) else set()
        missing |= set() if self.reference.settings.turns else {"turns"}
        names = [name for name in CHANGES if name not in missing]
        while not changes or self.chance.random() < 0.4:
            name = names[int(self.chance.integers(len(names)))]
            changes[name] = int(self.chance.choice(CHANGES[name]))
        changed = thinker.with_settings(**changes)
        return self._changed(thinker) if changed == thinker else self._timed(changed)

    def _timed(self, thinker: Thinker) -> Thinker:
        return within(self._allowed, self.variant, thinker, self._fresh(1000))

    def _glances(self) -> int:
        least, most = GLANCES
        return min(most, max(least, round(TIMED / seconds_a_game(self.variant, self.reference, self._fresh(1000)))))

    def _share(self, one: Thinker, other: Thinker, games: int) -> float:
        bots = one.chooser(self.variant, "new"), other.chooser(self.variant, "best")
        return self.duel(self.variant, *bots, games, self._fresh(games))[0]

    def _fresh(self, games: int) -> int:
        """The first of so many deals that nobody has played yet."""
        self._next += games
        return self.seed + self._next


def for_seconds(seconds: float) -> Callable[[int], bool]:
    """Enough is what that time, from now on, has room for."""
    began = time.monotonic()
    return lambda _tried: time.monotonic() - began >= seconds


def difference(before: Settings, after: Settings) -> str:
    """`depth 60 -> 4, habit 0 -> 600`"""
    old, new = asdict(before), asdict(after)
    return ", ".join(f"{name} {old[name]} -> {new[name]}" for name in new if new[name] != old[name])
