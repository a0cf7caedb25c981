"""What a view makes of a state, made once: a remembered function gives the same object while it reads the same.

    @remembered
    def _market(s: State, k: Cards, seat: int) -> Zone: ...

Which fields of the state it reads is noted while it runs, so nothing has to be declared, and nothing can be forgotten.
It must not change the state, and must depend on nothing else than the state, the cards and its arguments.
"""

import marshal
from collections.abc import Callable, Hashable
from functools import wraps
from hashlib import blake2b
from typing import Concatenate, ParamSpec, TypeVar

MOST = 800  # results that a function remembers
PLAIN = 2  # the format of marshal in which the same values always are the same bytes

P = ParamSpec("P")
K = TypeVar("K", bound=Hashable)
S = TypeVar("S")
T = TypeVar("T")


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
        fields = read.get(about, ())
        found = kept[about, len(fields), _values(s, fields)]
        if found is not None:
            return found
        watched = _Watched(s)
        made = function(watched, *args, **named)  # type: ignore[arg-type]
        if more := watched._read.difference(fields):
            if len(read) >= MOST:
                read.clear()
            fields = read[about] = (*fields, *more)
        kept[about, len(fields), _values(s, fields)] = made
        return made

    return give


def _values(state: object, fields: tuple[str, ...]) -> bytes:
    """What the fields hold, as a digest: whole boards as keys would take more memory than what is made of them."""
    return blake2b(marshal.dumps([getattr(state, name) for name in fields], PLAIN), digest_size=16).digest()
