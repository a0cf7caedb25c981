"""At every decision the board, the question and one's own cards are in sight together, and nothing covers them.

Whole games of other deals: `TABLEWRIGHT_DECISIONS=500 TABLEWRIGHT_DEAL=3000 pytest tests/table/test_browser_sight.py`.
"""

import os
import random

import pytest
from browser_helpers import (
    PHONE,
    against_bots,
    decide,
    games,
    is_over,
    phone,
    played_out,
    ready,
    room_with_bots,
    visitor,
)
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

from tablewright.games import load, names
from tablewright.table.visitors import LANGUAGE_COOKIE

DESKTOPS = [(1920, 1080), (1280, 800), (1024, 768)]
DECISIONS = int(os.environ.get("TABLEWRIGHT_DECISIONS", "4"))
TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
PLAYERS = {game: sorted(set(load(game).cards.players)) for game in names()}


TABLES = [(game, players) for game, numbers in PLAYERS.items() for players in numbers]
FEW = 2
WORDY = [("standoff", 4), ("wtactics", 2)]


def tables(quick: int) -> list[pytest.ParameterSet]:
    """Every game with every number of players; a few decisions of two with one of these numbers are quick."""
    few = [pytest.param(game, PLAYERS[game][quick], FEW) for game in ("matrix", "wtactics")]
    return [*few, *(pytest.param(*table, DECISIONS, marks=pytest.mark.slow) for table in TABLES)]


# What cannot be seen: things that are outside the window or lie under something else at their middle.
UNSEEN = """(places) => {
  const seen = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return false;
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && (node.contains(hit) || hit.contains(node));
  };
  const nodes = [...document.querySelectorAll(places)].filter((node) => node.checkVisibility());
  return nodes.filter((node) => !seen(node)).map((node) => node.dataset.item ?? node.className);
}"""

# On a phone: the question, the board, one's own cards, and something that can be chosen if anything can.
PHONE_UNSEEN = """(unseen) => {
  const hidden = eval(unseen);
  const lost = hidden(".dock .prompt");
  const can = [...document.querySelectorAll("#zones .item.can")].filter((node) => node.checkVisibility());
  if (can.length && hidden("#zones .item.can").length === can.length) lost.push("everything that can be chosen");
  const hand = document.querySelectorAll("#zones .at-hand .own.kind-fan .item");
  const covered = hidden("#zones .at-hand .own.kind-fan .item");
  const tops = (what) => [...document.querySelectorAll(what)].map((node) => node.getBoundingClientRect().top);
  const below = Math.min(...tops(".dock, #zones .at-hand .own.kind-fan"));
  const needed = document.querySelectorAll("[data-zone='board'], #zones .zone.own:not(.kind-pile, .at-hand *)");
  for (const zone of [...needed].filter((zone) => zone.checkVisibility())) {
    const { top, bottom } = zone.getBoundingClientRect();
    if (top < -1 || bottom > below + 1) lost.push(`${zone.dataset.zone} from ${top} to ${bottom} of ${below}`);
  }
  if (hand.length && covered.length === hand.length) lost.push("the hand");
  // Marks at the edge are cut off there; whatever one may choose must not be.
  const scrolls = (node) => node.closest(".items")?.scrollWidth > node.closest(".items")?.clientWidth;
  const cut = can.filter((node) => node.getBoundingClientRect().right > screen.width && !scrolls(node));
  lost.push(...cut.map((node) => `${node.dataset.item} beyond the edge`));
  const board = [...document.querySelectorAll("[data-zone='board'] *")].filter((node) => node.checkVisibility());
  const off = board.filter((node) => node.getBoundingClientRect().right > screen.width + 1 && !scrolls(node));
  lost.push(...off.map((node) => `${node.className} beside the board beyond the edge`));
  const width = Math.max(document.documentElement.scrollWidth, innerWidth);
  if (width > screen.width) lost.push("the page is wider than the screen");
  return lost;
}"""

# Places whose words or cards stick out at their side.
STICKING_OUT = """() => [...document.querySelectorAll("#zones .zone")]
  .filter((zone) => zone.checkVisibility() && zone.scrollWidth > zone.clientWidth + 2)
  .map((zone) => zone.dataset.zone)"""

# What has a scrollbar for nothing: the page, if the table fits in it, and whatever is scrolled sideways beside it.
TOO_LARGE = """() => {
  const large = ["#status", "#log", ".side"].filter((what) => {
    const { scrollWidth, clientWidth } = document.querySelector(what);
    return scrollWidth > clientWidth;
  });
  const { scrollHeight } = document.documentElement;
  const fits = document.getElementById("zones").getBoundingClientRect().bottom + scrollY <= innerHeight;
  return fits && scrollHeight > innerHeight ? [...large, "the page"] : large;
}"""


