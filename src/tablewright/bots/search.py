"""The search at the table: budgets in iterations or milliseconds, several threads, and greedy while the compiler works.

Iterations on one thread give the same move for the same seed every time.
"""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from tablewright.bots import ismcts
from tablewright.bots.ismcts import Tree, choose_ismcts
from tablewright.bots.levels import Budget, Settings, levels_of
from tablewright.bots.seats import Bot, BotError, greedy_bot, stream_of
from tablewright.engine import Game, Match, Variant
from tablewright.engine.chance import mixed
from tablewright.engine.compiler import Compiler, Entry, numba
from tablewright.engine.drivers import MOST_PLAYERS, Kit
from tablewright.engine.kits import Chooser, CompiledKit, plain_kit
from tablewright.games import names

SOURCES = (Path(ismcts.__file__),)
PLAIN_SHARE = 40  # without a compiler the search gets this part of its iterations, to answer in about the same time
FIRST_SLICE, SLICE_MS = 16, 10.0  # a budget of time is spent in slices of about this length


def chooser_of(name: str, settings: Settings) -> Chooser:
    """The search for drivers."""
    return Chooser(name, choose_ismcts, SOURCES, Tree, tuple(asdict(settings).items()))


@cache
def _grow() -> Entry:
    return Compiler("bots", SOURCES).entry(ismcts.search, Kit, Tree, int)


@cache
def _clear() -> Entry:
    return Compiler("bots", SOURCES).entry(ismcts.clear, Tree)


class PlainSearcher:
    """One tree that grows in plain mode."""

    def __init__(self, variant: Variant, settings: Settings) -> None:
        self.kit = plain_kit(variant)
        self.tree: Any = chooser_of("", settings).plain_memory()

    def start(self, state: Any, stream: int) -> None:
        """Begin a new tree from a state in which only what the seat knows is real."""
        self.kit.state, self.kit.rng = state, stream
        ismcts.clear(self.tree)

    def grow(self, iterations: int) -> None:
        ismcts.search(self.kit, self.tree, iterations)


class CompiledSearcher:
    """One tree that grows in compiled mode, without the GIL; belongs to one thread at a time."""

    def __init__(self, variant: Variant, settings: Settings) -> None:
        self.kit = CompiledKit(variant)
        self.memory = chooser_of("", settings).memory_record()

    def start(self, state: Any, stream: int) -> None:
        self.kit.put(state, stream)
        _clear().call(self.memory[0])

    def grow(self, iterations: int) -> None:
        _grow().call(self.kit.record[0], self.memory[0], iterations)

    @property
    def tree(self) -> Any:
        return self.memory.view(np.recarray)[0]


Searcher = PlainSearcher | CompiledSearcher


def grow_for(searcher: Searcher, budget: Budget) -> None:
    """Spend a budget on one tree."""
    if not budget.milliseconds:
        searcher.grow(budget.iterations)
        return
    start = now = time.perf_counter()
    size = FIRST_SLICE
    while (now - start) * 1000 < budget.milliseconds:
        searcher.grow(size)
        took, now = (time.perf_counter() - now) * 1000, time.perf_counter()
        size = max(1, min(2 * size, int(size * SLICE_MS / max(took, 0.01))))


class Warmup:
    """Compiles games one after the other in the background; a person never waits for it."""

    def __init__(self) -> None:
        self._threads: dict[Game, threading.Thread] = {}
        self._faults: dict[Game, Exception] = {}
        self._turn = threading.Lock()

    def start(self, game: Game) -> None:
        if game not in self._threads:
            self._threads[game] = threading.Thread(target=self._compile, args=(game,), daemon=True)
            self._threads[game].start()

    def _compile(self, game: Game) -> None:
        try:
            with self._turn:
                compile_search(game)
        except Exception as fault:  # it is shown where the result is needed
            self._faults[game] = fault

    def done(self, game: Game) -> bool:
        thread = self._threads.get(game)
        if game in self._faults:
            raise BotError(f"{game.name} cannot be compiled: {self._faults[game]}")
        return thread is not None and not thread.is_alive()

    def wait(self, game: Game) -> None:
        self.start(game)
        self._threads[game].join()
        self.done(game)


COMPILE = """
import sys
from tablewright.engine.build import build, missing
from tablewright.games import load
for _ in build(load, missing(load, sys.argv[1:])):
    pass
"""


def compile_search(game: Game) -> None:
    """Everything that a search in this game needs in machine code.

    The game is compiled by another process into the cache, so that this one stays free for people meanwhile.
    """
    if not game.compiled.cached:
        name = game.name if game.name in names() else str(game.folder)
        subprocess.run([sys.executable, "-c", COMPILE, name], check=True, capture_output=True)
    _ = game.compiled.entries, game.compiled.chapters, _grow(), _clear()


WARMUP = Warmup()


