"""What a designer waits for: many games, a report, and how much longer a simulator written by hand would take."""

import json
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
from tablewright.engine.drivers import outputs
from tablewright.engine.kits import Chooser, plain_runner
from tablewright.lab.report import report_page
from tablewright.lab.runs import collect, read_run, write_run
from tablewright.lab.simulate import StopRule, simulate
from tablewright.lab.study import study

GAMES = 100_000
BIG_GAMES = 10_000

KEEPING = """
import json, resource, sys
from tablewright.games import load
from tablewright.bots.policies import RANDOM
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule
collect(load("matrix").variant(), [RANDOM], StopRule(int(sys.argv[1])))
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
"""


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def table() -> Table:
    """Wall seconds on all cores, warm, and the same work done otherwise; read the ratios."""
    made = Table("work", "seconds", "against")
    variant = games.load("matrix").variant()
    random = find("random").chooser(variant)
    simulate(variant, [random], 1000)
    ours = seconds(lambda: simulate(variant, [random], GAMES))
    made.add_row(f"matrix: {GAMES:,} random games with all counters", f"{ours:.1f}", "1 x")
    hand = seconds(lambda: [by_hand.random_game() for _ in range(2000)]) * GAMES / 2000
    made.add_row("the same by hand in plain Python, winners only", f"{hand:.0f}", f"{hand / ours:.0f} x")
    plain = _plain(random, 300) * GAMES / 300
    made.add_row("the same rules in plain mode", f"{plain:.0f}", f"{plain / ours:.0f} x")
    made.add_row(f"a report of {GAMES:,} games, from file to page", f"{_report(random):.1f}", "")
    made.add_row(f"menagerie: {BIG_GAMES:,} greedy games", f"{_menagerie():.1f}", "")
    return made


def _plain(bot: Chooser, number: int) -> float:
    variant = games.load("matrix").variant()
    runner = plain_runner(variant, [bot] * variant.players)
    return seconds(lambda: runner(1, 0, 1, *outputs(number, variant.players, len(variant.game.probes))))


def _menagerie() -> float:
    variant = games.load("menagerie").variant()
    greedy = find("greedy").chooser(variant)
    simulate(variant, [greedy], 10)
    return seconds(lambda: simulate(variant, [greedy], BIG_GAMES))


def _report(bot: Chooser) -> float:
    variant = games.load("matrix").variant()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "run.parquet"
        write_run(collect(variant, [bot], StopRule(GAMES)), file)
        page = Path(folder) / "page.html"
        return seconds(lambda: report_page(study([read_run(file)], games.load, lambda _: bot)).write(page))


def memory() -> str:
    """What kept rows need."""
    small, large = (
        int(json.loads(run([sys.executable, "-c", KEEPING, str(n)], check=True, capture_output=True, text=True).stdout))
        for n in (GAMES // 10, GAMES)
    )
    return (
        f"Peak memory with all rows kept: {small // 1024} MiB for {GAMES // 10:,} games, {large // 1024} for {GAMES:,}"
    )


def main() -> None:
    console = Console()
    console.print(table())
    console.print(memory())
    ours = simulate(games.load("matrix").variant(), [find("random").chooser(games.load("matrix").variant())], 20_000)
    hand = sum(by_hand.random_game() for _ in range(5000)) / 5000
    console.print(f"Both play the same game: N wins {ours.shares.mean[0]:.1%} here, {hand:.1%} by hand (of 5,000)")


if __name__ == "__main__":
    main()
