"""Every decision in one place: its name and clause in the rulebook, the prompt, its options, what an answer does."""

from tablewright.engine import Decision, Decisions, Moves, below, rule

from . import effects, options, turn
from .board import can_begin
from .effects import cell_fits, in_range
from .state import ASK, BLOCKS, CELLS, TO, Cards, State

DECISIONS = Decisions(
    Decision(
        "MAIN",
        "STA-4.1",
        "ask.main",
        ask=ASK.main,
        options=options.list_main,
        allows=options.allows_action,
        answer=turn.act,
    ),
    Decision(
        "PLACE",
        "STA-17.4",
        "ask.place",
        ask=ASK.place,
        options=options.list_placements,
        allows=options.allows_next_cell,
        answer=effects.name_cell,
    ),
    Decision(
        "CELL",
        "STA-8.4",
        "ask.cell",
        ask=ASK.cell,
        options=options.list_cells,
        allows=options.allows_cell,
        answer=effects.choose_cell,
    ),
    Decision(
        "FIRE_TARGET",
        "STA-7.5",
        "ask.fire_target",
        ask=ASK.fire_target,
        options=options.list_fire_targets,
        allows=options.allows_target,
        answer=effects.fire,
    ),
    Decision(
        "OPPONENT",
        "STA-8.3",
        "ask.opponent",
        ask=ASK.opponent,
        options=options.list_opponents,
        allows=options.allows_opponent,
        answer=effects.name_opponent,
    ),
    Decision(
        "HACK_CARD",
        "STA-8.3",
        "ask.hack_card",
        ask=ASK.hack_card,
        options=options.list_their_hand,
        allows=options.allows_their_card,
        answer=effects.hack,
    ),
    Decision(
        "TUTOR",
        "STA-8.13",
        "ask.tutor",
        ask=ASK.tutor,
        options=options.list_deck,
        allows=options.allows_card_of_deck,
        answer=effects.take_from_deck,
    ),
    Decision(
        "DISPOSAL",
        "STA-8.14",
        "ask.disposal",
        ask=ASK.disposal,
        options=options.list_hand_or_stop,
        allows=options.allows_card_or_stop,
        answer=effects.trash_or_stop,
    ),
    Decision(
        "DISCARD_DOWN",
        "STA-11.1",
        "ask.discard_down",
        ask=ASK.discard_down,
        options=options.list_hand,
        allows=options.allows_card,
        answer=turn.discard_down,
    ),
    Decision(
        "BART_DISCARD",
        "STA-11.2",
        "ask.bart_discard",
        ask=ASK.bart_discard,
        options=options.list_hand_or_stop,
        allows=options.allows_card_or_stop,
        answer=turn.sell_or_stop,
    ),
    blocks=BLOCKS,
    over=turn.over,
    after=turn.count_end,
)
who, legal, apply = DECISIONS.who, DECISIONS.legal, DECISIONS.apply


@rule
def sample(s: State, k: Cards, m: Moves) -> int:
    """A uniform legal option; among many cells by trial, without listing them."""
    if s.ask == ASK.cell or s.ask == ASK.fire_target or (s.ask == ASK.place and s.chosen_count == 0):
        for _ in range(64):
            cell = below(m, CELLS)
            if s.ask == ASK.place:
                fits = can_begin(s, k, cell, s.effect)
            elif s.ask == ASK.cell:
                fits = cell_fits(s, k, s.effect - 1, cell)
            else:
                fits = in_range(s, k, cell)
            if fits:
                return TO.cell + cell
    n = legal(s, k, m)
    return m.a[below(m, n)]
