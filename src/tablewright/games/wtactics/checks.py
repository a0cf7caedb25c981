"""The check (WTA-14.1): deaths, the end by influence, and the triggers that wait, batch by batch (WTA-8)."""

from tablewright.engine import chapter, note, rule

from .announce import take_up
from .ids import ASK, CHECK, DRAWN, END, GOES, IN, ITEM, KIND, SAY, TRIGGER
from .objects import defence_of, field_of, leave_play
from .state import COUNT, N_CARDS, Cards, State
from .vocabulary import ABILITY, TYPE
from .zones import active, ask, take_out


@chapter
def check_step(s: State, k: Cards, x: int) -> int:
    """One pass: deaths first, then the influence, then one trigger; without any of them the check is over."""
    if mark_the_dying(s, k) > 0:
        to = GOES.fell if s.check == CHECK.combat else GOES.to_grave
        s.check = CHECK.board  # WTA-14.5: only the first pass after combat damage is death in combat
        bury(s, k, to)
    elif s.influence[0] <= 0 or s.influence[1] <= 0:
        end_by_influence(s, k)
    elif s.n_triggers > 0:
        s.check = CHECK.board
        start_trigger(s, k, next_trigger(s))
    else:
        s.check = CHECK.none
        s.batch = 0
    return 0


@rule
def mark_the_dying(s: State, k: Cards) -> int:
    """WTA-13.12, WTA-14.1: all creatures with damage equal to or above their DEF."""
    n = 0
    for i in range(s.n_board):
        o = s.board[i]
        if k.type[s.card[o]] == TYPE.creature and s.damage[o] >= defence_of(s, k, o):
            s.doomed[o] = 1
            n += 1
    return n


@rule
def bury(s: State, k: Cards, to: int) -> None:
    """WTA-14.3: they die together, in order of entry number."""
    i = 0
    while i < s.n_board:
        o = s.board[i]
        if s.doomed[o]:
            s.doomed[o] = 0
            leave_play(s, k, 4 * o + to)
            i = 0
        else:
            i += 1


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
    passive = 0 if s.trigger[TRIGGER.player][i] == active(s) else 1
    return int(
        ((s.trigger[TRIGGER.batch][i] * 2 + passive) * 32768 + s.trigger[TRIGGER.entry][i]) * 256
        + s.trigger[TRIGGER.ability][i]
    )


@rule
def start_trigger(s: State, k: Cards, i: int) -> None:
    """WTA-8.7: it resolves at once, without the chain; its controller chooses the target now."""
    a = s.trigger[TRIGGER.ability][i]
    take_up(s, KIND.trigger, s.trigger[TRIGGER.player][i], s.trigger[TRIGGER.slot][i], a)
    s.now[ITEM.entry] = s.trigger[TRIGGER.entry][i]
    s.now[ITEM.front] = s.trigger[TRIGGER.front][i]
    s.now[ITEM.field] = s.trigger[TRIGGER.field][i]
    s.now[ITEM.x] = s.trigger[TRIGGER.x][i]
    o = s.now[ITEM.slot]
    if s.zone[o] == IN.play and s.entry[o] == s.now[ITEM.entry]:  # otherwise it counts as being where it last was
        s.now[ITEM.front] = s.front[o]
        s.now[ITEM.field] = field_of(s, o)
    s.now[ITEM.card] = design_of(k, a)
    s.batch = s.trigger[TRIGGER.batch][i]
    for row in range(len(TRIGGER)):
        take_out(s.trigger[row], s.n_triggers, i)
    s.n_triggers -= 1
    note(SAY.trigger, s.now[ITEM.player], s.now[ITEM.card], a)
    s.now[ITEM.pc] = k.ability[a][ABILITY.start]
    s.effect = 1
    if k.ability[a][ABILITY.target] >= 0:
        ask(s, ASK.trigger_target, s.now[ITEM.player])


@rule
def design_of(k: Cards, a: int) -> int:
    """The design that has an ability."""
    c = 0
    while k.first_ability[c + 1] <= a:
        c += 1
    return c


# The end (WTA-19)


@rule
def ahead(first: int, second: int) -> int:
    """Who has more."""
    if first == second:
        return DRAWN
    return 0 if first > second else 1


@rule
def end_by_influence(s: State, k: Cards) -> None:
    """WTA-19.1: if both have fallen, more VP wins."""
    winner = 0 if s.influence[1] <= 0 else 1
    if s.influence[0] <= 0 and s.influence[1] <= 0:
        winner = ahead(s.vp[0], s.vp[1])
    end_game(s, k, winner, END.influence)


@rule
def standing_of(s: State, p: int) -> int:
    """More VP, then more influence."""
    return s.vp[p] * 10000 + s.influence[p]


@rule
def end_by_count(s: State, k: Cards, reason: int) -> None:
    """WTA-19.4, WTA-19.5: with equal VP and influence a draw."""
    end_game(s, k, ahead(standing_of(s, 0), standing_of(s, 1)), reason)


@rule
def end_game(s: State, k: Cards, winner: int, reason: int) -> None:
    s.ended = reason
    s.winner = winner
    s.probe[COUNT.end + reason - 1] = 1
    s.probe[COUNT.winner] = winner
    for p in range(2):
        s.probe[COUNT.vp + p] = s.vp[p]
        s.probe[COUNT.influence + p] = s.influence[p]
    if winner != DRAWN:
        for c in range(N_CARDS):
            if s.probe[COUNT.played + N_CARDS * winner + c] > 0:
                s.probe[COUNT.won + c] = 1
    note(SAY.ended, winner, reason, 0)
