"""WTactics: what a seat knows, remembers and is told; what the table shows; the greedy bot."""

from collections.abc import Iterator

import pytest

from tablewright.bots.registry import find
from tablewright.engine import Match, Moves, Zone
from tablewright.games.wtactics.decks import READY_MADE
from tablewright.games.wtactics.state import CARD_IDS, PROBES
from tablewright.lab.executor import Threads
from tablewright.lab.simulate import StopRule, simulate
from tests.games.wtactics_help import game, match, play, texts, variant, words

SPARE = ["bribe"]


def worlds(at: Match, seat: int, count: int = 30) -> Iterator[dict[str, object]]:
    """What a seat may believe, in words."""
    for x in range(count):
        world = at.game.state.copy(at.state)
        world.rng = 7_000_003 * (x + 1)
        at.game.rules.determinize(world, at.variant.cards, seat)
        yield at.game.position.dump(world, at.variant.cards)


def seen_hands(at: Match, seat: int, other: str) -> set[tuple[str, ...]]:
    return {tuple(world[other]["hand"]) for world in worlds(at, seat)}  # type: ignore[index]


def test_an_unknown_hand_varies_and_a_returned_card_stays() -> None:
    given = {"A": {"hand": ["writ_of_recall", *SPARE], "resources": ["kolibri"]}, "B": {"hand": ["erode"]}}
    at = match({**given, "B": {**given["B"], "defensive": ["royal_guard"]}})
    assert len(seen_hands(at, 0, "B")) > 1
    play(at, "play writ_of_recall")
    hands = seen_hands(at, 0, "B")
    assert all("royal_guard" in hand for hand in hands)
    note = next(zone.note for zone in at.view(0).table.zones if zone.id == "hand.1")
    assert note == "seen before: Royal Guard"


def test_a_card_laid_face_down_ends_what_was_known_of_the_hand() -> None:
    given = {"turn": 4, "B": {"hand": ["erode", "royal_guard"], "known": {"hand": ["royal_guard"]}, "deck": SPARE * 9}}
    at = match(given)
    assert all("royal_guard" in hand for hand in seen_hands(at, 0, "B"))
    play(at, "lay erode")
    assert any("royal_guard" not in hand for hand in seen_hands(at, 0, "B"))


def test_of_two_equal_cards_the_one_that_was_seen_is_played() -> None:
    hand = ["deadly_shock", "deadly_shock", *SPARE]
    side = {"hand": hand, "known": {"hand": ["deadly_shock"]}, "resources": ["kolibri"] * 2, "deck": ["erode"] * 9}
    at = play(match({"A": side, "B": {"defensive": ["royal_guard"]}}), "play deadly_shock")
    assert any("deadly_shock" not in hand for hand in seen_hands(at, 1, "A"))
    assert next(zone.note for zone in at.view(1).table.zones if zone.id == "hand.0") == ""


def test_resource_cards_are_known_to_their_owner_only_also_after_recycling() -> None:
    given = {"A": {"hand": SPARE, "resources": ["erode", "frenzy", "longbow", "kolibri", "botanist"]}}
    at = match(given)
    mine = {tuple(world["A"]["resources"]) for world in worlds(at, 0)}  # type: ignore[index]
    theirs = {tuple(world["A"]["resources"]) for world in worlds(at, 1)}  # type: ignore[index]
    assert len(mine) == 1
    assert len(theirs) > 5
    play(at, "recycle", "recycle 1", "recycle 2", "recycle 3", "recycle 4")
    assert len(seen_hands(at, 1, "A")) > 5
    told = "\n".join(at.log(1))
    assert not [card for card in ("Erode", "Frenzy", "Longbow", "Kolibri") if card in told]


