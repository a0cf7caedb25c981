"""A strategy by heart, for games with few things to see: for everything a seat may see, how often to play which move.

What is seen is told apart by a mark of the observation; a move is told by its place in the list of legal moves.
"""

from typing import Any

from tablewright.bots.policies import choose_greedy
from tablewright.engine import (
    LISTED,
    WHO,
    Layout,
    array,
    ask,
    below,
    list_moves,
    listed,
    number,
    observe,
    rule,
    seen,
)

SLOTS = 1 << 14
WIDE = 8  # moves of one decision
PARTS = 10_000  # the frequencies of a decision's moves add up to about this
LANE = 0x7FFFFFFF


class Strategy(Layout):
    """Open addressing: the place of a mark is the first free one from its own on; a mark of 0 is none."""

    used = number("i4")
    mark = array("i8", SLOTS)
    often = array("i4", SLOTS, WIDE)


@rule
def sight_mark(kit: Any, s: Any, seat: int) -> int:
    """A number for what a seat sees of a state; the same in both modes."""
    n = observe(kit, s, seat, kit.sight)
    one = 7
    other = 11
    for i in range(n):
        x = seen(kit.sight, i) & LANE
        one = ((one ^ x) * 1103515245 + 12345 + (one >> 13)) & LANE
        other = ((other + x) * 1664525 + 1013904223 + (other >> 11)) & LANE
    return int((one << 31) + other + 1)


@rule
def slot_of(strategy: Any, mark: int) -> int:
    """Where a mark is or would be; -1 if there is no room."""
    at = mark % SLOTS
    for _ in range(SLOTS):
        if strategy.mark[at] == mark or strategy.mark[at] == 0:
            return int(at)
        at = (at + 1) % SLOTS
    return -1


@rule
def choose_by_heart(kit: Any, strategy: Any) -> int:
    """A move as often as the strategy says; what it has never seen is left to the game's own bot."""
    n = list_moves(kit, kit.state)
    kit.trust = LISTED
    if n == 1:
        return listed(kit, 0)
    mark = sight_mark(kit, kit.state, ask(kit, WHO, kit.state))
    at = slot_of(strategy, mark)
    total = 0
    if at >= 0 and strategy.mark[at] == mark:
        for i in range(min(n, WIDE)):
            total += strategy.often[at][i]
    if total == 0:
        return choose_greedy(kit, 0)
    x = below(kit, total)
    i = 0
    while x >= strategy.often[at][i]:
        x -= strategy.often[at][i]
        i += 1
    return listed(kit, i)
