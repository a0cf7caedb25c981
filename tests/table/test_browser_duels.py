"""Two browsers play against each other, by mouse.

The long games are cut off in CI, where whole ones of every kind are played against a bot; to their end:
`TABLEWRIGHT_CLICKS=5000 pytest tests/table/test_browser_duels.py`.
"""

import math
import os

import pytest
from browser_helpers import SHORT, duel, is_over, mover, picture, play_to_the_end
from playwright.sync_api import Browser
from table_helpers import Server

from tablewright.games import names

CLICKS = int(os.environ.get("TABLEWRIGHT_CLICKS", "50"))
LONG = ("standoff", "wallet", "wtactics")


@pytest.mark.parametrize("game", names())
def test_two_browsers_play_a_whole_game(browser: Browser, site: Server, game: str) -> None:
    host, guest = duel(browser, site.url, game, **SHORT.get(game, {}))
    picture(host, f"{game}-start")
    play_to_the_end(host, guest, middle=f"{game}-middle", most=CLICKS if game in LONG else math.inf)
    if not is_over(host):
        mover(host, guest)
    picture(guest, f"{game}-end")
    assert host.locator("#log li").count() == guest.locator("#log li").count()
