"""Positions and tables of Standoff that are refused, each with one clear line."""

from typing import Any

import pytest

from tablewright.engine import CardsError, Match, PositionError
from tablewright.games import load

STANDOFF = load("standoff")
PLACING = {"decision": "PLACE_3", "playing": "poly_3"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"colour": 1}, "unknown key of a position 'colour'"),
        ({"blocks": {"P2": ["a1"]}}, "unknown owner of blocks 'P2'"),
        ({"blocks": ["a1"]}, "blocks must be a table of names and values"),
        ({"blocks": {"P0": "a1"}}, "blocks of P0 must be a list of cells"),
        ({"tokens": {"g4": "artillery"}}, "a token lies on a player's block"),
        ({"tokens": {"a1": "bomb"}}, "unknown token 'bomb'"),
        ({"players": {"P0": {"hand": ["x poly_1"]}}}, "unknown card 'x poly_1'; did you mean 'poly_1'?"),
        ({"players": {"P0": {"hand": "poly_1"}}}, "hand of P0 must be a list of cards"),
        ({"players": {"P0": {"in_play": ["hack"]}}}, "in_play of P0: unknown card 'hack'"),
        ({"players": {"P0": {"minerals": -1}}}, "minerals of P0 is -1; it must be a whole number, 0 to 999"),
        ({"players": {"P0": {"colour": 1}}}, "unknown key of P0 'colour'"),
        ({"piles": {"hack": 3}}, "unknown card of the permanent market 'hack'"),
        ({"market": ["poly_1"]}, "poly_1 does not belong into the temporary market"),
        ({"market": ["hack"] * 9}, "market has 8 places, not 9"),
        ({"credits": "3"}, "credits is '3'; it must be a whole number"),
        ({"free_next": 1}, "free_next is 1; it must be true or false"),
        ({"to_move": "P2"}, "to_move: unknown seat 'P2'"),
        ({"decision": "PLACE_3"}, "decision PLACE_3 needs `playing`"),
        ({"decision": "FIRE_TARGET"}, "decision FIRE_TARGET needs `firing`"),
        ({"decision": "PLACE_3", "playing": "hack"}, "decision PLACE_3 needs `playing` or `effect`: poly_1, poly_2"),
        ({"decision": "PLACE_3", "playing": "poly_2"}, "poly_2 asks for PLACE_2"),
        ({"decision": "PLACE_1", "playing": "poly_1", "chosen": ["a1"]}, "with fewer than 1 cells chosen"),
        ({"decision": "HACK_CARD", "playing": "hack"}, "decision HACK_CARD needs `victim`"),
        ({"decision": "DISPOSAL", "playing": "disposal"}, "decision DISPOSAL needs `disposals_left`, 1 to 3"),
        ({"decision": "TUTOR", "playing": "early_access"}, "decision TUTOR has no option in this position"),
        ({"decision": "CELL", "effect": "airdrop", "playing": "none"}, "decision CELL needs `playing`, the card"),
        (
            {"players": {"P0": {"deck": ["99999 poly_1"]}}},
            "deck of P0: the number of poly_1 is 99999; it must be a whole number, 0 to 30000",
        ),
        ({"decision": "DANCE"}, "unknown decision 'DANCE'"),
        ({**PLACING, "chosen": ["a1", "c1"]}, "chosen: c1 does not touch a1; the blocks must be connected"),
        ({**PLACING, "chosen": ["a1", "a1"]}, "chosen: a1 is named already"),
        ({**PLACING, "chosen": ["h8"]}, "chosen: h8 is neither on the border nor beside a block of yours"),
        (
            {**PLACING, "chosen": ["a1"], "blocks": {"P1": ["b2"]}, "tokens": {"b2": "forcefield"}},
            "chosen: a1 is in another player's forcefield",
        ),
        ({"chosen": ["a1"]}, "`chosen` does not belong to the decision MAIN"),
        ({"playing": "hack"}, "`playing` does not belong to the decision MAIN"),
        ({**PLACING, "effect": "poly_2"}, "`effect` is another card than `playing`"),
        ({"decision": "FIRE_TARGET", "firing": "a1"}, "firing: P0 has no artillery on a1"),
        ({"decision": "HACK_CARD", "playing": "hack", "victim": "P0"}, "victim is P0, who plays the card"),
        ({"decision": "DISCARD_DOWN"}, "decision DISCARD_DOWN needs more than 7 cards in hand"),
        ({"decision": "BART_DISCARD"}, "decision BART_DISCARD needs bart in play"),
        ({"last_card": "duplicate"}, "last_card is duplicate; Duplicate does not repeat that"),
        ({"turn": 121}, "turn is 121; it must be 1 to 120"),
        ({"draft": ["poly_1"]}, "poly_1 does not belong into the temporary market"),
        ({"known": {"P0": {"P1": ["hack"]}}}, "the hand of P1 does not have those cards"),
        ({"sunk": {"P1": 1}}, "the deck of P1 does not have 1 Horses"),
        (
            {"blocks": {"P0": ["h7", "i7", "g8", "h8", "i8", "j8", "g9", "h9", "i9", "j9", "h10", "i10"]}},
            "the Red Gun is full",
        ),
    ],
)
def test_bad_positions(given: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as caught:
        Match(STANDOFF.variant(2), 0, given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.clause("STA-1.1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(CardsError, match=f"{players} players cannot play; it takes 2, 3 or 4"):
        STANDOFF.variant(players)
