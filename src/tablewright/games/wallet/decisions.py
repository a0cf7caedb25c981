"""Every decision in one place: its name and clause in the rulebook, the prompt, its options, what an answer does."""

from tablewright.engine import Decision, Decisions

from . import actions, options, turn
from .state import ASK, BLOCKS

DECISIONS = Decisions(
    Decision("FACE", "WAL-2.6", "ask.face", options=options.list_dealt, answer=turn.choose_tan),
    Decision("TURN", "WAL-3.2", "ask.turn", options=options.list_turn, answer=turn.use_allowance),
    Decision("ACTIVATE", "WAL-5.6", "ask.activate", options=options.list_granted, answer=actions.use_ability),
    Decision("BUY", "WAL-5.7", "ask.buy", options=options.list_granted, answer=actions.use_ability),
    Decision("TRADE", "WAL-5.3", "ask.trade", blocks=("trade", "decline"), answer=actions.use_ability),
    Decision("DISCARD", "WAL-5.5", "ask.discard", options=options.list_granted, answer=actions.use_ability),
    Decision("DESTROY", "WAL-5.4", "ask.destroy", options=options.list_targets, answer=actions.use_ability),
    Decision("SWAP", "WAL-5.8", "ask.swap", options=options.list_swaps, answer=actions.use_ability),
    Decision("PLACE", "WAL-P.3", "ask.place", options=options.list_units, answer=actions.move_unit),
    Decision("TAKE", "WAL-P.3", "ask.take", options=options.list_units, answer=actions.move_unit),
    blocks=BLOCKS,
    names=[name.upper() for name in ASK._fields],
    over=turn.over,
    before=turn.forget_question,
    after=turn.proceed,
)
who, legal, apply = DECISIONS.who, DECISIONS.legal, DECISIONS.apply
