"""HOLD and HOLD_STACK: sell and merge as you like, then place what you hold (MEN-6 to MEN-8)."""

from tablewright.engine import Moves, chapter, rule
from tablewright.games.menagerie.components import (
    ANIMALS,
    ASK_HOLD,
    ASK_HOLD_STACK,
    ATTACH,
    ATTACHED,
    CHOCOLATE,
    DISCARD,
    FRESH,
    GAPS,
    INSERT,
    LIFTED,
    MERGE,
    NOBODY,
    PLACED,
    SCRATCH,
    SELL,
    SPACES,
    SWAP,
    SWAP_PLACES,
    TOP_LEVEL,
    TUCK,
    Cards,
    State,
)
from tablewright.games.menagerie.tableau import (
    adopt,
    attach,
    can_insert,
    can_tuck,
    clear_stack,
    copy_stack,
    count_hosts,
    count_stacks,
    end_holding,
    first_gaps,
    is_host,
    lay_out,
    merge,
    new_stack,
    next_gaps,
    sell,
    trim,
)

# What may be done


@rule
def list_hold(s: State, k: Cards, m: Moves) -> int:
    n = list_sells(s, k, m)
    n = list_merges(s, k, m, n)
    if s.held > ANIMALS:
        n = list_spaces(s, k, m, n, ATTACH)
    else:
        n = list_spaces(s, k, m, n, TUCK)
        if s.held > 0 and k.effect[s.held - 1] == SWAP_PLACES:
            n = list_spaces(s, k, m, n, SWAP)
        n = list_inserts(s, k, m, n)
    if s.ask == ASK_HOLD and k.may_discard:
        m.a[n] = DISCARD
        n += 1
    return n


@rule
def list_sells(s: State, k: Cards, m: Moves) -> int:
    """MEN-6.2, but not the just drafted Frog (8.9) or the last host (7.3)."""
    p = s.turn
    hosts = count_hosts(s, k, p, s.held) if s.held > ANIMALS else 0
    n = 0
    for i in range(k.spaces):
        free = s.held <= ANIMALS or hosts > is_host(s, k, p, i, s.held)
        if free and s.animal[p][i] > 0 and s.mark[p][i] & FRESH == 0:
            m.a[n] = SELL + i
            n += 1
    return n


@rule
def list_merges(s: State, k: Cards, m: Moves, n: int) -> int:
    """MEN-6.4: two stacks of one type, in either direction."""
    p = s.turn
    for i in range(k.spaces):
        for j in range(k.spaces):
            same = j != i and s.animal[p][i] > 0 and s.animal[p][j] == s.animal[p][i]
            if same and (s.held <= ANIMALS or leaves_host(s, k, p, i, j)):
                m.a[n] = MERGE + i * SPACES + j
                n += 1
    return n


@rule
def leaves_host(s: State, k: Cards, p: int, i: int, j: int) -> int:
    """MEN-7.3: whether the held upgrade still has a host after merging two stacks."""
    both = is_host(s, k, p, i, s.held) + is_host(s, k, p, j, s.held)
    if count_hosts(s, k, p, s.held) > both:
        return 1
    bare = s.upgrade[p][i] == 0 and s.upgrade[p][j] == 0
    if s.held == CHOCOLATE:
        room = s.level[p][i] + s.level[p][j] < TOP_LEVEL or k.tuck_overflow
        return 1 if room and (bare or not k.needs_bare) else 0
    return 1 if bare or k.replace_upgrade else 0


@rule
def list_spaces(s: State, k: Cards, m: Moves, n: int, block: int) -> int:
    """The stacks that take the held card: as hosts (MEN-7), by tuck (MEN-6.8, 8.8) or by swap (MEN-8.7)."""
    p = s.turn
    for i in range(k.spaces):
        if block == ATTACH:
            fits = is_host(s, k, p, i, s.held)
        elif block == SWAP:
            fits = 1 if s.animal[p][i] > 0 else 0
        elif s.held > 0:
            fits = can_tuck(s, k, p, i, s.held)
        else:
            fits = 1 if s.animal[p][i] == s.animal[p][LIFTED] else 0
        if fits:
            m.a[n] = block + i
            n += 1
    return n


@rule
def list_inserts(s: State, k: Cards, m: Moves, n: int) -> int:
    """MEN-6.7: every place in the order with every set of spaces that may stay empty, ascending."""
    first = first_gaps(s, k, s.turn)
    if first < 0:
        return n
    for place in range(count_stacks(s, k, s.turn) + 1):
        gaps = first
        while gaps < 1 << k.spaces:
            if can_insert(s, k, s.turn, place * GAPS + gaps):
                m.a[n] = INSERT + place * GAPS + gaps
                n += 1
            gaps = next_gaps(gaps)
    return n


# Doing it


@chapter
def apply_hold(s: State, k: Cards, a: int) -> int:
    """MEN-6.1: sales and merges go on with the holding, a swap changes what is held, a placement ends it."""
    p = s.turn
    if a < MERGE:
        sell(s, k, p, a - SELL)
    elif a < ATTACH:
        merge(s, k, p, (a - MERGE) // SPACES, (a - MERGE) % SPACES)
    elif SWAP <= a < INSERT:
        swap(s, k, p, a - SWAP)
    else:
        place(s, k, p, a)
        end_holding(s, k, p)
        s.ask = NOBODY
    return 0


@rule
def place(s: State, k: Cards, p: int, a: int) -> int:
    if a < TUCK:
        attach(s, k, p, a - ATTACH, s.held)
        s.probe[ATTACHED + s.held - 1 - ANIMALS] += 1
    elif a < SWAP:
        tuck(s, k, p, a - TUCK)
    elif a < DISCARD:
        insert(s, k, p, a - INSERT)
    else:
        s.discard[s.held - 1] += 1  # may_discard_drafted
    return 0


@rule
def count_placed(s: State, p: int, i: int) -> int:
    s.probe[PLACED + 3 * (s.animal[p][i] - 1) + s.level[p][i] - 1] += 1
    return 0


@rule
def tuck(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-6.8; MEN-8.8: a lifted stack is merged into the other."""
    if s.held == 0:
        merge(s, k, p, LIFTED, i)
        return 0
    s.level[p][i] += 1
    trim(s, k, p, i)
    count_placed(s, p, i)
    return 0


@rule
def insert(s: State, k: Cards, p: int, layout: int) -> int:
    """MEN-6.7, 8.8: the stacks as laid out, and the card or the lifted stack in the new space."""
    new = lay_out(s, k, p, layout)
    if s.held > 0:
        new_stack(s, SCRATCH, new, s.held)
        count_placed(s, SCRATCH, new)
    else:
        copy_stack(s, p, LIFTED, SCRATCH, new)
        clear_stack(s, p, LIFTED)
    adopt(s, k, p)
    return 0


@rule
def swap(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-8.7: the Frog takes the stack's space, the stack is held instead."""
    copy_stack(s, p, i, p, LIFTED)
    clear_stack(s, p, i)
    new_stack(s, p, i, s.held)
    count_placed(s, p, i)
    s.mark[p][i] = FRESH
    s.held = 0
    s.ask = ASK_HOLD_STACK
    return 0
