"""Edits of texts: whatever changes, the page has the new text afterwards."""

from hypothesis import given
from hypothesis import strategies as st

from tablewright.table.edits import apply, edit

TEXTS = st.lists(st.sampled_from(["", "a", "b", "c", "</div>", "é<b>"]), max_size=30).map("\n".join)


@given(old=TEXTS, new=TEXTS)
def test_an_edit_makes_the_new_text_of_the_old_one(old: str, new: str) -> None:
    assert apply(old, edit(old.split("\n"), new.split("\n"))) == new


def test_only_what_has_changed_is_in_it() -> None:
    old = [f"line {n}" for n in range(1000)]
    assert edit(old, old) == [[0, 1000]]
    assert edit(old, [*old[:500], "other", *old[501:]]) == [[0, 500], "other", [501, 499]]
    assert edit([""], ["all new"]) == ["all new"]
