"""Expert iteration: games, networks fitted to them, settings of the search for them, and a gate on fresh deals.

The first games are those of the game's own bot with many random moves, which is quick and shows much of what positions
are worth, and games of the search, which show habits: which moves are likely to be good. Where a game has no bot of its
own the very first games are random, and a few generations of quick games follow, each one decision ahead by what was
learned from those before. Every later round adds games of the best so far. Settings are looked for together with the
networks, always at equal time. A round is kept only if it beats the best so far beyond chance. Interrupted, training
goes on from what passed last.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from math import log10
from typing import Any

import numpy as np

from tablewright.bots.learn.features import Rows, rows_for
from tablewright.bots.learn.lessons import fitted_to
from tablewright.bots.learn.play import Gather, Harvest, Order, joined, one_by_one, some_of
from tablewright.bots.learn.prune import MOST_LOOKED, looked_at, worthwhile
from tablewright.bots.learn.settle import Duel, Settler, Thinker, at_equal_time, for_seconds, seconds_a_game
from tablewright.bots.levels import LIKE, Settings, levels_of
from tablewright.bots.net import SEATS
from tablewright.bots.nets import Arrays, has_net, older_net, path_of, save_net, settings_of, stored, version_of
from tablewright.bots.policies import has_policy
from tablewright.bots.search import compile_search
from tablewright.bots.seats import BotError
from tablewright.engine import NO_NUMBA, Variant, numba, plain_kit

FRESH = 1_000_000_000  # training deals begin here, far from those of simulations and ladders
FURTHER = 100  # generations are numbered from here on: rounds never get there
SEARCHED = 250_000_000  # those of the search so much further on
SETTLED = 3_000_000_000  # those of the settings here
GATE = 1_900_000_000  # and those of the gate here, every round further on
BUFFER = 400_000
PLAYING = 0.2  # the part of the time in which the search plays games to learn from, in one round
LEAST_SEARCHED = 300
SETTLING = 0.5  # the part of the time in which settings are looked for
TEACHING = 3  # games that habits are learned from have so many times the iterations of the level
LEAST_TAUGHT = 100  # and at least so many
GENERATIONS = 8  # of quick games where a game has no bot of its own
REMEMBERED = 3  # of them are learned from
SHOWING = 20_000  # positions that show what is worth looking at
LONG = 400  # `master` is settled and measured with so many times less thought than it has


def rating_of(share: float, fair: float) -> float:
    """Points of rating that a share of the wins stands for, where `fair` is that of an equal."""
    share, even = min(max(share, 0.01), 0.99), fair / (1 - fair)
    return 400 * log10(share / (1 - share) / even)


def deals_to_learn() -> tuple[int, int]:
    """Where the deals of training begin, and those of a gate that no earlier one has seen."""
    return FRESH, GATE + int(time.time()) % 90_000_000


@dataclass(frozen=True)
class Plan:
    """How to train; what is left open follows from the game."""

    minutes: float = 10.0
    games: int = 20_000  # of the game's own bot in the first round
    search_games: int = 0  # of the search in every round; 0: as many as there is time for
    gate: int = 200
    noise: int = 100  # random moves of a thousand, on average
    threads: int = 2


@dataclass(frozen=True)
class Round:
    """What one round of training came to."""

    name: str
    positions: int
    fitted: str
    share: float
    interval: tuple[float, float]
    fair: float

    @property
    def kept(self) -> bool:
        return self.interval[0] > self.fair

    def __str__(self) -> str:
        low, high = (100 * end for end in self.interval)
        verdict = "kept" if self.kept else "not kept"
        return (
            f"{self.name}: {self.positions:,} positions, {self.fitted}; "
            f"{100 * self.share:.1f} % ({low:.1f} to {high:.1f}) against the best so far: {verdict}"
        )


@dataclass
class Trainer:
    """One training; `best` is what passed last for the short thought of `learned`, at first the game's own `medium`."""

    variant: Variant
    plan: Plan
    duel: Duel
    tell: Callable[[str], None] = print
    stop: threading.Event = field(default_factory=threading.Event)
    gather: Gather = one_by_one
    rounds: list[Round] = field(default_factory=list)

    def __post_init__(self) -> None:
        if numba() is None:
            raise BotError(NO_NUMBA)
        if self.variant.players > SEATS:
            raise BotError(f"networks are for up to {SEATS} players, not for {self.variant.players}")
        levels = levels_of(self.variant.game)
        self.reference = Thinker(levels[LIKE["learned"]])
        self.best, self._told = self.reference, dict[str, Any]()
        self._buffer: list[Harvest] = []
        self._has_bot = has_policy(plain_kit(self.variant))
        self._beginner: Arrays | None = None  # what quick games taught where the game has no bot of its own
        if has_net(self.variant):
            path = path_of(self.variant)
            self.best = Thinker(settings_of(self.variant, "learned"), stored(path))
            self.tell(f"goes on from {path.name}")

    def run(self) -> list[Round]:
        """Train until the time is over or somebody says stop; a round that has begun is finished.

        At the end settings for long thought are looked for, with what was learned.
        """
        compile_search(self.variant.game)
        began = time.monotonic()
        self._adopt()
        while not self.rounds or not self._is_over(began):
            self._note(self._round(len(self.rounds)), began)
        if self.best.learned is not None:
            self._note(self._lengthened(), began)
        return self.rounds

    def _is_over(self, began: float) -> bool:
        """Half of the time is for rounds, a quarter for the settings of long thought; the rest is for gates."""
        return self.stop.is_set() or time.monotonic() - began > 60 * self.plan.minutes / 2

    def _note(self, made: Round, began: float) -> None:
        self.rounds.append(made)
        left = max(0.0, self.plan.minutes - (time.monotonic() - began) / 60)
        self.tell(f"{made}; {self._strength()}; {left:.0f} minutes left")

    def _strength(self) -> str:
        """By how much the rounds that passed raise the rating, over what there was when the training began."""
        points = sum(rating_of(made.share, made.fair) for made in self.rounds if made.kept)
        return f"{points:+.0f} points since the beginning"

    def _adopt(self) -> None:
        """Without a network for these rules, one for earlier ones has to pass the gate and is gone on from."""
        older = older_net(self.variant) if self.best.learned is None else None
        if older is not None:
            path, learned, settings = older
            self.rounds.append(self._gate("round 0", Thinker(settings, learned), 0, "not fitted"))
            self.tell(f"{path.name} was trained for other rules or cards; {self.rounds[-1]}")

    def _round(self, number: int) -> Round:
        if not self._buffer:
            self._buffer += self._first_games(number)
        self._buffer += self._play(number, searching=True)
        while sum(len(one.states) for one in self._buffer) > BUFFER and len(self._buffer) > 1:
            self._buffer.pop(0)
        learned, fitted = self._fitted(joined(self._buffer), number)
        settler = Settler(self.variant, self.duel, self.reference, SETTLED + 10_000_000 * number, self.tell)
        new = settler.settled(replace(self.best, learned=learned), for_seconds(SETTLING * 60 * self.plan.minutes / 2))
        positions = sum(len(one.states) for one in self._buffer)
        return self._gate(f"round {number}", new, positions, fitted)

    def _first_games(self, number: int) -> list[Harvest]:
        """Quick games; without a bot of the game's own each generation plays by what the last ones taught."""
        games = self._play(number, searching=False)
        if self._has_bot or self.best.learned is not None:
            return games
        for generation in range(1, GENERATIONS):
            self._beginner, fitted = self._fitted(joined(games), generation)
            self.tell(f"quick games, generation {generation}: {fitted}")
            games += self._play(FURTHER + generation, searching=False)
            games = games[-REMEMBERED * self.plan.threads :]
        return games

    def _fitted(self, games: Harvest, seed: int) -> tuple[Arrays, str]:
        """Networks for the games so far, and how well they fit games that they have not seen."""
        self._check_targets(games.targets)
        rows = self._rows(games)
        shown = some_of(games, SHOWING)
        made = fitted_to(self.variant, shown, rows, seed)
        too_much = looked_at(made.data) > MOST_LOOKED
        if too_much or shown is not games:
            rows = worthwhile(rows, made.data, made.moved) if too_much else rows
            made = fitted_to(self.variant, games, rows, seed)
        return made.learned, made.told

    def _play(self, number: int, searching: bool) -> list[Harvest]:
        """Games in as many parts as there are threads, each with its own deals."""
        plan, thinker = self.plan, self._teacher()
        each = -(-(self._search_games() if searching else plan.games) // plan.threads)
        first = FRESH + SEARCHED * searching
        seeds = [first + (number * plan.threads + i) * 1_000_000 for i in range(plan.threads)]
        keep = 100 if searching else 10  # positions of one game have one outcome: few of many games teach more
        judging = thinker.learned is not None and not self._has_bot  # shows little where much is random
        noise = plan.noise * 3 // 4 if searching or judging else plan.noise
        order = Order(each, noise, keep, searching)
        return self.gather(self.variant, thinker.chooser(self.variant, "teacher"), order, seeds)

    def _search_games(self) -> int:
        """As many as the plan says, or as are played in their part of the time."""
        if self.plan.search_games:
            return self.plan.search_games
        spent = seconds_a_game(self.variant, self._teacher(), FRESH)
        return max(LEAST_SEARCHED, round(PLAYING * 60 * self.plan.minutes * self.plan.threads / spent))

    def _teacher(self) -> Thinker:
        """The best so far, with more thought, no caution and no habits: what it looks at is what is learned.

        Habits that were learned from a search which follows them become ever surer of themselves and no better.
        """
        iterations = max(LEAST_TAUGHT, TEACHING * self.best.settings.iterations)
        unguided = self.best.with_settings(iterations=iterations, caution=0, habit=0, reflex=0)
        if self.best.learned is None and self._beginner is not None:
            return replace(unguided, learned=self._beginner).with_settings(depth=0, judge=1)
        return unguided

    def _rows(self, games: Harvest) -> Rows:
        picked = np.random.default_rng(1).choice(len(games.states), min(len(games.states), 4000), replace=False)
        return rows_for(self.variant, games.states[picked], games.movers[picked])

    def _check_targets(self, targets: Any) -> None:
        sums = targets.sum(axis=1)
        if abs(sums - sums[0]).max() > 0.02:
            name = self.variant.game.name
            raise BotError(f"{name}: what one seat gains no other loses; networks learn shares that add up to the same")

    def _gate(self, name: str, new: Thinker, positions: int, fitted: str) -> Round:
        """Fresh deals against the best so far, at equal time; what passes is written."""
        new = at_equal_time(self.variant, new, self.reference, GATE)
        made, seed = self._measured(name, new, self.best, positions, fitted)
        if made.kept:
            self.best = new
            unproven = replace(self._long(), judge=0)  # as `expert`, until settings for long thought pass too
            self._told = {"learned": asdict(new.settings), "master": asdict(unproven)}
            self._save(made, seed)
        return made

    def _long(self) -> Settings:
        return levels_of(self.variant.game)[LIKE["master"]]

    def _lengthened(self) -> Round:
        """Settings for the time that `expert` takes, found and measured with a part of it."""
        assert self.best.learned is not None
        expert = self._long()
        reference = Thinker(
            replace(expert, iterations=max(self.reference.settings.iterations, expert.iterations // LONG))
        )
        settler = Settler(self.variant, self.duel, reference, SETTLED + 1_000_000_000, self.tell)
        new = settler.settled(self.best, for_seconds(SETTLING * 60 * self.plan.minutes / 2))
        made, seed = self._measured("master", new, reference, 0, f"a part of its thought, 1 of {LONG}")
        if made.kept:
            master = new.settings.scaled(expert.iterations, reference.settings.iterations)
            self._told = {"learned": asdict(self.best.settings), "master": asdict(master)}
            self._save(made, seed)
        return made

    def _measured(self, name: str, new: Thinker, rival: Thinker, positions: int, fitted: str) -> tuple[Round, int]:
        seed = GATE + len(self.rounds) * 100_000 + int(time.time()) % 90_000  # deals that no earlier gate has seen
        bots = new.chooser(self.variant, "new"), rival.chooser(self.variant, "best")
        share, interval = self.duel(self.variant, *bots, self.plan.gate, seed)
        return Round(name, positions, fitted, share, interval, 1 / self.variant.players), seed

    def _save(self, made: Round, seed: int) -> None:
        assert self.best.learned is not None
        gate = {"games": self.plan.gate, "seed": seed, "share": made.share, "interval": made.interval}
        told = {
            "game": self.variant.game.name,
            "version": version_of(self.variant),
            "state": self.variant.game.state.hash,
            "players": self.variant.players,
            "edition": self.variant.edition,
            "set": self.variant.changes,
            "settings": self._told,
            "rounds": [*(str(one) for one in self.rounds), str(made)],
            "gate": gate,
        }
        save_net(path_of(self.variant), self.best.learned, told)
