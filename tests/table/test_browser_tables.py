"""What each game needs to be good on the screen: previews, pieces, places between stacks, live abilities, fronts."""

import pytest
from browser_helpers import against_bots, arrange, duel, invite, mover, picture, start, visitor
from playwright.sync_api import Browser, Page, expect
from table_helpers import Server

from tablewright.games import load
from tablewright.table.rulebooks import words_explained


def sit(browser: Browser, site: Server, game: str) -> Page:
    page = visitor(browser)
    against_bots(page, site.url, game)
    return page


def play(page: Page, *wanted: str, until: str) -> None:
    """Take the first move on offer that begins with one of these words, until something is on the page."""
    while not page.locator(until).count():
        page.wait_for_selector("main[data-ready] .dock.mine")
        number = page.locator("main:not(.waiting)").get_attribute("data-number")
        page.evaluate(
            """(wanted) => {
              const moves = [...document.querySelectorAll("[data-move]")];
              const said = (words) => moves.find((move) => move.textContent.trim().startsWith(words));
              (wanted.map(said).find(Boolean) ?? moves.at(-1)).click();
            }""",
            wanted,
        )
        page.wait_for_function(f"() => document.querySelector('main').dataset.number !== '{number}'")


def test_matrix_shows_the_board_that_a_play_makes(browser: Browser, site: Server) -> None:
    page = sit(browser, site, "matrix")
    if page.locator(".all-moves").is_visible():
        page.locator(".all-moves").click()
    move = page.locator("[data-move]").first
    changes = dict(change.split("=") for change in str(move.get_attribute("data-after")).split())
    assert changes
    move.hover()
    for cell, number in changes.items():
        expect(page.locator(f'[data-item="{cell}"].after')).to_have_attribute("data-after", number)
    picture(page, "matrix-preview")
    number = str(page.locator("main").get_attribute("data-number"))
    move.click()
    expect(page.locator("main")).not_to_have_attribute("data-number", number)
    page.mouse.move(1, 1)  # it may rest on a move of the next decision
    expect(page.locator(".after")).to_have_count(0)


def test_standoff_places_a_whole_piece_with_one_click(browser: Browser, site: Server) -> None:
    page = visitor(browser)
    invite(page, site.url, "standoff")
    arrange(page, seat1="bot:medium", starting_deck="poly_2, poly_2, poly_2, credit_3, credit_3, credit_3")
    start(page)
    play(page, "Play 3 credits", "Play 2-poly", "End", until="[data-piece='2']")
    own = page.locator("[data-zone='board'] .tone-blue")
    before = own.count()
    page.keyboard.press("r")
    page.locator("[data-item='cell.h8']").hover()
    expect(page.locator(".pieces .why")).to_have_text("must touch the border or a block of yours")
    expect(page.locator(".piece.wrong")).to_have_count(2)
    page.locator("[data-item='cell.g4']").hover()
    expect(page.locator(".pieces .why")).to_contain_text("not free")
    border = page.locator("[data-zone='board'] .cell.can").nth(9)
    border.hover()
    expect(page.locator(".piece:not(.wrong)")).to_have_count(2)
    picture(page, "standoff-piece")
    border.click()
    expect(own).to_have_count(before + 2)


@pytest.mark.slow
def test_menagerie_inserts_between_stacks_without_dragging(browser: Browser, site: Server) -> None:
    page = sit(browser, site, "menagerie")
    play(page, "Insert", "Take", until=".own .gap")
    expect(page.locator("[data-zone='held']")).to_be_visible()
    page.locator(".own.tableau .item.faced").first.hover()
    expect(page.locator("#peek")).to_contain_text("=")
    number = page.locator("main").get_attribute("data-number")
    page.locator(".own .gap").first.click()
    expect(page.locator(f".moves .move:visible .row, main:not([data-number='{number}'])")).not_to_have_count(0)
    picture(page, "menagerie-insert")


def test_wallet_marks_the_live_ability(browser: Browser, site: Server) -> None:
    page = sit(browser, site, "wallet")
    play(page, "Tan", until="[data-zone='market']")
    play(page, "Tan", until="[data-zone='zone0'] [data-face*='side=teal']")
    faces = page.locator("[data-zone='market'] [data-face]").evaluate_all("(all) => all.map((one) => one.dataset.face)")
    drawn = [page.request.get(site.url + face).text() for face in faces]
    assert any("LIVE" in face for face in drawn)
    assert [page.locator(".place .label").nth(n).inner_text() for n in range(3)] == ["m0", "m1", "m2"]


