"""What may be chosen at each decision (Decision points)."""

from tablewright.engine import Moves, rule
from tablewright.games.wallet.actions import can_turn
from tablewright.games.wallet.places import choices, fits, live_side, may_swap, purse
from tablewright.games.wallet.state import (
    ASK,
    DECK_PLACES,
    DRAW,
    NEED,
    NEITHER,
    READS,
    TO,
    USE,
    WIDTH,
    ZONE_PLACES,
    Cards,
    State,
)


@rule
def unused(s: State, k: Cards, use: int) -> bool:
    """WAL-3.2."""
    return s.used[use] < k.allowance[use]


@rule
def zone_live(s: State, i: int) -> bool:
    """WAL-4.2: whether a card of the active player's zone can be activated."""
    return i % WIDTH < s.held[s.active][i // WIDTH] and live_side(s.facing[s.zone[s.active][i]], READS.near) != NEITHER


@rule
def can_act(s: State, k: Cards) -> bool:
    """WAL-3.5: whether an unused allowance has a legal option."""
    if unused(s, k, USE.market) and choices(s, k, NEED.live) + choices(s, k, NEED.affordable) > 0:
        return True
    if unused(s, k, USE.adjust) and choices(s, k, NEED.any) > 0:
        return True
    if unused(s, k, USE.zone):
        for i in range(2 * WIDTH):
            if zone_live(s, i):
                return True
    return False


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    """The options of the decision that is due (Decision points)."""
    ask = s.ask
    n = 0
    if ask == ASK.face:
        n = list_dealt(s, m)
    elif ask == ASK.turn:
        n = list_turn(s, k, m)
    elif ask == ASK.activate:
        n = list_slots(s, k, m, 0, TO.activate, NEED.live)
    elif ask == ASK.buy:
        n = list_slots(s, k, m, 0, TO.buy, NEED.affordable)
    elif ask == ASK.discard:
        n = list_slots(s, k, m, 0, TO.discard, NEED.any)
    elif ask == ASK.trade:
        m.a[0] = TO.trade
        n = 1
    elif ask == ASK.destroy:
        n = list_targets(s, k, m)
    elif ask == ASK.swap:
        n = list_swaps(s, k, m)
    elif ask == ASK.place:
        n = list_units(s, m, TO.place, 1)
    elif ask == ASK.take:
        n = list_units(s, m, TO.take, -1)
    if may_decline(k, ask):
        m.a[n] = TO.decline
        n += 1
    m.n = n
    return n


@rule
def may_decline(k: Cards, ask: int) -> bool:
    """WAL-5.2, and `effects_mandatory`."""
    if ask == ASK.trade or ask == ASK.discard:
        return True
    return not k.mandatory and (ask == ASK.activate or ask == ASK.buy or ask == ASK.swap)


@rule
def list_dealt(s: State, m: Moves) -> int:
    low = min(s.zone[s.asked][0], s.zone[s.asked][1])
    high = max(s.zone[s.asked][0], s.zone[s.asked][1])
    m.a[0] = TO.tan + low - 1
    m.a[1] = TO.tan + high - 1
    return 2


@rule
def list_turn(s: State, k: Cards, m: Moves) -> int:
    """WAL-3.2 to 3.4."""
    n = 0
    if unused(s, k, USE.market):
        n = list_slots(s, k, m, n, TO.activate, NEED.live)
    if unused(s, k, USE.zone):
        for i in range(2 * WIDTH):
            if zone_live(s, i):
                m.a[n] = TO.activate_zone + i
                n += 1
    if unused(s, k, USE.market):
        n = list_slots(s, k, m, n, TO.buy, NEED.affordable)
    if unused(s, k, USE.adjust):
        n = list_slots(s, k, m, n, TO.flip, NEED.any)
        n = list_slots(s, k, m, n, TO.rotate, NEED.any)
    m.a[n] = TO.end_turn
    return n + 1


@rule
def list_slots(s: State, k: Cards, m: Moves, n: int, start: int, need: int) -> int:
    for slot in range(k.market_size):
        if fits(s, k, slot, need):
            m.a[n] = start + slot
            n += 1
    return n


@rule
def list_targets(s: State, k: Cards, m: Moves) -> int:
    """WAL-5.4: never the activator."""
    n = 0
    for q in range(k.players):
        if q != s.active and purse(s, q, s.colour) > 0:
            m.a[n] = TO.destroy + q
            n += 1
    return n


@rule
def list_swaps(s: State, k: Cards, m: Moves) -> int:
    n = 0
    for first in range(ZONE_PLACES + DRAW + 1):
        if first >= ZONE_PLACES or s.zone[first // (2 * WIDTH)][first % (2 * WIDTH)] > 0:
            for second in range(DECK_PLACES):
                if may_swap(s, k, first, second):
                    m.a[n] = TO.swap + first * DECK_PLACES + second
                    n += 1
    return n


@rule
def list_units(s: State, m: Moves, start: int, sign: int) -> int:
    """WAL-P.3."""
    n = 0
    for i in range(s.unit * WIDTH, s.unit * WIDTH + s.held[s.asked][s.unit]):
        if can_turn(s, s.asked, i, sign):
            m.a[n] = start + i
            n += 1
    return n
