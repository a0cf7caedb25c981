"""Games of one's own folders at the table: named in plain words, refused at the start if they are none."""

import re
import shutil
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from table_helpers import friends
from tests.conftest import ROOT

from tablewright.engine import Item, TablewrightError
from tablewright.table.app import create_app
from tablewright.table.serve import check_games
from tablewright.table.settings import Settings
from tablewright.table.templating import STATIC
from tablewright.table.things import Looks, drawn

TINY = str(ROOT / "examples" / "tiny")


def test_folders_are_separated_as_in_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEWRIGHT_GAMES", "./one:/two")
    assert Settings().games == ["./one", "/two"]
    monkeypatch.setenv("TABLEWRIGHT_GAMES", "")
    assert Settings().games == []


def test_a_wrong_folder_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(TablewrightError, match="is not the folder of a game"):
        check_games(Settings(games=[TINY, str(tmp_path)]))
    shutil.copytree(TINY, tmp_path / "matrix")
    with pytest.raises(TablewrightError, match="another game called matrix"):
        check_games(Settings(games=[str(tmp_path / "matrix")]))
    (tmp_path / "matrix").rename(tmp_path / "mine")
    (tmp_path / "mine" / "cards.toml").write_text("nonsense", "utf-8")
    with pytest.raises(TablewrightError, match=r"cards\.toml"):
        check_games(Settings(games=[str(tmp_path / "mine")]))


def test_a_game_of_ones_own_is_on_the_table(tmp_path: Path) -> None:
    settings = Settings(games=["matrix", TINY], database=f"sqlite:///{tmp_path / 'table.db'}")
    check_games(settings)
    with TestClient(create_app(settings)) as browser:
        assert "Play numbers; whoever makes the count a multiple of five scores." in browser.get("/").text


def test_the_start_page_passes_over_rooms_of_games_that_are_gone(tmp_path: Path) -> None:
    settings = Settings(games=["matrix", TINY], database=f"sqlite:///{tmp_path / 'table.db'}")
    with TestClient(create_app(settings)) as browser:
        rooms = [friends(browser, game) for game in ("matrix", "tiny")]
        for room in rooms:
            assert browser.post(f"{room}/arrange", data={"listed": "on"}).status_code == 204
        browser.cookies.clear()
        assert all(room in browser.get("/").text for room in rooms)
    with TestClient(create_app(settings.model_copy(update={"games": ["matrix"]}))) as browser:
        page = browser.get("/")
    assert page.status_code == 200
    assert [room in page.text for room in rooms] == [True, False]


def test_a_tone_is_a_colour_that_a_word_always_gets() -> None:
    looks = Looks(False, "", 0, False, "", "en")
    red, owl, again = (drawn(Item(f"a{n}", "1", tone=tone), looks, "") for n, tone in enumerate(("red", "owl", "owl")))
    assert 'class="item card tone-red"' in red
    hue = re.search(r"tone-owl (hue-\d)", owl)
    assert hue
    assert hue[1] in again
    style = (STATIC / "table.css").read_text("utf-8")
    assert re.search(rf"\.{hue[1]}\b[^{{}}]* {{ --tone: #", style)


def test_a_hidden_card_is_read_aloud_as_one(tmp_path: Path) -> None:
    """A game's own view says nothing of a card that is face down; a screen reader must."""
    settings = Settings(games=[TINY], database=f"sqlite:///{tmp_path / 'table.db'}")
    with TestClient(create_app(settings)) as browser:
        page = browser.post("/play", data={"game": "tiny"}).text
    assert page.count('aria-label="face down"') == 3
    assert 'aria-label=""' not in page
