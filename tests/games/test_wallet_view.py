"""What a person sees and types at the Wallet Game's table."""

from typing import Any

import pytest

from tablewright.engine import Game, IllegalMove, Item, Match, Table
from tablewright.faces import face

GIVEN: dict[str, Any] = {
    "zones": {"P0": ["05/tan/2", "06/teal/1"], "P1": ["08/tan/3", "09/teal/0"]},
    "market": ["01/tan/3", "13/teal/1", "14/teal/3"],
    "draw": ["16/teal/3", "17/tan/1", "rest"],
}
DEALT = {
    **GIVEN,
    "zones": {"P0": ["03/tan/0", "10/tan/0"], "P1": ["05/tan/0", "11/tan/0"]},
    "pending": {"decision": "FACE", "by": "P0"},
}


@pytest.fixture
def match(wallet: Game) -> Match:
    return Match(wallet.variant(), 0, GIVEN)


def table(match: Match, seat: int | None = 0) -> Table:
    return match.view(seat).table


def item(match: Match, name: str, seat: int | None = 0) -> Item:
    return next(item for zone in table(match, seat).zones for item in zone.items if item.id == name)


def reasons(match: Match, seat: int = 0) -> dict[str, str]:
    return {blocked.text: blocked.reason for blocked in table(match, seat).blocked}


# The table


def test_a_market_card_says_what_it_costs_and_does_now_rotated_and_flipped(match: Match) -> None:
    card = item(match, "m0")
    assert card.text == "m0 № 1 tan"
    assert card.lines == (
        "costs 3 tan",
        "now: gain 1 tan",
        "rotated: activate one more market card",
        "flipped: pay 1 teal, gain 2 tan, costs 2 tan + 1 teal",
    )
    assert card.marks == ("1 tan short", "gives 1 tan")
    assert (card.tone, card.turned, card.detail) == ("tan", 0, "3 dots toward the draw pile")
    assert item(match, "m1").detail == "1 dot toward the draw pile"


def test_what_can_be_paid_is_marked_for_the_viewer(match: Match) -> None:
    assert item(match, "m1").marks[0] == "can pay"  # 2 tan + 1 teal
    assert item(match, "m1", 1).marks[0] == "1 teal short"
    assert item(match, "m1", None).marks[0] == "can pay"  # a spectator sees it with the active player's eyes


def test_purses_are_dots_and_numbers(match: Match) -> None:
    purses = [counter.value for counter in table(match).counters if counter.id == "purse"]
    assert purses == ["tan ●●○ 2, teal ●○○ 1", "tan ●●● 3, teal ○○○ 0"]
    assert item(match, "p0.tan").marks == ("no live ability",)
    assert item(match, "p0.teal").marks == ("live: swap two cards",)
    assert item(match, "p1.tan").lines == (
        "●●● 3 tan",
        "at 3: activate one more market card",
        "at 1: an opponent loses 1 teal",
    )


def test_the_own_zone_comes_first(match: Match) -> None:
    zones = [zone.title for zone in table(match, 1).zones]
    assert zones == [
        "Market",
        "Draw pile",
        "Draw pile under its top, in unknown order",
        "Discard pile",
        "Your purse",
        "Purse of P0",
    ]


def test_covered_cards_are_shown_without_their_order(match: Match, wallet: Game) -> None:
    def covered(of: Match) -> list[str]:
        return [item.text for zone in table(of).zones if zone.id == "covered" for item in zone.items]

    assert covered(match)[:3] == ["№ 2 tan", "№ 3 tan", "№ 4 tan"]
    assert covered(match)[-2:] == ["№ 17 tan", "№ 18 tan"]
    fresh = Match(wallet.variant(), 3)
    zone = next(zone for zone in table(fresh).zones if zone.id == "covered")
    assert all(card.hidden and card.text == f"№ {int(card.kind[-2:])}" for card in zone.items)
    assert "of them show teal, all have 3 dots toward the pile" in zone.note


def test_the_faces_to_choose_from_are_shown(wallet: Game) -> None:
    match = Match(wallet.variant(), 0, DEALT)
    card = item(match, "wal_03")
    assert card.lines == (
        "tan at 3: activate one more market card",
        "tan at 1: pay 1 tan, gain 2 teal",
        "teal at 3: buy a market card",
        "teal at 1: swap two cards",
    )
    assert table(match).prompt.decision == "FACE"


