"""One zone in words: how what lies in it is read, with all that can be wrong, and written."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tablewright.engine import words as read
from tablewright.engine.errors import PositionError
from tablewright.engine.layout import CardsLayout, StateLayout
from tablewright.engine.zones import Choice, Counts, Name, Number, Pile, SeatNumber, Slots, Zone, limit

EMPTY = "-"
REST = "rest"
STAR = "*"
NOTHING = (None, "none")
ABSENT: Final = object()  # what is written where a key has no place in a position
Lay = Callable[..., object]


@dataclass(frozen=True)
class Spelling:
    """How one thing of a zone is written where its name does not say all of it: `05/tan/2`, or `g7` and `(6,6)`.

    `read` takes (value, where, s, k) and gives the number that the state keeps, `write` takes (number, s, k).
    """

    read: Callable[..., int]
    write: Callable[..., object]


class ZonePart:
    """One zone; `owner` is the seat, or the thing, whose value is meant, None where there is one for all."""

    def __init__(
        self, name: str, zone: Zone, seats: Sequence[str], spelled: Spelling | None = None, lay: Lay | None = None
    ) -> None:
        self.name, self.zone, self.seats, self.spelled, self.own_lay = name, zone, seats, spelled, lay

    def read(self, value: object, s: StateLayout, k: CardsLayout, owner: int | None, where: str) -> None:
        match self.zone:
            case Counts() | Pile():
                self._read_things(self.zone, value, s, k, owner, where)
            case Slots():
                self._put(s, owner, self._read_slots(self.zone, value, s, k, where))
            case Number() if self.spelled is None:
                self._put(s, owner, self._read_numbers(self.zone, value, k, where))
            case _:
                self._put(s, owner, self._read_one(value, s, k, where))

    def _read_one(self, value: object, s: StateLayout, k: CardsLayout, where: str) -> int:
        first = self.zone.first if isinstance(self.zone, SeatNumber | Choice) else 0
        if first and value in NOTHING:
            return 0
        if self.spelled:
            return self.spelled.read(value, where, s, k) + first
        if isinstance(self.zone, Choice):
            names = self.zone.names[: limit(k, self.zone.used) or None]
            return read.word(value, self.zone.title or where, names) + first
        return read.seat(value, self.seats[: players(k, self.seats)], where) + first

    def _read_things(
        self, zone: Counts | Pile, value: object, s: StateLayout, k: CardsLayout, owner: int | None, where: str
    ) -> None:
        if isinstance(zone, Counts) and zone.default:
            tally: dict[Name, object] = {**self._tally(zone, s, k, owner)}
            tally.update(read.table(value, where).items())
            value, where = tally, zone.title or where
        if zone.rest and isinstance(value, list) and REST in value:
            if REST in value[:-1]:
                raise PositionError(f"{where}: {REST} can only be its last entry")
            value = value[:-1]
        if isinstance(zone, Pile) and zone.starred:
            given = [(str(x), str(x).endswith(STAR)) for x in read.items(value, where, f"{zone.of.what}s")]
            marked = [int(star) for x, star in given for _ in self._kinds(zone, [x.removesuffix(STAR)], s, k, where)]
            value = [x.removesuffix(STAR) for x, _ in given]
        kinds = self._kinds(zone, value, s, k, where)
        if isinstance(zone, Pile):
            if len(kinds) > zone.room:
                raise PositionError(f"{where} has room for {zone.room} {zone.of.what}s, not {len(kinds)}")
            kinds = kinds[::-1] if zone.top_last else kinds
        if self.own_lay:
            for kind in kinds:
                self.own_lay(s, k, kind, owner)
        else:
            lay(zone, self.name, s, owner, kinds)
        if isinstance(zone, Pile) and zone.starred:
            values = getattr(s, zone.starred) if owner is None else getattr(s, zone.starred)[owner]
            values[: len(marked)] = marked[::-1] if zone.top_last else marked

    def _kinds(self, zone: Counts | Pile, value: object, s: StateLayout, k: CardsLayout, where: str) -> list[int]:
        if self.spelled:
            given = read.items(value, where, f"{zone.of.what}s")
            return [self.spelled.read(x, where, s, k) - zone.of.first for x in given]
        names = zone.of.words(k)
        return read.kinds(value, where, zone.of.what, names[: zone.kinds] if isinstance(zone, Counts) else names)

    def _read_slots(self, zone: Slots, value: object, s: StateLayout, k: CardsLayout, where: str) -> list[int]:
        kinds = [0] * len(zone.places)
        if zone.sample:
            for r, row in enumerate(_rows(zone, value, k, where)):
                for c, x in enumerate(row):
                    at = r * zone.columns + c
                    kinds[at] = self._read_slot(zone, x, s, k, f"{where} {zone.places[at]}")
            return kinds
        given = read.items(value, where, f"{zone.of.what}s")
        places = limit(k, zone.used or len(zone.places))
        if len(given) > places or (len(given) < places and not zone.partial):
            raise PositionError(f'{where} has {places} places, not {len(given)}; "{zone.empty}" is an empty one')
        kinds[: len(given)] = [self._read_slot(zone, x, s, k, where) for x in given]
        return kinds

    def _read_slot(self, zone: Slots, value: object, s: StateLayout, k: CardsLayout, where: str) -> int:
        if zone.of.first == 1 and value in (zone.empty, None):
            return 0
        if self.spelled:
            return self.spelled.read(value, where, s, k)
        names = zone.of.words(k)
        if zone.of.called and str(value) not in map(str, names):  # those of a variant are few, and not known by heart
            raise PositionError(f"{where}: {value} is not one of the {zone.of.what}s {', '.join(map(str, names))}")
        return zone.of.first + read.word(value, zone.of.what, names, where)

    def _read_numbers(self, zone: Number, value: object, k: CardsLayout, where: str) -> object:
        low, high = limit(k, zone.least), limit(k, zone.most)
        if zone.bits:
            set_bits = {read.word(word, where, zone.bits) for word in read.items(value, where)}
            return sum(1 << i for i in set_bits)
        if zone.parts and not zone.along[0]:
            return self._read_parts(zone, value, where, low, high)
        if zone.category and (low, high) == (0, 1):
            return int(read.flag(value, where) != zone.denied)
        return read.number(value, where, low, high)

    def _read_parts(self, zone: Number, value: object, where: str, low: int, high: int) -> list[int]:
        parts = zone.named or zone.parts
        if zone.listed:
            there = Counter(read.word(str(name), where, parts) for name in read.items(value, where))
            return [read.number(there[i], f"{where} {part}", low, high) for i, part in enumerate(parts)]
        given = read.table(value, where, parts)
        return [read.number(given.get(part, 0), f"{where} {part}", low, high) for part in parts]

    def _put(self, s: StateLayout, owner: int | None, value: object) -> None:
        if owner is None:
            setattr(s, self.name, value)
        else:
            getattr(s, self.name)[owner] = value

    def write(self, s: StateLayout, k: CardsLayout, owner: int | None) -> object:
        value = getattr(s, self.name) if owner is None else getattr(s, self.name)[owner]
        words = self._words(value, s, k, owner)
        return ABSENT if self.zone.sparse and not words else words

    def _words(self, value: list[int] | int, s: StateLayout, k: CardsLayout, owner: int | None) -> object:
        zone = self.zone
        match zone, value:
            case ((Counts() | Pile()), _):
                return self._write_things(zone, s, k, owner)
            case Slots(), list():
                return self._write_slots(zone, value, s, k)
            case Number(), list():
                parts = list(zip(zone.named or zone.parts, value, strict=True))
                if zone.listed:
                    return [int(part) if part.isdecimal() else part for part, n in parts for _ in range(n)]
                return {part: n for part, n in parts if n or not zone.sparse}
            case Number(), int() if zone.bits:
                return [word for i, word in enumerate(zone.bits) if value >> i & 1]
            case ((SeatNumber() | Choice()), int()) if value < zone.first:
                return None
            case _, int() if self.spelled:
                return self.spelled.write(value - getattr(zone, "first", 0), s, k)
            case Number(), int():
                return bool(value) != zone.denied if zone.category and (zone.least, zone.most) == (0, 1) else value
            case SeatNumber(), int():
                return self.seats[value - zone.first]
            case Choice(), int():
                return zone.names[value - zone.first]
        return None

    def _write_things(self, zone: Counts | Pile, s: StateLayout, k: CardsLayout, owner: int | None) -> object:
        kinds = list(things(zone, self.name, s, owner))
        if isinstance(zone, Counts) and zone.tally:
            return self._tally(zone, s, k, owner)
        if isinstance(zone, Counts) and zone.bundled:
            return bundled(zone.of.words(k), Counter(kinds))
        written = [self._write_thing(zone, i + zone.of.first, s, k) for i in kinds]
        if isinstance(zone, Pile) and zone.starred:
            marked = getattr(s, zone.starred) if owner is None else getattr(s, zone.starred)[owner]
            written = [f"{name}{STAR * mark}" for name, mark in zip(written, marked, strict=False)]
        return written[::-1] if isinstance(zone, Pile) and zone.top_last else written

    def _tally(self, zone: Counts, s: StateLayout, k: CardsLayout, owner: int | None) -> dict[Name, int]:
        """How many there are of each kind; those of which there are none where it is not what is understood."""
        there, names = Counter(things(zone, self.name, s, owner)), zone.of.words(k)[: zone.kinds]
        return {name: there[i] for i, name in enumerate(names) if there[i] or zone.default}

    def _write_slots(self, zone: Slots, value: list[int], s: StateLayout, k: CardsLayout) -> object:
        names = [self._write_thing(zone, x, s, k) if x >= zone.of.first else zone.empty for x in value]
        if not zone.sample:
            return names[: limit(k, zone.used or len(value))]
        height, width = (limit(k, n) for n in zone.grid)
        rows = [names[r * zone.columns :][:width] for r in range(height)]
        gap = _gap(zone)
        if not gap and any(len(str(name)) > 1 for name in names):
            return rows
        return f"{gap}/{gap}".join(gap.join(map(str, row)) for row in rows)

    def _write_thing(self, zone: Counts | Pile | Slots, value: int, s: StateLayout, k: CardsLayout) -> object:
        return self.spelled.write(value, s, k) if self.spelled else zone.of.words(k)[value - zone.of.first]


def _gap(zone: Slots) -> str:
    """What stands between the things of a row."""
    return " " if " " in zone.sample else ""


def _rows(zone: Slots, value: object, k: CardsLayout, where: str) -> list[Sequence[object]]:
    """A grid by rows, written as a text or as a list of lists."""
    height, width = (limit(k, n) for n in zone.grid)
    rows = value if isinstance(value, list) else []
    if isinstance(value, str):
        rows = [row.split() if _gap(zone) else list(row.strip()) for row in value.split("/")]
    if len(rows) != height or not all(isinstance(row, list) and len(row) == width for row in rows):
        raise PositionError(f"{where} is {value!r}; write {height} rows of {width}, such as {zone.sample}")
    return rows


def players(k: CardsLayout, seats: Sequence[str]) -> int:
    return int(getattr(k, "players", len(seats)))


def bundled(names: Sequence[Name], counted: Counter[int]) -> list[Name]:
    """`3 swan`, `pig`: things that are alike, in the order of their kinds."""
    return [f"{counted[i]} {names[i]}" if counted[i] > 1 else names[i] for i in sorted(+counted)]


def things(zone: Counts | Pile | Slots, name: str, s: StateLayout, owner: int | None) -> Iterator[int]:
    """The kinds of what lies in a zone, one by one, in its order."""
    values = getattr(s, name) if owner is None else getattr(s, name)[owner]
    if isinstance(zone, Counts):
        yield from (i for i, n in enumerate(values) for _ in range(n))
    elif isinstance(zone, Pile):
        size = getattr(s, zone.size)
        there = values[: size if owner is None else size[owner]]
        yield from ((getattr(s, zone.via)[value] if zone.via else value) - zone.of.first for value in there)
    else:
        yield from (value - zone.of.first for value in values if value >= zone.of.first)


def lay(zone: Counts | Pile, name: str, s: StateLayout, owner: int | None, kinds: Sequence[int]) -> None:
    """Fill a zone, with what counts its things."""
    values = getattr(s, name) if owner is None else getattr(s, name)[owner]
    if isinstance(zone, Counts):
        for i in range(len(values)):
            values[i] = kinds.count(i)
    else:
        values[: len(kinds)] = [i + zone.of.first for i in kinds]
    if not zone.size:
        return
    if owner is None:
        setattr(s, zone.size, len(kinds))
    else:
        getattr(s, zone.size)[owner] = len(kinds)
