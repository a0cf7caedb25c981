"""The worlds that a seat thinks possible: drawn anew for every visit, or gone through one by one.

The latter where they are few, or where some are known that fit what the others have decided.
"""

from typing import Any

from tablewright.bots.tree import FIRST_FITTING, MOST_WORLDS
from tablewright.engine import believe, copy_state, fingerprint, mixed, reseed, rule, stacked

LONG_ENOUGH = 10  # draws for every world that is known, before it is believed that there is no other
ALL_NEW = 12  # worlds in a row; then there are too many to go through


@rule
def list_worlds(kit: Any, tree: Any, seat: int) -> int:
    """Find all worlds that the seat thinks possible, if they are few: by drawing until none is new for long."""
    tree.listed = 0
    drawn_worlds = 0
    while tree.worlds > 0 and drawn_worlds < LONG_ENOUGH * (1 + tree.listed):
        seed = kit.rng
        believe(kit, seat)
        if is_new(tree, fingerprint(kit, kit.world)):
            if tree.listed == tree.worlds or drawn_worlds == tree.listed == ALL_NEW:
                tree.listed = 0
                return 0
            tree.seed[tree.listed] = seed
            tree.listed += 1
        drawn_worlds += 1
    return 0


@rule
def is_new(tree: Any, mark: int) -> bool:
    for i in range(tree.listed):
        if tree.mark[i] == mark:
            return False
    tree.mark[min(tree.listed, MOST_WORLDS - 1)] = mark
    return True


@rule
def imagine(kit: Any, tree: Any, seat: int, visit: int) -> int:
    """The world of a visit, with luck of its own."""
    kit.rng = mixed(tree.origin, visit)
    if tree.fitting > 0:
        copy_state(kit, kit.world, stacked(kit, FIRST_FITTING + visit % tree.fitting))
        return reseed(kit.world, mixed(kit.rng, 2))
    if tree.listed == 0:
        return believe(kit, seat)
    luck = kit.rng
    kit.rng = tree.seed[visit % tree.listed]
    believe(kit, seat)
    kit.rng = luck
    return reseed(kit.world, mixed(luck, 2))
