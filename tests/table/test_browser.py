"""Two browsers at one table: mouse, keyboard, phone, refresh, second tab, lost server, spectators, replays."""

import os
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from table_helpers import Server

from tablewright.games import names

PICTURES = Path(os.environ.get("TABLEWRIGHT_PICTURES", "build/pictures"))
PATIENCE = 10_000
WHOLE_GAME = 240_000


@pytest.fixture
def context(browser: Browser) -> BrowserContext:
    return visitor(browser)


def visitor(browser: Browser, width: int = 1280, height: int = 860, **options: object) -> BrowserContext:
    size = {"width": width, "height": height}
    made = browser.new_context(viewport=size, reduced_motion="reduce", **options)  # type: ignore[arg-type]
    made.set_default_timeout(PATIENCE)
    return made


def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")


def invite(host: Page, url: str, game: str) -> str:
    host.goto(url)
    host.locator(f'[data-game="{game}"]').get_by_role("button", name="Play with friends").click()
    expect(host.locator(".lobby")).to_be_visible()
    return host.url


def sit_down(guest: Page, link: str, name: str) -> None:
    """One name field and one click."""
    guest.goto(link)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".lobby")).to_contain_text(name)


def start(host: Page) -> None:
    expect(host.get_by_role("button", name="Start the game")).to_be_enabled()
    host.get_by_role("button", name="Start the game").click()
    expect(host.locator(".dock")).to_be_visible()


def duel(browser: Browser, url: str, game: str) -> tuple[Page, Page]:
    host, guest = visitor(browser).new_page(), visitor(browser).new_page()
    sit_down(guest, invite(host, url, game), "Bob")
    start(host)
    expect(guest.locator(".dock")).to_be_visible()
    return host, guest


def is_over(page: Page) -> bool:
    return page.locator("main").get_attribute("data-status") == "over"


def click_things(page: Page, chance: random.Random) -> None:
    """One decision by clicking: things on the table as long as some can be chosen, else a button."""
    before = page.locator("main").get_attribute("data-number")
    for _ in range(8):
        if page.locator("main").get_attribute("data-number") != before or is_over(page):
            return
        things = page.locator("#zones .item.next, #zones .item.can:not(.chosen)")
        buttons = page.locator(".moves .move:visible")
        chosen = page.locator("#zones .item.chosen").count()
        offers = page.locator("#zones .item.next") if chosen else things
        if offers.count() and (chance.random() < 0.8 or not buttons.count()):
            offers.nth(chance.randrange(offers.count())).click()
        elif buttons.count():
            buttons.nth(chance.randrange(buttons.count())).click()
        page.wait_for_function("() => !document.querySelector('main.waiting')")


def play_to_the_end(*pages: Page) -> None:
    for page in pages:
        page.evaluate(FINGER)
    for page in pages:
        expect(page.locator(".result")).to_be_visible(timeout=WHOLE_GAME)


BY_HAND = 12  # so many decisions are clicked as a person would; the rest by a finger in the page that never rests
FINGER = """() => { let last = ""; window.finger = setInterval(() => {
  const room = document.querySelector("main"), moves = [...document.querySelectorAll("[data-move]")];
  if (moves.length && room.dataset.number !== last) {
    last = room.dataset.number;
    moves[Math.floor(Math.random() * moves.length)].click();
  }
}, 5); }"""


@pytest.mark.parametrize("game", names())
def test_two_browsers_play_a_whole_game(browser: Browser, site: Server, game: str) -> None:
    host, guest = duel(browser, site.url, game)
    picture(host, f"{game}-start")
    chance = random.Random(3)
    made = 0
    while made < BY_HAND and not is_over(host):
        for page in (host, guest):
            if page.locator(".dock.mine").count():
                click_things(page, chance)
                made += 1
    picture(host, f"{game}-middle")
    play_to_the_end(host, guest)
    picture(guest, f"{game}-end")
    assert host.locator("#log li").count() == guest.locator("#log li").count()
    host.context.close()
    guest.context.close()


@pytest.mark.parametrize("game", names())
def test_play_now_is_at_most_two_clicks(context: BrowserContext, site: Server, game: str) -> None:
    page = context.new_page()
    page.goto(site.url)
    page.locator(f'[data-game="{game}"]').get_by_role("button", name="Play now").click()
    expect(page.locator(".dock")).to_be_visible()
    page.wait_for_selector(".dock.mine")
    picture(page, f"{game}-bot")


