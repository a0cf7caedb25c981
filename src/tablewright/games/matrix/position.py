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

from tablewright.engine import Part, Position, Spelling, read

from . import rules
from .moves import numbers_of
from .state import KINDS, MOST_HAND, TIE, Cards, State

SEATS = ("N", "S", "W", "E")


def read_rank(value: object, where: str, s: State, k: Cards) -> int:
    """The numbers are those of the variant; the state has their ranks."""
    numbers = [str(x) for x in k.numbers]
    read.refuse(str(value) not in numbers, f"{where}: {value} is not one of the numbers {', '.join(numbers)}")
    return numbers.index(str(value))


def read_previous_order(order: object, s: State, k: Cards) -> None:
    seats = list(SEATS[: k.players])
    named = [str(seat) for seat in order] if isinstance(order, list) else []
    wrong = sorted(named) != sorted(seats)
    read.refuse(wrong, f"previous_order must name {', '.join(seats)} once each, not {order!r}")
    s.order[: k.players] = [seats.index(seat) for seat in named]


def write_order(s: State, k: Cards) -> list[str]:
    return [SEATS[p] for p in s.order[: k.players]]


def write_previous_order(s: State, k: Cards) -> list[str]:
    """An order of the round before that leads to this round's order."""
    return write_order(s, k)[:: -1 if k.tie_break == TIE.reverse and s.round > 1 else 1]


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """A position is the beginning of a round."""
    for rank, x in enumerate(k.numbers):
        there = s.board.count(rank)
        read.refuse(there > 1, f"{x} is on the board {there} times; each number is there once")
    if "hands" not in given:
        rules.deal(s, k)
    seats, sizes = SEATS[: k.players], s.held[: k.players]
    read.refuse(set(given.get("hands", seats)) != set(seats), f"hands must be given for {', '.join(seats)}")
    read.refuse(len(set(sizes)) != 1, f"hands must be of equal size, not {', '.join(map(str, sizes))}")
    read.refuse(sizes[0] == 0, f"a hand has 1 to {MOST_HAND} cards, not 0")
    s.round = s.round or max(1, k.rounds - sizes[0] + 1)
    left = k.rounds - s.round + 1
    read.refuse(sizes[0] < left, f"each hand has {sizes[0]} cards, but {left} rounds are left")
    rules.start_round(s, k)


def discarded(s: State, k: Cards) -> list[str]:
    every = Counter(dict(zip(KINDS, k.copies, strict=True)))
    return sorted((every - POSITION.in_zones(s, k)).elements())


def history(s: State, k: Cards) -> list[list[Any]]:
    plays = s.history[: s.plays]
    return [[SEATS[play[0]], KINDS[play[1]], [-1] if play[2] == -2 else [*numbers_of(k, play)]] for play in plays]


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
