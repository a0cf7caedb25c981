"""What bots noted and said, beside their moves in the replay."""

import json

from browser_helpers import visitor
from playwright.sync_api import Browser, FilePayload, expect
from table_helpers import Server, play_out

from tablewright.engine import Match, Remark, record_of
from tablewright.games import load


def test_the_replay_shows_them_with_the_move_that_is_looked_at(browser: Browser, site: Server) -> None:
    match = play_out(Match(load("matrix").variant(), seed=2))
    match.remarks = [Remark(2, 0, "I keep my six", ("depth 4", "best 17")), Remark(4, 0, "", ("depth 9",))]
    page = visitor(browser)
    sent = FilePayload(name="game.json", mimeType="application/json", buffer=json.dumps(record_of(match)).encode())
    page.goto(page.request.post(f"{site.url}/records", multipart={"file": sent}).url + "?at=3")
    expect(page.locator("#remarks q")).to_have_text("I keep my six")
    expect(page.locator("#remarks pre")).to_have_text("depth 4\nbest 17")
    expect(page.locator('#log [data-n="3"] .remark')).to_be_visible()
    page.get_by_label("One step forward").click()
    expect(page.locator("#where")).to_have_text("4 / 20")
    expect(page.locator("#remarks")).to_be_empty()
    page.get_by_label("One step forward").click()
    expect(page.locator("#remarks pre")).to_have_text("depth 9")
    expect(page.locator("#remarks q")).to_have_count(0)
