"""Playing a card (WTA-6.8) and activating an ability (WTA-8), step by step until it is on the chain."""

from tablewright.engine import chapter, note, rule

from .gold import available, pay
from .ids import ANNOUNCE, ASK, CHAIN, CHECK, IN, IS, ITEM, ITEM_SIZE, KIND, MOST_CHAIN, MOST_X, SAY, TO, USES, WHY
from .objects import can_be_marked, commands, field_of, mark
from .state import COUNT, N_CARDS, Cards, State
from .targets import cost_with, reach_of, seek_targets, time_allows, x_of
from .vocabulary import ABILITY, COST, KEY, TYPE, WHEN, X
from .zones import ask, discard, first_of_design, lose_influence, offer, take_from_hand

CHOSEN = 2  # `due` of a creature that is going to be marked for an ability; 1 may be the move phase's own note

# What can be completed


@rule
def clear_now(s: State) -> None:
    for i in range(ITEM_SIZE):
        s.now[i] = 0


@rule
def take_up(s: State, kind: int, p: int, o: int, a: int) -> None:
    """Make a card, or an ability of an object, the item at work."""
    clear_now(s)
    s.now[ITEM.kind] = kind
    s.now[ITEM.player] = p
    s.now[ITEM.slot] = o
    s.now[ITEM.card] = s.card[o]
    s.now[ITEM.ability] = a


@rule
def take_up_ability(s: State, kind: int, p: int, o: int, a: int) -> None:
    """An ability works from where its object is; an attachment works from its host's place."""
    take_up(s, kind, p, o, a)
    s.now[ITEM.entry] = s.entry[o]
    s.now[ITEM.front] = s.front[o]
    s.now[ITEM.field] = field_of(s, o)
    s.now[ITEM.x] = s.x[o]


@rule
def play_refused(s: State, k: Cards, p: int, o: int) -> int:
    """WTA-6.8: why a card of the hand cannot be completed now, as in WHY; 0 if it can."""
    why = wrong_moment(s, k, s.card[o])
    if not why:
        take_up(s, KIND.card, p, o, k.play_ability[s.card[o]])
        why = hindrance(s, k, p, k.play_ability[s.card[o]])
        clear_now(s)
    return why


@rule
def wrong_moment(s: State, k: Cards, c: int) -> int:
    """Which cards the pending decision is about (WTA-4.8, WTA-4.12, WTA-9.8)."""
    kind = k.type[c]
    if s.ask == ASK.respond:
        return 0 if kind == TYPE.event else WHY.only_events
    if s.ask == ASK.play:  # WTA-16.7
        return WHY.not_quick if kind == TYPE.creature and k.keys[c] & KEY.quick == 0 else 0
    if s.ask == ASK.entrance:
        return 0 if kind == TYPE.creature else WHY.only_creatures
    return WHY.pending


@rule
def hindrance(s: State, k: Cards, p: int, a: int) -> int:
    """WTA-6.12, WTA-7.11, WTA-10.1: the time, the Caster, a target with which the cost can be paid."""
    kind = k.type[s.now[ITEM.card]]
    if a >= 0 and not time_allows(s, k, k.ability[a][ABILITY.only]):
        return int(WHY.pending + k.ability[a][ABILITY.only])
    if kind == TYPE.magic and reach_of(s, k) == 0:
        return WHY.no_caster
    if a < 0 or k.ability[a][ABILITY.target] < 0:
        return WHY.gold if cost_with(s, k, 0, 0) > available(s, k, p) else 0
    if seek_targets(s, k, 0) > 0:
        return 0
    return WHY.nobody_near if kind == TYPE.enchantment and reach_of(s, k) == 0 else WHY.no_target


@rule
def bearer(s: State, o: int) -> int:
    """The creature that an ability of this marks: itself or, for an attachment, its host."""
    return s.host[o] - 1 if s.host[o] > 0 else o


