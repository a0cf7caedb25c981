"""The last rounds of Matrix with two players, solved exactly: alpha-beta with a table of positions seen before.

With two players and every card dealt each player can count the other's hand (MTX-H.2), so the rest of the game is one
of perfect information. Values are shares of the win of seat N in twelfths: 0, 6 or 12.
"""

from typing import Any

import numpy as np

from tablewright.engine import (
    WHOLE_WIN,
    ArrayOf,
    Compiler,
    Entry,
    IllegalMove,
    Layout,
    Match,
    Moves,
    Variant,
    array,
    numba,
    rule,
)
from tablewright.games.matrix.rules import apply, legal, over, result, who
from tablewright.games.matrix.state import MOST_HAND, Cards, State

SLOTS = 1 << 18
DEPTH = 2 * MOST_HAND + 1
EXACT, AT_LEAST, AT_MOST = 1, 2, 3


class Table(Layout):
    """Positions seen before; a newer one takes the place of an older one with the same slot."""

    board = array("i8", SLOTS)
    cards = array("i8", SLOTS)
    value = array("i1", SLOTS)
    kind = array("i1", SLOTS)  # 0: the slot is empty


@rule
def solve(states: Any, moves: Any, k: Cards, table: Table, depth: int, low: int, high: int) -> int:
    """N's share from `states[depth]` on, exact between `low` and `high`."""
    s = states[depth]
    if over(s, k):
        return int(result(s, k, 0))
    board = board_key(s)
    cards = cards_key(s)
    slot = (board * 31 + cards * 1000003) % 1000000007 % SLOTS
    if table.kind[slot] > 0 and table.board[slot] == board and table.cards[slot] == cards:
        known = int(table.value[slot])
        if (
            table.kind[slot] == EXACT
            or (table.kind[slot] == AT_LEAST and known >= high)
            or (table.kind[slot] == AT_MOST and known <= low)
        ):
            return known
    highest = who(s, k) == 0
    best = -1 if highest else WHOLE_WIN + 1
    alpha = low
    beta = high
    n = legal(s, k, moves[depth])
    for i in range(n):
        if alpha >= beta:
            break
        copy_position(states[depth + 1], s)
        apply(states[depth + 1], k, moves[depth].a[i])
        value = solve(states, moves, k, table, depth + 1, alpha, beta)
        if highest:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    table.board[slot] = board
    table.cards[slot] = cards
    table.value[slot] = best
    table.kind[slot] = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
    return best


@rule
def board_key(s: State) -> int:
    """The board, the round, whose turn it is in this round's order, and that order."""
    key = s.round * 4 + s.order[0] * 2 + s.at
    for cell in range(9):
        key = key * 16 + s.board[cell]
    return key


@rule
def cards_key(s: State) -> int:
    """How many of each card the two hands hold."""
    key = 0
    for p in range(2):
        for i in range(s.held[p]):
            key += 1 << (3 * (10 * p + s.hand[p][i]))
    return key


@rule
def copy_position(to: State, source: State) -> int:
    """All that the rest of the game depends on; the history is not needed."""
    for cell in range(9):
        to.board[cell] = source.board[cell]
    for p in range(2):
        to.held[p] = source.held[p]
        to.order[p] = source.order[p]
        for i in range(source.held[p]):
            to.hand[p][i] = source.hand[p][i]
    to.at = source.at
    to.decider = source.decider
    to.round = source.round
    to.plays = source.plays
    return 0


class Solver:
    """Exact values of positions with few rounds left; compiled where that is possible."""

    def __init__(self, variant: Variant) -> None:
        if variant.players != 2:
            raise IllegalMove(f"only games of two players can be solved, not of {variant.players}")
        self.variant = variant
        self._solve = solve if numba() is None else _compiled_solve()
        self.cards: Any = variant.cards if numba() is None else variant.cards_record[0]
        self.states: Any = _records(State, DEPTH)
        self.moves: Any = _records(Moves, DEPTH)
        self.table: Any = _records(Table, 1)[0]

    def values(self, match: Match) -> dict[int, int]:
        """Every legal move with the share of the win, in twelfths, that it leads to for the one who plays it."""
        if match.state.asides:
            raise IllegalMove("cards are set aside, so nobody knows the other hand")
        found = {}
        for action in match.legal_ids:
            after = State.copy(match.state)
            apply(after, match.variant.cards, action)
            found[action] = self.value(after)
        return found if match.seat == 0 else {action: WHOLE_WIN - value for action, value in found.items()}

    def best(self, match: Match) -> list[int]:
        """The moves of the highest value."""
        values = self.values(match)
        return [action for action, value in values.items() if value == max(values.values())]

    def value(self, state: State) -> int:
        """N's share of the win from a state on, in twelfths."""
        if numba() is None:
            self.states[0] = state
        else:
            State.to_record(state, self.states[:1])
        return int(self._solve(self.states, self.moves, self.cards, self.table, 0, -1, WHOLE_WIN + 1))


def _records(layout: type[Layout], count: int) -> Any:
    if numba() is None:
        return [layout.plain() for _ in range(count)]
    return np.zeros(count, layout.dtype)


def _compiled_solve() -> Any:
    entry: Entry = Compiler().entry(solve, ArrayOf(State), ArrayOf(Moves), Cards, Table, int, int, int)
    return entry.call
