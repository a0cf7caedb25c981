"""What the bots think of a position: how far each player is on the way to the next purchase."""

from tablewright.engine import rule
from tablewright.games.wallet.places import purse
from tablewright.games.wallet.state import ASK, FULL, OF, USE, Cards, State


@rule
def nearest(s: State, k: Cards, tan: int, teal: int) -> int:
    """How many resources are missing for the market card that is nearest to a purse."""
    least = 9
    for slot in range(k.market_size):
        card = s.market[slot]
        if card > 0:
            price = k.price[card][s.face[card]]
            missing = max(0, price[0] - tan) + max(0, price[1] - teal)
            least = min(least, missing)
    return least


@rule
def progress(s: State, k: Cards, p: int) -> int:
    """Purchases count 100 each, the way to the next one up to 60."""
    tan = purse(s, p, OF.tan)
    teal = purse(s, p, OF.teal)
    if p == s.active:
        if s.energy == 1:
            tan = min(FULL, tan + k.energy)
        elif s.energy == 2:
            teal = min(FULL, teal + k.energy)
    missing = nearest(s, k, tan, teal)
    value = 100 * s.purchases[p] + 5 * (tan + teal) + 10 * max(0, 3 - missing)
    if k.pairs:
        value += 60 * min(s.held[p][0], s.held[p][1])
    if missing == 0 and p == s.active and s.ask == ASK.turn and s.used[USE.market] < k.allowance[USE.market]:
        value += 45
    if p == s.active and s.ask == ASK.buy:
        value += 50
    return value


@rule
def measure(s: State, k: Cards, p: int) -> int:
    """For the greedy bot: my progress less a little of the others'."""
    value = 10 * progress(s, k, p)
    for q in range(k.players):
        if q != p:
            value -= 3 * progress(s, k, q)
    return value


@rule
def estimate(s: State, k: Cards, p: int) -> int:
    """The expected share of the win in ten-thousandths: weights grow with the fourth power of the progress."""
    mine = 0
    total = 0
    for q in range(k.players):
        x = 60 + progress(s, k, q)
        weight = x * x * x * x
        total += weight
        if q == p:
            mine = weight
    return 10000 * mine // total
