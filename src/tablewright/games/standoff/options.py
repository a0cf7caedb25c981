"""What may be done in the action phase, and what is against the rest (STA-4)."""

from tablewright.engine import Moves, rule

from .decks import is_horse
from .effects import cannot_play, no_action
from .markets import cannot_buy, cannot_pay
from .state import ALL, CELLS, TABLE, TO, TOKEN, WHY, Cards, State
from .turn import has_bart, mine_yield


@rule
def list_main(s: State, k: Cards, m: Moves, p: int) -> None:
    """STA-4.1: every option of the action phase, ascending."""
    acts = no_action(s, k) == WHY.none
    n = 0
    for card in range(TABLE):
        if s.hand[p][card] > 0 and cannot_play(s, k, card) == WHY.none:
            m.a[n] = TO.play + card
            n += 1
    if acts:
        n = list_discards(s, k, m, n)
        n = list_purchases(s, k, m, n)
    if has_bart(s):
        for card in range(ALL):
            if s.hand[p][card] > 0:
                m.a[n] = TO.bart + card
                n += 1
    if acts and cannot_fire(s, k) == WHY.none:
        n = list_guns(s, m, n)
    for a in range(TO.draw, TO.end + 1):
        if (acts or a >= TO.convert) and refuse_simple(s, k, p, a) == WHY.none:
            m.a[n] = a
            n += 1
    m.n = n


@rule
def list_discards(s: State, k: Cards, m: Moves, n: int) -> int:
    for card in range(TABLE):
        if s.hand[s.decider][card] > 0 and cannot_discard(k, card) == WHY.none:
            m.a[n] = TO.discard + card
            n += 1
    return n


@rule
def list_purchases(s: State, k: Cards, m: Moves, n: int) -> int:
    """STA-4.5."""
    for card in range(TABLE):
        if cannot_buy(s, k, card) == WHY.none:
            m.a[n] = TO.buy + card
            n += 1
    return n


@rule
def list_guns(s: State, m: Moves, n: int) -> int:
    for cell in range(CELLS):
        if is_own_gun(s, cell):
            m.a[n] = TO.fire + cell
            n += 1
    return n


# What is against an option, 0 if nothing


@rule
def refuse_main(s: State, k: Cards, p: int, a: int) -> int:
    """What is against the action that it costs (STA-4.2), or else against the option itself."""
    costs_action = TO.discard <= a < TO.bart or TO.fire <= a < TO.convert
    why = no_action(s, k) if costs_action else WHY.none
    return refuse_option(s, k, p, a) if why == WHY.none else why


@rule
def allows_main(s: State, k: Cards, p: int, a: int) -> bool:
    return TO.play <= a <= TO.end and refuse_main(s, k, p, a) == WHY.none


@rule
def refuse_option(s: State, k: Cards, p: int, a: int) -> int:
    if a < TO.discard:
        held = s.hand[p][a - TO.play] > 0 or is_horse(a - TO.play)  # of a Horse there is more to say
        return cannot_play(s, k, a - TO.play) if held else WHY.not_in_hand
    if a < TO.buy:
        return cannot_discard(k, a - TO.discard) if s.hand[p][a - TO.discard] > 0 else WHY.not_in_hand
    if a < TO.bart:
        return cannot_buy(s, k, a - TO.buy)
    if a < TO.fire:
        why = WHY.none if s.hand[p][a - TO.bart] > 0 else WHY.not_in_hand
        return why if has_bart(s) else WHY.no_bart
    if a < TO.draw:
        why = cannot_fire(s, k)
        return WHY.not_there if why == WHY.none and not is_own_gun(s, a - TO.fire) else why
    return refuse_simple(s, k, p, a)


@rule
def cannot_discard(k: Cards, card: int) -> int:
    """STA-4.4: any card but a Horse (STA-14.3)."""
    if not k.discard_action:
        return WHY.discard_phase
    return WHY.horse if is_horse(card) else WHY.none


@rule
def cannot_fire(s: State, k: Cards) -> int:
    """STA-4.7: with any artillery."""
    if s.tokens[s.decider][TOKEN.artillery] == 0:
        return WHY.no_artillery
    return cannot_pay(s, k.artillery_cost, 0)


@rule
def is_own_gun(s: State, cell: int) -> bool:
    return s.token[cell] == TOKEN.artillery and s.block[cell] == s.decider + 1


@rule
def refuse_simple(s: State, k: Cards, p: int, a: int) -> int:
    """To draw (STA-4.3), to mine (STA-4.6), to convert (STA-4.10); to end is always possible."""
    if a == TO.draw and s.deck_size[p] + s.discard_size[p] == 0:
        return WHY.no_cards
    if a == TO.mine and mine_yield(s, k) == 0:
        return WHY.no_refinery
    return WHY.no_minerals if a == TO.convert and s.minerals[p] == 0 else WHY.none
