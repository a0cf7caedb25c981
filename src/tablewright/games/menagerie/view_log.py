"""The log of Menagerie: one line for a decision, and lines for what follows from it by itself."""

from collections.abc import Callable, Sequence
from itertools import groupby

from tablewright.engine import REVEALED, Event
from tablewright.games.menagerie.combat import honey_space
from tablewright.games.menagerie.components import (
    ACTS,
    ASK_BONUS,
    BLOCKS,
    CHOCOLATE,
    DRAWN,
    FILLED,
    FINAL_SALE,
    GONE,
    HARMED,
    LIFTED,
    NEXT_START,
    NO_HOST,
    OVERFLOW,
    POWER,
    PRIZE,
    RESHUFFLED,
    ROLLED,
    ROUND_BEGINS,
    SPACES,
    STACK_POWER,
    Cards,
    State,
)
from tablewright.games.menagerie.market import next_listed
from tablewright.games.menagerie.notation import SEAT_NAMES, cell_name
from tablewright.games.menagerie.tableau import count_stacks
from tablewright.games.menagerie.view_words import (
    counted,
    dead,
    honey_words,
    kill,
    move,
    sale_words,
    stack_name,
    title,
)


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """Everything is open, so every viewer reads the same."""
    lines = [f"{SEAT_NAMES[seat]} {_deed(s, k, seat, action)}."]
    powers = [event[1:] for event in events if event[0] == STACK_POWER]
    totals = [total for kind, _, total, _ in events if kind == POWER]
    told = [event for event in events if event[0] not in (REVEALED, STACK_POWER)]
    for kind, group in groupby(told, lambda event: event[0]):
        if kind == NEXT_START and s.round < k.rounds:
            lines += [_next_start(k, p, totals) for _, p, _, _ in group]
        else:
            lines += _lines(k, kind, [event[1:] for event in group])
        if kind == POWER:
            lines += [_stack_powers(p, list(stacks)) for p, stacks in groupby(powers, lambda event: event[0])]
    return lines


def _deed(s: State, k: Cards, p: int, action: int) -> str:
    block, index = BLOCKS.decode(action)
    text = move(s, k, action).text
    if block == "take":
        return f"takes {title(s.market[index])} from {cell_name(index)}"
    if block in ("refill_row", "refill_col"):
        return f"refills {text.removeprefix('refill ')}, discarding {_line_cards(s, k, action)}"
    if block == "sell":
        return f"sells {stack_name(s, p, index)} for {sale_words(s, k, p, index)}"
    if block == "merge":
        source, target = divmod(index, SPACES)
        return f"merges {_at(s, p, source)} into {_at(s, p, target)}"
    if block in ("attach", "tuck", "swap"):
        return _placing(s, p, block, index)
    if block == "insert":
        what = title(s.held) if s.held else stack_name(s, p, LIFTED)
        where = text.removeprefix("insert ")
        return f"inserts {what} {where if count_stacks(s, k, p) else where.replace('in', 'in space')}"
    return _answer(s, k, p, block, index) or f"chooses {text}"


def _answer(s: State, k: Cards, p: int, block: str, index: int) -> str:
    """What a player did who neither took nor placed a card."""
    if block == "pass":
        return "passes the bonus draft" if s.ask == ASK_BONUS else "passes"
    if block == "decline":
        return "declines a bonus draft"
    if block == "discard":
        return f"discards {title(s.held)}"
    if block == "draw":
        return f"lets {stack_name(s, p, next_listed(s, k, p))} draw {counted(index, 'card') if index else 'no card'}"
    if block == "bee":
        return "leaves the stack behind the Bee alone" if index else f"lets the Bee {kill(k)} the stack behind it"
    if block == "honey":
        return f"keeps {stack_name(s, p, honey_space(s, k, p))} with Honey" if index else f"sells {honey_words(s, k)}"
    return ""


def _line_cards(s: State, k: Cards, action: int) -> str:
    return move(s, k, action).label.removeprefix("discard ").partition(";")[0]


def _at(s: State, p: int, i: int) -> str:
    return f"{stack_name(s, p, i)} in space {i + 1}"


