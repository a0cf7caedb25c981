"""The search: iterations a second in every game, compiled and as written, on several threads, next to OpenSpiel's."""

import random
import time
from collections.abc import Callable, Iterator
from statistics import median

from rich.console import Console
from rich.table import Table

from tablewright import games
from tablewright.bots.levels import levels_of
from tablewright.bots.search import CompiledSearcher, PlainSearcher, Searcher, in_parallel
from tablewright.engine import Match, Variant

SECONDS = 1.0
POSITIONS = 4  # along a random game, so that neither the opening nor the end decides


def tables(names: list[str], console: Console) -> None:
    """One table of our games, one line for the peer."""
    table = Table("search at the level hard", "iterations per CPU second", "as written", "ratio", "2 threads")
    for name in names:
        variant = games.load(name).variant()
        compiled, plain = rate(CompiledSearcher, variant), rate(PlainSearcher, variant)
        gain = f"{thread_gain(variant, int(compiled * SECONDS / 4)):.2f} x"
        table.add_row(name, f"{compiled:,.0f}", f"{plain:,.0f}", f"{compiled / plain:.0f} x", gain)
    for title, peer in open_spiel(console.print):
        table.add_row(title, f"{peer:,.0f}", "", "", "")
    console.print(table)


def started(make: Callable[..., Searcher], variant: Variant) -> Iterator[Searcher]:
    """A new search in some positions of a random game."""
    match, chance = Match(variant, seed=1), random.Random(1)
    states = []
    while not match.over:
        states.append(match.known(match.seat))
        match.play(chance.choice(match.legal_ids))
    searcher = make(variant, levels_of(variant.game)["hard"])
    for i in range(POSITIONS):
        searcher.start(states[i * len(states) // POSITIONS], stream=i + 1)
        yield searcher


def rate(make: Callable[..., Searcher], variant: Variant) -> float:
    """Iterations per CPU second; the mean time of the positions counts, as in a game."""
    return POSITIONS / sum(1 / _rate(searcher) for searcher in started(make, variant))


def _rate(searcher: Searcher) -> float:
    searcher.grow(1)
    done, start = 0, time.process_time()
    while time.process_time() - start < SECONDS / POSITIONS:
        searcher.grow(8)
        done += 8
    return done / (time.process_time() - start)


def thread_gain(variant: Variant, iterations: int, threads: int = 2, rounds: int = 5) -> float:
    """How many times more iterations several threads do in the same time; the median of alternating rounds."""
    state = Match(variant, seed=1).state
    searchers = [CompiledSearcher(variant, levels_of(variant.game)["hard"]) for _ in range(threads)]
    gains = []
    for _ in range(rounds):
        alone = _wall(searchers[:1], state, iterations)
        gains.append(threads * alone / _wall(searchers, state, iterations))
    return median(gains)


def _wall(searchers: list[CompiledSearcher], state: object, iterations: int) -> float:
    for searcher in searchers:
        searcher.start(state, stream=1)
    start = time.perf_counter()
    in_parallel([lambda s=s: s.grow(iterations) for s in searchers])  # type: ignore[misc]
    return time.perf_counter() - start


def open_spiel(notice: Callable[[str], None]) -> Iterator[tuple[str, float]]:
    """OpenSpiel's own search in C++, one random playout an iteration."""
    try:
        import pyspiel
    except ImportError:
        notice("OpenSpiel: skipped, open_spiel is not installed (pip install -e '.[bench]')")
        return
    game = pyspiel.load_game("connect_four")
    simulations = 2000
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 100, False, 1, False)
    done, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        bot.step(game.new_initial_state())
        done += simulations
    yield "OpenSpiel MCTS in C++, connect four", done / (time.process_time() - start)


if __name__ == "__main__":
    tables(games.names(), Console())
