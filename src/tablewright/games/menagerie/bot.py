"""For bots: what a tableau is worth, the greedy choice, a quick choice for playouts, and who is likely to win.

The greedy bot takes the card whose best placement is worth most: power now, what the stacks would sell for, how far
they can still grow, and what their effects promise. All trying out happens in the scratch tableau.
"""

from tablewright.engine import Moves, below, chapter, rule

from .combat import can_harm, power
from .layouts import can_insert, first_gaps, lay_out, next_gaps, pushed
from .market import next_listed, takeable
from .state import ANIMALS, ASK, CHOCOLATE, GAPS, LIFTED, LINE, MARK, SCRATCH, SPACES, TO, TOP_LEVEL, Cards, State
from .tableau import can_tuck, clear_stack, copy_stack, count_stacks, is_host, new_stack, sale_value

VP = 12  # the worth of one VP
GROWTH = (0, 10, 14, 0)  # what a stack of each level may still become
PROMISE = (-3, 8, 0, 0, 0, 0, 0, -3, -3, 0, 0, 3, 0, 0, 0, -3, 0, 0)  # by effect: what it brings in a round to come
PLAIN_TAKE = 24  # a card that adds less is reason to refill
HALVED_BY = 12  # a player so far behind has half the chance; measured in games of greedy bots ...
HALVED_BY_ROUND = 6  # ... and for every round still to come
IDS = 2048  # a placement is kept as worth * 2048 + its action id


# What a tableau is worth


@rule
def worth(s: State, k: Cards, p: int) -> int:
    """Sale value, room to grow, and for the rounds still to come power and what the effect promises."""
    left = k.rounds - s.round
    total = (2 + left) * power(s, k, p)
    for i in range(k.spaces):
        if s.animal[p][i] > 0:
            total += VP * sale_value(s, k, p, i)
            if left > 0:
                total += GROWTH[s.level[p][i]] + left * PROMISE[k.effect[s.animal[p][i] - 1]]
    return total


@rule
def try_tableau(s: State, k: Cards) -> None:
    """The deciding player's tableau as it is, in the scratch tableau."""
    for i in range(k.spaces):
        copy_stack(s, s.decider, i, SCRATCH, i)


@chapter
def best_placement(s: State, k: Cards, card: int) -> int:
    """The best that the deciding player can do with a card (0: the lifted stack), as worth * 2048 + action id."""
    best = best_stack(s, k, card)
    if card <= ANIMALS:
        stacks = count_stacks(s, k, s.decider)
        if stacks == k.spaces:
            best = max(best, best_sale(s, k, card))
        else:
            best = max(best, best_insert(s, k, card, stacks))
    for i in range(k.spaces):
        clear_stack(s, SCRATCH, i)
    return best


@rule
def can_take(s: State, k: Cards, i: int, card: int) -> int:
    """Whether a stack of the deciding player can take a card (0: the lifted stack), as a host or as one of its type."""
    if card > ANIMALS:
        return is_host(s, k, s.decider, i, card)
    if card > 0:
        return can_tuck(s, k, s.decider, i, card)
    return s.animal[s.decider][i] == s.animal[s.decider][LIFTED]


@rule
def best_stack(s: State, k: Cards, card: int) -> int:
    """On one of the stacks or in it."""
    best = 0
    for i in range(k.spaces):
        if can_take(s, k, i, card):
            try_tableau(s, k)
            if card > CHOCOLATE:
                s.upgrade[SCRATCH][i] = card
            else:
                s.level[SCRATCH][i] = min(s.level[SCRATCH][i] + 1, TOP_LEVEL)
            best = max(best, worth(s, k, SCRATCH) * IDS + (TO.attach if card > ANIMALS else TO.tuck) + i)
    return best


@rule
def best_sale(s: State, k: Cards, card: int) -> int:
    """With a full tableau: sell one stack and put the new one into its space."""
    best = 0
    for i in range(k.spaces):
        if s.mark[s.decider][i] & MARK.fresh == 0:
            try_tableau(s, k)
            sold = VP * sale_value(s, k, SCRATCH, i)
            put_new(s, i, card)
            best = max(best, (worth(s, k, SCRATCH) + sold) * IDS + TO.sell + i)
    return best


