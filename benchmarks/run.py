"""Speed, memory and growth of the engine, next to its peers, as ratios in one run: `make bench`."""

import argparse
from functools import partial
from pathlib import Path

import bars
import bulk
import by_c
import checks
import designer
import peers
import plot
import search
import start
import stepped
import vector
from rich.console import Console
from rich.table import Table

from tablewright import games
from tablewright.bots.policies import RANDOM
from tablewright.lab import speed

SIZES = (2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
OUT = Path("artifacts")
FIRST = "3a1375a"  # before the engine of 0.2.0
console = Console()


def speed_table(names: list[str]) -> dict[str, float]:
    table = Table("game", "compiled, decisions per CPU second", "plain", "ratio", "2 threads", "cold start", "warm")
    rates = {}
    for name in names:
        variant = games.load(name).variant()
        modes = speed.measure_modes(variant, [RANDOM] * variant.players)
        gain = speed.thread_gain(variant, [RANDOM], max(1000, int(modes.compiled / variant.bound / 4)))
        cold, warm = speed.start_seconds(name)
        rates[name] = modes.compiled
        table.add_row(
            name,
            f"{modes.compiled:,.0f}",
            f"{modes.plain:,.0f}",
            f"{modes.ratio:.0f} x",
            f"{gain:.2f} x",
            f"{cold:.1f} s",
            f"{warm:.2f} s",
        )
    console.print(table)
    return rates


def peer_table(name: str, ours: float) -> None:
    table = Table("random play, one core", "decisions per CPU second", f"{name} is")
    table.add_row(f"Tablewright {name}, compiled", f"{ours:,.0f}", "1 x")
    for title, rate in peers.all_rows(partial(console.print, markup=False)):
        table.add_row(title, f"{rate:,.0f}", f"{ours / rate:,.1f} x")
    console.print(table)


def growth_and_memory(name: str) -> None:
    variant = games.load(name).variant()
    seconds = speed.growth(variant, [RANDOM], SIZES)
    OUT.mkdir(exist_ok=True)
    target = OUT / f"growth-{name}.svg"
    target.write_text(plot.line(SIZES, seconds, f"{name}: CPU seconds by number of games"), "utf-8")
    console.print(f"Time by number of games: {', '.join(f'{s:.3f} s' for s in seconds)}; plot in {target}")
    console.print(f"Straight line through all points: R² = {plot.r_squared(SIZES, seconds):.4f}")
    small, large = speed.peak_memory(name, 100_000), speed.peak_memory(name, 600_000)
    console.print(f"Peak memory: {small / 1024:.0f} MiB for 100,000 games, {large / 1024:.0f} MiB for 600,000")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games.names(), help="names of games; default: all")
    parser.add_argument("--against", metavar="REV", default=FIRST, help=f"compare with that revision; default: {FIRST}")
    given = parser.parse_args()
    names = given.games
    notice = partial(console.print, markup=False)
    held = (
        bulk.bars,
        stepped.bars,
        partial(by_c.bars, notice),
        partial(start.bars, given.against, notice),
        checks.bars,
    )
    for part in held:
        bars.show(part(), console)
    rates = speed_table(names)
    peer_table(names[0], rates[names[0]])
    vector.table(names[0], console)
    growth_and_memory(names[0])
    search.tables(names, console)
    designer.main()


if __name__ == "__main__":
    main()
