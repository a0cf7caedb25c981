"""What a person at the table of Standoff reads and types: the board, reasons, spellings, the log."""

from typing import Any

import pytest

from tablewright.engine import IllegalMove, Match, Zone
from tablewright.games import load
from tablewright.games.standoff.notation import cell_of
from tablewright.games.standoff.state import CELL_NAMES

STANDOFF = load("standoff")


def match_of(seats: int = 2, **given: Any) -> Match:
    return Match(STANDOFF.variant(seats), 0, given)


def zone(match: Match, name: str, seat: int | None = 0) -> Zone:
    return next(zone for zone in match.view(seat).table.zones if zone.id == name)


def reasons(match: Match, seat: int = 0) -> dict[str, str]:
    return {blocked.what: blocked.reason for blocked in match.view(seat).table.blocked}


def refusal(match: Match, text: str) -> str:
    before = match.bytes
    with pytest.raises(IllegalMove) as caught:
        match.play(text)
    assert match.bytes == before
    return str(caught.value)


# Cells


def test_cells_are_written_in_two_ways() -> None:
    assert CELL_NAMES[6 * 16 + 6] == "g7"
    assert [cell_of(text) for text in ("a1", "P16", "(0,15)", "( 6, 6 )")] == [0, 255, 15, 102]
    assert [cell_of(text) for text in ("q1", "a17", "a0", "(16,0)", "7g", "")] == [None] * 6
    assert all(cell_of(name) == cell for cell, name in enumerate(CELL_NAMES))


def test_a_cell_may_be_typed_as_in_the_rulebook() -> None:
    match = match_of(players={"P0": {"hand": ["poly_1"]}})
    match.play("poly_1")
    match.play("(0,4)")
    assert match.log()[-1] == "P0 places 1 block: e1."


# The board


def test_the_board_shows_blocks_tokens_prints_and_forcefields() -> None:
    match = match_of(
        blocks={"P0": ["a2", "h8"], "P1": ["p15", "i9", "c1"]},
        tokens={"h8": "forcefield", "c1": "refinery", "p15": "forcefield"},
    )
    board = zone(match, "board")
    text = {item.id.removeprefix("cell."): item.text for item in board.items}
    assert (board.columns, len(board.items)) == (16, 256)
    assert {name: text[name] for name in ("a2", "p15", "c1", "g4", "a1", "b2", "e5", "p16")} == {
        "a2": "B",
        "p15": "Of",
        "c1": "Or",
        "g4": "#",
        "a1": "M",
        "b2": "m",
        "e5": "",
        "p16": "oM",
    }
    assert {name: text[name] for name in ("h8", "i9", "h7", "j9", "h6")} == {
        "h8": "[Bf]",
        "i9": "[O]",
        "h7": "[b]",
        "j9": "[ ]",
        "h6": "b",
    }
    detail = {item.id: item.detail for item in board.items}
    assert detail["cell.h8"] == "h8 your block, with forcefield, Red Gun, in your forcefield"
    assert detail["cell.c1"] == "c1 block of P1, with refinery, small mineral patch"


def test_named_cells_are_marked() -> None:
    match = match_of(credits=2, players={"P0": {"hand": ["poly_2"]}})
    match.play("play:poly_2")
    match.play("e1")
    marked = [item.id for item in zone(match, "board").items if item.marks]
    assert marked == ["cell.e1"]
    assert match.view(0).table.prompt.text == "Choose 1 cell beside e1."


def test_counters_and_markets() -> None:
    match = match_of(
        credits=3, market=["hack", "hack", "none", "emp"], players={"P0": {"minerals": 2, "hand": ["poly_1"]}}
    )
    counters = {(counter.title, counter.owner): counter.value for counter in match.view(0).table.counters}
    assert counters["Red Gun", None] == "0 of 12 filled"
    assert counters["Budget", None] == "3 credits"
    assert counters["Actions left", None] == "4"
    assert counters["Minerals", 0] == "2"
    assert [(item.text, item.marks) for item in zone(match, "temporary").items] == [
        ("Hack", ("buy 3", "play 2", "x2")),
        ("EMP", ("buy 2+2◆", "play 2")),
    ]
    assert ("4-polyomino", ("buy 4", "play 6", "x18")) in [
        (item.text, item.marks) for item in zone(match, "permanent").items
    ]