@rule
def put_new(s: State, i: int, card: int) -> None:
    if card == 0:
        copy_stack(s, s.decider, LIFTED, SCRATCH, i)
    else:
        new_stack(s, SCRATCH, i, card)


@rule
def best_insert(s: State, k: Cards, card: int, stacks: int) -> int:
    best = 0
    for place in range(stacks + 1):
        gaps = first_gaps(s, k, s.decider)
        while gaps < 1 << k.spaces:
            layout = place * GAPS + gaps
            if can_insert(s, k, s.decider, layout):
                put_new(s, lay_out(s, k, s.decider, layout), card)
                best = max(best, worth(s, k, SCRATCH) * IDS + TO.insert + layout)
            gaps = next_gaps(gaps)
    return best


# The greedy choice


@rule
def greedy(s: State, k: Cards, m: Moves) -> int:
    """Power now plus sale value, one card ahead."""
    if s.ask == ASK.take or s.ask == ASK.bonus_take:
        return greedy_take(s, k, m)
    if s.ask == ASK.hold or s.ask == ASK.hold_stack:
        merged = good_merge(s, k)
        return merged if merged >= 0 else best_placement(s, k, s.held) % IDS
    if s.ask == ASK.market_ability:
        i = next_listed(s, k, s.decider)
        return TO.draw + k.value[s.animal[s.decider][i] - 1][s.level[s.decider][i] - 1]
    if s.ask == ASK.mosquito:
        return TO.column + best_column(s, k)
    return TO.honey if s.ask == ASK.honey else TO.bee + spare_friend(s, k)


