"""Moves of Menagerie: how they are spelt and said, what they do, and other spellings that are understood."""

import re
from typing import Any, NamedTuple

from tablewright.engine import Arg, Blocked, Facts, IllegalMove, Move, Moves, Say, Seat, say

from .combat import harm_column, honey_space
from .decisions import DECISIONS, legal
from .descriptions import card, drafts, item, sale, stack
from .market import next_listed
from .notation import cell_name, names_number
from .state import ANIMALS, ASK, BLOCKS, CARDS, CHOCOLATE, DO, GAPS, LIFTED, LINE, SPACES, TO, TOP_LEVEL, Cards, State
from .tableau import can_tuck, count_stacks, is_host

AT_SPACE = ("sell", "attach", "tuck", "swap")


class Described(NamedTuple):
    """A move: its notation, the items that it concerns, its name in the catalogue and what fills the blanks there."""

    text: str
    touches: tuple[str, ...]
    word: str
    said: dict[str, Arg]


def legal_ids(s: State, k: Cards) -> list[int]:
    moves = Moves.plain()
    return moves.a[: legal(s, k, moves)]


def move(s: State, k: Cards, a: int) -> Move:
    """A move as it is typed and said, what it does, and what it touches."""
    block, index = BLOCKS.decode(a)
    text, touches, word, said = described(s, k, a)
    label, says = say(f"play.{word}_label", **said), say(f"play.{word}", **said)
    if block == "insert":
        return Move(a, text, label, text.partition(",")[0], index, touches, says=says, facts=_laid_out(s, k, index))
    into = "discard" if block == "discard" else ""
    return Move(a, text, label, block.partition("_")[0], index, touches, into, says)


def described(s: State, k: Cards, a: int) -> Described:
    """A move of whoever decides; the log tells it with the same particulars."""
    block, i = BLOCKS.decode(a)
    p, said = s.decider, dict[str, Arg]()
    if block == "take":
        cell, taken = cell_name(i), s.market[i]
        said = {"card": card(taken, f"market.{cell}"), "cell": cell, "becomes": becomes(s, k, p, taken)}
        return Described(f"take {cell}", (f"market.{cell}",), block, said)
    if block in ("refill_row", "refill_col"):
        return _refill(s, k, block[7:], i)
    if block in AT_SPACE:
        word = "into" if block == "attach" and s.held == CHOCOLATE else block
        return Described(f"{block} {i + 1}", (item(p, i),), word, _at_space(s, k, i))
    if block == "merge":
        source, target = divmod(i, SPACES)
        said = {"stack": stack(s, p, source), "from": source + 1, "into": stack(s, p, target), "space": target + 1}
        touches, then = (item(p, source), item(p, target)), _merged(s, k, source, target)
        return Described(f"merge {source + 1}->{target + 1}", touches, block, {**said, "then": then})
    if block == "insert":
        return Described(_spelt_insert(s, k, i), (item(p, layout_spaces(k, i)[0]),), block, _inserted(s, k, i))
    if block == "column":
        said = {"n": i + 1, "stacks": _hit(s, k, i), "wounds": bool(k.wounds)}
        return Described(f"column {i + 1}", tuple(item(q, i) for q in range(k.players)), block, said)
    return _answer(s, k, block, i)


def _refill(s: State, k: Cards, line: str, i: int) -> Described:
    row = line == "row"
    cells = [i * LINE + c for c in range(k.market_cols)] if row else [r * LINE + i for r in range(k.market_rows)]
    gone = tuple(card(s.market[cell]) for cell in cells if s.market[cell])
    said: dict[str, Arg] = {"row": row, "n": i + 1, "cards": gone, "cells": len(cells)}
    return Described(f"refill {line} {i + 1}", tuple(f"market.{cell_name(c)}" for c in cells), "refill", said)


def _at_space(s: State, k: Cards, i: int) -> dict[str, Arg]:
    """A stack that is sold, or that what is held goes to."""
    p, target, up = s.decider, stack(s, s.decider, i), s.upgrade[s.decider][i]
    then = say("play.grows", stack=target, how=_grown(s, k, p, i)) if s.held else _merged(s, k, LIFTED, i)
    lost = card(up) if up else None
    return {"stack": target, "space": i + 1, "what": _held(s), "sale": sale(s, k, p, i), "lost": lost, "then": then}


