"""Standoff: a deckbuilder on a shared 16x16 board; growing from the edges, players fill the Red Gun in its centre.

A turn has four actions: draw, discard, buy, mine, fire, or play a card; resource cards are free. Polyomino cards place
blocks, cell by cell (STA-17). When all 12 cells of the Red Gun hold blocks, most own blocks there win (STA-15).
The chapters: layout (records and ids), values (cards.toml), board, decks, markets, effects (the cards), turn, options
(what may be chosen), advice (what a simple bot would do). This one sets up and leads every decision to its chapter.
"""

from tablewright.engine import rule, seed_chance
from tablewright.games.standoff.advice import estimate, greedy, playout
from tablewright.games.standoff.board import destroy, lay_board
from tablewright.games.standoff.decks import determinize, draw
from tablewright.games.standoff.effects import (
    choose_card,
    choose_cell,
    choose_opponent,
    stop_disposal,
)
from tablewright.games.standoff.layout import (
    A_CELL,
    A_CHOOSE,
    A_DISCARD,
    A_OPPONENT,
    A_PLAY,
    A_STOP,
    BART_DISCARD,
    BLOCKS,
    DISCARD_DOWN,
    FIRE_TARGET,
    MAIN,
    PROBES,
    TABLE,
    Cards,
    State,
)
from tablewright.games.standoff.markets import lay_markets
from tablewright.games.standoff.options import legal, sample
from tablewright.games.standoff.turn import (
    act,
    count_end,
    discard_one,
    finish_turn,
    result,
    score,
    start_turn,
)
from tablewright.games.standoff.values import bound, constants

__all__ = [
    "BLOCKS",
    "PROBES",
    "Cards",
    "State",
    "apply",
    "bound",
    "card",
    "constants",
    "determinize",
    "estimate",
    "greedy",
    "legal",
    "over",
    "playout",
    "result",
    "sample",
    "score",
    "setup",
    "turns",
    "who",
]


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """STA-1."""
    seed_chance(s, seed)
    lay_board(s, k)
    lay_markets(s, k)
    for p in range(k.players):
        deal(s, k, p)
    start_turn(s, k)
    return 0


@rule
def deal(s: State, k: Cards, p: int) -> int:
    """STA-1.6, 1.7: the starting deck and the first hand."""
    for card in range(TABLE):
        s.deck[p][card] = k.starting_deck[card]
        s.deck_size[p] += k.starting_deck[card]
    for _ in range(k.starting_hand):
        draw(s, k, p)
    return 0


@rule
def who(s: State, k: Cards) -> int:
    """All decisions belong to the active player."""
    return s.seat


@rule
def over(s: State, k: Cards) -> int:
    return 1 if s.ended else 0


@rule
def turns(s: State, k: Cards) -> int:
    return s.turn


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card that is played."""
    return a - A_PLAY if a < A_DISCARD else -1


# Carrying a choice out


@rule
def apply(s: State, k: Cards, a: int) -> int:
    if s.ask == MAIN:
        act(s, k, a)
    elif a == A_STOP:
        stop(s, k)
    elif a >= A_CHOOSE:
        if s.ask == DISCARD_DOWN or s.ask == BART_DISCARD:
            discard_one(s, k, a - A_CHOOSE)
        else:
            choose_card(s, k, a - A_CHOOSE)
    elif a >= A_OPPONENT:
        choose_opponent(s, k, a - A_OPPONENT)
    elif s.ask == FIRE_TARGET:
        fire(s, k, a - A_CELL)
    else:
        choose_cell(s, k, a - A_CELL)
    if s.ended:
        count_end(s, k)
    return 0


@rule
def fire(s: State, k: Cards, cell: int) -> int:
    """STA-7.5."""
    destroy(s, k, cell)
    s.firing = 0
    s.ask = MAIN
    return 0


@rule
def stop(s: State, k: Cards) -> int:
    """STA-8.14, 11.2."""
    if s.ask == BART_DISCARD:
        finish_turn(s, k)
    else:
        stop_disposal(s, k)
    return 0