@rule
def can_use(s: State, k: Cards, p: int, o: int, a: int) -> int:
    """WTA-8.2, WTA-8.3: an ability that can be completed now."""
    b = bearer(s, o)
    row = k.ability[a]
    if s.used[row[ABILITY.number]][o] >= k.ability_uses_per_turn or s.state[b] == IS.assigned or s.in_use[o] == 0:
        return 0
    if row[ABILITY.mark] and not can_be_marked(s, b):
        return 0
    if row[ABILITY.others] > 0 and others(s, k, p, b, 0) < row[ABILITY.others]:
        return 0
    if (row[ABILITY.discard] and s.n_hand[p] == 0) or (row[ABILITY.lose] > 0 and s.influence[p] <= row[ABILITY.lose]):
        return 0
    if not time_allows(s, k, row[ABILITY.only]) or row[ABILITY.gold] > available(s, k, p):
        return 0
    if row[ABILITY.target] < 0:
        return 1
    take_up_ability(s, KIND.ability, p, o, a)
    found = seek_targets(s, k, 0)
    clear_now(s)
    return 1 if found > 0 else 0


@rule
def others(s: State, k: Cards, p: int, b: int, after: int) -> int:
    """WTA-8.2, (MaN): creatures beside the bearer that can be marked, with an entry number above `after`."""
    n = 0
    for i in range(s.n_board):
        if is_other(s, k, p, b, s.board[i], after):
            n += 1
    return n


@rule
def is_other(s: State, k: Cards, p: int, b: int, o: int, after: int) -> int:
    if o == b or not commands(s, k, p, o) or s.front[o] != s.front[b]:
        return 0
    return 1 if s.entry[o] > after and can_be_marked(s, o) else 0


@chapter
def offer_cards(s: State, k: Cards, x: int) -> int:
    """Offer each card of the asker's hand that can be played now."""
    p = s.decider
    for i in range(s.n_hand[p]):
        o = s.hand[p][i]
        if s.n_chain < MOST_CHAIN and first_of_design(s, p, i) and not play_refused(s, k, p, o):
            offer(s, TO.play + s.card[o])
    return 0


@chapter
def offer_uses(s: State, k: Cards, x: int) -> int:
    """Offer each ability that the asker can use."""
    p = s.decider
    for i in range(s.n_board):
        o = s.board[i]
        if s.player[o] == p and s.n_chain < MOST_CHAIN:
            c = s.card[o]
            for a in range(k.first_ability[c], k.first_ability[c + 1]):
                if k.ability[a][ABILITY.kind] == WHEN.use and can_use(s, k, p, o, a):
                    offer(s, TO.use + USES * i + k.ability[a][ABILITY.number])
    return 0


# Announcing


@rule
def start_play(s: State, k: Cards, p: int, c: int) -> None:
    """WTA-6.8 (1): the card leaves the hand and is shown."""
    o = take_from_hand(s, p, c)
    s.zone[o] = IN.chain
    s.player[o] = p
    s.shown[o] = 0
    take_up(s, KIND.card, p, o, k.play_ability[c])
    s.announce = ANNOUNCE.target