def test_wtactics_shows_fronts_that_face_each_other(browser: Browser, site: Server) -> None:
    page = sit(browser, site, "wtactics")
    play(page, "Keep", "Veto", until=".phases [aria-current]")
    fields = page.locator(".field").all()
    assert fields
    for field in fields:
        theirs, mine = (front.bounding_box() for front in field.locator(".front").all())
        assert theirs is not None
        assert mine is not None
        assert theirs["y"] + theirs["height"] <= mine["y"] + 1
    cost = page.locator("[data-zone='hand.0'] .card").first
    assert cost.get_attribute("data-detail")


@pytest.mark.slow
def test_keywords_and_signs_of_a_card_are_explained_beside_it(browser: Browser, site: Server) -> None:
    page = sit(browser, site, "wtactics")
    play(page, "Keep", "Veto", until=".phases [aria-current]")
    known, met = words_explained(load("wtactics"), "en"), set[str]()
    for card in page.locator("[data-zone='hand.0'] .card").all():
        card.hover()
        text = f"{card.get_attribute('data-detail')} {card.get_attribute('data-lines')}"
        shown = page.locator("#peek .word").all_inner_texts()
        wanted = {word for word in ("Creature", "Flying", "(M)", "(A)", "Ranged", "Guard") if f"{word} " in f"{text} "}
        assert [line for line in shown if line == f"{line.split(':')[0]}: {known[line.split(':')[0]]}"] == shown
        assert wanted <= {line.split(":")[0] for line in shown} or len(shown) == 4
        met |= wanted
    assert met, "no card of the hand has a keyword"


@pytest.mark.slow
def test_wtactics_passes_for_a_person_until_something_happens(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "wtactics")
    mover(host, guest)
    offered = guest if guest.locator(".orders").count() else host
    offered.locator(".orders summary").click()
    offered.get_by_role("button", name="Pass until it is your turn").click()
    expect(offered.locator(".standing")).to_be_visible()
    offered.get_by_role("button", name="Ask me again").click()
    expect(offered.locator(".standing")).to_have_count(0)


@pytest.mark.slow
def test_a_menu_stays_open_when_a_line_appears_above_it(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "matrix")
    decider, other = mover(host, guest)
    other.locator(".tools .more summary").click()
    decider.close()
    expect(other.locator(".dock .question")).to_be_visible()
    expect(other.get_by_role("button", name="Give up")).to_be_visible()


@pytest.mark.slow
def test_the_log_and_the_things_it_names_light_up_together(browser: Browser, site: Server) -> None:
    host, guest = duel(browser, site.url, "menagerie")
    decider, other = mover(host, guest)
    play(decider, "Take", until="#log li .named")
    other.locator("#log li:has(.named)").last.hover()
    expect(other.locator("#zones .about")).not_to_have_count(0)
    expect(other.locator("#just")).to_be_visible()


# The words that are wider than the name of a creature's card may be, at each width that such a card can have.
TOO_WIDE = """({ names, widths }) => {
  const front = document.querySelector(".wtactics .front");
  return widths.flatMap((width) => {
    const slot = document.createElement("div"), card = document.createElement("div");
    front.style.setProperty("--card", `${width}px`);
    card.className = "card faced";
    slot.append(card);
    front.append(slot);
    const name = getComputedStyle(card, "::after"), pen = document.createElement("canvas").getContext("2d");
    pen.font = `${name.fontWeight} ${name.fontSize} ${name.fontFamily}`;
    pen.letterSpacing = name.letterSpacing;
    slot.remove();
    return names.flatMap((one) => one.split(" ")).filter((word) => pen.measureText(word).width > width - 2);
  });
}"""


@pytest.mark.slow
def test_names_of_creatures_are_not_broken_inside_a_word(browser: Browser, site: Server) -> None:
    page = sit(browser, site, "wtactics")
    play(page, "Veto", "Keep", until=".wtactics .front")
    cards = load("wtactics").cards.cards.values()
    names = [str(card["name"]) for card in cards if card["type"] == "Creature"]
    assert len(names) > 40
    assert page.evaluate(TOO_WIDE, {"names": names, "widths": [68, 76, 84]}) == []
