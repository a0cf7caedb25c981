"""Moves of Menagerie: how they are spelt and said, what they do, and other spellings that are understood."""

import re

from tablewright.engine import Arg, Facts, IllegalMove, Move, Moves, Say, Seat, say

from . import rules
from .combat import harm_column, honey_space
from .descriptions import card, drafts, item, sale, stack
from .market import next_listed
from .notation import cell_name, names_number
from .state import (
    ANIMALS,
    ASK,
    BLOCKS,
    CARDS,
    CHOCOLATE,
    DO,
    GAPS,
    LIFTED,
    LINE,
    SPACES,
    TO,
    TOP_LEVEL,
    Cards,
    State,
)
from .tableau import can_tuck, count_stacks, is_host

SPACE_BLOCKS = ("sell", "attach", "tuck", "swap")


def legal_ids(s: State, k: Cards) -> list[int]:
    moves = Moves.plain()
    n = rules.legal(s, k, moves)
    return moves.a[:n]


def move(s: State, k: Cards, a: int) -> Move:
    """A move as it is typed and said, what it does, and what it touches."""
    block, index = BLOCKS.decode(a)
    p = s.decider
    if block == "insert":
        return _insert(s, k, a, index)
    if block in SPACE_BLOCKS:
        says, label = _at_space(s, k, block, index)
        return Move(a, f"{block} {index + 1}", label, block, index, (item(p, index),), says=says)
    if block == "merge":
        source, target = divmod(index, SPACES)
        says = say("play.merge", stack=stack(s, p, source), into=stack(s, p, target), space=target + 1)
        both, text = (item(p, source), item(p, target)), f"merge {source + 1}->{target + 1}"
        return Move(a, text, _merged(s, k, source, target), block, index, both, says=says)
    if block == "take":
        cell, taken = cell_name(index), s.market[index]
        says = say("play.take", card=card(taken, f"market.{cell}"), cell=cell)
        return Move(a, f"take {cell}", becomes(s, k, p, taken), block, index, (f"market.{cell}",), says=says)
    if block in ("refill_row", "refill_col"):
        return _refill(s, k, a, block, index)
    if block == "column":
        touches = tuple(item(q, index) for q in range(k.players))
        says = say("play.column", n=index + 1)
        return Move(a, f"column {index + 1}", _column_label(s, k, index), block, index, touches, says=says)
    return _answer(s, k, a, block, index)


# The market


def becomes(s: State, k: Cards, p: int, taken: int) -> Say:
    """What a card could become in a player's tableau (MEN-5.5, MEN-6.7, MEN-6.8, 7)."""
    spaces = range(k.spaces)
    if taken > ANIMALS:
        hosts = tuple(i + 1 for i in spaces if is_host(s, k, p, i, taken))
        return say("becomes.hosts", hosts=hosts) if hosts else say("becomes.no_host")
    tucks = [i for i in spaces if can_tuck(s, k, p, i, taken)]
    ways = [say("becomes.level", level=min(s.level[p][i] + 1, TOP_LEVEL), space=i + 1) for i in tucks]
    if count_stacks(s, k, p) < k.spaces:
        ways.append(say("becomes.new"))
    if k.effect[taken - 1] == DO.swap and count_stacks(s, k, p):
        ways.append(say("becomes.swap"))
    return say("becomes.ways", ways=tuple(ways)) if ways else say("becomes.needs_room")


def line_cells(k: Cards, block: str, index: int) -> list[int]:
    """The market cells of a row or column."""
    return (
        [index * LINE + c for c in range(k.market_cols)]
        if block == "refill_row"
        else [r * LINE + index for r in range(k.market_rows)]
    )


def _refill(s: State, k: Cards, a: int, block: str, index: int) -> Move:
    cells = line_cells(k, block, index)
    gone = tuple(card(s.market[c]) for c in cells if s.market[c])
    label = say("play.refill_label", cards=gone, n=len(cells))
    touches, says = tuple(f"market.{cell_name(c)}" for c in cells), say(f"play.{block}", n=index + 1)
    return Move(a, f"refill {block[7:]} {index + 1}", label, "refill", index, touches, says=says)


# Stacks


def _at_space(s: State, k: Cards, block: str, i: int) -> tuple[Say, Say]:
    """How a move with one stack is said, and what it does."""
    p, target, up = s.decider, stack(s, s.decider, i), s.upgrade[s.decider][i]
    lost = card(up) if up else None
    if block == "sell":
        return say("play.sell", stack=target, space=i + 1), say("play.sell_label", sale=sale(s, k, p, i), lost=lost)
    if block == "swap":
        return say("play.swap", stack=target, space=i + 1), say("play.swap_label", stack=target)
    if block == "tuck":
        label = _merged(s, k, LIFTED, i) if not s.held else say("play.grows", stack=target, how=_grown(s, k, p, i))
        return say("play.tuck", stack=target, space=i + 1), label
    if s.held == CHOCOLATE:
        label = say("play.grows", stack=target, how=_grown(s, k, p, i))
        return say("play.into", card=card(s.held), stack=target, space=i + 1), label
    return say("play.onto", card=card(s.held), stack=target, space=i + 1), say("play.onto_label", lost=lost)


