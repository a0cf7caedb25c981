"""The reports on all games that ship: `make reports` writes one page a game into artifacts/reports."""

import argparse
from functools import partial
from pathlib import Path

from rich.console import Console

from tablewright import games
from tablewright.bots.registry import find
from tablewright.engine import Variant
from tablewright.engine.kits import Chooser
from tablewright.lab.report import report_page
from tablewright.lab.runs import collect
from tablewright.lab.simulate import StopRule
from tablewright.lab.study import study

OUT = Path("artifacts/reports")
BOTS = ("greedy", "random")  # a verdict on balance needs two strengths
console = Console(highlight=False)


def chooser(variant: Variant, name: str) -> Chooser:
    return find(name).chooser(variant)


def write(name: str, players: int, seconds: float, ladder: float | None) -> None:
    variant = games.load(name).variant(players)
    stop = StopRule(20_000, seconds=seconds)
    runs = [collect(variant, [chooser(variant, bot)], stop) for bot in BOTS]
    page = report_page(study(runs, games.load, partial(chooser, variant), 2 * seconds, ladder))
    file = OUT / f"{name}-{variant.players}.html"
    page.write(file)
    console.print(f"\n{variant.describe()}: {file}", style="bold")
    for verdict in page.verdicts:
        console.print(f"  {verdict.question} {verdict.answer} {verdict.figures}", soft_wrap=True)
    for item in page.first:
        console.print(f"  - {item.text}", soft_wrap=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games.names(), help="names of games; default: all")
    parser.add_argument("--seconds", type=float, default=5.0, help="about a quarter of the time for each page")
    given = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    for name in given.games:
        counts = games.load(name).cards.players
        for players in counts:
            write(name, players, given.seconds, 3 * given.seconds if players == counts[0] else None)


if __name__ == "__main__":
    main()
