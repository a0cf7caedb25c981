"""No page has a fault of any weight that axe can find, in light and in dark."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_helpers import DESKTOP, PHONE, against_bots, games, visitor
from playwright.sync_api import Browser, Page
from table_helpers import Server
from test_browser_end import ended

from tablewright.games import names

COLOURS = ["color-contrast", "link-in-text-block"]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def faults(page: Page) -> list[str]:
    """All rules in light, those of colours in dark too: nothing else differs there."""
    found: list[dict[str, Any]] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        asked = {"resultTypes": ["violations"]} | ({"runOnly": COLOURS} if scheme == "dark" else {})
        found += Axe().run(page, options=asked).response["violations"]
    page.emulate_media(color_scheme="light")
    return [
        f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')}" for one in found for node in one["nodes"]
    ]


def open_page(browser: Browser, address: str, size: tuple[int, int] = DESKTOP) -> Page:
    page = visitor(browser, size, bypass_csp=True)
    page.goto(address)
    return page


@pytest.mark.slow
def test_axe_finds_what_is_pale_in_dark_alone(browser: Browser, site: Server) -> None:
    """What finds nothing must be able to find something."""
    page = open_page(browser, site.url)
    page.add_style_tag(
        content="@media (prefers-color-scheme: dark) { label { color: #333 !important; background: #222 !important } }"
    )
    assert {fault.partition(":")[0] for fault in faults(page)} == {"color-contrast"}


@pytest.mark.slow
def test_axe_finds_nothing_around_the_games(browser: Browser, site: Server) -> None:
    page = open_page(browser, site.url)
    assert faults(page) == []
    page.locator('[data-game="wtactics"]').get_by_role("button", name="Play with friends").click()
    page.wait_for_selector(".lobby")
    page.get_by_text("Change the rules").click()
    page.locator(".choosing summary").first.click()
    page.locator('.choosing input[type="radio"]').nth(1).check()
    page.wait_for_selector(".choosing .option.chosen:nth-of-type(2)")
    assert faults(page) == []
    guest = open_page(browser, page.url)
    guest.wait_for_selector(".lobby")
    assert faults(guest) == []
    page.goto(f"{site.url}/nothing")
    assert faults(page) == []


@pytest.mark.slow
def test_axe_finds_nothing_in_the_ratings(browser: Browser, site: Server) -> None:
    page = open_page(browser, f"{site.url}/ratings")
    assert faults(page) == []
    page.get_by_role("button", name="Let my games count").click()
    page.goto(site.url)
    page.locator('[data-game="matrix"] button.main').click()
    page.wait_for_selector("main[data-ready] .dock.mine")
    page.locator(".more summary").last.click()
    for _ in range(2):  # asked whether one is sure
        page.locator("[data-do=concede]").click()
    page.wait_for_selector(".result .counted")
    assert faults(page) == []
    page.goto(f"{site.url}/ratings")
    page.wait_for_selector(".ratings tr.mine")
    assert faults(page) == []


@pytest.mark.parametrize("game", games("matrix"))
def test_axe_finds_nothing_in_a_game(browser: Browser, site: Server, game: str) -> None:
    page = open_page(browser, f"{site.url}/games/{game}/rules")
    assert faults(page) == []
    against_bots(page, site.url, game)
    assert faults(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_axe_finds_nothing_around_a_game(browser: Browser, site: Server, game: str) -> None:
    """Its replay, its numbered rules and its lesson, these also on a phone."""
    page = open_page(browser, f"{site.url}/games/{game}/rulebook")
    assert faults(page) == []
    against_bots(page, site.url, game)
    page.goto(page.url + "/replay")
    assert faults(page) == []
    page.goto(site.url)
    page.locator(f'[data-game="{game}"]').get_by_role("button", name="Learn by playing").click()
    page.wait_for_selector("main[data-ready] .lesson")
    assert faults(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert faults(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_axe_finds_nothing_after_a_game(browser: Browser, site: Server, size: tuple[int, int]) -> None:
    """The end with its analysis, the replay and the picture to share."""
    page = visitor(browser, size, bypass_csp=True)
    ended(page, site.url)
    assert faults(page) == []
    page.locator("[data-souvenir]").click()
    page.wait_for_selector("#souvenir[open]")
    assert faults(page) == []
    page.goto(page.url + "/replay")
    page.wait_for_selector(".analysis .curve polyline")
    assert faults(page) == []
