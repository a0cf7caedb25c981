"""After a game the page asks how it was: once, and nobody must answer."""

from pathlib import Path

from browser_helpers import against_bots, visitor
from playwright.sync_api import Browser, expect
from table_helpers import Server
from typer.testing import CliRunner

from tablewright.cli.app import app
from tablewright.lab.runs import read_run


def test_the_question_comes_once_and_the_answers_become_rows(browser: Browser, server: Server, tmp_path: Path) -> None:
    page = visitor(browser)
    against_bots(page, server.url, "matrix")
    expect(page.locator("[data-answer]")).to_have_count(0)
    page.get_by_role("button", name="Rules").first.click()
    expect(page.locator("#rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()
    page.locator(".more summary").last.click()
    for _ in range(2):
        page.locator("[data-do=concede]").click()
    question = page.locator("[data-asked]")
    expect(question).to_contain_text("How was it?")
    page.get_by_role("button", name="Good", exact=True).click()
    expect(page.get_by_role("button", name="Good", exact=True)).to_be_hidden()
    expect(page.get_by_role("button", name="Yes", exact=True)).to_be_visible()
    page.locator(".say input").fill("Thank you")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("Thank you")  # what was sent before it is kept by now
    page.reload()
    expect(page.locator(".result")).to_be_visible()
    expect(question).to_be_hidden()
    out = tmp_path / "people.parquet"
    told = CliRunner().invoke(app, ["collect", "matrix", str(tmp_path / "table.db"), "-o", str(out)])
    assert told.exit_code == 0, told.output
    more = read_run(out).more
    assert (more["mood.good"].tolist(), more["looked"].tolist(), more["conceded"].tolist()) == ([1], [1], [1])
