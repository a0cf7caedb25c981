"""What the active player does in its turn (WTA-4): Play phases, Move/Attack, pick-ups, Entrance."""

from tablewright.engine import rule

from .announce import offer_cards, offer_uses
from .chain import begin_item, open_window
from .combat import candidates
from .gold import (
    available,
    begin_recycle,
    lay,
    lay_refused,
    mark_for_gold,
    offer_marks,
    pay,
    pick,
    recycle_refused,
    take_picks,
)
from .ids import ASK, BATTLE, CHECK, IS, STEP, TO, WINDOW
from .objects import attach, can_be_marked, mark, of_kind
from .quests import offer_quests, take_quest
from .state import Cards, State
from .targets import gold_cost
from .vocabulary import ABILITY, TARGET, TYPE
from .zones import active, ask, offer, offer_designs


@rule
def play_to_entrance(s: State, k: Cards) -> None:
    """Phases 4 to 8."""
    p = active(s)
    at = s.step
    if at in (STEP.play_1, STEP.play_2):
        ask(s, ASK.play, p)
    elif at in (STEP.pick_up, STEP.pick_up_passive):  # WTA-4.11
        who = p if at == STEP.pick_up else 1 - p
        if pickups(s, k, who, 0):
            ask(s, ASK.pickup, who)
        else:
            s.step = at + 1
    elif at == STEP.entrance:
        ask(s, ASK.entrance, p)
    elif at in (s.did_move, s.did_attack):
        s.step = at + 1
    else:
        ask(s, ASK.moveattack, p)


# Play phases


@rule
def offer_actions(s: State, k: Cards) -> None:
    """WTA-4.8."""
    p = s.decider
    offer(s, TO.done)
    if not lay_refused(s, k):
        offer_designs(s, p, TO.lay)  # WTA-5.1: any card
    offer_cards(s, k, 0)
    offer_uses(s, k, 0)
    offer_marks(s, k, p)
    if not recycle_refused(s, k, p):
        offer(s, TO.recycle)
    for i in range(s.n_board):
        o = s.board[i]
        if s.player[o] == p:
            if may_assign(s, k, p, o):
                offer(s, TO.assign + i)
            if k.type[s.card[o]] == TYPE.equipment and may_give(s, k, p, o):
                offer(s, TO.give + i)
    offer_quests(s, k, p)


@rule
def take_action(s: State, k: Cards, p: int, a: int) -> None:
    """WTA-4.9: after Play or Activate the chain runs; after the others, Mark resource excepted, there is a window."""
    if a == TO.done:
        s.step += 1
    elif a >= TO.play and a < TO.mark:
        begin_item(s, k, p, a)
    elif a >= TO.mark and a < TO.recycle:
        mark_for_gold(s, k, p, a - TO.mark)
    elif a == TO.recycle:
        begin_recycle(s, k, p)
    elif a >= TO.give and a < TO.accept:
        s.picked = s.board[a - TO.give] + 1
        ask(s, ASK.give_to, p)
    else:
        if a < TO.play:
            lay(s, k, p, a - TO.lay)
        elif a < TO.give:
            assign(s, k, p, s.board[a - TO.assign])
        else:
            take_quest(s, p, a)
        open_window(s, k, WINDOW.after_action)


@rule
def pick_to_recycle(s: State, k: Cards, p: int, a: int) -> None:
    """WTA-5.10, WTA-5.11: when the last card is chosen, all go to hand together."""
    pick(s, a)
    if s.n_picks < k.recycle_count:
        ask(s, ASK.recycle_pick, p)
    else:
        take_picks(s, p)
        open_window(s, k, WINDOW.after_action)


# Assign (WTA-11.6)


@rule
def may_assign(s: State, k: Cards, p: int, o: int) -> int:
    cost = k.assign_cost[s.card[o]]
    return 1 if cost >= 0 and can_be_marked(s, o) and cost <= available(s, k, p) else 0


@rule
def assign(s: State, k: Cards, p: int, o: int) -> None:
    pay(s, k, p, k.assign_cost[s.card[o]])
    s.state[o] = IS.assigned
    s.since[o] = s.turn
    s.dirty = 1


# Give (WTA-7.5)


