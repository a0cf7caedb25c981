"""Declared zones: what follows from them for observing, redealing and writing down, in small states of every form."""

import sys
from collections import Counter
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablewright.engine import (
    NOBODY,
    OWNER,
    CardsError,
    CardsLayout,
    Drawing,
    Game,
    Kinds,
    Match,
    Position,
    PositionError,
    StateLayout,
    array,
    choice,
    counter,
    counts,
    flag,
    number,
    pile,
    rule,
    seat_number,
    seed_chance,
    slots,
)
from tablewright.engine.compiler import Compiler, numba
from tablewright.engine.derive import Derived, derive
from tablewright.engine.drivers import SETUP, Kit, call, clear_state, observe, seen
from tablewright.engine.errors import IllegalMove
from tablewright.engine.kits import CompiledKit, plain_kit
from tablewright.engine.observing import Observation, observation

BIRD = Kinds("bird", ("swan", "duck", "owl"), first=1, copies="copies")
SEATS = ("A", "B", "C")


@rule
def open_top(s: Any, k: Any, seat: int, owner: int, i: int) -> int:
    """The top of the pile lies open."""
    return 1 if i == s.left - 1 else 0


class Cards(CardsLayout):
    players = number("i4")
    copies = array("i4", 3)


class State(StateLayout):
    """Every form of zone once."""

    deck = pile("i1", 12, of=BIRD, size="left", seen=open_top, top_last=True, rest=True)
    left = number("i1")
    hand = pile("i1", 3, 5, of=BIRD, size="held", seen=OWNER, ordered=False, key="hands")
    held = array("i1", 3)
    row = slots("i1", 2, of=BIRD)
    covered = slots("i1", 3, 2, of=BIRD, seen=OWNER)
    shown = pile("i1", 4, of=BIRD, size="shows")
    shows = number("i1")
    coins = counter("i2", 3, most=50, default=3)
    secret = counter("i1", 3, most=9, seen=OWNER)
    tracks = counter("i1", 2, parts=("up", "down"), most=7)
    turn = seat_number("i1", key="to_move")
    chosen = seat_number("i1", first=1)
    phase = choice("i1", names=("day", "night"))
    late = flag("i1")


class Loose(StateLayout):
    """Counts without a zone that nobody sees."""

    hand = counts("i1", 3, 3, of=BIRD, seen=OWNER, size="held")
    held = array("i1", 3)


class Mixed(StateLayout):
    deck = pile("i1", 12, of=BIRD, size="left", seen=NOBODY)
    left = number("i1")
    hand = counts("i1", 3, 3, of=BIRD, seen=OWNER, size="held")
    held = array("i1", 3)


def rules_of(state: type[StateLayout]) -> ModuleType:
    """A module with the two rules that `observe` asks."""
    module = ModuleType(f"zones_of_{state.__name__.lower()}")
    module.over = rule(lambda s, k: 0)  # type: ignore[attr-defined]
    module.who = rule(lambda s, k: s.turn)  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    return module


@pytest.fixture(scope="module")
def derived() -> Derived:
    return derive(rules_of(State), State, Cards)


@pytest.fixture
def cards() -> Cards:
    return Cards.frozen({"players": 3, "copies": [4, 4, 4]})


POSITION = Position(State, SEATS)
GIVEN: dict[str, Any] = {
    "deck": ["owl", "2 duck"],
    "hands": {"A": ["swan", "swan"], "B": ["duck"], "C": ["owl", "swan"]},
    "row": ["duck", "-"],
    "covered": {"A": ["owl", "-"], "B": ["-", "swan"]},
    "shown": ["owl"],
    "coins": {"B": 7},
    "secret": {"B": 4},
    "tracks": {"up": 2},
    "to_move": "C",
    "chosen": "A",
    "phase": "night",
    "late": True,
}


def loaded(cards: Cards, **changes: Any) -> State:
    s = State.plain()
    POSITION.load({**GIVEN, **changes}, s, cards)
    return s


