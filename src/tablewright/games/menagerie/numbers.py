"""From the checked values of `cards.toml` to the record that the rules read."""

from typing import Any

from tablewright.engine import CardsError, Values

from .state import CARDS, DO, TIE, TOP_LEVEL, Cards

NUMBERED_BY = {"bonus_draft": "pig_draws", "draw": "swan_draws", "sale_bonus": "cat_bonus"}  # effect: parameter
POWERED_BY = {"melon": "melon_power", "sushi": "sushi_power"}  # card: parameter


def constants(values: Values) -> dict[str, Any]:
    """The record that the rules read, from checked values (Parameters, Open questions)."""
    cards = [values.cards[card] for card in CARDS]
    cols = values["market_cols_4p"] if values.players == 4 else "same"
    cols = values["market_cols"] if cols == "same" else cols
    counts = [card["count"] for card in cards]
    needed = values["market_rows"] * cols + values.players
    if sum(counts) < needed:
        raise CardsError(f"the deck has {sum(counts)} cards; the market and {values.players} players need {needed}")
    return {
        "players": values.players,
        "count": counts,
        "power": [_power(values, card) for card in CARDS],
        "effect": [DO._fields.index(card["effect"]) for card in cards],
        "value": [_value(values, card) for card in CARDS],
        "sell_vp": values["sell_vp"],
        "rounds": values["rounds"],
        "drafts": values["drafts_per_round"],
        "rows": values["market_rows"],
        "cols": cols,
        "refills": values["refills_per_round"],
        "fill_rounds": int(values["refill_at_round_start"]),
        "spaces": values["spaces"],
        "overflow_vp": values["merge_overflow_vp"],
        "prize_first": values["prize_first"],
        "prize_second": values["prize_second_2p"] if values.players == 2 else values["prize_second"],
        "final_sale": int(values["final_sale"]),
        "dead_are_discarded": int(values["death"] == "discard"),
        "push": int(values["placement_mode"] == "push"),
        "tuck_overflow": int(values["tuck_overflow"]),
        "may_discard": int(values["may_discard_drafted"]),
        "tie_rule": TIE._fields.index(values["tie_rule"]),
        "least_earliest": int(values["least_tie"] == "earliest"),
        "match_exactly": int(values["mosquito_match"] == "exact"),
        "hits_self": int(values["scorpion_hits_self"]),
        "frontmost": int(values["monkey_target"] == "frontmost"),
        "monkey_self": int(values["monkey_self"]),
        "counts_down": int(values["horse_counts_dead"]),
        "disabled_act": int(values["disabled_act"]),
        "bonus_optional": int(values["pig_optional"]),
        "needs_bare": int(values["chocolate_needs_bare_stack"]),
        "pass_drafts": int(values["pass_counts_as_draft"]),
        "replace_upgrade": int(values["replace_upgrade"]),
        "wounds": int(values["harm"] == "wounded"),
    }


def _power(values: Values, card: str) -> list[int]:
    printed: list[int] = values.cards[card]["power"]
    if card not in POWERED_BY:
        return printed
    if any(printed):
        raise CardsError(f"{card}.power cannot be set; the parameter {POWERED_BY[card]!r} says it")
    return [values[POWERED_BY[card]]] * TOP_LEVEL


def _value(values: Values, card: str) -> list[int]:
    effect, printed = values.cards[card]["effect"], values.cards[card]["values"]
    if effect not in NUMBERED_BY:
        return printed  # type: ignore[no-any-return]
    if any(printed):
        raise CardsError(f"{card}.values cannot be set; the parameter {NUMBERED_BY[effect]!r} says it")
    return values[NUMBERED_BY[effect]]  # type: ignore[no-any-return]


def bound(k: Cards) -> int:
    """Termination: what a round can hold at most, every stack and every card counted generously."""
    most_value = max(max(row) for row in k.value)
    refills = k.players * k.refills
    takes = k.rows * k.cols + refills * max(k.rows, k.cols)
    stacks = takes + k.players * k.spaces * (1 + most_value)  # there before, taken, or drawn
    holdings = 2 * stacks  # a placement, and one more after a swap
    bonus_drafts = 2 * most_value * stacks
    passes = k.players * (takes + refills + k.drafts + 1)
    abilities = 3 * stacks
    return k.rounds * (takes + refills + stacks + holdings + bonus_drafts + passes + abilities)
