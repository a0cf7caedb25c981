"""What cards and stacks of Menagerie are, as texts: abilities, where power comes from, what a sale brings."""

from tablewright.engine import Card, Say, named, say

from .combat import gift, own_count, stack_power
from .notation import SEAT_NAMES
from .state import ANIMALS, CARDS, CHOCOLATE, DO, MARK, Cards, State
from .tableau import bonus_drafts, sale_value

OF_ITS_OWN = (DO.down_friends, DO.empty_spaces, DO.neighbours)  # effects that count something


def item(p: int, i: int) -> str:
    """The id of a space on the table."""
    return f"{SEAT_NAMES[p]}.{i + 1}"


def card(code: int, at: str = "") -> Card:
    """A card from its code."""
    return Card(CARDS[code - 1], at)


def stack(s: State, p: int, i: int) -> Say:
    """`Horse 2`."""
    return say("stack.name", card=card(s.animal[p][i], item(p, i)), level=s.level[p][i])


def by_level(values: list[int]) -> str:
    return str(values[0]) if len(set(values)) == 1 else "/".join(map(str, values))


def ability(k: Cards, code: int) -> Say | None:
    """What a card does, with the numbers of this variant; None if it does nothing."""
    effect = k.effect[code - 1]
    if effect == DO.none:
        return None
    return say(
        f"effect.{DO._fields[effect]}",
        n=by_level(k.value[code - 1]),
        wounds=bool(k.wounds),
        itself=bool(k.scorpion_hits_self),
        exactly=bool(k.match_exactly),
        down_too=bool(k.horse_counts_dead),
        monkey_self=bool(k.monkey_self),
        frontmost=bool(k.frontmost),
    )


def card_text(k: Cards, code: int) -> Say:
    """`power 1/2/3; +1/2/3 power for each neighbour that is not dead`."""
    if code == CHOCOLATE:
        return say("effect.chocolate")
    values, does = k.power[code - 1], ability(k, code)
    if code <= ANIMALS:
        return say("stack.card", power=by_level(values), ability=does)
    return say("stack.food", power=str(values[0]) if any(values) else None, ability=does)


def power_text(s: State, k: Cards, p: int, i: int) -> Say:
    """Where each point comes from: `Horse 2 + 2 neighbours x 2 = 6`."""
    animal = s.animal[p][i]
    if s.mark[p][i] & MARK.down:
        return say("power.none", card=card(animal), wounds=bool(k.wounds))
    at = s.level[p][i] - 1
    parts = [say("power.of", card=card(animal), n=k.power[animal - 1][at])]
    effect, each = k.effect[animal - 1], k.value[animal - 1][at]
    if effect in OF_ITS_OWN:
        key = f"power.{DO._fields[effect]}"
        parts.append(say(key, n=own_count(s, k, p, i), each=each, wounds=bool(k.wounds)))
    up = s.upgrade[p][i]
    if up and k.power[up - 1][at]:
        parts.append(say("power.of", card=card(up), n=k.power[up - 1][at]))
    parts += [
        say("power.gift", n=gift(s, k, p, j, i), giver=None if j == i else card(s.animal[p][j]))
        for j in range(k.spaces)
        if _gives(s, k, p, j) and gift(s, k, p, j, i)
    ]
    return say("power.sum", parts=tuple(parts), total=stack_power(s, k, p, i))


def _gives(s: State, k: Cards, p: int, j: int) -> bool:
    return bool(s.animal[p][j]) and DO.lift_front <= k.effect[s.animal[p][j] - 1] <= DO.lift_ahead


def sale(s: State, k: Cards, p: int, i: int) -> Say:
    return say("stack.sale", vp=sale_value(s, k, p, i), drafts=drafts(bonus_drafts(s, k, p, i)))


def drafts(n: int) -> Say | None:
    return say("stack.drafts", n=n) if n else None


def name_of(code: int) -> Say:
    return named(card(code))
