"""One browser plays against a bot: by mouse, and by keyboard alone."""

import pytest
from browser_helpers import (
    SHORT,
    arrange,
    games,
    invite,
    is_over,
    near_the_end,
    picture,
    play_to_the_end,
    start,
    visitor,
)
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

from tablewright.games import names

MOST_TABS = 80


@pytest.mark.parametrize("game", games("matrix"))
def test_the_end_of_a_game_against_a_bot(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser)
    near_the_end(page, site.url, game, 5)
    assert play_to_the_end(page) > 0
    picture(page, f"{game}-bot")


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_a_whole_game_against_a_bot(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser)
    invite(page, site.url, game)
    arrange(page, seat1="bot:medium", **{name: str(value) for name, value in SHORT.get(game, {}).items()})
    start(page)
    assert play_to_the_end(page) > 5


@pytest.mark.parametrize("game", games("matrix"))
def test_play_now_is_at_most_two_clicks(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser)
    page.goto(site.url)
    page.locator(f'[data-game="{game}"]').get_by_role("button", name="Play now").click()
    expect(page.locator(".dock")).to_be_visible()
    page.wait_for_selector("main[data-ready] .dock.mine")
    expect(page.locator(".primer")).to_contain_text("How to play")


@pytest.mark.slow
def test_a_game_by_keyboard_only(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    page.goto(site.url)
    tab_to(page, '[data-game="matrix"] button.main')
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-ready] .dock")
    while True:
        page.wait_for_function(
            "() => document.querySelector('.dock.mine, .result') && !document.querySelector('.waiting')"
        )
        if is_over(page):
            break
        number = page.locator("main").get_attribute("data-number")
        tab_to(page, "[data-zone='hand'] .item")
        for key in ("ArrowRight", "ArrowLeft", "Enter"):
            page.keyboard.press(key)
        if page.locator(".chosen").count():
            page.keyboard.press("1")
        page.wait_for_function(f"() => document.querySelector('main').dataset.number !== '{number}'")
    tab_to(page, ".result button.main")
    page.keyboard.press("Enter")
    expect(page.locator(".dock:not(:has(.result))")).to_be_visible()


def tab_to(page: Page, what: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_TABS):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {what}")