@pytest.mark.parametrize("owned", ["deck", "hand", "discard"])
def test_the_last_card_is_told_where_somebody_could_repeat_it(owned: str) -> None:
    def told(card: str) -> bool:
        match = match_of(last_card="blitz", players={"P1": {owned: [card]}})
        return "Last card" in {counter.title for counter in match.view(0).table.counters}

    assert told("duplicate")
    assert not told("blitz")


def test_texts_follow_the_numbers_of_the_variant() -> None:
    match = Match(
        STANDOFF.variant(None, None, {"restock_cards": 5, "forcefield_range": 1}),
        0,
        {"credits": 9, "blocks": {"P0": ["a1"]}, "players": {"P0": {"hand": ["restock", "forcefield"]}}},
    )
    labels = {move.text: move.label for move in match.moves}
    assert "Draw 5 cards." in labels["play:restock"]
    assert "up to 1 cell away" in labels["play:forcefield"]


# Reasons


@pytest.mark.clause("STA-5.2", "STA-5.3", "STA-2.3", "STA-2.4")
def test_why_a_card_cannot_be_played() -> None:
    match = match_of(
        credits=4,
        polys_played=1,
        last_card="poly_1",
        players={"P0": {"hand": ["poly_1", "airstrike", "horse", "refinery", "early_access", "hack", "duplicate"]}},
    )
    assert reasons(match) | {
        "Play 1-polyomino": "you have played 1 polyomino card this turn, as many as you may",
        "Play Airstrike": "it takes 3 credits and 1 mineral; you have 4 credits",
        "Play Horse": "a Horse cannot be played",
        "Play Refinery": "you have no block without a token on a mineral patch",
        "Play Early Access": "your deck is empty",
        "Play Hack": "no opponent has a card in hand",
        "Play Duplicate": "it would repeat 1-polyomino, and "
        "you have played 1 polyomino card this turn, as many as you may",
        "Buy 3 credits": "it takes 5 credits; you have 4 credits",
        "Draw": "your deck and discard pile are empty",
        "Mine": "you have no refinery that gives minerals",
        "Convert a mineral": "you have no minerals",
    } == reasons(match)
    assert "Hack cannot be played: no opponent has a card in hand (STA-5.3)" in refusal(match, "play hack")
    assert "Blitz is not in your hand" in refusal(match, "blitz")
    assert "3 credits cannot be bought: it takes 5 credits" in refusal(match, "buy credit_3")


def test_every_reason_belongs_to_a_card_on_the_table() -> None:
    match = match_of(actions_left=0, players={"P0": {"hand": ["2 poly_1", "horse", "credit_1"]}})
    items = {item.id for zone in match.view(0).table.zones for item in zone.items}
    named = [blocked.item for blocked in match.view(0).table.blocked if blocked.item]
    assert {"hand.poly_1.0", "hand.poly_1.1", "hand.horse.0", "market.poly_1"} <= set(named) <= items


def test_why_nothing_is_possible_without_actions_or_credits() -> None:
    broke = match_of(credits=-1, players={"P0": {"hand": ["poly_1"], "deck": ["poly_1"]}})
    assert reasons(broke)["Play 1-polyomino"].startswith("your budget is -1")
    assert reasons(broke)["Buy 1 credit"].startswith("your budget is -1")
    tired = match_of(actions_left=0, players={"P0": {"hand": ["poly_1"], "deck": ["poly_1"]}})
    assert reasons(tired)["Play 1-polyomino"] == "you have no action left"
    assert reasons(tired)["Draw"] == "you have no action left"
    spent = match_of(actions_spent=30, players={"P0": {"hand": ["poly_1"]}})
    assert reasons(spent)["Play 1-polyomino"] == "you have spent 30 actions this turn, the most there may be"
    empty = match_of(credits=9, piles={"poly_3": 0})
    assert reasons(empty)["Buy 3-polyomino"] == "its pile is empty"
    assert "it is not face up" in refusal(match_of(credits=9, market=[]), "buy hack")