class SearchBot(Bot):
    """Information-set Monte Carlo tree search with a budget, or with a level that the game defines."""

    def __init__(self, name: str, budget: Budget | None = None, threads: int = 1) -> None:
        self.name = name
        self.budget = budget
        self.threads = threads
        self._stand_in = greedy_bot()
        self._remark = ""
        self._searchers: tuple[Variant, bool, list[Searcher]] | None = None

    def settings(self, game: Game) -> Settings:
        levels = levels_of(game)
        if self.budget is None:
            return levels[self.name]
        return replace(levels["hard"], iterations=self.budget.iterations or levels["hard"].iterations)

    def budget_in(self, game: Game) -> Budget:
        return self.budget or Budget(self.settings(game).iterations)

    def chooser(self, variant: Variant) -> Chooser:
        if self.budget is not None and self.budget.milliseconds:
            raise BotError(f"{self.name!r} cannot play in bulk, as its strength depends on the load; give iterations")
        return chooser_of(self.name, self.settings(variant.game))

    def prepare(self, variant: Variant) -> None:
        if numba() is not None:
            WARMUP.start(variant.game)

    def ready(self, variant: Variant) -> bool:
        return numba() is None or WARMUP.done(variant.game)

    def compiled(self, variant: Variant) -> bool:
        """Whether it need not search in plain mode; asking does not load the compiler."""
        return WARMUP.done(variant.game) and numba() is not None

    def wait(self, variant: Variant) -> None:
        """Wait until it can play at full strength."""
        if numba() is not None:
            WARMUP.wait(variant.game)

    @property
    def remark(self) -> str:
        return self._remark

    def choose(self, match: Match, seat: int) -> int:
        self._remark = ""
        legal = match.legal_ids
        if len(legal) == 1:
            return legal[0]
        if not self.ready(match.variant):
            self.prepare(match.variant)
            self._remark = f"{self.name} is still warming up for {match.game.name}; greedy made this move"
            return self._stand_in.choose(match, seat)
        trees = self.think(match, seat, self.budget_in(match.game))
        return best_action(trees)

    def think(self, match: Match, seat: int, budget: Budget) -> list[Any]:
        """Search the position as the seat knows it; one tree a thread. Plain, with less, while nothing is compiled."""
        plain = not self.compiled(match.variant)
        if plain:
            budget = replace(budget, iterations=-(-budget.iterations // PLAIN_SHARE))
        searchers = self._searchers_for(match.variant, plain)
        for i, searcher in enumerate(searchers):
            searcher.start(match.known(seat), mixed(stream_of(match), i))
        share = replace(budget, iterations=-(-budget.iterations // len(searchers)))
        in_parallel([lambda s=s: grow_for(s, share) for s in searchers])  # type: ignore[misc]
        return [searcher.tree for searcher in searchers]

    def _searchers_for(self, variant: Variant, plain: bool) -> list[Searcher]:
        if self._searchers is None or self._searchers[:2] != (variant, plain):
            settings = self.settings(variant.game)
            make = PlainSearcher if plain else CompiledSearcher
            threads = 1 if plain else self.threads
            self._searchers = variant, plain, [make(variant, settings) for _ in range(threads)]
        return self._searchers[2]


def in_parallel(tasks: list[Callable[[], None]]) -> None:
    if len(tasks) == 1:
        tasks[0]()
        return
    with ThreadPoolExecutor(len(tasks)) as pool:
        for future in [pool.submit(task) for task in tasks]:
            future.result()


def children(tree: Any, node: int) -> list[int]:
    """The nodes below a node, in ascending order of their moves."""
    found, child = [], int(tree.first[node])
    while child:
        found.append(child)
        child = int(tree.next[child])
    return found


def merged(trees: list[Any]) -> dict[int, tuple[int, int]]:
    """Visits and summed shares of every move at the root, over all trees."""
    sums: dict[int, tuple[int, int]] = {}
    for tree in trees:
        for child in children(tree, 0):
            action = int(tree.key[child]) // MOST_PLAYERS
            visits, won = sums.get(action, (0, 0))
            sums[action] = visits + int(tree.visits[child]), won + int(tree.won[child])
    return dict(sorted(sums.items()))


def best_action(trees: list[Any]) -> int:
    """What `ismcts.preferred` says of one tree, for the sum of several."""
    sums, first = merged(trees), trees[0]
    advised = int(first.advised) // MOST_PLAYERS if first.advised >= 0 else None
    if not first.caution or advised is None:
        return max(sums, key=lambda action: sums[action])
    doubt = {action: 0.0 if action == advised else int(first.caution) / 1000 for action in sums}
    return max(
        sums, key=lambda a: sums[a][1] / (max(1, sums[a][0]) * ismcts.WHOLE) - doubt[a] / sqrt(max(1, sums[a][0]))
    )
