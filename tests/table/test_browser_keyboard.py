"""Whole games without a mouse: a fixed small number of keys for any move, and the focus is where it is needed next.

The longest games are cut off; to their end: `TABLEWRIGHT_DECISIONS=2000 pytest tests/table/test_browser_keyboard.py`.
"""

import os
import random

import pytest
from browser_helpers import against_bots, games, is_over, moves_sent, near_the_end, ready, visitor
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

# The shortest whole games that the rulebooks allow.
SHORTEST: dict[str, dict[str, int]] = {
    "matrix": {},
    "wallet": {"max_rounds": 3},
    "menagerie": {"rounds": 1},
    "standoff": {"max_turns_per_player": 20, "actions_per_turn": 2},
    "wtactics": {"turn_limit": 40, "start_influence": 10, "vetoes_each": 0},
}
DECISIONS = int(os.environ.get("TABLEWRIGHT_DECISIONS", "30"))  # at most, of one game
MOST_KEYS = 5  # N, three digits and Enter; nowhere are there a thousand moves
VISIBLE = ".moves .move:not([hidden])"


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


def play_by_keys(page: Page) -> int:
    """Play to the end, or for as many decisions as are wanted; how many there were."""
    chance, taken = random.Random(8), list[int]()
    while not is_over(page) and len(taken) < DECISIONS:
        taken.append(decide_by_keys(page, chance))
    assert max(taken) <= MOST_KEYS
    return len(taken)


@pytest.mark.slow
@pytest.mark.parametrize("game", games("menagerie"))
def test_the_end_of_a_game_is_played_by_keys_alone(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser)
    near_the_end(page, site.url, game, 4)
    play_by_keys(page)
    assert is_over(page)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHORTEST)
def test_a_whole_game_is_played_by_keys_alone(browser: Browser, site: Server, game: str) -> None:
    page = visitor(browser)
    against_bots(page, site.url, game, **SHORTEST[game])
    assert play_by_keys(page) == DECISIONS or is_over(page)


def test_all_moves_are_numbered_and_reached(browser: Browser, site: Server) -> None:
    """Also those that the list does not show before somebody wants all of them; Escape ends it."""
    page = visitor(browser)
    against_bots(page, site.url, "matrix")
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
    against_bots(page, site.url, "matrix")
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    wanted = page.locator(VISIBLE).nth(2).get_attribute("data-move")
    page.keyboard.press("3")
    expect(page.locator("#log li").first).to_be_visible()
    assert [str(move) for move in sent] == [wanted]


def test_the_focus_stays_in_the_list_of_moves(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    against_bots(page, site.url, "matrix")
    decide_by_keys(page, random.Random(1))
    assert page.evaluate("() => Boolean(document.activeElement.closest('#status'))")


def test_a_question_mark_shows_all_keys(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    against_bots(page, site.url, "matrix")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys dt")).to_have_count(12)
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
