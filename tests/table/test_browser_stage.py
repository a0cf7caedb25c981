"""What happened is seen: a combat is acted out, can be skipped and watched again; unasked only if motion is wanted."""

import pytest
from browser_helpers import DESKTOP, PHONE, against_bots, decide_by_http, ready, shown_by, visitor
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

# What plays by itself stands still, however long a test looks at it.
STILL = "setTimeout = new Proxy(setTimeout, { apply: (f, me, [g, ms]) => f(g, ms === 1700 ? 1e6 : ms) })"


def before_a_combat(
    browser: Browser, site: Server, game: str, size: tuple[int, int] = DESKTOP, motion: bool = True
) -> Page:
    page = visitor(browser, size, motion)
    page.add_init_script(STILL)
    against_bots(page, site.url, game)
    return page


def until_a_combat(page: Page, after: int = 0) -> None:
    """Play by the HTTP interface, with the page open, until something more was acted out."""
    while page.locator("#log [data-watch]").count() <= after:
        (before,) = shown_by(page)
        assert decide_by_http(page, page.url), "the game is over"
        shown_by(page, number=before["number"] + 1)


def test_a_combat_is_acted_out_and_can_be_skipped(browser: Browser, site: Server) -> None:
    page = before_a_combat(browser, site, "menagerie")
    until_a_combat(page)
    expect(page.locator("#stage .beat")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#stage")).to_be_hidden()
    page.locator("#log [data-watch]").first.click()
    expect(page.locator("#stage .count")).to_contain_text("1 /")
    page.locator("#stage").get_by_role("button", name="Go on").click()
    expect(page.locator("#stage .count")).to_contain_text("2 /")
    page.locator("#stage").get_by_role("button", name="Skip").click()
    expect(page.locator("#stage")).to_be_hidden()


@pytest.mark.slow
def test_who_has_seen_enough_is_shown_no_more_combats_of_this_game_unasked(browser: Browser, site: Server) -> None:
    page = before_a_combat(browser, site, "menagerie")
    until_a_combat(page)
    page.locator("#stage").get_by_role("button", name="Not in this game").click()
    expect(page.locator("#stage")).to_be_hidden()
    before = page.locator("#log [data-watch]").count()
    until_a_combat(page, before)
    expect(page.locator("#stage")).to_be_hidden()
    page.locator("#log [data-watch]").last.click()
    expect(page.locator("#stage .beat")).to_be_visible()
    expect(page.locator("#stage").get_by_role("button", name="Not in this game")).to_have_count(0)


@pytest.mark.slow
def test_nothing_is_acted_out_unasked_where_motion_is_unwanted(browser: Browser, site: Server) -> None:
    page = before_a_combat(browser, site, "menagerie", motion=False)
    until_a_combat(page)
    expect(page.locator("#stage")).to_be_hidden()
    page.locator("#log [data-watch]").first.click()
    expect(page.locator("#stage .beat")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_what_is_acted_out_leaves_the_table_to_whoever_is_asked(
    browser: Browser, site: Server, size: tuple[int, int]
) -> None:
    """The last front of a combat lay over the middle of the board while the next question waited."""
    page = before_a_combat(browser, site, "wtactics", size)
    until_a_combat(page)
    expect(page.locator("#stage.aside .beat")).to_be_visible()
    ready(page)
    stage, dock = (page.locator(what).bounding_box() for what in ("#stage", ".dock.mine .prompt"))
    fronts = page.locator(".front.own").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert stage
    assert dock
    assert stage["y"] >= dock["y"] + dock["height"] or stage["y"] + stage["height"] <= min(dock["y"], *fronts)
    page.locator(".dock .prompt").click()
    expect(page.locator("#stage")).to_be_hidden()
