"""A flat record of named integers, declared once: NumPy record, plain object with lists, bytes, JSON, hash.

    class State(StateLayout):
        turn = number("i1")
        hand = array("i1", 2, 20)

`State.plain()` gives the object the plain rules work on; `State.dtype` is the record the compiled rules work on.
"""

import hashlib
import struct
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Self, overload

import numpy as np

from tablewright.engine.remembering import MADE
from tablewright.engine.zones import Zone

ROUND_TO = 128  # a record fills whole cache lines, so that two threads never write to the same one


IntArray = np.ndarray[tuple[int, ...], np.dtype[np.signedinteger]]
BoolArray = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
RecordArray = np.ndarray[tuple[int, ...], np.dtype[np.void]]
Numbers = int | Sequence["Numbers"]  # a field's value: one number, or rows of them


class Field(NamedTuple):
    """One named integer or array of integers; `zone` says what it is at the table, where that is declared."""

    kind: str
    shape: tuple[int, ...]
    zone: Zone | None = None

    def zero(self) -> Numbers:
        return _zeros(self.shape)


def _zeros(shape: tuple[int, ...]) -> Numbers:
    if len(shape) < 2:
        return [0] * shape[0] if shape else 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def number(kind: str = "i4") -> int:
    """Declare one integer of a NumPy kind (i1, i2, i4, i8)."""
    return Field(kind, ())  # type: ignore[return-value]


@overload
def array(kind: str, a: int, /) -> list[int]: ...
@overload
def array(kind: str, a: int, b: int, /) -> list[list[int]]: ...
@overload
def array(kind: str, a: int, b: int, c: int, /) -> list[list[list[int]]]: ...
def array(kind: str, *shape: int) -> object:
    """Declare an array of integers of one to three dimensions."""
    return Field(kind, shape)


COPIES = ("{}", "{}[:]", "[row[:] for row in {}]", "[[row[:] for row in rows] for rows in {}]")  # by dimensions
LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}  # of the kinds of integers, in `struct`


class _WrittenOut(NamedTuple):
    assign: Callable[[object, object], None]
    numbers: Callable[[object], tuple[int, ...] | None]


def _written_out(fields: Mapping[str, Field]) -> _WrittenOut:
    """Functions with a line a field, since states are copied and packed for every decision and every look at one.

    `assign(to, of)` copies all fields, `numbers(of)` gives all numbers in order, or None if a list has a wrong length.
    """
    copies = [f"    to.{name} = {COPIES[len(field.shape)].format(f'of.{name}')}" for name, field in fields.items()]
    numbers = ", ".join(
        f"{'*' * bool(field.shape)}{_flat(f'of.{name}', field.shape)}" for name, field in fields.items()
    )
    rows = [_rows(f"of.{name}", field.shape) for name, field in fields.items() if len(field.shape) > 1]
    lines = [
        "def assign(to, of):",
        *copies,
        "    return",
        "def numbers(of):",
        *(f"    if {row}: return None" for row in rows),
    ]
    made: dict[str, Callable[..., Any]] = {"flat": chain.from_iterable}
    exec("\n".join([*lines, f"    return ({numbers},)" if numbers else "    return ()"]), made)
    return _WrittenOut(made["assign"], made["numbers"])


def _flat(value: str, shape: tuple[int, ...]) -> str:
    return value if len(shape) < 2 else f"flat({_flat(value, shape[1:])})"


def _rows(value: str, shape: tuple[int, ...]) -> str:
    """Whether a row has a wrong length."""
    if len(shape) == 2:
        return f"{{*map(len, {value})}} != {{{shape[1]}}}"
    return f"{{*map(len, {value})}} != {{{shape[1]}}} or {{*map(len, flat({value}))}} != {{{shape[2]}}}"


def _packing(fields: Mapping[str, Field], dtype: np.dtype[np.void]) -> struct.Struct:
    """What packs all numbers of a record at once, with the gaps between its fields."""
    at, form = 0, "="
    for name, field in fields.items():
        item, offset = dtype.fields[name][:2]  # type: ignore[index]
        count = int(np.prod(field.shape, dtype=np.int64))
        form += f"{offset - at}x{count}{LETTERS[field.kind]}"
        at = offset + item.itemsize
    return struct.Struct(f"{form}{dtype.itemsize - at}x")


def _frozen(value: Numbers) -> Numbers:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _record_type(fields: Mapping[str, Field]) -> np.dtype[np.void]:
    offset, offsets = 0, []
    for field in fields.values():
        item = np.dtype(field.kind)
        if item.kind != "i":
            raise TypeError(f"a layout holds signed integers (i1, i2, i4, i8), not {field.kind!r}")
        offset += -offset % item.itemsize
        offsets.append(offset)
        offset += item.itemsize * int(np.prod(field.shape, dtype=np.int64))
    formats = [(field.kind, field.shape) if field.shape else field.kind for field in fields.values()]
    size = max(offset + -offset % ROUND_TO, ROUND_TO)
    return np.dtype({"names": list(fields), "formats": formats, "offsets": offsets, "itemsize": size}, align=True)


