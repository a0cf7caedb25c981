"""The games' words as people read them on the page."""

import pytest

from tablewright.games import load
from tablewright.table.prose import order, spoken, told


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("matrix", "shift_east(3)", "Shift East 3"),
        ("matrix", "rotate_clockwise()", "Rotate Clockwise"),
        ("standoff", "play:poly_2", "Play 2-polyomino"),
        ("wallet", "swap:p0.tan+m1", "Swap p0.tan m1"),
        ("wallet", "end_turn", "End turn"),
        ("menagerie", "merge 2->4", "Merge 2 → 4"),
        ("wtactics", "use elvish_archer#7", "Use Elvish Archer"),
    ],
)
def test_a_move_is_said_in_words(game: str, text: str, said: str) -> None:
    assert order(load(game), text).striptags() == said


def test_a_card_is_named_and_can_be_found() -> None:
    assert spoken(load("standoff"), "P1 plays early_access.") == (
        'P1 plays <span class="named" data-kind="early_access">Early Access</span>.'
    )
    assert spoken(load("wtactics"), "attacks: elvish_archer#7") == (
        'attacks: <span class="named" data-kind="elvish_archer" data-at="e7">Elvish Archer</span>'
    )


def test_an_amount_is_not_a_card_and_markup_is_escaped() -> None:
    assert spoken(load("standoff"), "for 2 credits <b>") == "for 2 credits &lt;b&gt;"


def test_a_line_begins_with_the_badge_of_its_seat() -> None:
    seats = ("P0", "P1")
    line = "P1: buy:m0 (cheap)."
    assert told(load("wallet"), seats, 0, line) == '<b class="chip">P1</b> buy m0 (cheap).'
    assert told(load("wallet"), seats, 1, line) == '<b class="chip mine">P1</b> buy m0 (cheap).'
    assert told(load("wallet"), seats, 1, "P10 is no seat") == "P10 is no seat"
