"""The end of a game: why it ended, the score, the chances, what decided, what would have been better."""

import json
import re
from pathlib import Path

import pytest
from browser_helpers import against_bots, duel, played_out, room_with_bots, visitor
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

ANALYSIS = {
    "done": 1,
    "names": ["Ann", "easy"],
    "chances": [[0.5, 0.5], [0.3, 0.7], [0.0, 1.0]],
    "decided": [{"at": 1, "text": "Ann blunders", "by": 0.2, "seat": 0, "was": 0.5, "now": 0.3}],
    "missed": [{"at": 0, "text": "Ann blunders", "best": "Swap Even 4", "by": 0.2}],
}
LONGER = ANALYSIS | {
    "chances": [[(50 + n) / 100, (50 - n) / 100] for n in range(21)],
    "missed": [{"at": n, "text": "Ann blunders again", "best": "Swap Even 4", "by": 0.2} for n in range(5)],
}


def answer_with(page: Page, analysis: dict[str, object]) -> None:
    """What the page hears when it asks for the analysis; routes of Playwright would keep it from using its cache."""
    page.add_init_script(
        f"const answer = {json.dumps(json.dumps(analysis))};"
        "fetch = new Proxy(fetch, { apply: (f, me, given) =>"
        " String(given[0]).endsWith('/analysis') ? Promise.resolve(new Response(answer)) : f(...given) });"
    )


def test_the_end_says_why_and_leads_to_the_moments_that_decided(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    answer_with(page, ANALYSIS)
    against_bots(page, site.url, "matrix")
    played_out(page.url, page)
    expect(page.locator(".result .prompt")).to_contain_text("All rounds are played")
    expect(page.locator(".result .final li")).to_have_count(2)
    expect(page.locator(".analysis .curve polyline")).to_have_count(2)
    expect(page.locator(".analysis .missed")).to_contain_text("better: Swap Even 4 (+20 %)")
    expect(page.locator(".analysis .missed")).to_contain_text(
        "1: Ann blunders"
    )  # the first move, though position 0 is shown
    expect(page.locator(".analysis .decided")).to_contain_text("Ann blunders (Ann: 50 → 30 %)")
    page.locator(".analysis .decided button").click()
    expect(page).to_have_url(re.compile(r"/replay\?at=1$"))
    expect(page.locator("#where")).to_have_text("1 / 20")


def ended(page: Page, url: str) -> None:
    """A game of matrix that was played to its end, with what the search would say of it."""
    answer_with(page, LONGER)
    page.goto(played_out(room_with_bots(page, url, "matrix"), page))
    expect(page.locator(".analysis .curve polyline")).to_have_count(2)


def at_share(page: Page, share: float) -> tuple[float, float]:
    """A point of the curve, so far along it."""
    page.locator(".curve").scroll_into_view_if_needed()
    box = page.locator(".curve").bounding_box()
    assert box is not None
    return box["x"] + share * box["width"], box["y"] + box["height"] / 2


@pytest.mark.slow
def test_the_curve_tells_the_moment_under_the_pointer_and_leads_to_it(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    ended(page, site.url)
    assert page.locator(".curve .dot").count() == 1
    page.mouse.move(*at_share(page, 0.4))
    expect(page.locator(".curve-names")).to_contain_text("8 / 20")
    expect(page.locator(".curve-names")).to_contain_text("Ann 58 %")
    page.mouse.click(*at_share(page, 0.4))
    expect(page).to_have_url(re.compile(r"/replay\?at=8$"))
    expect(page.locator("#where")).to_have_text("8 / 20")
    page.mouse.click(*at_share(page, 0.7))
    expect(page.locator("#where")).to_have_text("14 / 20")


@pytest.mark.slow
def test_the_controls_of_a_replay_are_in_sight_above_what_is_told(browser: Browser, site: Server) -> None:
    page = visitor(browser, (1280, 800))
    ended(page, site.url)
    page.goto(page.url + "/replay")
    expect(page.locator(".analysis .curve polyline")).to_have_count(2)
    expect(page.locator('.scrub [data-step="-1"]')).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_picture_of_the_game_can_be_saved(browser: Browser, site: Server, tmp_path: Path) -> None:
    page = visitor(browser)
    ended(page, site.url)
    page.get_by_role("button", name="Share a picture").click()
    expect(page.locator("#souvenir img")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    download.value.save_as(tmp_path / "picture.png")
    with Image.open(tmp_path / "picture.png") as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
        assert len(picture.convert("RGB").getcolors(2**24) or []) > 1000  # cards, words and a ground, not a blank


@pytest.mark.slow
def test_who_gave_up_is_told_so_and_the_other_why_it_ended(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    host.locator(".more summary").last.click()
    host.locator('[data-do="concede"]').click()
    host.locator('[data-do="concede"]').click()
    expect(host.locator(".result .prompt")).to_have_text(re.compile(r"Bob wins\.\s*You have given up\."))
    expect(guest.locator(".result .prompt")).to_have_text(re.compile(r"You win\.\s*Ann has given up\."))
    expect(guest.locator(".seat0 .name")).to_have_text("Ann")
    expect(guest.locator(".seat0 .state")).to_have_text("gave up")
