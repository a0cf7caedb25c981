"""What a field of a state is at the table: what lies in it, who sees it, whether order matters.

`declare.py` has the functions that a game calls. From these follow the words of a position (`positions.py`), what a
seat may know as numbers (`observing.py`), the redeal of what it cannot know (`redealing.py`) and a first drawing.
"""

from collections.abc import Callable
from dataclasses import dataclass

ALL, OWNER, NOBODY = "all", "owner", "nobody"

Sees = str | Callable[..., int]
"""ALL, OWNER, NOBODY, or a rule (state, cards, seat, owner, i): whether the seat sees the i-th thing there; where
things are counted by kind, how many of kind i it knows. `owner` is -1 where a zone belongs to nobody."""

Limit = int | str
"""A number, or the name of a field of the game's cards."""

Name = str | int


@dataclass(frozen=True)
class Kinds:
    """The kinds of things that lie in zones, by name; kind i is the number `first + i` in the state.

    With `first=1`, 0 is no thing at all. `copies` says how many there are of each, or names the field of the cards
    that does. `called` names the field of the cards with what each is called in words, where that is the variant's.
    """

    what: str
    names: tuple[Name, ...]
    first: int = 0
    copies: Limit = ""
    called: str = ""
    whole: bool = False  # a written position says of all of them where they lie
    suits: int = 0  # of playing cards: so many kinds of one rank follow each other; 0: they have no suits

    def name(self, value: int) -> Name:
        return self.names[value - self.first]

    def words(self, k: object) -> tuple[Name, ...]:
        """What the kinds are called in a written position."""
        return tuple(getattr(k, self.called)) if self.called else self.names

    def total(self, k: object, i: int) -> int | None:
        """How many things of a kind the game has, where that is declared."""
        if not self.copies:
            return None
        copies = getattr(k, self.copies) if isinstance(self.copies, str) else self.copies
        return int(copies if isinstance(copies, int) else copies[i])

    def in_all(self, k: object) -> int | None:
        found = [self.total(k, i) for i in range(len(self.names))]
        return None if None in found else sum(n for n in found if n)


@dataclass(frozen=True, kw_only=True)
class Zone:
    """One declared field; with `seats`, every seat has one of its own."""

    seats: int = 0
    seen: Sees = ALL
    key: str = ""  # its name in a written position, where that is not the field's; `turn.lays`: a table in a table
    title: str = ""  # its name at the table
    informs: bool = False  # written in words but not read: it follows from the rest
    written: bool = True  # in words at all
    sparse: bool = False  # 0 and empty are not written
    default: Limit = 0  # what a position has there that does not say it; where things are counted, of each kind
    like: str = ""  # ... or the field in which it stands


@dataclass(frozen=True, kw_only=True)
class Counts(Zone):
    """Things without order, kept as how many there are of each kind."""

    of: Kinds
    kinds: int  # the first so many kinds can be here
    size: str = ""  # the field with how many there are in all
    counted: str = ""  # the key under which that is told
    rest: bool = False  # in a written position: what is nowhere else
    tally: bool = False  # written as {swan: 2}, not as [swan, swan]
    bundled: bool = False  # written as [2 swan]


@dataclass(frozen=True, kw_only=True)
class Pile(Zone):
    """Things one after the other, as many as the field `size` says."""

    of: Kinds
    room: int
    size: str
    counted: str = ""
    ordered: bool = True
    top_last: bool = False  # the last one is the top; words begin at the top
    via: str = ""  # what lies here are things with a number of their own; this field says of which kind each is
    rest: bool = False
    starred: str = ""  # a field with 1 for each place whose thing is marked: `swan*`
    sorted_rest: bool = False  # the rest lies in the order of the kinds, and is not shuffled


@dataclass(frozen=True, kw_only=True)
class Slots(Zone):
    """Places that hold one thing or none."""

    of: Kinds
    places: tuple[str, ...]
    columns: int = 0  # of a grid, as the state has it
    used: Limit = 0  # how many of the places the variant has; 0: all
    partial: bool = False  # in words the last places may be left out
    grid: tuple[Limit, Limit] = (0, 0)  # rows and columns that the variant has, where it is written row by row
    sample: str = ""  # of such a text: 463/792/185, or pig - cat / frog bison -
    empty: str = "-"  # in words: nothing


@dataclass(frozen=True, kw_only=True)
class Number(Zone):
    """Numbers: points, coins, rounds; `parts` names them where there are several."""

    parts: tuple[str, ...] = ()
    least: Limit = 0
    most: Limit = 0
    category: bool = False  # a name in the form of a number: more is not more
    shows: Callable[..., int] | None = None  # the number as a seat sees it: a rule (s, k, seat, owner, i)
    bits: tuple[str, ...] = ()  # it is written as the list of those words whose bits are set
    denied: bool = False  # of a flag: the words say whether it is not so
    named: tuple[str, ...] = ()  # what its parts are called in words, where that is something else
    listed: bool = False  # of parts: written as a list of their names, each as often as it counts
    along: tuple[str, str] = ("", "")  # by thing: those of a list are told, in its order; the list, and how many it has


@dataclass(frozen=True, kw_only=True)
class SeatNumber(Zone):
    """The number of a seat; with `first=1`, 0 is nobody."""

    first: int = 0


@dataclass(frozen=True, kw_only=True)
class Choice(Zone):
    """One of several words: a phase, a decision; with `first=1`, 0 is none of them."""

    names: tuple[str, ...]
    first: int = 0
    used: Limit = 0  # how many of the words the variant has; 0: all
    holds: bool = False  # the word is the name of a thing that lies here and nowhere else


@dataclass(frozen=True, kw_only=True)
class Past(Zone):
    """What has happened: everybody may know it, but it is not where the game stands, so `observe` leaves it out."""


Things = Counts | Pile | Slots


def limit(k: object, value: Limit) -> int:
    return value if isinstance(value, int) else int(getattr(k, value))
