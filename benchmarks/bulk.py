"""Simulating games against merely playing them."""

import time
from collections.abc import Callable
from pathlib import Path

from bars import Bar

from tablewright.bots.policies import RANDOM
from tablewright.engine import compiled_runner, outputs
from tablewright.games import load
from tablewright.lab.simulate import simulate

POKER = Path(__file__).parent.parent / "examples" / "leduc"
SIZES = ((1_000, 200, 0.5), (100_000, 30, 0.8))  # games, bursts, bar


def cpu(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def bars() -> list[Bar]:
    """What `simulate` makes of the speed of the bare compiled runner, best of bursts in turn."""
    variant = load(str(POKER)).variant()
    runner = compiled_runner(variant, [RANDOM] * variant.players)
    simulate(variant, [RANDOM], 1_000)
    made = []
    for games, bursts, least in SIZES:
        bare = simulated = float("inf")
        for _ in range(bursts):
            rows = outputs(games, variant.players, len(variant.game.probes))
            bare = min(bare, cpu(lambda rows=rows: runner(1, 0, 1, *rows)))  # type: ignore[misc]
            simulated = min(simulated, cpu(lambda games=games: simulate(variant, [RANDOM], games)))  # type: ignore[misc]
        made.append(Bar(f"simulate, {games:,} games of leduc, of the bare runner", bare / simulated, least))
    return made