def test_every_move_that_is_not_blocked_is_legal() -> None:
    """The reasons and the rules say the same about every card in hand and on offer."""
    looked = 0
    for seed in range(8):
        match = Match(STANDOFF.variant(2), seed)
        for _ in range(40):
            if match.view(match.seat).table.prompt.decision == "MAIN":
                looked += 1
                blocked = set(reasons(match, match.seat or 0))
                names = {move.name for move in match.moves}
                assert not blocked & names
                hand = {f"Play {item.text}" for item in zone(match, "hand", match.seat).items}
                assert hand - blocked <= names
            match.play(match.legal_ids[(7 * seed + len(match.steps)) % len(match.legal_ids)])
    assert looked > 0


def test_another_players_turn_and_an_unfinished_card() -> None:
    match = match_of(players={"P0": {"hand": ["poly_1"]}})
    assert reasons(match, 1) == {"any move": "it is the turn of P0"}
    match.play("play:poly_1")
    assert reasons(match) == {"another card or action": "first finish what you began"}


# Bad input of a person


@pytest.mark.clause("STA-6.2", "STA-6.4", "STA-6.5", "STA-6.6")
def test_why_a_placement_is_refused() -> None:
    match = match_of(
        credits=4,
        blocks={"P0": ["f3"], "P1": ["f6"]},
        tokens={"f6": "forcefield"},
        players={"P0": {"hand": ["poly_3"]}},
    )
    match.play("play:poly_3")
    assert refusal(match, "q3") == "q3 is not on the board; cells are a1 to p16"
    assert refusal(match, "f4") == "f4 is in another player's forcefield"
    assert refusal(match, "g4") == "g4 is not empty: a black block is there"
    assert refusal(match, "f6") == "f6 is not empty: a block of P1 is there"
    assert refusal(match, "c9") == "c9 is neither on the border nor beside a block of yours"
    assert refusal(match, "e3 e4 f4") == "f4 is in another player's forcefield"
    assert refusal(match, "e3 d3 b3") == "b3, d3 and e3 are not connected by their sides"
    assert refusal(match, "c9 c10 c11") == "none of c9, c10 and c11 is on the border or beside a block of yours"
    assert refusal(match, "e3 d3") == "3 cells must be named, not 2"
    assert refusal(match, "c3 d3 e3").endswith("then side by side: e3, d3, c3")
    match.play("e3")
    assert refusal(match, "a1") == "a1 does not touch e3; the blocks must be connected"
    assert refusal(match, "(2,4)") == "e3 is named already"
    match.play("d3")
    assert "e3" not in [move.text for move in match.moves]


def test_a_pocket_without_room() -> None:
    black = ["c1", "b2", "a3"]
    match = match_of(credits=6, blocks={"black": black}, players={"P0": {"hand": ["poly_4"]}})
    match.play("play:poly_4")
    assert refusal(match, "a1") == "around a1 there is no room for 4 blocks"


def test_why_a_cell_is_refused_for_a_card() -> None:
    match = match_of(
        credits=9, blocks={"P0": ["b5"]}, tokens={"b5": "artillery"}, players={"P0": {"hand": ["obstruction"]}}
    )
    asked = "Your action phase (4 actions, 9 credits): play, buy, draw, discard or end."
    assert refusal(match, "b5") == f"no cell is asked for now. {asked}"
    assert refusal(match, "fire:c5") == "there is no artillery of yours on c5"
    match.play("fire:b5")
    assert refusal(match, "c5") == "c5 is empty; artillery destroys a block"
    assert refusal(match, "m7") == "m7 is 13 cells away; artillery reaches 4"
    match.play("d7")
    match.play("play:obstruction")
    assert refusal(match, "b5") == "Obstruction cannot be used on b5: your block is there"
    assert refusal(match, "a1 a2") == "one cell is asked for, not 2"


