"""The PDF of a whole game: boxes, fonts, the right number of everything, and every sheet's front in front."""

import io
import re
from functools import partial
from pathlib import Path

import pytest
from press_helpers import needs_poppler, order, thing, words_on
from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from tests.besides import besides

from tablewright.engine import TablewrightError
from tablewright.games import load, names
from tablewright.press.book import typeset
from tablewright.press.drawings import Drawing
from tablewright.press.pdf import only_sheets, whole_game
from tablewright.press.sheets import Style
from tablewright.press.sizes import PAPERS, POINT
from tablewright.press.things import Order, things_of

TINY = str(Path(__file__).parents[2] / "examples" / "tiny")


def made(game: str, style: Style) -> bytes:
    return whole_game(order(game), things_of(order(game)), style)


def fonts(reader: PdfReader) -> list[DictionaryObject]:
    """The descriptors of all fonts of a file."""
    every = [reader.get_object(number + 1) for number in range(len(reader.xref_objStm) + len(reader.xref[0]) + 1)]
    return [one for one in every if isinstance(one, DictionaryObject) and one.get("/Type") == "/FontDescriptor"]


@pytest.mark.parametrize("game", besides(["wtactics", TINY], [*names(), TINY]))
def test_every_font_is_embedded(game: str) -> None:
    reader = PdfReader(io.BytesIO(made(game, Style(PAPERS["a4"]))))
    found = fonts(reader)
    assert any("SourceSansPro" in str(one["/FontName"]) for one in found)
    assert all({"/FontFile2", "/FontFile3"} & set(one) for one in found)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_pages_are_sheets(paper: str) -> None:
    reader = PdfReader(io.BytesIO(made("matrix", Style(PAPERS[paper]))))
    sides = sorted((PAPERS[paper].width, PAPERS[paper].height))
    assert len(reader.pages) > 1
    for page in reader.pages:
        assert sorted((page.mediabox.width * POINT, page.mediabox.height * POINT)) == pytest.approx(sides, abs=0.05)
        assert page.mediabox == page.cropbox == page.trimbox == page.bleedbox


def test_single_cards_have_a_trim_box_within_their_bleed() -> None:
    style = Style(PAPERS["a4"], 3.0, "long", "colour", True)
    reader = PdfReader(io.BytesIO(only_sheets(order("wallet"), things_of(order("wallet"))[:3], style)))
    assert len(reader.pages) == 6
    for page in reader.pages:
        assert (page.mediabox.width * POINT, page.mediabox.height * POINT) == pytest.approx((69.5, 94.9), abs=0.05)
        assert page.bleedbox == page.mediabox
        assert (page.trimbox.width * POINT, page.trimbox.height * POINT) == pytest.approx((63.5, 88.9), abs=0.05)
        assert page.trimbox.left * POINT == pytest.approx(3, abs=0.02)


@needs_poppler
def test_every_card_is_there_in_its_copies(tmp_path: Path) -> None:
    pages = words_on(made("matrix", Style(PAPERS["a4"], backs="none")), tmp_path)
    sheets = " ".join(" ".join(page.split()) for page in pages if "sheet" in page and "the rules" not in page)
    cards = load("matrix").cards.cards.values()
    assert cards
    for card in cards:
        name = str(card["name"]).replace("CounterClockwise", "Counter-CW")
        assert len(re.findall(rf"{name}\b", sheets)) == card["copies"], name


@needs_poppler
@pytest.mark.parametrize("game", besides(["wallet"], names()))
def test_every_sheet_has_a_ruler_and_fronts_are_on_odd_pages(tmp_path: Path, game: str) -> None:
    pages = words_on(made(game, Style(PAPERS["letter"])), tmp_path)
    first = next(n for n, page in enumerate(pages) if re.search(r"the rules · 1\b", page))
    assert first % 2 == 0
    for number, page in enumerate(pages[:first]):
        if page.strip():
            assert "50 mm" in page, number
        assert not ("· front" in page and number % 2), number
        assert not ("· back, turned" in page and number % 2 == 0), number
    assert any("What is in it" in page for page in pages)


@needs_poppler
@pytest.mark.parametrize(("language", "said"), [("en", "Two numbers in corners trade places"), ("de", "MTX-6.1")])
def test_the_book_says_how_to_play(tmp_path: Path, language: str, said: str) -> None:
    pdf = whole_game(order("matrix"), things_of(order("matrix")), Style(PAPERS["a4"]), language)
    assert said in " ".join(" ".join(words_on(pdf, tmp_path)).split())


@needs_poppler
def test_without_it_the_rulebook_is_set(tmp_path: Path) -> None:
    text = " ".join(" ".join(words_on(made(TINY, Style(PAPERS["a4"])), tmp_path)).split())
    assert "TNY-1.1" in text


def test_a_text_is_set_as_it_is_written() -> None:
    text = "# A *b* `c#d`\n\n- one\n- two\n\n| a | b |\n|---|---|\n| #x | $y |\n\n![P](face:pig) [M](#M)"
    made = typeset(text, "{}.svg".format)
    for said in ("#heading(level: 1)[A #emph[b]", '#raw("c#d")', "[one],[two],", "\\#x", "\\$y", "#clause[M]"):
        assert said in made
    assert '#card("pig.svg", false)' in made


def test_a_face_that_is_not_svg_is_one_line() -> None:
    for text in ("<svg", "<html/>", "hello", '<svg xmlns="http://www.w3.org/2000/svg"/>'):
        bad = thing(Drawing("swap_odd", partial(_said, text), True))
        with pytest.raises(TablewrightError, match="the face of swap_odd is not SVG") as fault:
            only_sheets(order("matrix"), [bad], Style(PAPERS["a4"]))
        assert "\n" not in str(fault.value)


def _said(text: str, _: float) -> str:
    return text


def test_text_in_names_is_no_command() -> None:
    strange = Order(load("menagerie"), None, None, {"pig.name": '#panic("x") $ [a] @b <c> & "d"'})
    assert whole_game(strange, things_of(strange)[:2], Style(PAPERS["a4"]))[:5] == b"%PDF-"
