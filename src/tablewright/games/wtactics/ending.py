"""The Discard phase (WTA-4.13) and the end-of-turn steps (WTA-18)."""

from tablewright.engine import rule

from .checks import end_by_count
from .gold import empty_pools
from .ids import ASK, CHECK, END, GOES, STEP
from .objects import leave_play
from .quests import expiry_step, next_quest_check
from .state import Cards, State
from .turn import begin_turn
from .vocabulary import TYPE
from .zones import active, ask


@rule
def discard_to_end(s: State, k: Cards) -> None:
    p = active(s)
    at = s.step
    if at == STEP.discard:
        if s.n_hand[p] > k.hand_limit:
            ask(s, ASK.discard_down, p)
        else:
            s.step = STEP.wounds_end
    elif at == STEP.wounds_end:
        clear_dropped(s, k)
        heal_all(s)
        s.check = CHECK.board
        s.step = STEP.pools_end
    elif at == STEP.pools_end:
        empty_pools(s, k)
        s.quest_turn = 0
        s.step = STEP.quest_checks
    elif at == STEP.quest_checks:
        if s.quest_turn < 4:
            next_quest_check(s, k)  # WTA-18.4
        else:
            s.quest_turn = 0
            s.step = STEP.expiry
    elif at == STEP.expiry:
        s.step += 1
        if s.turn % 2 == 0:
            expiry_step(s, k)
    else:
        end_of_round(s, k)


@rule
def clear_dropped(s: State, k: Cards) -> None:
    """WTA-7.7, WTA-18.1."""
    i = 0
    while i < s.n_board:
        e = s.board[i]
        if k.type[s.card[e]] == TYPE.equipment and s.host[e] == 0:
            leave_play(s, k, 4 * e + GOES.to_grave)
        else:
            i += 1


@rule
def heal_all(s: State) -> None:
    """WTA-18.2: all damage, prevention and this-turn effects end at the same moment."""
    for i in range(s.n_board):
        o = s.board[i]
        s.damage[o] = 0
        s.shield[o] = 0
        s.up_attack[o] = 0
        s.up_defence[o] = 0
        s.up_keys[o] = 0
    s.dirty = 1


@rule
def end_of_round(s: State, k: Cards) -> None:
    """WTA-18.5, WTA-18.6: deck-out, the limit, or the other player's turn."""
    if s.turn % 2 == 0 and s.could_not_draw[0] and s.could_not_draw[1]:
        end_by_count(s, k, END.deck_out)
    elif s.turn >= k.turn_limit:
        end_by_count(s, k, END.turn_limit)
    else:
        begin_turn(s, k)