def test_a_card_put_on_top_is_known_to_both_until_the_shuffle() -> None:
    at = match({"A": {"hand": SPARE, "deck": ["royal_guard", "erode", "frenzy"], "known": {"deck": ["royal_guard"]}}})
    for seat in (0, 1, -1):
        assert all(world["A"]["deck"][0] == "royal_guard" for world in worlds(at, seat))  # type: ignore[index]
    counters = {counter.title: counter.value for counter in at.view(1).table.counters if counter.owner == 0}
    assert counters["Deck"] == "3; Royal Guard is number 1 from the top"


@pytest.mark.clause("WTA-17.7")
def test_a_quest_put_under_is_known_to_the_player_who_did_it() -> None:
    quests = {"A": ["q_lore", "q_giant", "q_wheel", "q_muster", "q_watch"], "tokens": {"A": {"A": 1}}}
    given = {"phase": "discard", "this_turn": {"spells": {"A": 2}}, "quests": quests}
    at = play(match(given, quests=True), "put under")
    mine = {world["quests"]["A"][-1] for world in worlds(at, 0)}  # type: ignore[index]
    theirs = {world["quests"]["A"][-1] for world in worlds(at, 1)}  # type: ignore[index]
    assert mine == {"q_giant"}
    assert len(theirs) > 1
    assert "Raise a Giant is number 4 of your pile" in _quests(at, 0)
    assert "Raise a Giant" not in _quests(at, 1)


@pytest.mark.clause("WTA-17.7")
def test_only_the_player_who_completed_a_quest_sees_the_next_one_before_it_is_turned_up() -> None:
    quests = {"A": ["q_lore", "q_giant", "q_wheel"], "B": ["q_hoard"], "tokens": {"A": {"A": 1}, "B": {"B": 2}}}
    at = match({"phase": "discard", "this_turn": {"spells": {"A": 2}}, "quests": quests}, quests=True)
    shown = [[item.kind for item in _quest_zone(at, seat).items] for seat in (0, 1, None)]
    assert shown == [["q_giant", "q_hoard"], ["q_hoard"], ["q_hoard"]]
    assert at.view(0).table.prompt.text == "Turn up Raise a Giant, or put it under its pile?"
    assert at.view(1).table.prompt.text == "A decides: Turn up the next quest, or put it under its pile?"
    assert "A's pile: 2 face down, A looks at the top one" in _quests(at, 1)


def _quest_zone(at: Match, seat: int | None) -> Zone:
    return next(zone for zone in at.view(seat).table.zones if zone.id == "quests")


def _quests(at: Match, seat: int) -> str:
    return _quest_zone(at, seat).note


def test_the_hand_says_what_each_card_costs_now() -> None:
    given = {
        "A": {
            "hand": ["writ_of_recall", "death_mark", "firebrand", "outmaneuvered", "kolibri"],
            "resources": ["erode"] * 3,
            "offensive": ["dark_adept"],
        },
        "B": {"defensive": ["royal_guard", "elvish_fighter"]},
    }
    at = match(given)
    hand = next(zone for zone in at.view(0).table.zones if zone.id == "hand.0")
    assert {item.kind: item.detail for item in hand.items} == {
        "kolibri": "costs 1",
        "outmaneuvered": "costs X = 2",
        "firebrand": "costs X+1: X from 0 to 2",
        "death_mark": "costs X+2: Dark Adept 3, Royal Guard 5, Elvish Fighter 4",
        "writ_of_recall": "costs T-3: Dark Adept 0, Royal Guard 1, Elvish Fighter 0",
    }


@pytest.mark.clause("WTA-20.1")
def test_the_table_says_why_something_cannot_be_played() -> None:
    given = {
        "A": {
            "hand": ["royal_guard", "firebrand", "entangled", "embrace_of_peace", "frenzy", "deadly_shock", "longbow"],
            "resources": ["erode"],
        },
        "B": {"defensive": ["elvish_fighter"]},
    }
    at = match(given)
    reasons = {blocked.what: blocked.reason for blocked in at.view(0).table.blocked}
    assert reasons == {
        "Play Royal Guard": "a creature without Quick is played in your Entrance phase",
        "Play Firebrand": "needs an unassigned Caster of yours",
        "Play Entangled": "needs an unmarked creature of yours in the target's field",
        "Play Embrace of Peace": "only in a combat window",
        "Play Frenzy": "there is no legal target",
        "Play Deadly Shock": "costs 2; you have 1 gold",
        "Play Longbow": "there is no legal target",
        "Recycle": "it takes exactly 4 resource cards; you have 1",
    }
    other = {blocked.what: blocked.reason for blocked in at.view(1).table.blocked}
    assert other == {"Lay, Recycle": "only in your own Play phases"}
    at.play("lay longbow")
    assert "lay" in {blocked.text for blocked in at.view(0).table.blocked}


