"""The search at the table: budgets in iterations or milliseconds, several threads, and greedy while the compiler works.

Iterations on a fixed number of threads give the same move for the same seed every time. A bot that keeps its trees goes
on from what it thought before, as long as all that was decided since is known to its seat.
"""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from tablewright.bots import ismcts, tree
from tablewright.bots.inferring import what_others_did
from tablewright.bots.ismcts import Tree, choose_ismcts
from tablewright.bots.levels import LEARNED, Budget, Settings, levels_of
from tablewright.bots.nets import Arrays, net_of, settings_of, strategy_of
from tablewright.bots.seats import Bot, BotError, PolicyBot, greedy_bot, stream_of
from tablewright.bots.strategy import Strategy, choose_by_heart
from tablewright.bots.tree import THEN
from tablewright.engine import (
    MOST_PLAYERS,
    Chooser,
    CompiledKit,
    Compiler,
    Decided,
    Entry,
    Game,
    Kit,
    Match,
    Variant,
    faults_shown_by,
    mixed,
    numba,
    plain_kit,
    run_plain,
    stacked,
)
from tablewright.games import names

PLAIN_SHARE = 40  # without a compiler the search gets this part of its iterations, to answer in about the same time
FIRST_SLICE, SLICE_MS = 16, 10.0  # a budget of time is spent in slices of about this length


def by_heart(name: str, variant: Variant) -> Chooser | None:
    """The bot that plays a strategy by heart, if there is one for the variant."""
    arrays = strategy_of(variant)
    return None if arrays is None else Chooser(name, choose_by_heart, Strategy, (), arrays)


def chooser_of(name: str, settings: Settings, weights: Arrays | None = None) -> Chooser:
    """The search for drivers, with what it has learned."""
    return Chooser(name, choose_ismcts, Tree, tuple(asdict(settings).items()), weights or {})


@cache
def _grow() -> Entry:
    return Compiler().entry(ismcts.search, Kit, Tree, int)


@cache
def _clear() -> Entry:
    return Compiler().entry(ismcts.clear, Tree)


@cache
def _keep() -> Entry:
    return Compiler().entry(tree.keep_below, Tree, int)


class PlainSearcher:
    """One tree that grows in plain mode."""

    def __init__(self, variant: Variant, settings: Settings, weights: Arrays | None = None) -> None:
        self.variant = variant
        self.kit = plain_kit(variant)
        self.tree: Any = chooser_of("", settings, weights).plain_memory()

    def start(self, state: Any, stream: int) -> None:
        """Begin a new tree from a state in which only what the seat knows is real."""
        self.kit.state, self.kit.rng = state, stream
        ismcts.clear(self.tree)

    def go_on(self, state: Any, stream: int, keys: Sequence[int]) -> None:
        """Begin from what the last tree knows of a state that these moves led to."""
        self.kit.state, self.kit.rng = state, stream
        for key in keys:
            tree.keep_below(self.tree, key)

    def view_as(self, seat: int) -> None:
        """Whose knowledge is searched."""
        self.tree.viewer = seat + 1

    def recall(self, then: Any, did: Sequence[int]) -> None:
        """What others have decided since a state in which only what the seat knew is real; -1 is secret."""
        self.tree.since, self.tree.did[: len(did)] = len(did), did
        self.variant.game.state.assign(stacked(self.kit, THEN), then)

    def grow(self, iterations: int) -> None:
        run_plain(self.variant, self.kit, ismcts.search, self.tree, iterations)


