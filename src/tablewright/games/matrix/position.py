"""A Matrix position in the rulebook's own words, to and from a state (MTX-2.6).

board: 463/792/185          # rows from north to south; numbers of several digits: [[10, 11, 12], ...]
hands: {N: [swap_odd], S: [shift_west]}
round: 10                   # default: as many rounds are left as there are cards in a hand
previous_order: [S, N]      # default: seat order
aside: [rotate_clockwise]   # cards set aside; the others that are in no hand count as discarded
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablewright.engine import PositionError, unknown
from tablewright.games.matrix import rules
from tablewright.games.matrix.components import KINDS, MOST_HAND, TIE_REVERSE, Cards, State
from tablewright.games.matrix.view import SEATS

KEYS = {"board", "hands", "round", "previous_order", "aside"}
INFORMS = {"scores", "discarded", "order", "to_move", "history"}  # in a dump, but not needed to set up a position


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Set up a position at the beginning of a round."""
    for key in given:
        if key not in KEYS | INFORMS:
            raise PositionError(unknown("key of a position", key, KEYS))
    if "board" not in given:
        raise PositionError("a position needs a board, such as 463/792/185")
    s.board[:] = [k.numbers.index(x) for x in _numbers(given["board"], k)]
    _load_hands(given, s, k)
    left = s.held[0]
    s.round = given.get("round", max(1, k.rounds - left + 1))
    if not isinstance(s.round, int) or not 1 <= s.round <= k.rounds:
        raise PositionError(f"round is {s.round!r}; it must be 1 to {k.rounds}")
    if left < k.rounds - s.round + 1:
        raise PositionError(f"each hand has {left} cards, but {k.rounds - s.round + 1} rounds are left")
    seats = list(SEATS[: k.players])
    order = given.get("previous_order", seats)
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(seats):
        raise PositionError(f"previous_order must name {', '.join(seats)} once each, not {order!r}")
    s.order[: k.players] = [seats.index(seat) for seat in order]
    rules.start_round(s, k)


def _numbers(board: object, k: Cards) -> list[int]:
    rows = board.split("/") if isinstance(board, str) else board
    try:
        cells = [int(cell) for row in rows for cell in row]  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise PositionError(f"board is {board!r}; write it by rows, such as 463/792/185") from None
    if len(cells) != 9:
        raise PositionError(f"the board has 9 cells, not {len(cells)}")
    for x in cells:
        if x not in k.numbers:
            raise PositionError(f"{x} is not one of the numbers {', '.join(map(str, k.numbers))}")
        if cells.count(x) > 1:
            raise PositionError(f"{x} is on the board {cells.count(x)} times; each number is there once")
    return cells


def _cards(names: object, where: str) -> list[int]:
    if not isinstance(names, list):
        raise PositionError(f"{where} must be a list of cards, not {names!r}")
    for name in names:
        if name not in KINDS:
            raise PositionError(f"{where}: {unknown('card', str(name), KINDS)}")
    return [KINDS.index(name) for name in names]


def _load_hands(given: Mapping[str, Any], s: State, k: Cards) -> None:
    if "hands" not in given:
        rules.deal(s, k)
        return
    hands, seats = given["hands"], SEATS[: k.players]
    if not isinstance(hands, Mapping) or set(hands) != set(seats):
        raise PositionError(f"hands must be given for {', '.join(seats)}")
    cards = {seat: _cards(hands[seat], f"hand of {seat}") for seat in seats}
    aside = _cards(given.get("aside", []), "aside")
    if len({len(hand) for hand in cards.values()}) != 1:
        raise PositionError(f"hands must be of equal size, not {', '.join(str(len(h)) for h in cards.values())}")
    if not 1 <= len(cards["N"]) <= MOST_HAND:
        raise PositionError(f"a hand has 1 to {MOST_HAND} cards, not {len(cards['N'])}")
    used = Counter(card for hand in [*cards.values(), aside] for card in hand)
    for card, count in used.items():
        if count > k.copies[card]:
            raise PositionError(f"{KINDS[card]} is there {count} times; the deck has {k.copies[card]}")
    for p, seat in enumerate(seats):
        s.hand[p][: len(cards[seat])] = cards[seat]
        s.held[p] = len(cards[seat])
    s.aside[: len(aside)] = aside
    s.asides = len(aside)


def dump(s: State, k: Cards) -> dict[str, Any]:
    """The whole position in words; examples compare any part of it."""
    numbers = [k.numbers[rank] for rank in s.board]
    rows = [numbers[0:3], numbers[3:6], numbers[6:9]]
    short = all(0 <= x <= 9 for x in numbers)
    seats = SEATS[: k.players]
    left = Counter(KINDS[c] for c in range(10) for _ in range(k.copies[c])) - Counter(_in_hands(s, k))
    return {
        "board": "/".join("".join(map(str, row)) for row in rows) if short else rows,
        "scores": {seat: rules.score(s, k, p) for p, seat in enumerate(seats)},
        "hands": {seat: [KINDS[c] for c in s.hand[p][: s.held[p]]] for p, seat in enumerate(seats)},
        "aside": [KINDS[c] for c in s.aside[: s.asides]],
        "discarded": sorted(left.elements()),
        "round": s.round,
        "previous_order": _previous_order(s, k),
        "order": [SEATS[p] for p in s.order[: k.players]],
        "to_move": SEATS[rules.who(s, k)] if not rules.over(s, k) else None,
        "history": [_entry(s.history[i], k) for i in range(s.plays)],
    }


def _previous_order(s: State, k: Cards) -> list[str]:
    """An order of the round before that leads to this round's order."""
    order = [SEATS[p] for p in s.order[: k.players]]
    return order[::-1] if k.tie_break == TIE_REVERSE and s.round > 1 else order


def _entry(entry: list[int], k: Cards) -> list[Any]:
    p, card, x, y = entry
    return [SEATS[p], KINDS[card], [-1] if x == -2 else [k.numbers[rank] for rank in (x, y) if rank >= 0]]


def _in_hands(s: State, k: Cards) -> list[str]:
    cards = [c for p in range(k.players) for c in s.hand[p][: s.held[p]]]
    return [KINDS[c] for c in cards + s.aside[: s.asides]]


def components(s: State, k: Cards) -> Counter[str]:
    """What must stay the same all game: every number once on the board, every card in one place."""
    played = Counter(KINDS[s.history[i][1]] for i in range(s.plays))
    cards = Counter(_in_hands(s, k)) + played
    return cards + Counter(f"number {k.numbers[rank]}" for rank in s.board)
