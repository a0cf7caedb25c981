"""Wallet: buy cards from a market of three with resources that are shown by how your own two cards are turned.

A turn is up to three things in any order: activate or buy a market card, activate one of your own cards, flip or rotate
a market card (WAL-3). Activating discards the card, does its live ability and gives 1 energy of its colour (WAL-4, 5).
The first with 4 purchases (3 with three players) wins at once (WAL-9). In the edition `pairs` bought cards join the
zone and the most tan-teal pairs win when the piles are empty (WAL-P).

The chapters: `state` (records and ids), `numbers` (cards.toml), `places` (cards, purses, piles), `actions` (what an
action sets off), `options` (what may be chosen), `turn` (its course, the end), `decisions` (all that is asked), this
page (setup, hidden information, who wins), `bot` (what the bots think of a position).
"""

from tablewright.engine import below, rule, seed_chance, shuffle

from .bot import estimate, measure, playout
from .decisions import DECISIONS, apply, legal, who
from .numbers import bound, constants
from .places import purse, refill
from .state import ASK, BLOCKS, CARDS, END, OF, PROBES, TO, Cards, State
from .turn import over

# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    seed_chance(s, seed)
    deal(s, k)
    flip_a_share(s, k)
    refill(s, k)  # WAL-2.5
    s.first = k.start_player if k.start_player >= 0 else below(s, k.players)  # WAL-2.8
    s.ask = ASK.face
    return 0


@rule
def deal(s: State, k: Cards) -> None:
    """WAL-2.1, WAL-2.2: shuffle, then two cards each, still tan side up."""
    s.draws = len(CARDS)
    for i in range(s.draws):
        s.draw[i] = i + 1
    shuffle(s, s.draw, s.draws)
    for p in range(k.players):
        for i in range(2):
            s.draws -= 1
            s.zone[p][i] = s.draw[s.draws]
            s.draw[s.draws] = 0
        s.held[p][OF.tan] = 2


@rule
def flip_a_share(s: State, k: Cards) -> None:
    """WAL-2.3, WAL-2.4: the top half shows teal, all cards are turned alike, and the deck is shuffled again."""
    for i in range(s.draws):
        s.facing[s.draw[i]] = k.initial_facing
    for i in range(s.draws - s.draws * k.teal_share // 100, s.draws):
        s.face[s.draw[i]] = OF.teal
    shuffle(s, s.draw, s.draws)
    s.fresh = 1


# The turn


@rule
def turns(s: State, k: Cards) -> int:
    """A turn in which the game ends counts."""
    return s.turns + (1 if s.ended == END.purchase or s.ended == END.piles else 0)


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card that is activated."""
    if a >= TO.activate and a < TO.activate_zone:
        return s.market[a - TO.activate] - 1
    if a >= TO.activate_zone and a < TO.buy:
        return s.zone[s.active][a - TO.activate_zone] - 1
    return -1


# Hidden information


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    """Nobody knows the order of the draw pile below its top; before the first reshuffle also not which cards show teal.

    Covered cards have never been above the pile's top since it was shuffled, so they are exchangeable; their facings
    go with the cards, which were all alike at first and seen by everybody before every reshuffle.
    """
    covered = s.draws - 1
    if covered > 1:
        shuffle(s, s.draw, covered)
        if s.fresh:
            for i in range(covered - 1, 0, -1):
                j = below(s, i + 1)
                face = s.face[s.draw[i]]
                s.face[s.draw[i]] = s.face[s.draw[j]]
                s.face[s.draw[j]] = face
    return 0


# The end


@rule
def score(s: State, k: Cards, p: int) -> int:
    """WAL-9.4: purchases, then resources; WAL-P.6: pairs, then cards, then resources.

    Those with the most share the win (WAL-9.5); a reached target is always the most (WAL-9.1).
    """
    resources = purse(s, p, OF.tan) + purse(s, p, OF.teal)
    if k.pairs:
        cards = s.held[p][OF.tan] + s.held[p][OF.teal]
        return 10000 * min(s.held[p][OF.tan], s.held[p][OF.teal]) + 100 * cards + resources
    return 100 * s.purchases[p] + resources


# Clauses that need no code of their own:
#
# WAL-1.8: is about how the printed cards look
