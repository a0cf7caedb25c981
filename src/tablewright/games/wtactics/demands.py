"""Effect words about players (WTA-15): draw, discard, toll, tax, reclaim, search; who must choose what."""

from tablewright.engine import REVEALED, note, rule

from .gold import take_picks, take_resource, tax_all, unmarked_resources
from .ids import ASK, ITEM, SAY, TO
from .state import Cards, State
from .vocabulary import DO, WHO
from .zones import (
    active,
    ask,
    draw,
    find_design,
    gain_influence,
    lose_influence,
    mill,
    offer,
    shuffle_deck,
    take_out,
    to_grave,
    to_hand,
)


@rule
def player_meant(s: State, ref: int) -> int:
    """Whom a word is about in its present round; -1 when all have had their turn (WTA-15.7: the active first)."""
    done = s.now[ITEM.round]
    if ref == WHO.each:
        return -1 if done > 1 else active(s) ^ done
    if done > 0:
        return -1
    if ref == WHO.you:
        return int(s.now[ITEM.player])
    if ref == WHO.opponent:
        return int(1 - s.now[ITEM.player])
    if ref == WHO.target:
        return int(s.now[ITEM.target])
    return int(s.player[s.now[ITEM.target]])


@rule
def to_players(s: State, k: Cards, op: int, ref: int, n: int) -> None:
    """A word about one player or each; what needs choices goes on until none is left (WTA-15.7)."""
    p = player_meant(s, ref)
    if p < 0:
        s.now[ITEM.round] = 0
        s.now[ITEM.pc] += 1
        return
    if op == DO.discard or op >= DO.toll:
        if s.now[ITEM.begun] == 0:
            s.now[ITEM.begun] = 1
            s.now[ITEM.left] = n
        if s.now[ITEM.left] > 0 and demand(s, op, p):
            s.now[ITEM.left] -= 1
            return
        s.now[ITEM.begun] = 0
    elif op == DO.draw:
        draw(s, p, n)
    elif op == DO.mill:
        mill(s, p, n)
    elif op == DO.gain:
        gain_influence(s, p, n)
    else:
        lose_influence(s, p, n, 0)
    s.now[ITEM.round] += 1


@rule
def demand(s: State, op: int, p: int) -> int:
    """Ask a player to give something up; 0 if it has nothing."""
    if op == DO.discard and s.n_hand[p] > 0:
        ask(s, ASK.discard, p)
    elif op == DO.sacrifice and s.n_resource[p] > 0:  # WTA-15.11
        ask(s, ASK.sac_resource, p)
    elif op == DO.tax and s.now[ITEM.left] >= unmarked_resources(s, p):
        tax_all(s, p)  # WTA-1.9: in whatever order
        return 0
    elif op == DO.tax:
        ask(s, ASK.tax, p)
    elif op == DO.toll and s.n_hand[p] + s.n_resource[p] > 0:
        ask(s, ASK.toll, p)
    else:
        return 0
    return 1


@rule
def sacrifice(s: State, p: int, a: int) -> None:
    """WTA-5.14: face up to the owner's grave."""
    o = take_resource(s, p, a - TO.position)
    to_grave(s, o)
    note(SAY.sacrificed, p, s.card[o], 0)
    note(REVEALED, 1 - p, 0, 0)
    s.now[ITEM.did] = 1


@rule
def offer_toll(s: State) -> None:
    """WTA-15.10: discard or sacrifice."""
    if s.n_hand[s.decider] > 0:
        offer(s, TO.discard)
    if s.n_resource[s.decider] > 0:
        offer(s, TO.sacrifice)


@rule
def pay_toll(s: State, p: int, a: int) -> None:
    ask(s, ASK.discard if a == TO.discard else ASK.sac_resource, p)


@rule
def reclaim(s: State, p: int, n: int) -> None:
    """WTA-15.13: one at a time, then together to hand (WTA-5.15)."""
    if s.n_picks < min(n, s.n_resource[p]):
        ask(s, ASK.reclaim, p)
    else:
        take_picks(s, p)
        s.now[ITEM.pc] += 1


@rule
def offer_search(s: State, k: Cards) -> None:
    """WTA-15.18: none, or each fitting design of the deck."""
    p = s.decider
    word = k.program[s.now[ITEM.pc]]
    offer(s, TO.done)
    for c in range(k.designs):
        kind_fits = word[2] == 0 or (word[2] >> k.type[c]) & 1
        faction_fits = word[3] == 0 or (word[3] >> k.faction[c]) & 1
        cheap = word[4] < 0 or max(0, k.cost[c]) <= word[4]
        if kind_fits and faction_fits and cheap and find_design(s, s.deck[p], s.n_deck[p], c) >= 0:
            offer(s, TO.card + c)


@rule
def take_found(s: State, p: int, a: int) -> None:
    """The chosen card is shown and goes to hand; then the deck is shuffled in either case."""
    if a != TO.done:
        o = take_out(s.deck[p], s.n_deck[p], find_design(s, s.deck[p], s.n_deck[p], a - TO.card))
        s.n_deck[p] -= 1
        to_hand(s, o, 1)
        note(SAY.found, p, s.card[o], 0)
    shuffle_deck(s, p)
