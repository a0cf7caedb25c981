"""The opponent that learning has to beat in Gin: one decision ahead by deadwood, and it knocks as soon as it may.

It stands outside the game, so that nothing that learns can ask it.
"""

from typing import Any

import numpy as np
from tests.bots.gin.rules import CARDS, DISCARD, IN_A_ROW, KNOCK, TAKE, bit_of, deadwood

from tablewright.engine import (
    LISTED,
    WHO,
    Chooser,
    Layout,
    Variant,
    array,
    ask,
    below,
    exposed,
    list_moves,
    listed,
    number,
    peek,
    rule,
)


class Melds(Layout):
    """What it knows of the game's cards and where it looks in a position."""

    runs = array("i1", IN_A_ROW)
    hand = number("i4")
    top = number("i4")


@rule
def choose_by_deadwood(kit: Any, melds: Any) -> int:
    seat = ask(kit, WHO, kit.state)
    data = exposed(kit, kit.state)
    cards = 0
    for c in range(CARDS):
        if peek(data, melds.hand + seat * CARDS + c, 1):
            cards |= bit_of(c)
    n = list_moves(kit, kit.state)
    kit.trust = LISTED
    if listed(kit, 0) < DISCARD:
        return listed(kit, 0 if listed(kit, 0) == TAKE and is_better(melds, cards, peek(data, melds.top, 1)) else n - 1)
    best = 1 << 30
    chosen = 0
    ties = 0
    for i in range(n):
        a = listed(kit, i)
        left = deadwood(melds, cards & ~bit_of((a - DISCARD) % CARDS)) - (1000 if a >= KNOCK else 0)
        if left < best:
            best = left
            ties = 0
        if left == best:
            ties += 1
            if below(kit, ties) == 0:
                chosen = a
    return chosen


@rule
def is_better(melds: Any, cards: int, top: int) -> bool:
    """Whether the hand has less deadwood with this card instead of another one."""
    before = deadwood(melds, cards)
    better = 0
    for c in range(CARDS):
        if cards & bit_of(c):
            better += deadwood(melds, (cards & ~bit_of(c)) | bit_of(top)) < before
    return better > 0


def by_deadwood(variant: Variant) -> Chooser:
    dtype, cards = variant.game.state.dtype, variant.cards
    where = tuple((name, int(dtype.fields[name][1])) for name in ("hand", "top"))
    return Chooser("by deadwood", choose_by_deadwood, Melds, where, {"runs": np.array(cards.runs, np.int8)})
