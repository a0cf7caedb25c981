"""What the bots think of a position: purchases, the way to the next one, and what the rest of the turn can bring.

Values are hundredths of a purchase.
"""

from tablewright.engine import Moves, below, rule

from .decisions import legal
from .places import live_side, purse
from .state import ASK, DO, FULL, OF, ON, READS, TO, USE, WIDTH, Cards, State

PURCHASE = 100
PAIR = 60
RESOURCE = 12
NEARER = 10  # for each resource less than three that the nearest price lacks
SOON = 50  # a purchase that can be made at once is worth so much more than the resources for it
ACTIVATION = 20
TRIFLE = 2


@rule
def missing(s: State, k: Cards, tan: int, teal: int) -> int:
    """How many resources a purse lacks for the nearest price in the market, at most 3."""
    least = 3
    for slot in range(k.market_size):
        card = s.market[slot]
        if card > 0:
            price = k.price[card][s.face[card]]
            least = min(least, max(0, price[0] - tan) + max(0, price[1] - teal))
    return least


@rule
def worth(s: State, k: Cards, tan: int, teal: int) -> int:
    """The worth of a purse in view of the market."""
    return RESOURCE * (tan + teal) + NEARER * (3 - missing(s, k, tan, teal))


@rule
def activation(s: State, k: Cards, p: int, card: int, side: int, tan: int, teal: int) -> int:
    """The worth of the purse after an activation, and of what else the ability does."""
    face = s.face[card]
    ability = k.ability[card][face][side]
    colour = k.colour[card][face][side]
    amount = k.amount[card][face][side]
    bonus = TRIFLE
    if ability == DO.gain:
        tan += amount * (1 - colour)
        teal += amount * colour
    elif ability == DO.trade and colour == OF.tan and tan > 0:
        tan -= 1
        teal += amount
    elif ability == DO.trade and colour == OF.teal and teal > 0:
        teal -= 1
        tan += amount
    elif ability == DO.activate:
        bonus = ACTIVATION
    elif ability == DO.buy and missing(s, k, tan, teal) == 0:
        bonus = SOON
    tan += k.energy_per_activation * (1 - face)
    teal += k.energy_per_activation * face
    return bonus + worth(s, k, min(FULL * s.held[p][0], tan), min(FULL * s.held[p][1], teal))


@rule
def prospect(s: State, k: Cards, p: int, tan: int, teal: int) -> int:
    """What the allowances left in a turn can still add to the worth of a purse: the best use of each."""
    now = worth(s, k, tan, teal)
    best = now
    if s.used[USE.market] < k.allowance[USE.market]:
        if missing(s, k, tan, teal) == 0:
            best = now + SOON
        for slot in range(k.market_size):
            card = s.market[slot]
            if card > 0:
                side = live_side(s.facing[card], k.market_reads)
                if side != ON.neither:
                    best = max(best, activation(s, k, p, card, side, tan, teal))
    total = best - now
    best = now
    if s.used[USE.zone] < k.allowance[USE.zone]:
        for i in range(2 * WIDTH):
            card = s.zone[p][i]
            if card > 0:
                side = live_side(s.facing[card], READS.near)
                if side != ON.neither:
                    best = max(best, activation(s, k, p, card, side, tan, teal))
    return total + best - now


@rule
def progress(s: State, k: Cards, p: int) -> int:
    """How far a player has come; energy that is still to come counts, and what the turn still allows."""
    tan = purse(s, p, OF.tan)
    teal = purse(s, p, OF.teal)
    value = PURCHASE * s.purchases[p]
    if k.pairs:
        value += PAIR * min(s.held[p][0], s.held[p][1])
    if p == s.active and s.ask != ASK.face:
        if s.energy > 0 and s.ability != DO.buy:
            tan = min(FULL * s.held[p][0], tan + k.energy_per_activation * (2 - s.energy))
            teal = min(FULL * s.held[p][1], teal + k.energy_per_activation * (s.energy - 1))
        if s.ask == ASK.buy:
            value += SOON + RESOURCE
        elif s.ask == ASK.activate:
            value += ACTIVATION
        value += prospect(s, k, p, tan, teal)
    return value + worth(s, k, tan, teal)


@rule
def measure(s: State, k: Cards, p: int) -> int:
    """For the greedy bot: the own progress, and a little of what the others lack."""
    value = 10 * progress(s, k, p)
    for q in range(k.players):
        if q != p:
            value -= 3 * progress(s, k, q)
    return value


@rule
def estimate(s: State, k: Cards, p: int) -> int:
    """The expected share of the win in ten-thousandths.

    Weights grow with the fourth power of the progress, with its square in the edition pairs; games of the greedy bot
    with a third of its moves at random are won as often as this says.
    """
    mine = 0
    total = 0
    for q in range(k.players):
        x = 60 + progress(s, k, q)
        weight = x * x
        if not k.pairs:
            weight *= weight
        total += weight
        if q == p:
            mine = weight
    return 10000 * mine // total


@rule
def playout(s: State, k: Cards, m: Moves) -> int:
    """For the search: buy when possible, otherwise anything at random but passing and declining."""
    n = legal(s, k, m)
    for i in range(n):
        if TO.buy <= m.a[i] < TO.flip:
            return m.a[i]
    if n > 1 and (m.a[n - 1] == TO.end_turn or m.a[n - 1] == TO.decline):
        n -= 1
    return m.a[below(m, n)]
