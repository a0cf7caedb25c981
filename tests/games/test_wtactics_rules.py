"""WTactics: the clauses that no worked example shows, by number; quests and the end have a file of their own."""

import pytest

from .wtactics_help import SPARE, after_veto, match, new, pass_until_turn, play, texts, words

# Players, zones, setup


@pytest.mark.clause("WTA-1.1", "WTA-4.1", "WTA-18.6")
def test_turns_alternate_and_phases_follow_each_other() -> None:
    at = match({"turn": 3, "A": {"hand": SPARE}, "B": {"hand": SPARE}})
    assert (at.seat, words(at)["phase"]) == (0, "play_1")
    at.play("end phase")
    assert (at.seat, words(at)["phase"]) == (0, "play_2")
    at.play("end phase")
    assert (at.seat, at.turns, words(at)["phase"]) == (1, 4, "draw_more")


@pytest.mark.clause("WTA-1.2", "WTA-3.2", "WTA-3.5")
def test_the_start_of_the_game() -> None:
    at = after_veto()
    position = words(at)
    for seat in "AB":
        side = position[seat]
        assert (side["influence"], side["vp"], side["pool"], len(side["hand"]), len(side["deck"])) == (20, 0, 0, 7, 43)
        assert side["resources"] == side["grave"] == side["offensive"] == side["defensive"] == []


@pytest.mark.clause("WTA-1.3")
def test_fields_are_facing_fronts() -> None:
    given = {"A": {"hand": SPARE, "offensive": ["undead_archer"], "defensive": ["hedge_mage"]}}
    at = match({**given, "B": {"offensive": ["botanist"], "defensive": ["royal_guard"]}})
    play(at, "use undead_archer")
    assert texts(at) == ["target undead_archer", "target royal_guard"]


@pytest.mark.clause("WTA-1.5", "WTA-11.1")
def test_a_resource_card_has_no_name_and_cannot_be_targeted() -> None:
    at = match({"A": {"hand": ["scrap_metal"], "resources": ["longbow"] * 3}, "B": {"resources": ["longbow"]}})
    assert "play scrap_metal" not in texts(at)
    hidden = next(zone for zone in at.view(0).table.zones if zone.id == "resources.1")
    assert [item.text for item in hidden.items] == ["resource card"]
    assert all(item.hidden and not item.kind for item in hidden.items)


@pytest.mark.clause("WTA-1.6")
def test_a_card_that_changes_zone_is_a_new_object() -> None:
    given = {"A": {"hand": ["writ_of_recall", *SPARE], "resources": ["kolibri"] * 4}, "B": {}}
    creature = {"card": "esteemed_duelist", "counters": 2, "damage": 1, "marked": True, "used": [1], "stun": 3}
    at = match({**given, "A": {**given["A"], "defensive": [creature]}})
    play(at, "play writ_of_recall", "play esteemed_duelist", "defensive")
    new_one = words(at)["A"]["defensive"][0]
    assert (new_one["counters"], new_one["damage"], new_one["marked"], new_one["used"]) == (0, 0, False, [0, 0, 0])
    assert (new_one["stun"], new_one["entry"]) == (0, 2)


@pytest.mark.clause("WTA-1.8")
def test_what_cannot_be_beats_what_can() -> None:
    guard = {"card": "royal_guard", "attached": [{"card": "fear_of_the_dark", "player": "A"}]}
    at = match(
        {"phase": "move_attack_1", "A": {"hand": SPARE, "offensive": ["wild_warg"]}, "B": {"defensive": [guard]}}
    )
    play(at, "attack")
    assert words(at)["B"]["influence"] == 18


@pytest.mark.clause("WTA-3.3")
def test_the_veto_takes_three_quests_of_each_in_turn() -> None:
    at = new()
    order = []
    while words(at)["decision"] == "veto":
        order.append(at.seat)
        pile = words(at)["quests"]["BA"[at.seat or 0]]
        assert sorted(texts(at)) == sorted(f"veto {quest}" for quest in pile)
        at.play(at.legal_ids[-1])
    assert order == [0, 1, 0, 1, 0, 1]
    assert [len(words(at)["quests"][seat]) for seat in "AB"] == [7, 7]


