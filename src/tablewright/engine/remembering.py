"""What a view makes of a state, made once: a remembered function gives the same object while it reads the same.

    @remembered
    def _market(s: State, k: Cards, seat: int) -> Zone: ...

Which fields of the state it reads is noted while it runs, so nothing has to be declared, and nothing can be forgotten.
It must not change the state, and must depend on nothing else than the state, the cards and its arguments.
"""

import marshal
from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from hashlib import blake2b
from typing import Any, Concatenate, ParamSpec, TypeVar

MOST = 800  # results that a function remembers
MADE = "_made"  # where a state that does not change any more keeps what was made of it
PLAIN = 2  # the format of marshal in which the same values always are the same bytes

P = ParamSpec("P")
K = TypeVar("K", bound=Hashable)
S = TypeVar("S")
T = TypeVar("T")
Made = dict[tuple[Hashable, Hashable], tuple[tuple[str, ...], Any]]  # by function and arguments: fields read, result


class Lately(dict[K, T | None]):
    """What was asked for lately: at most `most` things, at least the last half as many; None for all others."""

    def __init__(self, most: int) -> None:
        self.half = most // 2
        self._old: dict[K, T | None] = {}

    def __missing__(self, key: K) -> T | None:
        found = self._old.get(key)
        if found is not None:
            self[key] = found
        return found

    def __setitem__(self, key: K, value: T | None) -> None:
        if len(self) >= self.half:
            self.age()
        super().__setitem__(key, value)

    def age(self) -> None:
        """Forget what was not asked for since the last time."""
        self._old = dict(self)
        self.clear()


class _Watched:
    """A state that notes which of its fields are read."""

    _made = None  # whatever is made of it counts as read by whoever watches

    def __init__(self, state: object) -> None:
        self.__dict__["_state"] = state

    def __getattr__(self, name: str) -> object:
        value = self.__dict__[name] = getattr(self._state, name)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(f"a remembered function must not change {name}")

    @property
    def _read(self) -> set[str]:
        return self.__dict__.keys() - {"_state"}


def remembered(function: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """The function of a state, cards and plain arguments, without doing the same work again."""
    read: dict[Hashable, tuple[str, ...]] = {}  # the fields, by arguments
    kept: Lately[Hashable, T] = Lately(MOST)

    @wraps(function)
    def give(s: S, /, *args: P.args, **named: P.kwargs) -> T:
        about = (args, *named.items()) if named else args
        here: Made | None = getattr(s, MADE, None)
        if here is None:
            return look_up(s, about, args, named)[1]
        known = here.get((function, about))
        if known is None:
            known = here[function, about] = look_up(s, about, args, named)
        return known[1]

    def look_up(s: S, about: Hashable, args: Any, named: Any) -> tuple[tuple[str, ...], T]:
        """The fields that count, and what is made of them, by what they hold in any state."""
        fields = read.get(about, ())
        held = about, len(fields), _values(s, fields)
        found = kept[held]
        if found is not None:
            return fields, found
        watched = _Watched(s)
        made = function(watched, *args, **named)  # type: ignore[arg-type]
        if more := watched._read.difference(fields):
            if len(read) >= MOST:
                read.clear()
            fields = read[about] = (*fields, *more)
            held = about, len(fields), _values(s, fields)
        kept[held] = made
        return fields, made

    return give


def carry_over(before: object, after: object, fields: Iterable[str]) -> None:
    """Let a state know what was made of another one, as far as nothing that was read for it differs.

    From then on it must not change: what is made of it is looked up without looking at its fields.
    """
    made: Made = getattr(before, MADE, None) or {}
    changed = {name for name in fields if getattr(before, name) != getattr(after, name)} if made else set()
    setattr(after, MADE, {key: known for key, known in made.items() if changed.isdisjoint(known[0])})


def _values(state: object, fields: tuple[str, ...]) -> bytes:
    """What the fields hold, as a digest: whole boards as keys would take more memory than what is made of them."""
    return blake2b(marshal.dumps([getattr(state, name) for name in fields], PLAIN), digest_size=16).digest()
