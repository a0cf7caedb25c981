"""The reports on all games that ship: `make reports` writes one page a game into artifacts/reports."""

import argparse
from pathlib import Path

from rich.console import Console

from tablewright import games
from tablewright.arena.ladder import thinking
from tablewright.lab.plan import Plan
from tablewright.lab.report import report_page
from tablewright.lab.runs import run_of
from tablewright.lab.simulate import StopRule
from tablewright.lab.study import study

OUT = Path("artifacts/reports")
BOTS = ("greedy", "random")  # a verdict on balance needs two strengths
LADDER_GAMES = 100
console = Console(highlight=False)


def write(name: str, players: int, number: int, ladder: int) -> None:
    variant = games.load(name).variant(players)
    runs = [run_of(Plan.named(variant, [bot]), StopRule(number)) for bot in BOTS]
    rungs = thinking(variant, ladder, LADDER_GAMES).pairings if ladder else ()
    page = report_page(study(runs, games.finder(), rungs=rungs))
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
    parser.add_argument("--games", type=int, default=10_000, dest="number", help="games of each kind of bots")
    parser.add_argument("--ladder", type=int, default=256, help="imagined games a decision, up to which")
    given = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    for name in given.games:
        counts = games.load(name).cards.players
        for players in counts:
            write(name, players, given.number, given.ladder if players == counts[0] else 0)


if __name__ == "__main__":
    main()
