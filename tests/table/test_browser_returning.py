"""Coming back to one's games, and letting others in."""

import re

import pytest
from browser_helpers import ROOM, against_bots, duel, invite, mover, visitor
from playwright.sync_api import Browser, expect
from table_helpers import Server
from tests.besides import besides


def test_the_start_page_lists_ones_own_games(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    page.goto(site.url)
    expect(page.locator(".own-games")).to_have_count(0)
    against_bots(page, site.url, "matrix")
    table = page.url
    page.goto(site.url)
    mine = page.locator(".own-game")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Matrix")
    expect(mine).to_contain_text("Your turn")
    expect(mine).to_contain_text(re.compile("just now|min ago"))
    mine.click()
    expect(page.locator(".dock.mine")).to_be_visible()
    assert page.url == table
    stranger = visitor(browser)
    stranger.goto(site.url)
    expect(stranger.locator(".own-games")).to_have_count(0)


@pytest.mark.parametrize(
    "way",
    besides(
        ["Play with friends: Matrix"], ["Play now: Matrix", "Learn by playing: Matrix", "Play with friends: Matrix"]
    ),
)
def test_a_name_that_was_typed_holds_without_keeping_it(browser: Browser, site: Server, way: str) -> None:
    page = visitor(browser)
    page.goto(site.url)
    page.get_by_label("Your name").fill(" Mia ")
    page.get_by_role("button", name=way).click()
    page.wait_for_url(ROOM)
    assert "Mia" in page.content()
    page.goto(site.url)
    expect(page.get_by_label("Your name")).to_have_value("Mia")


@pytest.mark.slow
def test_the_others_see_when_a_bot_may_play_on(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    absent, waiting = mover(host, guest)
    absent.close()
    offered = waiting.get_by_role("button", name="Let a bot play on")
    expect(offered).to_contain_text(re.compile(r"\d\d:\d\d$"))
    expect(offered).to_be_disabled()


def test_the_link_is_copied_without_https(browser: Browser, site: Server) -> None:
    """`table.example` leads to this machine (see conftest.py); over plain http it has no clipboard of its own."""
    page = visitor(browser)
    link = invite(page, site.url.replace("127.0.0.1", "table.example"), "matrix")
    assert page.evaluate("() => navigator.clipboard === undefined")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#notice")).to_contain_text("is copied")
    field = page.locator(".say input")
    field.focus()
    page.keyboard.press("Control+V")
    assert field.input_value() == link


def test_a_link_for_this_computer_alone_says_so(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    invite(page, site.url, "matrix")
    expect(page.locator(".warning")).to_contain_text("--host 0.0.0.0")
