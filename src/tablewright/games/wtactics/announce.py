"""Playing a card (WTA-6.8) and activating an ability (WTA-8.2 to 8.4), step by step until it is on the chain."""

from tablewright.engine import chapter, note, rule

from .gold import available, pay
from .ids import (
    A_DISCARD,
    A_GOLD,
    A_KIND,
    A_LOSE,
    A_MARK,
    A_NUMBER,
    A_ONLY,
    A_OTHERS,
    A_TARGET,
    A_WEAKEN,
    ASK_ALLIES,
    ASK_DISCARD_COST,
    ASK_FRONT,
    ASK_TARGET,
    ASK_X,
    ASSIGNED,
    CHAIN_ASKS,
    CHECK,
    COST_X,
    CREATURE,
    EVENT,
    FRONT,
    I_ABILITY,
    I_CARD,
    I_COST,
    I_DID,
    I_ENTRY,
    I_FIELD,
    I_FRONT,
    I_KIND,
    I_LEFT,
    I_PLAYER,
    I_SLOT,
    I_TARGET,
    I_TARGET_KIND,
    I_X,
    ITEM_ABILITY,
    ITEM_CARD,
    ITEM_SIZE,
    MAGIC,
    MOST_CHAIN,
    MOST_X,
    OBJECT,
    ON_CHAIN,
    ON_USE,
    PLAY_CARD,
    QUICK,
    SAY_ALLIES,
    SAY_DISCARD,
    SAY_FRONT,
    SAY_NOTHING,
    SAY_TARGET,
    SAY_X,
    USE,
    USES,
    X_CHOSEN,
    X,
)
from .layout import N_CARDS, P_PLAYED, Cards, State
from .objects import can_be_marked, field_of, mark
from .targets import cost_with, reach_of, seek_targets, time_allows, x_of
from .zones import (
    LOG_COUNTER,
    LOG_MARKED,
    ask,
    discard,
    first_of_design,
    lose_influence,
    offer,
    take_from_hand,
)

CHOSEN = 2  # `due` of a creature that is going to be marked for an ability; 1 may be the move phase's own note

# What can be completed


@rule
def clear_now(s: State) -> int:
    for i in range(ITEM_SIZE):
        s.now[i] = 0
    return 0


@rule
def take_up_card(s: State, k: Cards, p: int, o: int) -> int:
    """Make a card the item at work."""
    clear_now(s)
    s.now[I_KIND] = ITEM_CARD
    s.now[I_PLAYER] = p
    s.now[I_SLOT] = o
    s.now[I_CARD] = s.card[o]
    s.now[I_ABILITY] = k.play_ability[s.card[o]]
    return 0


@rule
def take_up_ability(s: State, k: Cards, p: int, o: int, a: int) -> int:
    """Make an ability of an object the item at work; an attachment works from its host's place."""
    clear_now(s)
    s.now[I_KIND] = ITEM_ABILITY
    s.now[I_PLAYER] = p
    s.now[I_SLOT] = o
    s.now[I_ENTRY] = s.entry[o]
    s.now[I_CARD] = s.card[o]
    s.now[I_ABILITY] = a
    s.now[I_FRONT] = s.front[o]
    s.now[I_FIELD] = field_of(s, o)
    s.now[I_X] = s.x[o]
    return 0


@rule
def can_play(s: State, k: Cards, p: int, o: int) -> int:
    """WTA-6.8, 6.12, 7.11: whether a card of the hand can be completed now; the phase is the caller's matter."""
    take_up_card(s, k, p, o)
    a = k.play_ability[s.card[o]] + 0
    fine = 1 if a < 0 else time_allows(s, k, k.ability[a][A_ONLY])
    if fine and k.type[s.card[o]] == MAGIC and reach_of(s, k) == 0:
        fine = 0
    if fine:
        if a >= 0 and k.ability[a][A_TARGET] >= 0:
            fine = 1 if seek_targets(s, k, 0) > 0 else 0
        else:
            fine = 1 if cost_with(s, k, 0, 0) <= available(s, k, p) else 0
    clear_now(s)
    return fine


@rule
def bearer(s: State, o: int) -> int:
    """The creature that an ability of this marks: itself or, for an attachment, its host."""
    return s.host[o] - 1 if s.host[o] > 0 else o


