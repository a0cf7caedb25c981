"""`@rule` marks a function that exists in two modes: as written, and compiled.

A rule works on flat records with integers, loops and other rules; it allocates nothing. As written it is ordinary
Python for play, debugging and coverage; `compiler.py` derives the compiled twin of the very same function on demand.
"""

import threading
from collections.abc import Callable
from typing import TypeGuard, TypeVar

Rule = Callable[..., int]
F = TypeVar("F", bound=Callable[..., object])

RULE = "__tablewright_rule__"
COMPILED_AS = "__tablewright_compiled_as__"
CHAPTER = "__tablewright_chapter__"

REVEALED = -1  # the kind of note for "a seat got to see something"; free undo stops there


def rule(function: F) -> F:
    """Mark a function as a rule. It stays what it is; callers in compiled mode get its compiled twin."""
    setattr(function, RULE, True)
    return function


def chapter(function: F) -> F:
    """Mark a rule (state, cards, number) -> number that other rules call by address in compiled mode.

    Nothing is inlined across such a call, so a big game compiles chapter by chapter. It costs a few nanoseconds.
    """
    setattr(function, CHAPTER, True)
    return rule(function)


def compiled_as(name: str) -> Callable[[F], F]:
    """Mark a rule whose compiled twin is made from the function of that name in `intrinsics.py`."""

    def mark(function: F) -> F:
        setattr(function, RULE, True)
        setattr(function, COMPILED_AS, name)
        return function

    return mark


def intrinsic(function: Callable[..., object]) -> str:
    """The name of the function in `intrinsics.py` from which a rule's compiled twin is made; empty for all others."""
    return str(getattr(function, COMPILED_AS, ""))


def is_rule(value: object) -> TypeGuard[Rule]:
    return callable(value) and getattr(value, RULE, False) is True


def gives_nothing(function: Callable[..., object]) -> bool:
    """Whether a rule only does something: it is declared `-> None`."""
    return getattr(function, "__annotations__", {}).get("return", int) in (None, "None")


def is_chapter(value: object) -> bool:
    return callable(value) and getattr(value, CHAPTER, False) is True


Event = tuple[int, int, int, int]


class _Narration(threading.local):
    sink: list[Event] | None = None


_narration = _Narration()


@compiled_as("silent")
def note(kind: int, a: int, b: int, c: int) -> int:
    """Tell the log that something happened inside a rule. Costs nothing in compiled mode."""
    if _narration.sink is not None:
        _narration.sink.append((kind, a, b, c))
    return 0


def narrated(call: Callable[[], object]) -> list[Event]:
    """Run plain rules and return what they noted, in order."""
    before, _narration.sink = _narration.sink, []
    try:
        call()
        return _narration.sink
    finally:
        _narration.sink = before
