"""Every decision in one place: its options, its answer, and the loop that runs to the next one."""

from tablewright.engine import chapter, rule

from .actions import (
    bearers,
    choose_phase,
    enter,
    give,
    offer_actions,
    offer_choice,
    offer_entrance,
    offer_pickups,
    pick_up,
    pick_up_by,
    recycle_pick,
    take_action,
)
from .announce import choose_ally, offer_allies, offer_fronts, offer_x
from .chain import offer_responses, respond
from .combat import (
    choose_attacker,
    choose_combat,
    declare,
    defend,
    end_move,
    move_creature,
    offer_combats,
    offer_creatures,
    offer_defence,
)
from .demands import found, offer_search, offer_toll
from .gold import offer_positions, offer_recycle_picks, sacrifice, tax
from .ids import (
    ASK_ALLIES,
    ASK_ATTACKERS,
    ASK_DEFEND,
    ASK_DISCARD,
    ASK_DISCARD_COST,
    ASK_DISCARD_DOWN,
    ASK_DRAW,
    ASK_ENTRANCE,
    ASK_FRONT,
    ASK_GIVE_TO,
    ASK_KEEP_CARD,
    ASK_MOVE,
    ASK_MOVEATTACK,
    ASK_MULLIGAN,
    ASK_ORDER,
    ASK_PICKUP,
    ASK_PICKUP_BY,
    ASK_PLAY,
    ASK_QUEST_EXPIRE,
    ASK_QUEST_KEEP,
    ASK_RECLAIM,
    ASK_RECYCLE,
    ASK_RESPOND,
    ASK_SACRIFICE,
    ASK_SEARCH,
    ASK_TARGET,
    ASK_TAX,
    ASK_TOLL,
    ASK_TRIGGER_TARGET,
    ASK_UNASSIGN,
    ASK_UPKEEP,
    ASK_VETO,
    ASK_X,
    CARD,
    DISCARD_ONE,
    DONE,
    DRAW_CARD,
    EXPIRE,
    FRONT,
    I_DID,
    I_FRONT,
    I_X,
    MULLIGAN,
    NOBODY,
    OBJECT,
    PAY,
    POSITION,
    STEP_PLAY_1,
    STEP_UNMARK,
    STEP_UPKEEP_TRIGGERS,
    X,
)
from .layout import Cards, State
from .opening import keep_card, mulligan, offer_kept
from .quests import expire, keep_or_not, offer_expiry, offer_keep, offer_vetoes, veto
from .targets import seek_targets, set_target
from .turn import offer_unassign, settle_upkeep, unassign
from .zones import ask, discard, draw, offer, offer_hand


@chapter
def list_options(s: State, k: Cards, x: int) -> int:
    """Work out the options of the pending decision, ascending."""
    s.n_options = 0
    at = s.ask
    if at == ASK_PLAY:
        offer_actions(s, k)
    elif at == ASK_RESPOND:
        offer_responses(s, k)
    elif at == ASK_ENTRANCE:
        offer_entrance(s, k)
    elif at in (ASK_TARGET, ASK_TRIGGER_TARGET):
        seek_targets(s, k, 1)
    elif at == ASK_DEFEND:
        offer_defence(s, k)
    elif at in (ASK_MOVE, ASK_ATTACKERS):
        if s.from_front > 0 if at == ASK_MOVE else s.cursor > 0:
            offer(s, DONE)
        offer_creatures(s, k, s.asker + 0, at == ASK_MOVE)
    else:
        list_rarer_options(s, k, at + 0)
    sort_options(s)
    return s.n_options + 0


@rule
def list_rarer_options(s: State, k: Cards, at: int) -> int:
    p = s.asker + 0
    if at == ASK_X:
        offer_x(s, k)
    elif at == ASK_FRONT:
        offer_fronts(s)
    elif at == ASK_MOVEATTACK:
        offer_choice(s, k)
    elif at == ASK_ORDER:
        offer_combats(s)
    elif at in (ASK_DISCARD, ASK_DISCARD_COST, ASK_DISCARD_DOWN):
        offer_hand(s, p, CARD)
    elif at == ASK_RECYCLE:
        offer_recycle_picks(s, k)
    elif at in (ASK_SACRIFICE, ASK_TAX, ASK_RECLAIM):
        offer_positions(s, p, at == ASK_TAX)
    elif at == ASK_TOLL:
        offer_toll(s)
    elif at == ASK_SEARCH:
        offer_search(s, k)
    elif at == ASK_ALLIES:
        offer_allies(s, k)
    elif at in (ASK_GIVE_TO, ASK_PICKUP_BY):
        bearers(s, k, s.picked - 1, 1)
    elif at == ASK_PICKUP:
        offer_pickups(s, k)
    elif at == ASK_UNASSIGN:
        offer_unassign(s, p)
    elif at == ASK_VETO:
        offer_vetoes(s)
    elif at == ASK_QUEST_KEEP:
        offer_keep(s)
    elif at == ASK_QUEST_EXPIRE:
        offer_expiry(s)
    elif at == ASK_KEEP_CARD:
        offer_kept(s, p, CARD)
    else:
        offer(s, DONE)
        offer(s, DRAW_CARD if at == ASK_DRAW else PAY if at == ASK_UPKEEP else MULLIGAN)
    return 0


