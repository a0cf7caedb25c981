"""The check (WTA-14.1): deaths, the end by influence, and the triggers that wait, batch by batch (WTA-8.6 to 8.8)."""

from tablewright.engine import chapter, note, rule

from .announce import clear_now
from .ids import (
    A_START,
    A_TARGET,
    ASK_TRIGGER_TARGET,
    BY_INFLUENCE,
    CHECK,
    COMBAT_CHECK,
    CREATURE,
    DRAWN,
    FELL_IN_COMBAT,
    I_ABILITY,
    I_CARD,
    I_ENTRY,
    I_FIELD,
    I_FRONT,
    I_KIND,
    I_PC,
    I_PLAYER,
    I_SLOT,
    I_X,
    IN_PLAY,
    ITEM_TRIGGER,
    NO_CHECK,
    R_ABILITY,
    R_BATCH,
    R_ENTRY,
    R_FIELD,
    R_FRONT,
    R_PLAYER,
    R_SLOT,
    R_X,
    TO_GRAVE,
)
from .layout import N_CARDS, P_END, P_INFLUENCE, P_PLAYED, P_VP, P_WINNER, P_WON, Cards, State
from .objects import defence_of, field_of, leave_play
from .zones import LOG_ENDED, LOG_TRIGGER, active, ask


@chapter
def check_step(s: State, k: Cards, x: int) -> int:
    """One pass: deaths first, then the influence, then one trigger; without any of them the check is over."""
    if mark_the_dying(s, k) > 0:
        to = FELL_IN_COMBAT if s.check == COMBAT_CHECK else TO_GRAVE
        s.check = CHECK  # WTA-14.5: only the first pass after combat damage is death in combat
        bury(s, k, to)
    elif s.influence[0] <= 0 or s.influence[1] <= 0:
        end_by_influence(s, k)
    elif s.n_triggers > 0:
        s.check = CHECK
        start_trigger(s, k, next_trigger(s))
    else:
        s.check = NO_CHECK
        s.batch = 0
    return 0


@rule
def mark_the_dying(s: State, k: Cards) -> int:
    """WTA-13.12, 14.1: all creatures with damage equal to or above their DEF."""
    n = 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        if k.type[s.card[o]] == CREATURE and s.damage[o] >= defence_of(s, k, o):
            s.doomed[o] = 1
            n += 1
    return n


@rule
def bury(s: State, k: Cards, to: int) -> int:
    """WTA-14.3: they die together, in order of entry number."""
    i = 0
    while i < s.n_board:
        o = s.board[i] + 0
        if s.doomed[o]:
            s.doomed[o] = 0
            leave_play(s, k, 4 * o + to)
            i = 0
        else:
            i += 1
    return 0


@rule
def next_trigger(s: State) -> int:
    """WTA-8.8: of the oldest batch the active player's first, then by entry number, then as printed."""
    best = 0
    for i in range(1, s.n_triggers):
        if trigger_rank(s, i) < trigger_rank(s, best):
            best = i
    return best


@rule
def trigger_rank(s: State, i: int) -> int:
    passive = 0 if s.trigger[R_PLAYER][i] == active(s) else 1
    return ((s.trigger[R_BATCH][i] * 2 + passive) * 32768 + s.trigger[R_ENTRY][i]) * 256 + s.trigger[R_ABILITY][i]


@rule
def start_trigger(s: State, k: Cards, i: int) -> int:
    """WTA-8.7: it resolves at once, without the chain; its controller chooses the target now."""
    clear_now(s)
    a = s.trigger[R_ABILITY][i] + 0
    s.now[I_KIND] = ITEM_TRIGGER
    s.now[I_ABILITY] = a
    s.now[I_SLOT] = s.trigger[R_SLOT][i]
    s.now[I_ENTRY] = s.trigger[R_ENTRY][i]
    s.now[I_PLAYER] = s.trigger[R_PLAYER][i]
    s.now[I_FRONT] = s.trigger[R_FRONT][i]
    s.now[I_FIELD] = s.trigger[R_FIELD][i]
    s.now[I_X] = s.trigger[R_X][i]
    o = s.now[I_SLOT] + 0
    if s.zone[o] == IN_PLAY and s.entry[o] == s.now[I_ENTRY]:  # otherwise it counts as being where it last was
        s.now[I_FRONT] = s.front[o]
        s.now[I_FIELD] = field_of(s, o)
    s.now[I_CARD] = design_of(k, a)
    s.batch = s.trigger[R_BATCH][i]
    s.n_triggers -= 1
    for j in range(i, s.n_triggers):
        for f in range(8):
            s.trigger[f][j] = s.trigger[f][j + 1]
    for f in range(8):
        s.trigger[f][s.n_triggers] = 0
    note(LOG_TRIGGER, s.now[I_PLAYER], s.now[I_CARD], a)
    s.now[I_PC] = k.ability[a][A_START]
    s.effect = 1
    if k.ability[a][A_TARGET] >= 0:
        ask(s, ASK_TRIGGER_TARGET, s.now[I_PLAYER] + 0)
    return 0


@rule
def design_of(k: Cards, a: int) -> int:
    """The design that has an ability."""
    c = 0
    while k.first_ability[c + 1] <= a:
        c += 1
    return c


# The end (WTA-19)


@rule
def end_by_influence(s: State, k: Cards) -> int:
    """WTA-19.1."""
    winner = 0 if s.influence[1] <= 0 else 1
    if s.influence[0] <= 0 and s.influence[1] <= 0:
        winner = DRAWN
        if s.vp[0] != s.vp[1]:
            winner = 0 if s.vp[0] > s.vp[1] else 1
    end_game(s, k, winner, BY_INFLUENCE)
    return 0


@rule
def end_by_count(s: State, k: Cards, reason: int) -> int:
    """WTA-19.4, 19.5: more VP, then more influence, else a draw."""
    mine = s.vp[0] * 10000 + s.influence[0]
    theirs = s.vp[1] * 10000 + s.influence[1]
    winner = DRAWN if mine == theirs else 0
    if mine < theirs:
        winner = 1
    end_game(s, k, winner, reason)
    return 0


@rule
def end_game(s: State, k: Cards, winner: int, reason: int) -> int:
    s.ended = reason
    s.winner = winner
    s.probe[P_END + reason - 1] = 1
    s.probe[P_WINNER] = winner
    for p in range(2):
        s.probe[P_VP + p] = s.vp[p]
        s.probe[P_INFLUENCE + p] = s.influence[p]
    if winner != DRAWN:
        for c in range(N_CARDS):
            if s.probe[P_PLAYED + N_CARDS * winner + c] > 0:
                s.probe[P_WON + c] = 1
    note(LOG_ENDED, winner, reason, 0)
    return 0
