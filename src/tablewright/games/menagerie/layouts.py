"""How the stacks of a tableau make room for one more: the layouts of an insert (MEN-6.7; ids: see `state`)."""

from tablewright.engine import Moves, offer, rule

from .state import GAPS, LIFTED, SCRATCH, TO, Cards, State
from .tableau import clear_stack, copy_stack, count_placed, count_stacks, new_stack


@rule
def lay_out(s: State, k: Cards, p: int, layout: int) -> int:
    """MEN-6.7: the player's stacks, spaced as the layout says, in the scratch tableau. Returns the new space."""
    place = layout // GAPS
    new = 0
    source = 0
    for i in range(k.spaces):
        clear_stack(s, SCRATCH, i)
        if not (layout >> i) & 1:
            if place == 0:
                new = i
            else:
                while s.animal[p][source] == 0:
                    source += 1
                copy_stack(s, p, source, SCRATCH, i)
                source += 1
            place -= 1
    return new


@rule
def first_gaps(s: State, k: Cards, p: int) -> int:
    """The smallest set of spaces that stay empty when one more stack comes in; -1 if there is no room (MEN-6.10)."""
    gaps = k.spaces - count_stacks(s, k, p) - 1
    return (1 << gaps) - 1 if gaps >= 0 else -1


@rule
def next_gaps(gaps: int) -> int:
    """The next larger set of as many spaces: carry the lowest run of bits, put the rest of it at the bottom."""
    if gaps == 0:
        return GAPS
    low = gaps & -gaps
    carried = gaps + low
    return (((carried ^ gaps) >> 2) // low) | carried


@rule
def adopt(s: State, k: Cards, p: int) -> None:
    """The scratch tableau becomes the player's."""
    for i in range(k.spaces):
        copy_stack(s, SCRATCH, i, p, i)
        clear_stack(s, SCRATCH, i)


@rule
def pushed(s: State, k: Cards, p: int, space: int, step: int) -> int:
    """placement_mode=push: the layout with the stacks from `space` on pushed rearward (-1), frontward (1) or not (0).

    Returns -1 if there is no empty space on that side.
    """
    filled = space
    while s.animal[p][filled] > 0:
        filled += step
        if step == 0 or filled < 0 or filled >= k.spaces:
            return -1
    layout = 0
    for i in range(k.spaces):
        if i != filled and s.animal[p][i] == 0:
            layout |= 1 << i
        elif i < space:
            layout += GAPS
    return layout


@rule
def can_insert(s: State, k: Cards, p: int, layout: int) -> int:
    """MEN-6.7: any spacing; placement_mode=push: only what pushing gives."""
    if not k.push:
        return 1
    for space in range(k.spaces):
        for step in range(-1, 2):
            if pushed(s, k, p, space, step) == layout:
                return 1
    return 0


@rule
def list_inserts(s: State, k: Cards, m: Moves, p: int) -> None:
    """MEN-6.7: every place in the order with every set of spaces that may stay empty, ascending."""
    first = first_gaps(s, k, p)
    if first < 0:
        return
    for place in range(count_stacks(s, k, p) + 1):
        gaps = first
        while gaps < 1 << k.spaces:
            if can_insert(s, k, p, place * GAPS + gaps):
                offer(m, TO.insert + place * GAPS + gaps)
            gaps = next_gaps(gaps)


@rule
def insert(s: State, k: Cards, p: int, layout: int) -> None:
    """MEN-6.7, MEN-8.8: the stacks as laid out, and the card or the lifted stack in the new space."""
    new = lay_out(s, k, p, layout)
    if s.held > 0:
        new_stack(s, SCRATCH, new, s.held)
        count_placed(s, SCRATCH, new)
    else:
        copy_stack(s, p, LIFTED, SCRATCH, new)
        clear_stack(s, p, LIFTED)
    adopt(s, k, p)
