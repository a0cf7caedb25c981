"""The turn (WTA-3, WTA-4, WTA-18): setup, phases in order, end-of-turn steps, and the ladder of levels."""

from tablewright.engine import note, rule

from .announce import clear_now
from .gold import (
    available,
    pay,
    unmark_resources,
)
from .ids import (
    A_GOLD,
    A_KIND,
    A_START,
    ASK_DRAW,
    ASK_UNASSIGN,
    ASK_UPKEEP,
    ASSIGNED,
    CHECK,
    CREATURE,
    DONE,
    I_ABILITY,
    I_CARD,
    I_ENTRY,
    I_FIELD,
    I_FRONT,
    I_KIND,
    I_PC,
    I_PLAYER,
    I_SLOT,
    ITEM_UPKEEP,
    MARKED,
    MULLIGAN_NONE,
    OBJECT,
    ON_ASSIGN_UPKEEP,
    ON_UPKEEP,
    STAYS_MARKED,
    STEP_DRAW,
    STEP_DRAW_MORE,
    STEP_MULLIGAN,
    STEP_PLAY_1,
    STEP_UNASSIGN,
    STEP_UNMARK,
    STEP_UPKEEP,
    STEP_UPKEEP_TRIGGERS,
    STEP_VETO,
    USES,
)
from .layout import Cards, State
from .objects import (
    field_of,
    has_text,
    note_triggers,
    unmark,
)
from .opening import deal, mulligan_step
from .quests import veto_step
from .zones import LOG_TURN, LOG_UPKEEP_UNPAID, active, ask, draw, offer

# Phases 1 to 3: Unmark, Upkeep, Draw


@rule
def early_step(s: State, k: Cards) -> int:
    p = active(s)
    at = s.step
    if at == STEP_VETO:
        veto_step(s, k)
        if s.step == STEP_MULLIGAN:
            deal(s, k)
            begin_turn(s, k)
    elif at == STEP_MULLIGAN:
        mulligan_step(s, k, p)
    elif at == STEP_UNMARK:
        unmark_phase(s, k, p)
        s.step = STEP_UNASSIGN
    elif at == STEP_UNASSIGN:
        if any_assigned(s, p) and available(s, k, p) >= k.unassign_cost:
            ask(s, ASK_UNASSIGN, p)
        else:
            s.step = STEP_UPKEEP_TRIGGERS
    elif at == STEP_UPKEEP_TRIGGERS:
        begin_upkeep(s, k, p)
    elif at == STEP_UPKEEP:
        upkeep_step(s, k, p)
    elif at == STEP_DRAW:
        draw_phase(s, k, p)
    elif s.n_deck[p] > 0 and s.drawn > 0 and s.drawn < k.draw_max:
        ask(s, ASK_DRAW, p)
    else:
        s.step = STEP_PLAY_1
    return 0


@rule
def begin_turn(s: State, k: Cards) -> int:
    """WTA-4.2: allowances and statistics of both players start anew."""
    s.turn += 1
    s.step = STEP_MULLIGAN if s.turn <= 2 and k.mulligan != MULLIGAN_NONE else STEP_UNMARK
    s.lays = 0
    s.recycles = 0
    s.did_move = 0
    s.did_attack = 0
    s.attackers = 0
    s.drawn = 0
    s.dirty = 1
    for p in range(2):
        s.raid[p] = 0
        s.lost[p] = 0
        s.died[p] = 0
        s.spells[p] = 0
        s.spent[p] = 0
        s.recycled[p] = 0
        s.cannot_defend[p] = 0
        s.quest_used[0][p] = 0
        s.quest_used[1][p] = 0
    for i in range(s.n_board):
        o = s.board[i]
        s.rested[o] = 0
        for j in range(USES):
            s.used[j][o] = 0
    note(LOG_TURN, active(s), s.turn, 0)
    return 0


@rule
def unmark_phase(s: State, k: Cards, p: int) -> int:
    """WTA-4.3, 11.3."""
    unmark_resources(s, p)
    for i in range(s.n_board):
        o = s.board[i] + 0
        if s.player[o] == p and k.type[s.card[o]] == CREATURE and s.keys[o] & STAYS_MARKED == 0:
            unmark(s, o)
    return 0