def _grown(s: State, k: Cards, p: int, i: int) -> Say:
    if s.level[p][i] == TOP_LEVEL:
        return say("play.overflow", vp=k.merge_overflow_vp)
    return say("play.level", level=s.level[p][i] + 1)


def _merged(s: State, k: Cards, source: int, target: int) -> Say:
    p = s.decider
    total = s.level[p][source] + s.level[p][target]
    surplus = say("play.surplus", n=total - TOP_LEVEL, vp=k.merge_overflow_vp) if total > TOP_LEVEL else None
    lost = card(s.upgrade[p][source]) if s.upgrade[p][target] and s.upgrade[p][source] else None
    return say("play.merge_label", level=min(total, TOP_LEVEL), surplus=surplus, lost=lost)


# Combat and other answers


def _column_label(s: State, k: Cards, column: int) -> Say:
    """Who would be hit."""
    after = State.copy(s)
    harm_column(after, k, s.decider, next_listed(s, k, s.decider), column)
    hit = [q for q in range(k.players) if after.mark[q][column] != s.mark[q][column]]
    stacks = tuple(say("stack.of", who=Seat(q), stack=stack(s, q, column)) for q in hit)
    return say("play.column_label", stacks=stacks, wounds=bool(k.wounds))


def _answer(s: State, k: Cards, a: int, block: str, index: int) -> Move:
    if block == "draw":
        return _draw(s, k, a, index)
    wounds = bool(k.wounds)
    if block == "bee":
        i = next_listed(s, k, s.decider) - 1
        text = "no" if index else "wound" if wounds else "kill"
        says = say("play.spare") if index else say("play.sting", wounds=wounds)
        label = say("play.spare_label") if index else say("play.sting_label", stack=stack(s, s.decider, i))
        return Move(a, text, label, block, index, (item(s.decider, i),), says=says)
    if block == "honey":
        says, label = (say("play.keep"), say("play.keep_label")) if index else (say("play.honey"), honey_sale(s, k))
        return Move(a, "keep" if index else "sell", label, block, index, says=says)
    says, label = say(f"play.{block}"), say(f"play.{block}_label")
    if block == "discard":
        return Move(a, block, label, block, index, ("held",), into="discard", says=says)
    return Move(a, block, label, block, index, says=says)


def honey_sale(s: State, k: Cards) -> Say:
    """What a Honey sale brings."""
    p, i = s.decider, honey_space(s, k, s.decider)
    more = drafts(k.value[s.upgrade[p][i] - 1][s.level[p][i] - 1])
    return say("stack.honey_sale", stack=stack(s, p, i), sale=sale(s, k, p, i), drafts=more)


def _draw(s: State, k: Cards, a: int, n: int) -> Move:
    text = f"draw {n}" if names_number(k) else "draw" if n else "skip"
    i = next_listed(s, k, s.decider)
    return Move(
        a, text, say("play.draw_label", n=n, any=bool(n)), "draw", n, (item(s.decider, i),), says=say("play.draw", n=n)
    )


# Inserts: between whom, and which spaces stay empty


def layout_spaces(k: Cards, layout: int) -> tuple[int, list[int]]:
    """The space of the new stack and all occupied spaces of an insert."""
    place, gaps = divmod(layout, GAPS)
    occupied = [i for i in range(k.spaces) if not gaps >> i & 1]
    return occupied[place], occupied


def _insert(s: State, k: Cards, a: int, layout: int) -> Move:
    new, occupied = layout_spaces(k, layout)
    stacks = [i for i in range(k.spaces) if s.animal[s.decider][i]]
    place, gaps = occupied.index(new), tuple(i + 1 for i in range(k.spaces) if i not in occupied)
    shown = gaps if gaps and len(occupied) > 1 else ()
    where = _spelt_between(s, stacks, place, new)
    left = f", {'gap' if len(gaps) == 1 else 'gaps'} {' '.join(map(str, gaps))}" if shown else ""
    says = say("play.insert", where=between(s, stacks, place, new), gaps=shown, n=len(shown))
    facts = _laid_out(s, k, new, occupied, stacks, place)
    label = say("play.row", stacks=_row(s, stacks, place, occupied, k))
    return Move(
        a, f"insert {where}{left}", label, f"insert {where}", layout, (item(s.decider, new),), says=says, facts=facts
    )


def _spelt_between(s: State, stacks: list[int], place: int, new: int) -> str:
    """`between horse and monkey`; stacks of one type are told apart by their spaces."""
    kinds = [s.animal[s.decider][i] for i in stacks]
    names = [CARDS[c - 1] + (f" in {i + 1}" if kinds.count(c) > 1 else "") for i, c in zip(stacks, kinds, strict=True)]
    if not names:
        return f"in {new + 1}"
    if place == 0:
        return f"behind {names[0]}"
    if place == len(names):
        return f"in front of {names[-1]}"
    return f"between {names[place - 1]} and {names[place]}"


