"""The ladder of levels: the deepest one at work goes first, until somebody has to decide or the game is over."""

from tablewright.engine import chapter, rule

from .actions import middle_step
from .announce import announce_step, clear_now
from .chain import chain_step, effect_over, window_step
from .checks import check_step
from .combat import battle_step
from .decisions import answer, list_options
from .effects import effect_step
from .ending import late_step
from .ids import (
    ASK_RESPOND,
    NOBODY,
    STEP_DISCARD,
    STEP_PLAY_1,
)
from .layout import Cards, State
from .objects import refresh
from .turn import early_step


@rule
def run(s: State, k: Cards) -> int:
    """Go on to the next decision; one with a single option is taken without asking (WTA-1.9, 9.8)."""
    while s.ended == 0:
        if s.dirty:
            refresh(s, k, 0)
        if s.ask == NOBODY:
            advance(s, k, 0)
        else:
            n = list_options(s, k, 0)
            if n > 1 or (s.ask == ASK_RESPOND and k.always_ask):
                return 0
            answer(s, k, s.option[0] + 0 if n == 1 else -1)
    return 0


@chapter
def advance(s: State, k: Cards, x: int) -> int:
    """One step of whatever is under way."""
    if s.effect:
        if s.effect > 0:
            effect_step(s, k, 0)
        else:
            s.effect = 0
        if s.effect == 0:
            effect_over(s, k)
            clear_now(s)
    elif s.check:
        check_step(s, k, 0)
    elif s.announce:
        announce_step(s, k, 0)
    elif s.chain_on:
        chain_step(s, k, 0)
    elif s.window:
        window_step(s, k)
    elif s.battle:
        battle_step(s, k, 0)
    else:
        turn_step(s, k)
    return 0


@rule
def turn_step(s: State, k: Cards) -> int:
    if s.step < STEP_PLAY_1:
        early_step(s, k)
    elif s.step < STEP_DISCARD:
        middle_step(s, k)
    else:
        late_step(s, k)
    return 0
