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

from tablewright.engine import Part, Position, read

from . import rules
from .moves import numbers_of
from .state import KINDS, MOST_HAND, TIE, Cards, State

SEATS = ("N", "S", "W", "E")


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
    if "hands" not in given:
        rules.deal(s, k)
    sizes = s.held[: k.players]
    read.refuse(len(set(sizes)) != 1, f"hands must be of equal size, not {', '.join(map(str, sizes))}")
    read.refuse(sizes[0] == 0, f"a hand has 1 to {MOST_HAND} cards, not 0")
    s.round = s.round or max(1, k.rounds - sizes[0] + 1)
    left = k.rounds - s.round + 1
    read.refuse(sizes[0] < left, f"each hand has {sizes[0]} cards, but {left} rounds are left")
    rules.start_round(s, k)


def history(s: State, k: Cards) -> list[list[Any]]:
    plays = s.history[: s.plays]
    return [[SEATS[play[0]], KINDS[play[1]], [-1] if play[2] == -2 else [*numbers_of(k, play)]] for play in plays]


def components(s: State, k: Cards) -> Counter[str]:
    """Every card in one place, a hand or played; every number once on the board."""
    return POSITION.in_zones(s, k) + Counter(KINDS[card] for _, card, _, _ in s.history[: s.plays])


POSITION: Position = Position(
    State,
    SEATS,
    needed=("board",),
    whole=("hands",),
    parts={
        "previous_order": Part(read_previous_order, write_previous_order, lambda s, k: list(SEATS[: k.players])),
    },
    facts={
        "scores.{seat}": rules.score,
        "discarded": lambda s, k: sorted(POSITION.others(k, POSITION.in_zones(s, k)).elements()),
        "order": write_order,
        "to_move": lambda s, k: SEATS[s.decider] if not rules.over(s, k) else None,
        "history": history,
    },
    settle=settle,
    components=components,
)