class Layout:
    """Base of every record; subclasses only declare fields."""

    fields: ClassVar[dict[str, Field]] = {}
    dtype: ClassVar[np.dtype[np.void]]
    size: ClassVar[int]
    hash: ClassVar[str]
    _plain_class: ClassVar[type]
    _assign: ClassVar[Callable[[object, object], None]]
    _numbers: ClassVar[Callable[[object], tuple[int, ...] | None]]
    _packing: ClassVar[struct.Struct]

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in own:
            delattr(cls, name)
        cls.fields = {**cls.fields, **own}
        if "probe" in cls.fields and list(cls.fields)[-1] != "probe":
            raise TypeError(f"{cls.__name__}.probe must be the last field, so that search need not copy it")
        cls.dtype = _record_type(cls.fields)
        cls.size = cls.dtype.itemsize
        shapes = {name: (field.kind, field.shape) for name, field in cls.fields.items()}
        cls.hash = hashlib.sha256(repr(shapes).encode()).hexdigest()[:12]
        cls._plain_class = type(cls.__name__, (), {"__slots__": (*cls.fields, MADE)})
        made = _written_out(cls.fields)
        cls._assign, cls._numbers = staticmethod(made.assign), staticmethod(made.numbers)
        cls._packing = _packing(cls.fields, cls.dtype)

    @classmethod
    def plain(cls) -> Self:
        """A new plain object, all zero."""
        made = cls._plain_class()
        for name, field in cls.fields.items():
            setattr(made, name, field.zero())
        return made  # type: ignore[no-any-return]

    @classmethod
    def assign(cls, to: object, source: object) -> None:
        """Copy every field of one plain object into another."""
        cls._assign(to, source)

    @classmethod
    def copy(cls, plain: Self) -> Self:
        made = cls._plain_class()
        cls._assign(made, plain)
        return made  # type: ignore[no-any-return]

    @classmethod
    def to_record(cls, plain: object, out: RecordArray | None = None) -> RecordArray:
        """A one-element record array with the same values; a value that does not fit its field is an error."""
        record = np.zeros(1, cls.dtype) if out is None else out
        for name in cls.fields:
            try:
                record[name][0] = getattr(plain, name)
            except (OverflowError, ValueError, TypeError) as fault:
                raise OverflowError(f"{cls.__name__}.{name} does not fit its field: {fault}") from fault
        return record

    @classmethod
    def from_record(cls, record: RecordArray) -> Self:
        made = cls._plain_class()
        for name in cls.fields:
            setattr(made, name, record[name][0].tolist())
        return made  # type: ignore[no-any-return]

    @classmethod
    def to_bytes(cls, plain: object) -> bytes:
        numbers = cls._numbers(plain)
        try:
            if numbers is not None:
                return cls._packing.pack(*numbers)
        except struct.error:
            pass
        return cls.to_record(plain).tobytes()  # says which field is wrong

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        if len(data) != cls.size:
            raise ValueError(f"{cls.__name__} takes {cls.size} bytes, not {len(data)}")
        return cls.from_record(np.frombuffer(data, cls.dtype))

    @classmethod
    def to_json(cls, plain: object) -> dict[str, Numbers]:
        """Field names and values as plain lists and integers."""
        copied = cls._plain_class()
        cls._assign(copied, plain)
        return {name: getattr(copied, name) for name in cls.fields}

    @classmethod
    def from_json(cls, values: Mapping[str, Numbers]) -> Self:
        """The inverse of `to_json`; missing, surplus and misshapen fields are errors."""
        if set(values) != set(cls.fields):
            raise ValueError(f"{cls.__name__} has the fields {', '.join(cls.fields)}")
        record = np.zeros(1, cls.dtype)
        for name, field in cls.fields.items():
            if np.shape(values[name]) != field.shape:
                raise ValueError(f"{cls.__name__}.{name} has the shape {field.shape}")
            record[name][0] = values[name]
        return cls.from_record(record)

    @classmethod
    def frozen(cls, values: Mapping[str, object]) -> Self:
        """A plain object of tuples that rules can read but not change in place; every field must be given."""
        given = {"far": cls.fields["far"].zero(), **values} if "far" in cls.fields else dict(values)
        missing = set(cls.fields) ^ set(given)
        if missing:
            raise TypeError(f"{cls.__name__}: give exactly its fields; differs in {', '.join(sorted(missing))}")
        made = cls.from_json({name: np.asarray(value).tolist() for name, value in given.items()})
        for name in cls.fields:
            setattr(made, name, _frozen(getattr(made, name)))
        return made

    @classmethod
    def zones(cls) -> dict[str, Zone]:
        """What is declared of the fields, in their order."""
        return {name: field.zone for name, field in cls.fields.items() if field.zone is not None}


class StateLayout(Layout):
    """Base of every game's state: the generator comes first, at offset 0, where drivers reseed it."""

    rng = number("i8")
    probe: list[int]  # where a game that has PROBES counts for the lab


class CardsLayout(Layout):
    """Base of every game's numbers; `far` holds the addresses of chapters in compiled mode and zeros elsewhere."""

    far = array("i8", 32)
