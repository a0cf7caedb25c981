"""What may be chosen: the options of every decision, and one of them at random (STA-4, Decision points)."""

from tablewright.engine import Moves, below, rule
from tablewright.games.standoff.board import can_begin, list_placement
from tablewright.games.standoff.decks import is_horse
from tablewright.games.standoff.effects import action_left, can_play, cell_fits, in_range, is_candidate
from tablewright.games.standoff.layout import (
    A_BART,
    A_BUY,
    A_CELL,
    A_CHOOSE,
    A_CONVERT,
    A_DISCARD,
    A_DRAW,
    A_END,
    A_FIRE,
    A_MINE,
    A_OPPONENT,
    A_PLAY,
    A_STOP,
    ALL,
    BART_DISCARD,
    CELL,
    CELLS,
    DISPOSE,
    FIRE_TARGET,
    GUN_TOKEN,
    HACK_CARD,
    MAIN,
    OPPONENT,
    PLACE,
    RESOURCE,
    TABLE,
    TUTOR,
    TYPE,
    Cards,
    State,
)
from tablewright.games.standoff.markets import can_buy
from tablewright.games.standoff.turn import can_fire, has_bart, mine_yield


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
        return list_pile(s.deck[s.seat], m, 0, A_CHOOSE)
    n = list_pile(s.hand[s.victim - 1 if s.ask == HACK_CARD else int(s.seat)], m, 0, A_CHOOSE)
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


# The action phase


@rule
def list_main(s: State, k: Cards, m: Moves) -> int:
    """STA-4.1: every option of the action phase, ascending."""
    acts = action_left(s, k)
    n = list_plays(s, k, m)
    if acts:
        n = list_discards(s, k, m, n)
        n = list_purchases(s, k, m, n)
    if has_bart(s):
        n = list_pile(s.hand[s.seat], m, n, A_BART)
    if acts and can_fire(s, k):
        n = list_guns(s, m, n)
    if acts and s.deck_size[s.seat] + s.discard_size[s.seat] > 0:  # STA-4.3
        m.a[n] = A_DRAW
        n += 1
    if acts and mine_yield(s, k) > 0:  # STA-4.6
        m.a[n] = A_MINE
        n += 1
    if s.minerals[s.seat] > 0:  # STA-4.10
        m.a[n] = A_CONVERT
        n += 1
    m.a[n] = A_END
    return n + 1


@rule
def list_plays(s: State, k: Cards, m: Moves) -> int:
    """STA-4.8, 4.9."""
    n = 0
    for card in range(TABLE):
        if s.hand[s.seat][card] > 0 and (TYPE[card] == RESOURCE or (not is_horse(card) and can_play(s, k, card))):
            m.a[n] = A_PLAY + card
            n += 1
    return n


@rule
def list_discards(s: State, k: Cards, m: Moves, n: int) -> int:
    """STA-4.4: any card but a Horse."""
    if k.discard_action:
        for card in range(TABLE):
            if s.hand[s.seat][card] > 0 and not is_horse(card):
                m.a[n] = A_DISCARD + card
                n += 1
    return n


@rule
def list_purchases(s: State, k: Cards, m: Moves, n: int) -> int:
    """STA-4.5."""
    for card in range(TABLE):
        if can_buy(s, k, card):
            m.a[n] = A_BUY + card
            n += 1
    return n


@rule
def list_pile(pile: list[int], m: Moves, n: int, start: int) -> int:
    """The distinct cards of a pile."""
    for card in range(ALL):
        if pile[card] > 0:
            m.a[n] = start + card
            n += 1
    return n


@rule
def list_guns(s: State, m: Moves, n: int) -> int:
    for cell in range(CELLS):
        if s.token[cell] == GUN_TOKEN and s.block[cell] == s.seat + 1:
            m.a[n] = A_FIRE + cell
            n += 1
    return n
