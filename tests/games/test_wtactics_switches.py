"""WTactics: every parameter and edition does what it says."""

from typing import Any

import pytest

from tablewright.engine import CardsError, Match, assert_conforms

from .wtactics_help import game, match, pass_until_turn, play, texts, variant, words

SPARE = ["bribe"]


def started(**changes: Any) -> Match:
    """A new game after the veto."""
    at = Match(game().variant(changes=changes), seed=5)
    while words(at)["decision"] == "veto":
        at.play(at.legal_ids[0])
    return at


@pytest.mark.clause("WTA-3.2")
def test_start_influence() -> None:
    assert words(started(start_influence=30))["B"]["influence"] == 30


@pytest.mark.clause("WTA-19.2")
def test_vp_to_win() -> None:
    given = {
        "phase": "discard",
        "A": {"vp": 2},
        "this_turn": {"spells": {"A": 2}},
        "quests": {"A": ["q_lore", "q_giant"], "tokens": {"A": {"A": 1}}},
    }
    assert match(given, quests=True, vp_to_win=3).over
    assert not match(given, quests=True).over


def test_quests_off() -> None:
    at = Match(variant(), seed=0)
    assert words(at)["decision"] == "mulligan"
    assert words(at)["quests"]["A"] == []
    assert not [zone for zone in at.view(0).table.zones if zone.id == "quests"]


@pytest.mark.clause("WTA-2.3", "WTA-3.3")
def test_quest_deck_size_and_vetoes() -> None:
    at = started(quest_deck_size=6, vetoes_each=1)
    assert [len(words(at)["quests"][seat]) for seat in "AB"] == [5, 5]
    assert len(words(started(vetoes_each=0))["quests"]["A"]) == 10


@pytest.mark.clause("WTA-3.5")
def test_opening_hand_and_starting_resources() -> None:
    side = words(started(opening_hand=5, starting_resources=3))["A"]
    assert (len(side["hand"]), len(side["resources"]), len(side["deck"])) == (5, 3, 42)
    assert not any(card.endswith("*") for card in side["resources"])


@pytest.mark.clause("WTA-4.13")
def test_hand_limit() -> None:
    at = match({"phase": "discard", "A": {"hand": ["kolibri"] * 3 + ["erode"] * 4}}, hand_limit=5)
    play(at, "discard erode", "discard erode")
    assert (len(words(at)["A"]["hand"]), at.turns) == (5, 4)


@pytest.mark.clause("WTA-4.7")
def test_draws() -> None:
    given = {"phase": "unmark", "A": {"hand": SPARE}}
    assert words(match(given, draw_max=1))["phase"] == "play_1"
    three = play(match(given, draw_max=3), "draw", "draw")
    assert (words(three)["phase"], len(words(three)["A"]["hand"])) == ("play_1", 4)
    first = match({"turn": 1, **given}, first_player_skips_draw=True)
    assert (words(first)["phase"], words(first)["A"]["hand"]) == ("play_1", SPARE)
    with pytest.raises(CardsError, match="'draw_min' is 2"):
        variant(draw_min=2)


@pytest.mark.clause("WTA-5.2")
def test_lays_per_turn() -> None:
    at = play(match({"A": {"hand": ["erode", "frenzy", "bribe"]}}, lays_per_turn=2), "lay erode", "lay frenzy")
    assert "lay bribe" not in texts(at)


@pytest.mark.clause("WTA-5.9", "WTA-5.10")
def test_recycling() -> None:
    given = {"A": {"hand": SPARE, "resources": ["kolibri*", "erode", "frenzy", "longbow"]}}
    two = play(match(given, recycle_count=2), "recycle", "recycle 1", "recycle 3")
    assert words(two)["A"]["resources"] == ["erode", "longbow"]
    assert "recycle" not in texts(match(given, recycles_per_turn=0))
    assert "recycle" not in texts(match(given, recycle_marked_allowed=False))
    unmarked = play(match(given, recycle_marked_allowed=False, recycle_count=3), "recycle")
    assert words(unmarked)["A"]["resources"] == ["kolibri*"]
    twice = play(match(given, recycle_count=2, recycles_per_turn=2), "recycle", "recycle 1", "recycle 2", "recycle")
    assert words(twice)["A"]["resources"] == []


@pytest.mark.clause("WTA-5.4", "WTA-5.6")
def test_gold() -> None:
    given = {"A": {"hand": ["royal_tax", *SPARE], "resources": ["kolibri", "kolibri"]}}
    rich = play(match(given, gold_per_resource=2), "play royal_tax", "target A")
    assert words(rich)["A"]["pool"] == 1, "the second gold of the marked card stays in the pool"
    carried = pass_until_turn(play(match(given, gold_carries_over=True), "gold 1"), 4)
    assert words(carried)["A"]["pool"] == 1
    assert not [text for text in texts(match(given, manual_marking=False)) if text.startswith("gold")]


def test_deck_limits() -> None:
    deck = list(game().cards.parameters["love_for_life"].default or [])  # type: ignore[arg-type]
    small = [entry for entry in deck if "fighter" not in str(entry)]
    assert variant(own_deck_a=small, min_total_cards=56)
    with pytest.raises(CardsError, match="it may have 3"):
        variant(max_copies=3)


