"""What a written position need not say: defaults, fields that are like others, what is counted, named or needed."""

from typing import Any

import pytest

from tablewright.engine import (
    CardsLayout,
    Kinds,
    Part,
    Position,
    PositionError,
    StateLayout,
    array,
    choice,
    counter,
    counts,
    flag,
    later,
    number,
    pile,
    read,
    seat_number,
    slots,
)

SEATS = ("A", "B", "C")
TILE = Kinds("tile", ("low", "middle", "high"), first=1, copies=1, called="numbers", whole=True)
GOOD = Kinds("good", ("wood", "iron", "gold"), copies="goods")
PHASES = ("dawn", "day", "night")


class Cards(CardsLayout):
    players = number("i4")
    begins = number("i4")  # -1: whoever chance says
    numbers = array("i4", 3)
    goods = array("i4", 3)
    phases = number("i4")


class State(StateLayout):
    first = seat_number("i1", key="start", default="begins")
    mover = seat_number("i1", key="now.by", like="first")
    phase = choice("i1", names=PHASES, default=1, used="phases", title="time of day")
    fresh = flag("i1", key="shuffled", denied=True)
    side = choice("i1", 3, names=("red", "blue"), first=1)
    line = slots("i1", 2, of=TILE)
    bag = pile("i1", 3, of=TILE, size="left", counted="left", rest=True)
    left = number("i1")
    spare = pile("i1", 3, of=TILE, size="spares", rest=True)
    spares = number("i1")
    shop = counts("i1", 3, of=GOOD, tally=True, default="goods")
    hand = counts("i1", 3, 3, of=GOOD, size="held", counted="cards")
    held = array("i1", 3)
    carried = choice("i1", names=("wood", "iron", "gold"), first=1, holds=True)
    turns = counter("i1", most=99, written=False)


def read_round(value: object, s: State, k: Cards) -> None:
    s.turns = read.number(value, "round", 1, 9) * k.players + s.mover


POSITION = Position(
    State,
    SEATS,
    needed=("line", "now.why"),
    whole=("hand",),
    parts={
        "round": Part(read_round, lambda s, k: s.turns // k.players, 1),
        "word": Part(later, lambda s, k: "x", lambda s, k: SEATS[s.mover]),
        "now.why": Part(later, lambda s, k: "because"),
    },
    settle=lambda given, s, k: read.require(given["word"] != "C", "C has no word"),
)
LINE = {"line": [10, "-"]}


def cards(**changes: Any) -> Cards:
    values = {"players": 2, "begins": -1, "numbers": [10, 20, 30], "goods": [4, 3, 0], "phases": 2}
    return Cards.frozen({**values, **changes})


def loaded(given: dict[str, Any], **changes: Any) -> State:
    s = State.plain()
    POSITION.load({**LINE, **given}, s, cards(**changes))
    return s


def test_what_is_not_given_is_understood() -> None:
    s = loaded({})
    assert (s.first, s.mover, s.phase, s.fresh, s.side) == (0, 0, 1, 0, [0, 0, 0])
    assert (s.shop, s.turns) == ([4, 3, 0], 2)
    assert loaded({}, players=3, begins=1).first == 1


def test_a_field_is_like_another_unless_it_is_given() -> None:
    assert (loaded({"start": "B"}).mover, loaded({"start": "B"}).turns) == (1, 3)  # parts come after it
    assert loaded({"start": "B", "now": {"by": "A", "why": 1}}).mover == 0


def test_a_part_may_follow_from_the_rest() -> None:
    with pytest.raises(PositionError, match="C has no word"):
        loaded({"start": "C"}, players=3)


def test_of_counted_things_only_what_differs_is_given() -> None:
    assert loaded({"shop": {"iron": 0}}).shop == [4, 0, 0]
    assert POSITION.dump(loaded({"shop": {"iron": 0}}), cards())["shop"] == {"wood": 4, "iron": 0, "gold": 0}


def test_a_position_reads_back() -> None:
    shop = {"wood": 3, "iron": 3, "gold": 0}
    given: dict[str, Any] = {
        "start": "B",
        "shuffled": False,
        "side": {"B": "blue"},
        "bag": ["30", 20],
        "phase": "dawn",
        "round": 2,
    }
    given |= {"shop": shop, "hand": {"A": ["wood"], "B": []}, "carried": "gold"}
    words = POSITION.dump(loaded(given, goods=[4, 3, 1]), cards())
    assert words == {
        **given,
        "now": {"by": "B", "why": "because"},
        "side": {"A": None, "B": "blue"},
        "line": [10, "-"],
        "bag": [30, 20],
        "left": 2,
        "spare": [],
        "cards": {"A": 1, "B": 0},
        "word": "x",
    }
    assert sorted(POSITION.INFORMS) == ["cards", "left"]


def test_the_rest_goes_to_the_first_zone_that_takes_it_or_where_a_position_says() -> None:
    assert (loaded({}).bag[:2], loaded({}).left, loaded({}).spares) == ([2, 3], 2, 0)
    assert loaded({"bag": [20], "spare": ["rest"]}).spare[0] == 3


def test_what_is_carried_lies_there_and_nowhere_else() -> None:
    s = loaded({"shop": {"wood": 3}, "carried": "wood"})
    assert POSITION.components(s, cards())["wood"] == 4
    assert POSITION.others(cards(), POSITION.in_zones(s, cards())) == {}
    with pytest.raises(PositionError, match="too many goods called wood: 5 here, 4 in the deck"):
        loaded({"carried": "wood"})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"phase": "night"}, "unknown time of day 'night'; known: dawn, day"),
        ({"line": [11, "-"]}, "line: 11 is not one of the tiles 10, 20, 30"),
        ({"line": [10, 10]}, "10 is in the line 2 times; each tile is there once"),
        ({"line": [10, "-"], "bag": [10]}, "10 is in two places: the line and the bag"),
        ({"bag": [20], "spare": []}, "30 is nowhere; a pile that ends with 'rest' takes all tiles not named"),
        ({"hand": {"A": []}}, "hand must be given for A, B"),
        ({"hand": {"D": []}}, "unknown seat 'D'"),
        ({"now": {"by": "A"}}, "now needs why"),
        ({"now": {"why": None}}, "now needs why"),
        ({"shop": {"iorn": 1}}, "shop: unknown good 'iorn'; did you mean 'iron'?"),
        ({"shop": ["iron"]}, "shop must be a table of names and values"),
        ({"shuffled": 1}, "shuffled is 1; it must be true or false"),
        ({"side": {"A": "green"}}, "unknown side of A 'green'"),
    ],
)
def test_what_is_wrong_is_refused_in_one_line(given: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as caught:
        loaded(given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_a_position_needs() -> None:
    with pytest.raises(PositionError, match="a position needs line; it takes line at least"):
        POSITION.load({}, State.plain(), cards())
