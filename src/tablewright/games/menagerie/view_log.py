"""The log of Menagerie: one line for a decision, and lines for what follows from it by itself."""

from collections.abc import Callable, Sequence
from itertools import groupby

from tablewright.engine import REVEALED, Event
from tablewright.games.menagerie.components import (
    ACTS,
    BLOCKS,
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
    Cards,
    State,
)
from tablewright.games.menagerie.notation import SEAT_NAMES, cell_name
from tablewright.games.menagerie.view_words import counted, dead, kill, move, sale_words, stack_name, title


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """Everything is open, so every viewer reads the same."""
    lines = [f"{SEAT_NAMES[seat]} {_deed(s, k, seat, action)}."]
    told = [event for event in events if event[0] != REVEALED]
    for kind, group in groupby(told, lambda event: event[0]):
        lines += _lines(s, k, kind, [event[1:] for event in group])
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
        return f"merges {stack_name(s, p, source)} into {stack_name(s, p, target)}"
    if block in ("attach", "tuck", "swap"):
        return _placing(s, p, block, index)
    if block == "insert":
        what = title(s.held) if s.held else stack_name(s, p, LIFTED)
        return f"inserts {what} {text.removeprefix('insert ')}"
    plain = {"pass": "passes", "decline": "declines a bonus draft", "discard": f"discards {title(s.held or 1)}"}
    if block in plain:
        return plain[block]
    if block == "draw":
        return f"draws {counted(index, 'card')}" if index else "draws no card"
    if block == "bee":
        return "leaves the stack behind the Bee alone" if index else f"lets the Bee {kill(k)} the stack behind it"
    if block == "honey":
        return "keeps the stack with Honey" if index else "sells the stack with Honey"
    return f"chooses {text}"


def _line_cards(s: State, k: Cards, action: int) -> str:
    return move(s, k, action).label.removeprefix("discard ").partition(";")[0]


def _placing(s: State, p: int, block: str, i: int) -> str:
    held = title(s.held) if s.held else stack_name(s, p, LIFTED)
    if block == "attach":
        return f"puts {held} onto {stack_name(s, p, i)} in space {i + 1}"
    if block == "tuck":
        return f"tucks {held} under {stack_name(s, p, i)} in space {i + 1}"
    return f"lets the {held} take the place of {stack_name(s, p, i)} in space {i + 1}"


def _lines(s: State, k: Cards, kind: int, events: list[tuple[int, int, int]]) -> list[str]:
    """What neighbouring events of one kind say; those that the decision itself has told say nothing."""
    if kind == FILLED:
        return [f"Into the market come {', '.join(f'{title(card)} ({cell_name(cell)})' for cell, card, _ in events)}."]
    if kind == POWER:
        return [f"Power: {', '.join(f'{SEAT_NAMES[p]} {total}' for p, total, _ in events)}."]
    if kind == FINAL_SALE:
        return [_final_sale(p, list(group)) for p, group in groupby(events, lambda event: event[0])]
    if kind == NEXT_START and s.round == k.rounds:
        return []
    words = SENTENCES.get(kind)
    return [words(k, *event) for event in events] if words else []


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
    NEXT_START: lambda k, p, _a, _b: f"{SEAT_NAMES[p]} has least power and starts the next round.",
    GONE: lambda k, p, animal, level: f"{SEAT_NAMES[p]}'s dead {title(animal)} {level} is discarded.",
}
