"""The ladder of levels: the deepest one at work goes first, until somebody has to decide or the game is over."""

from tablewright.engine import REVEALED, chapter, note, rule

from .actions import play_to_entrance
from .announce import announce_step, clear_now
from .chain import chain_step, effect_over, window_step
from .checks import check_step
from .combat import battle_step
from .decisions import answer, list_options
from .effects import effect_step
from .ids import ASK, STEP
from .objects import refresh
from .state import Cards, State
from .turn import discard_to_end, unmark_to_draw


@rule
def run(s: State, k: Cards) -> None:
    """Go on to the next decision; one with a single option is taken without asking (WTA-1.9, WTA-9.8)."""
    while s.ended == 0:
        if s.dirty:
            refresh(s, k, 0)
        if s.ask == ASK.nobody:
            advance(s, k, 0)
        else:
            n = list_options(s, k, 0)
            if n > 1 or (s.ask == ASK.respond and k.always_ask):
                return
            note(REVEALED, 1 - s.decider, 0, 0)  # that whoever was not asked has no choice
            answer(s, k, s.option[0] if n == 1 else -1)


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
    elif s.step < STEP.play_1:
        unmark_to_draw(s, k)
    elif s.step < STEP.discard:
        play_to_entrance(s, k)
    else:
        discard_to_end(s, k)
    return 0