def test_why_a_block_cannot_carry_a_token() -> None:
    match = match_of(
        credits=2,
        blocks={"P0": ["a1", "b1", "c1"], "P1": ["p1"]},
        tokens={"a1": "artillery"},
        players={"P0": {"hand": ["refinery"]}},
    )
    match.play("play:refinery")
    assert refusal(match, "a1") == "Refinery cannot be used on a1: your block there has a token"
    assert refusal(match, "b1") == "Refinery cannot be used on b1: your block there is on no mineral patch"
    assert refusal(match, "p1") == "Refinery cannot be used on p1: a block of P1 is there"
    assert refusal(match, "d1") == "Refinery cannot be used on d1: it is empty"


@pytest.mark.clause("STA-4.3", "STA-4.4", "STA-4.6", "STA-4.7", "STA-4.10", "STA-4.11", "STA-14.3")
def test_why_an_action_is_refused() -> None:
    match = match_of(blocks={"P0": ["a1"]}, tokens={"a1": "artillery"}, players={"P0": {"hand": ["horse", "hack"]}})
    assert refusal(match, "draw") == "you cannot draw: your deck and discard pile are empty (STA-4.3)"
    assert refusal(match, "mine") == "you cannot mine: you have no refinery that gives minerals (STA-4.6)"
    assert refusal(match, "convert") == "you cannot convert a mineral: you have no minerals (STA-4.10)"
    assert refusal(match, "fire a1") == "a1 cannot fire: it takes 1 credit; you have 0 credits (STA-2.3)"
    assert refusal(match, "bart hack") == "Hack cannot be discarded for credits: you have no Bart in play (STA-4.11)"
    assert refusal(match, "buy horse") == "Horse cannot be bought: a Horse cannot be bought (STA-14.3)"
    assert refusal(match, "discard emp") == "EMP is not in your hand"
    assert refusal(match, "discard horse") == (
        "Horse cannot be discarded: a Horse cannot be discarded as an action (STA-14.3)"
    )
    assert refusal(match_of(), "fire") == "you cannot fire: you have no artillery on the board (STA-4.7)"
    tired = match_of(actions_left=0, players={"P0": {"hand": ["hack"]}})
    assert refusal(tired, "discard hack") == "Hack cannot be discarded: you have no action left (STA-4.2)"


def test_why_a_chosen_card_is_refused() -> None:
    match = match_of(
        credits=3, players={"P0": {"hand": ["hack", "early_access"], "deck": ["emp"]}, "P1": {"hand": ["blitz"]}}
    )
    match.play("play:hack")
    assert refusal(match, "emp") == "EMP is not in the hand of P1"
    assert refusal(match, "end") == "'end' is not possible now. Choose a card in the hand of P1 to be discarded."
    match.play("blitz")
    match.play("play:early_access")
    assert refusal(match, "blitz") == "Blitz is not in your deck"


def test_an_own_block_is_in_the_way() -> None:
    match = match_of(blocks={"P0": ["f3"]}, players={"P0": {"hand": ["poly_1"]}})
    match.play("play:poly_1")
    assert match.view(0).table.prompt.text == "Choose 1 cell on the border or beside a block of yours."
    assert refusal(match, "f3") == "f3 is not empty: your block is there"


def test_the_log_of_a_free_card_and_a_hack() -> None:
    hands = {"P0": {"hand": ["duplicate", "hack"]}, "P1": {"hand": ["emp"]}, "P2": {"hand": ["emp", "blitz"]}}
    match = match_of(3, credits=4, players=hands)
    match.play("play:duplicate")
    assert {move.text: move.label for move in match.moves}["play:hack"].startswith("costs nothing this time: Look")
    match.play("play:hack")
    assert match.view(0).table.prompt.clause == "STA-8.3"
    match.play("P2")
    assert match.log(1) == [
        "P0 plays Duplicate; the next card costs nothing.",
        "P0 plays Hack.",
        "P0 looks at the hand of P2.",
    ]


def test_what_mining_and_debts_bring() -> None:
    match = Match(
        STANDOFF.variant(None, None, {"fast_credit_copies": 1}),
        0,
        {"blocks": {"P0": ["a1"]}, "tokens": {"a1": "refinery"}, "players": {"P1": {"debt": 2}}},
    )
    match.play("mine")
    match.play("end")
    assert match.log() == [
        "P0 mines 2 minerals.",
        "P0 ends the action phase.",
        "Turn 2: P1.",
        "P1 pays 4 credits of debt.",
    ]