@rule
def ability_at(s: State, k: Cards, x: int) -> int:
    """The ability that a USE option means; x: place on the board times USES plus the ability's number."""
    c = s.card[s.board[x // USES]]
    for a in range(k.first_ability[c], k.first_ability[c + 1]):
        if k.ability[a][ABILITY.kind] == WHEN.use and k.ability[a][ABILITY.number] == x % USES:
            return a
    return 0


@rule
def start_use(s: State, k: Cards, p: int, x: int) -> None:
    o = s.board[x // USES]
    take_up_ability(s, KIND.ability, p, o, ability_at(s, k, x))
    s.used[x % USES][o] += 1
    s.announce = ANNOUNCE.target


@chapter
def announce_step(s: State, k: Cards, x: int) -> int:
    """WTA-6.8, WTA-8.4: the next choice that the announced item asks for, or the payment."""
    p = s.now[ITEM.player]
    a = s.now[ITEM.ability]
    c = s.now[ITEM.card]
    is_card = s.now[ITEM.kind] == KIND.card
    at = s.announce
    s.announce = at + 1
    if at == ANNOUNCE.target:
        if a >= 0 and k.ability[a][ABILITY.target] >= 0:
            ask(s, ASK.target, p)
    elif at == ANNOUNCE.x:
        if is_card and k.cost_kind[c] == COST.x and k.x_mode[c] == X.chosen:
            ask(s, ASK.choose_x, p)
    elif at == ANNOUNCE.front:
        if is_card and k.wants_front[c]:
            ask(s, ASK.front, p)
    elif at == ANNOUNCE.allies:
        s.cursor = 0
        if not is_card and k.ability[a][ABILITY.others] > 0:
            s.now[ITEM.left] = k.ability[a][ABILITY.others]
            ask(s, ASK.allies, p)
    elif at == ANNOUNCE.discard:
        if not is_card and k.ability[a][ABILITY.discard]:
            ask(s, ASK.discard_cost, p)
    else:
        complete(s, k, p, a)
    return 0


@rule
def complete(s: State, k: Cards, p: int, a: int) -> None:
    """Fix X and cost (WTA-6.6), meet all requirements, put the item on the chain; then a check (WTA-6.8 (5) to (8))."""
    o = s.now[ITEM.slot]
    if s.now[ITEM.kind] == KIND.card:
        kind = s.now[ITEM.target_kind]
        s.now[ITEM.x] = x_of(s, k, kind, s.now[ITEM.target])
        s.now[ITEM.cost] = cost_with(s, k, kind, s.now[ITEM.target])
        s.cost[o] = s.now[ITEM.cost]
        s.x[o] = s.now[ITEM.x]
        pay(s, k, p, s.now[ITEM.cost])  # WTA-6.1
        s.probe[COUNT.played + N_CARDS * p + s.now[ITEM.card]] += 1
        if k.type[s.now[ITEM.card]] == TYPE.event or k.type[s.now[ITEM.card]] == TYPE.magic:
            s.spells[p] += 1
    else:
        meet_requirements(s, k, p, a, o)
    s.announce = ANNOUNCE.nothing
    s.cursor = 0
    for i in range(ITEM_SIZE):
        s.chain[s.n_chain][i] = s.now[i]
    s.n_chain += 1
    clear_now(s)
    s.chain_on = CHAIN.asks
    s.check = CHECK.board


@rule
def meet_requirements(s: State, k: Cards, p: int, a: int, o: int) -> None:
    """WTA-8.4 (4): pay gold, mark, discard, lose influence, put the counter."""
    row = k.ability[a]
    pay(s, k, p, row[ABILITY.gold])
    if row[ABILITY.mark]:
        mark(s, bearer(s, o))
    for i in range(s.n_board):
        q = s.board[i]
        if s.due[q] & CHOSEN:
            s.due[q] -= CHOSEN
            mark(s, q)
            note(SAY.marked, p, s.card[q], 0)
    if row[ABILITY.discard]:
        discard(s, p, TO.card + s.now[ITEM.did] - 1)
        s.now[ITEM.did] = 0
    lose_influence(s, p, row[ABILITY.lose], 0)
    if row[ABILITY.weaken]:
        s.counters[o] -= 1
        note(SAY.counter, p, s.card[o], -1)


# Options and answers of the announcement


@rule
def offer_x(s: State, k: Cards) -> None:
    """WTA-6.3: from 0 up to the largest for which the cost can be paid."""
    gold = available(s, k, s.decider)
    for x in range(MOST_X):
        if max(0, k.cost[s.now[ITEM.card]] + x) <= gold:
            offer(s, TO.x + x)


@rule
def offer_allies(s: State, k: Cards) -> None:
    """WTA-8.4 (2): increasing entry numbers that leave enough later ones."""
    p = s.decider
    b = bearer(s, s.now[ITEM.slot])
    for i in range(s.n_board):
        o = s.board[i]
        if is_other(s, k, p, b, o, s.cursor) and others(s, k, p, b, s.entry[o]) >= s.now[ITEM.left] - 1:
            offer(s, TO.object + i)


@rule
def choose_ally(s: State, a: int) -> None:
    o = s.board[a - TO.object]
    s.due[o] += CHOSEN
    s.cursor = s.entry[o]
    s.now[ITEM.left] -= 1
    if s.now[ITEM.left] > 0:
        ask(s, ASK.allies, s.now[ITEM.player])


@rule
def choose_x(s: State, a: int) -> None:
    s.now[ITEM.x] = a - TO.x


@rule
def choose_front(s: State, a: int) -> None:
    s.now[ITEM.front] = a - TO.front


@rule
def choose_discard(s: State, a: int) -> None:
    s.now[ITEM.did] = a - TO.card + 1
