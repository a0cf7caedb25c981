"""Pictures, Tabletop Simulator's file against its own rules, and the table for other tables."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image
from press_helpers import order
from tests.besides import besides

from tablewright.engine import TablewrightError
from tablewright.games import load, names
from tablewright.press.images import named_sides, pixels_of, write_images
from tablewright.press.listing import write_listing
from tablewright.press.simulator import MOST_FACES, write_saved_object
from tablewright.press.sizes import CARDS
from tablewright.press.things import things_of


def quiet(_: int) -> None:
    pass


def saved(game: str, folder: Path, players: int | None = None, base_url: str | None = None) -> dict[str, Any]:
    one = order(game, players)
    write_saved_object(one, things_of(one), folder / "made.json", base_url, quiet)
    return json.loads((folder / "made.json").read_text("utf-8"))  # type: ignore[no-any-return]


def objects(made: dict[str, Any]) -> list[dict[str, Any]]:
    return [inner for one in made["ObjectStates"] for inner in (one, *one.get("ContainedObjects", []))]


def local(address: str) -> Path:
    assert address.startswith("file://")
    return Path(unquote(urlsplit(address).path))


@pytest.mark.parametrize("game", besides(["wallet", "matrix"], names()))
def test_a_saved_object_keeps_the_rules_of_the_simulator(tmp_path: Path, game: str) -> None:
    made = saved(game, tmp_path)
    every = objects(made)
    ids = [one["GUID"] for one in every]
    assert len(set(ids)) == len(ids)
    cards = [one for one in every if one["Name"] == "Card"]
    assert len(cards) == sum(thing.copies for thing in things_of(order(game)) if thing.is_card)
    for card in cards:
        number, place = divmod(card["CardID"], 100)
        sheet = card["CustomDeck"][str(number)]
        faces = sheet["NumWidth"] * sheet["NumHeight"]
        assert 2 <= sheet["NumWidth"] <= 10
        assert 2 <= sheet["NumHeight"] <= 7
        assert place < faces - 1  # the last place is what others see of a hand
    for deck in (one for one in every if one["Name"] == "DeckCustom"):
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert set(deck["CustomDeck"]) == {str(number // 100) for number in deck["DeckIDs"]}
    assert len([one for one in every if one["Name"] == "HandTrigger"]) == max(load(game).cards.players)


@pytest.mark.parametrize("game", ["wallet", "menagerie"])
def test_its_pictures_are_there_and_have_the_right_size(tmp_path: Path, game: str) -> None:
    every = saved(game, tmp_path)["ObjectStates"]
    decks = [one for one in every if one["Name"] == "DeckCustom"]
    tiles = [one for one in every if "CustomImage" in one]
    assert decks
    assert bool(tiles) == (game == "menagerie")
    for deck in decks:
        for sheet in deck["CustomDeck"].values():
            with Image.open(local(sheet["FaceURL"])) as face:
                assert face.width / sheet["NumWidth"] == 400
                assert face.height / sheet["NumHeight"] == 560
                assert max(face.size) <= 4096
            with Image.open(local(sheet["BackURL"])) as back:
                assert sheet["UniqueBack"] == (back.size == face.size)
            assert sheet["UniqueBack"] == (game == "wallet")
    for tile in tiles:
        assert local(tile["CustomImage"]["ImageURL"]).is_file()
        assert tile["Name"] == ("Custom_Tile_Stack" if tile.get("Number", 1) > 1 else "Custom_Tile")


@pytest.mark.slow
def test_a_large_deck_has_several_sheets(tmp_path: Path) -> None:
    one = order("wtactics")
    things = [thing for thing in things_of(one) if thing.is_card]
    together = [replace(thing, group="All", id=f"{n}") for n, thing in enumerate(things[:90])]
    write_saved_object(one, together, tmp_path / "made.json", "https://example.org/cards/", quiet)
    deck = json.loads((tmp_path / "made.json").read_text("utf-8"))["ObjectStates"][0]
    assert sorted(deck["CustomDeck"]) == ["1", "2"]
    assert max(number % 100 for number in deck["DeckIDs"]) == MOST_FACES - 1
    assert deck["CustomDeck"]["1"]["FaceURL"] == "https://example.org/cards/sheet-1.png"


def test_the_layout_follows_the_players_and_the_notebook_the_rules(tmp_path: Path) -> None:
    made = saved("standoff", tmp_path, 3)
    hands = [one for one in made["ObjectStates"] if one["Name"] == "HandTrigger"]
    assert [hand["FogColor"] for hand in hands] == ["White", "Red", "Yellow"]
    assert len({(hand["Transform"]["posX"], hand["Transform"]["posZ"]) for hand in hands}) == 3
    blocks = [one for one in made["ObjectStates"] if one["Nickname"].startswith("Block ")]
    assert [block["Number"] for block in blocks] == [40, 40, 40]
    titles = [tab["title"] for tab in made["TabStates"].values()]
    assert titles[0].startswith("How to play")
    assert all("](#" not in tab["body"] for tab in made["TabStates"].values())


def test_an_address_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(TablewrightError, match="--base-url is 'cards'; it must be an address"):
        saved("matrix", tmp_path, None, "cards")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("bleed", "pixels", "size"),
    [
        (3.0, None, (821, 1121)),
        (0.0, None, (750, 1050)),
        (0.0, "500x700", (500, 700)),
        (1.0, "makeplayingcards", (822, 1122)),
        (3.0, "gamecrafter", (825, 1125)),
    ],
)
def test_pictures_have_the_pixels_that_are_asked_for(
    tmp_path: Path, bleed: float, pixels: str | None, size: tuple[int, int]
) -> None:
    one = order("wallet")
    things = things_of(one)[:1]
    write_images(one.game, things, tmp_path, bleed, "colour", pixels, quiet)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["wal_01-back.png", "wal_01.png"]
    with Image.open(tmp_path / "wal_01.png") as made:
        assert made.size == size
        corner = made.convert("RGBA").getpixel((0, 0))
    assert corner == ((243, 223, 186, 255) if bleed else (0, 0, 0, 0))


def test_every_side_has_a_picture_with_a_name() -> None:
    found = [name for name, _, _ in named_sides(things_of(order("menagerie")))]
    assert {"pig", "back", "vp_5", "track"} <= set(found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("text", ["big", "0x5", "750x", "99999x5", "750x750"])
def test_impossible_pixels_are_one_line(text: str) -> None:
    with pytest.raises(TablewrightError, match=r"--pixels is|would distort cards of .*; use 750x1050"):
        pixels_of(text, CARDS["poker"], 0.0)
    with pytest.raises(TablewrightError, match=r"are for cards of 63\.5 x 88\.9 mm"):
        pixels_of("gamecrafter", CARDS["tarot"], 3.0)


def test_the_table_for_other_tables(tmp_path: Path) -> None:
    one = order("menagerie")
    write_listing(one, things_of(one), tmp_path / "made.csv", None, quiet)
    with (tmp_path / "made.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    pig = next(row for row in rows if row["id"] == "pig")
    assert (pig["name"], pig["copies"], pig["power"]) == ("Pig", "8", "0; 2; 3")
    for row in rows:
        assert (tmp_path / row["front"]).is_file()
        assert not row["back"] or (tmp_path / row["back"]).is_file()