@rule
def sort_options(s: State) -> int:
    """By insertion: the options come almost in order."""
    for i in range(1, s.n_options):
        a = s.option[i] + 0
        j = i
        while j > 0 and s.option[j - 1] > a:
            s.option[j] = s.option[j - 1]
            j -= 1
        s.option[j] = a
    return 0


@chapter
def answer(s: State, k: Cards, a: int) -> int:
    """Carry out the choice of the pending decision."""
    at = s.ask + 0
    p = s.asker + 0
    s.ask = NOBODY
    s.asker = 0
    for i in range(s.n_options):
        s.option[i] = 0
    s.n_options = 0
    if at == ASK_PLAY:
        take_action(s, k, p, a)
    elif at == ASK_RESPOND:
        respond(s, k, p, a)
    elif at == ASK_ENTRANCE:
        enter(s, k, p, a)
    elif at == ASK_TARGET:
        set_target(s, k, a)
    elif at == ASK_TRIGGER_TARGET:
        if a >= 0:
            set_target(s, k, a)
        else:
            s.effect = -1  # WTA-8.7: with no legal target nothing happens
    elif at == ASK_X:
        s.now[I_X] = a - X
    elif at == ASK_FRONT:
        s.now[I_FRONT] = a - FRONT
    elif at == ASK_MOVEATTACK:
        choose_phase(s, a)
    elif at == ASK_MOVE:
        if a == DONE:
            end_move(s)
        else:
            move_creature(s, k, s.board[a - OBJECT] + 0)
    elif at == ASK_ATTACKERS:
        if a == DONE:
            declare(s, k)
        else:
            choose_attacker(s, s.board[a - OBJECT] + 0)
    elif at == ASK_DEFEND:
        defend(s, a)
    elif at == ASK_ORDER:
        choose_combat(s, k, s.board[a - OBJECT] + 0)
    else:
        answer_rarer(s, k, at, p, a)
    return 0


@rule
def answer_rarer(s: State, k: Cards, at: int, p: int, a: int) -> int:
    if at in (ASK_DISCARD, ASK_DISCARD_DOWN):
        discard(s, p, a - CARD)
    elif at == ASK_DISCARD_COST:
        s.now[I_DID] = a - CARD + 1
    elif at == ASK_SACRIFICE:
        sacrifice(s, p, a - POSITION)
        s.now[I_DID] = 1
    elif at == ASK_TOLL:
        ask(s, ASK_DISCARD if a == DISCARD_ONE else ASK_SACRIFICE, p)
    elif at == ASK_TAX:
        tax(s, p, a - POSITION)
    elif at == ASK_RECLAIM:
        s.picks[s.n_picks] = a - POSITION
        s.n_picks += 1
    elif at == ASK_RECYCLE:
        recycle_pick(s, k, p, a - POSITION)
    elif at == ASK_SEARCH:
        found(s, p, a)
    elif at == ASK_ALLIES:
        choose_ally(s, a)
    elif at == ASK_DRAW:
        if a == DONE:
            s.step = STEP_PLAY_1
        else:
            draw(s, p, 1)
            s.drawn += 1
    elif at == ASK_UPKEEP:
        settle_upkeep(s, k, p, a == PAY)
    elif at == ASK_UNASSIGN:
        if a == DONE:
            s.step = STEP_UPKEEP_TRIGGERS
        else:
            unassign(s, k, p, s.board[a - OBJECT] + 0)
    elif at == ASK_GIVE_TO:
        give(s, k, p, s.board[a - OBJECT] + 0)
    elif at == ASK_PICKUP:
        pick_up(s, k, p, a)
    elif at == ASK_PICKUP_BY:
        pick_up_by(s, s.board[a - OBJECT] + 0)
    else:
        answer_around_turns(s, k, at, p, a)
    return 0


@rule
def answer_around_turns(s: State, k: Cards, at: int, p: int, a: int) -> int:
    """Setup and quests."""
    if at == ASK_VETO:
        veto(s, a)
    elif at == ASK_MULLIGAN:
        if a == MULLIGAN:
            mulligan(s, k, p)
        else:
            s.step = STEP_UNMARK
    elif at == ASK_KEEP_CARD:
        keep_card(s, k, p, a, CARD)
    elif at == ASK_QUEST_KEEP:
        keep_or_not(s, a)
    elif at == ASK_QUEST_EXPIRE:
        expire(s, a - EXPIRE)
    return 0
