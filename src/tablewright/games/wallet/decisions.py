"""Every decision in one place: its name and clause in the rulebook, the prompt, its options, what an answer does."""

from tablewright.engine import Decision, Decisions, Reason

from .actions import move_unit, use_ability
from .options import list_dealt, list_granted, list_swaps, list_targets, list_turn, list_units, refuses, refuses_swap
from .state import ASKED, BLOCKS, REASONS
from .turn import choose_tan, forget_question, over, proceed, use_allowance

TURN = ("activate", "activate_zone", "buy", "flip", "rotate")
WHOLE = {"no_change": "why.swap"}  # what is refused whatever two cards are meant
DECISIONS = Decisions(
    Decision("FACE", "WAL-2.6", "ask.face", options=list_dealt, answer=choose_tan),
    Decision("TURN", "WAL-3.2", "ask.turn", options=list_turn, blocks=TURN, refuses=refuses, answer=use_allowance),
    Decision(
        "ACTIVATE",
        "WAL-5.6",
        "ask.activate",
        options=list_granted,
        blocks=("activate",),
        refuses=refuses,
        answer=use_ability,
    ),
    Decision("BUY", "WAL-5.7", "ask.buy", options=list_granted, blocks=("buy",), refuses=refuses, answer=use_ability),
    Decision("TRADE", "WAL-5.3", "ask.trade", blocks=("trade", "decline"), answer=use_ability),
    Decision("DISCARD", "WAL-5.5", "ask.discard", options=list_granted, answer=use_ability),
    Decision("DESTROY", "WAL-5.4", "ask.destroy", options=list_targets, answer=use_ability),
    Decision("SWAP", "WAL-5.8", "ask.swap", options=list_swaps, refuses=refuses_swap, answer=use_ability),
    Decision("PLACE", "WAL-P.3", "ask.place", options=list_units, answer=move_unit),
    Decision("TAKE", "WAL-P.3", "ask.take", options=list_units, answer=move_unit),
    blocks=BLOCKS,
    names=ASKED,
    over=over,
    reasons=[Reason(f"why.{name}", clause, WHOLE.get(name, "")) for name, clause in REASONS.items()],
    waiting=Reason("why.not_your_turn", "WAL-3.1", "why.any"),
    before=forget_question,
    after=proceed,
)
who, legal, apply = DECISIONS.who, DECISIONS.legal, DECISIONS.apply
