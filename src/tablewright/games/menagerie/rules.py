"""Menagerie: draft animals from a market into a tableau of five spaces, level them up, sell them, compare power.

A round is a market phase (start-of-market abilities, then drafts by turns) and a combat phase (start-of-combat
abilities, power, prizes). After the last round everything is sold; most VP win. The chapters, in reading order:
components (cards, ids, records), tableau (stacks), market (deck, rounds, drafts), holding (placing a card), combat
(abilities, power, prizes, the end), greedy (for bots). Here: setup, what comes next, and who has won.
"""

from tablewright.engine import WHOLE_WIN, Moves, below, chapter, rule, seed_chance, shuffle
from tablewright.games.menagerie.combat import (
    apply_bee,
    apply_column,
    apply_honey,
    end_round,
    next_combat_step,
)
from tablewright.games.menagerie.components import (
    ABILITIES,
    ASK_BEE,
    ASK_BONUS,
    ASK_DRAW,
    ASK_HOLD,
    ASK_HOLD_STACK,
    ASK_MOSQUITO,
    ASK_TAKE,
    BEE,
    BLOCKS,
    CARDS,
    COLUMN,
    COMBAT,
    DRAFTS,
    DRAW,
    GAME_OVER,
    HONEY,
    NOBODY,
    PROBES,
    REFILL_ROW,
    ROUND_START,
    TAKE,
    Cards,
    State,
    bound,
    constants,
)
from tablewright.games.menagerie.greedy import estimate, greedy, playout
from tablewright.games.menagerie.holding import apply_hold, list_hold
from tablewright.games.menagerie.market import (
    apply_draw,
    apply_take,
    fill_market,
    list_draws,
    list_takes,
    next_market_step,
    next_turn,
    rebuild,
    start_round,
)

__all__ = ["BLOCKS", "PROBES", "Cards", "State", "bound", "constants", "estimate", "greedy", "playout"]

# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """MEN-2: shuffle, deal the market, choose the starting player."""
    seed_chance(s, seed)
    for card in range(len(CARDS)):
        s.discard[card] = k.count[card]
    rebuild(s)
    fill_market(s, k)
    s.first = below(s, k.players)
    s.round = 1
    advance(s, k, 0)
    return 0


# What comes next


@chapter
def advance(s: State, k: Cards, _: int) -> int:
    """Carry out what is automatic, up to the next decision (Decision points)."""
    while s.ask == NOBODY:
        if s.bonus > 0:
            s.ask = ASK_BONUS  # MEN-8.2: as soon as the holding is over
        elif s.stage == ROUND_START:
            start_round(s, k)
        elif s.stage == ABILITIES:
            next_market_step(s, k)
        elif s.stage == DRAFTS:
            next_turn(s, k)
        elif s.stage == COMBAT:
            next_combat_step(s, k)
        else:
            end_round(s, k)
    return 0


@rule
def who(s: State, k: Cards) -> int:
    return s.turn


@rule
def turns(s: State, k: Cards) -> int:
    return s.turns


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    if s.ask == ASK_HOLD or s.ask == ASK_HOLD_STACK:
        n = list_hold(s, k, m)
    elif s.ask == ASK_TAKE or s.ask == ASK_BONUS:
        n = list_takes(s, k, m)
    elif s.ask == ASK_DRAW:
        n = list_draws(s, k, m)
    else:
        n = k.spaces if s.ask == ASK_MOSQUITO else 2
        first = COLUMN if s.ask == ASK_MOSQUITO else BEE if s.ask == ASK_BEE else HONEY
        for i in range(n):
            m.a[i] = first + i
    m.n = n
    return n


@rule
def apply(s: State, k: Cards, a: int) -> int:
    if s.ask == ASK_HOLD or s.ask == ASK_HOLD_STACK:
        apply_hold(s, k, a)
    elif s.ask == ASK_TAKE or s.ask == ASK_BONUS:
        apply_take(s, k, a)
    elif s.ask == ASK_DRAW:
        apply_draw(s, k, a - DRAW)
    elif s.ask == ASK_MOSQUITO:
        apply_column(s, k, a - COLUMN)
    elif s.ask == ASK_BEE:
        apply_bee(s, k, a - BEE)
    else:
        apply_honey(s, k, a - HONEY)
    advance(s, k, 0)
    return 0


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card that a take picks."""
    return s.market[a - TAKE] - 1 if a < REFILL_ROW else -1


# Hidden information


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    """Only the order of the deck is hidden, from everybody alike."""
    shuffle(s, s.deck, s.decks)
    return 0


# The end


@rule
def over(s: State, k: Cards) -> int:
    """MEN-12.1."""
    return 1 if s.ask == GAME_OVER else 0


@rule
def score(s: State, k: Cards, p: int) -> int:
    return s.vp[p]


@rule
def result(s: State, k: Cards, p: int) -> int:
    """MEN-12.4: the players with most VP share the victory."""
    tied = 1
    for other in range(k.players):
        if s.vp[other] > s.vp[p]:
            return 0
        if other != p and s.vp[other] == s.vp[p]:
            tied += 1
    return WHOLE_WIN // tied
