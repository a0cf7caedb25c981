"""Menagerie in words: cards, where power comes from, what a card would become, how moves read."""

from tablewright.engine import Move
from tablewright.games.menagerie.combat import gift, harm_column, honey_space, own_count, stack_power
from tablewright.games.menagerie.components import (
    ANIMALS,
    BLOCKS,
    BONUS_DRAFT,
    CARDS,
    CHOCOLATE,
    CHOOSE_COLUMN,
    DOWN,
    DOWN_FRIENDS,
    DRAW_CARDS,
    EMPTY_SPACES,
    GAPS,
    HARM_BEHIND,
    HARM_COLUMN,
    HARM_FRONT,
    LIFT_AHEAD,
    LIFT_BEHIND,
    LIFT_FRONT,
    LIFTED,
    LINE,
    NEIGHBOURS,
    PROTECT,
    ROLL_COLUMN,
    SALE_BONUS,
    SELL_WHEN_HARMED,
    SPACES,
    SWAP_PLACES,
    TOP_LEVEL,
    Cards,
    State,
)
from tablewright.games.menagerie.market import next_listed
from tablewright.games.menagerie.notation import EMPTY, SEAT_NAMES, cell_name, names_number, stack_text
from tablewright.games.menagerie.tableau import bonus_drafts, can_tuck, count_stacks, is_host, sale_value

EFFECT_WORDS = {
    DRAW_CARDS: "cards it may draw at the start of market, all to be kept: {n}",
    HARM_COLUMN: "start of combat: {kill}s every stack in its column, {itself}",
    CHOOSE_COLUMN: "start of combat: choose a column, {kill} every stack of level {match} {n} there",
    ROLL_COLUMN: "start of combat: roll for a column (last face: choose), {kill} each stack of level {match} {n}",
    HARM_FRONT: "start of combat: {kill}s the stack directly in front of it",
    HARM_BEHIND: "start of combat: may {kill} the stack directly behind it",
    DOWN_FRIENDS: "+{n} power for each {dead} friend",
    EMPTY_SPACES: "+{n} power for each empty space of its tableau",
    NEIGHBOURS: "+{n} power for each {living}neighbour",
    LIFT_FRONT: "gives {n} power to {front}",
    LIFT_BEHIND: "gives {n} power to each friend behind it",
    LIFT_AHEAD: "if {dead}: gives {n} power to each of the two nearest friends in front of it",
    BONUS_DRAFT: "bonus drafts when sold: {n}",
    SALE_BONUS: "when sold: {n} VP more",
    SWAP_PLACES: "when drafted: may take the place of a stack, which is then placed anew",
    PROTECT: "the stack cannot be {killed}",
    SELL_WHEN_HARMED: "when the stack is {killed}: may sell it at once; bonus drafts then: {n}",
}


def title(card: int) -> str:
    """The name of a card from its code."""
    return CARDS[card - 1].title()


def by_level(values: list[int]) -> str:
    return str(values[0]) if len(set(values)) == 1 else "/".join(map(str, values))


def dead(k: Cards) -> str:
    return "wounded" if k.wounds else "dead"


def kill(k: Cards) -> str:
    return "wound" if k.wounds else "kill"


def upgrades(k: Cards) -> str:
    """MEN-20.3: upgrades are called food in `second`."""
    return "food" if k.wounds else "an upgrade"


def ability(k: Cards, card: int) -> str:
    """What a card does, with the numbers of this variant; empty if it does nothing."""
    words = EFFECT_WORDS.get(k.effect[card - 1], "")
    return words.format(
        n=by_level(k.value[card - 1]),
        kill=kill(k),
        dead=dead(k),
        killed="wounded" if k.wounds else "killed",
        itself="itself included" if k.hits_self else "but not itself",
        match="exactly" if k.match_exactly else "at most",
        living="" if k.counts_down else "unwounded " if k.wounds else "living ",
        front=("the stack" if k.monkey_self else "the friend")
        + (" that is frontmost" if k.frontmost else " in the front space"),
    )