@pytest.mark.clause("WTA-11.9", "WTA-4.4")
def test_unassign_cost() -> None:
    given = {
        "phase": "unmark",
        "A": {"hand": SPARE, "resources": ["kolibri"], "defensive": [{"card": "botanist", "assigned": 1}]},
    }
    assert words(match(given, unassign_cost=2))["decision"] == "draw2"
    free = play(match(given, unassign_cost=0), "unassign botanist")
    assert words(free)["A"]["resources"] == ["kolibri"]


@pytest.mark.clause("WTA-8.3")
def test_ability_uses_per_turn() -> None:
    given = {"A": {"hand": SPARE, "resources": ["kolibri"] * 4, "offensive": ["esteemed_duelist"]}}
    at = play(match(given, ability_uses_per_turn=3), *["use esteemed_duelist"] * 3)
    assert words(at)["A"]["offensive"][0]["attack"] == 4
    assert "use esteemed_duelist" not in texts(at)


@pytest.mark.clause("WTA-13.11", "WTA-16.9")
@pytest.mark.parametrize(
    ("attacker", "damage", "influence"),
    [("wild_warg", None, 20), ("elder_wose", [3, 2], 17)],
)
def test_attacker_damage_split(attacker: str, damage: list[int] | None, influence: int) -> None:
    given = {
        "phase": "move_attack_1",
        "A": {"hand": SPARE, "offensive": [attacker]},
        "B": {"defensive": ["royal_guard", "hedge_mage"]},
    }
    at = play(match(given, attacker_damage="split"), "attack", f"defend {attacker}", f"defend {attacker}")
    assert words(at)["B"]["influence"] == influence
    if damage:
        assert words(at)["B"]["grave"] == ["royal_guard", "hedge_mage"]


@pytest.mark.clause("WTA-13.11")
def test_split_damage_goes_to_the_oldest_first_and_the_rest_to_the_last() -> None:
    given = {
        "phase": "move_attack_1",
        "A": {"hand": SPARE, "offensive": [{"card": "majestic_griffin", "prevention": 99}]},
        "B": {"defensive": ["elvish_archer", {"card": "elvish_marksman", "counters": 3}, "undead_archer"]},
    }
    at = play(match(given, attacker_damage="split"), "attack", *["defend majestic_griffin"] * 3, "pass")
    after = words(at)["B"]
    assert after["grave"] == ["elvish_archer"]
    assert [(c["card"], c["damage"]) for c in after["defensive"]] == [("elvish_marksman", 3), ("undead_archer", 0)]


@pytest.mark.clause("WTA-9.6")
def test_no_windows_after_actions() -> None:
    given = {"A": {"hand": ["erode", *SPARE]}, "B": {"hand": ["sudden_donations"]}}
    assert play(match(given), "lay erode").seat == 1
    assert play(match(given, after_action_windows="none", lays_per_turn=2), "lay erode").seat == 0


@pytest.mark.clause("WTA-9.8")
def test_always_ask() -> None:
    given = {"A": {"hand": ["erode", "frenzy", *SPARE]}}
    assert play(match(given, lays_per_turn=2), "lay erode").seat == 0
    asked = play(match(given, lays_per_turn=2, always_ask=True), "lay erode")
    assert (asked.seat, texts(asked)) == (1, ["pass"])


@pytest.mark.clause("WTA-3.6")
def test_mulligans() -> None:
    given = {"turn": 1, "phase": "mulligan", "A": {"hand": ["erode"] * 4 + ["frenzy"] * 3, "deck": ["kolibri"] * 20}}
    assert words(match(given, mulligan="none"))["decision"] == "mulligan", "a position may ask for it"
    assert words(started(mulligan="none"))["decision"] == "draw2"
    at = play(match(given, mulligan="open"), "mulligan", "keep frenzy")
    assert sorted(texts(at)) == ["keep erode", "keep frenzy", "stop"]
    at.play("keep erode")
    after = words(at)
    assert after["decision"] == "draw2", "no second mulligan"
    assert after["A"]["known"] == {"hand": ["frenzy", "erode"]}
    assert len(after["A"]["hand"]) == 8
    until_empty = match({"turn": 1, "phase": "mulligan", "A": {"hand": ["erode"] * 2, "deck": ["kolibri"] * 9}})
    play(until_empty, "mulligan", "mulligan", "mulligan")
    assert words(until_empty)["A"]["hand"] != []
    assert words(until_empty)["decision"] == "draw2", "with an empty hand it ends"


@pytest.mark.clause("WTA-19.5")
def test_turn_limit() -> None:
    assert match({"turn": 40, "phase": "discard"}, turn_limit=40).over


SWITCHES: list[dict[str, Any]] = [
    {"quests": False, "gold_carries_over": True, "attacker_damage": "split", "draw_max": 3},
    {"always_ask": True, "mulligan": "open", "lays_per_turn": 2, "gold_per_resource": 2},
    {"after_action_windows": "none", "recycle_marked_allowed": False, "recycles_per_turn": 2, "recycle_count": 2},
    {"resource_gold_cap_per_turn": "none", "manual_marking": False, "starting_resources": 3, "hand_limit": 5},
    {"stealth_equal_may_defend": False, "ability_uses_per_turn": 3, "unassign_cost": 0, "mulligan": "none"},
    {"first_player_skips_draw": True, "quest_deck_size": 5, "vetoes_each": 0, "turn_limit": 40, "vp_to_win": 3},
]


@pytest.mark.slow
@pytest.mark.parametrize("changes", SWITCHES, ids=",".join)
def test_the_game_conforms_with_switches_turned(changes: dict[str, Any]) -> None:
    assert_conforms(game(), 2, changes=changes, seed=11, compiled=False)