def test_a_game_by_keyboard_only(context: BrowserContext, site: Server) -> None:
    page = context.new_page()
    page.goto(site.url)
    page.locator('[data-game="matrix"] button.main').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".dock")
    for _ in range(40):
        page.wait_for_function("() => document.querySelector('.dock.mine, .result')")
        if is_over(page):
            break
        number = page.locator("main:not(.waiting)").get_attribute("data-number")
        page.locator("[data-zone='hand'] .item[tabindex='0']").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        if page.locator(".chosen").count():
            page.keyboard.press("1")
        page.wait_for_function(f"() => document.querySelector('main').dataset.number !== '{number}'")
    expect(page.locator(".result")).to_be_visible()


def test_refresh_second_tab_and_a_restarted_server(browser: Browser, server: Server) -> None:
    host, guest = duel(browser, server.url, "matrix")
    chance = random.Random(5)
    mover = host if host.locator(".dock.mine").count() else guest
    click_things(mover, chance)
    expect(host.locator("#log li")).to_have_count(1)
    host.reload()
    expect(host.locator("#log li")).to_have_count(1)
    second = host.context.new_page()
    second.goto(host.url)
    server.kill()
    expect(host.locator("main.offline")).to_be_visible()
    server.start()
    for page in (host, second, guest):
        expect(page.locator("main:not(.offline)")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#log li")).to_have_count(1)
    click_things(second if second.locator(".dock.mine").count() else guest, chance)
    expect(host.locator("#log li")).to_have_count(2)
    expect(second.locator("#log li")).to_have_count(2)


def test_taking_back_with_consent(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    mover, other = (host, guest) if host.locator(".dock.mine").count() else (guest, host)
    click_things(mover, random.Random(1))
    expect(other.locator("#log li")).to_have_count(1)
    mover.get_by_role("button", name="Ask to take back").click()
    other.get_by_role("button", name="Agree").click()
    expect(mover.locator("#log li")).to_have_count(0)
    expect(other.locator("#log li")).to_have_count(0)


def test_a_spectator_sees_only_what_is_public_and_can_look_back(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    watcher = visitor(browser).new_page()
    watcher.goto(host.url)
    expect(watcher.locator(".dock")).to_contain_text("You are watching.")
    assert watcher.locator('[data-zone="hand"]').count() == 0
    mover = host if host.locator(".dock.mine").count() else guest
    click_things(mover, random.Random(2))
    expect(watcher.locator("#log li")).to_have_count(1)
    expect(host.locator("#seats")).to_contain_text("Watching 1")


def test_the_replay_and_playing_on(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    play_to_the_end(host, guest)
    with guest.expect_download() as download:
        guest.get_by_role("link", name="Save the record").click()
    assert re.fullmatch(r"matrix-\w+\.json", download.value.suggested_filename)
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
    host.get_by_role("button", name="Play on from here").click()
    expect(host.locator(".dock")).to_be_visible()
    assert "/replay" not in host.url
    guest.goto(site.url)
    guest.get_by_label("Record").set_input_files(download.value.path())
    guest.get_by_role("button", name="Open", exact=True).click()
    expect(guest.locator("#where")).to_have_text("20 / 20")


def test_hint_and_blocked_things_say_why(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    mover, other = (host, guest) if host.locator(".dock.mine").count() else (guest, host)
    mover.get_by_role("button", name="Hint").click()
    expect(mover.locator("#notice")).to_contain_text("The bot would play")
    assert mover.locator(".hinted").count() > 0
    other.locator('[data-zone="hand"] .item').first.hover()
    expect(other.locator("#peek")).to_contain_text("turn")


def test_the_rulebook_opens_at_the_clause(context: BrowserContext, site: Server) -> None:
    page = context.new_page()
    page.goto(site.url)
    page.locator('[data-game="matrix"] button.main').click()
    page.locator(".clause-link").first.click()
    expect(page.locator("dialog .target")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()


@pytest.mark.parametrize("game", names())
def test_a_phone_needs_no_sideways_scrolling(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser, 375, 812, has_touch=True, is_mobile=True).new_page()
    page.goto(site.url)
    assert_fits(page)
    page.locator(f'[data-game="{game}"] button.main').click()
    page.wait_for_selector(".dock.mine")
    assert_fits(page)
    picture(page, f"{game}-phone")
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.button, summary, select, input')]
        .filter(n => n.offsetParent && !n.matches('.clause-link, .kind-board .cell, .kind-pile .item'))
        .filter(n => n.offsetHeight < 44).map(n => n.outerHTML.slice(0, 120))"""
    )
    assert small == []


def assert_fits(page: Page) -> None:
    width, room = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert width <= room