@rule
def any_assigned(s: State, p: int) -> int:
    for i in range(s.n_board):
        if s.player[s.board[i]] == p and s.state[s.board[i]] == ASSIGNED:
            return 1
    return 0


@rule
def offer_unassign(s: State, p: int) -> int:
    offer(s, DONE)
    for i in range(s.n_board):
        if s.player[s.board[i]] == p and s.state[s.board[i]] == ASSIGNED:
            offer(s, OBJECT + i)
    return 0


@rule
def unassign(s: State, k: Cards, p: int, o: int) -> int:
    """WTA-11.9."""
    pay(s, k, p, k.unassign_cost + 0)
    s.state[o] = MARKED
    s.since[o] = 0
    s.rested[o] = 1
    s.dirty = 1
    return 0


@rule
def begin_upkeep(s: State, k: Cards, p: int) -> int:
    """WTA-4.5: the triggers of assigned creatures; WTA-4.6: note what upkeep is due."""
    for i in range(s.n_board):
        o = s.board[i] + 0
        if s.player[o] == p:
            if s.state[o] == ASSIGNED and s.since[o] < s.turn:
                note_triggers(s, k, o, ON_ASSIGN_UPKEEP)
            s.due[o] = 1 if upkeep_ability(s, k, o) >= 0 else 0
    s.check = CHECK
    s.step = STEP_UPKEEP
    return 0


@rule
def upkeep_ability(s: State, k: Cards, o: int) -> int:
    c = s.card[o]
    if has_text(s, o):
        for a in range(k.first_ability[c], k.first_ability[c + 1]):
            if k.ability[a][A_KIND] == ON_UPKEEP:
                return a
    return -1


@rule
def upkeep_step(s: State, k: Cards, p: int) -> int:
    """WTA-4.6: oldest first; what cannot be paid is not paid."""
    for i in range(s.n_board):
        o = s.board[i] + 0
        if s.due[o]:
            a = upkeep_ability(s, k, o)
            if s.player[o] != p or a < 0:
                s.due[o] = 0
            elif k.ability[a][A_GOLD] <= available(s, k, p):
                s.picked = o + 1
                ask(s, ASK_UPKEEP, p)
                return 0
            else:
                upkeep_unpaid(s, k, p, o, a)
                return 0
    s.step = STEP_DRAW
    return 0


@rule
def settle_upkeep(s: State, k: Cards, p: int, paid: int) -> int:
    o = s.picked - 1
    s.picked = 0
    a = upkeep_ability(s, k, o)
    if paid:
        s.due[o] = 0
        pay(s, k, p, k.ability[a][A_GOLD] + 0)
        s.check = CHECK
    else:
        upkeep_unpaid(s, k, p, o, a)
    return 0


@rule
def upkeep_unpaid(s: State, k: Cards, p: int, o: int, a: int) -> int:
    """The effect happens at once, without the chain; then a check."""
    s.due[o] = 0
    clear_now(s)
    s.now[I_KIND] = ITEM_UPKEEP
    s.now[I_PLAYER] = p
    s.now[I_SLOT] = o
    s.now[I_ENTRY] = s.entry[o]
    s.now[I_CARD] = s.card[o]
    s.now[I_ABILITY] = a
    s.now[I_FRONT] = s.front[o]
    s.now[I_FIELD] = field_of(s, o)
    s.now[I_PC] = k.ability[a][A_START]
    s.effect = 1
    s.check = CHECK
    note(LOG_UPKEEP_UNPAID, p, s.card[o], 0)
    return 0


@rule
def draw_phase(s: State, k: Cards, p: int) -> int:
    """WTA-4.7."""
    skipped = s.turn == 1 and k.first_player_skips_draw
    s.could_not_draw[p] = 1 if s.n_deck[p] == 0 else 0
    if not skipped:
        s.drawn = min(k.draw_min, s.n_deck[p])
        draw(s, p, k.draw_min + 0)
    s.step = STEP_DRAW_MORE
    return 0
