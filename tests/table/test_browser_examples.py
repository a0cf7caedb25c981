"""An example of a report opens at a running table by one click, at the decision that it shows."""

from pathlib import Path

import pytest
from browser_helpers import games, visitor
from playwright.sync_api import Browser, expect
from table_helpers import Server, play_out

from tablewright.engine import Match, record_of
from tablewright.games import load
from tablewright.lab.page import LookAt, Page, link, opened


def report(record: dict[str, object], server: Server, file: Path, at: int) -> str:
    """A page on disk with one example."""
    item = LookAt("Look at this.", "game.json", link(record), f"after decision {at}", opened(record, at, server.url))
    Page("A report", "", (), first=[item]).write(file)
    return file.as_uri()


@pytest.mark.parametrize("game", games("wtactics"))
def test_one_click_opens_the_example_at_its_decision(browser: Browser, site: Server, tmp_path: Path, game: str) -> None:
    match = play_out(Match(load(game).variant(), seed=3), 3)
    page = visitor(browser)
    page.goto(report(record_of(match), site, tmp_path / "report.html", 7))
    with page.context.expect_page() as popup:
        page.get_by_role("link", name="open it at the table").click()
    expect(popup.value.locator("#where")).to_have_text(f"7 / {len(match.steps)}")
    assert "/replay?at=7" in popup.value.url


def test_what_is_no_game_is_refused_in_words(browser: Browser, site: Server, tmp_path: Path) -> None:
    page = visitor(browser)
    page.goto(opened({"game": "nonsense"}, 0, site.url))
    notice = page.locator("#notice")
    expect(notice).to_contain_text("record")
    expect(notice).not_to_contain_text("move by move")
