"""Printed sheets, measured: front and back of each card are at the same place of the paper, within 0.1 mm."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from press_helpers import PIXEL, Mask, drawing, needs_poppler, order, painted, rendered, thing

from tablewright.press.layout import Backs, grid
from tablewright.press.pdf import only_sheets
from tablewright.press.sheets import Style
from tablewright.press.sizes import CARDS, PAPERS, Size
from tablewright.press.things import things_of

BLUE, RED = (0, 0, 255), (255, 0, 0)
# A mark in the upper left of the front is in the upper right of the back when the card is turned like a leaf.
FRONT = drawing("front", '<rect x="10" y="20" width="20" height="10" fill="#0000ff"/>')
BACK = drawing("back", '<rect x="70" y="20" width="20" height="10" fill="#ff0000"/>')
CARD = CARDS["poker"]


def places(mask: Mask) -> list[tuple[float, float, float, float]]:
    """The rectangles of a mask of rectangles in rows and columns, in mm: left, top, right, bottom."""
    columns, rows = _runs(np.any(mask, 0)), _runs(np.any(mask, 1))
    found = []
    for (top, bottom), (left, right) in product(rows, columns):
        if mask[top:bottom, left:right].mean() > 0.5:
            found.append((left * PIXEL, top * PIXEL, right * PIXEL, bottom * PIXEL))
    return found


def _runs(line: Mask) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(int)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


@needs_poppler
@pytest.mark.parametrize("backs", ["long", "short"])
@pytest.mark.parametrize(("paper", "bleed"), [("a4", 3.0), ("letter", 3.0), ("a4", 0.0), ("letter", 0.0)])
def test_backs_are_behind_fronts(tmp_path: Path, paper: str, bleed: float, backs: Backs) -> None:
    count = len(grid(PAPERS[paper], CARD, bleed, backs, "").places) - 1  # so that the sheet is not symmetric
    made = only_sheets(order("wallet"), [thing(FRONT, BACK, count)], Style(PAPERS[paper], bleed, backs))
    front, back = rendered(made, tmp_path)
    landscape = front.width > front.height
    over = 0 if (backs == "long") == landscape else 1  # turned over a horizontal edge, or a vertical one
    seen_through = np.flip(painted(back, RED), axis=over)
    fronts, behind = places(painted(front, BLUE)), places(seen_through)
    assert len(fronts) == count
    assert np.allclose(fronts, behind, atol=0.1)


@needs_poppler
def test_a_folded_sheet_has_backs_behind_fronts(tmp_path: Path) -> None:
    made = only_sheets(order("wallet"), [thing(FRONT, BACK, 4)], Style(PAPERS["a4"], 3.0, "fold"))
    (page,) = rendered(made, tmp_path)
    fronts, behind = places(painted(page, BLUE)), places(np.flip(painted(page, RED), axis=1))
    assert len(fronts) == 4
    assert np.allclose(fronts, behind, atol=0.1)


@needs_poppler
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_cards_have_their_true_size_and_bleed(tmp_path: Path, bleed: float) -> None:
    whole = drawing("whole", '<rect x="-50" y="-50" width="300" height="300" fill="#0000ff"/>')
    made = only_sheets(order("wallet"), [thing(whole)], Style(PAPERS["a4"], bleed, "none"))
    (page,) = rendered(made, tmp_path)
    ((left, top, right, bottom),) = places(painted(page, BLUE))
    assert (right - left, bottom - top) == pytest.approx((CARD.width + 2 * bleed, CARD.height + 2 * bleed), abs=0.1)
    place = grid(PAPERS["a4"], CARD, bleed, "none", "").places[0]
    assert (left, top) == pytest.approx((place.x - bleed, place.y - bleed), abs=0.1)


@needs_poppler
def test_the_ruler_measures_50_mm(tmp_path: Path) -> None:
    made = only_sheets(order("wallet"), [thing(FRONT)], Style(PAPERS["a4"], 3.0, "none"))
    (page,) = rendered(made, tmp_path)
    dark = np.asarray(page.convert("L"))[-120:] < 128
    ticks = max((_runs(row[: page.width // 3]) for row in dark), key=len)[:11]
    assert ticks[-1][0] * PIXEL - ticks[0][0] * PIXEL == pytest.approx(50, abs=0.1)


@needs_poppler
def test_crop_marks_point_at_the_edges_of_cards(tmp_path: Path) -> None:
    made = only_sheets(order("wallet"), [thing(FRONT)], Style(PAPERS["a4"], 3.0, "none"))
    (page,) = rendered(made, tmp_path, 600)
    place = grid(PAPERS["a4"], CARD, 3.0, "none", "").places[0]
    dark = np.asarray(page.convert("L")) < 160
    above = int((place.y - 3.0 - 2.0) / (25.4 / 600))
    marked = [(a + b) / 2 * 25.4 / 600 for a, b in _runs(dark[above])]
    assert marked == pytest.approx([place.x, place.x + CARD.width], abs=0.1)


@needs_poppler
def test_a_face_that_ends_at_its_edge_is_continued_into_the_bleed(tmp_path: Path) -> None:
    plain = drawing("plain", '<rect width="100" height="140" fill="#0000ff"/>', bleeds=False)
    (page,) = rendered(only_sheets(order("wallet"), [thing(plain)], Style(PAPERS["a4"], 3.0, "none")), tmp_path)
    ((left, _, right, _),) = places(painted(page, BLUE))
    assert right - left == pytest.approx(CARD.width + 6, abs=0.1)


@needs_poppler
def test_a_large_board_comes_in_parts_that_overlap(tmp_path: Path) -> None:
    stripes = "".join(f'<rect x="{x}" y="0" width="5" height="30" fill="#0000ff"/>' for x in range(0, 300, 10))
    board = thing(drawing("board", stripes), size=Size(300, 420))
    made = only_sheets(order("wallet"), [replace(board, is_card=False)], Style(PAPERS["a4"]))
    pages = rendered(made, tmp_path, 100)
    assert len(pages) == 4
    assert all(painted(page, BLUE).any() for page in pages[:2])


@needs_poppler
@pytest.mark.parametrize("ink", ["grey", "saving"])
def test_grey_has_no_colours_and_saving_less_ink(tmp_path: Path, ink: str) -> None:
    one, style = order("wallet"), Style(PAPERS["a4"], 3.0, "none")
    cards = things_of(one)[:2]
    (plain,) = rendered(only_sheets(one, cards, style), tmp_path, 50)
    (other,) = rendered(only_sheets(one, cards, Style(style.paper, 3.0, "none", ink)), tmp_path, 50)  # type: ignore[arg-type]
    if ink == "grey":
        pixels = np.asarray(other).astype(int)
        assert (pixels.max(axis=2) - pixels.min(axis=2)).max() <= 2
        assert abs(np.asarray(plain.convert("L")).mean() - np.asarray(other.convert("L")).mean()) < 8
    else:
        assert np.asarray(other).mean() > np.asarray(plain).mean() + 5