def _answer(s: State, k: Cards, block: str, i: int) -> Described:
    """What is neither taken nor placed."""
    p, wounds = s.decider, bool(k.wounds)
    if block == "draw":
        at, text = next_listed(s, k, p), f"draw {i}" if names_number(k) else "draw" if i else "skip"
        return Described(text, (item(p, at),), block, {"stack": stack(s, p, at), "n": i, "any": i > 0})
    if block == "bee":
        at, text = next_listed(s, k, p) - 1, "no" if i else "wound" if wounds else "kill"
        return Described(text, (item(p, at),), "spare" if i else "sting", {"stack": stack(s, p, at), "wounds": wounds})
    if block == "honey":
        at = honey_space(s, k, p)
        more = drafts(k.value[s.upgrade[p][at] - 1][s.level[p][at] - 1])
        said: dict[str, Arg] = {"stack": stack(s, p, at), "sale": sale(s, k, p, at), "drafts": more}
        return Described("keep" if i else "sell", (), "keep" if i else "honey", said)
    if block == "discard":
        return Described(block, ("held",), block, {"what": card(s.held)})
    return Described(block, (), block, {"bonus": s.ask == ASK.bonus_take})


def becomes(s: State, k: Cards, p: int, taken: int) -> Say:
    """What a card could become in a player's tableau (MEN-5.5, MEN-6.7, MEN-6.8, MEN-7.1)."""
    spaces = range(k.spaces)
    if taken > ANIMALS:
        hosts = tuple(i + 1 for i in spaces if is_host(s, k, p, i, taken))
        return say("becomes.hosts", hosts=hosts, n=len(hosts)) if hosts else say("becomes.no_host")
    tucks = [i for i in spaces if can_tuck(s, k, p, i, taken)]
    ways = [say("becomes.level", level=min(s.level[p][i] + 1, TOP_LEVEL), space=i + 1) for i in tucks]
    if count_stacks(s, k, p) < k.spaces:
        ways.append(say("becomes.new"))
    if k.effect[taken - 1] == DO.swap and count_stacks(s, k, p):
        ways.append(say("becomes.swap"))
    return say("becomes.ways", ways=tuple(ways)) if ways else say("becomes.needs_room")


def _held(s: State) -> Say:
    return say("shared.named", it=card(s.held)) if s.held else stack(s, s.decider, LIFTED)


def _grown(s: State, k: Cards, p: int, i: int) -> Say:
    if s.level[p][i] == TOP_LEVEL:
        return say("play.overflow", vp=k.merge_overflow_vp)
    return say("play.level", level=s.level[p][i] + 1)


def _merged(s: State, k: Cards, source: int, target: int) -> Say:
    p = s.decider
    total = s.level[p][source] + s.level[p][target]
    surplus = say("play.surplus", n=total - TOP_LEVEL, vp=k.merge_overflow_vp) if total > TOP_LEVEL else None
    lost = card(s.upgrade[p][source]) if s.upgrade[p][target] and s.upgrade[p][source] else None
    return say("play.merged", level=min(total, TOP_LEVEL), surplus=surplus, lost=lost)


def _hit(s: State, k: Cards, column: int) -> tuple[Say, ...]:
    """Who would be hit."""
    after = State.copy(s)
    harm_column(after, k, s.decider, next_listed(s, k, s.decider), column)
    hit = [q for q in range(k.players) if after.mark[q][column] != s.mark[q][column]]
    return tuple(say("stack.of", who=Seat(q), stack=stack(s, q, column)) for q in hit)


# Inserts: between whom, and which spaces stay empty

PLACES = {"space": "in {}", "behind": "behind {}", "in_front": "in front of {}", "between": "between {} and {}"}


def layout_spaces(k: Cards, layout: int) -> tuple[int, list[int]]:
    """The space of the new stack and all occupied spaces of an insert."""
    place, gaps = divmod(layout, GAPS)
    occupied = [i for i in range(k.spaces) if not gaps >> i & 1]
    return occupied[place], occupied