@rule
def greedy_take(s: State, k: Cards, m: Moves) -> int:
    """The card with the greatest gain; a refill of the poorest line where no card adds much."""
    now = worth(s, k, s.decider)
    best = -1
    chosen = TO.decline if s.ask == ASK.bonus_take and k.pig_optional else TO.pass_
    for cell in range(LINE * LINE):
        card = s.market[cell]
        m.a[cell] = 0  # gains by cell
        if card > 0 and takeable(s, k, s.decider, card):
            m.a[cell] = max(best_placement(s, k, card) // IDS - now, 0) if first_copy(s, cell) else 0
            if m.a[cell] > best:
                best = m.a[cell]
                chosen = TO.take + cell
    if best < PLAIN_TAKE and s.refilled[s.decider] < k.refills_per_round:
        return poorest_line(k, m)
    return chosen


@rule
def first_copy(s: State, cell: int) -> int:
    """Whether no earlier cell has the same card: a second copy adds nothing to the choice."""
    for earlier in range(cell):
        if s.market[earlier] == s.market[cell]:
            return 0
    return 1


@rule
def poorest_line(k: Cards, m: Moves) -> int:
    """The refill that gives up least."""
    least = 1 << 30
    chosen = 0
    for line in range(k.market_rows + k.market_cols):
        total = 0
        for cell in range(LINE * LINE):
            if (line < k.market_rows and cell // LINE == line) or line - k.market_rows == cell % LINE:
                total += m.a[cell]
        if total < least:
            least = total
            chosen = TO.refill_row + line if line < k.market_rows else TO.refill_col + line - k.market_rows
    return chosen


@rule
def good_merge(s: State, k: Cards) -> int:
    """A merge that loses no card and no upgrade and leaves a held upgrade its host; -1 if there is none."""
    for i in range(k.spaces):
        for j in range(k.spaces):
            same = i != j and s.animal[s.decider][i] > 0 and s.animal[s.decider][i] == s.animal[s.decider][j]
            fits = same and s.level[s.decider][i] + s.level[s.decider][j] <= TOP_LEVEL
            if fits and s.upgrade[s.decider][i] == 0 and s.held <= ANIMALS:
                return TO.merge + i * SPACES + j
    return -1


@rule
def best_column(s: State, k: Cards) -> int:
    """Where a Mosquito costs the others most and its owner least."""
    i = next_listed(s, k, s.decider)
    most = k.value[s.animal[s.decider][i] - 1][s.level[s.decider][i] - 1]
    best = -(1 << 30)
    chosen = 0
    for column in range(k.spaces):
        loss = 0
        for p in range(k.players):
            if s.level[p][column] <= most and can_harm(s, k, p, column):
                loss += power_at_stake(s, k, p, column) * (1 if p != s.decider else -k.players)
        if loss > best:
            best = loss
            chosen = column
    return chosen


@rule
def power_at_stake(s: State, k: Cards, p: int, i: int) -> int:
    """How much weaker a tableau is when a stack is down."""
    before = power(s, k, p)
    s.mark[p][i] |= MARK.down
    after = power(s, k, p)
    s.mark[p][i] &= ~MARK.down
    return before - after


@rule
def spare_friend(s: State, k: Cards) -> int:
    """1 if the own tableau is weaker when the Bee wounds the stack behind it, else 0."""
    return 1 if power_at_stake(s, k, s.decider, next_listed(s, k, s.decider) - 1) > 0 else 0


# A quick choice for playouts: take anything, grow what can grow, insert at random, sell only for room


@rule
def playout(s: State, k: Cards, m: Moves) -> int:
    if s.ask == ASK.take or s.ask == ASK.bonus_take:
        return any_take(s, k, m)
    if s.ask == ASK.hold or s.ask == ASK.hold_stack:
        return any_placement(s, k, m)
    if s.ask == ASK.market_ability:
        i = next_listed(s, k, s.decider)
        return TO.draw + below(m, k.value[s.animal[s.decider][i] - 1][s.level[s.decider][i] - 1] + 1)
    if s.ask == ASK.mosquito:
        return TO.column + below(m, k.spaces)
    return (TO.honey if s.ask == ASK.honey else TO.bee) + below(m, 2)


@rule
def any_take(s: State, k: Cards, m: Moves) -> int:
    """A card that makes a stack grow if there is one, else any."""
    start = below(m, LINE * LINE)
    chosen = -1
    for n in range(LINE * LINE):
        cell = (start + n) % (LINE * LINE)
        card = s.market[cell]
        if card > 0 and takeable(s, k, s.decider, card):
            chosen = TO.take + cell
            for i in range(k.spaces):
                if can_tuck(s, k, s.decider, i, card):
                    return chosen
    if chosen >= 0:
        return chosen
    if s.refilled[s.decider] < k.refills_per_round:
        return TO.refill_row + below(m, k.market_rows)
    return TO.decline if s.ask == ASK.bonus_take and k.pig_optional else TO.pass_


@rule
def any_placement(s: State, k: Cards, m: Moves) -> int:
    p = s.decider
    start = below(m, k.spaces)
    room = -1
    sale = -1
    for n in range(k.spaces):
        i = (start + n) % k.spaces
        if can_take(s, k, i, s.held):
            return (TO.attach if s.held > ANIMALS else TO.tuck) + i
        if s.animal[p][i] == 0:
            room = i
        elif s.mark[p][i] & MARK.fresh == 0:
            sale = i
    return TO.insert + pushed(s, k, p, room, 0) if room >= 0 else TO.sell + sale


# Who is likely to win


@rule
def estimate(s: State, k: Cards, p: int) -> int:
    """The expected share of the win in ten-thousandths: halved for every so much that a player is behind."""
    best = 0
    for q in range(k.players):
        best = max(best, VP * s.vp[q] + worth(s, k, q))
    half = HALVED_BY + HALVED_BY_ROUND * (k.rounds - s.round)
    total = 0
    mine = 0
    for q in range(k.players):
        behind = best - VP * s.vp[q] - worth(s, k, q)
        weight = ((1 << 20) >> min(behind // half, 20)) * (2 * half - behind % half) // (2 * half)
        total += weight
        if q == p:
            mine = weight
    return mine * 10000 // total