# How large letters are on the screen: those of prices, and of names, which take 33 of the 250 points of a face.
LETTERS = """() => {
  const size = (node) => parseFloat(getComputedStyle(node).fontSize) * node.currentCSSZoom;
  const beside = (node) => parseFloat(getComputedStyle(node, "::after").fontSize) * node.currentCSSZoom;
  const named = (node) => getComputedStyle(node, "::after").content.includes(node.dataset.name);
  const cards = [...document.querySelectorAll(".markets .faced")];
  const names = cards.map((node) => named(node) ? beside(node) : node.getBoundingClientRect().width * 33 / 250);
  return Math.min(...names, ...[...document.querySelectorAll(".markets .mark")].map(size));
}"""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(TWO_FRAMES)


def look(page: Page) -> None:
    """Nothing is out of sight at any size of a window."""
    page.mouse.move(2, 2)
    for width, height in DESKTOPS:
        resize(page, width, height)
        page.evaluate("scrollTo(0, 0)")
        places = "#zones .item.can, #zones .own.kind-fan .item, [data-zone='board'] .item, .prompt"
        assert page.evaluate(UNSEEN, places) == [], f"at {width}x{height}"
        assert page.evaluate(TOO_LARGE) == [], f"at {width}x{height}"


@pytest.mark.parametrize(("game", "players", "decisions"), tables(-1))
def test_everything_is_in_sight_at_every_decision(
    browser: Browser, site: Server, game: str, players: int, decisions: int
) -> None:
    page = visitor(browser)
    against_bots(page, site.url, game, players)
    chance = random.Random(players)
    for _ in range(decisions):
        look(page)
        decide(page, chance)
        ready(page)
        if is_over(page):
            break


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [DESKTOPS, [PHONE]])
def test_a_pile_that_can_be_chosen_is_in_sight(browser: Browser, site: Server, sizes: list[tuple[int, int]]) -> None:
    """The discard pile, with which a card may be swapped, lay in a folded part of the table."""
    page = phone(browser) if sizes == [PHONE] else visitor(browser)
    pile, chance = page.locator("[data-item='discard'].can"), random.Random(5)
    against_bots(page, site.url, "wallet")
    while not pile.count():
        if is_over(page):
            against_bots(page, site.url, "wallet")
        decide(page, chance)
        ready(page)
    page.mouse.move(2, 2)
    for size in sizes:
        resize(page, *size)
        assert page.evaluate(UNSEEN, "[data-item='discard'], .prompt") == [], f"at {size}"


def test_nothing_sticks_out_of_the_table_when_hands_are_empty(browser: Browser, site: Server) -> None:
    """The board of four took the place of the cards beside it."""
    page = visitor(browser, DESKTOPS[2])
    page.goto(played_out(room_with_bots(page, site.url, "matrix", 4), page))
    expect(page.locator(".result")).to_be_visible()
    page.mouse.move(2, 2)
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("() => { const { scrollWidth, clientWidth } = zones; return scrollWidth - clientWidth; }") <= 2


@pytest.mark.parametrize("game", games("standoff"))
def test_a_large_window_is_used(browser: Browser, site: Server, game: str) -> None:
    """The table grows until it ends where the window ends, or until it is too wide or as large as anybody wants it."""
    page = visitor(browser, DESKTOPS[0])
    against_bots(page, site.url, game)
    page.evaluate(TWO_FRAMES)
    size, share = page.evaluate(
        "() => { const zones = document.getElementById('zones');"
        " return [Number(zones.style.zoom), zones.getBoundingClientRect().bottom / innerHeight]; }"
    )
    assert size > 1
    assert share > 0.8


def test_the_cards_of_a_market_are_as_large_as_the_window_lets_them(browser: Browser, site: Server) -> None:
    page = visitor(browser, DESKTOPS[0])
    against_bots(page, site.url, "standoff")
    page.evaluate(TWO_FRAMES)
    widths = page.evaluate(
        "() => [...document.querySelectorAll('.markets .card')].map((card) => card.getBoundingClientRect().width)"
    )
    assert len(widths) > 12
    assert min(widths) > 100


PICTURES_SHOWN = "() => [...document.querySelectorAll('#zones img')].every((one) => one.complete)"
COVERING = [("wtactics", DESKTOPS[2])]  # the longest words

