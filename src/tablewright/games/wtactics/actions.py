"""What the active player does in its turn (WTA-4.8 to 4.12): Play phases, Move/Attack, pick-ups, Entrance."""

from tablewright.engine import rule

from .announce import offer_cards, offer_uses
from .chain import begin_item, open_window
from .combat import any_creature, begin_attack, begin_move
from .gold import (
    available,
    begin_recycle,
    lay,
    mark_for_gold,
    offer_lay,
    offer_marks,
    offer_recycle,
    pay,
    pick_to_recycle,
)
from .ids import (
    A_TARGET,
    ACCEPT,
    AFTER_ACTION,
    ASK_ENTRANCE,
    ASK_GIVE_TO,
    ASK_MOVEATTACK,
    ASK_PICKUP,
    ASK_PICKUP_BY,
    ASK_PLAY,
    ASSIGN,
    ASSIGNED,
    ATTACK,
    CHECK,
    CREATURE,
    DONE,
    ENCHANTMENT,
    EQUIPMENT,
    EVENT,
    GIVE,
    LAY,
    MAGIC,
    MARK_GOLD,
    MOVE,
    OBJECT,
    PLAY_CARD,
    RECYCLE,
    STEP_ENTRANCE,
    STEP_PICKUP_ACTIVE,
    STEP_PICKUP_PASSIVE,
    STEP_PLAY_1,
    STEP_PLAY_2,
    T_FACTION,
    T_NOT_FACTION,
    T_SUBTYPES,
)
from .layout import Cards, State
from .objects import attach, can_be_marked, mark, of_kind
from .quests import offer_quests, take_quest
from .targets import gold_cost
from .zones import active, ask, offer

WITH_QUICK = 256
IN_PLAY_PHASE = (1 << EQUIPMENT) | (1 << ENCHANTMENT) | (1 << EVENT) | (1 << MAGIC) | WITH_QUICK


@rule
def middle_step(s: State, k: Cards) -> int:
    """Phases 4 to 8."""
    p = active(s)
    at = s.step
    if at in (STEP_PLAY_1, STEP_PLAY_2):
        ask(s, ASK_PLAY, p)
    elif at in (STEP_PICKUP_ACTIVE, STEP_PICKUP_PASSIVE):
        who = p if at == STEP_PICKUP_ACTIVE else 1 - p
        if any_pickup(s, k, who):
            ask(s, ASK_PICKUP, who)
        else:
            s.step = at + 1
    elif at == STEP_ENTRANCE:
        ask(s, ASK_ENTRANCE, p)
    elif at in (s.did_move, s.did_attack):
        s.step = at + 1
    else:
        ask(s, ASK_MOVEATTACK, p)
    return 0


# Play phases


@rule
def offer_actions(s: State, k: Cards) -> int:
    """WTA-4.8."""
    p = s.asker + 0
    offer(s, DONE)
    offer_lay(s, k, p)
    offer_cards(s, k, IN_PLAY_PHASE)
    offer_uses(s, k, 0)
    offer_marks(s, k, p)
    offer_recycle(s, k, p)
    for i in range(s.n_board):
        o = s.board[i] + 0
        if s.player[o] == p:
            if may_assign(s, k, p, o):
                offer(s, ASSIGN + i)
            if k.type[s.card[o]] == EQUIPMENT and may_give(s, k, p, o):
                offer(s, GIVE + i)
    offer_quests(s, k, p)
    return 0


@rule
def take_action(s: State, k: Cards, p: int, a: int) -> int:
    """WTA-4.9: after Play or Activate the chain runs; after the others, Mark resource excepted, there is a window."""
    if a == DONE:
        s.step += 1
    elif a >= PLAY_CARD and a < MARK_GOLD:
        begin_item(s, k, p, a)
    elif a >= MARK_GOLD and a < RECYCLE:
        mark_for_gold(s, k, p, a - MARK_GOLD)
    elif a == RECYCLE:
        begin_recycle(s, k, p)
    elif a >= GIVE and a < ACCEPT:
        s.picked = s.board[a - GIVE] + 1
        ask(s, ASK_GIVE_TO, p)
    else:
        if a < PLAY_CARD:
            lay(s, k, p, a - LAY)
        elif a < GIVE:
            assign(s, k, p, s.board[a - ASSIGN] + 0)
        else:
            take_quest(s, p, a)
        open_window(s, k, AFTER_ACTION)
    return 0


@rule
def recycle_pick(s: State, k: Cards, p: int, i: int) -> int:
    if pick_to_recycle(s, k, p, i):
        open_window(s, k, AFTER_ACTION)
    return 0


