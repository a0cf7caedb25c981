"""What a designer waits for: many games, a report, and how much longer a simulator written by hand would take."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

import by_hand
from rich.console import Console
from rich.table import Table

from tablewright import games
from tablewright.bots.registry import find
from tablewright.engine import Chooser, outputs, plain_runner
from tablewright.lab.report import report_page
from tablewright.lab.runs import collect, read_run, write_run
from tablewright.lab.simulate import StopRule, simulate
from tablewright.lab.study import study

GAMES = 100_000
BIG_GAMES = 10_000

KEEPING = """
import sys
from tablewright.games import load
from tablewright.bots.policies import RANDOM
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule
from tablewright.lab.speed import own_peak
run = collect(load("matrix").variant(), [RANDOM], StopRule(int(sys.argv[1])))
print(own_peak())
"""


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """Wall seconds and CPU seconds of all threads; the former depend on what else the machine does."""
    start, used = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - used


def table() -> Table:
    """Seconds on all cores, warm, and the same work done otherwise; read the ratios of CPU seconds."""
    made = Table("work", "wall seconds", "CPU seconds", "against")
    variant = games.load("matrix").variant()
    random = find("random").chooser(variant)
    simulate(variant, [random], 1000)
    ours = seconds(lambda: simulate(variant, [random], GAMES))
    made.add_row(f"matrix: {GAMES:,} random games with all counters", *_shown(ours), "1 x")
    hand = _scaled(seconds(lambda: [by_hand.random_game() for _ in range(2000)]), GAMES / 2000)
    made.add_row("the same by hand in plain Python, winners only", *_shown(hand), f"{hand[1] / ours[1]:.0f} x")
    plain = _scaled(_plain(random, 300), GAMES / 300)
    made.add_row("the same rules in plain mode", *_shown(plain), f"{plain[1] / ours[1]:.0f} x")
    made.add_row(f"a report of {GAMES:,} games, from file to page", *_shown(_report(random)), "")
    made.add_row(f"menagerie: {BIG_GAMES:,} greedy games", *_shown(_menagerie()), "")
    return made


def _shown(spent: tuple[float, float]) -> list[str]:
    return [f"{part:.1f}" for part in spent]


def _scaled(spent: tuple[float, float], factor: float) -> tuple[float, float]:
    return spent[0] * factor, spent[1] * factor


def _plain(bot: Chooser, number: int) -> tuple[float, float]:
    variant = games.load("matrix").variant()
    runner = plain_runner(variant, [bot] * variant.players)
    return seconds(lambda: runner(1, 0, 1, *outputs(number, variant.players, len(variant.game.probes))))


def _menagerie() -> tuple[float, float]:
    variant = games.load("menagerie").variant()
    greedy = find("greedy").chooser(variant)
    simulate(variant, [greedy], 10)
    return seconds(lambda: simulate(variant, [greedy], BIG_GAMES))


def _report(bot: Chooser) -> tuple[float, float]:
    variant = games.load("matrix").variant()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "run.parquet"
        write_run(collect(variant, [bot], StopRule(GAMES)), file)
        page = Path(folder) / "page.html"
        return seconds(lambda: report_page(study([read_run(file)], games.finder())).write(page))


def memory() -> str:
    """What kept rows need."""
    small, large = (
        int(run([sys.executable, "-c", KEEPING, str(n)], check=True, capture_output=True, text=True).stdout)
        for n in (GAMES // 10, GAMES)
    )
    return (
        f"Peak memory with all rows kept: {small // 1024} MiB for {GAMES // 10:,} games, {large // 1024} for {GAMES:,}"
    )


def main() -> None:
    console = Console()
    console.print(table())
    console.print(memory())
    console.print(f"Load of the machine over the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    ours = simulate(games.load("matrix").variant(), [find("random").chooser(games.load("matrix").variant())], 20_000)
    hand = sum(by_hand.random_game() for _ in range(5000)) / 5000
    console.print(f"Both play the same game: N wins {ours.shares.mean[0]:.1%} here, {hand:.1%} by hand (of 5,000)")


if __name__ == "__main__":
    main()