class CompiledSearcher:
    """One tree that grows in compiled mode, without the GIL; belongs to one thread at a time."""

    def __init__(self, variant: Variant, settings: Settings, weights: Arrays | None = None) -> None:
        self.kit = CompiledKit(variant)
        self.memory = chooser_of("", settings, weights).memory_record()

    def start(self, state: Any, stream: int) -> None:
        self.kit.put(state, stream)
        _clear().call(self.memory[0])

    def go_on(self, state: Any, stream: int, keys: Sequence[int]) -> None:
        self.kit.put(state, stream)
        for key in keys:
            _keep().call(self.memory[0], key)

    def view_as(self, seat: int) -> None:
        self.memory["viewer"] = seat + 1

    def recall(self, then: Any, did: Sequence[int]) -> None:
        self.memory["since"], self.memory["did"][0, : len(did)] = len(did), did
        self.kit.put_aside(then, THEN)

    def grow(self, iterations: int) -> None:
        self.kit.run(_grow(), self.memory[0], iterations)

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
from tablewright.engine import build_units, missing_units
from tablewright.games import load
for _ in build_units(load, missing_units(load, sys.argv[1:])):
    pass
"""


def compile_search(game: Game) -> None:
    """Everything that a search in this game needs in machine code.

    The game is compiled by another process into the cache, so that this one stays free for people meanwhile.
    """
    if not game.compiled.cached:
        name = game.name if game.name in names() else str(game.folder)
        subprocess.run([sys.executable, "-P", "-c", COMPILE, name], check=True, capture_output=True)
    _ = game.compiled.entries, game.compiled.chapters, _grow(), _clear(), _keep()


WARMUP = Warmup()


@dataclass(frozen=True)
class Past:
    """What a tree was grown for: as whom, and after which decisions, as that seat knows them."""

    seat: int
    decisions: tuple[Decided, ...]

    def since(self, earlier: "Past | None") -> list[int] | None:
        """The moves that led here from an earlier tree; None if that cannot be gone on from."""
        if earlier is None or earlier.seat != self.seat:
            return None
        then = len(earlier.decisions)
        new = [(one.action, one.seat) for one in self.decisions[then:] if one.action is not None]
        if self.decisions[:then] != earlier.decisions or len(new) != len(self.decisions) - then:
            return None
        return [action * MOST_PLAYERS + seat for action, seat in new]


class SearchBot(Bot):
    """Information-set Monte Carlo tree search as a level that the game defines says, or with another budget."""

    def __init__(
        self, name: str, budget: Budget | None = None, threads: int = 1, level: str = "", keeps: bool = False
    ) -> None:
        self.name = name
        self.level = level or ("hard" if budget else name)
        self.budget = budget
        self.threads = threads
        self.keeps = keeps  # its trees between decisions
        self._past: Past | None = None
        self._stand_in = greedy_bot()
        self._remark = ""
        self._searchers: tuple[Variant, bool, list[Searcher]] | None = None

    def settings(self, variant: Variant) -> Settings:
        learned = self.level in LEARNED
        settings = settings_of(variant, self.level) if learned else levels_of(variant.game)[self.level]
        if self.budget is None or not self.budget.iterations:
            return settings
        return replace(settings, iterations=self.budget.iterations)

    def weights(self, variant: Variant) -> Arrays | None:
        """What it has learned of a game, if it is one that learns."""
        return net_of(variant) if self.level in LEARNED else None

    def budget_in(self, variant: Variant) -> Budget:
        return self.budget or Budget(self.settings(variant).iterations)

    def chooser(self, variant: Variant) -> Chooser:
        if self.budget is not None and self.budget.milliseconds:
            raise BotError(f"{self.name!r} cannot play in bulk, as its strength depends on the load; give iterations")
        if self.level in LEARNED and (known := by_heart(self.name, variant)) is not None:
            return known
        return chooser_of(self.name, self.settings(variant), self.weights(variant))

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
        if self.level in LEARNED and (known := by_heart(self.name, match.variant)) is not None:
            return PolicyBot(known).choose(match, seat)
        if not self.ready(match.variant):
            self.prepare(match.variant)
            self._remark = f"{self.name} is still warming up for {match.game.name}; greedy made this move"
            return self._stand_in.choose(match, seat)
        trees = self.think(match, seat, self.budget_in(match.variant))
        return best_action(trees)

    def think(self, match: Match, seat: int, budget: Budget) -> list[Any]:
        """Search the position as the seat knows it; one tree a thread. Plain, with less, while nothing is compiled.

        Another seat may be about to decide: then it thinks in that one's time.
        """
        plain = not self.compiled(match.variant)
        if plain:
            budget = replace(budget, iterations=-(-budget.iterations // PLAIN_SHARE))
        searchers = self._searchers_for(match.variant, plain)
        keys = self._remember(Past(seat, match.history(seat)))
        then, did = what_others_did(match, seat) if self.settings(match.variant).infer else (None, [])
        for i, searcher in enumerate(searchers):
            stream = mixed(stream_of(match), i)
            if keys is None:
                searcher.start(match.known(seat), stream)
            else:
                searcher.go_on(match.known(seat), stream, keys)
            searcher.view_as(seat)
            if did:
                searcher.recall(then, did)
        share = replace(budget, iterations=-(-budget.iterations // len(searchers)))
        with faults_shown_by(match):
            in_parallel([lambda s=s: grow_for(s, share) for s in searchers])  # type: ignore[misc]
        return [searcher.tree for searcher in searchers]

    def _remember(self, now: Past) -> list[int] | None:
        """The moves since the last search, if its trees can be gone on from."""
        keys = now.since(self._past) if self.keeps else None
        self._past = now
        return keys

    def _searchers_for(self, variant: Variant, plain: bool) -> list[Searcher]:
        if self._searchers is None or self._searchers[:2] != (variant, plain):
            settings = self.settings(variant)
            if plain:
                settings = replace(settings, solve=settings.solve // PLAIN_SHARE)
            make = PlainSearcher if plain else CompiledSearcher
            threads = 1 if plain else self.threads
            weights = self.weights(variant)
            self._past = None
            self._searchers = variant, plain, [make(variant, settings, weights) for _ in range(threads)]
        return self._searchers[2]


def in_parallel(tasks: list[Callable[[], None]]) -> None:
    if len(tasks) == 1:
        tasks[0]()
        return
    with ThreadPoolExecutor(len(tasks)) as pool:
        for future in [pool.submit(task) for task in tasks]:
            future.result()


def children(one: Any, node: int) -> list[int]:
    """The nodes below a node, in ascending order of their moves."""
    found, child = [], int(one.first[node])
    while child:
        found.append(child)
        child = int(one.next[child])
    return found


def merged(trees: list[Any]) -> dict[int, tuple[int, int]]:
    """Visits and summed shares of every move at the root, over all trees."""
    sums: dict[int, tuple[int, int]] = {}
    for one in trees:
        for child in children(one, 0):
            action = int(one.key[child]) // MOST_PLAYERS
            visits, won = sums.get(action, (0, 0))
            sums[action] = visits + int(one.visits[child]), won + int(one.won[child])
    return dict(sorted(sums.items()))


def best_action(trees: list[Any]) -> int:
    """What `tree.preferred` says of one tree, for the sum of several."""
    sums, known, first = merged(trees), ranks(trees), trees[0]
    sure = max(known.values())
    sums = {action: counted for action, counted in sums.items() if known[action] == sure}
    advised = int(first.advised) // MOST_PLAYERS if first.advised >= 0 else None
    if not first.caution or advised is None:
        return max(sums, key=lambda action: sums[action])
    doubt = {action: 0.0 if action == advised else tree.reach(first) * int(first.caution) / 1000 for action in sums}
    return max(
        sums, key=lambda a: sums[a][1] / (max(1, sums[a][0]) * ismcts.WHOLE) - doubt[a] / sqrt(max(1, sums[a][0]))
    )


def ranks(trees: list[Any]) -> dict[int, int]:
    """What is known for sure of the moves at the root, in twelfths; what one tree refutes is not sure in another."""
    found: dict[int, int] = {}
    for one in trees:
        for child in children(one, 0):
            action = int(one.key[child]) // MOST_PLAYERS
            sure = int(tree.rank(one, child)) if one.proof[child] != tree.OPEN else tree.TWELFTHS // 2
            refuted = action in found and found[action] != sure
            found[action] = tree.TWELFTHS // 2 if refuted else sure
    return found