@pytest.mark.clause("WTA-3.4", "WTA-17.1")
def test_the_top_quests_are_face_up_for_both() -> None:
    at = after_veto()
    piles = [words(at)["quests"][seat] for seat in "AB"]
    for seat in (0, 1, None):
        quests = next(zone for zone in at.view(seat).table.zones if zone.id == "quests")
        assert [item.kind for item in quests.items] == [pile[0] for pile in piles]
    orders = {tuple(words(after_veto(seed))["quests"]["A"]) for seed in range(0, 64, 16)}
    assert len(orders) > 1, "the piles are shuffled"


# The turn


@pytest.mark.clause("WTA-4.2")
def test_allowances_start_anew_each_turn() -> None:
    given = {"A": {"hand": ["bribe", "erode"], "resources": ["kolibri"] * 2, "defensive": ["orc_recruiter"]}}
    at = play(match(given), "lay bribe", "use orc_recruiter")
    assert "lay erode" not in texts(at)
    pass_until_turn(at, 5)
    play(at, "stop")
    assert "lay erode" in texts(at)
    assert words(at)["this_turn"]["spent"] == {"A": 0, "B": 0}
    assert "use orc_recruiter" in texts(at)


@pytest.mark.clause("WTA-4.7")
def test_the_draw_phase() -> None:
    deck = ["erode", "frenzy", "longbow"]
    at = match({"phase": "unmark", "A": {"deck": deck, "hand": SPARE}})
    assert words(at)["A"]["hand"] == ["erode", "bribe"]
    assert texts(at) == ["stop", "draw"]
    at.play("draw")
    assert words(at)["A"]["deck"] == ["longbow"]
    last = match({"phase": "unmark", "A": {"deck": ["erode"], "hand": SPARE}})
    assert words(last)["phase"] == "play_1", "with an empty deck no second card is offered"
    none = match({"phase": "unmark", "A": {"deck": [], "hand": SPARE}})
    assert words(none)["this_turn"]["could_not_draw"] == {"A": 1, "B": 0}


@pytest.mark.clause("WTA-4.8")
def test_all_actions_of_a_play_phase_are_offered() -> None:
    side = {
        "hand": ["sudden_donations", "longbow", "wolf_rider", "royal_guard"],
        "resources": ["kolibri"] * 4,
        "defensive": [{"card": "botanist", "attached": ["orcish_cleaver"]}, "kolibri", "hedge_mage"],
    }
    at = match({"A": side, "quests": {"A": ["q_giant"], "B": ["q_wheel"], "tokens": {"B": {"A": 1}}}}, quests=True)
    first = {text.split()[0] for text in texts(at)}
    assert first == {"end", "lay", "play", "use", "gold", "recycle", "assign", "give", "accept", "abandon"}
    assert "play royal_guard" not in texts(at)
    assert "play longbow" in texts(at)
    assert "play wolf_rider" in texts(at)


@pytest.mark.clause("WTA-4.9")
@pytest.mark.parametrize(
    ("move", "asked"),
    [("lay bribe", True), ("assign botanist", True), ("recycle", True), ("accept q_giant", True), ("gold 1", False)],
)
def test_windows_after_actions(move: str, asked: bool) -> None:
    side = {"hand": SPARE, "resources": ["erode"] * 4, "defensive": ["botanist"]}
    given = {"A": side, "B": {"hand": ["sudden_donations"]}, "quests": {"A": ["q_giant"]}}
    at = play(match(given, quests=True), move)
    assert (at.seat == 1) is asked
    if asked:
        assert words(at)["window"] == "after_action"
        at.play("pass")
        assert at.seat == 0


@pytest.mark.clause("WTA-4.10")
def test_one_move_phase_and_one_attack_phase() -> None:
    side = {"hand": SPARE, "offensive": ["elvish_fighter", "wild_warg"], "defensive": ["hedge_mage"]}
    at = match({"phase": "move_attack_1", "A": side})
    assert texts(at) == ["skip", "move", "attack"]
    play(at, "attack", "attack elvish_fighter", "done", "end phase")
    assert words(at)["phase"] == "move_attack_2"
    assert texts(at) == ["skip", "move"]


