"""Menagerie: draft animals from a market into a tableau of five spaces, level them up, sell them, compare power.

A round is a market phase (start-of-market abilities, then drafts by turns) and a combat phase (start-of-combat
abilities, power, prizes). After the last round everything is sold; most VP win. The chapters, in reading order:
state (cards, ids, records), numbers (cards.toml), tableau (stacks), layouts (inserting one), market (deck, rounds,
drafts), holding (placing a card), combat (abilities, power, prizes, the end), decisions (all that is asked, and what
comes next), bot. Here: setup and who has won.
"""

from tablewright.engine import below, rule, seed_chance

from .bot import estimate, greedy, playout
from .decisions import DECISIONS, advance, apply, legal, over, who
from .market import fill_market, rebuild
from .numbers import bound, constants
from .state import BLOCKS, CARDS, PROBES, TO, Cards, State

# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """MEN-2.2: shuffle; MEN-2.3: deal the market; MEN-2.4: all else is empty; MEN-2.5: draw the starting player."""
    seed_chance(s, seed)
    for card in range(len(CARDS)):
        s.discard[card] = k.count[card]
    rebuild(s)
    fill_market(s, k)
    s.first = below(s, k.players)
    s.round = 1
    advance(s, k, 0)
    return 0


@rule
def turns(s: State, k: Cards) -> int:
    return s.turns


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card that a take picks."""
    return s.market[a - TO.take] - 1 if a < TO.refill_row else -1


# The end


@rule
def score(s: State, k: Cards, p: int) -> int:
    """MEN-12.4: the players with most VP share the victory."""
    return s.vp[p]


# Clauses that need no code of their own:
#
# MEN-1.12: VP are counted, and nothing takes any away
# MEN-4.5: follows from MEN-8.2
# MEN-5.10: follows from MEN-5.3, MEN-5.8 and MEN-5.9
# MEN-6.11: nothing but MEN-6.7 and MEN-8.7 moves a stack
# MEN-13.1: follows from MEN-5.4, MEN-5.8 and MEN-6.1
# MEN-13.2: follows from MEN-6.7 and MEN-6.11
# MEN-13.3: follows from MEN-6.4, MEN-6.8, MEN-6.9, MEN-7.1 and MEN-7.2
# MEN-13.4: follows from MEN-6.3, MEN-7.3, MEN-8.8 and MEN-8.9
