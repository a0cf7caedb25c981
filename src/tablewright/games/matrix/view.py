"""Matrix in words: what a seat sees, how a play is spelt, and why a submission is faulty (MTX-5.6, MTX-7.1)."""

import re
from collections.abc import Sequence
from typing import Any

from tablewright.engine import Blocked, Counter, Event, IllegalMove, Item, Move, Prompt, Table, Zone
from tablewright.games.matrix import rules
from tablewright.games.matrix.components import (
    BLANK,
    BLOCKS,
    CENTRE,
    CLOCKWISE,
    EVEN,
    FORFEIT,
    KINDS,
    NORTH,
    ODD,
    PAIRS,
    Cards,
    State,
)

SEATS = ("N", "S", "W", "E")
TITLES = {kind: kind.replace("_", " ").title().replace("Counterclockwise", "CounterClockwise") for kind in KINDS}
CELLS = (
    "north-west corner",
    "north edge",
    "north-east corner",
    "west edge",
    "centre",
    "east edge",
    "south-west corner",
    "south edge",
    "south-east corner",
)
CORNERS = (0, 2, 6, 8)
EDGES = (1, 3, 5, 7)


# Plays


def move(s: State, k: Cards, a: int) -> Move:
    """A play with its canonical spelling; the label says what it does to the scores."""
    block, index = BLOCKS.decode(a)
    if a >= FORFEIT:
        what = "the first card" if index == 0 else TITLES[KINDS[index - 1]]
        name = "first" if index == 0 else KINDS[index - 1]
        return Move(a, f"forfeit({name})", f"{what} is discarded without effect", block, index)
    arguments = _arguments(s, k, a)
    text = f"{block}({', '.join(map(str, arguments))})"
    cells = tuple(f"cell{_cell(s, k, x)}" for x in arguments)
    return Move(a, text, _outcome(s, k, a), block, index, (_place(s, rules.card_of(a)), *cells))


def _place(s: State, card: int) -> str:
    """The item of the card that would be played."""
    return f"hand{rules.place_in_hand(s, s.order[s.at], card)}"


def _arguments(s: State, k: Cards, a: int) -> tuple[int, ...]:
    """MTX-5.6: pairs ascending, shifts by the number of their line on the diagonal."""
    card = rules.card_of(a)
    if card < 2:
        low = rules.first_of_pair(a - card * PAIRS)
        high = a - card * PAIRS - rules.pair(low, low + 1) + low + 1
        return k.numbers[low], k.numbers[high]
    if card < 6:
        return (k.numbers[s.board[4 * ((a - NORTH) % 3)]],)
    if card < 8 and (a - EVEN) % 10 != BLANK:
        return (k.numbers[(a - EVEN) % 10],)
    return ()


def _outcome(s: State, k: Cards, a: int) -> str:
    after = State.copy(s)
    rules.apply(after, k, a)
    scores = ", ".join(f"{SEATS[p]} {rules.score(after, k, p)}" for p in range(k.players))
    return f"then {_rows(after, k)}: {scores}"


def _cell(s: State, k: Cards, x: int) -> int:
    return s.board.index(k.numbers.index(x))


def _rows(s: State, k: Cards) -> str:
    cells = [str(k.numbers[rank]) for rank in s.board]
    join = "" if all(len(cell) == 1 for cell in cells) else " "
    return "/".join(join.join(cells[row : row + 3]) for row in (0, 3, 6))


# Submissions

PLAY = re.compile(r"\s*([A-Za-z_ ]*?)\s*(?:\(([^()]*)\))?\s*")


def parse(s: State, k: Cards, text: str) -> int:
    """A typed play: `swap_even(6)`. An absent list of arguments is not an empty one (MTX-7.5)."""
    found = PLAY.fullmatch(text)
    card, inside = (found[1], found[2]) if found else (text, None)
    kind = card.strip().lower().replace(" ", "_")
    if inside is None:
        return judge(s, k, kind, None)
    return judge(s, k, kind, [_number(part) for part in inside.split(",")] if inside.strip() else [])


