"""Edits of texts: whatever changes, the page has the new text afterwards."""

from hypothesis import given
from hypothesis import strategies as st

from tablewright.table.edits import apply, edit

TEXTS = st.lists(st.sampled_from(["", "a", "b", "c", "</div>", "é<b>"]), max_size=30).map("\n".join)


@given(old=TEXTS, new=TEXTS)
def test_an_edit_makes_the_new_text_of_the_old_one(old: str, new: str) -> None:
    assert apply(old, edit(old, new)) == new


def test_only_what_has_changed_is_in_it() -> None:
    old = "\n".join(f"line {n}" for n in range(1000))
    assert edit(old, old) == [[0, 1000]]
    assert edit(old, old.replace("line 500", "other")) == [[0, 500], "other", [501, 499]]
    assert edit("", "all new") == ["all new"]
