"""Every decision in one place: its name and clause in the rulebook, the prompt, its options, what an answer does."""

from functools import partial

from tablewright.engine import Decision, Decisions, Moves, Reason, below, rule

from . import effects, options, turn
from .effects import refuse_cell, refuse_place, refuse_target
from .state import ASK, BLOCKS, CELLS, TO, WHY, Cards, State

CLAUSES = {
    "horse": "STA-14.3",
    "in_debt": "STA-2.4",
    "no_money": "STA-2.3",
    "no_action": "STA-4.2",
    "most_actions": "STA-4.2",
    "most_polyominoes": "STA-5.8",
    "no_effect": "STA-5.3",
    "repeats": "STA-13.3",
    "sold_out": "STA-10.2",
    "not_on_offer": "STA-10.3",
    "discard_phase": "STA-4.4",
    "no_bart": "STA-4.11",
    "no_artillery": "STA-4.7",
    "no_cards": "STA-4.3",
    "no_refinery": "STA-4.6",
    "no_minerals": "STA-4.10",
}  # of reasons for which another clause stands than the decision's
REASONS = [Reason(f"why.{name}", CLAUSES[name]) if name in CLAUSES else f"why.{name}" for name in WHY._fields[1:]]
MAIN = Decision(
    "MAIN",
    "STA-4.1",
    "ask.main",
    blocks=("play", "discard", "buy", "bart", "fire", "draw", "mine", "convert", "end"),
    options=options.list_main,
    refuses=options.refuse_main,
    allows=options.allows_main,
    answer=turn.act,
)
cell = partial(Decision, blocks=("cell",))
card = partial(Decision, blocks=("choose",), refuses=effects.refuse_card)
card_or_stop = partial(card, blocks=("choose", "stop"))
opponent = partial(Decision, blocks=("opponent",), refuses=effects.refuse_opponent)

DECISIONS = Decisions(
    MAIN,
    cell("PLACE", "STA-17.4", "ask.place", refuses=refuse_place, answer=effects.name_cell),
    cell("CELL", "STA-8.4", "ask.cell", refuses=refuse_cell, answer=effects.choose_cell),
    cell("FIRE_TARGET", "STA-7.5", "ask.fire_target", refuses=refuse_target, answer=effects.fire),
    opponent("OPPONENT", "STA-8.3", "ask.opponent", answer=effects.choose_opponent),
    card("HACK_CARD", "STA-8.3", "ask.hack_card", answer=effects.hack),
    card("TUTOR", "STA-8.13", "ask.tutor", answer=effects.take_from_deck),
    card_or_stop("DISPOSAL", "STA-8.14", "ask.disposal", answer=effects.trash_or_stop),
    card("DISCARD_DOWN", "STA-11.1", "ask.discard_down", answer=turn.discard_down),
    card_or_stop("BART_DISCARD", "STA-11.2", "ask.bart_discard", answer=turn.sell_or_stop),
    names=[name.upper() for name in ASK._fields],
    blocks=BLOCKS,
    reasons=REASONS,
    over=turn.over,
    after=turn.count_end,
)
who, legal, apply = DECISIONS.who, DECISIONS.legal, DECISIONS.apply


@rule
def sample(s: State, k: Cards, m: Moves) -> int:
    """A uniform legal option; among many cells by trial, without listing them."""
    if s.ask == ASK.cell or s.ask == ASK.fire_target or (s.ask == ASK.place and s.chosen_count == 0):
        for _ in range(64):
            a = TO.cell + below(m, CELLS)
            why = refuse_target(s, k, a) if s.ask == ASK.fire_target else refuse_cell(s, k, a)
            if why == WHY.none:
                return a
    n = legal(s, k, m)
    return m.a[below(m, n)]