def card_words(k: Cards, card: int) -> str:
    """`power 1/2/3; +1/2/3 power for each neighbour that is not dead`."""
    if card == CHOCOLATE:
        return "goes into a stack as one more card of its type: level +1"
    values = k.power[card - 1]
    power = f"power {by_level(values)}" if card <= ANIMALS else f"+{values[0]} power" if any(values) else ""
    return "; ".join(part for part in (power, ability(k, card)) if part)


def stack_name(s: State, p: int, i: int) -> str:
    """`Horse 2`."""
    return f"{title(s.animal[p][i])} {s.level[p][i]}"


# Power and sale


def counted(n: int, one: str) -> str:
    return f"{n} {one}" if n == 1 else f"{n} {one}s"


def power_words(s: State, k: Cards, p: int, i: int) -> str:
    """Where each point comes from: `Horse 2 + 2 neighbours x 2 = 6`."""
    if s.mark[p][i] & DOWN:
        return f"{title(s.animal[p][i])} is {dead(k)} = 0"
    card, at = s.animal[p][i] - 1, s.level[p][i] - 1
    parts = [f"{title(card + 1)} {k.power[card][at]}"]
    what = {NEIGHBOURS: "neighbour", DOWN_FRIENDS: f"{dead(k)} friend", EMPTY_SPACES: "empty space"}
    if k.effect[card] in what:
        parts.append(f"{counted(own_count(s, k, p, i), what[k.effect[card]])} x {k.value[card][at]}")
    up = s.upgrade[p][i]
    if up and k.power[up - 1][at]:
        parts.append(f"{title(up)} {k.power[up - 1][at]}")
    for j in range(k.spaces):
        if s.animal[p][j] and LIFT_FRONT <= k.effect[s.animal[p][j] - 1] <= LIFT_AHEAD and gift(s, k, p, j, i):
            parts.append(f"{gift(s, k, p, j, i)} from {'itself' if j == i else title(s.animal[p][j])}")
    return f"{' + '.join(parts)} = {stack_power(s, k, p, i)}"


def sale_words(s: State, k: Cards, p: int, i: int) -> str:
    drafts = bonus_drafts(s, k, p, i)
    return f"{sale_value(s, k, p, i)} VP" + (f" and {counted(drafts, 'bonus draft')}" if drafts else "")


# What a card would become (MEN-5.5, 6.7, 6.8, 7)


def spaces_text(spaces: list[int]) -> str:
    numbers = [str(i + 1) for i in spaces]
    return numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"


def becomes(s: State, k: Cards, p: int, card: int) -> str:
    """What a card could become in a player's tableau."""
    spaces = range(k.spaces)
    if card > ANIMALS:
        hosts = [i for i in spaces if is_host(s, k, p, i, card)]
        return f"for {spaces_text(hosts)}" if hosts else "no host"
    tucks = [i for i in spaces if can_tuck(s, k, p, i, card)]
    ways = [f"level {min(s.level[p][i] + 1, TOP_LEVEL)} in {i + 1}" for i in tucks]
    if count_stacks(s, k, p) < k.spaces:
        ways.append("new stack")
    if k.effect[card - 1] == SWAP_PLACES and count_stacks(s, k, p):
        ways.append("swap")
    return ", ".join(ways) or "needs room"


def no_host_reason(s: State, k: Cards, p: int, card: int) -> str:
    if count_stacks(s, k, p) == 0:
        return "you have no stack that could carry it"
    if card == CHOCOLATE:
        return "every stack of yours is at level 3" + (f" or has {upgrades(k)}" if k.needs_bare else "")
    return f"every stack of yours has {upgrades(k)} already"


# Moves

SPACE_BLOCKS = ("sell", "attach", "tuck", "swap")