def test_nonsense_is_refused_with_the_decision() -> None:
    assert refusal(match_of(), "jump") == (
        "'jump' is not possible now. Your action phase (4 actions, 0 credits): play, buy, draw, discard or end."
    )


# The log


def test_the_log_of_a_turn() -> None:
    match = match_of(
        credits=3,
        market=["blitz"],
        draft=["emp"],
        blocks={"P1": ["b2"]},
        players={
            "P0": {"hand": ["obstruction", "poly_1", "credit_2", "horse"], "in_play": ["bart"], "discard": ["poly_2"]},
            "P1": {"in_play": ["linda"]},
        },
    )
    for text in ("play:obstruction", "b3", "play:credit_2", "play:poly_1", "a1", "draw", "bart:horse", "end", "stop"):
        match.play(text)
    assert match.log(1) == [
        "P0 plays Obstruction.",
        "A black block is placed: b3.",
        "P0 plays 2 credits.",
        "P0 plays 1-polyomino.",
        "P0 places 1 block: a1.",
        "P0 shuffles the discard pile into a new deck of 4 cards.",
        "P0 draws 1 card.",
        "P0 discards Horse for 1 credit (Bart).",
        "P0 ends the action phase.",
        "P0 stops discarding.",
        "P0 draws 3 cards.",
        "P0 shuffles the discard pile into a new deck of 1 card.",
        "P0 draws 1 card.",
        "Turn 2: yours.",
        "You gain 1 credit.",
    ]


def test_the_log_of_cards_that_strike() -> None:
    match = match_of(
        credits=20,
        actions_left=9,
        market=["blitz"],
        draft=["emp"],
        blocks={"P0": ["b5"], "P1": ["b6", "b7"]},
        tokens={"b5": "artillery", "b7": "forcefield"},
        players={
            "P0": {
                "hand": ["airstrike", "trojan", "emp", "hack", "disposal", "forcefield", "poly_1", "duplicate"],
                "minerals": 5,
            },
            "P1": {"in_play": ["linda"], "hand": ["poly_4"]},
        },
    )
    for text in ("Play Airstrike", "b7", "fire:b5", "b6", "play:trojan", "play:duplicate", "play:emp", "play:hack"):
        match.play(text)
    for text in ("poly_4", "play:disposal", "poly_1", "stop", "buy:blitz", "convert"):
        match.play(text)
    assert match.log(None) == [
        "P0 plays Airstrike.",
        "The block of P1 on b7 is destroyed, and its forcefield.",
        "P0 fires from b5.",
        "The block of P1 on b6 is destroyed.",
        "P0 plays Trojan.",
        "Horse: one is shuffled into the deck of P1.",
        "P0 plays Duplicate to repeat Trojan.",
        "Horse: one is shuffled into the deck of P1.",
        "P0 plays EMP.",
        "Linda of P1 goes to the discard pile.",
        "P0 plays Hack.",
        "P0 discards 4-polyomino from the hand of P1.",
        "P0 plays Disposal.",
        "P0 trashes 1-polyomino.",
        "P0 stops trashing.",
        "P0 buys Blitz for 4 credits.",
        "EMP is turned up in the temporary market.",
        "P0 turns a mineral into a credit.",
    ]


def test_the_log_of_the_end() -> None:
    full = ["i7", "g8", "h8", "i8", "j8", "g9", "h9", "i9", "j9", "h10", "i10"]
    match = match_of(blocks={"P0": full}, players={"P0": {"hand": ["poly_1"]}})
    match.play("play:poly_1")
    match.play("h7")
    assert match.log()[-1] == "The Red Gun is full: the game is over."
    assert match.view(0).table.prompt.decision == "game_over"
    assert [match.final(p) for p in range(2)] == ["12 of 12 blocks in the Red Gun", "0 of 0 blocks in the Red Gun"]
