"""The worlds that a seat thinks possible: drawn anew for every visit, or gone through one by one where they are few."""

from typing import Any

from tablewright.bots.tree import MOST_WORLDS
from tablewright.engine import believe, fingerprint, mixed, reseed, rule

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
    if tree.listed == 0:
        return believe(kit, seat)
    luck = kit.rng
    kit.rng = tree.seed[visit % tree.listed]
    believe(kit, seat)
    kit.rng = luck
    return reseed(kit.world, mixed(luck, 2))
