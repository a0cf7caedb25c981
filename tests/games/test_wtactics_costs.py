"""WTactics: who can be aimed at for how much gold, in random positions, against a second reading of the rulebook."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from .wtactics_help import game, match, texts, words

Words = dict[str, Any]
CARDS: dict[str, Any] = dict(game().cards.cards)
CREATURES = (
    *("elvish_fighter", "merman_brawler", "royal_guard", "majestic_griffin", "hedge_mage", "court_wizard"),
    *("peasant_levy", "orc_token", "elder_wose", "walking_corpse", "mercenary"),
)
AIMED = (
    *("death_mark", "writ_of_recall", "bribe", "scrap_metal", "raise_the_undead", "hourglass"),
    *("firebrand", "carpe_diem", "grassroots", "longbow", "deadly_shock", "rotten_deal"),
)


def printed(card: str) -> int:
    """WTA-6.7: outside of play X and T count as 0."""
    cost = CARDS[card]["cost"]
    return cost if isinstance(cost, int) else max(0, int(str(cost)[1:] or 0))


def random_position(chance: Random, card: str) -> Words:
    def creature() -> Any:
        worn: list[Words] = [{"card": "orcish_cleaver"}] * (chance.random() < 0.2)
        worn += [{"card": "grassroots", "player": chance.choice("AB"), "x": chance.randint(0, 3)}] * (
            chance.random() < 0.2
        )
        if chance.random() < 0.2:
            return {"card": "living_trees", "x": chance.randint(1, 6), "attached": worn}
        return {"card": chance.choice(CREATURES), "marked": chance.random() < 0.4, "attached": worn}

    def side() -> Words:
        return {
            "hand": chance.choices(["erode", "frenzy", "kolibri"], k=chance.randint(1, 4)),
            "grave": chance.choices(["royal_guard", "living_trees", "erode", "kolibri"], k=chance.randint(0, 4)),
            "offensive": [creature() for _ in range(chance.randint(0, 3))],
            "defensive": [creature() for _ in range(chance.randint(0, 3))],
        }

    a, b = side(), side()
    a["hand"].append(card)
    a["resources"] = chance.choices(["erode", "erode*"], k=chance.randint(0, 8))
    a["pool"] = chance.randint(0, 2)
    b["hand"] = chance.choices(["elder_wose", "bribe"], k=chance.randint(0, 5))
    return {"A": a, "B": b}


def on_table(at: Words) -> list[Words]:
    """Every creature with its side and field; WTA-1.3: field A is A's Offensive and B's Defensive."""
    found = []
    for side, front, where in (
        ("A", "offensive", "A"),
        ("A", "defensive", "B"),
        ("B", "defensive", "A"),
        ("B", "offensive", "B"),
    ):
        found += [{**item, "side": side, "field": where} for item in at[side][front]]
    return found


def expected(at: Words, card: str) -> dict[str, int]:
    """Every target of the card that A could choose, with the cost (X as 0 where it is chosen later)."""
    creatures = on_table(at)
    worn = [item for creature in creatures for item in creature["attached"]]
    same = Counter(item["card"] for item in [*creatures, *worn])

    def name(item: Words) -> str:
        return f"{item['card']}#{item['entry']}" if same[item["card"]] > 1 else item["card"]

    mine = [c for c in creatures if c["side"] == "A"]
    casters = {c["field"] for c in mine if "Caster" in CARDS[c["card"]]["subtypes"]}
    unmarked = {c["field"] for c in mine if not c["marked"]}
    if card == "death_mark":
        return {name(c): c["attack"] + 2 for c in creatures}
    if card == "writ_of_recall":
        return {name(c): max(0, c["cost"] - 3) for c in creatures}
    if card == "deadly_shock":
        return {name(c): 2 for c in creatures}
    if card == "scrap_metal":
        return {name(item): max(0, item["cost"] - 1) for item in worn}
    if card == "longbow":
        fit = [c for c in mine if {"Elf", "Human"} & set(CARDS[c["card"]]["subtypes"])]
        return {name(c): 2 for c in fit}
    if card == "grassroots":
        return {name(c): 1 for c in creatures if c["field"] in unmarked}
    if not casters:
        return {}
    if card == "bribe":
        return {name(c): c["cost"] + 1 for c in creatures if c["side"] == "B" and c["field"] in casters}
    if card == "carpe_diem":
        return {f"field {where}": 1 for where in casters}
    if card == "firebrand":
        return {"A": 1, "B": 1, **{name(c): 1 for c in creatures if c["field"] in casters}}
    if card == "rotten_deal":
        return {"A": 3, "B": 3}
    if card == "hourglass":
        return {"A": max(0, len(at["A"]["hand"]) - 1 - 2), "B": max(0, len(at["B"]["hand"]) - 2)}
    return {f"{c} in {p}'s grave": printed(c) for p in "AB" for c in at[p]["grave"] if CARDS[c]["type"] == "Creature"}


@pytest.mark.clause(
    "WTA-6.3", "WTA-6.4", "WTA-6.5", "WTA-6.7", "WTA-6.8", "WTA-6.9", "WTA-10.1", "WTA-10.2", "WTA-10.3"
)
@pytest.mark.parametrize("card", AIMED)
def test_targets_and_what_they_cost(card: str) -> None:
    played = 0
    for seed in range(25):
        chance = Random(f"{card} {seed}")
        at = match(random_position(chance, card))
        before = words(at)
        gold = before["A"]["gold"]
        payable = {name: cost for name, cost in expected(before, card).items() if cost <= gold}
        assert (f"play {card}" in texts(at)) == bool(payable), seed
        if not payable:
            continue
        at.play(f"play {card}")
        chosen = next(iter(payable))
        if len(payable) > 1:
            assert sorted(texts(at)) == sorted(f"target {name}" for name in payable), seed
            at.play(f"target {(chosen := chance.choice(list(payable)))}")
        cost = payable[chosen]
        if words(at)["decision"] == "choose_x":
            assert texts(at) == [f"X={x}" for x in range(gold - cost + 1)], seed
            cost += (x := chance.randrange(gold - cost + 1))
            at.play(f"X={x}")
        if words(at)["decision"] == "front":
            at.play("offensive")
        assert words(at)["this_turn"]["spent"]["A"] == cost, seed
        played += 1
    assert played > 5