@pytest.mark.clause("WTA-4.13")
def test_discard_down_to_seven_and_no_further() -> None:
    at = match({"phase": "discard", "A": {"hand": ["kolibri"] * 5 + ["erode", "frenzy", "longbow", "bribe"]}})
    play(at, "discard erode", "discard frenzy")
    assert len(words(at)["A"]["hand"]) == 7
    assert at.turns == 4
    assert words(at)["A"]["grave"] == ["erode", "frenzy"]


# Resource cards: the designer's chapter


@pytest.mark.clause("WTA-5.1", "WTA-5.2")
@pytest.mark.parametrize("card", ["elder_wose", "longbow", "rabies", "frenzy", "firebrand", "peasant_levy"])
def test_any_card_may_be_laid_whatever_its_type(card: str) -> None:
    at = play(match({"A": {"hand": [card, "bribe"], "resources": ["kolibri"]}}), f"lay {card}")
    assert words(at)["A"]["resources"] == ["kolibri", card]
    assert not [text for text in texts(at) if text.startswith("lay")]


@pytest.mark.clause("WTA-5.3")
def test_a_laid_card_gives_gold_at_once() -> None:
    at = play(match({"A": {"hand": ["bribe"], "defensive": ["kolibri"]}}), "lay bribe", "gold 1")
    assert words(at)["A"]["pool"] == 1


@pytest.mark.clause("WTA-5.2", "WTA-20.1")
@pytest.mark.parametrize("phase", ["move_attack_1", "entrance", "discard"])
def test_no_lay_recycle_or_marking_outside_the_play_phases(phase: str) -> None:
    side = {"hand": ["peasant_levy"] * 8, "resources": ["kolibri"] * 4, "offensive": ["hedge_mage"]}
    at = match({"phase": phase, "A": side})
    assert not [text for text in texts(at) if text.split()[0] in ("lay", "recycle", "gold")]


@pytest.mark.clause("WTA-5.4", "WTA-5.7")
def test_a_resource_card_gives_gold_once_a_turn() -> None:
    given = {"A": {"hand": SPARE, "resources": ["kolibri", "erode"], "gave": [1]}}
    at = match(given)
    assert words(at)["A"]["gold"] == 1, "unmarked again, but its gold of this turn is spent"
    at.play("gold 1")
    assert (words(at)["A"]["pool"], words(at)["A"]["resources"]) == (0, ["kolibri*", "erode"])
    free = match(given, resource_gold_cap_per_turn="none")
    assert words(free)["A"]["gold"] == 2
    free.play("gold 1")
    assert words(free)["A"]["pool"] == 1


@pytest.mark.clause("WTA-5.8")
def test_resource_cards_are_shown_in_piles_of_four() -> None:
    at = match({"A": {"hand": SPARE, "resources": ["kolibri"] * 4 + ["erode*"] * 5}})
    zone = next(zone for zone in at.view(0).table.zones if zone.id == "resources.0")
    assert (zone.columns, zone.row_labels) == (4, ("pile 1", "pile 2", "pile 3"))
    assert zone.note == "4 of 9 unmarked, 4 gold available"


@pytest.mark.clause("WTA-6.13")
def test_the_cost_is_on_the_card() -> None:
    at = match({"A": {"hand": ["death_mark", "elder_wose", "writ_of_recall"]}})
    hand = next(zone for zone in at.view(0).table.zones if zone.id == "hand.0")
    printed = [
        ("Creature Tree, cost 9", "Gaian, 8/9"),
        ("Event", "costs X+2: no target now"),
        ("Event", "costs T-3: no target now"),
    ]
    assert [item.lines[:2] for item in hand.items] == printed


# Equipment, abilities, triggers


@pytest.mark.clause("WTA-7.5")
def test_give_pays_again_and_marks_both() -> None:
    side = {
        "hand": SPARE,
        "resources": ["kolibri"] * 3,
        "offensive": [
            {"card": "court_wizard", "attached": ["longbow"]},
            "hedge_mage",
            "merman_brawler",
            "royal_guard*",
        ],
        "defensive": ["hedge_mage"],
    }
    at = play(match({"A": side}), "give longbow")
    after = words(at)["A"]
    assert after["gold"] == 1
    assert [(c["card"], c["marked"], len(c["attached"])) for c in after["offensive"]] == [
        ("court_wizard", True, 0),
        ("hedge_mage", True, 1),
        ("merman_brawler", False, 0),
        ("royal_guard", True, 0),
    ]


