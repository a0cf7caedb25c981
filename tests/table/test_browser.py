"""At the table: refresh, second tab, lost server, consent, spectators, replays, phone."""

import json
import random
import re

import pytest
from browser_helpers import (
    ROOM,
    against_bots,
    decide,
    duel,
    games,
    meeting,
    mover,
    phone,
    picture,
    played_out,
    ready,
    visitor,
)
from playwright.sync_api import Browser, Page, Route, expect
from table_helpers import Server

WITH_A_HAND = ("matrix", "standoff")  # from the first decision on; on a phone it lies at the lower edge

# Makes everything that moves take for ever.
STRETCH = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames) { return animate.call(this, frames, { duration: 1e6 }); };
}"""


def test_refresh_second_tab_and_a_restarted_server(browser: Browser, server: Server) -> None:
    host, guest = duel(browser, server.url, "matrix")
    chance = random.Random(5)
    decide(mover(host, guest)[0], chance)
    expect(host.locator("#log li")).to_have_count(1)
    host.reload()
    expect(host.locator("#log li")).to_have_count(1)
    second = host.context.new_page()
    second.goto(host.url)
    server.kill()
    expect(host.locator("main.offline")).to_be_visible()
    server.start()
    for page in (host, second, guest):
        expect(page.locator("main:not(.offline)")).to_be_visible()
        expect(page.locator("#log li")).to_have_count(1)
    decide(mover(second, guest)[0], chance)
    expect(host.locator("#log li")).to_have_count(2)
    expect(second.locator("#log li")).to_have_count(2)


def test_taking_back_with_consent(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    asker, other = mover(host, guest)
    decide(asker, random.Random(1))
    expect(other.locator("#log li")).to_have_count(1)
    asker.get_by_role("button", name="Ask to take back").click()
    other.get_by_role("button", name="Agree").click()
    expect(asker.locator("#log li")).to_have_count(0)
    expect(other.locator("#log li")).to_have_count(0)


@pytest.mark.slow
def test_taking_back_leaves_no_marks_of_news(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    against_bots(page, site.url, "matrix")
    told = page.locator("#log > *").count()
    decide(page, random.Random(1))
    ready(page)
    page.locator("[data-do=ask]").click()
    expect(page.locator("#log > *")).to_have_count(told)
    ready(page)
    expect(page.locator("#zones .fresh")).to_have_count(0)


def test_a_spectator_sees_only_what_is_public_and_can_look_back(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    watcher = visitor(browser)
    watcher.goto(host.url)
    expect(watcher.locator(".dock")).to_contain_text("You are watching.")
    expect(watcher.locator('[data-zone="hand"]')).to_have_count(0)
    decide(mover(host, guest)[0], random.Random(2))
    expect(watcher.locator("#log li")).to_have_count(1)
    expect(host.locator("#seats")).to_contain_text("Watching 1")


def test_the_replay_and_playing_on(browser: Browser, site: Server) -> None:
    host, guest = visitor(browser), visitor(browser)
    address = played_out(meeting(host, guest, site.url, "matrix"), host, guest)
    guest.goto(address)
    with guest.expect_download() as download:
        guest.get_by_role("link", name="Save the record").click()
    assert re.fullmatch(r"matrix-\w+\.json", download.value.suggested_filename)
    host.goto(address)
    host.get_by_role("link", name="Replay").click()
    expect(host.locator("#where")).to_have_text("20 / 20")
    end = host.locator("#zones").inner_text()
    for _ in range(3):
        host.get_by_role("button", name="One step back").click()
    expect(host.locator("#where")).to_have_text("17 / 20")
    host.locator("#slider").focus()
    host.keyboard.press("Home")
    expect(host.locator("#where")).to_have_text("0 / 20")
    host.wait_for_function("(end) => document.querySelector('#zones').innerText !== end", arg=end)
    picture(host, "matrix-replay")
    host.get_by_label("Seen by").select_option(label="everybody at once")
    expect(host.locator("#zones")).to_contain_text("Ann: Your hand")
    expect(host.locator("#zones")).to_contain_text("Bob: Your hand")
    host.get_by_role("button", name="Play on from here").click()
    host.wait_for_url(ROOM)
    expect(host.locator(".dock")).to_be_visible()
    guest.goto(site.url)
    guest.get_by_label("Record").set_input_files(download.value.path())
    guest.get_by_role("button", name="Open", exact=True).click()
    expect(guest.locator("#where")).to_have_text("20 / 20")


def test_hint_and_blocked_things_say_why(browser: Browser, site: Server) -> None:
    asker = visitor(browser)
    against_bots(asker, site.url, "matrix")
    asker.get_by_role("button", name="Hint").click()
    expect(asker.locator(".advice")).to_contain_text("The bot would choose")
    expect(asker.locator(".hinted")).not_to_have_count(0)
    _, other = mover(*duel(browser, site.url, "matrix"))
    other.locator('[data-zone="hand"] .item').first.hover()
    expect(other.locator("#peek")).to_contain_text("turn")


def test_why_not_is_asked_for_and_forgotten_with_the_next_move(browser: Browser, site: Server) -> None:
    acting, waiting = mover(*duel(browser, site.url, "matrix"))
    blocked = waiting.locator("#zones [data-why]")
    first = waiting.locator('[data-zone="hand"] .item').first
    expect(first).to_have_attribute("aria-disabled", "true")
    expect(blocked).to_have_count(0)
    first.hover()
    expect(waiting.locator("#peek .why")).to_contain_text("turn")
    expect(first).to_have_attribute("aria-label", re.compile("turn"))
    expect(waiting.locator('[data-zone="hand"] [data-why]')).to_have_count(10)
    waiting.mouse.move(1, 1)
    expect(waiting.locator("#peek")).to_be_hidden()
    decide(acting, random.Random(2))
    expect(waiting.locator(".dock.mine")).to_be_visible()
    expect(blocked).to_have_count(0)
    shown = waiting.locator("#zones").inner_html()
    waiting.reload()
    expect(waiting.locator("main[data-ready]")).to_be_visible()
    waiting.wait_for_function("document.querySelector('#zones .can')")
    assert same(waiting.locator("#zones").inner_html()) == same(shown)


def same(html: str) -> str:
    """A page without what it marks as new, and without the classes of where the mouse is."""
    return re.sub(r"\s+", " ", re.sub(r" (?:fresh|next|chosen|about|touched)\b", "", html))


def test_the_rulebook_opens_at_the_clause(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    against_bots(page, site.url, "matrix")
    page.locator(".clause-link").first.click()
    expect(page.locator("#rules .target")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()


@pytest.mark.slow
def test_news_do_not_take_away_what_is_being_pressed(browser: Browser, site: Server) -> None:
    asker, other = mover(*duel(browser, site.url, "matrix"))
    with other.expect_websocket() as connected:
        other.reload()
    expect(other.locator("main[data-ready]")).to_be_visible()
    other.get_by_role("button", name="Rules").hover()
    other.mouse.down()
    with connected.value.expect_event("framereceived", lambda news: json.loads(news).get("number") == 1):
        decide(asker, random.Random(2))
    expect(asker.locator("#log li")).to_have_count(1)
    assert other.locator("#log li").count() == 0
    other.mouse.up()
    expect(other.locator("#rules")).to_be_visible()
    expect(other.locator("#log li")).to_have_count(1)


@pytest.mark.slow
def test_news_do_not_take_away_what_somebody_looks_at(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    asker, other = mover(host, guest)
    other.locator('[data-zone="hand"] .item').first.hover()
    expect(other.locator("#peek")).to_be_visible()
    decide(asker, random.Random(6))
    mover(host, guest)
    expect(other.locator("#peek")).to_be_visible()


def test_a_click_is_not_lost_while_the_page_still_loads(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    page.goto(site.url)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/static/table.js", hold)
    page.locator('[data-game="matrix"] button.main').click(no_wait_after=True)
    page.locator("main:not([data-ready]) [data-rules]").first.wait_for(state="attached")
    assert held
    assert page.evaluate("performance.getEntriesByType('paint').length") == 0  # nothing is shown before it works
    for request in held:
        request.continue_()
    page.locator("[data-rules]").first.click()
    expect(page.locator("#rules")).to_be_visible()


@pytest.mark.slow
def test_things_can_be_clicked_while_they_move(browser: Browser, site: Server) -> None:
    page = visitor(browser, motion=True)
    against_bots(page, site.url, "matrix")
    page.evaluate(STRETCH)
    decide(page, random.Random(3))
    page.wait_for_function("() => document.getAnimations().some((one) => one.playState === 'running')")
    decide(page, random.Random(4))


@pytest.mark.slow
def test_a_card_is_seen_on_its_way(browser: Browser, site: Server) -> None:
    page = visitor(browser, motion=True)
    against_bots(page, site.url, "menagerie")
    page.evaluate(STRETCH)
    page.locator('.move:has-text("Take")').first.evaluate("(move) => move.click()")
    expect(page.locator("[data-zone='held'] .item")).to_be_visible()
    card = page.locator("[data-zone='held'] .item").get_attribute("data-face")
    assert str(page.locator(".ghost").get_attribute("src")).endswith(str(card))


def test_the_start_page_fits_a_phone(browser: Browser, site: Server) -> None:
    page = phone(browser)
    page.goto(site.url)
    assert_fits(page)


@pytest.mark.parametrize("game", games("standoff", "wtactics"))
def test_a_phone_needs_no_sideways_scrolling(browser: Browser, site: Server, game: str) -> None:
    page = phone(browser)
    against_bots(page, site.url, game)
    assert_fits(page)
    picture(page, f"{game}-phone")
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.button, summary, select, input')]
        .filter(n => n.offsetParent && !n.matches('.clause-link, .kind-board .cell, .kind-pile .item'))
        .filter(n => n.offsetHeight < 44).map(n => n.outerHTML.slice(0, 120))"""
    )
    assert small == []
    hands = page.locator(".at-hand .kind-fan").all()
    assert hands or game not in WITH_A_HAND
    for hand in hands:
        expect(hand).to_be_in_viewport(ratio=0.9)
    page.locator(".more:not(.orders) summary").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up").click()
    expect(page.locator(".result")).to_be_visible()
    assert_fits(page)


def assert_fits(page: Page) -> None:
    width, room = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert width <= room
