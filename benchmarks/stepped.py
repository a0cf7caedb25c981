"""Games stepped from Python and played inside, beside OpenSpiel on the same rules; a batch; the memory of a match."""

import random
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import peers
from bars import Bar
from bulk import POKER

from tablewright.bots.policies import RANDOM
from tablewright.engine import Match, compiled_runner, outputs
from tablewright.games import load

BATCH = 1_024
TURNS = 4
GAMES = 1_000
LONG = 500  # decisions of a long match


def poker_bars() -> list[Bar]:
    """Leduc poker, whose every step agrees with OpenSpiel's (tests): whole games, stepped and inside, in turn."""
    try:
        import pyspiel
    except ImportError:
        return []
    theirs = pyspiel.load_game("leduc_poker")
    stepper = load(str(POKER)).stepper()
    stepped = _ratio(lambda: min(1, _stepped(stepper)), lambda: min(1, peers.spiel_game(theirs)))
    counted = _ratio(partial(_stepped, stepper), partial(peers.spiel_game, theirs))
    inside = _ratio(_inside(), lambda: peers.spiel_rollouts(pyspiel, theirs, 1.0))
    found = {"stepped, games": stepped, "stepped, decisions and its chance events": counted, "inside": inside}
    return [Bar(f"leduc {how}, of OpenSpiel", ratio, 1.0) for how, ratio in found.items()]


def _ratio(ours: Callable[[], int], theirs: Callable[[], int]) -> float:
    """Games or decisions per CPU second, the best of turns."""
    turns = [(peers.rate(ours, 0.7), peers.rate(theirs, 0.7)) for _ in range(TURNS)]
    return max(rate for rate, _ in turns) / max(rate for _, rate in turns)


def _stepped(stepper: Any) -> int:
    stepper.reset(random.getrandbits(40))
    made = 0
    while not stepper.over:
        stepper.play(random.choice(stepper.legal_ids))
        made += 1
    return made


def _inside() -> Callable[[], int]:
    variant = load(str(POKER)).variant()
    runner, rows = compiled_runner(variant, [RANDOM] * 2), outputs(GAMES, 2, len(variant.game.probes))

    def play() -> int:
        runner(random.getrandbits(40), 0, 1, *rows)
        return GAMES

    return play


def batch_bar(name: str) -> Bar:
    """Decisions per CPU second of many games side by side, with observations; moves at random."""
    batch, chance = load(name).batch(BATCH, again=True), np.random.default_rng(1)

    def step() -> int:
        lengths = np.maximum(np.diff(batch.offsets), 1)
        at = np.minimum(batch.offsets[:-1] + (chance.random(BATCH) * lengths).astype(np.int32), len(batch.ids) - 1)
        deciding = int(np.count_nonzero(batch.seats >= 0))
        batch.step(batch.ids[at])
        return deciding

    return Bar(f"{name}, {BATCH:,} games side by side with observations", peers.rate(step), 1e6, " a CPU second")


def memory_bar(name: str) -> Bar:
    """What a match of that many decisions takes; shorter ones are played on from the next seed and scaled."""
    chance = random.Random(1)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept: list[Match] = []
    while sum(len(match.steps) for match in kept) < LONG:
        kept.append(load(name).start(seed=len(kept)))
        while not kept[-1].over:
            kept[-1].play(chance.choice(kept[-1].legal_ids))
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    megabytes = used / 1e6 * LONG / sum(len(match.steps) for match in kept)
    return Bar(f"{name}, memory of {LONG} decisions of a match", megabytes, 3.0, " MB", at_most=True)


def bars() -> list[Bar]:
    load("wtactics").start(seed=0).log()  # what is loaded once is not the match's
    return [*poker_bars(), batch_bar("matrix"), memory_bar("wtactics")]