def _number(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text.strip()


def judge(s: State, k: Cards, kind: object, arguments: Sequence[object] | None) -> int:
    """The id of a submitted play, or IllegalMove with the first reason of MTX-7.1 that applies."""
    card = KINDS.index(kind) if isinstance(kind, str) and kind in KINDS else -1
    if card < 0 or rules.place_in_hand(s, rules.who(s, k), card) < 0:
        names = ", ".join(KINDS[c] for c in sorted(set(_hand(s, rules.who(s, k)))))
        raise IllegalMove(f"{kind or 'no card'!r} is not a card in your hand; you hold {names}", "not_in_hand")
    blank = card in (6, 7) and not _swappable(s, k, card - 6)
    wanted = 2 if card < 2 else 0 if card >= 8 or blank else 1
    if arguments is None or len(arguments) != wanted:
        given = "none given" if arguments is None else f"not {len(arguments)}"
        raise IllegalMove(f"{KINDS[card]} takes {_count(wanted)}, {given}: {_usage(card, wanted)}", "wrong_count")
    for x in arguments:
        if not isinstance(x, int) or isinstance(x, bool) or x not in k.numbers:
            raise IllegalMove(f"{x!r} is not a number on the board", "not_on_board")
    return _judge_numbers(s, k, card, [x for x in arguments if isinstance(x, int)])


def _judge_numbers(s: State, k: Cards, card: int, numbers: list[int]) -> int:
    cells = [_cell(s, k, x) for x in numbers]
    if card < 2:
        return _judge_pair(k, card, numbers, cells)
    if card < 6:
        return NORTH + 3 * (card - 2) + (cells[0] % 3 if card < 4 else cells[0] // 3)
    if card >= 8:
        return CLOCKWISE + card - 8
    start = EVEN if card == 6 else ODD
    if not numbers:
        return start + BLANK
    if numbers[0] % 2 != card - 6:
        raise IllegalMove(f"{numbers[0]} is not {('even', 'odd')[card - 6]}", "wrong_parity")
    if cells[0] == CENTRE:
        raise IllegalMove(f"{numbers[0]} is in the centre already", "already_centre")
    return start + k.numbers.index(numbers[0])


def _judge_pair(k: Cards, card: int, numbers: list[int], cells: list[int]) -> int:
    if numbers[0] == numbers[1]:
        raise IllegalMove(f"{KINDS[card]} takes two different numbers, not {numbers[0]} twice", "same_number")
    for x, cell in zip(numbers, cells, strict=True):
        if cell not in (CORNERS, EDGES)[card]:
            raise IllegalMove(f"{x} is on the {CELLS[cell]}, not on {('a corner', 'an edge')[card]}", "wrong_cell")
    low, high = sorted(k.numbers.index(x) for x in numbers)
    return card * PAIRS + rules.pair(low, high)


def _swappable(s: State, k: Cards, parity: int) -> list[int]:
    return [x for rank, x in enumerate(k.numbers) if x % 2 == parity and s.board[CENTRE] != rank]


def _count(wanted: int) -> str:
    return ("no numbers", "one number", "two numbers")[wanted]


def _usage(card: int, wanted: int) -> str:
    return f"{KINDS[card]}({', '.join('xy'[:wanted])})"


def referee(s: State, k: Cards, text: str, fault: IllegalMove) -> int | None:
    """MTX-7.2 to 7.5: the penalty for a faulty submission, or None where it is only refused."""
    if not k.forfeit:
        return None
    if fault.reason == "not_in_hand":
        return FORFEIT
    found = PLAY.fullmatch(text)
    assert found is not None  # a later reason means that a card of the hand was named
    return FORFEIT + 1 + KINDS.index(found[1].strip().lower().replace(" ", "_"))


# The table


def table(s: State, k: Cards, seat: int) -> Table:
    """What a seat (-1: a spectator) sees."""
    zones = [_board(s, k)]
    if seat >= 0:
        zones.append(_own_hand(s, k, seat))
    zones.append(_unseen(s, k, seat))
    zones.append(_history(s, k))
    return Table(tuple(zones), _counters(s, k), _prompt(s, k, seat), tuple(_blocked(s, k, seat)))


def _board(s: State, k: Cards) -> Zone:
    items = tuple(
        Item(f"cell{c}", str(k.numbers[rank]), CELLS[c], tone="even" if k.numbers[rank] % 2 == 0 else "odd")
        for c, rank in enumerate(s.board)
    )
    scores = [f"{SEATS[p]} {rules.score(s, k, p)}" for p in range(k.players)] + [""] * (len(SEATS) - k.players)
    columns = (scores[2], "", scores[3]) if k.players > 2 else ()
    rows = (scores[0], "", scores[1])
    return Zone("board", "Board (north at the top)", "grid", items, 3, column_labels=columns, row_labels=rows)


def _hand(s: State, p: int) -> list[int]:
    return s.hand[p][: s.held[p]]


def _own_hand(s: State, k: Cards, seat: int) -> Zone:
    items = tuple(
        Item(f"hand{i}", TITLES[KINDS[card]], KINDS[card], KINDS[card]) for i, card in enumerate(_hand(s, seat))
    )
    return Zone("hand", "Your hand", "fan", items, owner=seat)


def _unseen(s: State, k: Cards, seat: int) -> Zone:
    """MTX-H.2: what a player cannot see is known as a multiset, not by place."""
    others = [p for p in range(k.players) if p != seat]
    cards = sorted([c for p in others for c in _hand(s, p)] + s.aside[: s.asides])
    items = tuple(
        Item(f"unseen.{KINDS[c]}", TITLES[KINDS[c]], KINDS[c], KINDS[c], marks=(f"x{cards.count(c)}",))
        for c in sorted(set(cards))
    )
    holders = ", ".join(f"{SEATS[p]} holds {s.held[p]}" for p in others)
    note = holders + (f", {s.asides} set aside" if s.asides else "")
    title = f"Hand of {SEATS[others[0]]}" if len(others) == 1 and not s.asides else "Cards you cannot see"
    return Zone("unseen", title, "row", items, note=note)


def _history(s: State, k: Cards) -> Zone:
    items = []
    for i in range(s.plays):
        p, card, x, y = s.history[i]
        shown = "[-1]" if x == -2 else f"({', '.join(str(k.numbers[r]) for r in (x, y) if r >= 0)})"
        items.append(Item(f"play{i}", f"{SEATS[p]} {KINDS[card]}{shown}", kind=KINDS[card]))
    return Zone("history", "Plays so far", "pile", tuple(reversed(items)))


def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    rounds = Counter("Round", f"{min(s.round, k.rounds)} of {k.rounds}")
    order = Counter("Order of this round", ", ".join(SEATS[p] for p in s.order[: k.players]))
    scores = (Counter("Score", str(rules.score(s, k, p)), p) for p in range(k.players))
    return (rounds, order, *scores)


def _prompt(s: State, k: Cards, seat: int) -> Prompt:
    if rules.over(s, k):
        return Prompt("game_over", "The game is over.", "MTX-8.1")
    mover = rules.who(s, k)
    if mover != seat:
        return Prompt("turn", f"{SEATS[mover]} plays a card.", "MTX-4.1")
    return Prompt("turn", "Play one card: its name and the numbers it concerns.", "MTX-4.1")


def _blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    if seat < 0 or rules.over(s, k):
        return []
    if rules.who(s, k) != seat:
        return [Blocked("any play", f"it is {SEATS[rules.who(s, k)]}'s turn", clause="MTX-3.2")]
    held = set(_hand(s, seat))
    missing = [
        Blocked(kind, "not in your hand", f"unseen.{kind}", "MTX-4.2") for c, kind in enumerate(KINDS) if c not in held
    ]
    centre = k.numbers[s.board[CENTRE]]
    if 6 + centre % 2 in held:
        kind = KINDS[6 + centre % 2]
        missing.append(Blocked(f"{kind}({centre})", f"{centre} is in the centre already", "cell4", "MTX-5.5"))
    return missing


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """One line a turn; everything played is open (MTX-4.3)."""
    made: Any = move(s, k, action)
    if action >= FORFEIT:
        return [f"{SEATS[seat]} forfeits the turn: {made.label}."]
    return [f"{SEATS[seat]} plays {made.text}, {made.label}."]
