"""What a game says, before it is words: a key of its catalogue with arguments that are seats, cards, things, numbers.

    say("takes", who=Seat(p), card=Card("swan"), place=At("market4", say("cell", row=2, column=1)))

`catalogue.py` makes words of it, in a language, with the names of the players. A plain text is always possible too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NoReturn

MOST_SAID = 2_000

SpanKind = Literal["card", "seat", "item"]


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table: a name, or `you`."""

    number: int


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its id in cards.toml; `at` is the id of the item that is meant, where it lies on the table."""

    kind: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class At:
    """Words that mean an item of the table: a cell, a pile, a piece."""

    item: str
    text: str


Arg = str | int | None | Seat | Card | At | tuple[Any, ...]
Fact = str | int | None | tuple[Any, ...]


class Say(str):
    """A text to be: its key in the game's catalogue, and what fills its blanks. As a string it is only its key."""

    __slots__ = ("_hash", "args", "personal")
    args: tuple[tuple[str, Arg], ...]
    personal: bool  # whether somebody is named in it, so that it may read otherwise for them
    _hash: int

    def __new__(cls, key: str, args: tuple[tuple[str, Arg], ...] = ()) -> "Say":
        made = super().__new__(cls, key)
        made.args = args
        made.personal = any(_names_somebody(value) for _, value in args)
        made._hash = hash((key, args))
        return made

    @property
    def key(self) -> str:
        return str.__str__(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Say) and str.__eq__(self, other) and self.args == other.args

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"say({', '.join([str.__repr__(self), *(f'{name}={value!r}' for name, value in self.args)])})"

    def __deepcopy__(self, memo: Mapping[int, object]) -> "Say":
        return self

    def __reduce__(self) -> tuple[type["Say"], tuple[str, tuple[tuple[str, Arg], ...]]]:
        return Say, (str.__str__(self), self.args)


def _names_somebody(value: Arg) -> bool:
    if isinstance(value, tuple):
        return any(map(_names_somebody, value))
    if isinstance(value, At):
        return _names_somebody(value.text)
    return isinstance(value, Seat) or (isinstance(value, Say) and value.personal)


def say(key: str, /, **args: Arg) -> Say:
    """A text by its key; a tuple becomes a list such as `a, b and c`."""
    return _said(key, tuple(args.items()))


@lru_cache(MOST_SAID)
def _said(key: str, args: tuple[tuple[str, Arg], ...]) -> Say:
    """The same text is the same object, so that it is soon found among those that are in words already."""
    return Say(key, args)


def named(thing: Seat | Card | At) -> Say:
    """A text that is only the name of something."""
    return Say("shared.named", (("it", thing),))


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text that means something: a card (`id` its kind, `at` its item), a seat or an item of the table."""

    start: int
    end: int
    kind: SpanKind
    id: str
    at: str = ""


class Told(str):
    """A text in words that still knows what its parts mean."""

    __slots__ = ("spans",)
    spans: tuple[Span, ...]

    def __new__(cls, text: str, spans: Iterable[Span] = ()) -> "Told":
        made = super().__new__(cls, text)
        made.spans = tuple(spans)
        return made

    def __deepcopy__(self, memo: Mapping[int, object]) -> "Told":
        return self

    def __reduce__(self) -> tuple[type["Told"], tuple[str, tuple[Span, ...]]]:
        return Told, (str(self), self.spans)


class Facts(dict[str, Fact]):
    """Named facts of a thing or a move (`power=9, marked=True`), for templates, bots and screen readers; frozen."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))

    def _frozen(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("facts do not change")

    __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = __ior__ = _frozen


NO_FACTS = Facts()
