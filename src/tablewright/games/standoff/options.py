"""What may be chosen: the options of every decision (STA-4, Decision points)."""

from tablewright.engine import Moves, offer, rule

from .board import list_placement
from .decks import is_horse
from .effects import action_left, can_play, cell_fits, in_range, is_candidate
from .markets import can_buy
from .state import ALL, CELLS, IS, TABLE, TO, TOKEN, TYPE, Cards, State
from .turn import can_fire, has_bart, mine_yield


@rule
def list_placements(s: State, k: Cards, m: Moves) -> int:
    m.n = list_placement(s, k, m, s.effect)
    return 0


@rule
def list_cells(s: State, k: Cards, m: Moves) -> int:
    n = 0
    for cell in range(CELLS):
        if cell_fits(s, k, s.effect - 1, cell):
            m.a[n] = TO.cell + cell
            n += 1
    m.n = n
    return 0


@rule
def list_fire_targets(s: State, k: Cards, m: Moves) -> int:
    n = 0
    for cell in range(CELLS):
        if in_range(s, k, cell):
            m.a[n] = TO.cell + cell
            n += 1
    m.n = n
    return 0


@rule
def list_opponents(s: State, k: Cards, m: Moves) -> int:
    for p in range(k.players):
        if is_candidate(s, k, s.effect - 1, p):
            offer(m, TO.opponent + p)
    return 0


@rule
def list_their_hand(s: State, m: Moves) -> int:
    m.n = list_pile(s.hand[s.victim - 1], m, 0, TO.choose)
    return 0


@rule
def list_deck(s: State, m: Moves, p: int) -> int:
    m.n = list_pile(s.deck[p], m, 0, TO.choose)
    return 0


@rule
def list_hand(s: State, m: Moves, p: int) -> int:
    m.n = list_pile(s.hand[p], m, 0, TO.choose)
    return 0


@rule
def list_hand_or_stop(s: State, m: Moves, p: int) -> int:
    list_hand(s, m, p)
    offer(m, TO.stop)
    return 0


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
        n = list_pile(s.hand[s.decider], m, n, TO.bart)
    if acts and can_fire(s, k):
        n = list_guns(s, m, n)
    if acts and s.deck_size[s.decider] + s.discard_size[s.decider] > 0:  # STA-4.3
        m.a[n] = TO.draw
        n += 1
    if acts and mine_yield(s, k) > 0:  # STA-4.6
        m.a[n] = TO.mine
        n += 1
    if s.minerals[s.decider] > 0:  # STA-4.10
        m.a[n] = TO.convert
        n += 1
    m.a[n] = TO.end
    m.n = n + 1
    return 0


@rule
def list_plays(s: State, k: Cards, m: Moves) -> int:
    """STA-4.8, STA-4.9."""
    n = 0
    for card in range(TABLE):
        if s.hand[s.decider][card] > 0 and (TYPE[card] == IS.resource or (not is_horse(card) and can_play(s, k, card))):
            m.a[n] = TO.play + card
            n += 1
    return n


@rule
def list_discards(s: State, k: Cards, m: Moves, n: int) -> int:
    """STA-4.4: any card but a Horse."""
    if k.discard_action:
        for card in range(TABLE):
            if s.hand[s.decider][card] > 0 and not is_horse(card):
                m.a[n] = TO.discard + card
                n += 1
    return n


@rule
def list_purchases(s: State, k: Cards, m: Moves, n: int) -> int:
    """STA-4.5."""
    for card in range(TABLE):
        if can_buy(s, k, card):
            m.a[n] = TO.buy + card
            n += 1
    return n


@rule
def list_pile(pile: list[int], m: Moves, n: int, start: int) -> int:
    """The distinct cards of a pile, Horses too (STA-14.4)."""
    for card in range(ALL):
        if pile[card] > 0:
            m.a[n] = start + card
            n += 1
    return n


@rule
def list_guns(s: State, m: Moves, n: int) -> int:
    for cell in range(CELLS):
        if s.token[cell] == TOKEN.artillery and s.block[cell] == s.decider + 1:
            m.a[n] = TO.fire + cell
            n += 1
    return n
