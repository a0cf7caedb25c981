"""No page has a fault of any weight that axe can find, in light and in dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_helpers import visitor
from playwright.sync_api import Browser, Page
from table_helpers import Server
from test_browser_end import ended

from tablewright.games import names


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')}" for one in found for node in one["nodes"]
    ]


def open_page(browser: Browser, scheme: str, address: str) -> Page:
    page = visitor(browser, bypass_csp=True)
    page.goto(address)
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_around_the_games(browser: Browser, site: Server, scheme: str) -> None:
    page = open_page(browser, scheme, site.url)
    assert faults(page) == []
    page.locator('[data-game="wtactics"]').get_by_role("button", name="Play with friends").click()
    page.wait_for_selector(".lobby")
    page.get_by_text("Change the rules").click()
    page.locator(".choosing summary").first.click()
    page.locator('.choosing input[type="radio"]').nth(1).check()
    page.wait_for_selector(".choosing .option.chosen:nth-of-type(2)")
    assert faults(page) == []
    guest = open_page(browser, scheme, page.url)
    guest.wait_for_selector(".lobby")
    assert faults(guest) == []
    page.goto(f"{site.url}/nothing")
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_ratings(browser: Browser, site: Server, scheme: str) -> None:
    page = open_page(browser, scheme, f"{site.url}/ratings")
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", names())
def test_axe_finds_nothing_in_a_game(browser: Browser, site: Server, scheme: str, game: str) -> None:
    page = open_page(browser, scheme, site.url)
    page.locator(f'[data-game="{game}"] button.main').click()
    page.wait_for_selector("main[data-ready] .dock.mine")
    assert faults(page) == []
    page.goto(page.url + "/replay")
    assert faults(page) == []
    page.goto(f"{site.url}/games/{game}/rules")
    assert faults(page) == []
    page.goto(f"{site.url}/games/{game}/rulebook")
    assert faults(page) == []
    page.goto(site.url)
    page.locator(f'[data-game="{game}"]').get_by_role("button", name="Learn by playing").click()
    page.wait_for_selector("main[data-ready] .lesson")
    assert faults(page) == []
    page.set_viewport_size({"width": 375, "height": 812})
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (375, 812)])
def test_axe_finds_nothing_after_a_game(browser: Browser, site: Server, scheme: str, size: tuple[int, int]) -> None:
    """The end with its analysis, the replay and the picture to share."""
    width, height = size
    options = {"color_scheme": scheme, "bypass_csp": True, "base_url": site.url}
    page = visitor(browser, width, height, **options)
    ended(page, site.url)
    assert faults(page) == []
    page.locator("[data-souvenir]").click()
    page.wait_for_selector("#souvenir[open]")
    assert faults(page) == []
    page.goto(page.url + "/replay")
    page.wait_for_selector(".analysis .curve polyline")
    assert faults(page) == []
