"""The end of a game for two, solved exactly where that is possible: no chance left, and few enough positions.

Alpha-beta over the contract, in all possible worlds where they are few, else in several imagined ones: only values on
which all of them agree count, so nothing is claimed that depends on cards which the seat cannot see.
"""

from typing import Any

from tablewright.bots.tree import DEEPEST, EXACT, MOST_SOLVED, TWELFTHS, WHOLE, add_child, child_with, place
from tablewright.bots.worlds import imagine
from tablewright.engine import (
    APPLY,
    LEGAL,
    MOST_PLAYERS,
    OVER,
    WHO,
    ask,
    believe,
    below,
    call,
    copy_state,
    gain,
    generator,
    listed,
    rule,
    stacked,
)

WORLDS = 2
UNSOLVED = -1


@rule
def solve_root(kit: Any, tree: Any, seat: int) -> bool:
    """Give every move its exact value, if that can be done; whether one of them wins and no search is needed."""
    n = call(kit, LEGAL, kit.state, kit.moves)
    if n > MOST_SOLVED or not seems_short(kit, tree):
        return False
    tree.looked = 0
    for world in range(tree.listed if tree.listed > 0 else WORLDS):
        imagine(kit, tree, seat, world)
        for i in range(n):
            value = value_of(kit, tree, seat, i)
            if value == UNSOLVED or (world > 0 and tree.exact[i] != value):
                return False
            tree.exact[i] = value
    return write_values(kit, tree, seat, n)


@rule
def seems_short(kit: Any, tree: Any) -> bool:
    """Whether the number of positions, guessed from one random game, is within what the solver may look at."""
    believe(kit, ask(kit, WHO, kit.state))
    positions = 1.0
    for _ in range(DEEPEST - 2):
        if ask(kit, OVER, kit.world):
            return bool(positions**0.75 <= tree.solve)
        n = call(kit, LEGAL, kit.world, kit.moves)
        positions *= n
        call(kit, APPLY, kit.world, listed(kit, below(kit, n)))
    return False


@rule
def value_of(kit: Any, tree: Any, seat: int, i: int) -> int:
    """What the i-th move in `kit.world` is worth to the seat, in twelfths."""
    call(kit, LEGAL, kit.world, kit.moves)
    if not advance(kit, kit.world, 0, i):
        return UNSOLVED
    return best_value(kit, tree, seat, 0, 0, TWELFTHS)


@rule
def advance(kit: Any, source: Any, level: int, i: int) -> bool:
    """Make the i-th listed move of a state one level up the stack; False if chance had a part in it."""
    target = stacked(kit, level)
    copy_state(kit, target, source)
    call(kit, APPLY, target, listed(kit, i))
    return bool(generator(target) == generator(source))


@rule
def best_value(kit: Any, tree: Any, seat: int, level: int, low: int, high: int) -> int:
    """The seat's value of a state of the stack, exact between `low` and `high`; UNSOLVED if it was too much work."""
    s = stacked(kit, level)
    if ask(kit, OVER, s):
        return int((gain(kit, s, seat) - kit.low) * TWELFTHS // (kit.high - kit.low))
    tree.looked += 1
    if tree.looked > tree.solve or level + 1 == DEEPEST:
        return UNSOLVED
    own = ask(kit, WHO, s) == seat
    best = 0 if own else TWELFTHS
    n = call(kit, LEGAL, s, kit.moves)
    for i in range(n):
        call(kit, LEGAL, s, kit.moves)  # the levels above have used the list
        if not advance(kit, s, level + 1, i):
            return UNSOLVED
        value = best_value(kit, tree, seat, level + 1, low, high)
        if value == UNSOLVED:
            return UNSOLVED
        if own:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            return best
    return best


@rule
def write_values(kit: Any, tree: Any, seat: int, n: int) -> bool:
    """Enter the values as proofs of the moves at the root, and as if each had been visited once."""
    call(kit, LEGAL, kit.state, kit.moves)
    wins = False
    for i in range(n):
        key = listed(kit, i) * MOST_PLAYERS + seat
        child = child_with(tree, 0, key)
        if child == 0:
            child = add_child(tree, 0, place(tree, 0, key), key)
        tree.proof[child] = EXACT + tree.exact[i]
        wins = wins or tree.exact[i] == TWELFTHS
        share = tree.exact[i] * WHOLE // TWELFTHS
        tree.visits[child] += 1
        tree.visits[0] += 1
        tree.won[child] += share
        tree.total[seat] += share
        tree.total[1 - seat] += WHOLE - share
    return wins
