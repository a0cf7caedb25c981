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

from tablewright.engine import Part, Position, PositionError, Spelling

from . import rules
from .state import KINDS, MOST_HAND, TIE, Cards, State

SEATS = ("N", "S", "W", "E")


def read_rank(value: object, where: str, s: State, k: Cards) -> int:
    """The numbers are those of the variant; the state has their ranks."""
    for rank, x in enumerate(k.numbers):
        if str(value) == str(x):
            return rank
    raise PositionError(f"{where}: {value} is not one of the numbers {', '.join(map(str, k.numbers))}")


def read_previous_order(order: object, s: State, k: Cards) -> None:
    seats = list(SEATS[: k.players])
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(seats):
        raise PositionError(f"previous_order must name {', '.join(seats)} once each, not {order!r}")
    s.order[: k.players] = [seats.index(seat) for seat in order]


def write_order(s: State, k: Cards) -> list[str]:
    return [SEATS[p] for p in s.order[: k.players]]


def write_previous_order(s: State, k: Cards) -> list[str]:
    """An order of the round before that leads to this round's order."""
    return write_order(s, k)[:: -1 if k.tie_break == TIE.reverse and s.round > 1 else 1]


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """A position is the beginning of a round."""
    for rank, x in enumerate(k.numbers):
        if s.board.count(rank) > 1:
            raise PositionError(f"{x} is on the board {s.board.count(rank)} times; each number is there once")
    if "hands" not in given:
        rules.deal(s, k)
    elif set(given["hands"]) != set(SEATS[: k.players]):
        raise PositionError(f"hands must be given for {', '.join(SEATS[: k.players])}")
    sizes = s.held[: k.players]
    if len(set(sizes)) != 1:
        raise PositionError(f"hands must be of equal size, not {', '.join(map(str, sizes))}")
    if sizes[0] == 0:
        raise PositionError(f"a hand has 1 to {MOST_HAND} cards, not 0")
    s.round = s.round or max(1, k.rounds - sizes[0] + 1)
    if sizes[0] < k.rounds - s.round + 1:
        raise PositionError(f"each hand has {sizes[0]} cards, but {k.rounds - s.round + 1} rounds are left")
    rules.start_round(s, k)


def discarded(s: State, k: Cards) -> list[str]:
    every = Counter({name: k.copies[card] for card, name in enumerate(KINDS)})
    return sorted((every - POSITION.in_zones(s, k)).elements())


def history(s: State, k: Cards) -> list[list[Any]]:
    return [
        [SEATS[p], KINDS[card], [-1] if x == -2 else [k.numbers[rank] for rank in (x, y) if rank >= 0]]
        for p, card, x, y in s.history[: s.plays]
    ]


def components(s: State, k: Cards) -> Counter[str]:
    """Every card in one place, a hand or played; every number once on the board."""
    return POSITION.in_zones(s, k) + Counter(KINDS[card] for _, card, _, _ in s.history[: s.plays])


POSITION = Position(
    State,
    SEATS,
    needed=("board",),
    fill=lambda given, k: {"previous_order": list(SEATS[: k.players])},
    spelled={"board": Spelling(read_rank, lambda rank, s, k: k.numbers[rank])},
    parts={"previous_order": Part(read_previous_order, write_previous_order)},
    facts={
        "scores.{seat}": rules.score,
        "discarded": discarded,
        "order": write_order,
        "to_move": lambda s, k: SEATS[s.decider] if not rules.over(s, k) else None,
        "history": history,
    },
    settle=settle,
    components=components,
)
load, dump, INFORMS = POSITION.load, POSITION.dump, POSITION.INFORMS