def test_other_reasons() -> None:
    entrance = match({"phase": "entrance", "A": {"hand": ["peasant_levy", "frenzy"]}})
    assert [b.reason for b in entrance.view(0).table.blocked][:1] == ["only creatures are played in the Entrance phase"]
    given = {"A": {"hand": ["erode", *SPARE]}, "B": {"hand": ["sudden_donations", "longbow"]}}
    window = play(match(given), "lay erode")
    reasons = {b.what: b.reason for b in window.view(1).table.blocked}
    assert reasons["Play Longbow"] == "only Events and abilities are possible here"
    assert "it is not your decision" in {b.reason for b in window.view(0).table.blocked}


def test_the_prompt_and_the_chain_in_words() -> None:
    given = {
        "A": {"hand": ["deadly_shock"], "resources": ["kolibri"] * 2},
        "B": {"hand": ["forced_march"], "resources": ["kolibri"], "defensive": ["merman_brawler"]},
    }
    at = play(match(given), "play deadly_shock")
    table = at.view(1).table
    assert table.prompt.text == "A has put Deadly Shock on the chain: respond before it happens, or pass."
    chain = next(zone for zone in table.zones if zone.id == "chain")
    assert [(item.text, item.detail) for item in chain.items] == [("Deadly Shock", "A, target Merman Brawler")]
    assert at.view(0).table.prompt.text.startswith("B decides:")
    assert at.view(None).moves == ()


def test_the_log_says_what_happened_also_where_nobody_was_asked() -> None:
    given = {
        "phase": "move_attack_1",
        "A": {"hand": ["frenzy", *SPARE], "offensive": ["merman_brawler"]},
        "B": {"defensive": ["merman_hoplite"]},
    }
    at = play(match(given), "attack", "pass", "defend merman_brawler", "play frenzy")
    assert at.log(1, by_name=True) == [
        "A's Merman Brawler attacks.",
        "A passes.",
        "B's Merman Hoplite defends against Merman Brawler.",
        "The combat of A's Merman Brawler is fought: it is defended.",
        "A plays Frenzy.",
        "The target is A's Merman Brawler.",
        "Frenzy resolves.",
        "A's Merman Brawler gets +1/+0 this turn.",
        "A's Merman Brawler has First strike this turn.",
        "B's Merman Hoplite takes 3 damage.",
        "B's Merman Hoplite gets 1 stun token.",
    ]


def test_several_of_a_kind_are_told_apart() -> None:
    at = match({"A": {"hand": ["forced_march"], "resources": ["erode"], "offensive": ["kolibri", "kolibri"]}})
    play(at, "play forced_march")
    assert texts(at) == ["target kolibri#1", "target kolibri#2"]


def test_the_probes_count() -> None:
    given = {"A": {"hand": ["deadly_shock", *SPARE], "resources": ["kolibri"] * 3}, "B": {"defensive": ["botanist"]}}
    at = play(match(given), "lay bribe", "play deadly_shock", "gold 3")
    probes = dict(zip(PROBES, at.state.probe, strict=True))
    assert probes["played.A.deadly_shock"] == 1
    assert probes["died.botanist"] == 1
    assert (probes["gold_produced.A"], probes["gold_spent.A"], probes["resources_laid.A"]) == (3, 2, 1)
    over = match({"turn": 120, "phase": "discard", "A": {"influence": 9}, "B": {"influence": 4}})
    probes = dict(zip(PROBES, over.state.probe, strict=True))
    assert (probes["end_turn_limit"], probes["end_influence"], probes["winner"]) == (1, 0, 0)
    assert (probes["influence.A"], probes["influence.B"]) == (9, 4)


