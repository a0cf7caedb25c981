"""Who is there, as several processes tell it."""

import pytest

from tablewright.table import presence
from tablewright.table.presence import Crowd, Elsewhere


def test_the_crowds_of_all_processes_add_up() -> None:
    elsewhere = Elsewhere()
    assert elsewhere.hear("r", "a", Crowd(frozenset({0}), 1))
    assert elsewhere.hear("r", "b", Crowd(frozenset({0, 2}), 2))
    assert not elsewhere.hear("r", "b", Crowd(frozenset({2}), 2))
    assert elsewhere.crowd("r") == Crowd(frozenset({0, 2}), 3)
    assert elsewhere.crowd("other") == Crowd()


def test_whoever_left_or_fell_silent_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = Elsewhere()
    elsewhere.hear("r", "a", Crowd(frozenset({0})))
    elsewhere.hear("r", "b", Crowd(frozenset({1})))
    elsewhere.hear("r", "b", Crowd())
    assert elsewhere.crowd("r") == Crowd(frozenset({0}))
    monkeypatch.setattr(presence, "SILENCE", -1.0)
    assert elsewhere.crowd("r") == Crowd()


@pytest.mark.parametrize("crowd", [Crowd(), Crowd(frozenset({3, 1}), 4)])
def test_a_crowd_can_be_told(crowd: Crowd) -> None:
    assert Crowd.parse(*str(crowd).split(" ")) == crowd
