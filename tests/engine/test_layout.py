"""Layouts: one declaration, four forms."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine import CardsLayout, Layout, StateLayout, array, number


class Small(StateLayout):
    turn = number("i1")
    deck = array("i2", 3)
    hand = array("i1", 2, 4)
    probe = array("i4", 2)


class Numbers(CardsLayout):
    players = number("i4")
    copies = array("i4", 2)


BYTES = st.integers(-128, 127)
VALUES = st.fixed_dictionaries(
    {
        "rng": st.integers(-(2**63), 2**63 - 1),
        "turn": BYTES,
        "deck": st.lists(st.integers(-(2**15), 2**15 - 1), min_size=3, max_size=3),
        "hand": st.lists(st.lists(BYTES, min_size=4, max_size=4), min_size=2, max_size=2),
        "probe": st.lists(st.integers(-(2**31), 2**31 - 1), min_size=2, max_size=2),
    }
)


@given(VALUES)
def test_all_forms_hold_the_same(values: dict[str, Any]) -> None:
    plain = Small.from_json(values)
    assert Small.to_json(plain) == values
    assert Small.to_json(Small.from_bytes(Small.to_bytes(plain))) == values
    assert Small.to_json(Small.from_record(Small.to_record(plain))) == values
    assert Small.to_json(Small.copy(plain)) == values


def test_a_new_state_is_all_zero() -> None:
    assert Small.to_bytes(Small.plain()) == bytes(Small.size)
    assert Small.to_json(Small.plain())["hand"] == [[0] * 4] * 2


def test_a_copy_shares_nothing() -> None:
    one = Small.plain()
    other = Small.copy(one)
    other.hand[1][2] = 7
    other.deck[0] = 5
    assert Small.to_bytes(one) == bytes(Small.size)


def test_records_fill_whole_cache_lines_and_the_generator_is_first() -> None:
    assert Small.size % 128 == 0
    assert next(iter(Small.fields)) == "rng"
    fields = Small.dtype.fields
    assert fields is not None
    assert fields["rng"][1] == 0


def test_a_plain_state_refuses_unknown_fields() -> None:
    with pytest.raises(AttributeError):
        Small.plain().trun = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "value"), [("turn", 128), ("deck", [0, 0, 40000]), ("turn", "x"), ("deck", [1, 2])])
def test_a_value_that_does_not_fit_is_an_error(name: str, value: Any) -> None:
    plain = Small.plain()
    setattr(plain, name, value)
    with pytest.raises(OverflowError, match=f"Small.{name} does not fit its field"):
        Small.to_bytes(plain)


def test_bytes_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="Small takes 128 bytes, not 3"):
        Small.from_bytes(b"abc")


@pytest.mark.parametrize(
    ("change", "message"),
    [({"turn": None}, "has the shape"), ({"extra": 1}, "has the fields rng, turn"), ({"deck": [1]}, "has the shape")],
)
def test_json_that_is_no_state_is_refused(change: dict[str, Any], message: str) -> None:
    values = {**Small.to_json(Small.plain()), **change}
    with pytest.raises((ValueError, TypeError), match=message if "turn" not in change else None):
        Small.from_json(values)


def test_the_hash_changes_with_the_fields() -> None:
    class Other(StateLayout):
        turn = number("i2")

    class Same(StateLayout):
        turn = number("i2")

    assert Other.hash == Same.hash != Small.hash


def test_what_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="signed integers"):

        class Unsigned(Layout):
            x = number("u1")

    with pytest.raises(TypeError, match="probe must be the last field"):

        class Early(StateLayout):
            probe = array("i4", 2)
            turn = number("i1")


def test_numbers_of_cards_are_frozen_and_complete() -> None:
    made: Any = Numbers.frozen({"players": 2, "copies": [1, 2]})
    assert made.copies == (1, 2)
    assert not any(made.far)
    with pytest.raises(TypeError, match="differs in copies"):
        Numbers.frozen({"players": 2})
    assert isinstance(Numbers.to_record(made), np.ndarray)
