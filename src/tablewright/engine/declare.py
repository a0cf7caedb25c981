"""Fields that say what they are; the shape is written as for `array`, and one dimension more means one for each seat.

    CARDS = Kinds("card", ("swan", "pig"), copies="copies")

    class State(StateLayout):
        deck = pile("i1", 40, of=CARDS, size="left", seen=NOBODY)
        left = number("i1")
        hand = counts("i1", 4, 2, of=CARDS, seen=OWNER)
        points = counter("i2", 4, most=99)
        turn = seat_number("i1", key="to_move")

What may be said of each is in `zones.py`. Plain `number` and `array` fields are known to the rules alone.
"""

from collections.abc import Callable
from typing import Required, TypedDict, Unpack, overload

from tablewright.engine.layout import Field
from tablewright.engine.zones import Choice, Counts, Kinds, Limit, Number, Past, Pile, SeatNumber, Sees, Slots


class ZoneWords(TypedDict, total=False):
    """What may be said of every zone."""

    seen: Sees
    key: str
    title: str
    informs: bool
    written: bool
    sparse: bool
    seats: int  # where the first dimension has room for more than seats
    default: Limit
    like: str


class PileWords(ZoneWords, total=False):
    of: Required[Kinds]
    size: Required[str]
    counted: str
    ordered: bool
    top_last: bool
    via: str
    rest: bool
    sorted_rest: bool
    starred: str


class CountsWords(ZoneWords, total=False):
    of: Required[Kinds]
    size: str
    counted: str
    rest: bool
    tally: bool
    bundled: bool


class SlotsWords(ZoneWords, total=False):
    of: Required[Kinds]
    places: tuple[str, ...]
    columns: int
    used: Limit
    partial: bool
    grid: tuple[Limit, Limit]
    sample: str
    empty: str


class NumberWords(ZoneWords, total=False):
    most: Required[Limit]
    least: Limit
    parts: tuple[str, ...]
    category: bool
    shows: Callable[..., int]
    along: tuple[str, str]
    bits: tuple[str, ...]
    named: tuple[str, ...]
    listed: bool


class ChoiceWords(ZoneWords, total=False):
    names: Required[tuple[str, ...]]
    first: int
    used: Limit
    holds: bool


@overload
def pile(kind: str, room: int, /, **words: Unpack[PileWords]) -> list[int]: ...
@overload
def pile(kind: str, seats: int, room: int, /, **words: Unpack[PileWords]) -> list[list[int]]: ...
def pile(kind: str, *shape: int, **words: Unpack[PileWords]) -> object:
    """Things one after the other; the field `size` says how many."""
    words.setdefault("seats", _seats(shape, 1))
    return Field(kind, shape, Pile(room=shape[-1], **words))


@overload
def counts(kind: str, kinds: int, /, **words: Unpack[CountsWords]) -> list[int]: ...
@overload
def counts(kind: str, seats: int, kinds: int, /, **words: Unpack[CountsWords]) -> list[list[int]]: ...
def counts(kind: str, *shape: int, **words: Unpack[CountsWords]) -> object:
    """Things that are alike within a kind, kept as how many there are of each; `size` names the field with the sum."""
    words.setdefault("seats", _seats(shape, 1))
    return Field(kind, shape, Counts(kinds=shape[-1], **words))


@overload
def slots(kind: str, places: int, /, **words: Unpack[SlotsWords]) -> list[int]: ...
@overload
def slots(kind: str, seats: int, places: int, /, **words: Unpack[SlotsWords]) -> list[list[int]]: ...
def slots(kind: str, *shape: int, **words: Unpack[SlotsWords]) -> object:
    """Places of a market or a grid, each with one thing or none."""
    words.setdefault("places", tuple(str(i) for i in range(shape[-1])))
    words.setdefault("seats", _seats(shape, 1))
    return Field(kind, shape, Slots(**words))


@overload
def counter(kind: str, /, **words: Unpack[NumberWords]) -> int: ...
@overload
def counter(kind: str, a: int, /, **words: Unpack[NumberWords]) -> list[int]: ...
@overload
def counter(kind: str, a: int, b: int, /, **words: Unpack[NumberWords]) -> list[list[int]]: ...
def counter(kind: str, *shape: int, **words: Unpack[NumberWords]) -> object:
    """A number of known range; with `parts`, several of them that have names."""
    words.setdefault("seats", _seats(shape, 1 if words.get("parts") else 0))
    return Field(kind, shape, Number(**words))


def flag(kind: str, /, denied: bool = False, **words: Unpack[ZoneWords]) -> int:
    """True or false, as 1 or 0; with `denied` a written position says whether it is not so."""
    return Field(kind, (), Number(most=1, category=True, denied=denied, **words))  # type: ignore[return-value]


def seat_number(kind: str, /, first: int = 0, **words: Unpack[ZoneWords]) -> int:
    """The number of a seat; with `first=1`, 0 is nobody."""
    return Field(kind, (), SeatNumber(first=first, **words))  # type: ignore[return-value]


@overload
def choice(kind: str, /, **words: Unpack[ChoiceWords]) -> int: ...
@overload
def choice(kind: str, seats: int, /, **words: Unpack[ChoiceWords]) -> list[int]: ...
def choice(kind: str, *shape: int, **words: Unpack[ChoiceWords]) -> object:
    """One of several words, as its place among them; with `first=1`, 0 is none."""
    words.setdefault("seats", _seats(shape, 0))
    return Field(kind, shape, Choice(**words))


@overload
def past(kind: str, a: int, /) -> list[int]: ...
@overload
def past(kind: str, a: int, b: int, /) -> list[list[int]]: ...
def past(kind: str, *shape: int) -> object:
    """What has happened, kept for the log and for what people may look up."""
    return Field(kind, shape, Past(written=False))


def _seats(shape: tuple[int, ...], own: int) -> int:
    """A dimension more than a single zone has is that of the seats."""
    return shape[0] if len(shape) > own else 0