def item(p: int, i: int) -> str:
    """The id of a space on the table."""
    return f"{SEAT_NAMES[p]}.{i + 1}"


def move(s: State, k: Cards, a: int) -> Move:
    """A move as it is typed, what it does, and what it touches."""
    block, index = BLOCKS.decode(a)
    p = s.turn
    if block == "insert":
        return _insert(s, k, a, index)
    if block in SPACE_BLOCKS:
        return Move(a, f"{block} {index + 1}", _space_label(s, k, block, index), block, index, (item(p, index),))
    if block == "merge":
        source, target = divmod(index, SPACES)
        text = f"merge {source + 1}->{target + 1}"
        return Move(a, text, _merge_label(s, k, source, target), block, index, (item(p, source), item(p, target)))
    if block == "take":
        cell = cell_name(index)
        label = f"{title(s.market[index])}: {becomes(s, k, p, s.market[index])}"
        return Move(a, f"take {cell}", label, block, index, (f"market.{cell}",))
    if block in ("refill_row", "refill_col"):
        return _refill(s, k, a, block, index)
    if block == "column":
        touches = tuple(item(q, index) for q in range(k.players))
        return Move(a, f"column {index + 1}", _column_label(s, k, index), block, index, touches)
    return _answer(s, k, a, block, index)


def _refill(s: State, k: Cards, a: int, block: str, index: int) -> Move:
    if block == "refill_row":
        cells = [index * LINE + c for c in range(k.cols)]
    else:
        cells = [r * LINE + index for r in range(k.rows)]
    gone = ", ".join(title(s.market[c]) for c in cells if s.market[c]) or "nothing"
    text = f"refill {block[7:]} {index + 1}"
    return Move(
        a, text, f"discard {gone}; draw {len(cells)}", "refill", index, tuple(f"market.{cell_name(c)}" for c in cells)
    )


def _space_label(s: State, k: Cards, block: str, i: int) -> str:
    p = s.turn
    name = stack_name(s, p, i)
    if block == "sell":
        up = f"; its {title(s.upgrade[p][i])} is discarded" if s.upgrade[p][i] else ""
        return f"{name} for {sale_words(s, k, p, i)}{up}"
    if block == "swap":
        return f"the Frog takes the place of {name}, which you then place anew"
    if block == "tuck":
        return _merge_label(s, k, LIFTED, i) if not s.held else f"{name} becomes {_grown(s, k, p, i)}"
    if s.held == CHOCOLATE:
        return f"into {name}: {_grown(s, k, p, i)}"
    old = f"; its {title(s.upgrade[p][i])} is discarded" if s.upgrade[p][i] else ""
    return f"{title(s.held)} onto {name}{old}"


def _grown(s: State, k: Cards, p: int, i: int) -> str:
    if s.level[p][i] == TOP_LEVEL:
        return f"a card is discarded, {k.overflow_vp} VP"
    return f"level {s.level[p][i] + 1}"


def _merge_label(s: State, k: Cards, source: int, target: int) -> str:
    p = s.turn
    total = s.level[p][source] + s.level[p][target]
    surplus = f"; {counted(total - TOP_LEVEL, 'card')} too many, {k.overflow_vp} VP" if total > TOP_LEVEL else ""
    kept, lost = s.upgrade[p][target], s.upgrade[p][source]
    gone = f"; {title(lost)} is discarded" if kept and lost else ""
    name = title(s.animal[p][target])
    return f"{name} {s.level[p][source]} into {name} {s.level[p][target]}: level {min(total, TOP_LEVEL)}{surplus}{gone}"


def _column_label(s: State, k: Cards, column: int) -> str:
    """Who would be hit."""
    after = State.copy(s)
    harm_column(after, k, s.turn, next_listed(s, k, s.turn), column)
    hit = [q for q in range(k.players) if after.mark[q][column] != s.mark[q][column]]
    names = [f"{SEAT_NAMES[q]}'s {stack_name(s, q, column)}" for q in hit]
    return f"{kill(k)}s {', '.join(names)}" if names else "hits nothing"


