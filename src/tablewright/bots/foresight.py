"""One decision ahead by a learned judgement: what takes the place of the game's own bot where a game has none."""

from typing import Any

from tablewright.bots.net import judge
from tablewright.engine import (
    APPLY,
    LISTED,
    OVER,
    WHO,
    ask,
    believe,
    below,
    call,
    copy_state,
    gain,
    list_moves,
    listed,
    reseed,
    rule,
)

WHOLE = 10000


@rule
def choose_foreseeing(kit: Any, tree: Any) -> int:
    """The move after which the seat's share is judged to be the highest, in one imagined world."""
    seat = ask(kit, WHO, kit.state)
    chance = believe(kit, seat)
    kit.trust = LISTED
    return best_judged(kit, tree, kit.state, seat, chance)


@rule
def best_judged(kit: Any, tree: Any, s: Any, seat: int, chance: int) -> int:
    """Of the moves of a state, by what `kit.world` is worth after them with luck from `chance`; ties at random."""
    n = list_moves(kit, s)
    best = -1
    chosen = 0
    ties = 0
    for i in range(n):
        copy_state(kit, kit.spare, kit.world)
        reseed(kit.spare, chance)
        call(kit, APPLY, kit.spare, listed(kit, i))
        value = worth(kit, tree, kit.spare, seat)
        if value > best:
            best = value
            ties = 0
        if value == best:
            ties += 1
            if below(kit, ties) == 0:
                chosen = i
    return listed(kit, chosen)


@rule
def worth(kit: Any, tree: Any, s: Any, seat: int) -> int:
    """A seat's share in ten-thousandths: judged, or as the game ended."""
    if ask(kit, OVER, s):
        return int((gain(kit, s, seat) - kit.low) * WHOLE // (kit.high - kit.low))
    judge(kit, tree, s, tree.share)
    return int(tree.share[seat])
