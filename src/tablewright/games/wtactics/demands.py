"""Effect words about players (WTA-15.7 to 15.18): draw, discard, toll, tax, reclaim, search; who must choose what."""

from tablewright.engine import note, rule

from .gold import take_picks, unmarked_resources
from .ids import (
    ASK_DISCARD,
    ASK_RECLAIM,
    ASK_SACRIFICE,
    ASK_TAX,
    ASK_TOLL,
    CARD,
    DISCARD_ONE,
    DONE,
    I_BEGUN,
    I_LEFT,
    I_PC,
    I_PLAYER,
    I_ROUND,
    I_TARGET,
    SACRIFICE_ONE,
)
from .language import (
    DO_DISCARD,
    DO_DRAW,
    DO_GAIN,
    DO_MILL,
    DO_SACRIFICE,
    DO_TAX,
    DO_TOLL,
    EACH,
    OPPONENT,
    TARGET_PLAYER,
    YOU,
)
from .layout import Cards, State
from .zones import (
    LOG_FOUND,
    active,
    ask,
    draw,
    gain_influence,
    lose_influence,
    mill,
    offer,
    shuffle_deck,
    to_hand,
)


@rule
def player_meant(s: State, ref: int) -> int:
    """Whom a word is about in its present round; -1 when all have had their turn (WTA-15.7: the active first)."""
    done = s.now[I_ROUND]
    if ref == EACH:
        return -1 if done > 1 else active(s) ^ done
    if done > 0:
        return -1
    if ref == YOU:
        return s.now[I_PLAYER] + 0
    if ref == OPPONENT:
        return 1 - s.now[I_PLAYER]
    if ref == TARGET_PLAYER:
        return s.now[I_TARGET] + 0
    return s.player[s.now[I_TARGET]] + 0


@rule
def to_players(s: State, k: Cards, op: int, ref: int, n: int) -> int:
    """A word about one player or each; what needs choices goes on until none is left (WTA-15.7, 15.10 to 15.15)."""
    p = player_meant(s, ref)
    if p < 0:
        s.now[I_ROUND] = 0
        s.now[I_PC] += 1
        return 0
    if op == DO_DISCARD or op >= DO_TOLL:
        if s.now[I_BEGUN] == 0:
            s.now[I_BEGUN] = 1
            s.now[I_LEFT] = n
        if s.now[I_LEFT] > 0 and demand(s, op, p):
            s.now[I_LEFT] -= 1
            return 0
        s.now[I_BEGUN] = 0
    elif op == DO_DRAW:
        draw(s, p, n)
    elif op == DO_MILL:
        mill(s, p, n)
    elif op == DO_GAIN:
        gain_influence(s, p, n)
    else:
        lose_influence(s, p, n, 0)
    s.now[I_ROUND] += 1
    return 0


@rule
def demand(s: State, op: int, p: int) -> int:
    """Ask a player to give something up; 0 if it has nothing."""
    if op == DO_DISCARD and s.n_hand[p] > 0:
        ask(s, ASK_DISCARD, p)
    elif op == DO_SACRIFICE and s.n_resource[p] > 0:
        ask(s, ASK_SACRIFICE, p)
    elif op == DO_TAX and unmarked_resources(s, p) > 0:
        ask(s, ASK_TAX, p)
    elif op == DO_TOLL and s.n_hand[p] + s.n_resource[p] > 0:
        ask(s, ASK_TOLL, p)
    else:
        return 0
    return 1


@rule
def offer_toll(s: State) -> int:
    """WTA-15.10: discard or sacrifice."""
    if s.n_hand[s.asker] > 0:
        offer(s, DISCARD_ONE)
    if s.n_resource[s.asker] > 0:
        offer(s, SACRIFICE_ONE)
    return 0


@rule
def reclaim(s: State, p: int, n: int) -> int:
    """WTA-15.13: one at a time, then together to hand (WTA-5.15)."""
    if s.n_picks < min(n, s.n_resource[p]):
        ask(s, ASK_RECLAIM, p)
    else:
        take_picks(s, p)
        s.now[I_PC] += 1
    return 0


@rule
def offer_search(s: State, k: Cards) -> int:
    """WTA-15.18: none, or each fitting design of the deck."""
    p = s.asker + 0
    word = k.program[s.now[I_PC]]
    offer(s, DONE)
    for c in range(k.designs):
        kind_fits = word[2] == 0 or (word[2] >> k.type[c]) & 1
        faction_fits = word[3] == 0 or (word[3] >> k.faction[c]) & 1
        cheap = word[4] < 0 or max(0, k.cost[c]) <= word[4]
        if kind_fits and faction_fits and cheap and place_in_deck(s, p, c) >= 0:
            offer(s, CARD + c)
    return 0


@rule
def place_in_deck(s: State, p: int, c: int) -> int:
    for i in range(s.n_deck[p]):
        if s.card[s.deck[p][i]] == c:
            return i
    return -1


@rule
def found(s: State, p: int, a: int) -> int:
    """The chosen card is shown and goes to hand; then the deck is shuffled in either case."""
    if a != DONE:
        at = place_in_deck(s, p, a - CARD)
        o = s.deck[p][at] + 0
        for i in range(at, s.n_deck[p] - 1):
            s.deck[p][i] = s.deck[p][i + 1]
        s.n_deck[p] -= 1
        s.deck[p][s.n_deck[p]] = 0
        to_hand(s, o, 1)
        note(LOG_FOUND, p, s.card[o], 0)
    shuffle_deck(s, p)
    return 0