def _taken(s: State, k: Cards) -> list[int]:
    """The spaces of the deciding player's stacks."""
    return [i for i in range(k.spaces) if s.animal[s.decider][i]]


def _neighbours(s: State, k: Cards, layout: int) -> tuple[str, list[int]]:
    """How the place of a new stack is called, and the stacks right behind and in front of it."""
    place, stacks = layout // GAPS, _taken(s, k)
    rear, front = stacks[:place][-1:], stacks[place:][:1]
    return "between" if rear and front else "in_front" if rear else "behind" if front else "space", rear + front


def _alike(s: State, k: Cards, i: int) -> bool:
    """Whether another stack of the tableau has the same type, so that its space has to be named."""
    return [s.animal[s.decider][j] for j in _taken(s, k)].count(s.animal[s.decider][i]) > 1


def _gaps(k: Cards, layout: int) -> tuple[int, ...]:
    """The spaces that stay empty, where that says anything."""
    occupied = layout_spaces(k, layout)[1]
    return tuple(i + 1 for i in range(k.spaces) if i not in occupied) if len(occupied) > 1 else ()


def _spelt_insert(s: State, k: Cards, layout: int) -> str:
    """`insert between horse and monkey, gap 3`."""
    how, beside = _neighbours(s, k, layout)
    names = [CARDS[s.animal[s.decider][i] - 1] + (f" in {i + 1}" if _alike(s, k, i) else "") for i in beside]
    gaps = _gaps(k, layout)
    left = f", {'gap' if len(gaps) == 1 else 'gaps'} {' '.join(map(str, gaps))}" if gaps else ""
    return f"insert {PLACES[how].format(*names or [str(layout_spaces(k, layout)[0] + 1)])}{left}"


def _inserted(s: State, k: Cards, layout: int) -> dict[str, Arg]:
    p, (how, beside) = s.decider, _neighbours(s, k, layout)
    names: list[Arg] = [
        say("place.one_of", card=card(s.animal[p][i]), space=i + 1)
        if _alike(s, k, i)
        else card(s.animal[p][i], item(p, i))
        for i in beside
    ]
    n, gaps = layout_spaces(k, layout)[0] + 1, _gaps(k, layout)
    where = say(f"place.{how}", n=n, stack=names[0] if names else None, front=names[-1] if names else None)
    fresh = say("stack.name", card=card(s.held), level=1) if s.held else stack(s, p, LIFTED)
    row = _spread(k, layout, [stack(s, p, i) for i in _taken(s, k)], say("place.new", stack=fresh), "-")
    return {"where": where, "gaps": gaps, "n": len(gaps), "stacks": row, "what": _held(s)}


def _spread(k: Cards, layout: int, stacks: list[Any], new: Any, empty: str) -> tuple[Any, ...]:
    """A tableau after an insert, from the rear."""
    place, occupied = layout // GAPS, layout_spaces(k, layout)[1]
    after = iter([*stacks[:place], new, *stacks[place:]])
    return tuple(next(after) if i in occupied else empty for i in range(k.spaces))


def _laid_out(s: State, k: Cards, layout: int) -> Facts:
    """The animals in the spaces afterwards, where the new one is, and whether any other stack has to move."""
    stacks, (new, occupied) = _taken(s, k), layout_spaces(k, layout)
    kinds = [CARDS[s.animal[s.decider][i] - 1] for i in stacks]
    row = _spread(k, layout, kinds, CARDS[(s.held or s.animal[s.decider][LIFTED]) - 1], "")
    gap = layout // GAPS if stacks else None
    return Facts(row=row, new=new, gap=gap, moves=[i for i in occupied if i != new] != stacks)


# Why not


def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    held = card(s.held) if s.held else None
    facts: dict[str, Arg] = {"card": held, "food": bool(k.wounds), "bare": bool(k.chocolate_needs_bare_stack)}
    return DECISIONS.why_not(s, k, seat, move, lambda *_: facts)


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
