"""The end of a game: why it ended, the score, the chances, what decided, what would have been better."""

import json
import re

from browser_helpers import against_bots, visitor
from playwright.sync_api import Browser, expect
from table_helpers import Server

ANALYSIS = {
    "done": 1,
    "names": ["Ann", "easy"],
    "chances": [[0.5, 0.5], [0.3, 0.7], [0.0, 1.0]],
    "decided": [{"at": 1, "text": "Ann blunders", "by": 0.2}],
    "missed": [{"at": 0, "text": "Ann blunders", "best": "Swap Even 4", "by": 0.2}],
}


def test_the_end_says_why_and_leads_to_the_moments_that_decided(browser: Browser, site: Server) -> None:
    page = visitor(browser, base_url=site.url).new_page()
    page.route("**/analysis", lambda route: route.fulfill(body=json.dumps(ANALYSIS), content_type="application/json"))
    against_bots(page, site.url, "matrix")
    room = f"/api{page.url[page.url.index('/rooms/') :]}"
    while (seen := page.request.get(room + "/view").json())["view"]["deciding"] is not None:
        if seen["view"]["moves"]:
            data = {"number": seen["number"], "move": seen["view"]["moves"][0]["id"]}
            page.request.post(room + "/moves", data=data)
    expect(page.locator(".result .prompt")).to_contain_text("All rounds are played")
    expect(page.locator(".result .final li")).to_have_count(2)
    expect(page.locator(".analysis .curve polyline")).to_have_count(2)
    expect(page.locator(".analysis .missed")).to_contain_text("better: Swap Even 4 (+20 %)")
    page.locator(".analysis .decided button").click()
    expect(page).to_have_url(re.compile(r"/replay\?at=1$"))
    expect(page.locator("#where")).to_have_text("1 / 20")
