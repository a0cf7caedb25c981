"""Whole games without a mouse: a fixed small number of keys for any move, and the focus is where it is needed next.

The longest game is cut off in CI; to its end: `TABLEWRIGHT_DECISIONS=2000 pytest tests/table/test_browser_keyboard.py`.
"""

import os
import random

import pytest
from browser_helpers import is_over, moves_sent, ready, visitor
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

# The shortest whole games that the rulebooks allow.
SHORTEST = {
    "matrix": {},
    "wallet": {"max_rounds": 3},
    "menagerie": {"rounds": 1},
    "standoff": {"max_turns_per_player": 20, "actions_per_turn": 2},
    "wtactics": {"turn_limit": 40, "start_influence": 10, "vetoes_each": 0},
}
DECISIONS = int(os.environ.get("TABLEWRIGHT_DECISIONS", "30"))  # at most, of one game
MOST_KEYS = 5  # N, three digits and Enter; nowhere are there a thousand moves
VISIBLE = ".moves .move:not([hidden])"


def begin(page: Page, url: str, game: str) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
    wish = {"game": game, "players": 2, "name": "Ann", "seats": seats, "start": True, "set": SHORTEST.get(game, {})}
    answer = page.request.post(f"{url}/api/rooms", data=wish)
    assert answer.ok, answer.text()
    page.context.add_cookies([{"name": "tablewright", "value": answer.headers["tablewright-token"], "url": url}])
    page.goto(f"{url}/rooms/{answer.json()['room']}")
    ready(page)


def decide_by_keys(page: Page, chance: random.Random) -> int:
    """Play any move that there is; how many keys it took."""
    number = str(page.locator("main").get_attribute("data-number"))
    page.keyboard.press("n")
    moves = page.locator(VISIBLE)
    digits = str(chance.randrange(moves.count()) + 1)
    for digit in digits:
        page.keyboard.press(digit)
    expect(moves.nth(int(digits) - 1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).not_to_have_attribute("data-number", number)
    ready(page)
    return len(digits) + 2


@pytest.mark.parametrize("game", SHORTEST)
def test_a_whole_game_is_played_by_keys_alone(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser)
    begin(page, site.url, game)
    chance, taken = random.Random(8), list[int]()
    while not is_over(page) and len(taken) < DECISIONS:
        taken.append(decide_by_keys(page, chance))
    assert max(taken) <= MOST_KEYS
    assert is_over(page) or len(taken) == DECISIONS


def test_all_moves_are_numbered_and_reached(browser: Browser, site: Server) -> None:
    """Also those that the list does not show before somebody wants all of them; Escape ends it."""
    page = visitor(browser)
    begin(page, site.url, "matrix")
    before, every = page.locator(VISIBLE).count(), page.locator("#status [data-move]").count()
    page.keyboard.press("n")
    expect(page.locator(VISIBLE)).to_have_count(every)
    assert before < every
    for digit in str(every):
        page.keyboard.press(digit)
    expect(page.locator(VISIBLE).last).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".moves.numbered")).to_have_count(0)


def test_the_first_moves_are_played_by_one_digit(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    sent = moves_sent(page)
    begin(page, site.url, "matrix")
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    wanted = page.locator(VISIBLE).nth(2).get_attribute("data-move")
    page.keyboard.press("3")
    expect(page.locator("#log li").first).to_be_visible()
    assert [str(move) for move in sent] == [wanted]


def test_the_focus_stays_in_the_list_of_moves(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    begin(page, site.url, "matrix")
    decide_by_keys(page, random.Random(1))
    assert page.evaluate("() => Boolean(document.activeElement.closest('#status'))")


def test_a_question_mark_shows_all_keys(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    begin(page, site.url, "matrix")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys dt")).to_have_count(12)
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
