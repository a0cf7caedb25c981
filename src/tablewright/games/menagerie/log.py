"""The log of Menagerie: one line for a decision, and lines for what follows from it by itself."""

from collections.abc import Callable, Sequence
from itertools import groupby

from tablewright.engine import REVEALED, Event, Say, Seat, say

from .combat import honey_space
from .descriptions import card, sale, stack
from .market import next_listed
from .moves import between, honey_sale, layout_spaces, line_cells
from .notation import cell_name
from .state import ASK, BLOCKS, CHOCOLATE, LIFTED, SAY, SPACES, Cards, State


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """Everything is open, so every viewer reads the same."""
    lines: list[str] = [_deed(s, k, seat, action)]
    powers = [event[1:] for event in events if event[0] == SAY.stack_power]
    totals = [total for kind, _, total, _ in events if kind == SAY.power]
    told = [event for event in events if event[0] not in (REVEALED, SAY.stack_power)]
    for kind, group in groupby(told, lambda event: event[0]):
        if kind == SAY.next_start and s.round < k.rounds:
            lines += [_next_start(k, p, totals) for _, p, _, _ in group]
        else:
            lines += _lines(k, kind, [event[1:] for event in group])
        if kind == SAY.power:
            lines += [_stack_powers(p, list(stacks)) for p, stacks in groupby(powers, lambda event: event[0])]
    return lines


def _deed(s: State, k: Cards, p: int, action: int) -> Say:
    block, index = BLOCKS.decode(action)
    who = Seat(p)
    if block == "take":
        return say("log.take", who=who, card=card(s.market[index]), cell=cell_name(index))
    if block in ("refill_row", "refill_col"):
        gone = tuple(card(s.market[c]) for c in line_cells(k, block, index) if s.market[c])
        return say(f"log.{block}", who=who, n=index + 1, cards=gone)
    if block == "sell":
        return say("log.sell", who=who, stack=stack(s, p, index), sale=sale(s, k, p, index))
    if block == "merge":
        source, target = divmod(index, SPACES)
        return say("log.merge", who=who, stack=_at(s, p, source), into=_at(s, p, target))
    if block in ("attach", "tuck", "swap"):
        key = "log.put_into" if block == "attach" and s.held == CHOCOLATE else f"log.{block}"
        return Say(key, (("who", who), ("what", _held(s, p)), ("stack", _at(s, p, index))))
    if block == "insert":
        stacks = [i for i in range(k.spaces) if s.animal[p][i]]
        new, occupied = layout_spaces(k, index)
        where = between(s, stacks, occupied.index(new), new)
        return say("log.insert", who=who, what=_held(s, p), where=where)
    return _answer(s, k, p, block, index)


def _answer(s: State, k: Cards, p: int, block: str, index: int) -> Say:
    """What a player did who neither took nor placed a card."""
    who, wounds = Seat(p), bool(k.wounds)
    if block == "pass":
        return say("log.pass", who=who, bonus=s.ask == ASK.bonus_take)
    if block == "decline":
        return say("log.decline", who=who)
    if block == "discard":
        return say("log.discard", who=who, card=card(s.held))
    if block == "draw":
        return say("log.draw", who=who, stack=stack(s, p, next_listed(s, k, p)), n=index, any=bool(index))
    if block == "bee":
        return say("log.spare", who=who) if index else say("log.sting", who=who, wounds=wounds)
    if block == "column":
        return say("log.column", who=who, n=index + 1)
    if index:
        return say("log.keep", who=who, stack=stack(s, p, honey_space(s, k, p)))
    return say("log.honey", who=who, sale=honey_sale(s, k))


def _held(s: State, p: int) -> Say:
    return say("shared.named", it=card(s.held)) if s.held else stack(s, p, LIFTED)


def _at(s: State, p: int, i: int) -> Say:
    return say("stack.at", stack=stack(s, p, i), space=i + 1)


def _lines(k: Cards, kind: int, events: list[tuple[int, int, int]]) -> list[Say]:
    """What neighbouring events of one kind say; those that the decision itself has told say nothing."""
    if kind == SAY.filled:
        cards = tuple(say("stack.in_cell", card=card(code), cell=cell_name(cell)) for cell, code, _ in events)
        return [say("log.filled", n=len(events), cards=cards)]
    if kind == SAY.power:
        return [say("log.power", powers=tuple(say("log.power_of", who=Seat(p), n=total) for p, total, _ in events))]
    if kind == SAY.final_sale:
        return [_final_sale(p, list(group)) for p, group in groupby(events, lambda event: event[0])]
    words = SENTENCES.get(kind)
    return [words(k, *event) for event in events] if words else []


def _each(stacks: list[tuple[int, int, int]]) -> tuple[Say, ...]:
    return tuple(say("stack.worth", card=card(code // 4), level=code % 4, n=value) for _, code, value in stacks)


def _stack_powers(p: int, stacks: list[tuple[int, int, int]]) -> Say:
    return say("log.powers", who=Seat(p), n=sum(value for _, _, value in stacks), stacks=_each(stacks))


def _next_start(k: Cards, p: int, totals: list[int]) -> Say:
    tied = totals.count(min(totals)) > 1
    return say("log.next_start", who=Seat(p), tied=tied, earliest=bool(k.least_earliest))


def _final_sale(p: int, sales: list[tuple[int, int, int]]) -> Say:
    return say("log.final_sale", who=Seat(p), stacks=_each(sales), vp=sum(value for _, _, value in sales))


def _acts(k: Cards, p: int, animal: int, column: int) -> Say:
    return say("log.acts", who=Seat(p), card=card(animal), column=column, on=bool(column))


def _rolled(k: Cards, p: int, animal: int, face: int) -> Say:
    return say("log.rolled", who=Seat(p), card=card(animal), face=face, chooses=face > k.spaces)


SENTENCES: dict[int, Callable[[Cards, int, int, int], Say]] = {
    SAY.round_begins: lambda k, n, first, _: say("log.round", n=n, who=Seat(first)),
    SAY.reshuffled: lambda k, n, _a, _b: say("log.reshuffled", n=n),
    SAY.drawn: lambda k, p, code, _: say("log.drawn", who=Seat(p), card=card(code)),
    SAY.no_host: lambda k, p, code, _: say("log.no_host", who=Seat(p), card=card(code)),
    SAY.overflow: lambda k, p, _, vp: say("log.overflow", who=Seat(p), vp=vp),
    SAY.acts: _acts,
    SAY.rolled: _rolled,
    SAY.harmed: lambda k, p, animal, level: say(
        "log.harmed", who=Seat(p), card=card(animal), level=level, wounds=bool(k.wounds)
    ),
    SAY.prize: lambda k, p, prize, rank: say("log.prize", who=Seat(p), vp=prize, most=rank == 1),
    SAY.gone: lambda k, p, animal, level: say(
        "log.gone", who=Seat(p), card=card(animal), level=level, wounds=bool(k.wounds)
    ),
}
