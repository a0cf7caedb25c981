"""Print this game: the page of the rules makes the same file as the command."""

from io import BytesIO

import pytest
from fastapi.testclient import TestClient
from pypdf import PdfReader

from tablewright.games import load
from tablewright.press.pdf import whole_game
from tablewright.press.sheets import Style
from tablewright.press.sizes import PAPERS
from tablewright.press.things import Order, things_of
from tablewright.table import printing


def test_the_rules_offer_to_print_the_game(client: TestClient) -> None:
    page = client.get("/games/matrix/rules", headers={"accept-language": "de"}).text
    assert 'action="/games/matrix/print.pdf"' in page
    assert "Dieses Spiel drucken" in page
    assert "print.pdf" not in client.get("/games/matrix/rules?part=1").text


def test_it_is_the_same_file(client: TestClient) -> None:
    answer = client.get("/games/matrix/print.pdf?paper=letter&backs=fold&ink=grey")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.headers["content-disposition"] == 'attachment; filename="matrix.pdf"'
    order = Order(load("matrix"), None, None, {})
    same = whole_game(order, things_of(order), Style(PAPERS["letter"], 3.0, "fold", "grey"))
    sides, wanted = (PdfReader(BytesIO(made)).pages for made in (answer.content, same))
    assert [page.extract_text() for page in sides] == [page.extract_text() for page in wanted]


@pytest.mark.parametrize(("path", "status"), [("nope/print.pdf", 404), ("matrix/print.pdf?paper=napkin", 422)])
def test_what_cannot_be_printed_is_refused(client: TestClient, path: str, status: int) -> None:
    assert client.get(f"/games/{path}").status_code == status


def test_without_the_press_it_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "available", lambda: False)
    answer = client.get("/games/matrix/print.pdf")
    assert (answer.status_code, answer.json()["detail"]) == (404, "Printing is not set up on this server.")
