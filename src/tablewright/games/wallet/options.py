"""What may be chosen at each decision (Decision points)."""

from tablewright.engine import Moves, offer, rule

from .actions import can_turn
from .places import choices, fits, live_side, may_swap, purse
from .state import ASK, DECK_PLACES, DRAW, NEED, ON, READS, SLOTS, TO, USE, WHY, WIDTH, ZONE_PLACES, Cards, State


@rule
def unused(s: State, k: Cards, use: int) -> bool:
    """WAL-3.2."""
    return s.used[use] < k.allowance[use]


@rule
def zone_live(s: State, i: int) -> bool:
    """WAL-4.1, WAL-4.2: whether a card of the active player's zone can be activated."""
    return (
        i % WIDTH < s.held[s.active][i // WIDTH] and live_side(s.facing[s.zone[s.active][i]], READS.near) != ON.neither
    )


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
def list_dealt(s: State, m: Moves, p: int) -> None:
    offer(m, TO.tan + min(s.zone[p][0], s.zone[p][1]) - 1)
    offer(m, TO.tan + max(s.zone[p][0], s.zone[p][1]) - 1)


@rule
def list_turn(s: State, k: Cards, m: Moves) -> None:
    """WAL-3.2, WAL-3.4; WAL-P.4: any card of the own zone."""
    if unused(s, k, USE.market):
        list_slots(s, k, m, TO.activate, NEED.live)
    if unused(s, k, USE.zone):
        for i in range(2 * WIDTH):
            if zone_live(s, i):
                offer(m, TO.activate_zone + i)
    if unused(s, k, USE.market):
        list_slots(s, k, m, TO.buy, NEED.affordable)
    if unused(s, k, USE.adjust):
        list_slots(s, k, m, TO.flip, NEED.any)
        list_slots(s, k, m, TO.rotate, NEED.any)
    offer(m, TO.end_turn)


@rule
def list_slots(s: State, k: Cards, m: Moves, start: int, need: int) -> None:
    for slot in range(k.market_size):
        if fits(s, k, slot, need):
            offer(m, start + slot)


@rule
def list_granted(s: State, k: Cards, m: Moves) -> None:
    """WAL-5.5, WAL-5.6, WAL-5.7: the market cards that an ability lets its owner activate, buy or discard."""
    if s.ask == ASK.activate:
        list_slots(s, k, m, TO.activate, NEED.live)
    elif s.ask == ASK.buy:
        list_slots(s, k, m, TO.buy, NEED.affordable)
    else:
        list_slots(s, k, m, TO.discard, NEED.any)
    if not k.effects_mandatory or s.ask == ASK.discard:  # WAL-5.2; WAL-5.5 is always up to the player
        offer(m, TO.decline)


@rule
def refuses(s: State, k: Cards, a: int) -> int:
    """What is against an option of a turn, or one that an ability grants."""
    if a < TO.activate_zone:
        return refuses_slot(s, k, a - TO.activate, NEED.live, USE.market)
    if a < TO.buy:
        return refuses_zone(s, k, a - TO.activate_zone)
    if a < TO.flip:
        return refuses_slot(s, k, a - TO.buy, NEED.affordable, USE.market)
    return refuses_slot(s, k, (a - TO.flip) % SLOTS, NEED.any, USE.adjust)


@rule
def refuses_slot(s: State, k: Cards, slot: int, need: int, use: int) -> int:
    """A market card that is activated, bought or adjusted; what an ability grants needs no allowance (WAL-3.3)."""
    if slot >= k.market_size:
        return -1
    if s.ask == ASK.turn and not unused(s, k, use):
        return WHY.market_used if use == USE.market else WHY.adjust_used
    if s.market[slot] == 0:
        return WHY.empty if need == NEED.any else WHY.empty_now
    if fits(s, k, slot, need):
        return 0
    return WHY.not_live if need == NEED.live else WHY.short


@rule
def refuses_zone(s: State, k: Cards, i: int) -> int:
    """WAL-P.4: any card of the own zone."""
    if i % WIDTH >= s.held[s.active][i // WIDTH]:
        return -1
    if not unused(s, k, USE.zone):
        return WHY.zone_used
    return 0 if zone_live(s, i) else WHY.shows


@rule
def refuses_swap(a: int) -> int:
    """WAL-5.11: two market cards."""
    first = (a - TO.swap) // DECK_PLACES - ZONE_PLACES
    second = (a - TO.swap) % DECK_PLACES
    return WHY.no_change if TO.swap <= a < TO.place and 0 <= first < DRAW and second < DRAW else -1


@rule
def list_targets(s: State, k: Cards, m: Moves) -> None:
    """WAL-5.4: never the activator."""
    for q in range(k.players):
        if q != s.active and purse(s, q, s.colour) > 0:
            offer(m, TO.destroy + q)


@rule
def list_swaps(s: State, k: Cards, m: Moves) -> None:
    for first in range(ZONE_PLACES + DRAW + 1):
        if first >= ZONE_PLACES or s.zone[first // (2 * WIDTH)][first % (2 * WIDTH)] > 0:
            for second in range(DECK_PLACES):
                if may_swap(s, k, first, second):
                    offer(m, TO.swap + first * DECK_PLACES + second)
    if not k.effects_mandatory:
        offer(m, TO.decline)


@rule
def list_units(s: State, m: Moves, p: int) -> None:
    """WAL-P.3: the cards that can gain the unit, or lose it."""
    gains = s.ask == ASK.place
    for i in range(s.unit * WIDTH, s.unit * WIDTH + s.held[p][s.unit]):
        if can_turn(s, p, i, 1 if gains else -1):
            offer(m, (TO.place if gains else TO.take) + i)
