"""Two people at one screen: it is covered between them, and each sees only the own cards."""

import pytest
from browser_helpers import arrange, invite, ready, start, visitor
from playwright.sync_api import Browser, expect
from table_helpers import Server


@pytest.mark.slow
def test_the_screen_is_covered_between_two_people(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    invite(page, site.url, "standoff")
    expect(page.locator("main[data-ready]")).to_be_visible()
    page.locator('[name="seat1"]').select_option("here")
    names = page.locator(".mine-name [name=name]")
    expect(names).to_have_count(2)
    names.nth(1).fill("Bea")
    names.nth(1).press("Tab")
    expect(page.locator('.mine-name [name=name][value="Bea"]')).to_be_visible()
    start(page)
    screen = page.locator("#between")
    expect(screen).to_be_visible()
    screen.get_by_role("button").click()
    first = page.locator("main").get_attribute("data-seat")
    ready(page)
    page.locator(".moves .move", has_text="End").click()
    expect(screen).to_be_visible()
    expect(page.locator("main")).not_to_have_attribute("data-seat", str(first))
    screen.get_by_role("button").click()
    expect(screen).to_be_hidden()
    expect(page.locator(".dock.mine")).to_be_visible()
    page.reload()
    expect(screen).to_be_visible()
    screen.get_by_role("button").click()
    ready(page)
    page.keyboard.press("u")  # those who share a screen agree
    expect(screen).to_be_hidden()


@pytest.mark.slow
def test_a_shared_seat_can_be_given_free_again(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    invite(page, site.url, "matrix")
    expect(page.locator("main[data-ready]")).to_be_visible()
    page.locator('[name="seat1"]').select_option("here")
    expect(page.locator(".mine-name")).to_have_count(2)
    page.locator('[name="seat1"]').select_option("open")
    expect(page.locator(".mine-name")).to_have_count(1)
    arrange(page, seat1="bot:easy")
    start(page)
    expect(page.locator("#between")).to_be_hidden()
