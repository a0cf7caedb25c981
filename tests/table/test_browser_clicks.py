"""A click does what it says: no move is played but the one that was named and shown at the moment of the click."""

import os
import random
import re
from typing import Any

import pytest
from browser_helpers import against_bots, is_over, moves_sent, phone, ready, visitor
from playwright.sync_api import Browser, Locator, Page, expect
from table_helpers import Server

from tablewright.games import names

FEW = 6
CLICKS = int(os.environ.get("TABLEWRIGHT_CLICKS", "40"))  # of each game; thousands are for a quiet hour

# Something that can be clicked, scrolled to where it can be: a thing of the table or a button of the list.
ANYTHING = """(chance) => {
  const useful = "#zones .item.can, .moves .move, .back, .pieces button";
  const all = [...document.querySelectorAll(chance % 9 ? useful : `${useful}, #zones .item`)];
  const seen = all.filter((node) => node.checkVisibility());
  for (let n = 0; n < seen.length; n++) {
    const node = seen[(chance + n) % seen.length];
    node.scrollIntoView({ block: "center", inline: "center" });
    const box = node.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 30)];
    if (node.contains(document.elementFromPoint(x, y))) return { x, y };
  }
  return null;
}"""

# What the page says it would play if the mouse were clicked where it is now.
NAMED = """([x, y]) => {
  const node = document.elementFromPoint(x, y);
  const button = node.closest("[data-move]");
  if (button) return [Number(button.dataset.move)];
  const run = node.closest("[data-run]");
  if (run) return run.dataset.run.split(" ").map(Number);
  const piece = [...document.querySelectorAll("#zones .piece:not(.wrong)")].map((cell) => cell.dataset.item);
  if (piece.length && node.closest("[data-piece]")) return piece;
  const said = document.querySelector("#status .preview");
  const shown = said?.textContent || document.querySelector(".move.meant");
  return said?.dataset.names && shown ? [Number(said.dataset.names)] : [];
}"""


# In how many moves each card of the hand is used.
USES = """() => {
  const uses = [...document.querySelectorAll("[data-move]")].map((move) => move.dataset.choose.split(" "));
  const cards = [...document.querySelectorAll('#zones [data-zone="hand"] .can')].map((node) => node.dataset.item);
  return Object.fromEntries(cards.map((card) => [card, uses.filter((used) => used.includes(card)).length]));
}"""


def nothing_is_played(page: Page, sent: list[int]) -> bool:
    """A click that plays makes the page wait at once, and what is sent is heard of before the page answers."""
    return page.locator("main.waiting").count() == 0 and not sent


def click_anything(page: Page, chance: random.Random) -> list[Any]:
    """One click somewhere; what the page had said that it would play."""
    at = page.evaluate(ANYTHING, chance.randrange(10_000))
    if at is None:
        return []
    page.mouse.move(at["x"], at["y"])
    named: list[Any] = page.evaluate(NAMED, [at["x"], at["y"]])
    page.mouse.click(at["x"], at["y"])
    return named


@pytest.mark.parametrize(
    ("game", "clicks"),
    [
        ("matrix", FEW),
        ("standoff", FEW),
        *(pytest.param(game, CLICKS, marks=pytest.mark.slow) for game in names()),
    ],
)
def test_every_move_is_the_one_that_was_named(browser: Browser, site: Server, game: str, clicks: int) -> None:
    page = visitor(browser)
    sent = moves_sent(page)
    against_bots(page, site.url, game)
    chance = random.Random(clicks)
    for _ in range(clicks):
        if is_over(page):
            against_bots(page, site.url, game)
        before = len(sent)
        named = click_anything(page, chance)
        ready(page)
        played = sent[before:]
        if named and isinstance(named[0], str):
            assert len(played) == len(named)
            placed = page.locator("#log li").filter(has_text="You place").last
            assert set(re.findall(r"\b[a-p]\d+\b", placed.inner_text())) == set(named), (
                "another piece than the one shown"
            )
        else:
            assert played == named, f"the page had named {named} and played {played}"
    assert sent


