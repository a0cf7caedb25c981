"""Resource cards and gold (WTA-5), and paying (WTA-6.9): the designer's own chapter."""

from tablewright.engine import REVEALED, note, rule

from .ids import ASK, SAY, TO, WHY
from .state import COUNT, Cards, State
from .zones import ask, offer, place_in, take_from_hand, take_out, take_top, to_hand, to_resources


@rule
def gives_gold(s: State, k: Cards, p: int, i: int) -> int:
    """WTA-5.4, WTA-5.7: unmarked, and its gold of this turn is still to come."""
    return 1 if s.res_marked[p][i] == 0 and (s.res_gave[p][i] == 0 or k.gold_capped == 0) else 0


@rule
def available(s: State, k: Cards, p: int) -> int:
    """WTA-6.9: the pool and what unmarked resource cards would give."""
    n = s.pool[p]
    for i in range(s.n_resource[p]):
        if gives_gold(s, k, p, i):
            n += k.gold_per_resource
    return n


@rule
def mark_for_gold(s: State, k: Cards, p: int, i: int) -> None:
    """WTA-5.4, WTA-5.5: the card becomes marked for that purpose; its gold goes to the pool."""
    if gives_gold(s, k, p, i):
        s.pool[p] += k.gold_per_resource
        s.probe[COUNT.gold_produced + p] += k.gold_per_resource
        s.res_gave[p][i] = 1
    s.res_marked[p][i] = 1


@rule
def pay(s: State, k: Cards, p: int, n: int) -> None:
    """WTA-6.9, WTA-6.11: first from the pool, then unmarked resource cards, lowest position first."""
    for i in range(s.n_resource[p]):
        if s.pool[p] < n and gives_gold(s, k, p, i):
            mark_for_gold(s, k, p, i)
    s.pool[p] -= n
    s.spent[p] += n
    s.probe[COUNT.gold_spent + p] += n
    if n > 0:
        note(SAY.paid, p, n, 0)


@rule
def gain_gold(s: State, p: int, n: int) -> None:
    """WTA-15.9."""
    s.pool[p] += n
    s.probe[COUNT.gold_produced + p] += n
    note(SAY.gold, p, n, 0)


@rule
def empty_pools(s: State, k: Cards) -> None:
    """WTA-5.6, WTA-18.3: leftover gold disappears."""
    for p in range(2):
        if k.gold_carries_over == 0:
            if s.pool[p] > 0:
                note(SAY.gold_gone, p, s.pool[p], 0)
            s.probe[COUNT.gold_lost + p] += s.pool[p]
            s.pool[p] = 0
        for i in range(s.n_resource[p]):
            s.res_gave[p][i] = 0


# Actions of the Play phases


@rule
def lay_refused(s: State, k: Cards) -> int:
    """WTA-5.2: so often a turn."""
    return WHY.laid if s.lays >= k.lays_per_turn else 0


@rule
def offer_marks(s: State, k: Cards, p: int) -> None:
    """WTA-5.5."""
    if k.manual_marking:
        for i in range(s.n_resource[p]):
            if s.res_marked[p][i] == 0:
                offer(s, TO.mark + i)


@rule
def recycle_refused(s: State, k: Cards, p: int) -> int:
    """WTA-5.9."""
    if s.recycles >= k.recycles_per_turn:
        return WHY.recycled
    return WHY.few_resources if recyclable(s, k, p, -1) < k.recycle_count else 0


@rule
def recyclable(s: State, k: Cards, p: int, after: int) -> int:
    """How many resource cards beyond a position may be recycled."""
    n = 0
    for i in range(after + 1, s.n_resource[p]):
        if k.recycle_marked_allowed or s.res_marked[p][i] == 0:
            n += 1
    return n


@rule
def lay(s: State, k: Cards, p: int, c: int) -> None:
    """WTA-5.2, WTA-5.3: face down to the last position, unmarked."""
    to_resources(s, take_from_hand(s, p, c), 0)
    for i in range(s.n_hand[p]):
        s.shown[s.hand[p][i]] = 0  # of the cards known to be there any may be the one
    s.lays += 1
    s.probe[COUNT.resources_laid + p] += 1


