"""WTactics: random battles come out as in a second, independent reading of the rulebook."""

from random import Random
from typing import Any

import pytest

from tablewright.engine import Match

from .wtactics_combat_oracle import Battle, fighters
from .wtactics_help import match, words

PLAIN = (
    *("elvish_fighter", "elvish_archer", "elvish_ranger", "elvish_marksman", "merman_brawler", "merman_hoplite"),
    *("majestic_griffin", "elder_wose", "troll_marauder", "bone_golem", "royal_guard", "merchant_ship"),
    *("hedge_mage", "peasant_levy", "mercenary", "orc_token"),
)

HOPLITES = ["merman_hoplite"] * 10


def recruit(chance: Random) -> dict[str, Any]:
    """A creature without anything to use, perhaps wounded, armed, shielded, strengthened or marked."""
    one: dict[str, Any] = {"card": chance.choice(PLAIN), "counters": chance.choice([0, 0, 0, 1, 2])}
    one["attached"] = [card for card in ("orcish_cleaver", "algae_armour") if chance.random() < 0.2]
    one["prevention"] = chance.choice([0, 0, 0, 1, 2])
    one["marked"] = chance.random() < 0.1
    one["damage"] = chance.choice([0, 0, one["counters"]])
    return one


def battle(seed: int, **changes: Any) -> tuple[Match, Battle]:
    """The same random battle on the table and in the oracle, choice by choice."""
    chance = Random(seed)
    ours, theirs = ([recruit(chance) for _ in range(chance.randint(1, n))] for n in (4, 5))
    given = {
        "phase": "move_attack_1",
        "A": {"hand": ["bribe"], "offensive": [{"card": "hedge_mage"}, *ours]},
        "B": {"defensive": theirs, "influence": chance.choice([3, 20])},
    }
    at = match(given, **changes)
    at.play("attack")

    def choose(who: str, options: list[str]) -> str:
        assert ("AB"[at.seat or 0], sorted(m.text for m in at.moves)) == (who, sorted(options))
        at.play(chosen := chance.choice(options))
        return chosen

    before = words(match(given, **changes))
    split = changes.get("attacker_damage") == "split"
    oracle = Battle(
        fighters(before), before["B"]["influence"], choose, split, changes.get("stealth_equal_may_defend", True)
    )
    oracle.fight()
    return at, oracle


@pytest.mark.clause("WTA-13.2", "WTA-13.4", "WTA-13.5", "WTA-13.7", "WTA-13.9", "WTA-13.10", "WTA-13.11", "WTA-13.12")
@pytest.mark.clause("WTA-14.5", "WTA-14.7", "WTA-16.1", "WTA-16.3", "WTA-16.4", "WTA-16.5", "WTA-16.6", "WTA-16.9")
@pytest.mark.parametrize(
    "changes", [{}, {"attacker_damage": "split"}, {"stealth_equal_may_defend": False}], ids=["", "split", "stealth"]
)
@pytest.mark.parametrize("battles", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_random_battles(changes: dict[str, Any], battles: int) -> None:
    for seed in range(battles):
        at, oracle = battle(seed, **changes)
        after = words(at)
        assert after["B"]["influence"] == oracle.influence, seed
        standing = [*after["A"]["offensive"], *after["B"]["defensive"]]
        creatures = [o for o in standing if "defence" in o]
        told = sorted((o["entry"], o["damage"], o["prevention"], o["stun"], o["marked"]) for o in creatures)
        alive = [one for one in oracle.fighters if one.alive]
        assert told == sorted((o.entry, o.damage, o.shield, o.stun, o.marked) for o in alive), seed
        assert sorted(o["card"] for o in standing if "defence" not in o) == sorted(oracle.dropped), seed


@pytest.mark.clause("WTA-16.4", "WTA-13.11")
def test_ten_guards_against_ten_attackers() -> None:
    """A hundred pairs: four combats with the last attackers, 1 damage each, end all ten Hoplites (DEF 4)."""
    orcs = {"phase": "move_attack_1", "A": {"offensive": ["orc_token"] * 10}, "B": {"defensive": HOPLITES}}
    made = match(orcs)
    made.play("attack")
    while made.view().table.prompt.decision in ("attackers", "defend"):
        made.play(next(move for move in made.moves if move.text.split()[0] in ("attack", "defend")))
    standing = []
    for _ in range(4):
        made.play(made.moves[-1])
        standing.append(len(words(made)["B"]["defensive"]))
    assert standing == [10, 10, 10, 0]
    while made.view().table.prompt.decision == "order":
        made.play(made.moves[0])
    after = words(made)
    assert len(after["A"]["offensive"]) == 10  # a Hoplite has ATK 0
    assert after["B"]["influence"] == words(match(orcs))["B"]["influence"]
