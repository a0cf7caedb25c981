"""`cards.toml`: everything wrong in it is said in one line with what would be right."""

import copy
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablewright.engine import CardsError, Game, check_cards, parse_change, read_cards

GOOD: dict[str, Any] = {
    "game": {
        "title": "Some",
        "pitch": "A game.",
        "players": [2, 3],
        "seats": ["A", "B", "C"],
        "length": "1 minute",
        "designer": "somebody",
        "edition": "first",
        "code": "SOM",
    },
    "parameters": {
        "size": {"default": 3, "range": [1, 5], "help": "How many."},
        "mode": {"default": "slow", "choices": ["slow", "fast"], "help": "How."},
        "open": {"default": False, "help": "Whether."},
        "row": {"default": [1, 2], "range": [0, 9], "length": 2, "distinct": True, "help": "Which."},
        "limit": {"default": "none", "type": "int", "range": [1, 9], "choices": ["none"], "help": "At most."},
    },
    "card_fields": {
        "cost": {"type": "int", "range": [0, 9], "help": "What it costs."},
        "text": {"type": "text", "default": "", "help": "What it says."},
    },
    "cards": {"ant": {"cost": 1}, "bee": {"cost": 2, "text": "Buzz."}},
    "editions": {"first": {"help": "The first."}, "second": {"players": 3, "set": {"size": 5, "ant.cost": 4}}},
    "rulings": [{"question": "Who?", "default": "A.", "alternative": "B.", "parameter": "size", "clause": "SOM-1.1"}],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    *keys, last = path.split("/")
    at = data
    for key in keys:
        at = at[key]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return data


def test_editions_and_changes_are_applied_in_that_order() -> None:
    cards = check_cards(GOOD)
    name, values = cards.resolve(None, "second", {"size": 2, "bee.cost": 7})
    assert (name, values.players, values["size"]) == ("second", 3, 2)
    assert (values.cards["ant"]["cost"], values.cards["bee"]["cost"]) == (4, 7)
    assert values.cards["ant"]["text"] == ""
    with pytest.raises(CardsError, match="mode is a word; write constants"):
        values.named("mode")
    assert cards.resolve(None, None, {})[1]["limit"] == "none"
    assert cards.rulings[0].parameter == "size"
    assert cards.cards["ant"]["cost"] == 1


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("gmae", {}, "cards.toml: unknown table 'gmae'; did you mean 'game'?"),
        ("game/titel", "x", "[game]: unknown key 'titel'; did you mean 'title'?"),
        ("game/code", None, "[game] lacks code"),
        ("game/edition", "third", "unknown edition 'third'; known: first, second"),
        ("parameters/size/default", 9, "[parameters.size] default is 9; it must be 1 to 5"),
        ("parameters/size/help", None, "[parameters.size] needs default and help"),
        ("parameters/size/rnage", [1, 2], "unknown key 'rnage'; did you mean 'range'?"),
        ("parameters/size/type", "integer", "the type 'integer'; it must be one of int, bool, text, ints, texts"),
        ("parameters/mode/default", "quick", "default is 'quick'; it must be one of slow, fast"),
        ("parameters/row/default", [1, 1], "default is [1, 1]; it must be a list of 2 different numbers 0 to 9"),
        ("parameters/size", 3, "[parameters.size] must be a table of names and values"),
        ("card_fields/cost/help", None, "[card_fields.cost] needs help"),
        ("cards/ant", {}, "[cards.ant] lacks cost"),
        ("cards/ant/cost", "1", "[cards.ant] cost is '1'; it must be 0 to 9"),
        ("cards/ant/price", 1, "[cards.ant]: unknown value 'price'"),
        ("editions/second/set", {"siez": 1}, "unknown parameter 'siez'; did you mean 'size'?"),
        ("editions/second/set", {"ant.coast": 1}, "unknown value of the card 'ant' 'coast'; did you mean 'cost'?"),
        ("editions/second/set", {"ent.cost": 1}, "unknown card 'ent'; did you mean 'ant'?"),
        ("editions/second/players", 7, "7 players cannot play; it takes 2 or 3"),
        ("editions/second/sett", {}, "unknown key 'sett'; did you mean 'set'?"),
        ("rulings", [{"question": "?", "default": "", "alternative": "", "parameter": "sise"}], "did you mean 'size'?"),
        ("rulings", [{"query": "?"}], "[[rulings]]: unknown key 'query'"),
    ],
)
def test_what_is_wrong_in_the_file(path: str, value: Any, message: str) -> None:
    with pytest.raises(CardsError) as caught:
        check_cards(changed(path, value))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": 6}, "parameter 'size' is 6; it must be 1 to 5"),
        ({"size": "big"}, "parameter 'size' is 'big'; it must be 1 to 5"),
        ({"open": 1}, "parameter 'open' is 1; it must be true or false"),
        ({"limit": "some"}, "parameter 'limit' is 'some'; it must be 1 to 9 or none"),
        ({"row": [1, 2, 3]}, "it must be a list of 2 different numbers 0 to 9"),
        ({"sizes": 1}, "unknown parameter 'sizes'; did you mean 'size'?"),
    ],
)
def test_changes_that_cannot_be(change: dict[str, Any], message: str) -> None:
    with pytest.raises(CardsError) as caught:
        check_cards(GOOD).resolve(None, None, change)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("size=3", "size", 3),
        ("mode=fast", "mode", "fast"),
        ("open=true", "open", True),
        ("row = [1, 2]", "row", [1, 2]),
        ('mode="fast"', "mode", "fast"),
        ("ant.cost=4", "ant.cost", 4),
    ],
)
def test_changes_as_typed(text: str, name: str, value: Any) -> None:
    assert parse_change(text) == (name, value)


@pytest.mark.parametrize("text", ["size", "size=", "=3", ""])
def test_changes_mistyped(text: str) -> None:
    with pytest.raises(CardsError, match="--set takes name=value"):
        parse_change(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CardsError, match="cannot be read"):
        read_cards(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("[game", "utf-8")
    with pytest.raises(CardsError, match=r"bad\.toml is not valid TOML"):
        read_cards(tmp_path / "bad.toml")


def test_a_variant_says_what_it_is(matrix: Game) -> None:
    variant = matrix.variant(None, None, {"rotate_steps": 2})
    assert variant.describe() == "matrix, edition duel, 2 players, rotate_steps=2"
    assert variant.cards_version != matrix.variant().cards_version
    assert variant.cards_version == matrix.variant(2, "duel", {"rotate_steps": 2}).cards_version


def test_what_a_game_declares_must_be_there(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tomllib.loads((tiny.folder / "cards.toml").read_text("utf-8"))
    data["game"]["bot_seconds"] = "copes"
    with pytest.raises(CardsError, match="bot_seconds: unknown parameter 'copes'; did you mean 'copies'"):
        check_cards(data)
    del data["game"]["bot_seconds"]
    data["game"]["at_once"] = {"copes": 1}
    with pytest.raises(CardsError, match="unknown parameter 'copes'; did you mean 'copies'"):
        check_cards(data)
    monkeypatch.setattr(tiny, "cards", replace(tiny.cards, endings=("end_early",)))
    with pytest.raises(CardsError, match="unknown counter 'end_early'"):
        tiny.variant()
