"""Standoff: a deckbuilder on a shared 16x16 board; growing from the edges, players fill the Red Gun in its centre.

A turn has four actions: draw, discard, buy, mine, fire, or play a card; resource cards are free. Polyomino cards place
blocks, cell by cell (STA-17). When all 12 cells of the Red Gun hold blocks, most own blocks there win (STA-15).
The chapters: state (records and ids), numbers (cards.toml), board, decks, markets, effects (the cards), turn, options
(what may be chosen), decisions (all that is asked), bot (what a simple one would do). This one sets up.
"""

from tablewright.engine import rule, seed_chance

from .board import lay_board
from .bot import estimate, greedy, playout
from .decisions import DECISIONS, apply, legal, sample, who
from .decks import determinize, draw
from .markets import lay_markets
from .numbers import bound, constants
from .state import BLOCKS, PROBES, TABLE, TO, Cards, State
from .turn import over, result, score, start_turn


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """STA-1; what is not set up here is 0 or empty (STA-1.8)."""
    seed_chance(s, seed)
    lay_board(s, k)
    lay_markets(s, k)
    for p in range(k.players):
        deal(s, k, p)
    start_turn(s, k)
    return 0


@rule
def deal(s: State, k: Cards, p: int) -> None:
    """STA-1.6, STA-1.7: the starting deck and the first hand."""
    for card in range(TABLE):
        s.deck[p][card] = k.starting_deck[card]
        s.deck_size[p] += k.starting_deck[card]
    for _ in range(k.starting_hand):
        draw(s, k, p)


@rule
def turns(s: State, k: Cards) -> int:
    return s.turn


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card that is played."""
    return a - TO.play if a < TO.discard else -1


# Clauses that need no code of their own:
#
# STA-2.5: nothing but mining adds minerals, and nothing turns credits into them
# STA-4.12: nothing but STA-11.1 looks at the size of a hand
# STA-6.8: a placement does not look at what is printed on a cell
# STA-6.9: placements are named cell by cell instead, as STA-17.4 says; a test counts them
# STA-10.4: nothing but STA-10.3 fills a slot
# STA-14.2: a Horse is a card like any other, but for STA-14.3
# STA-16.1: says what is not there
# STA-16.2: follows from STA-11.4 and from the decisions of the discard phase
# STA-16.3: follows from STA-17.8
# STA-17.8: proves that STA-17.4 reaches every placement; a test checks it
# STA-17.9: says how to compare placements; tests do