def _answer(s: State, k: Cards, a: int, block: str, index: int) -> Move:
    if block == "draw":
        return _draw(s, k, a, index)
    if block == "bee":
        i = next_listed(s, k, s.turn) - 1
        text = "no" if index else kill(k)
        label = "leave it alone" if index else f"{kill(k)} your {stack_name(s, s.turn, i)} directly behind the Bee"
        return Move(a, text, label, block, index, (item(s.turn, i),))
    if block == "honey":
        return Move(a, "keep" if index else "sell", "keep the stack" if index else honey_words(s, k), block, index)
    labels = {
        "pass": "no card can be taken",
        "decline": "give up this bonus draft",
        "discard": "the held card goes to the discard pile, 0 VP",
    }
    return Move(a, block, labels[block], block, index, ("held",) if block == "discard" else ())


def honey_words(s: State, k: Cards) -> str:
    """What a Honey sale brings."""
    p, i = s.turn, honey_space(s, k, s.turn)
    drafts = k.value[s.upgrade[p][i] - 1][s.level[p][i] - 1]
    return f"{stack_name(s, p, i)} for {sale_words(s, k, p, i)}, and {counted(drafts, 'bonus draft')} for the Honey"


def _draw(s: State, k: Cards, a: int, n: int) -> Move:
    label = f"draw {counted(n, 'card')} from the deck, to be kept" if n else "draw nothing"
    text = f"draw {n}" if names_number(k) else "draw" if n else "skip"
    i = next_listed(s, k, s.turn)
    return Move(a, text, label, "draw", n, (item(s.turn, i),))


# Inserts: between whom, and which spaces stay empty


def layout_spaces(k: Cards, layout: int) -> tuple[int, list[int]]:
    """The space of the new stack and all occupied spaces of an insert."""
    place, gaps = divmod(layout, GAPS)
    occupied = [i for i in range(k.spaces) if not gaps >> i & 1]
    return occupied[place], occupied


def _insert(s: State, k: Cards, a: int, layout: int) -> Move:
    new, occupied = layout_spaces(k, layout)
    where = _between(s, k, occupied.index(new), new)
    gaps = [str(i + 1) for i in range(k.spaces) if i not in occupied]
    left = f", {'gap' if len(gaps) == 1 else 'gaps'} {' '.join(gaps)}" if gaps and len(occupied) > 1 else ""
    label = _laid_out(s, k, new, occupied)
    return Move(a, f"insert {where}{left}", label, f"insert {where}", layout, (item(s.turn, new),))


def _between(s: State, k: Cards, place: int, new: int) -> str:
    """`between horse and monkey`; stacks of one type are told apart by their spaces."""
    stacks = [i for i in range(k.spaces) if s.animal[s.turn][i]]
    kinds = [s.animal[s.turn][i] for i in stacks]
    names = [CARDS[c - 1] + (f" in {i + 1}" if kinds.count(c) > 1 else "") for i, c in zip(stacks, kinds, strict=True)]
    if not names:
        return f"in {new + 1}"
    if place == 0:
        return f"behind {names[0]}"
    if place == len(names):
        return f"in front of {names[-1]}"
    return f"between {names[place - 1]} and {names[place]}"


def _laid_out(s: State, k: Cards, new: int, occupied: list[int]) -> str:
    """The tableau afterwards, the new stack in capitals."""
    p = s.turn
    stacks = [stack_text(s, p, i) for i in range(k.spaces) if s.animal[p][i]]
    fresh = f"{CARDS[s.held - 1]}1" if s.held else stack_text(s, p, LIFTED)
    stacks.insert(occupied.index(new), fresh.upper())
    spaces = iter(stacks)
    return f"[{' | '.join(next(spaces) if i in occupied else EMPTY for i in range(k.spaces))}]"
