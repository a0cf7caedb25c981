"""What declared zones can say in a written position: tables in tables, spellings, marks, grids, bits, named parts."""

from typing import Any

import pytest

from tablewright.engine import (
    CardsLayout,
    Kinds,
    Part,
    Position,
    PositionError,
    Spelling,
    StateLayout,
    array,
    choice,
    counter,
    later,
    number,
    pile,
    read,
    slots,
)

CARD = Kinds("card", ("ace", "king", "queen"), first=1, copies=1)
SEATS = ("A", "B")
FACES = ("up", "down")


class Cards(CardsLayout):
    players = number("i4")
    rows = number("i4")
    columns = number("i4")
    places = number("i4")


class State(StateLayout):
    turn = counter("i1", most=9, key="now.turn")
    phase = choice("i1", names=("day", "night"), first=1, key="now.phase", sparse=True)
    deck = pile("i1", 5, of=CARD, size="left", top_last=True, rest=True, sorted_rest=True)
    left = number("i1")
    face = counter("i1", 4, parts=("none", "ace", "king", "queen"), most=1, default=1, written=False)
    row = pile("i1", 2, 3, of=CARD, size="n_row", starred="marked")
    n_row = array("i1", 2)
    marked = array("i1", 2, 3)
    board = slots("i1", 9, of=CARD, columns=3, grid=("rows", "columns"), sample="ace - / - king")
    shop = slots("i1", 4, of=CARD, used="places", partial=True, empty="none")
    rights = counter("i1", 2, most=7, bits=("buy", "sell", "pass"))
    spent = counter("i1", 3, parts=("gold", "wood", "1"), most=2, listed=True)
    owed = counter("i1", 2, 2, parts=("own", "other"), named=SEATS, most=5, sparse=True, key="now.owed")
    probe = array("i4", 1)


def read_card(value: object, where: str, s: State, k: Cards) -> int:
    name, _, face = str(value).partition("/")
    card = 1 + read.word(name, "card", CARD.names, where)
    s.face[card] = read.word(face, "face", FACES, where)
    return card


POSITION = Position(
    State,
    SEATS,
    own="players.{seat}",
    spelled={"deck": Spelling(read_card, lambda card, s, k: f"{CARD.name(card)}/{FACES[s.face[card]]}")},
    parts={"note": Part(later, lambda s, k: "x")},
    facts={"twice.{seat}": lambda s, k, p: 2 * s.rights[p]},
    when={"note": lambda s, k: s.turn > 0},
)
GIVEN: dict[str, Any] = {
    "now": {"turn": 3, "phase": "night", "owed": {"A": {"B": 2}}},
    "deck": ["king/up", "rest"],
    "players": {"B": {"row": ["queen*"], "rights": ["buy", "pass"]}},
    "board": "- -/- -",
    "shop": ["none"],
    "spent": ["gold", 1, "gold"],
}


@pytest.fixture
def cards() -> Cards:
    return Cards.frozen({"players": 2, "rows": 2, "columns": 2, "places": 2})


def loaded(cards: Cards, **changes: Any) -> State:
    s = State.plain()
    POSITION.load({**GIVEN, **changes}, s, cards)
    return s


def test_words_become_a_state(cards: Cards) -> None:
    s = loaded(cards)
    assert (s.turn, s.phase, s.owed[0]) == (3, 2, [0, 2])
    assert s.deck[: s.left] == [1, 2]  # the rest, an ace, lies below the king
    assert (s.face[1], s.face[2]) == (1, 0)  # the default, and what was written
    assert (s.row[1][: s.n_row[1]], s.marked[1][0]) == ([3], 1)
    assert (s.rights, s.spent) == ([0, 5], [2, 0, 1])


def test_a_state_becomes_words(cards: Cards) -> None:
    words = POSITION.dump(loaded(cards), cards)
    assert words == {
        "now": {"turn": 3, "phase": "night", "owed": {"A": {"B": 2}}},
        "deck": ["king/up", "ace/down"],
        "players": {"A": {"row": [], "rights": []}, "B": {"row": ["queen*"], "rights": ["buy", "pass"]}},
        "board": "- - / - -",
        "shop": ["none", "none"],
        "spent": ["gold", "gold", 1],
        "note": "x",
        "twice": {"A": 0, "B": 10},
    }
    again = State.plain()
    POSITION.load({key: value for key, value in words.items() if key not in POSITION.INFORMS}, again, cards)
    assert POSITION.dump(again, cards) == words
    assert sorted(POSITION.INFORMS) == ["twice"]


def test_what_is_not_so_is_left_out(cards: Cards) -> None:
    words = POSITION.dump(State.plain(), cards)
    assert words["now"] == {"turn": 0}
    assert words["note"] is None
    POSITION.load({"note": None}, State.plain(), cards)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"now": None}, "now must be a table of names and values, not None"),
        ({"now": {"trun": 1}}, "unknown key of now 'trun'; did you mean 'turn'?"),
        ({"now": {"turn": 10}}, "now turn is 10; it must be a whole number, 0 to 9"),
        ({"now": {"owed": {"A": {"B": 6}}}}, "now owed of A B is 6; it must be a whole number, 0 to 5"),
        ({"deck": ["king/left"]}, "deck: unknown face 'left'; known: down, up"),
        ({"deck": ["king/up", "king/down"]}, "king is in the deck 2 times; each card is there once"),
        ({"players": {"C": {}}}, "unknown seat 'C'; known: A, B"),
        ({"players": {"A": {"row": ["quene*"]}}}, "row of A: unknown card 'quene'; did you mean 'queen'?"),
        ({"players": {"A": {"row": ["queen*"]}}, "board": "queen -/- -"}, "the row of A and the board"),
        ({"players": {"A": {"rights": ["by"]}}}, "unknown rights of A 'by'; did you mean 'buy'?"),
        ({"board": "ace -"}, "board is 'ace -'; write 2 rows of 2, such as ace - / - king"),
        ({"board": "ace x/- -"}, "board 1: unknown card 'x'"),
        ({"shop": ["ace"] * 3}, 'shop has 2 places, not 3; "none" is an empty one'),
        ({"spent": ["gold"] * 3}, "spent gold is 3; it must be a whole number, 0 to 2"),
        ({"spent": ["iron"]}, "unknown spent 'iron'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(cards: Cards, given: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as caught:
        loaded(cards, **given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
