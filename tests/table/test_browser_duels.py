"""Two browsers play against each other, by mouse.

The longest games are cut off, as those against a bot are played to their end; these to their end:
`TABLEWRIGHT_CLICKS=5000 pytest tests/table/test_browser_duels.py`.
"""

import math
import os

import pytest
from browser_helpers import (
    SHORT,
    arrange,
    duel,
    games,
    invite,
    is_over,
    picture,
    play_to_the_end,
    shown_by,
    sit_down,
    start,
    visitor,
)
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

from tablewright.games import names

CLICKS = int(os.environ.get("TABLEWRIGHT_CLICKS", "50"))
LONG = ("standoff", "wallet", "wtactics")
OTHERS = [game for game in names() if game != "matrix"]


def meet(browser: Browser, url: str, game: str) -> tuple[Page, Page]:
    """A room, its rules, the link, a name and the start, as people come together."""
    host, guest = visitor(browser), visitor(browser)
    link = invite(host, url, game)
    if game in SHORT:
        arrange(host, **{name: str(value) for name, value in SHORT[game].items()})
    sit_down(guest, link, "Bob")
    start(host)
    expect(guest.locator(".dock")).to_be_visible()
    return host, guest


def play(host: Page, guest: Page, game: str, most: float) -> None:
    picture(host, f"{game}-start")
    played = play_to_the_end(host, guest, middle=f"{game}-middle", most=most)
    shown_by(host, guest)
    picture(guest, f"{game}-end")
    assert is_over(host) or played == most
    assert host.locator("#log li").count() == guest.locator("#log li").count() > 0


@pytest.mark.slow
def test_two_browsers_meet_and_play_a_whole_game(browser: Browser, site: Server) -> None:
    play(*meet(browser, site.url, "matrix"), "matrix", math.inf)


@pytest.mark.parametrize("game", games())
def test_two_browsers_see_the_same_moves(browser: Browser, site: Server, game: str) -> None:
    play(*duel(browser, site.url, game, **SHORT.get(game, {})), game, 3)


@pytest.mark.slow
@pytest.mark.parametrize("game", OTHERS)
def test_two_browsers_play_a_long_game(browser: Browser, site: Server, game: str) -> None:
    play(*meet(browser, site.url, game), game, CLICKS if game in LONG else math.inf)