@rule
def can_use(s: State, k: Cards, p: int, o: int, a: int) -> int:
    """WTA-8.2, 8.3: an ability that can be completed now."""
    b = bearer(s, o)
    row = k.ability[a]
    if s.used[row[A_NUMBER]][o] >= k.ability_uses_per_turn or s.state[b] == ASSIGNED or s.in_use[o] == 0:
        return 0
    if row[A_MARK] and not can_be_marked(s, b):
        return 0
    if row[A_OTHERS] > 0 and others(s, k, p, b, 0) < row[A_OTHERS]:
        return 0
    if (row[A_DISCARD] and s.n_hand[p] == 0) or (row[A_LOSE] > 0 and s.influence[p] <= row[A_LOSE]):
        return 0
    if not time_allows(s, k, row[A_ONLY]) or row[A_GOLD] > available(s, k, p):
        return 0
    if row[A_TARGET] < 0:
        return 1
    take_up_ability(s, k, p, o, a)
    found = seek_targets(s, k, 0)
    clear_now(s)
    return 1 if found > 0 else 0


@rule
def others(s: State, k: Cards, p: int, b: int, after: int) -> int:
    """WTA-8.2, (MaN): creatures beside the bearer that can be marked, with an entry number above `after`."""
    n = 0
    for i in range(s.n_board):
        if is_other(s, k, p, b, s.board[i] + 0, after):
            n += 1
    return n


@rule
def is_other(s: State, k: Cards, p: int, b: int, o: int, after: int) -> int:
    if o == b or k.type[s.card[o]] != CREATURE or s.player[o] != p or s.front[o] != s.front[b]:
        return 0
    return 1 if s.entry[o] > after and can_be_marked(s, o) else 0


@chapter
def offer_cards(s: State, k: Cards, kinds: int) -> int:
    """Offer to play each card of the asker's hand whose type is among the bits; bit 8: creatures with Quick."""
    p = s.asker + 0
    for i in range(s.n_hand[p]):
        o = s.hand[p][i] + 0
        c = s.card[o]
        wanted = (kinds >> k.type[c]) & 1 or (kinds & 256 and k.keys[c] & QUICK)
        if wanted and s.n_chain < MOST_CHAIN and first_of_design(s, p, i) and can_play(s, k, p, o):
            offer(s, PLAY_CARD + c)
    return 0


@chapter
def offer_uses(s: State, k: Cards, x: int) -> int:
    """Offer each ability that the asker can use."""
    p = s.asker + 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        if s.player[o] == p and s.n_chain < MOST_CHAIN:
            c = s.card[o]
            for a in range(k.first_ability[c], k.first_ability[c + 1]):
                if k.ability[a][A_KIND] == ON_USE and can_use(s, k, p, o, a):
                    offer(s, USE + USES * i + k.ability[a][A_NUMBER])
    return 0


# Announcing


@rule
def start_play(s: State, k: Cards, p: int, c: int) -> int:
    """WTA-6.8 (1): the card leaves the hand and is shown."""
    o = take_from_hand(s, p, c)
    s.zone[o] = ON_CHAIN
    s.player[o] = p
    s.shown[o] = 0
    take_up_card(s, k, p, o)
    s.announce = SAY_TARGET
    return 0


