"""How a game of one's own looks that brings neither faces nor styles."""

import itertools
from pathlib import Path

import pytest
from browser_helpers import against_bots, visitor
from playwright.sync_api import Browser, Page
from table_helpers import Server
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
BOXES = "(cards) => cards.map((card) => card.getBoundingClientRect()).map(({ left, top, width }) => [left, top, width])"


@pytest.fixture
def own(tmp_path: Path) -> str:
    """Folders of two games; in one of them hands of ten cards are allowed."""
    tiny = tmp_path / "tiny"
    tiny.mkdir()
    for file in (EXAMPLES / "tiny").glob("*.*"):
        (tiny / file.name).write_text(file.read_text("utf-8").replace("range = [1, 5]", "range = [1, 12]"), "utf-8")
    return f"{tiny}:{EXAMPLES / 'leduc'}"


@pytest.mark.slow
def test_a_game_without_faces(browser: Browser, tmp_path: Path, own: str) -> None:
    server = Server(tmp_path, deal=11, TABLEWRIGHT_GAMES=own)
    try:
        page = visitor(browser)
        page.goto(server.url)
        letter = page.locator('[data-game="tiny"] .initial')
        assert letter.evaluate("(node) => getComputedStyle(node).color") == "rgb(255, 255, 255)"
        _fans_overlap(page, server.url)
        page = visitor(browser)
        _tones_are_colours(page, server.url)
    finally:
        server.kill()


def _fans_overlap(page: Page, url: str) -> None:
    """Ten cards lie in one row, each over the one before it."""
    against_bots(page, url, "tiny", hand_size=10, copies=10)
    fans = page.locator(".kind-fan").all()
    assert fans
    for fan in fans:
        boxes = fan.locator(".card").evaluate_all(BOXES)
        assert len(boxes) == 10
        assert len({round(top) for _, top, _ in boxes}) == 1
        steps = [after[0] - before[0] for before, after in itertools.pairwise(boxes)]
        assert min(steps) > 10
        assert max(steps) < boxes[0][2]


def _tones_are_colours(page: Page, url: str) -> None:
    against_bots(page, url, "leduc")
    card = page.locator('.own .card[class*="tone-"]')
    colour = card.evaluate("(node) => getComputedStyle(node).color")
    red = "tone-red" in (card.get_attribute("class") or "")
    assert colour == ("rgb(163, 22, 12)" if red else "rgb(34, 40, 42)")
