"""The games' words as people read them on the page."""

import pytest

from tablewright.engine import Card, Game, Seat, say
from tablewright.games import load
from tablewright.table.prose import _searched, marked, order, spoken, told


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("wallet", "swap:p0.tan+m1", "Swap p0.tan m1"),
        ("wallet", "end_turn", "End turn"),
        ("menagerie", "merge 2->4", "Merge 2 → 4"),
    ],
)
def test_a_move_is_said_in_words(game: str, text: str, said: str) -> None:
    assert order(load(game), text).striptags() == said


def test_a_card_is_named_and_can_be_found() -> None:
    assert _searched(load("wtactics"), "attacks: elvish_archer#7") == (
        'attacks: <span class="named" data-kind="elvish_archer" data-at="e7">Elvish Archer</span>'
    )


def test_an_amount_is_not_a_card_and_markup_is_escaped() -> None:
    assert spoken(load("wtactics"), "for 2 gold <b>") == "for 2 gold &lt;b&gt;"


def test_a_line_begins_with_the_badge_of_its_seat(tiny: Game) -> None:
    """In a game without catalogues, where a line is only a text."""
    seats = ("P0", "P1")
    line = "P1: buy:m0 (cheap)."
    assert told(tiny, seats, 0, line) == '<b class="chip">P1</b> buy m0 (cheap).'
    assert told(tiny, seats, 1, line) == '<b class="chip mine">P1</b> buy m0 (cheap).'
    assert told(tiny, seats, 1, "P10 is no seat") == "P10 is no seat"


def test_the_parts_of_a_text_are_marked_by_what_they_mean() -> None:
    """Nothing is looked for in the words: the spans say where a card and a person are."""
    text = say("log.plays", who=Seat(1), play=say("play.said", card=Card("swap_odd"), numbers=(3,)), scores=("<i>",))
    names = ("Swap Odd", "Anna & Co")
    line = load("matrix").teller("en", names, 0)(text)
    assert line == "Anna & Co plays Swap Odd 3: <i>."
    assert marked(line, 0) == (
        '<b class="person seat1 chip">Anna &amp; Co</b> plays '
        '<span class="named" data-kind="swap_odd">Swap Odd</span> 3: &lt;i&gt;.'
    )


def test_a_name_in_the_genitive_is_no_badge() -> None:
    line = load("wallet").teller("en", ("Ann", "Bruno"), 0)(say("place.zone", who=Seat(1), colour="tan", which=None))
    assert marked(line, 0) == '<b class="person seat1">Bruno</b>&#39;s tan card'