def test_a_move_names_its_card_for_the_lab() -> None:
    given = {"A": {"hand": ["sudden_donations"], "defensive": ["kolibri"]}}
    at = match(given)
    used = {move.text: game().rule("card")(at.state, at.variant.cards, move.id) for move in at.moves}
    ids = list(game().cards.cards)
    assert used["play sudden_donations"] == ids.index("sudden_donations")
    assert used["use kolibri"] == ids.index("kolibri")
    assert used["end phase"] == used["lay sudden_donations"] == -1


def test_greedy_beats_random() -> None:
    rules, cards = game().rules, variant().cards
    moves, won, games = Moves.plain(), 0, 48
    for i in range(games):
        state, me = game().state.plain(), i % 2
        rules.setup(state, cards, i // 2)
        moves.rng = 90_001 + i
        while not rules.over(state, cards):
            n = rules.legal(state, cards, moves)
            if rules.who(state, cards) == me:
                action = game().rule("greedy")(state, cards, moves)
            else:
                action = moves.a[(moves.rng >> 7) % n]
                moves.rng = (moves.rng * 69069 + 12345) & 0xFFFFFFFFFF
            rules.apply(state, cards, action)
        won += rules.result(state, cards, me) // 12
    assert won >= 0.95 * games


def test_the_estimate_follows_the_game() -> None:
    at = match({"A": {"hand": SPARE, "influence": 25, "offensive": ["elder_wose"]}, "B": {"influence": 3}})
    ahead, behind = (game().rule("estimate")(at.state, at.variant.cards, p) for p in (0, 1))
    assert ahead > 7000 > 3000 > behind
    assert ahead + behind == 10000
    over = match({"turn": 120, "phase": "discard", "A": {"influence": 9}})
    assert game().rule("estimate")(over.state, over.variant.cards, 1) == 10000
    assert len(CARD_IDS) == 81
    assert words(over)["winner"] == "B"


def test_standing_orders_pass_until_what_they_wait_for() -> None:
    view = game().view
    given = {"turn": 4, "A": {"hand": ["sudden_donations"]}, "B": {"hand": SPARE, "offensive": ["wild_warg"]}}

    def stands(at: Match, order: str) -> bool:
        return bool(view.order_stands(at.state, at.variant.cards, 0, order))

    window = play(match(given), "lay bribe")
    assert window.seat == 0
    assert [stands(window, order) for order in ("turn", "attack", "chain")] == [True, True, True]
    assert view.ordered(window.state, window.variant.cards, 0, "turn") == window.find("pass")
    attacked = play(match({**given, "phase": "move_attack_1"}), "attack")
    assert [stands(attacked, order) for order in ("turn", "attack", "chain")] == [True, False, False]
    answered = match({**given, "B": {"hand": ["touch_of_genius"], "resources": ["kolibri"] * 3}})
    play(answered, "play touch_of_genius", "target B")
    assert [stands(answered, order) for order in ("turn", "attack", "chain")] == [True, True, False]
    own = match({"A": {"hand": SPARE}})
    assert not stands(own, "turn")
    assert view.ordered(own.state, own.variant.cards, 0, "turn") is None


def test_a_simulation_says_which_deck_beats_which() -> None:
    plays = variant()
    made = simulate(plays, [find("random").chooser(plays)] * 2, StopRule(games=16), seed=0, executor=Threads(1))
    assert made.met.seen() == [0, 1, 2, 3]
    assert {made.met.wins(i, j).n for i in range(4) for j in range(4)} == {2}, "16 seeds give all pairs"
    assert made.met.wins(0, 1).value + made.met.wins(1, 0).value == 1
    assert {entry["side"] for entry in made.to_json()["matchups"]} == set(READY_MADE)