@rule
def begin_recycle(s: State, k: Cards, p: int) -> None:
    s.recycles += 1
    s.recycled[p] = 1
    s.probe[COUNT.recycled + p] += 1
    s.n_picks = 0
    ask(s, ASK.recycle_pick, p)


@rule
def offer_recycle_picks(s: State, k: Cards) -> None:
    """WTA-5.10: increasing positions that leave enough later ones."""
    p = s.decider
    last = s.picks[s.n_picks - 1] if s.n_picks > 0 else -1
    wanted = k.recycle_count - s.n_picks
    for i in range(last + 1, s.n_resource[p]):
        allowed = k.recycle_marked_allowed or s.res_marked[p][i] == 0
        if allowed and recyclable(s, k, p, i) >= wanted - 1:
            offer(s, TO.position + i)


@rule
def pick(s: State, a: int) -> None:
    """One more card that a Recycle or Reclaim takes back."""
    s.picks[s.n_picks] = a - TO.position
    s.n_picks += 1


@rule
def take_picks(s: State, p: int) -> None:
    """WTA-5.15: the chosen cards leave together; nobody but their owner sees them."""
    note(SAY.taken_back, p, s.n_picks, 0)
    for _ in range(s.n_picks):
        best = -1
        at = 0
        for j in range(s.n_picks):
            if s.picks[j] > best:
                best = s.picks[j]
                at = j
        s.picks[at] = -1
        to_hand(s, take_resource(s, p, best), 0)
    for j in range(s.n_picks):
        s.picks[j] = 0
    s.n_picks = 0


@rule
def take_resource(s: State, p: int, i: int) -> int:
    """The card at a position, taken out; the later ones move up (WTA-5.15)."""
    n = s.n_resource[p]
    s.n_resource[p] = n - 1
    take_out(s.res_marked[p], n, i)
    take_out(s.res_gave[p], n, i)
    return take_out(s.resource[p], n, i)


# Effects on resource cards


@rule
def dig(s: State, p: int, count: int) -> None:
    """WTA-15.12: marked, so that it is growth and not gold this turn."""
    for _ in range(min(count, s.n_deck[p])):
        to_resources(s, take_top(s, p), 1)
        note(SAY.dug, p, 0, 0)
        note(REVEALED, p, 0, 0)


@rule
def renew(s: State, p: int, count: int) -> None:
    """WTA-15.14, Refresh: lowest position first; they may give gold once more."""
    left = count
    for i in range(s.n_resource[p]):
        if left > 0 and s.res_marked[p][i]:
            s.res_marked[p][i] = 0
            s.res_gave[p][i] = 0
            left -= 1
    note(SAY.refreshed, p, count - left, 0)


@rule
def tax(s: State, p: int, a: int) -> None:
    """WTA-15.15: marked, but not for gold."""
    i = a - TO.position
    s.res_marked[p][i] = 1
    note(SAY.taxed, p, i + 1, 0)


@rule
def tax_all(s: State, p: int) -> None:
    """WTA-15.15: all that are unmarked, if they are not more than asked for."""
    for i in range(s.n_resource[p]):
        if s.res_marked[p][i] == 0:
            tax(s, p, TO.position + i)


@rule
def offer_resources(s: State, p: int) -> None:
    """Resource cards to sacrifice or to reclaim; those already picked are left out."""
    for i in range(s.n_resource[p]):
        if place_in(s.picks, s.n_picks, i) < 0:
            offer(s, TO.position + i)


@rule
def offer_unmarked(s: State, p: int) -> None:
    """Resource cards to mark for a tax."""
    for i in range(s.n_resource[p]):
        if s.res_marked[p][i] == 0:
            offer(s, TO.position + i)


@rule
def unmarked_resources(s: State, p: int) -> int:
    n = 0
    for i in range(s.n_resource[p]):
        if s.res_marked[p][i] == 0:
            n += 1
    return n
