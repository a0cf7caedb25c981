"""A sound when it is one's turn: off until somebody wants it."""

import random

import pytest
from browser_helpers import decide, duel, mover
from playwright.sync_api import Browser, expect
from table_helpers import Server


@pytest.mark.slow
def test_a_sound_is_heard_only_by_whoever_wants_it(browser: Browser, site: Server) -> None:
    deciding, waiting = mover(*duel(browser, site.url, "matrix"))
    waiting.locator(".more summary").last.click()
    waiting.get_by_role("button", name="Sound at my turn").click()
    expect(waiting.locator("main")).to_have_attribute("data-rung", "1")  # so that one knows what it is like
    decide(deciding, random.Random(1))
    expect(waiting.locator("main")).to_have_attribute("data-rung", "2")
    decide(waiting, random.Random(1))
    expect(deciding.locator(".dock.mine")).to_be_visible()
    expect(deciding.locator("main[data-rung]")).to_have_count(0)
