"""Reading what a person wrote in a position: each reader gives the value, or one line that says what would be right.

Games call them `read`: `read.word(value, "phase", PHASES)`.
"""

from collections.abc import Iterable, Mapping, Sequence

from tablewright.engine.errors import PositionError, unknown
from tablewright.engine.zones import Name


def refuse(wrong: object, fault: str) -> None:
    """What else a game finds wrong with a position."""
    if wrong:
        raise PositionError(fault)


def require(holds: object, otherwise: str) -> None:
    """Refuse a position in which something does not hold."""
    if not holds:
        raise PositionError(otherwise)


def table(value: object, where: str, keys: Iterable[str] | None = None, what: str = "") -> Mapping[str, object]:
    """Names and values; with `keys`, only those names."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{where} must be a table of names and values, not {value!r}")
    known = None if keys is None else list(keys)
    for key in value if known is not None else ():
        if key not in (known or ()):
            raise PositionError(unknown(what or f"key of {where}", str(key), known or ()))
    return value


def items(value: object, where: str, of: str = "") -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list{of and f' of {of}'}, not {value!r}")
    return value


def number(value: object, where: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{where} is {value!r}; it must be a whole number, {low} to {high}")
    return value


def numbers(value: object, where: str, most: int, low: int, high: int) -> list[int]:
    """A list of at most so many numbers."""
    if not isinstance(value, list) or len(value) > most or not all(type(n) is int and low <= n <= high for n in value):
        allowed = f"a list of at most {most} numbers from {low} to {high}"
        raise PositionError(f"{where} is {value!r}; it must be {allowed}")
    return list(value)


def flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{where} is {value!r}; it must be true or false")
    return value


def word(value: object, what: str, words: Sequence[Name], where: str = "") -> int:
    """The place of a word among those that are known."""
    texts = [str(word) for word in words]  # what is a number in words may be written as a text, and the other way round
    if isinstance(value, bool) or not isinstance(value, str | int) or str(value) not in texts:
        told = unknown(what, str(value), texts)
        raise PositionError(f"{where}: {told}" if where else told)
    return texts.index(str(value))


def entry(value: object, what: str, table: Mapping[str, int]) -> int:
    """What a word stands for in a table of those that are known."""
    return list(table.values())[word(value, what, list(table))]


def seat(value: object, seats: Sequence[str], where: str = "") -> int:
    return word(value, "seat", seats, where)


def by_seat(value: object, where: str, seats: Sequence[str]) -> list[tuple[int, str, object]]:
    """What is written seat by seat: the number of each seat, its name, and its value."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{where} must be given by seat, such as {{{seats[0]}: ...}}, not {value!r}")
    return [(seat(name, seats), str(name), one) for name, one in value.items()]


def kinds(value: object, where: str, what: str, names: Sequence[Name]) -> list[int]:
    """Things in a list, each `swan` or `3 swan`, or in a table of how many there are of each."""
    if isinstance(value, Mapping):
        counted = [(name, number(n, f"{where} {name}", 0, 30000)) for name, n in value.items()]
    else:
        counted = [_bundle(item, where) for item in items(value, where, f"{what}s")]
    return [kind for name, n in counted for kind in [word(name, what, names, where)] * n]


def _bundle(item: object, where: str) -> tuple[object, int]:
    many, space, name = item.partition(" ") if isinstance(item, str) else ("", "", "")
    if not space or not many.isdecimal():
        return item, 1
    return name, number(int(many), f"{where}: the number of {name}", 0, 30000)