def test_any_cell_of_a_line_picks_the_line(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    sent = moves_sent(page)
    card = page.locator('[data-zone="hand"] [data-kind^="shift_"].can').first
    while True:
        against_bots(page, site.url, "matrix")
        if card.count():
            break
    kind = str(card.get_attribute("data-kind"))
    diagonal = "cell8" if kind in ("shift_west", "shift_east") else "cell0"
    wanted = page.locator(f'.move[data-touches~="{diagonal}"]:has([data-kind="{kind}"])').get_attribute("data-move")
    card.click()
    page.locator('[data-item="cell6"]').hover()
    expect(page.locator("#status .preview")).to_have_text(re.compile("^Shift"))  # not the digits of the drawn board
    page.locator('[data-item="cell6"]').click()
    expect(page.locator("#log")).to_contain_text(kind.replace("_", " ").title())
    assert [str(move) for move in sent] == [wanted]


def test_a_changed_mind_starts_anew(browser: Browser, site: Server) -> None:
    """Two cards of one row of the market were a refill of that row once."""
    page = visitor(browser)
    sent = moves_sent(page)
    against_bots(page, site.url, "menagerie")
    while not page.locator(".heading").count():
        against_bots(page, site.url, "menagerie")
    page.locator('[data-zone="market"] .card.can').first.click()
    expect(page.locator('[data-zone="held"], [data-zone="market"] .vacant').first).to_be_visible()
    assert len(sent) == 1, "one click takes a card"


def test_a_heading_stands_for_its_line(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    against_bots(page, site.url, "menagerie")
    page.locator(".heading.row").first.hover()
    expect(page.locator("#status .preview")).to_contain_text("Refill row 1")
    page.locator(".heading.row").first.click()
    expect(page.locator("#log")).to_contain_text("You refill row 1")
    expect(page.locator(".heading")).to_have_count(0)  # a second refill is not allowed: plain words again


@pytest.mark.slow
def test_a_choice_that_does_not_fit_plays_nothing(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    sent = moves_sent(page)
    against_bots(page, site.url, "matrix")
    uses: dict[str, int] = page.evaluate(USES)
    tried = 0
    for card in [card for card, moves in uses.items() if moves > 1][
        :2
    ]:  # one that has a single move needs nothing else
        first = page.locator(f'#zones [data-item="{card}"]')
        first.click()
        for cell in page.locator('[data-zone="board"] .can:not(.next)').all():
            cell.click()
            assert nothing_is_played(page, sent)
            tried += 1
            page.keyboard.press("Escape")
            first.click()
        page.keyboard.press("Escape")
    assert tried


@pytest.mark.slow
def test_all_credits_are_played_by_one_click_that_says_so(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    sent = moves_sent(page)
    against_bots(page, site.url, "standoff")
    run = page.get_by_role("button", name="Play all credits: +")
    said = str(run.get_attribute("data-run"))
    run.click()
    expect(run).to_have_count(0)
    ready(page)
    assert len(sent) > 1
    assert " ".join(map(str, sent)) == said
    expect(page.locator('[data-zone="hand"] [data-kind^="credit"]')).to_have_count(0)


def test_a_card_is_dragged_to_its_place(browser: Browser, site: Server) -> None:
    """Into the row, then from the held card to a space of it; what a drop plays is named before."""
    page = visitor(browser)
    sent = moves_sent(page)
    against_bots(page, site.url, "menagerie")
    card = page.locator('[data-zone="market"] .card.can').first
    drag(page, card, page.locator(".tableau.own .vacant").first)
    expect(page.locator("#status .preview")).to_contain_text("Take")
    page.mouse.up()
    held = page.locator('[data-zone="held"] .card')
    expect(held).to_be_visible()
    drag(page, held, page.locator(".tableau.own .vacant").nth(2))
    page.mouse.up()
    expect(page.locator(".tableau.own .item.faced")).to_have_count(1)
    assert len(sent) == 2


def test_a_card_that_is_let_go_anywhere_else_plays_nothing(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    sent = moves_sent(page)
    against_bots(page, site.url, "menagerie")
    drag(page, page.locator('[data-zone="market"] .card.can').first, page.locator(".brand"))
    expect(page.locator("#status .preview")).to_be_empty()
    page.mouse.up()
    expect(page.locator(".dragged, .lifted, .chosen")).to_have_count(0)
    assert nothing_is_played(page, sent)


def drag(page: Page, thing: Locator, target: Locator) -> None:
    """Take a thing and hold it over another."""
    ready(page)
    thing.hover()
    page.mouse.down()
    target.hover(force=True)
    expect(page.locator(".dragged")).to_be_visible()


@pytest.mark.slow
def test_a_hint_covers_nothing_and_can_be_closed(browser: Browser, site: Server) -> None:
    page = visitor(browser, (1280, 800))
    against_bots(page, site.url, "matrix")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_contain_text("The bot would choose")
    hinted = page.locator("#zones .hinted").all()
    assert hinted
    for thing in hinted:
        reached = thing.evaluate(
            "(node) => { const b = node.getBoundingClientRect();"
            "return node.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)) }"
        )
        assert reached
    page.locator(".advice").get_by_role("button", name="Close").click()
    expect(page.locator(".advice, #zones .hinted")).to_have_count(0)


@pytest.mark.slow
def test_a_finger_is_shown_what_a_move_would_change_before_it_plays_it(browser: Browser, site: Server) -> None:
    page = phone(browser)
    sent = moves_sent(page)
    against_bots(page, site.url, "matrix")
    once = next(card for card, moves in page.evaluate(USES).items() if moves == 1)
    rotation = page.locator(f'#zones [data-item="{once}"]')
    rotation.tap()
    expect(page.locator("#zones .cell.after")).to_have_count(8)
    expect(page.locator(".move.meant")).to_be_visible()
    changed = page.locator(".move.meant").get_attribute("data-after")
    assert changed is not None
    for part in changed.split():
        where, then = part.split("=")
        shown = page.locator(f'#zones :is([data-item="{where}"], [data-shows="{where}"])')
        expect(shown).to_have_attribute("data-after", then)
    assert nothing_is_played(page, sent)
    rotation.tap()
    expect(page.locator("#zones .cell.after")).to_have_count(0)
    assert len(sent) == 1


def test_what_is_good_for_oneself_is_bad_for_the_others(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    against_bots(page, site.url, "matrix")
    told = page.locator(".move .score:is(.good, .bad)").evaluate_all(
        "(nodes) => nodes.map((node) => [node.textContent, node.classList.contains('good')])"
    )
    assert told
    for text, good in told:
        assert good == (("+" in text) == text.startswith("Ann"))
