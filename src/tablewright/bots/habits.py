"""Habits: what a good player would do here, learned as a policy over the moves on offer; the same in both modes.

A few units look at the position as the network's rows show it, and every move is wanted for what it is about: its
block and card, its block and place, and whether the game's own bot would make it. Habits say which moves a search tries
first and how much of its thought they get; without any search they are a player of their own, `reflex`.
"""

from typing import Any

from tablewright.bots.choices import CHOICES, THINGS, block_of, by_card, by_place
from tablewright.bots.net import FEATURES, POWERS, STEP, WEIGHT, WHOLE, Net, read_features
from tablewright.bots.policies import has_policy, policy_move
from tablewright.engine import LISTED, WHO, array, ask, believe, list_moves, listed, number, rule

UNITS = 16
CLASSES = 2048  # of choices that training has seen; 0: any other
MOST_WEIGHED = 1024  # moves of one decision; those after them are not wanted


class Habits(Net):
    """The weights of a policy, and room for one list of moves; without classes there is none."""

    classes = number("i4")
    class_of = array("i2", CHOICES)
    lean = array("i2", FEATURES, UNITS)
    lean_bias = array("i4", UNITS)
    want = array("i2", CLASSES, UNITS)
    want_bias = array("i4", CLASSES)
    unit = array("i8", UNITS)
    wish = array("i8", MOST_WEIGHED)
    weighed = number("i4")  # moves in the list of wishes
    strongest = number("i8")  # the highest wish of all
    whole = number("i8")  # the sum of all powers


@rule
def weigh(kit: Any, net: Any, s: Any, mover: int) -> int:
    """List the moves of a state that the mover may know, and how much each is wanted; returns how many there are."""
    own = policy_move(kit, mover) if has_policy(kit) else -1
    n = list_moves(kit, s)
    look(kit, net, s, mover)
    net.weighed = min(n, MOST_WEIGHED)
    net.strongest = -(1 << 60)
    for i in range(net.weighed):
        net.wish[i] = wish_of(kit, net, s, listed(kit, i), own)
        net.strongest = max(net.strongest, net.wish[i])
    net.whole = 0
    for i in range(net.weighed):
        net.whole += power_of(net, i)
    return n


@rule
def look(kit: Any, net: Any, s: Any, mover: int) -> int:
    """What the units say of a position."""
    read_features(kit, net, s, mover)
    for u in range(UNITS):
        net.unit[u] = net.lean_bias[u]
    for i in range(net.features):
        leans = net.lean[net.feature[i]]
        amount = net.amount[i]
        for u in range(UNITS):
            net.unit[u] += leans[u] * amount
    for u in range(UNITS):
        net.unit[u] = max(0, net.unit[u])
    return 0


@rule
def wish_of(kit: Any, net: Any, s: Any, a: int, own: int) -> int:
    """How much a move is wanted: a logarithm, in the unit of the network's sums."""
    card = by_card(kit, net, s, a)
    place = by_place(net, a)
    wish = wanted(net, card)
    if place != card:
        wish += wanted(net, place)
    if a == own:
        wish += wanted(net, block_of(net, a) * THINGS)
    return wish


@rule
def wanted(net: Any, choice: int) -> int:
    c = net.class_of[choice]
    total = 0
    for u in range(UNITS):
        total += net.unit[u] * net.want[c][u]
    return int(net.want_bias[c] + total // WEIGHT)


@rule
def power_of(net: Any, i: int) -> int:
    return int(net.power[min(POWERS - 1, (net.strongest - net.wish[i]) // STEP)])


@rule
def chance_of(net: Any, i: int) -> int:
    """How likely the i-th move is, in ten-thousandths."""
    return int(WHOLE * power_of(net, i) // net.whole) if i < net.weighed else 0


@rule
def choose_reflex(kit: Any, net: Any) -> int:
    """The move that is wanted most, without any search."""
    mover = ask(kit, WHO, kit.state)
    believe(kit, mover)
    kit.trust = LISTED
    return most_wanted(kit, net, mover)


@rule
def most_wanted(kit: Any, net: Any, mover: int) -> int:
    """Of the moves in `kit.world`."""
    weigh(kit, net, kit.world, mover)
    i = 0
    while net.wish[i] != net.strongest:
        i += 1
    return listed(kit, i)