def seen_by(derived: Derived, s: State, k: Cards, seat: int) -> dict[str, int]:
    known: Observation = observation(derived.entries, k, 3)
    sight = SimpleNamespace(a=[0] * len(known))
    assert derived.rules["observe"](s, k, seat, sight) == len(known)
    assert all(known.low <= np.array(sight.a))
    assert all(np.array(sight.a) <= known.high)
    return dict(zip(known.names, sight.a, strict=True))


def test_a_seat_sees_its_own_zones_and_the_open_ones(derived: Derived, cards: Cards) -> None:
    sight = seen_by(derived, loaded(cards), cards, 1)
    assert sight["deciding"] == sight["turn"] == 1  # C, the next after B
    assert sight["chosen"] == 3  # A is the last after B; 0 would be nobody
    assert (sight["hand.duck"], sight["hand.swan"]) == (1, 0)
    assert (sight["hand+1.size"], sight["hand+2.size"]) == (2, 2)
    assert [sight[f"deck.{i}"] for i in range(4)] == [0, 0, 3, 0]  # only the top, an owl
    assert sight["deck.size"] == 3
    assert (sight["row.0"], sight["row.1"]) == (2, 0)
    assert (sight["covered.0"], sight["covered.1"]) == (0, 1)
    assert (sight["covered+2.0"], sight["covered+2.1"]) == (4, 0)  # something unseen, nothing
    assert sight["shown.0"] == 3
    assert (sight["coins"], sight["secret"], sight["tracks.up"]) == (7, 4, 2)
    assert (sight["phase"], sight["late"]) == (1, 1)
    assert "secret+1" not in sight


def test_absent_seats_are_nothing(derived: Derived) -> None:
    two: Any = Cards.frozen({"players": 2, "copies": [4, 4, 4]})
    known = observation(derived.entries, two, 2)
    assert known.high[known.place("hand+1.size")] == 5
    assert known.high[known.place("hand+2.size")] == 0
    assert len(known) == len(observation(derived.entries, Cards.frozen({"players": 3, "copies": [1, 1, 1]}), 3))


def test_a_redeal_changes_only_what_is_hidden(derived: Derived, cards: Cards) -> None:
    s = loaded(cards)
    before, found = seen_by(derived, s, cards, 1), Counter[tuple[int, ...]]()
    for seed in range(300):
        world = State.copy(s)
        seed_chance(world, seed)
        derived.rules["determinize"](world, cards, 1)
        assert seen_by(derived, world, cards, 1) == before
        assert POSITION.components(world, cards) == POSITION.components(s, cards)
        found[tuple(world.hand[0][:2])] += 1
    assert set(found) >= {(a, b) for a in (1, 2, 3) for b in (1, 2, 3)} - {(2, 2)}


def test_what_cannot_be_redealt_is_said() -> None:
    with pytest.raises(CardsError, match="there must be a zone that nobody sees"):
        derive(rules_of(Loose), Loose, Cards)
    with pytest.raises(CardsError, match="keep all of them as counts, or none"):
        derive(rules_of(Mixed), Mixed, Cards)


def test_words_there_and_back(cards: Cards) -> None:
    words = POSITION.dump(loaded(cards), cards)
    assert words["deck"] == ["owl", "duck", "duck"]
    assert words["hands"] == {"A": ["swan", "swan"], "B": ["duck"], "C": ["owl", "swan"]}
    assert words["covered"] == {"A": ["owl", "-"], "B": ["-", "swan"], "C": ["-", "-"]}
    assert words["coins"] == {"A": 3, "B": 7, "C": 3}
    assert (words["to_move"], words["chosen"], words["phase"], words["late"]) == ("C", "A", "night", True)
    again = State.plain()
    POSITION.load(words, again, cards)
    assert POSITION.dump(again, cards) == words


