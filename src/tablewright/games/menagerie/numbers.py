"""From the checked values of `cards.toml` to the record that the rules read."""

from typing import Any

from tablewright.engine import CardsError, Values

from .state import CARDS, DO, TIE, TOP_LEVEL, Cards

NUMBERED_BY = {"bonus_draft": "pig_draws", "draw": "swan_draws", "sale_bonus": "cat_bonus"}  # effect: parameter
POWERED_BY = {"melon": "melon_power", "sushi": "sushi_power"}  # card: parameter


def constants(values: Values) -> dict[str, Any]:
    """What the rules read that is not a number of that name in cards.toml (Parameters, Open questions)."""
    cols = values["market_cols_4p"] if values.players == 4 else "same"
    cols = values["market_cols"] if cols == "same" else cols
    there, needed = sum(card["count"] for card in values.cards.values()), values["market_rows"] * cols + values.players
    if there < needed:
        raise CardsError(f"the deck has {there} cards; the market and {values.players} players need {needed}")
    return {
        "power": [_power(values, card) for card in CARDS],
        "effect": [DO._fields.index(values.cards[card]["effect"]) for card in CARDS],
        "value": [_value(values, card) for card in CARDS],
        "market_cols": cols,
        "prize_second": values["prize_second_2p"] if values.players == 2 else values["prize_second"],
        "dead_are_discarded": int(values["death"] == "discard"),
        "push": int(values["placement_mode"] == "push"),
        "tie_rule": TIE._fields.index(values["tie_rule"]),
        "least_earliest": int(values["least_tie"] == "earliest"),
        "match_exactly": int(values["mosquito_match"] == "exact"),
        "frontmost": int(values["monkey_target"] == "frontmost"),
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
    refills = k.players * k.refills_per_round
    takes = k.market_rows * k.market_cols + refills * max(k.market_rows, k.market_cols)
    stacks = takes + k.players * k.spaces * (1 + most_value)  # there before, taken, or drawn
    holdings = 2 * stacks  # a placement, and one more after a swap
    bonus_drafts = 2 * most_value * stacks
    passes = k.players * (takes + refills + k.drafts_per_round + 1)
    abilities = 3 * stacks
    return k.rounds * (takes + refills + stacks + holdings + bonus_drafts + passes + abilities)
