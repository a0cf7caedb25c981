"""Whole games without a mouse: a fixed small number of keys a move, and the focus is where the next one is needed."""

import pytest
from browser_helpers import is_over, ready, visitor
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

SHORTEST = {
    "matrix": {},
    "wallet": {"max_rounds": 3},
    "menagerie": {"rounds": 1},
}
LONG = ("standoff", "wtactics")
ENOUGH = 6  # decisions of a long game
MOST_KEYS = 4  # the list of moves, all of them, the list again, and the choice
FOCUS = "() => document.activeElement.className"


def begin(page: Page, url: str, game: str) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
    wish = {"game": game, "players": 2, "name": "Ann", "seats": seats, "start": True, "set": SHORTEST.get(game, {})}
    answer = page.request.post(f"{url}/api/rooms", data=wish)
    assert answer.ok, answer.text()
    page.context.add_cookies([{"name": "tablewright", "value": answer.headers["tablewright-token"], "url": url}])
    page.goto(f"{url}/rooms/{answer.json()['room']}")
    ready(page)


def decide_by_keys(page: Page) -> int:
    """Make one decision; how many keys it took."""
    number = str(page.locator("main").get_attribute("data-number"))
    keys = ["m"]
    page.keyboard.press("m")
    if "all-moves" in page.evaluate(FOCUS):
        keys += ["Enter", "m"]
        page.keyboard.press("Enter")
        page.keyboard.press("m")
    page.keyboard.press("Enter")
    expect(page.locator("main")).not_to_have_attribute("data-number", number)
    ready(page)
    return len(keys) + 1


@pytest.mark.parametrize("game", SHORTEST)
def test_a_whole_game_is_played_by_keys_alone(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser).new_page()
    begin(page, site.url, game)
    taken = []
    while not is_over(page):
        taken.append(decide_by_keys(page))
    assert max(taken) <= MOST_KEYS
    assert len(taken) > 1
    page.context.close()


@pytest.mark.parametrize("game", LONG)
def test_a_long_game_takes_no_more_keys(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser).new_page()
    begin(page, site.url, game)
    assert max(decide_by_keys(page) for _ in range(ENOUGH)) <= MOST_KEYS
    page.context.close()


def test_the_focus_stays_in_the_list_of_moves(browser: Browser, site: Server) -> None:
    page = visitor(browser).new_page()
    begin(page, site.url, "matrix")
    decide_by_keys(page)
    assert page.evaluate("() => Boolean(document.activeElement.closest('#status'))")


def test_a_question_mark_shows_all_keys(browser: Browser, site: Server) -> None:
    page = visitor(browser).new_page()
    begin(page, site.url, "matrix")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys dt")).to_have_count(11)
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