def between(s: State, stacks: list[int], place: int, new: int) -> Say:
    """Where a new stack comes, in words."""
    kinds = [s.animal[s.decider][i] for i in stacks]
    names: list[Arg] = [
        say("place.one_of", card=card(c), space=i + 1) if kinds.count(c) > 1 else card(c, item(s.decider, i))
        for i, c in zip(stacks, kinds, strict=True)
    ]
    if not names:
        return say("place.space", n=new + 1)
    if place == 0:
        return say("place.behind", stack=names[0])
    if place == len(names):
        return say("place.in_front", stack=names[-1])
    return say("place.between", rear=names[place - 1], front=names[place])


def _row(s: State, stacks: list[int], place: int, occupied: list[int], k: Cards) -> tuple[Arg, ...]:
    """The tableau afterwards, from the rear, with the new stack."""
    names: list[Arg] = [stack(s, s.decider, i) for i in stacks]
    fresh = say("stack.name", card=card(s.held), level=1) if s.held else stack(s, s.decider, LIFTED)
    names.insert(place, say("place.new", stack=fresh))
    after = iter(names)
    return tuple(next(after) if i in occupied else "-" for i in range(k.spaces))


def _laid_out(s: State, k: Cards, new: int, occupied: list[int], stacks: list[int], place: int) -> Facts:
    """The animals in the spaces afterwards, where the new one is, and whether any other stack has to move."""
    kinds = [CARDS[s.animal[s.decider][i] - 1] for i in stacks]
    kinds.insert(place, CARDS[(s.held or s.animal[s.decider][LIFTED]) - 1])
    after = iter(kinds)
    row = tuple(next(after) if i in occupied else "" for i in range(k.spaces))
    return Facts(row=row, new=new, gap=place if stacks else None, moves=[i for i in occupied if i != new] != stacks)


# Other spellings

INSERT_SPACES = re.compile(r"(?:insert\s+)?(\d)(?:\s+of)?((?:[\s,]+\d)*)", re.IGNORECASE)


def parse(s: State, k: Cards, text: str) -> int:
    """`insert 4`: the new stack in space 4, the others moving least; `insert 4 of 3 4 5`: these are taken then."""
    found = INSERT_SPACES.fullmatch(text.strip())
    options = [a for a in legal_ids(s, k) if TO.insert <= a < TO.discard]
    if not found or not options:
        raise IllegalMove(say("fault.not_legal", given=repr(text), why=_refusal(s, k, text)))
    new = int(found[1]) - 1
    wanted = sorted(int(digit) - 1 for digit in re.findall(r"\d", found[2]))
    fits = [a for a in options if _fits(k, a - TO.insert, new, wanted)]
    if not fits:
        raise IllegalMove(say("fault.no_insert", n=k.spaces))
    moved = [_moved(s, k, a - TO.insert) for a in fits]
    best = [a for a, distance in zip(fits, moved, strict=True) if distance == min(moved)]
    if len(best) > 1:
        texts = tuple(repr(move(s, k, a).text) for a in best[:2])
        raise IllegalMove(say("fault.ambiguous", given=repr(text), moves=texts), "ambiguous")
    return best[0]


def _refusal(s: State, k: Cards, text: str) -> Say:
    """Why a typed move is refused: what the view says, or what has to be done first, or what else there is."""
    from .reasons import blocked

    wanted = " ".join(text.casefold().split())
    for one in blocked(s, k, s.decider):
        if one.text and f"{wanted} ".startswith(f"{one.text} "):
            return say("fault.reason", why=one.reason, clause=one.clause)
    verb = wanted.partition(" ")[0]
    if s.ask in (ASK.take, ASK.bonus_take) and verb in ("sell", "merge", "insert", "tuck", "attach", "swap"):
        return say("fault.take_first")
    if s.ask in (ASK.hold, ASK.hold_stack) and verb in ("take", "refill", "pass"):
        return say("fault.place_first")
    texts = tuple(move(s, k, a).text for a in legal_ids(s, k))
    return say("fault.you_can", moves=texts[:6], more=len(texts) > 6)


def _fits(k: Cards, layout: int, new: int, wanted: list[int]) -> bool:
    place, occupied = layout_spaces(k, layout)
    return place == new and (not wanted or occupied == sorted({*wanted, new}))


def _moved(s: State, k: Cards, layout: int) -> int:
    """How far the existing stacks move in all."""
    new, occupied = layout_spaces(k, layout)
    stacks = [i for i in range(k.spaces) if s.animal[s.decider][i]]
    return sum(abs(a - b) for a, b in zip(stacks, (i for i in occupied if i != new), strict=True))
