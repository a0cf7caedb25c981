"""The signs of seats: initials of people, not the letters of a notation."""

import pytest
from fastapi.testclient import TestClient
from table_helpers import new_game

from tablewright.games import load, names
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


@pytest.mark.parametrize("game", names())
def test_every_seat_shows_what_the_game_is_won_by_apart_from_the_rest(client: TestClient, game: str) -> None:
    page = client.get(new_game(client, game)).text
    assert page.count('class="goals"') == (0 if game == "wallet" else page.count('<li class="seat '))


def test_the_own_seat_says_that_it_is_one_who_decides(client: TestClient) -> None:
    page = client.post("/learn", data={"game": "matrix"}).text  # the learner begins
    assert page.count("▸ you decide") == 1
    assert "▸ decides" not in page
