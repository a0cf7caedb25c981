"""Games to learn from: played in machine code by the search or by the game's own bot, with some moves at random."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tablewright.bots.ismcts import choose_ismcts
from tablewright.bots.policies import choose_greedy
from tablewright.bots.tree import WHOLE, Tree
from tablewright.engine import (
    APPLY,
    LEGAL,
    OVER,
    SETUP,
    ArrayOf,
    Chooser,
    CompiledKit,
    Compiler,
    Entry,
    Kit,
    Variant,
    ask,
    below,
    call,
    clear_state,
    copy_state,
    gain,
    listed,
    mixed,
    rule,
)

Array = np.ndarray[Any, Any]
ROOM = 250_000_000  # bytes of positions of one harvest
OUTCOME = 0.7  # how much of a target is the outcome of the game; the rest is what the search thought


@dataclass(frozen=True)
class Harvest:
    """Positions (an array of the game's record type), everybody's share in the end, and which game each is from."""

    states: Array
    targets: Array
    games: Array


@rule
def gather(
    kit: Any,
    tree: Any,
    first_seed: int,
    games: int,
    noise: int,
    keep: int,
    searching: int,
    store: Any,
    width: int,
    outcome: Any,
    thought: Any,
    game: Any,
) -> int:
    """Play games and keep `keep` of a hundred positions; returns how many.

    In every game another part of the moves, up to twice `noise` of a thousand, is random.
    """
    row = 0
    for g in range(games):
        clear_state(kit, kit.state)
        call(kit, SETUP, kit.state, first_seed + g)
        kit.rng = mixed(first_seed + g, 1)
        random = below(kit, 2 * noise + 1)
        start = row
        made = 0
        while ask(kit, OVER, kit.state) == 0 and made <= kit.bound:
            searched = 0
            n = call(kit, LEGAL, kit.state, kit.moves)
            if below(kit, 1000) < random:
                action = listed(kit, below(kit, n))
            elif searching and n > 1:
                action = choose_ismcts(kit, tree)
                searched = 1
            else:
                action = choose_greedy(kit, 0)
            if row < len(game) and below(kit, 100) < keep:
                copy_state(kit, store + row * width, kit.state)
                game[row] = g
                for p in range(kit.players):
                    thought[row][p] = tree.total[p] // max(1, tree.visits[0]) if searched else -1
                row += 1
            call(kit, APPLY, kit.state, action)
            made += 1
        for i in range(start, row):
            for p in range(kit.players):
                outcome[i][p] = (gain(kit, kit.state, p) - kit.low) * WHOLE // (kit.high - kit.low)
    return row


@cache
def _compiled_gather() -> Entry:
    rows, row = ArrayOf("int32", 2), ArrayOf("int32")
    counts = [int] * 7
    return Compiler().entry(gather, Kit, Tree, *counts, rows, rows, row)


def harvest(
    variant: Variant, chooser: Chooser, first_seed: int, games: int, noise: int, keep: int, searching: bool
) -> Harvest:
    """Play on this thread, without the GIL."""
    kit, memory = CompiledKit(variant), chooser.memory_record()
    width = variant.game.state.size
    room = ROOM // width
    store = np.zeros((room, width), np.uint8)
    outcome, thought = np.zeros((2, room, variant.players), np.int32)
    game = np.zeros(room, np.int32)
    numbers = (first_seed, games, noise, keep, int(searching), int(store.ctypes.data), width)
    n = int(kit.run(_compiled_gather(), memory[0], *numbers, outcome, thought, game))
    targets = outcome[:n].astype(np.float32)
    targets = np.where(thought[:n] >= 0, OUTCOME * targets + (1 - OUTCOME) * thought[:n], targets)
    states = store[:n].reshape(-1).view(variant.game.state.dtype)
    return Harvest(states, targets / WHOLE, game[:n] + first_seed)
