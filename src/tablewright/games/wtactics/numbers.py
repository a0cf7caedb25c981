"""From the checked values of cards.toml to the record that the rules read."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tablewright.engine import CardsError, Values, unknown

from . import vocabulary as terms
from .decks import deck_numbers
from .ids import DESIGNS, MULLIGAN, QUESTS
from .language import Text, Vocabulary, read_card
from .state import Cards

PRINTED_COST = re.compile(r"([XT])([+-]\d)?")


def constants(values: Values) -> dict[str, Any]:
    """The record of the rules; raises CardsError for cards and decks that make no sense."""
    designs = [name for name, card in values.cards.items() if card["type"] != "Quest"]
    quests = [name for name, card in values.cards.items() if card["type"] == "Quest"]
    if len(designs) > DESIGNS or len(quests) > QUESTS:
        raise CardsError(f"there may be {DESIGNS} army cards and {QUESTS} quests, not {len(designs)} and {len(quests)}")
    plain = {name: value for name, value in values.parameters.items() if isinstance(value, int)}
    return {
        **_card_numbers(values, designs),
        **_quest_numbers(values, quests),
        **deck_numbers(values, designs, quests),
        **{name: int(plain[name]) for name in Cards.fields if name in plain},
        "gold_capped": int(values["resource_gold_cap_per_turn"] != "none"),
        "damage_split": int(values["attacker_damage"] == "split"),
        "after_action_windows": int(values["after_action_windows"] == "all"),
        "mulligan": MULLIGAN._fields.index(values["mulligan"]),
    }


def _card_numbers(values: Values, designs: Sequence[str]) -> dict[str, Any]:
    subtypes = sorted({name for card in values.cards.values() for name in card["subtypes"]} | {"Caster"})
    if len(subtypes) > 60:
        raise CardsError(f"there may be 60 subtypes, not {len(subtypes)}")
    v = Vocabulary(designs, subtypes)
    rows: list[dict[str, int]] = []
    first_ability, first_static = [0], [0]
    for name in designs:
        text = read_card(name, values.cards[name]["rules"], v)
        rows.append(_design(name, values.cards[name], text, v))
        first_ability.append(len(v.abilities))
        first_static.append(len(v.statics))
    columns = {column: _filled([row[column] for row in rows], DESIGNS) for column in rows[0]}
    return {
        **columns,
        "designs": len(designs),
        "place": _filled([list(values.cards).index(name) for name in designs], DESIGNS),
        "caster": 1 << subtypes.index("Caster"),
        "first_ability": first_ability + first_ability[-1:] * (DESIGNS + 1 - len(first_ability)),
        "first_static": first_static + first_static[-1:] * (DESIGNS + 1 - len(first_static)),
        "ability": _table("abilities", v.abilities, terms.ABILITIES, 11),
        "target": _table("targets", v.targets, terms.TARGETS, 5),
        "static": _table("passive texts", v.statics, terms.STATICS, 7),
        "program": _table("effect words", v.program, terms.PROGRAM, 5),
    }


def _design(name: str, card: Mapping[str, Any], text: Text, v: Vocabulary) -> dict[str, int]:
    kind, modifier = _cost(name, card)
    keys, stealth = _keywords(name, card["keywords"])
    _check_target(name, card, text, v)
    if card["type"] in ("Equipment", "Enchantment") and text.play_ability < 0:
        raise CardsError(f"{name}.rules: {card['type']} needs a line 'attach: target creature ...'")
    return {
        "type": terms.TYPES.index(card["type"]),
        "faction": terms.FACTIONS.index(card["faction"]),
        "subtypes": sum(1 << v.subtypes.index(subtype) for subtype in card["subtypes"]),
        "cost_kind": kind,
        "cost": modifier,
        "x_mode": terms.X_MODES.index(card["x"]),
        "attack": card["attack"],
        "defence": card["defence"],
        "keys": keys,
        "stealth": stealth,
        "token": int(card["token"]),
        "enters_marked": text.enters_marked,
        "enters_with_x": text.enters_with_x,
        "wants_front": int(text.wants_front or card["type"] == "Creature"),
        "assign_cost": text.assign_cost,
        "play_ability": text.play_ability,
    }


def _cost(name: str, card: Mapping[str, Any]) -> tuple[int, int]:
    """WTA-6.2: a number, or X or T with a modifier; X must be defined by the card."""
    cost = card["cost"]
    if isinstance(cost, int):
        return 0, cost
    found = PRINTED_COST.fullmatch(cost)
    assert found is not None  # cards.toml allows no other words
    if found[1] == "X" and card["x"] == "none":
        modes = ", ".join(terms.X_MODES[1:])
        raise CardsError(f"{name} costs {cost}, but does not say what X is; x must be one of {modes}")
    return "XT".index(found[1]) + 1, int(found[2] or 0)


def _check_target(name: str, card: Mapping[str, Any], text: Text, v: Vocabulary) -> None:
    """WTA-6.3, WTA-6.4: what the cost looks at must be what the card aims at."""
    target = v.abilities[text.play_ability][terms.ABILITY.target] if text.play_ability >= 0 else -1
    kinds = v.targets[target][terms.TARGET.kinds] if target >= 0 else 0
    if str(card["cost"]).startswith("T") and (not kinds or kinds & (terms.AIM.player | terms.AIM.field)):
        raise CardsError(
            f"{name} costs {card['cost']}, but its target is no card; only cards have a gold cost (WTA-6.4)"
        )
    asked = {"attack of target": ("creature", terms.AIM.creature), "hand of target": ("player", terms.AIM.player)}
    if card["x"] in asked and kinds != asked[card["x"]][1]:
        raise CardsError(f"{name}: x is the {card['x']}, so its text must begin with 'target {asked[card['x']][0]}'")


def _keywords(name: str, words: Sequence[str]) -> tuple[int, int]:
    keys, stealth = 0, 0
    for word in words:
        if word.startswith("Stealth "):
            stealth = int(word.removeprefix("Stealth "))
        elif word in terms.PRINTED:
            keys |= 1 << terms.KEYWORDS.index(word)
        else:
            raise CardsError(f"{name}.keywords: {unknown('keyword', word, (*terms.PRINTED, 'Stealth n'))}")
    return keys, stealth


def _quest_numbers(values: Values, quests: Sequence[str]) -> dict[str, Any]:
    cards = [values.cards[quest] for quest in quests]
    return {
        "quest_vp": _filled([card["vp"] for card in cards], QUESTS),
        "quest_checked": _filled([terms.CHECKED._fields.index(card["checked"]) for card in cards], QUESTS),
        "quest_kind": _filled([terms.QUEST_KINDS.index(card["done"]) for card in cards], QUESTS),
        "quest_amount": _filled([card["amount"] for card in cards], QUESTS),
    }


def _filled(values: Sequence[int], size: int) -> list[int]:
    return [*values, *[0] * (size - len(values))]


def _table(what: str, rows: Sequence[Sequence[int]], size: int, columns: int) -> list[list[int]]:
    if len(rows) > size:
        raise CardsError(f"the cards have {len(rows)} {what}; {size} fit")
    return [*map(list, rows), *[[0] * columns for _ in range(size - len(rows))]]