@rule
def start_use(s: State, k: Cards, p: int, x: int) -> int:
    """x: place on the board times USES plus the ability's number."""
    o = s.board[x // USES] + 0
    c = s.card[o]
    for a in range(k.first_ability[c], k.first_ability[c + 1]):
        if k.ability[a][A_KIND] == ON_USE and k.ability[a][A_NUMBER] == x % USES:
            take_up_ability(s, k, p, o, a)
            s.used[x % USES][o] += 1
    s.announce = SAY_TARGET
    return 0


@chapter
def announce_step(s: State, k: Cards, x: int) -> int:
    """WTA-6.8, 8.4: the next choice that the announced item asks for, or the payment."""
    p = s.now[I_PLAYER] + 0
    a = s.now[I_ABILITY] + 0
    c = s.now[I_CARD] + 0
    is_card = s.now[I_KIND] == ITEM_CARD
    at = s.announce
    s.announce = at + 1
    if at == SAY_TARGET:
        if a >= 0 and k.ability[a][A_TARGET] >= 0:
            ask(s, ASK_TARGET, p)
    elif at == SAY_X:
        if is_card and k.cost_kind[c] == COST_X and k.x_mode[c] == X_CHOSEN:
            ask(s, ASK_X, p)
    elif at == SAY_FRONT:
        if is_card and k.wants_front[c]:
            ask(s, ASK_FRONT, p)
    elif at == SAY_ALLIES:
        s.cursor = 0
        if not is_card and k.ability[a][A_OTHERS] > 0:
            s.now[I_LEFT] = k.ability[a][A_OTHERS]
            ask(s, ASK_ALLIES, p)
    elif at == SAY_DISCARD:
        if not is_card and k.ability[a][A_DISCARD]:
            ask(s, ASK_DISCARD_COST, p)
    else:
        complete(s, k, p, a)
    return 0


@rule
def complete(s: State, k: Cards, p: int, a: int) -> int:
    """Fix X and the cost, meet all requirements, put the item on the chain; then a check (WTA-6.8 (5) to (8))."""
    o = s.now[I_SLOT] + 0
    if s.now[I_KIND] == ITEM_CARD:
        kind = s.now[I_TARGET_KIND] + 0
        s.now[I_X] = x_of(s, k, kind, s.now[I_TARGET] + 0)
        s.now[I_COST] = cost_with(s, k, kind, s.now[I_TARGET] + 0)
        s.cost[o] = s.now[I_COST]
        s.x[o] = s.now[I_X]
        pay(s, k, p, s.now[I_COST] + 0)
        s.probe[P_PLAYED + N_CARDS * p + s.now[I_CARD]] += 1
        if k.type[s.now[I_CARD]] == EVENT or k.type[s.now[I_CARD]] == MAGIC:
            s.spells[p] += 1
    else:
        meet_requirements(s, k, p, a, o)
    s.announce = SAY_NOTHING
    s.cursor = 0
    for i in range(ITEM_SIZE):
        s.chain[s.n_chain][i] = s.now[i]
    s.n_chain += 1
    clear_now(s)
    s.chain_on = CHAIN_ASKS
    s.check = CHECK
    return 0


@rule
def meet_requirements(s: State, k: Cards, p: int, a: int, o: int) -> int:
    """WTA-8.4 (4): pay gold, mark, discard, lose influence, put the counter."""
    row = k.ability[a]
    pay(s, k, p, row[A_GOLD] + 0)
    if row[A_MARK]:
        mark(s, bearer(s, o))
    for i in range(s.n_board):
        q = s.board[i] + 0
        if s.due[q] & CHOSEN:
            s.due[q] -= CHOSEN
            mark(s, q)
            note(LOG_MARKED, p, s.card[q], 0)
    if row[A_DISCARD]:
        discard(s, p, s.now[I_DID] - 1)
        s.now[I_DID] = 0
    lose_influence(s, p, row[A_LOSE] + 0, 0)
    if row[A_WEAKEN]:
        s.counters[o] -= 1
        note(LOG_COUNTER, p, s.card[o], -1)
    return 0


# Options and answers of the announcement


@rule
def offer_x(s: State, k: Cards) -> int:
    """WTA-6.3: from 0 up to the largest for which the cost can be paid."""
    gold = available(s, k, s.asker + 0)
    for x in range(MOST_X):
        if max(0, k.cost[s.now[I_CARD]] + x) <= gold:
            offer(s, X + x)
    return 0


@rule
def offer_allies(s: State, k: Cards) -> int:
    """WTA-8.4 (2): increasing entry numbers that leave enough later ones."""
    p = s.asker + 0
    b = bearer(s, s.now[I_SLOT] + 0)
    for i in range(s.n_board):
        o = s.board[i] + 0
        if is_other(s, k, p, b, o, s.cursor + 0) and others(s, k, p, b, s.entry[o] + 0) >= s.now[I_LEFT] - 1:
            offer(s, OBJECT + i)
    return 0


@rule
def choose_ally(s: State, a: int) -> int:
    o = s.board[a - OBJECT]
    s.due[o] += CHOSEN
    s.cursor = s.entry[o]
    s.now[I_LEFT] -= 1
    if s.now[I_LEFT] > 0:
        ask(s, ASK_ALLIES, s.now[I_PLAYER] + 0)
    return 0


@rule
def offer_fronts(s: State) -> int:
    offer(s, FRONT)
    offer(s, FRONT + 1)
    return 0
