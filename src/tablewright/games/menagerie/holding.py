"""HOLD and HOLD_STACK: sell and merge as you like, then place what you hold (MEN-6 to MEN-8)."""

from tablewright.engine import Moves, chapter, offer, rule

from .layouts import first_gaps, insert, list_inserts
from .state import ANIMALS, ASK, CHOCOLATE, COUNT, DO, LIFTED, MARK, SPACES, TO, TOP_LEVEL, WHY, Cards, State
from .tableau import attach, can_tuck, copy_stack, count_hosts, count_placed, is_host, merge, new_stack, sell, tuck

# What may be done


@rule
def list_options(s: State, k: Cards, m: Moves, p: int) -> None:
    for i in range(k.spaces):
        if refuses_sale(s, k, p, i) == 0:
            offer(m, TO.sell + i)
    for i in range(k.spaces):
        for j in range(k.spaces):
            if refuses_merge(s, k, p, i, j) == 0:
                offer(m, TO.merge + i * SPACES + j)
    if s.held > ANIMALS:
        for i in range(k.spaces):
            if refuses_host(s, k, p, i) == 0:
                offer(m, TO.attach + i)
    else:
        list_tucks_and_swaps(s, k, m, p)
        list_inserts(s, k, m, p)
    if k.may_discard_drafted and s.held > 0:
        offer(m, TO.discard)


@rule
def list_tucks_and_swaps(s: State, k: Cards, m: Moves, p: int) -> None:
    for i in range(k.spaces):
        if refuses_tuck(s, k, p, i) == 0:
            offer(m, TO.tuck + i)
    if s.held > 0 and k.effect[s.held - 1] == DO.swap:  # MEN-8.6: one more way; MEN-8.10: not for a lifted stack
        for i in range(k.spaces):
            if s.animal[p][i] > 0:
                offer(m, TO.swap + i)


@rule
def refuses(s: State, k: Cards, p: int, a: int) -> int:
    """Why a stack cannot be sold or merged, or what is held not placed."""
    if a < TO.sell:
        return -1
    if a < TO.merge:
        return refuses_sale(s, k, p, a - TO.sell)
    if a < TO.attach:
        return refuses_merge(s, k, p, (a - TO.merge) // SPACES, (a - TO.merge) % SPACES)
    if a < TO.tuck:
        return refuses_host(s, k, p, a - TO.attach)
    if a < TO.swap:
        return refuses_tuck(s, k, p, a - TO.tuck)
    return WHY.full if TO.insert <= a < TO.discard and s.held <= ANIMALS and first_gaps(s, k, p) < 0 else -1


@rule
def refuses_sale(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-6.2, but not the just drafted Frog (MEN-8.9) or the last host (MEN-7.3)."""
    if s.animal[p][i] == 0:
        return -1
    if s.mark[p][i] & MARK.fresh:
        return WHY.fresh_frog
    free = s.held <= ANIMALS or count_hosts(s, k, p, s.held) > is_host(s, k, p, i, s.held)
    return 0 if free else WHY.no_host_left


@rule
def refuses_merge(s: State, k: Cards, p: int, i: int, j: int) -> int:
    """MEN-6.4: two stacks of one type, in either direction."""
    if i == j or s.animal[p][i] == 0 or s.animal[p][j] != s.animal[p][i]:
        return -1
    return 0 if s.held <= ANIMALS or leaves_host(s, k, p, i, j) else WHY.no_host_left


@rule
def refuses_host(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-7.1, MEN-7.2: an upgrade needs a legal host."""
    if s.held <= ANIMALS or s.animal[p][i] == 0:
        return -1
    if is_host(s, k, p, i, s.held):
        return 0
    if s.held == CHOCOLATE:
        return WHY.top if s.level[p][i] == TOP_LEVEL else WHY.not_bare
    return WHY.upgraded


@rule
def refuses_tuck(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-6.8, MEN-6.9; MEN-8.8: a lifted stack is merged into another of its type."""
    if s.held == 0:
        return 0 if s.animal[p][LIFTED] > 0 and s.animal[p][i] == s.animal[p][LIFTED] else -1
    if s.animal[p][i] != s.held:
        return -1
    return 0 if can_tuck(s, k, p, i, s.held) else WHY.top_stack


@rule
def leaves_host(s: State, k: Cards, p: int, i: int, j: int) -> int:
    """MEN-7.3: whether the held upgrade still has a host after merging two stacks."""
    both = is_host(s, k, p, i, s.held) + is_host(s, k, p, j, s.held)
    if count_hosts(s, k, p, s.held) > both:
        return 1
    bare = s.upgrade[p][i] == 0 and s.upgrade[p][j] == 0
    if s.held == CHOCOLATE:
        room = s.level[p][i] + s.level[p][j] < TOP_LEVEL or k.tuck_overflow
        return 1 if room and (bare or not k.chocolate_needs_bare_stack) else 0
    return 1 if bare or k.replace_upgrade else 0


# Doing it


@chapter
def arrange(s: State, k: Cards, a: int) -> int:
    """MEN-6.1: sales and merges go on with the holding, a swap changes what is held, a placement ends it."""
    p = s.decider
    if a < TO.merge:
        sell(s, k, p, a - TO.sell)
    elif a < TO.attach:
        merge(s, k, p, (a - TO.merge) // SPACES, (a - TO.merge) % SPACES)
    elif TO.swap <= a < TO.insert:
        swap(s, k, p, a - TO.swap)
    else:
        place(s, k, p, a)
        end_holding(s, k, p)
        s.ask = ASK.nobody
    return 0


@rule
def place(s: State, k: Cards, p: int, a: int) -> None:
    if a < TO.tuck:
        attach(s, k, p, a - TO.attach, s.held)
        s.probe[COUNT.attached + s.held - 1 - ANIMALS] += 1
    elif a < TO.swap:
        tuck(s, k, p, a - TO.tuck)
    elif a < TO.discard:
        insert(s, k, p, a - TO.insert)
    else:
        s.discard[s.held - 1] += 1  # may_discard_drafted


@rule
def swap(s: State, k: Cards, p: int, i: int) -> None:
    """MEN-8.7: the Frog takes the stack's space, the stack is held instead."""
    copy_stack(s, p, i, p, LIFTED)
    new_stack(s, p, i, s.held)
    count_placed(s, p, i)
    s.mark[p][i] = MARK.fresh
    s.held = 0
    s.ask = ASK.hold_stack


@rule
def end_holding(s: State, k: Cards, p: int) -> None:
    """The card or stack is placed; the ban on selling a fresh Frog ends (MEN-8.9)."""
    for i in range(SPACES):
        s.mark[p][i] &= ~MARK.fresh
    s.held = 0
