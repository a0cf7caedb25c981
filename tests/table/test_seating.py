"""The signs of seats: initials of people, not the letters of a notation."""

from tablewright.games import load
from tablewright.table.seating import badges


def test_a_seat_has_the_initial_of_its_name() -> None:
    variant = load("wallet").variant()
    assert badges(variant, ("ann", "Bruno")) == ["A", "B"]


def test_names_that_begin_alike_are_numbered() -> None:
    variant = load("wallet").variant()
    assert badges(variant, ("Ann", "Alma")) == ["1", "2"]


def test_a_game_without_catalogues_keeps_the_signs_of_its_log() -> None:
    variant = load("examples/tiny").variant()
    assert list(badges(variant, ("Ann", "Bruno"))) == ["A", "B"]
    assert badges(variant, ("Zoe", "Yves")) == variant.seats
