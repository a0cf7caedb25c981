"""How long bots wait before they decide."""

from tablewright.engine import Match
from tablewright.games import load
from tablewright.table.motor import GOING_ON, pause_before


def test_a_bot_hurries_through_the_rest_of_its_turn() -> None:
    match = Match(load("standoff").variant(), 5)
    first = match.seat
    assert first is not None
    assert pause_before(match, first, 0.6) == 0.6
    match.play(match.legal_ids[0])
    assert match.seat == first
    assert pause_before(match, first, 0.6) == 0.6 / GOING_ON
    assert pause_before(match, 1 - first, 0.6) == 0.6
