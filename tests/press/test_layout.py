"""Sheets: nothing overlaps, nothing is where a printer cannot print, backs are behind, boards are covered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine import CardsError
from tablewright.press.layout import OVERLAP, Backs, Grid, Place, grid, tiling
from tablewright.press.sizes import CARDS, PAPERS, UNPRINTABLE, Size, size_of

papers = st.sampled_from(sorted(PAPERS))
ways: st.SearchStrategy[Backs] = st.sampled_from(["long", "short", "fold", "none"])
sizes = st.builds(Size, st.floats(18, 90), st.floats(18, 130))
bleeds = st.floats(0, 5)


@given(papers, sizes, bleeds, ways)
def test_things_lie_apart_and_within_what_can_be_printed(paper: str, size: Size, bleed: float, backs: Backs) -> None:
    laid = grid(PAPERS[paper], size, bleed, backs, "a card")
    right = laid.sheet.width / 2 if backs == "fold" else laid.sheet.width - UNPRINTABLE
    for place in laid.places:
        assert place.x - bleed >= UNPRINTABLE - 1e-5 or (backs == "fold" and place.x - bleed >= 0)
        assert place.y - bleed >= UNPRINTABLE - 1e-5
        assert place.x + size.width + bleed <= right + 1e-5
        assert place.y + size.height + bleed <= laid.sheet.height - UNPRINTABLE + 1e-5
    assert all(not _touch(one, other, size) for n, one in enumerate(laid.places) for other in laid.places[:n])


def _touch(one: Place, other: Place, size: Size) -> bool:
    return abs(one.x - other.x) < size.width - 1e-5 and abs(one.y - other.y) < size.height - 1e-5


@given(papers, sizes, bleeds, ways)
def test_what_is_behind_the_back_is_the_front(paper: str, size: Size, bleed: float, backs: Backs) -> None:
    laid = grid(PAPERS[paper], size, bleed, backs, "a card")
    assert laid.places
    for place in laid.places:
        again = laid.behind(laid.behind(place, backs), backs)
        assert (again.x, again.y) == pytest.approx((place.x, place.y))


@pytest.mark.parametrize(
    ("paper", "bleed", "backs", "count"),
    [
        ("a4", 0.0, "long", 9),
        ("letter", 0.0, "long", 9),
        ("a4", 3.0, "long", 8),
        ("letter", 3.0, "long", 6),
        ("a4", 3.0, "fold", 4),
    ],
)
def test_so_many_poker_cards_are_on_a_sheet(paper: str, bleed: float, backs: Backs, count: int) -> None:
    assert len(grid(PAPERS[paper], CARDS["poker"], bleed, backs, "a card").places) == count


@given(papers, st.floats(150, 900), st.floats(150, 900))
def test_the_parts_of_a_board_make_the_board(paper: str, width: float, height: float) -> None:
    laid = tiling(PAPERS[paper], Size(width, height))
    for part in laid.parts:
        assert part.size.width <= laid.sheet.width - 2 * UNPRINTABLE + 1e-5
        assert part.size.height <= laid.sheet.height - 2 * UNPRINTABLE + 1e-5
    last = laid.parts[-1]
    assert (last.x + last.size.width, last.y + last.size.height) == pytest.approx((width, height))
    for one, other in zip(laid.parts, laid.parts[1:], strict=False):
        if other.row == one.row:
            assert other.x == pytest.approx(one.x + one.size.width - OVERLAP)


def test_a_card_larger_than_the_sheet_is_refused() -> None:
    with pytest.raises(
        CardsError, match=r"a card of 250 x 400 mm with 3 mm of bleed does not fit on a sheet of 210 x 297"
    ):
        grid(PAPERS["a4"], Size(250, 400), 3.0, "long", "a card")


@pytest.mark.parametrize("value", ["pocker", [1], [0, 5], "", [1, 2, 3], [True, 5], [9000, 5]])
def test_a_size_is_a_name_or_two_numbers(value: object) -> None:
    with pytest.raises(CardsError, match=r"must be a name|unknown size"):
        size_of(value, "cards.toml [print] size")


def test_turned_over_a_horizontal_edge_backs_stand_on_their_heads() -> None:
    upright, landscape = Grid(Size(210, 297), Size(60, 80), 3, 2, 2), Grid(Size(297, 210), Size(60, 80), 3, 2, 2)
    place = Place(20, 30)
    assert upright.behind(place, "long") == Place(130, 30)
    assert upright.behind(place, "short") == Place(20, 187, True)
    assert landscape.behind(place, "long") == Place(20, 100, True)
    assert landscape.behind(place, "short") == Place(217, 30)
