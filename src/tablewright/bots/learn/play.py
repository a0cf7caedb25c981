"""Games to learn from: played in machine code by the search or by the game's own bot, with some moves at random."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tablewright.bots.choices import blocks_of, by_card, by_place
from tablewright.bots.foresight import choose_foreseeing
from tablewright.bots.ismcts import choose_ismcts
from tablewright.bots.policies import choose_greedy, has_policy, policy_move
from tablewright.bots.tree import WHOLE, Tree, child_with
from tablewright.engine import (
    APPLY,
    LEGAL,
    MOST_PLAYERS,
    OVER,
    SETUP,
    WHO,
    ArrayOf,
    Chooser,
    CompiledKit,
    Compiler,
    Entry,
    Kit,
    Variant,
    ask,
    believe,
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
ROOM = 500_000_000  # bytes of positions of one harvest
OUTCOME = 0.7  # how much of a target is the outcome of the game; the rest is what the search thought
MOVES_OF_ONE = 12  # there is room for so many moves of a position on average
CHOSEN = 0.5  # how much of what habits learn is the move that was made; the rest is where the search looked
FEW_MOVES = 128  # decisions with more moves teach no habits
MOST_WHIMS = 1_000_000
SELDOM_WANTED = 25  # one choice of so many is wanted by a whim, and one is shunned
CHOICE, PLACE, OWN, VISITS = range(4)  # what is kept of a move


@dataclass(frozen=True)
class Harvest:
    """Positions (an array of the game's record type), everybody's share in the end, and which game each is from.

    The moves of position i that were searched are from `start[i]` to `start[i + 1]`.
    """

    states: Array
    targets: Array
    games: Array
    movers: Array
    start: Array
    moves: Array  # choice by card, choice by place, whether the game's own bot would make it, visits


@dataclass(frozen=True)
class Order:
    """How games to learn from are played; `noise` is in thousandths of the moves, `keep` in hundredths of positions."""

    games: int
    noise: int
    keep: int
    searching: bool


Gather = Callable[[Variant, Chooser, Order, Sequence[int]], list[Harvest]]
"""(variant, teacher, order, first deals) -> a harvest for each first deal, played wherever there is room."""


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
    mover: Any,
    start_of: Any,
    moves: Any,
) -> int:
    """Play games and keep `keep` of a hundred positions, until there is no more room; returns how many.

    In every game another part of the moves, up to twice `noise` of a thousand, is random. In quick games a seat may
    have a plan of its own, drawn at random, so that other ways to win are tried and answered.
    """
    row = 0
    for g in range(games):
        if row == len(game):
            return row
        clear_state(kit, kit.state)
        call(kit, SETUP, kit.state, first_seed + g)
        kit.rng = mixed(first_seed + g, 1)
        random = below(kit, 2 * noise + 1)
        whims = below(kit, MOST_WHIMS) + 1
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
            elif tree.judges and not has_policy(kit):
                action = choose_foreseeing(kit, tree)
            else:
                action = choose_whimsical(kit, tree, whims)
            if row < len(game) and below(kit, 100) < keep:
                mover[row] = ask(kit, WHO, kit.state)
                copy_state(kit, store + row * width, kit.state)
                believe(kit, int(mover[row]))
                game[row] = g
                start_of[row + 1] = (
                    keep_moves(kit, tree, moves, int(start_of[row]), action) if searched else start_of[row]
                )
                for p in range(kit.players):
                    thought[row][p] = tree.total[p] // max(1, tree.visits[0]) if searched else -1
                row += 1
            call(kit, APPLY, kit.state, action)
            made += 1
        for i in range(start, row):
            for p in range(kit.players):
                outcome[i][p] = (gain(kit, kit.state, p) - kit.low) * WHOLE // (kit.high - kit.low)
    return row


@rule
def choose_whimsical(kit: Any, choices: Any, whims: int) -> int:
    """What the game's own bot does, unless the seat has a whim to do something else; one seat of two has whims.

    Without a bot of its own everything is random as it is.
    """
    seat = ask(kit, WHO, kit.state)
    own = choose_greedy(kit, 0)
    whim = mixed(whims, seat)
    if whim % 2 == 0 or not has_policy(kit):
        return own
    n = call(kit, LEGAL, kit.state, kit.moves)
    best = wish_by_whim(kit, choices, whim, own)
    chosen = own
    for i in range(n):
        wish = wish_by_whim(kit, choices, whim, listed(kit, i))
        if wish > best:
            best = wish
            chosen = listed(kit, i)
    return chosen


@rule
def wish_by_whim(kit: Any, choices: Any, whim: int, a: int) -> int:
    """Some choices are wanted, as many are shunned, and most are left to the game's own bot."""
    drawn = mixed(whim, by_card(kit, choices, kit.state, a)) % SELDOM_WANTED
    return int(drawn == 0) - int(drawn == 1)


@rule
def keep_moves(kit: Any, tree: Any, moves: Any, at: int, action: int) -> int:
    """Write down what the moves in `kit.world` are about and how often the search visited them; returns the next place.

    Nothing is written where the moves are too many.
    """
    mover = ask(kit, WHO, kit.world)
    own = policy_move(kit, mover) if has_policy(kit) else -1
    n = call(kit, LEGAL, kit.world, kit.moves)
    if n > FEW_MOVES or at + n > len(moves):
        return at
    for i in range(n):
        a = listed(kit, i)
        child = child_with(tree, 0, a * MOST_PLAYERS + mover)
        moves[at + i][CHOICE] = by_card(kit, tree, kit.world, a)
        moves[at + i][PLACE] = by_place(tree, a)
        moves[at + i][OWN] = a == own
        visits = tree.visits[child] * WHOLE // max(1, tree.visits[0]) if child > 0 else 0
        moves[at + i][VISITS] = CHOSEN * WHOLE * (a == action) + (1.0 - CHOSEN) * visits
    return at + n


@cache
def _compiled_gather() -> Entry:
    rows, row = ArrayOf("int32", 2), ArrayOf("int32")
    counts = [int] * 7
    return Compiler().entry(gather, Kit, Tree, *counts, rows, rows, row, row, row, rows)


def harvest(variant: Variant, chooser: Chooser, order: Order, first_seed: int) -> Harvest:
    """Play on this thread, without the GIL."""
    kit, memory = CompiledKit(variant), chooser.memory_record()
    for name, values in blocks_of(variant.game).items():
        memory[name] = values
    width = variant.game.state.size
    room = ROOM // width
    store = np.zeros((room, width), np.uint8)
    outcome, thought = np.zeros((2, room, variant.players), np.int32)
    game, mover = np.zeros((2, room), np.int32)
    start, moves = np.zeros(room + 1, np.int32), np.zeros((MOVES_OF_ONE * room * order.searching, 4), np.int32)
    how = (order.games, order.noise, order.keep, int(order.searching))
    numbers = (first_seed, *how, int(store.ctypes.data), width)
    outputs = (outcome, thought, game, mover, start, moves)
    n = int(kit.run(_compiled_gather(), memory[0], *numbers, *outputs))
    targets = outcome[:n].astype(np.float32)
    targets = np.where(thought[:n] >= 0, OUTCOME * targets + (1 - OUTCOME) * thought[:n], targets)
    states = store[:n].reshape(-1).view(variant.game.state.dtype)
    end = int(start[n])
    return Harvest(
        states, targets / WHOLE, game[:n] + first_seed, mover[:n].copy(), start[: n + 1].copy(), moves[:end].copy()
    )


def one_by_one(variant: Variant, chooser: Chooser, order: Order, first_seeds: Sequence[int]) -> list[Harvest]:
    """Harvests on this thread."""
    return [harvest(variant, chooser, order, seed) for seed in first_seeds]


def joined(parts: Sequence[Harvest]) -> Harvest:
    """Several harvests as one."""
    counts = [len(part.moves) for part in parts]
    before = np.cumsum([0, *counts[:-1]])
    starts = [part.start[:-1] + offset for part, offset in zip(parts, before, strict=True)]
    return Harvest(
        states=np.concatenate([part.states for part in parts]),
        targets=np.concatenate([part.targets for part in parts]),
        games=np.concatenate([part.games for part in parts]),
        movers=np.concatenate([part.movers for part in parts]),
        start=np.append(np.concatenate(starts), sum(counts)).astype(np.int32),
        moves=np.concatenate([part.moves for part in parts]),
    )


def some_of(games: Harvest, most: int) -> Harvest:
    """So many of the positions, from all games alike."""
    count = len(games.states)
    if count <= most:
        return games
    picked = np.sort(np.random.default_rng(1).choice(count, most, replace=False))
    sizes = np.diff(games.start)
    moves = np.concatenate(
        [np.zeros((0, 4), np.int32), *(games.moves[games.start[i] : games.start[i + 1]] for i in picked)]
    )
    start = np.append(0, np.cumsum(sizes[picked])).astype(np.int32)
    return Harvest(games.states[picked], games.targets[picked], games.games[picked], games.movers[picked], start, moves)
