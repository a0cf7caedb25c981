"""Remembered functions: the same object while what they read is the same, and never an old one."""

import random
import sys
import weakref
from types import SimpleNamespace
from typing import Any

import pytest

from tablewright.engine import Match, View, carry_over, remembered
from tablewright.engine.remembering import MOST
from tablewright.games import load, names
from tests.besides import besides


def test_the_same_object_until_something_that_was_read_changes() -> None:
    calls = []

    @remembered
    def seen(s: Any, k: object, seat: int) -> tuple[int, ...]:
        calls.append(seat)
        return tuple(s.hand[seat]) if s.open else ()

    s, k = SimpleNamespace(hand=[[1, 2], [3]], open=True, other=0), object()
    first = seen(s, k, 0)
    s.other = 7
    assert seen(s, k, 0) is first
    assert seen(s, k, 1) == (3,)
    s.hand[0][1] = 5
    assert seen(s, k, 0) == (1, 5)
    s.hand[0][1] = 2
    assert seen(s, k, 0) is first
    assert seen(s, object(), 0) == first
    assert calls == [0, 1, 0, 0]


def test_a_field_that_is_read_only_later_counts_too() -> None:
    @remembered
    def seen(s: Any, k: object) -> str:
        return s.secret if s.open else "covered"

    s, k = SimpleNamespace(open=False, secret="a"), object()
    assert seen(s, k) == "covered"
    s.open = True
    assert seen(s, k) == "a"
    s.secret = "b"
    assert seen(s, k) == "b"
    s.open = False
    assert seen(s, k) == "covered"


def test_one_inside_another_makes_the_outer_one_notice() -> None:
    @remembered
    def inner(s: Any, k: object) -> int:
        return s.n + 1  # type: ignore[no-any-return]

    @remembered
    def outer(s: Any, k: object) -> int:
        return inner(s, k) * 10

    s, k = SimpleNamespace(n=1), object()
    assert (inner(s, k), outer(s, k)) == (2, 20)
    s.n = 2
    assert outer(s, k) == 30


def test_what_was_made_of_a_state_is_carried_over_until_a_field_that_was_read_differs() -> None:
    calls = []

    @remembered
    def seen(s: Any, k: object) -> int | None:
        calls.append(s.hand)
        return s.hand[0] or None

    k, fields, states = object(), ("hand", "other"), [SimpleNamespace(hand=[0], other=n) for n in range(3)]
    states += [SimpleNamespace(hand=[7], other=2)]
    before: SimpleNamespace | None = None
    for state in states:
        carry_over(before, state, fields)
        assert seen(state, k) == (state.hand[0] or None)
        before = state
    assert calls == [[0], [7]]  # also nothing is something that was made


@pytest.mark.parametrize("seats", [1, 3])
def test_it_remembers_no_more_than_so_many(seats: int) -> None:
    class Seen:
        """A result that can be counted."""

    @remembered
    def seen(s: Any, k: object, seat: int) -> Seen:
        assert s.n >= 0
        return Seen()

    k, made = object(), weakref.WeakSet[Seen]()
    for n in range(5 * MOST):
        made.add(seen(SimpleNamespace(n=n), k, n % seats))
        assert len(made) <= MOST
    assert len(made) > MOST // 2


def test_it_must_not_change_the_state() -> None:
    @remembered
    def seen(s: Any, k: object) -> int:
        s.n = 3
        return 0

    with pytest.raises(TypeError, match="must not change n"):
        seen(SimpleNamespace(n=1), object())


@pytest.mark.parametrize("name", besides(["matrix", "wallet", "wtactics"], names()))
def test_what_a_game_shows_is_what_it_would_show_if_it_remembered_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _views(name)
    for module in [module for path, module in sys.modules.items() if path.startswith(f"tablewright.games.{name}.")]:
        for called, function in vars(module).copy().items():
            if hasattr(function, "__wrapped__"):
                monkeypatch.setattr(module, called, function.__wrapped__)
    assert _views(name) == shown


def _views(name: str) -> list[View]:
    """Several games in turn, so that what one left behind could be shown in another."""
    variant, chance, shown = load(name).variant(), random.Random(4), []
    matches = [Match(variant, seed) for seed in (1, 2)]
    for _ in range(40):
        for match in [match for match in matches if not match.over]:
            match.play(chance.choice(match.legal_ids))
            shown += [match.view(seat) for seat in (None, *range(variant.players))]
    return shown