def test_pairs_are_counted_and_zone_cards_numbered(wallet: Game) -> None:
    zones = {**GIVEN["zones"], "P0": ["05/tan/2", "03/tan/1", "06/teal/1"]}
    match = Match(wallet.variant(None, "pairs"), 0, {**GIVEN, "zones": zones})
    counters = {(counter.title, counter.owner): counter.value for counter in table(match).counters}
    assert counters["Purse", 0] == "tan ●●○ ●○○ 3, teal ●○○ 1"
    assert counters["Pairs", 0] == "1 (2 tan and 1 teal cards)"
    assert item(match, "p0.tan1").text == "№ 3 tan1"
    assert match.final(0) == "pairs 1, cards 3, 4 in the purse"


# Why not


def test_every_impossible_option_of_a_turn_has_a_reason(match: Match) -> None:
    assert reasons(match) == {
        "buy:m0": "it costs 3 tan; you are 1 tan short",
        "buy:m2": "it costs 1 tan + 2 teal; you are 1 teal short",
        "activate:tan": "it shows 2; an ability is live at 1 and at 3 only",
    }
    match.play("activate:m0")
    used = "you have used the market in this turn"
    assert {why for what, why in reasons(match).items() if what[-2:] in ("m0", "m1", "m2")} == {used}
    match.play("flip:m0")
    assert reasons(match)["rotate:m1"] == "you have adjusted a card in this turn"
    assert reasons(match, 1) == {"": "P0 decides"}


def test_reasons_inside_an_action(wallet: Game) -> None:
    market = ["07/tan/1", "13/teal/0", "14/teal/3"]
    match = Match(wallet.variant(), 0, {**GIVEN, "market": market})
    assert reasons(match)["activate:m1"] == "0 dots toward the draw pile: no ability is live"
    match.play("activate:m0")
    assert reasons(match)["activate:m0"] == "the slot is empty until the action is over"


# Typing


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("activate m1", "activate:m1"),
        ("ACTIVATE  M1", "activate:m1"),
        ("buy m1", "buy:m1"),
        ("flip m2", "flip:m2"),
        ("activate z-teal", "activate:teal"),
        ("activate my teal card", "activate:teal"),
        ("activate p0.teal", "activate:teal"),
        ("end", "end_turn"),
        ("pass", "end_turn"),
    ],
)
def test_other_spellings(match: Match, typed: str, meant: str) -> None:
    assert match.move(match.find(typed)).text == meant