def test_the_rest_lies_in_the_deck(cards: Cards) -> None:
    s = State.plain()
    POSITION.load({key: value for key, value in GIVEN.items() if key != "deck"}, s, cards)
    assert sum(POSITION.components(s, cards).values()) == 12
    assert s.left == 12 - 5 - 1 - 2 - 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hand": {}}, "unknown key of a position 'hand'; did you mean 'hands'?"),
        ({"hands": ["swan"]}, "hands must be given by seat, such as {A: ...}, not ['swan']"),
        ({"hands": {"Z": []}}, "unknown seat 'Z'"),
        ({"hands": {"A": "swan"}}, "hand of A must be a list of birds, not 'swan'"),
        ({"hands": {"A": ["swam"]}}, "hand of A: unknown bird 'swam'; did you mean 'swan'?"),
        ({"hands": {"A": ["6 swan"]}}, "hand of A has room for 5 birds, not 6"),
        ({"hands": {"A": ["5 swan"]}}, "too many birds called swan: 6 here, 4 in the deck"),
        ({"row": ["duck"]}, "row has 2 places, not 1"),
        ({"row": ["duck", 7]}, "row: unknown bird '7'"),
        ({"coins": {"A": 51}}, "coins of A is 51; it must be a whole number, 0 to 50"),
        ({"coins": {"A": True}}, "coins of A is True"),
        ({"tracks": {"left": 1}}, "unknown key of tracks 'left'"),
        ({"to_move": "D"}, "to_move: unknown seat 'D'"),
        ({"phase": "nigth"}, "unknown phase 'nigth'; did you mean 'night'?"),
        ({"late": 1}, "late is 1; it must be true or false"),
    ],
)
def test_positions_that_cannot_be(cards: Cards, given: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as caught:
        loaded(cards, **given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@rule
def look(kit: Any, seed: int, seat: int) -> int:
    """A driver: start a game and add up what a seat observes, each number times its place."""
    clear_state(kit, kit.state)
    call(kit, SETUP, kit.state, seed)
    total = 0
    for i in range(observe(kit, kit.state, seat, kit.sight)):
        total += (i + 1) * seen(kit.sight, i)
    return total


@pytest.mark.skipif(numba() is None, reason="needs Numba")
@pytest.mark.parametrize("players", [2, 3])
def test_one_compiled_driver_observes_every_game(tiny: Game, matrix: Game, players: int) -> None:
    driver = Compiler().entry(look, Kit, int, int)
    for game in (tiny, matrix):
        variant = game.variant(players)
        numbers = Match(variant, 5).observe(1)
        wanted = sum((i + 1) * int(x) for i, x in enumerate(numbers))
        assert look(plain_kit(variant), 5, 1) == wanted
        assert driver.call(CompiledKit(variant).record[0], 5, 1) == wanted


def test_a_match_is_observed_from_a_seat(tiny: Game) -> None:
    match = Match(tiny.variant(3), 1)
    known = match.variant.observation
    assert known.names == tiny.observation(match.variant).names
    assert match.observe(2)[known.place("hand+1.size")] == 3
    assert match.observe(0)[known.place("deciding")] == 0
    with pytest.raises(IllegalMove, match="there are seats 0 to 2, not 3"):
        match.observe(3)


def test_a_first_drawing(cards: Cards) -> None:
    """What the seat sees lies open, the rest face down; its own things come first."""
    drawing, s = Drawing(State, SEATS), loaded(cards)
    zones = {zone.id: zone for zone in drawing.zones(s, cards, 1)}
    assert list(zones)[:4] == ["deck", "hand1", "hand0", "hand2"]
    assert [item.text for item in zones["hand1"].items] == ["duck"]
    assert zones["hand1"].title == "Your hand"
    assert zones["hand0"].title == "Hand of A"
    assert all(item.hidden and not item.text for item in zones["hand0"].items)
    assert [item.hidden for item in zones["deck"].items] == [True, True, False]  # the top lies open
    assert [item.detail for item in zones["row"].items] == ["", "empty"]
    counters = {(counter.title, counter.owner): counter.value for counter in drawing.counters(s, cards, 1)}
    assert counters["Coins", 1] == "7"
    assert counters["Tracks", None] == "up 2, down 0"
    assert (counters["Turn", None], counters["Chosen", None], counters["Phase", None]) == ("C", "A", "night")
    assert ("Secret", 1) in counters
    assert ("Secret", 0) not in counters
