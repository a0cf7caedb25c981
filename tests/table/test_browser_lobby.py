"""The lobby in two browsers: changes hold at once, and a typo is said beside its field."""

import pytest
from browser_helpers import games, invite, phone, sit_down, visitor
from playwright.sync_api import Browser, expect
from table_helpers import Server

# What sticks out of the lobby at its right side.
STICKING_OUT = """() => {
  const { right } = document.querySelector(".lobby").getBoundingClientRect();
  const seen = [...document.querySelectorAll(".lobby *")].filter((node) => node.checkVisibility());
  const out = seen.filter((node) => node.getBoundingClientRect().right > right + 1);
  return out.map((node) => node.outerHTML.slice(0, 80));
}"""


def test_changes_hold_at_once_for_everybody(browser: Browser, site: Server) -> None:
    host, guest = visitor(browser), visitor(browser)
    guest.goto(invite(host, site.url, "matrix"))
    begin = host.get_by_role("button", name="Start the game")
    expect(begin).to_be_disabled()
    host.get_by_label("Seat 2").select_option("bot:easy")
    expect(begin).to_be_enabled()
    expect(guest.locator(".sitting")).to_contain_text("Bot, easy")
    host.locator('[name="players"]').select_option("3")
    expect(guest.locator(".sitting li")).to_have_count(3)
    expect(begin).to_be_disabled()
    field = host.locator('[name="clock"]')
    field.fill("700")
    field.press("Tab")
    expect(field.locator("xpath=..").locator(".wrong")).to_have_text("The clock takes 0 to 600 minutes.")
    host.get_by_label("Your name").fill("Zoe")
    host.get_by_label("Your name").press("Enter")
    expect(guest.locator(".sitting")).to_contain_text("Zoe")
    expect(host.locator(".wrong")).to_have_count(1)
    assert field.input_value() == "700"
    field.fill("7")
    field.press("Tab")
    expect(guest.locator(".terms")).to_contain_text("7 minutes for each player")
    expect(host.locator(".wrong")).to_have_count(0)


def test_what_somebody_opened_stays_open_while_others_change_something(browser: Browser, site: Server) -> None:
    """A word beside a name closed the list of one's own deck, and hid what was wrong with it."""
    host, guest = visitor(browser), visitor(browser)
    sit_down(guest, invite(host, site.url, "wtactics"), "Bob")
    guest.get_by_text("Put together your own").click()
    deck = guest.locator('.choosing[open] [name^="set."]')
    deck.fill("four elves")
    deck.press("Tab")
    wrong = guest.locator(".choosing[open] .wrong")
    expect(wrong).to_be_visible()
    guest.locator('[name="rated"]').check()
    expect(guest.locator(".sitting")).to_contain_text("for the ratings")
    expect(wrong).to_be_visible()
    guest.locator('[name="rated"]').uncheck()
    expect(guest.locator(".sitting")).not_to_contain_text("for the ratings")
    expect(wrong).to_be_visible()
    assert deck.input_value() == "four elves"


@pytest.mark.parametrize("game", games("wtactics"))
def test_the_lobby_of_a_host_fits_a_phone(browser: Browser, site: Server, game: str) -> None:
    """The list of bots was as wide as its longest name."""
    page = phone(browser)
    invite(page, site.url, game)
    page.wait_for_selector("main[data-ready]")
    page.get_by_text("Change the rules").click()
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