@pytest.mark.parametrize("typed", ["swap m0 z-teal", "swap z-teal with m1", "swap m1 p0.teal", "swap p0.teal+m1"])
def test_swaps_are_typed_in_any_order(wallet: Game, typed: str) -> None:
    market = ["13/teal/1", "14/teal/3", "05/tan/3"]
    zones = {"P0": ["02/tan/0", "06/teal/1"], "P1": ["08/tan/3", "09/teal/0"]}
    match = Match(wallet.variant(), 0, {**GIVEN, "market": market, "zones": zones})
    match.play("activate:m2")
    assert match.move(match.find(typed)).text == f"swap:p0.teal+{'m0' if 'm0' in typed else 'm1'}"
    match.play("no")
    assert match.log()[-2].startswith("P0 gains 1 tan")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("buy m0", "buy:m0 is not possible: it costs 3 tan; you are 1 tan short"),
        ("activate tan", "activate:tan is not possible: it shows 2; an ability is live at 1 and at 3 only"),
        ("dance", "'dance' is not an option now; you can activate:m0, activate:m1"),
        ("  ", "say what to do, such as activate m1"),
    ],
)
def test_a_faulty_move_is_explained(match: Match, typed: str, answer: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        match.find(typed)
    assert answer in str(caught.value)


def test_a_dealt_card_is_named_by_its_number(wallet: Game) -> None:
    match = Match(wallet.variant(), 0, DEALT)
    assert match.move(match.find("tan 3")).text == "tan:wal_03"


def test_labels_say_what_a_move_does(match: Match) -> None:
    labels = {move.text: move.label for move in match.moves}
    assert labels["activate:m0"] == "gain 1 tan; then +1 tan"
    assert labels["activate:teal"] == "swap two cards; then +1 teal"
    assert labels["buy:m1"] == "for 2 tan + 1 teal"
    assert labels["rotate:m0"] == "then live: activate one more market card"
    assert labels["flip:m0"] == "turns teal, costs 2 tan + 1 teal; then live: pay 1 teal, gain 2 tan"
    assert labels["end_turn"] == "leaves unused: market, own cards and adjustment"


# The log


def test_the_log_tells_an_action_from_the_decision_to_the_refill(match: Match) -> None:
    match.play("activate:m0")
    assert match.log(1) == [
        "P0 activates № 1 (m0): gain 1 tan.",
        "P0 gains 1 tan.",
        "The cards of P0 show the most already: 1 tan is lost.",
        "m0 is refilled: № 16 teal, 3 dots toward the pile.",
    ]


def test_the_log_tells_a_purchase(match: Match) -> None:
    match.play("buy:m1")
    assert match.log() == [
        "P0 buys № 13 (m1) for 2 tan + 1 teal.",
        "m1 is refilled: № 16 teal, 3 dots toward the pile.",
    ]


def test_the_log_tells_all_that_is_gained_in_one_sentence(wallet: Game) -> None:
    match = Match(
        wallet.variant(), 0, {**GIVEN, "zones": {"P0": ["10/tan/1", "06/teal/0"], "P1": ["08/tan/3", "09/teal/0"]}}
    )
    match.play("activate:tan")
    match.play("trade")
    assert match.log(0)[-2:] == ["You trade 1 tan for 2 teal.", "You gain 1 tan + 2 teal."]


def test_the_only_opponent_who_can_be_hit_is_told_so_as_a_person_would(wallet: Game) -> None:
    match = Match(wallet.variant(), 0, {**GIVEN, "market": ["18/tan/1", "13/teal/1", "14/teal/3"]})
    match.play("activate:m0")
    assert match.log(1)[1:3] == ["Only you can be hit.", "You lose 1 tan."]
    assert match.log(0, language="de")[1] == "Es kann nur P1 treffen."


def test_a_swap_says_what_the_card_that_comes_can_do(match: Match) -> None:
    match.play("activate:teal")
    labels = {move.text: (move.says, move.label) for move in match.moves}
    assert labels["swap:p1.tan+m0"] == (
        "Swap P1's tan card and № 1",
        "№ 1 becomes P1's tan card; then live: activate one more market card",
    )
    assert labels["swap:m0+draw"][1] == "№ 1 to the top of the draw pile, № 17 to m0"


def test_a_card_shows_its_number_as_everybody_writes_it(wallet: Game) -> None:
    assert ">№ 5<" in face(wallet, wallet.variant().values, "wal_05")


def test_the_log_is_told_in_sentences(match: Match) -> None:
    """To the one who plays and to everybody else, in both languages."""
    match.play("flip:m0")
    match.play("activate:teal")
    assert match.log(0)[0] == "You flip № 1 (m0) to teal; now live: pay 1 teal, gain 2 tan."
    assert match.log(1)[1] == "P0 activates № 6 (P0's teal card): swap two cards."
    assert match.log(1, language="de")[1] == "P0 aktiviert № 6 (Karte von P0: teal): zwei Karten tauschen."
    match.play("decline")
    assert "You do not swap." in match.log(0)


def test_the_log_tells_a_replacement(match: Match) -> None:
    match.play("activate:teal")
    assert match.log()[1] == "№ 16 takes its place, teal side up."


def test_the_prompt_at_the_end(wallet: Game) -> None:
    match = Match(wallet.variant(None, None, {"purchase_target": 1}), 0, GIVEN)
    match.play("buy:m1")
    assert table(match).prompt.decision == "game_over"
    assert table(match).prompt.text == "The game is over: enough cards are bought."
    assert table(match).blocked == ()
    assert [match.final(p) for p in range(2)] == ["bought 1, 0 in the purse", "bought 0, 3 in the purse"]


def test_the_prompt_says_when_an_effect_is_compulsory(wallet: Game) -> None:
    match = Match(wallet.variant(None, None, {"effects_mandatory": True}), 0, GIVEN)
    match.play("activate:teal")
    assert table(match).prompt.text == "You must swap two cards."
    assert table(match, 1).prompt.text == "P0 decides."
