"""Stacks in a tableau: copy, lay out, sell, merge, tuck, attach (MEN-6, MEN-7)."""

from tablewright.engine import note, rule

from .state import CHOCOLATE, COUNT, DO, LIFTED, MARK, SAY, TOP_LEVEL, Cards, State


@rule
def copy_stack(s: State, p: int, i: int, q: int, j: int) -> None:
    """Make place j of tableau q equal to place i of tableau p; a stack that moves stays the same stack (MEN-1.10)."""
    s.animal[q][j] = s.animal[p][i]
    s.level[q][j] = s.level[p][i]
    s.chocolates[q][j] = s.chocolates[p][i]
    s.upgrade[q][j] = s.upgrade[p][i]
    s.mark[q][j] = s.mark[p][i]
    s.due[q][j] = s.due[p][i]


@rule
def clear_stack(s: State, p: int, i: int) -> None:
    s.animal[p][i] = 0
    s.level[p][i] = 0
    s.chocolates[p][i] = 0
    s.upgrade[p][i] = 0
    s.mark[p][i] = 0
    s.due[p][i] = 0


@rule
def new_stack(s: State, p: int, i: int, card: int) -> None:
    """MEN-6.7: a card becomes a new level-1 stack."""
    clear_stack(s, p, i)
    s.animal[p][i] = card
    s.level[p][i] = 1


@rule
def count_placed(s: State, p: int, i: int) -> None:
    """For the lab."""
    s.probe[COUNT.placed + 3 * (s.animal[p][i] - 1) + s.level[p][i] - 1] += 1


@rule
def count_stacks(s: State, k: Cards, p: int) -> int:
    n = 0
    for i in range(k.spaces):
        if s.animal[p][i] > 0:
            n += 1
    return n


@rule
def discard_stack(s: State, p: int, i: int) -> None:
    """All cards of a stack and its upgrade (MEN-7.4) go to the discard pile; the space becomes empty."""
    s.discard[s.animal[p][i] - 1] += s.level[p][i] - s.chocolates[p][i]
    s.discard[CHOCOLATE - 1] += s.chocolates[p][i]
    if s.upgrade[p][i] > 0:
        s.discard[s.upgrade[p][i] - 1] += 1
    clear_stack(s, p, i)


# Selling


@rule
def sale_bonus(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-8.5: what a Cat brings beyond its level."""
    card = s.animal[p][i] - 1
    return k.value[card][s.level[p][i] - 1] if k.effect[card] == DO.sale_bonus else 0


@rule
def sale_value(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-6.2, MEN-20.4: the VP for selling a stack, by its level."""
    return k.sell_vp[s.level[p][i] - 1] + sale_bonus(s, k, p, i)


@rule
def bonus_drafts(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-8.1: the bonus drafts that a sale earns."""
    card = s.animal[p][i] - 1
    return k.value[card][s.level[p][i] - 1] if k.effect[card] == DO.bonus_draft else 0


@rule
def sell(s: State, k: Cards, p: int, i: int) -> None:
    """MEN-6.2: the stack is discarded, the player gains VP, a Pig earns bonus drafts."""
    bonus = sale_bonus(s, k, p, i)
    value = sale_value(s, k, p, i)
    earned = bonus_drafts(s, k, p, i)
    s.vp[p] += value
    s.bonus += earned
    s.probe[COUNT.sold + 3 * (s.animal[p][i] - 1) + s.level[p][i] - 1] += 1
    s.probe[COUNT.vp_sales] += value - bonus
    s.probe[COUNT.vp_cats] += bonus
    s.probe[COUNT.bonus_drafts] += earned
    discard_stack(s, p, i)


# Merging and growing


@rule
def merge(s: State, k: Cards, p: int, source: int, target: int) -> None:
    """MEN-6.4, MEN-6.5, MEN-6.6: the source's cards join the target; what is too much is discarded."""
    s.chocolates[p][target] += s.chocolates[p][source]
    s.level[p][target] += s.level[p][source]
    if s.upgrade[p][target] == 0:
        s.upgrade[p][target] = s.upgrade[p][source]
    elif s.upgrade[p][source] > 0:
        s.discard[s.upgrade[p][source] - 1] += 1
    s.mark[p][target] |= s.mark[p][source] & (MARK.down | MARK.fresh)  # MEN-8.9, MEN-20.13
    clear_stack(s, p, source)
    trim(s, k, p, target)


@rule
def trim(s: State, k: Cards, p: int, i: int) -> None:
    """MEN-6.5: discard down to three cards, Chocolates first; 1 VP if anything went. This is no sale (MEN-8.4)."""
    surplus = s.level[p][i] - TOP_LEVEL
    if surplus <= 0:
        return
    sweets = min(surplus, s.chocolates[p][i])
    s.discard[CHOCOLATE - 1] += sweets
    s.discard[s.animal[p][i] - 1] += surplus - sweets
    s.chocolates[p][i] -= sweets
    s.level[p][i] = TOP_LEVEL
    s.vp[p] += k.merge_overflow_vp
    s.probe[COUNT.vp_merges] += k.merge_overflow_vp
    note(SAY.overflow, p, 0, k.merge_overflow_vp)


@rule
def tuck(s: State, k: Cards, p: int, i: int) -> None:
    """MEN-6.8; MEN-8.8: a lifted stack is merged into the other."""
    if s.held == 0:
        merge(s, k, p, LIFTED, i)
        return
    s.level[p][i] += 1
    trim(s, k, p, i)
    count_placed(s, p, i)


@rule
def can_tuck(s: State, k: Cards, p: int, i: int, card: int) -> int:
    """MEN-6.8, MEN-6.9: the same type, and room for one more card."""
    same = s.animal[p][i] == card
    return 1 if same and (s.level[p][i] < TOP_LEVEL or k.tuck_overflow) else 0


# Upgrades


@rule
def is_host(s: State, k: Cards, p: int, i: int, card: int) -> int:
    """MEN-7.1, MEN-7.2, MEN-20.3: whether an upgrade may go onto (a Chocolate: into) this stack."""
    if s.animal[p][i] == 0:
        return 0
    bare = s.upgrade[p][i] == 0
    if card == CHOCOLATE:
        room = s.level[p][i] < TOP_LEVEL or k.tuck_overflow
        return 1 if room and (bare or not k.chocolate_needs_bare_stack) else 0
    return 1 if bare or k.replace_upgrade else 0


@rule
def count_hosts(s: State, k: Cards, p: int, card: int) -> int:
    n = 0
    for i in range(k.spaces):
        n += is_host(s, k, p, i, card)
    return n


@rule
def attach(s: State, k: Cards, p: int, i: int, card: int) -> None:
    """MEN-7.1, MEN-7.2; MEN-20.3: an old upgrade is discarded."""
    if card == CHOCOLATE:
        s.level[p][i] += 1
        s.chocolates[p][i] += 1
        trim(s, k, p, i)
        return
    if s.upgrade[p][i] > 0:
        s.discard[s.upgrade[p][i] - 1] += 1
    s.upgrade[p][i] = card
