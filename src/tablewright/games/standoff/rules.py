"""Standoff: a deckbuilder on a shared 16x16 board; growing from the edges, players fill the Red Gun in its centre.

A turn has four actions: draw, discard, buy, mine, fire, or play a card; resource cards are free. Polyomino cards place
blocks, cell by cell (STA-17). When all 12 cells of the Red Gun hold blocks, most own blocks there win (STA-15).
The chapters: layout (records and ids), values (cards.toml), board, decks, markets, effects (the cards), turn, advice
(what the simple bot would do). This one sets the game up and leads every decision to its chapter.
"""

from tablewright.engine import Moves, below, rule, seed_chance, shuffle
from tablewright.games.standoff.advice import estimate, greedy, playout
from tablewright.games.standoff.board import can_begin, destroy, lay_board, list_placement
from tablewright.games.standoff.decks import determinize, draw, in_deck
from tablewright.games.standoff.effects import (
    cell_fits,
    choose_card,
    choose_cell,
    choose_opponent,
    in_range,
    is_candidate,
    stop_disposal,
)
from tablewright.games.standoff.layout import (
    A_CELL,
    A_CHOOSE,
    A_OPPONENT,
    A_STOP,
    ALL,
    BART_DISCARD,
    BLOCKS,
    CELL,
    CELLS,
    DISCARD_DOWN,
    DISPOSE,
    FIRE_TARGET,
    HACK_CARD,
    MAIN,
    OPPONENT,
    PLACE,
    PROBES,
    TABLE,
    TUTOR,
    Cards,
    State,
)
from tablewright.games.standoff.markets import lay_markets
from tablewright.games.standoff.turn import (
    act,
    count_end,
    discard_one,
    finish_turn,
    list_hand,
    list_main,
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
    """STA-1.6, 1.7: the starting deck, shuffled, and the first hand."""
    n = 0
    for card in range(TABLE):
        for _ in range(k.starting_deck[card]):
            s.deck[p][n] = card
            n += 1
    s.deck_size[p] = n
    shuffle(s, s.deck[p], n)
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


# What may be chosen


@rule
def legal(s: State, k: Cards, m: Moves) -> int:
    """The options of the decision at hand, ascending."""
    if s.ask == MAIN:
        n = list_main(s, k, m)
    elif s.ask == PLACE:
        n = list_placement(s, k, m, s.effect)
    elif s.ask == CELL or s.ask == FIRE_TARGET:
        n = list_cells(s, k, m)
    elif s.ask == OPPONENT:
        n = list_opponents(s, k, m)
    else:
        n = list_cards(s, k, m)
    m.n = n
    return n


@rule
def fits(s: State, k: Cards, cell: int) -> bool:
    """A cell that the card or the artillery token at hand may be used on."""
    if s.ask == FIRE_TARGET:
        return in_range(s, k, cell)
    return cell_fits(s, k, s.effect - 1, cell)


@rule
def list_cells(s: State, k: Cards, m: Moves) -> int:
    n = 0
    for cell in range(CELLS):
        if fits(s, k, cell):
            m.a[n] = A_CELL + cell
            n += 1
    return n


@rule
def list_opponents(s: State, k: Cards, m: Moves) -> int:
    n = 0
    for p in range(k.players):
        if is_candidate(s, k, s.effect - 1, p):
            m.a[n] = A_OPPONENT + p
            n += 1
    return n


@rule
def list_cards(s: State, k: Cards, m: Moves) -> int:
    """HACK_CARD, TUTOR, DISPOSAL, DISCARD_DOWN, BART_DISCARD: distinct cards, and `stop` where it is allowed."""
    if s.ask == TUTOR:
        n = 0
        for card in range(ALL):
            if in_deck(s, s.seat, card) > 0:
                m.a[n] = A_CHOOSE + card
                n += 1
        return n
    n = list_hand(s, s.victim - 1 if s.ask == HACK_CARD else int(s.seat), m, 0, A_CHOOSE)
    if s.ask == DISPOSE or s.ask == BART_DISCARD:
        m.a[n] = A_STOP
        n += 1
    return n


@rule
def sample(s: State, k: Cards, m: Moves) -> int:
    """A uniform legal option; among many cells by trial, without listing them."""
    if s.ask == CELL or s.ask == FIRE_TARGET or (s.ask == PLACE and s.chosen_count == 0):
        for _ in range(64):
            cell = below(m, CELLS)
            if (s.ask == PLACE and can_begin(s, k, cell, s.effect)) or (s.ask != PLACE and fits(s, k, cell)):
                return A_CELL + cell
    n = legal(s, k, m)
    return m.a[below(m, n)]


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
