"""What can be done with each thing, or why not: marks that come beside the things (`marking.js`)."""

from typing import Any

from browser_helpers import against_bots, visitor
from playwright.sync_api import Browser, Page
from table_helpers import Server

# Two boards with the things a to d, and what the server tells of them, put together as a page does it.
MARK = """async ([script, things, told]) => {
  const { markThings } = await import(script);
  const zones = document.createElement("div");
  zones.innerHTML = things;
  for (const marks of told) {
    const template = document.createElement("template");
    template.dataset.marks = "";
    template.content.append(JSON.stringify(marks));
    zones.append(template);
  }
  markThings(zones);
  return [...zones.querySelectorAll("[data-item]")].map((node) => ({
    item: node.dataset.item, can: node.classList.contains("can"), as: node.dataset.as ?? "",
    why: node.dataset.why ?? "", clause: node.dataset.clause ?? "",
    disabled: node.getAttribute("aria-disabled") ?? "", label: node.getAttribute("aria-label"),
  }));
}"""
THINGS = "".join(
    f'<section data-zone="{zone}">'
    + "".join(f'<button data-item="{item}" aria-label="{item.upper()}"></button>' for item in items)
    + "</section>"
    for zone, items in (("hand", "ab"), ("market", "cd"))
)


def marked(browser: Browser, site: Server, *told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    page = visitor(browser)
    against_bots(page, site.url, "matrix")
    script = page.locator('script[type="module"]').first.get_attribute("src")
    assert script
    found = page.evaluate(MARK, [script.replace("table.js", "marking.js"), THINGS, list(told)])
    return {one["item"]: one for one in found}


def marks(**told: Any) -> dict[str, Any]:
    return {"can": [], "same": {}, "say": "can be chosen"} | told


def test_what_can_be_chosen_says_so_and_nothing_else_does(browser: Browser, site: Server) -> None:
    found = marked(browser, site, marks(can=["a"]))
    assert [item for item, one in found.items() if one["can"]] == ["a"]
    assert found["a"]["label"] == "A. can be chosen"
    assert (found["a"]["disabled"], found["b"]["disabled"]) == ("", "true")
    assert found["b"]["label"] == "B"


def test_a_thing_that_looks_the_same_stands_for_the_other(browser: Browser, site: Server) -> None:
    found = marked(browser, site, marks(can=["a"], same={"b": "a"}))
    assert (found["b"]["can"], found["b"]["as"], found["a"]["as"]) == (True, "a", "")


def test_a_reason_stands_beside_its_thing_and_is_read_aloud(browser: Browser, site: Server) -> None:
    found = marked(browser, site, marks(can=["a"], why={"c": ["It is too dear.", "WAL-1.2"]}))
    assert (found["c"]["why"], found["c"]["clause"]) == ("It is too dear.", "WAL-1.2")
    assert found["c"]["label"] == "C. It is too dear."
    assert found["d"]["why"] == ""


def test_a_reason_for_all_is_told_of_ones_own_things_alone(browser: Browser, site: Server) -> None:
    told = marks(own=["hand"], general=["It is not your turn.", ""], why={"b": ["It is spent.", ""]})
    found = marked(browser, site, told)
    assert [found[item]["why"] for item in "abcd"] == ["It is not your turn.", "It is spent.", "", ""]


def test_marks_of_several_places_are_put_together(browser: Browser, site: Server) -> None:
    found = marked(browser, site, marks(can=["a"]), marks(can=["d"], why={"c": ["No.", ""]}))
    assert [item for item, one in found.items() if one["can"]] == ["a", "d"]
    assert found["c"]["why"] == "No."


def test_a_table_without_marks_is_left_alone(browser: Browser, site: Server) -> None:
    assert not any(one["can"] or one["disabled"] for one in marked(browser, site).values())


def test_every_thing_of_a_move_is_marked_on_the_page(browser: Browser, site: Server) -> None:
    """What the list of moves touches is what can be clicked."""
    page = visitor(browser)
    for game in ("matrix", "standoff"):
        against_bots(page, site.url, game)
        assert touched(page)
        assert touched(page) <= can(page)


def touched(page: Page) -> set[str]:
    chosen = page.eval_on_selector_all("#status [data-move]", "(all) => all.map((one) => one.dataset.choose ?? '')")
    shown = page.eval_on_selector_all("#zones [data-item]", "(all) => all.map((one) => one.dataset.item)")
    return {item for choice in chosen for item in choice.split()} & set(shown)


def can(page: Page) -> set[str]:
    names = "(all) => all.map((one) => one.dataset.as ?? one.dataset.item)"
    return set(page.eval_on_selector_all("#zones .item.can", names))