# What a preview covers of the question, and of the thing that it is about.
COVERED = """(thing) => {
  const peek = document.getElementById("peek");
  if (peek.hidden) return [];
  const box = peek.getBoundingClientRect();
  const over = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const wide = Math.min(right, box.right) - Math.max(left, box.left);
    return wide > 2 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 2;
  };
  const needed = document.querySelectorAll("#status .dock > *");
  return [thing, ...[...needed].filter((node) => node.checkVisibility())].filter(over).map((node) => node.className);
}"""


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(game, size, marks=() if (game, size) in COVERING else pytest.mark.slow)
        for game in names()
        for size in DESKTOPS[1:]
    ],
)
def test_what_is_told_of_a_card_covers_neither_it_nor_the_question(
    browser: Browser, site: Server, game: str, size: tuple[int, int]
) -> None:
    page = visitor(browser, size)
    against_bots(page, site.url, game)
    page.wait_for_function(PICTURES_SHOWN)  # one that comes late changes the size of the table
    page.evaluate(TWO_FRAMES)
    shown = 0
    for card in page.locator("#zones .card").all():
        if card.is_visible():
            card.hover(position={"x": 12, "y": 12}, force=True)
            assert card.evaluate(COVERED) == []
            shown += page.locator("#peek").is_visible()
    assert shown > 3


@pytest.mark.parametrize(("game", "players", "decisions"), tables(0))
def test_a_phone_shows_question_hand_and_choice(
    browser: Browser, site: Server, game: str, players: int, decisions: int
) -> None:
    page = phone(browser)
    against_bots(page, site.url, game, players)
    chance = random.Random(players)
    for _ in range(decisions):
        page.mouse.move(2, 2)
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(PHONE_UNSEEN, UNSEEN) == []
        decide(page, chance)
        ready(page)
        if is_over(page):
            break


@pytest.mark.parametrize("game", games("wallet"))
def test_both_seats_of_a_duel_are_seen_at_once_on_a_phone(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser, PHONE, locale="de")
    against_bots(page, site.url, game)
    seats = page.locator("#seats .seat").all()
    assert len(seats) == 2
    for seat in seats:
        box = seat.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        assert seat.evaluate("(node) => node.scrollWidth <= node.clientWidth")


def test_cells_of_a_board_are_large_enough_for_a_finger(browser: Browser, site: Server) -> None:
    page = phone(browser)
    against_bots(page, site.url, "standoff", 2)
    page.locator("button.move", has_text="1-polyomino").first.dispatch_event("click")
    expect(page.locator("[data-zone='board'] .item.can").first).to_be_visible()
    page.evaluate(TWO_FRAMES)
    sides = page.evaluate(
        "() => [...document.querySelectorAll('[data-zone=board] .item')].map((cell) => cell.getBoundingClientRect())"
        ".map(({ width, height }) => Math.min(width, height))"
    )
    assert len(sides) == 256
    assert min(sides) >= 31.9  # 32 points, however they are rounded


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(*table, marks=() if table in WORDY else pytest.mark.slow) for table in TABLES],
)
def test_longer_words_of_another_language_have_room(browser: Browser, site: Server, game: str, players: int) -> None:
    """One German word that was wider than its place made the whole table half as large."""
    page = visitor(browser)
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": "de", "url": site.url}])
    against_bots(page, site.url, game, players)
    assert page.locator("html").get_attribute("lang") == "de"
    look(page)
    assert page.evaluate(STICKING_OUT) == []


@pytest.mark.slow
def test_what_comes_to_lie_under_a_mouse_that_stands_still_covers_nothing(browser: Browser, site: Server) -> None:
    """Whoever had played a card saw the next one of the hand large, over the table and what was asked next."""
    page = visitor(browser, (1280, 800), motion=True)
    page.goto(site.url)
    page.get_by_role("button", name="Learn by playing: WTactics").click()
    for number in range(4):
        page.wait_for_selector(f'main[data-number="{number}"]:not(.waiting) .dock.mine')
        page.locator(".moves .move:visible").first.click()
    page.wait_for_selector('main[data-number="4"]:not(.waiting) .dock.mine')
    page.locator(".at-hand .item.can").click()
    page.wait_for_selector('main[data-number="5"] .at-hand .kind-fan .item:hover')
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
    page.evaluate(TWO_FRAMES)
    expect(page.locator("#peek")).to_be_hidden()
    page.mouse.move(1, 1)
    page.locator(".at-hand .kind-fan .item").first.hover()
    expect(page.locator("#peek")).to_be_visible()


@pytest.mark.slow
def test_names_and_prices_in_a_market_can_be_read(browser: Browser, site: Server) -> None:
    """They were printed on cards of 70 pixels, at 5 pixels."""
    page = visitor(browser)
    against_bots(page, site.url, "standoff")
    for size in (*DESKTOPS, (1240, 800), (1366, 768)):
        resize(page, *size)
        assert page.evaluate(LETTERS) >= 9, f"at {size}"
