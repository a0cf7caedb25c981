"""What may be chosen: the options of every decision (STA-4, Decision points), listed, and asked of one id."""

from tablewright.engine import Moves, offer, rule

from .board import can_begin, is_beside_chosen, list_placement
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
def allows_next_cell(s: State, k: Cards, a: int) -> bool:
    if not TO.cell <= a < TO.opponent:
        return False
    if s.chosen_count == 0:
        return can_begin(s, k, a - TO.cell, s.effect)
    return is_beside_chosen(s, k, a - TO.cell)


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
def allows_cell(s: State, k: Cards, a: int) -> bool:
    return TO.cell <= a < TO.opponent and cell_fits(s, k, s.effect - 1, a - TO.cell)


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
def allows_target(s: State, k: Cards, a: int) -> bool:
    return TO.cell <= a < TO.opponent and in_range(s, k, a - TO.cell)


@rule
def list_opponents(s: State, k: Cards, m: Moves) -> int:
    for p in range(k.players):
        if is_candidate(s, k, s.effect - 1, p):
            offer(m, TO.opponent + p)
    return 0


@rule
def allows_opponent(s: State, k: Cards, a: int) -> bool:
    return TO.opponent <= a < TO.opponent + k.players and is_candidate(s, k, s.effect - 1, a - TO.opponent)


@rule
def list_their_hand(s: State, m: Moves) -> int:
    m.n = list_pile(s.hand[s.victim - 1], m, 0, TO.choose)
    return 0


@rule
def allows_their_card(s: State, a: int) -> bool:
    return TO.choose <= a < TO.stop and s.hand[s.victim - 1][a - TO.choose] > 0


@rule
def list_deck(s: State, m: Moves, p: int) -> int:
    m.n = list_pile(s.deck[p], m, 0, TO.choose)
    return 0


@rule
def allows_card_of_deck(s: State, a: int, p: int) -> bool:
    return TO.choose <= a < TO.stop and s.deck[p][a - TO.choose] > 0


@rule
def list_hand(s: State, m: Moves, p: int) -> int:
    m.n = list_pile(s.hand[p], m, 0, TO.choose)
    return 0


@rule
def allows_card(s: State, a: int, p: int) -> bool:
    return TO.choose <= a < TO.stop and s.hand[p][a - TO.choose] > 0


@rule
def list_hand_or_stop(s: State, m: Moves, p: int) -> int:
    list_hand(s, m, p)
    offer(m, TO.stop)
    return 0


@rule
def allows_card_or_stop(s: State, a: int, p: int) -> bool:
    return a == TO.stop or allows_card(s, a, p)


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
def allows_action(s: State, k: Cards, a: int, p: int) -> bool:
    """The same of one id."""
    if a < TO.discard:
        return a >= TO.play and may_play(s, k, a - TO.play)
    if TO.bart <= a < TO.fire:
        return has_bart(s) and s.hand[p][a - TO.bart] > 0
    if a == TO.convert:
        return s.minerals[p] > 0
    return a == TO.end or (action_left(s, k) and allows_for_action(s, k, a, p))


@rule
def allows_for_action(s: State, k: Cards, a: int, p: int) -> bool:
    """What always takes an action, of one that is left."""
    if a < TO.buy:
        return k.discard_action != 0 and may_discard(s, a - TO.discard)
    if a < TO.bart:
        return can_buy(s, k, a - TO.buy)
    if a < TO.draw:
        return can_fire(s, k) and is_gun(s, a - TO.fire)
    if a == TO.draw:
        return s.deck_size[p] + s.discard_size[p] > 0
    return a == TO.mine and mine_yield(s, k) > 0


@rule
def list_plays(s: State, k: Cards, m: Moves) -> int:
    """STA-4.8, STA-4.9."""
    n = 0
    for card in range(TABLE):
        if may_play(s, k, card):
            m.a[n] = TO.play + card
            n += 1
    return n


@rule
def may_play(s: State, k: Cards, card: int) -> bool:
    if s.hand[s.decider][card] == 0:
        return False
    return TYPE[card] == IS.resource or (not is_horse(card) and can_play(s, k, card))


@rule
def list_discards(s: State, k: Cards, m: Moves, n: int) -> int:
    """STA-4.4: any card but a Horse."""
    if k.discard_action:
        for card in range(TABLE):
            if may_discard(s, card):
                m.a[n] = TO.discard + card
                n += 1
    return n


@rule
def may_discard(s: State, card: int) -> bool:
    return s.hand[s.decider][card] > 0 and not is_horse(card)


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
        if is_gun(s, cell):
            m.a[n] = TO.fire + cell
            n += 1
    return n


@rule
def is_gun(s: State, cell: int) -> bool:
    return s.token[cell] == TOKEN.artillery and s.block[cell] == s.decider + 1