def _placing(s: State, p: int, block: str, i: int) -> str:
    held = title(s.held) if s.held else stack_name(s, p, LIFTED)
    if block == "attach":
        return f"puts {held} {'into' if s.held == CHOCOLATE else 'onto'} {_at(s, p, i)}"
    if block == "tuck":
        return f"tucks {held} under {_at(s, p, i)}"
    return f"lets the {held} take the place of {_at(s, p, i)}"


def _lines(k: Cards, kind: int, events: list[tuple[int, int, int]]) -> list[str]:
    """What neighbouring events of one kind say; those that the decision itself has told say nothing."""
    if kind == FILLED:
        come = "comes" if len(events) == 1 else "come"
        return [
            f"Into the market {come} {', '.join(f'{title(card)} ({cell_name(cell)})' for cell, card, _ in events)}."
        ]
    if kind == POWER:
        return [f"Power: {', '.join(f'{SEAT_NAMES[p]} {total}' for p, total, _ in events)}."]
    if kind == FINAL_SALE:
        return [_final_sale(p, list(group)) for p, group in groupby(events, lambda event: event[0])]
    words = SENTENCES.get(kind)
    return [words(k, *event) for event in events] if words else []


def _stack_powers(p: int, stacks: list[tuple[int, int, int]]) -> str:
    parts = ", ".join(f"{title(stack // 4)} {stack % 4} ({value})" for _, stack, value in stacks)
    return f"{SEAT_NAMES[p]}'s power of {sum(value for _, _, value in stacks)}: {parts}."


def _next_start(k: Cards, p: int, totals: list[int]) -> str:
    if totals.count(min(totals)) == 1:
        return f"{SEAT_NAMES[p]} has least power and starts the next round."
    place = "first" if k.least_earliest else "last"
    return f"{SEAT_NAMES[p]}, {place} in the player order of those with least power, starts the next round."


def _final_sale(p: int, sales: list[tuple[int, int, int]]) -> str:
    stacks = ", ".join(f"{title(stack // 4)} {stack % 4} ({value})" for _, stack, value in sales)
    return f"Final sale: {SEAT_NAMES[p]} sells {stacks} for {sum(value for _, _, value in sales)} VP."


def _acts(k: Cards, p: int, animal: int, column: int) -> str:
    return f"{SEAT_NAMES[p]}'s {title(animal)} acts{f' on column {column}' if column else ''}."


def _rolled(k: Cards, p: int, animal: int, face: int) -> str:
    choice = f"; {SEAT_NAMES[p]} chooses the column" if face > k.spaces else ""
    return f"The die for {SEAT_NAMES[p]}'s {title(animal)} shows {face}{choice}."


def _prize(k: Cards, p: int, prize: int, rank: int) -> str:
    return f"{SEAT_NAMES[p]} gains {prize} VP for {'most' if rank == 1 else 'second most'} power."


SENTENCES: dict[int, Callable[[Cards, int, int, int], str]] = {
    ROUND_BEGINS: lambda k, n, first, _: f"Round {n} begins; {SEAT_NAMES[first]} starts.",
    RESHUFFLED: lambda k, n, _a, _b: f"The discard pile ({counted(n, 'card')}) is shuffled into a new deck.",
    DRAWN: lambda k, p, card, _: f"{SEAT_NAMES[p]} draws {title(card)} from the deck.",
    NO_HOST: lambda k, p, card, _: f"No stack of {SEAT_NAMES[p]} can take the {title(card)}; it is discarded.",
    OVERFLOW: lambda k, p, _, vp: f"A stack of more than three cards is cut down: {SEAT_NAMES[p]} gains {vp} VP.",
    ACTS: _acts,
    ROLLED: _rolled,
    HARMED: lambda k, p, animal, level: f"{SEAT_NAMES[p]}'s {title(animal)} {level} is {dead(k)}.",
    PRIZE: _prize,
    GONE: lambda k, p, animal, level: f"{SEAT_NAMES[p]}'s {dead(k)} {title(animal)} {level} is discarded.",
}
