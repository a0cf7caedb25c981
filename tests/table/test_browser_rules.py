"""The rules on the screen: how to play is short on a phone, and every numbered rule is one search or one link away."""

import pytest
from browser_helpers import PHONE, against_bots, games, phone, visitor
from playwright.sync_api import Browser, expect
from table_helpers import Server

SCREENS = 10  # of a phone, for how to play; the numbered rules are up to 120
HEIGHT = "() => document.documentElement.scrollHeight / innerHeight"
WIDER = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("game", games("wtactics"))
def test_both_pages_are_short_on_a_phone_and_no_wider(browser: Browser, site: Server, game: str) -> None:
    page = phone(browser)
    for address, most in (("rules", SCREENS), ("rulebook", 2)):
        page.goto(f"{site.url}/games/{game}/{address}")
        assert page.evaluate(HEIGHT) < most
        assert not page.evaluate(WIDER)


def test_a_reference_leads_to_its_clause_in_a_folded_part(browser: Browser, site: Server) -> None:
    page = visitor(browser, PHONE)
    page.goto(f"{site.url}/games/wallet/rules")
    page.locator('.clause-ref[title="WAL-5.8"]').first.click()
    expect(page).to_have_url(f"{site.url}/games/wallet/rulebook#WAL-5.8")
    expect(page.locator(".target")).to_contain_text("WAL-5.8")
    expect(page.locator(".target")).to_be_in_viewport()


def test_what_is_looked_for_is_shown_and_nothing_else(browser: Browser, site: Server) -> None:
    page = visitor(browser, PHONE)
    page.goto(f"{site.url}/games/wtactics/rulebook")
    clause = page.locator("p, li").filter(has=page.locator('[id="WTA-16.4"]')).last
    expect(clause).to_be_hidden()
    page.get_by_label("Look for").fill("wta-16.4")
    expect(clause).to_be_visible()
    expect(page.locator("output")).to_have_text("1 found")
    expect(page.locator('[id="WTA-16.3"]')).to_be_hidden()
    page.get_by_label("Look for").fill("")
    expect(page.locator("details[open]")).to_have_count(0)
    expect(page.locator("output")).to_be_empty()


def test_at_the_table_how_to_play_and_the_numbered_rules_lead_to_each_other(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    against_bots(page, site.url, "menagerie")
    table = page.url
    page.get_by_role("button", name="Rules").first.click()
    rules = page.locator("#rules")
    rules.locator(".clause-ref").nth(4).click()
    expect(rules.locator(".target")).to_be_in_viewport()
    rules.get_by_label("Look for").fill("mosquito")
    expect(rules.locator("output")).to_contain_text("found")
    rules.get_by_role("link", name="How to play, in short").click()
    expect(rules.get_by_role("heading", name="Aim")).to_be_in_viewport()
    assert page.url == table