@pytest.mark.clause("WTA-8.8")
def test_triggers_resolve_the_active_player_first_then_by_entry() -> None:
    mine = {"hand": ["jevyans_advice", "erode"], "resources": ["kolibri"] * 4}
    mine |= {"offensive": ["dark_adept"], "defensive": ["gigantic_spider"]}
    theirs = {"hand": ["frenzy"], "defensive": ["benevolent_baron", "gigantic_spider"]}
    at = play(match({"B": theirs, "A": mine}), "play jevyans_advice")
    while at.turns == 3 and words(at)["decision"] != "play":
        at.play(at.legal_ids[0])
    log = [line for line in at.log() if "triggers" in line]
    assert log == ["A's Gigantic Spider triggers.", "B's Benevolent Baron triggers.", "B's Gigantic Spider triggers."]


@pytest.mark.clause("WTA-9.9")
def test_a_chain_belongs_to_its_window() -> None:
    at = match(
        {
            "phase": "move_attack_1",
            "A": {"hand": ["frenzy", *SPARE], "offensive": ["elvish_fighter"]},
            "B": {"hand": ["embrace_of_peace"], "resources": ["kolibri"] * 3, "defensive": ["royal_guard"]},
        }
    )
    play(at, "attack", "pass", "defend elvish_fighter", "pass", "play frenzy")
    assert at.seat == 1
    assert "play embrace_of_peace" in texts(at)


@pytest.mark.clause("WTA-10.4")
def test_an_assigned_creature_is_no_target_for_its_controller() -> None:
    side = {"hand": ["forced_march", "abduction", *SPARE], "resources": ["kolibri"] * 3}
    assigned = {"card": "botanist", "assigned": 1}
    own = match({"A": {**side, "defensive": [assigned]}})
    assert "play forced_march" not in texts(own)
    foreign = play(match({"A": side, "B": {"defensive": [assigned]}}), "play abduction")
    assert [c["card"] for c in words(foreign)["B"]["offensive"]] == ["botanist"]


# Combat


@pytest.mark.clause("WTA-13.14")
def test_a_defender_that_becomes_marked_goes_on_defending() -> None:
    at = match(
        {
            "phase": "move_attack_1",
            "A": {"hand": SPARE, "resources": ["erode"] * 2, "offensive": ["wild_warg", "court_wizard"]},
            "B": {"defensive": ["merman_hoplite"]},
        }
    )
    play(at, "attack", "attack wild_warg", "done", "defend wild_warg", "use court_wizard")
    hoplite = words(at)["B"]["grave"]
    assert hoplite == ["merman_hoplite"]
    assert words(at)["B"]["influence"] == 20


@pytest.mark.clause("WTA-14.7", "WTA-16.6")
def test_prevention_is_used_up_in_entry_order_and_decides_who_stuns() -> None:
    fight = {"phase": "move_attack_1", "A": {"hand": SPARE, "offensive": [{"card": "elder_wose", "prevention": 2}]}}
    first = play(
        match({**fight, "B": {"defensive": ["merman_brawler", "elvish_fighter"]}}),
        "attack",
        "defend elder_wose",
        "defend elder_wose",
    )
    assert (words(first)["A"]["offensive"][0]["damage"], words(first)["A"]["offensive"][0]["stun"]) == (2, 0)
    last = play(
        match({**fight, "B": {"defensive": ["elvish_fighter", "merman_brawler"]}}),
        "attack",
        "defend elder_wose",
        "defend elder_wose",
    )
    assert (words(last)["A"]["offensive"][0]["damage"], words(last)["A"]["offensive"][0]["stun"]) == (2, 1)


def test_the_question_about_an_upkeep_says_what_it_costs_and_what_happens_otherwise() -> None:
    given = {"phase": "unmark", "A": {"hand": SPARE, "resources": ["kolibri"] * 3, "offensive": ["bone_golem"]}}
    asked = match(given).view(0).table.prompt.text
    assert "Pay 2 of your 3 gold" in asked
    assert "If not, what stands after ~ happens: Upkeep 2 ~ Destroy this." in asked
