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
from typing import Any, Concatenate, ParamSpec, TypeVar

MOST = 400  # results that a function remembers
PLAIN = 2  # the format of marshal in which the same values always are the same bytes

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


class _Watched:
    """A state that notes which of its fields are read."""

    def __init__(self, state: Any) -> None:
        self.__dict__["_state"] = state

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = getattr(self._state, name)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(f"a remembered function must not change {name}")

    @property
    def _read(self) -> set[str]:
        return self.__dict__.keys() - {"_state"}


def remembered(function: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """The function of a state, cards and plain arguments, without doing the same work again."""
    kept: dict[Hashable, tuple[tuple[str, ...], dict[bytes, T]]] = {}  # by arguments: fields, results by their values
    count = 0

    @wraps(function)
    def give(s: S, /, *args: P.args, **named: P.kwargs) -> T:
        nonlocal count
        about = (args, *named.items()) if named else args
        fields, results = kept.get(about, ((), {}))
        key = _values(s, fields)
        found = results.get(key)
        if found is not None:
            return found
        watched = _Watched(s)
        made = function(watched, *args, **named)  # type: ignore[arg-type]
        if more := watched._read.difference(fields):
            fields, results = (*fields, *more), {}
            key = _values(s, fields)
        count += 1
        if count > MOST:
            kept.clear()
            results, count = {}, 1
        results[key] = made
        kept[about] = fields, results
        return made

    return give


def _values(state: Any, fields: tuple[str, ...]) -> bytes:
    """What the fields hold, as a digest: whole boards as keys would take more memory than what is made of them."""
    return blake2b(marshal.dumps([getattr(state, name) for name in fields], PLAIN), digest_size=16).digest()
