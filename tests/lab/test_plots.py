"""Plots: every mark has its number, lies where it belongs, and nothing is drawn of nothing."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.lab import plots
from tablewright.lab.statistics import Estimate

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str) -> ElementTree.Element:
    """The picture as a tree; it must be well formed."""
    return ElementTree.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '))


def of_class(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in picture.iter() if name in node.get("class", "").split()]


def tips(picture: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in picture.iter(f"{SVG}title")]


def test_an_interval_lies_in_order_around_its_dot() -> None:
    picture = drawn(plots.intervals([("P0", 55.0, 52.0, 58.0), ("P1", 45.0, 42.0, 48.0)], "Wins", 50.0, " %"))
    dots, bars = of_class(picture, "dot"), of_class(picture, "bar")
    assert len(dots) == len(bars) == 2
    for dot, bar in zip(dots, bars, strict=True):
        assert float(bar.get("x1", 0)) < float(dot.get("cx", 0)) < float(bar.get("x2", 0))
    (fair,) = of_class(picture, "reference")
    assert float(dots[1].get("cx", 0)) < float(fair.get("x1", 0)) < float(dots[0].get("cx", 0))
    assert tips(picture) == ["P0: 55 % (52 to 58)", "P1: 45 % (42 to 48)"]


def test_an_estimate_becomes_a_row_in_percent() -> None:
    assert plots.row("P0", Estimate(0.5, 0.4, 0.6, 100)) == ("P0", 50.0, 40.0, 60.0)
    assert plots.row("turns", Estimate(12.0, 11.0, 13.0, 100), 1) == ("turns", 12.0, 11.0, 13.0)


def test_a_tornado_says_which_value_each_dot_is_of() -> None:
    rows = [("size = 2", -3.0, -4.0, -2.0), ("size = 4", 5.0, 4.0, 6.0)]
    picture = drawn(plots.tornado([("size", rows)], "What it changes", 0.0))
    words = [node.text for node in picture.iter(f"{SVG}text")]
    assert {"2", "4", "size"} <= set(words)
    (band,) = of_class(picture, "band")
    dots = sorted(float(dot.get("cx", 0)) for dot in of_class(picture, "dot"))
    assert float(band.get("x", 0)) == pytest.approx(dots[0], abs=0.1)
    assert float(band.get("width", 0)) == pytest.approx(dots[1] - dots[0], abs=0.2)


def test_nothing_gives_no_picture() -> None:
    assert plots.intervals([], "Wins") == ""
    assert plots.histogram(np.array([7, 7, 7]), "Turns") == ""


def test_a_curve_has_dots_intervals_and_the_present_value_and_begins_at_zero() -> None:
    points = [(1.0, 10.0, 8.0, 12.0, False), (2.0, 20.0, 18.0, 22.0, True), (4.0, 30.0, 27.0, 33.0, False)]
    picture = drawn(plots.curve(points, "Turns over size"))
    assert len(of_class(picture, "dot")) == len(of_class(picture, "bar")) == 3
    (now,) = of_class(picture, "now")
    assert now.get("cx") == of_class(picture, "dot")[1].get("cx")
    assert tips(picture)[1] == "2: 20 (18 to 22), as it is now"
    words = [node.text for node in picture.iter(f"{SVG}text")]
    assert "0" in words  # the axis is not zoomed
    assert "2 (now)" in words
    heights = [float(dot.get("cy", 0)) for dot in of_class(picture, "dot")]
    assert heights == sorted(heights, reverse=True)
    steps = np.diff([float(dot.get("cx", 0)) for dot in of_class(picture, "dot")])
    assert steps[1] == pytest.approx(2 * steps[0], abs=0.2)


def test_a_curve_below_zero_shows_all_of_it() -> None:
    picture = drawn(plots.curve([(0.0, -5.0, -6.0, -4.0, False), (1.0, 5.0, 4.0, 6.0, True)], "Change"))
    bars = of_class(picture, "bar")
    assert len(bars) == 2
    for bar in bars:
        assert 0 <= float(bar.get("y2", 0)) <= float(bar.get("y1", 0)) <= 260


@given(st.lists(st.integers(0, 300), min_size=2, max_size=200).filter(lambda v: min(v) < max(v)))
def test_a_histogram_counts_every_game_once(values: list[int]) -> None:
    picture = drawn(plots.histogram(np.array(values), "Turns", " turns"))
    counts = [int(re.search(r": ([\d,]+) games", tip)[1].replace(",", "")) for tip in tips(picture)]  # type: ignore[index]
    assert sum(counts) == len(values)
    assert len(counts) <= plots.MOST_COLUMNS


def test_a_histogram_names_its_columns() -> None:
    assert tips(drawn(plots.histogram(np.array([1, 1, 2, 4]), "Turns", " turns"))) == [
        "1 turns: 2 games",
        "2 turns: 1 games",
        "3 turns: 0 games",
        "4 turns: 1 games",
    ]


def test_lines_have_names_that_do_not_cover_each_other() -> None:
    series = [(f"game {i}", [0.0, 50.0, 100.0], [50.0, 60.0, 100.0]) for i in range(4)]
    picture = drawn(plots.lines(series, "Chances", (0, 100), " %"))
    places = [float(node.get("y", 0)) for node in picture.iter(f"{SVG}text") if (node.text or "").startswith("game")]
    assert len(places) == 4
    apart = np.diff(sorted(places))
    assert (apart >= 12 - 1e-6).all()


def test_a_heat_map_leaves_cells_without_a_value_empty() -> None:
    values = np.array([[50.0, np.nan], [20.0, 80.0]])
    picture = drawn(plots.heat_map(["a", "b"], ["x", "y"], values, "Wins"))
    assert tips(picture) == ["a, x: 50", "a, y: ", "b, x: 20", "b, y: 80"]
    shades = [float(cell.get("fill-opacity", 0)) for cell in of_class(picture, "cell")]
    assert shades[2] == shades[1] < shades[0] < shades[3]


@pytest.mark.parametrize("name", ["<b>bold</b>", 'say "x" & y', "a<script>alert(1)</script>"])
def test_names_are_only_words(name: str) -> None:
    picture = drawn(plots.intervals([(name, 1.0, 0.0, 2.0)], name))
    assert [node.tag for node in picture.iter(f"{SVG}script")] == []
    assert name in [node.text for node in picture.iter(f"{SVG}text")]
    assert picture.findtext("figcaption") == name


@given(st.floats(-1000, 1000), st.floats(0.001, 1000))
def test_ticks_are_round_numbers_within_the_range(low: float, wide: float) -> None:
    ticks = plots._ticks(low, low + wide)
    assert 1 <= len(ticks) <= 12 or wide < 1e-2
    assert all(low - 1e-6 <= value <= low + wide + 1e-6 for value, _ in ticks)
    assert len({shown for _, shown in ticks}) == len(ticks)