# Assign (WTA-11.6)


@rule
def may_assign(s: State, k: Cards, p: int, o: int) -> int:
    cost = k.assign_cost[s.card[o]]
    return 1 if cost >= 0 and can_be_marked(s, o) and cost <= available(s, k, p) else 0


@rule
def assign(s: State, k: Cards, p: int, o: int) -> int:
    pay(s, k, p, k.assign_cost[s.card[o]] + 0)
    s.state[o] = ASSIGNED
    s.since[o] = s.turn
    s.dirty = 1
    return 0


# Give (WTA-7.5)


@rule
def may_bear(s: State, k: Cards, e: int, o: int) -> int:
    """Whether the text of an Equipment allows a creature of its controller, in its front, as host."""
    t = k.ability[k.play_ability[s.card[e]]][A_TARGET]
    c = s.card[o] + 0
    if k.type[c] != CREATURE or s.player[o] != s.player[e] or s.front[o] != s.front[e] or not can_be_marked(s, o):
        return 0
    if k.target[t][T_NOT_FACTION] != 0 and k.faction[c] == k.target[t][T_NOT_FACTION] - 1:
        return 0
    return of_kind(k, c, k.target[t][T_SUBTYPES], k.target[t][T_FACTION])


@rule
def may_give(s: State, k: Cards, p: int, e: int) -> int:
    giver = s.host[e] - 1
    if giver < 0 or not can_be_marked(s, giver) or gold_cost(s, k, e) > available(s, k, p):
        return 0
    return bearers(s, k, e, 0)


@rule
def bearers(s: State, k: Cards, e: int, offering: int) -> int:
    """Creatures other than the present host that may get an Equipment."""
    n = 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        if s.host[e] != o + 1 and may_bear(s, k, e, o):
            n += 1
            if offering:
                offer(s, OBJECT + i)
    return n


@rule
def give(s: State, k: Cards, p: int, o: int) -> int:
    """Pay the Equipment's gold cost again, attach it to the receiver, mark both; no chain."""
    e = s.picked - 1
    s.picked = 0
    giver = s.host[e] - 1
    pay(s, k, p, gold_cost(s, k, e))
    attach(s, e, o)
    mark(s, giver)
    mark(s, o)
    s.check = CHECK
    open_window(s, k, AFTER_ACTION)
    return 0


# Pick-up (WTA-7.6)


@rule
def is_dropped(s: State, k: Cards, e: int) -> int:
    return 1 if k.type[s.card[e]] == EQUIPMENT and s.host[e] == 0 else 0


@rule
def any_pickup(s: State, k: Cards, p: int) -> int:
    for i in range(s.n_board):
        e = s.board[i] + 0
        if s.player[e] == p and is_dropped(s, k, e) and bearers(s, k, e, 0) > 0:
            return 1
    return 0


@rule
def offer_pickups(s: State, k: Cards) -> int:
    offer(s, DONE)
    for i in range(s.n_board):
        e = s.board[i] + 0
        if s.player[e] == s.asker and is_dropped(s, k, e) and bearers(s, k, e, 0) > 0:
            offer(s, OBJECT + i)
    return 0


@rule
def pick_up(s: State, k: Cards, p: int, a: int) -> int:
    if a == DONE:
        s.step += 1
    else:
        s.picked = s.board[a - OBJECT] + 1
        ask(s, ASK_PICKUP_BY, p)
    return 0


@rule
def pick_up_by(s: State, o: int) -> int:
    attach(s, s.picked - 1, o)
    mark(s, o)
    s.picked = 0
    s.check = CHECK
    return 0


# Move or Attack (WTA-4.10), Entrance (WTA-4.12)


@rule
def offer_choice(s: State, k: Cards) -> int:
    p = s.asker + 0
    offer(s, DONE)
    if s.did_move == 0 and any_creature(s, k, p, 1):
        offer(s, MOVE)
    if s.did_attack == 0 and any_creature(s, k, p, 0):
        offer(s, ATTACK)
    return 0


@rule
def choose_phase(s: State, a: int) -> int:
    if a == MOVE:
        begin_move(s)
    elif a == ATTACK:
        begin_attack(s)
    else:
        s.step += 1
    return 0


@rule
def offer_entrance(s: State, k: Cards) -> int:
    offer(s, DONE)
    offer_cards(s, k, 1 << CREATURE)
    return 0


@rule
def enter(s: State, k: Cards, p: int, a: int) -> int:
    if a == DONE:
        s.step += 1
    else:
        begin_item(s, k, p, a)
    return 0
