"""Every decision in one place: its name and clause in the rulebook, the prompt, its options, what an answer does."""

from tablewright.engine import Decision, Decisions, Reason, chapter, rule

from . import combat, holding, market
from .combat import end_round, next_combat_step
from .market import next_market_step, next_turn, start_round
from .state import ASK, BLOCKS, REASONS, STAGE, Cards, State


@chapter
def advance(s: State, k: Cards, a: int) -> int:
    """Carry out what is automatic, up to the next decision (Decision points)."""
    while s.ask == ASK.nobody:
        if s.bonus > 0:
            s.ask = ASK.bonus_take  # MEN-8.2: as soon as the holding is over
        elif s.stage == STAGE.round_start:
            start_round(s, k)
        elif s.stage == STAGE.abilities:
            next_market_step(s, k)
        elif s.stage == STAGE.market:
            next_turn(s, k)
        elif s.stage == STAGE.combat:
            next_combat_step(s, k)
        else:
            end_round(s, k)
    return 0


@rule
def over(s: State, k: Cards) -> int:
    """MEN-12.1."""
    return 1 if s.ask == ASK.game_over else 0


WHOLE = {"refilled": "why.refill", "full": "why.insert"}  # what is refused whatever row or place is meant
WHY_NOT = [Reason(f"why.{name}", clause, WHOLE.get(name, "")) for name, clause in REASONS.items()]
DECISIONS = Decisions(
    Decision(
        "HOLD", "MEN-6.1", "ask.hold", options=holding.list_options, refuses=holding.refuses, answer=holding.arrange
    ),
    Decision(
        "HOLD_STACK",
        "MEN-8.8",
        "ask.hold",
        options=holding.list_options,
        refuses=holding.refuses,
        answer=holding.arrange,
    ),
    Decision("TAKE", "MEN-5.2", "ask.take", options=market.list_takes, refuses=market.refuses, answer=market.draft),
    Decision(
        "BONUS_TAKE", "MEN-8.3", "ask.bonus", options=market.list_takes, refuses=market.refuses, answer=market.draft
    ),
    Decision("MARKET_ABILITY", "MEN-4.2", "ask.draw", options=market.list_draws, answer=market.draw_some),
    Decision("MOSQUITO", "MEN-9.6", "ask.column", options=combat.list_columns, answer=combat.choose_column),
    Decision("BEE", "MEN-20.9", "ask.bee", blocks=("bee",), answer=combat.sting_or_not),
    Decision("HONEY", "MEN-20.12", "ask.honey", blocks=("honey",), answer=combat.sell_or_keep),
    blocks=BLOCKS,
    names=[name.upper() for name in ASK._fields],
    over=over,
    reasons=WHY_NOT,
    waiting=Reason("why.not_your_turn", "MEN-1.9", "why.any"),
    ended="ask.over",
    ended_clause="MEN-12.1",
    after=advance,
)
who, legal, apply = DECISIONS.who, DECISIONS.legal, DECISIONS.apply