@rule
def may_bear(s: State, k: Cards, e: int, o: int) -> int:
    """Whether the text of an Equipment allows a creature of its controller, in its front, as host."""
    t = k.ability[k.play_ability[s.card[e]]][ABILITY.target]
    c = s.card[o]
    if k.type[c] != TYPE.creature or s.player[o] != s.player[e] or s.front[o] != s.front[e] or not can_be_marked(s, o):
        return 0
    if k.target[t][TARGET.not_faction] != 0 and k.faction[c] == k.target[t][TARGET.not_faction] - 1:
        return 0
    return of_kind(k, c, k.target[t][TARGET.subtypes], k.target[t][TARGET.faction])


@rule
def may_give(s: State, k: Cards, p: int, e: int) -> int:
    giver = s.host[e] - 1
    if giver < 0 or not can_be_marked(s, giver) or gold_cost(s, k, e) > available(s, k, p):
        return 0
    return bearers(s, k, e, 0)


@rule
def bearers(s: State, k: Cards, e: int, offering: int) -> int:
    """Whether creatures other than the present host may get an Equipment; with `offering` all of them are offered."""
    for i in range(s.n_board):
        o = s.board[i]
        if s.host[e] != o + 1 and may_bear(s, k, e, o):
            if not offering:
                return 1
            offer(s, TO.object + i)
    return 0


@rule
def offer_bearers(s: State, k: Cards) -> None:
    bearers(s, k, s.picked - 1, 1)


@rule
def give(s: State, k: Cards, p: int, a: int) -> None:
    """Pay the Equipment's gold cost again, attach it to the receiver, mark both; no chain."""
    o = s.board[a - TO.object]
    e = s.picked - 1
    s.picked = 0
    giver = s.host[e] - 1
    pay(s, k, p, gold_cost(s, k, e))
    attach(s, e, o)
    mark(s, giver)
    mark(s, o)
    s.check = CHECK.board
    open_window(s, k, WINDOW.after_action)


# Pick-up (WTA-7.6)


@rule
def is_dropped(s: State, k: Cards, e: int) -> int:
    return 1 if k.type[s.card[e]] == TYPE.equipment and s.host[e] == 0 else 0


@rule
def pickups(s: State, k: Cards, p: int, offering: int) -> int:
    """Whether a player can pick up dropped Equipment; with `offering` all of it is offered."""
    for i in range(s.n_board):
        e = s.board[i]
        if s.player[e] == p and is_dropped(s, k, e) and bearers(s, k, e, 0):
            if not offering:
                return 1
            offer(s, TO.object + i)
    return 0


@rule
def offer_pickups(s: State, k: Cards, p: int) -> None:
    offer(s, TO.done)
    pickups(s, k, p, 1)


@rule
def pick_up(s: State, k: Cards, p: int, a: int) -> None:
    if a == TO.done:
        s.step += 1
    else:
        s.picked = s.board[a - TO.object] + 1
        ask(s, ASK.pickup_by, p)


@rule
def pick_up_by(s: State, a: int) -> None:
    o = s.board[a - TO.object]
    attach(s, s.picked - 1, o)
    mark(s, o)
    s.picked = 0
    s.check = CHECK.board


# Move or Attack (WTA-4.10), Entrance (WTA-4.12)


@rule
def offer_choice(s: State, k: Cards) -> None:
    p = s.decider
    offer(s, TO.done)
    if s.did_move == 0 and candidates(s, k, p, 1, 0):
        offer(s, TO.move)
    if s.did_attack == 0 and candidates(s, k, p, 0, 0):
        offer(s, TO.attack)


@rule
def choose_phase(s: State, a: int) -> None:
    if a == TO.move:
        s.did_move = s.step
        s.from_front = 0
        s.battle = BATTLE.moving
    elif a == TO.attack:
        s.did_attack = s.step
        s.cursor = 0
        s.battle = BATTLE.declaring
    else:
        s.step += 1


@rule
def offer_entrance(s: State, k: Cards) -> None:
    offer(s, TO.done)
    offer_cards(s, k, 0)


@rule
def enter(s: State, k: Cards, p: int, a: int) -> None:
    if a == TO.done:
        s.step += 1
    else:
        begin_item(s, k, p, a)
