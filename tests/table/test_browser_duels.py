"""Two browsers play whole games against each other, by mouse."""

import pytest
from browser_helpers import SHORT, duel, picture, play_to_the_end
from playwright.sync_api import Browser
from table_helpers import Server

from tablewright.games import names


@pytest.mark.parametrize("game", names())
def test_two_browsers_play_a_whole_game(browser: Browser, site: Server, game: str) -> None:
    host, guest = duel(browser, site.url, game, **SHORT.get(game, {}))
    picture(host, f"{game}-start")
    play_to_the_end(host, guest, middle=f"{game}-middle")
    picture(guest, f"{game}-end")
    assert host.locator("#log li").count() == guest.locator("#log li").count()
    host.context.close()
    guest.context.close()
