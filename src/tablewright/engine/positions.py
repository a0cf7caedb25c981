"""A position in words, to and from a state: tables of names and values that follow from the declared zones.

Every zone has a key of its own; what seats have is written seat by seat. A key with dots is a table in a table, and
`{seat}` in it says where the seats stand: `turn.lays`, `players.{seat}.hand`. A game adds parts for what is special,
facts that are only written, `spelled` for things that are more than a name, and `settle` for what follows from the
rest. Where a key has `{seat}`, its functions take the seat as well:

    POSITION = Position(
        State, SEATS,
        parts={"board": Part(read_board, write_board)},  # (value, s, k) and (s, k)
        facts={"scores.{seat}": score},  # (s, k, p)
        settle=settle,
    )
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tablewright.engine import words as read
from tablewright.engine.chance import shuffle
from tablewright.engine.defaults import follow, set_defaults
from tablewright.engine.errors import PositionError
from tablewright.engine.layout import CardsLayout, Layout, StateLayout
from tablewright.engine.spelling import ABSENT, NOTHING, REST, Lay, Spelling, ZonePart, lay, players, things
from tablewright.engine.tables import NewData
from tablewright.engine.zones import ALL, Choice, Counts, Kinds, Name, Number, Pile, Slots, Zone

SEAT = "{seat}"
ROOT = "a position"
Write = Callable[..., object]
Read = Callable[..., None]
Settle = Callable[..., object]
Components = Callable[..., Counter[str]]


def later(value: object, s: StateLayout, k: CardsLayout, *owner: int) -> None:
    """The `read` of a part that is read when all else lies."""


@dataclass(frozen=True)
class Part:
    """One key of a position: how its value is read into a state, and written; and what it is where it is not given.

    What depends on the rest is a function of (s, k); None is nothing at all.
    """

    read: Read
    write: Write
    default: object = None


class Words(Protocol):
    """What stands under a key."""

    def read(self, value: object, s: StateLayout, k: CardsLayout, owner: int | None, where: str) -> None: ...
    def write(self, s: StateLayout, k: CardsLayout, owner: int | None) -> object: ...


class OwnPart:
    """What a game reads and writes itself; without `read` it only informs."""

    def __init__(self, read: Read | None, write: Write) -> None:
        self._read, self._write = read, write

    def read(self, value: object, s: StateLayout, k: CardsLayout, owner: int | None, where: str) -> None:
        if self._read is not None:
            self._read(value, s, k, *([] if owner is None else [owner]))

    def write(self, s: StateLayout, k: CardsLayout, owner: int | None) -> object:
        return self._write(s, k, *([] if owner is None else [owner]))


class Informs:
    """A zone that is only written."""

    def __init__(self, zone: ZonePart) -> None:
        self.write = zone.write

    def read(self, value: object, s: StateLayout, k: CardsLayout, owner: int | None, where: str) -> None:
        """It follows from the rest."""


class HowMany:
    """How many things lie in a zone; only written."""

    def __init__(self, name: str, zone: Counts | Pile) -> None:
        self._name, self._zone = name, zone

    def read(self, value: object, s: StateLayout, k: CardsLayout, owner: int | None, where: str) -> None:
        """It follows from the rest."""

    def write(self, s: StateLayout, k: CardsLayout, owner: int | None) -> object:
        return len(list(things(self._zone, self._name, s, owner)))


class While:
    """What is read and written only while something is so."""

    def __init__(self, part: Words, test: Callable[..., bool], absent: object) -> None:
        self._part, self._test, self._absent = part, test, absent

    def read(self, value: object, s: StateLayout, k: CardsLayout, owner: int | None, where: str) -> None:
        if value is not None:
            self._part.read(value, s, k, owner, where)

    def write(self, s: StateLayout, k: CardsLayout, owner: int | None) -> object:
        return self._part.write(s, k, owner) if self._test(s, k) else self._absent


class Table:
    """Names and values, read in the order in which they are declared; one of the names may stand for all seats."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = tuple(seats)
        self.parts: dict[str, Words] = {}

    def add(self, path: Sequence[str], words: Words) -> None:
        if len(path) == 1:
            self.parts[path[0]] = words
            return
        self.inner(path[:1]).add(path[1:], words)

    def inner(self, path: Sequence[str]) -> "Table":
        """The table under some names; a new one where there is none."""
        if not path:
            return self
        table = self.parts.setdefault(path[0], Table(self.seats))
        assert isinstance(table, Table), f"{path[0]} is no table of a position"
        return table.inner(path[1:])

    def read(self, value: object, s: StateLayout, k: CardsLayout, owner: int | None, where: str) -> None:
        given, seats = self.check(value, where, k), self.seats[: players(k, self.seats)]
        for key, part in self.parts.items():
            if key == SEAT:
                for seat in [seat for seat in given if seat in seats]:
                    label = seat if isinstance(part, Table) else f"{_label(part, where)} of {seat}"
                    part.read(given[seat], s, k, seats.index(seat), label)
            elif key in given:
                part.read(given[key], s, k, owner, _where(where, key, owner))

    def check(self, value: object, where: str, k: CardsLayout) -> Mapping[str, object]:
        """Refuse names that are unknown."""
        seats = self.seats[: players(k, self.seats)]
        if list(self.parts) == [SEAT]:
            return {seat: one for _, seat, one in read.by_seat(value, where, seats)}
        keys = [name for key in self.parts for name in (seats if key == SEAT else (key,))]
        return read.table(value, where, keys)

    def write(self, s: StateLayout, k: CardsLayout, owner: int | None) -> object:
        words = self.written(s, k, owner)
        return {key: value for key, value in words.items() if value != {} or not isinstance(self.parts.get(key), Table)}

    def written(self, s: StateLayout, k: CardsLayout, owner: int | None) -> NewData:
        words: dict[str, object] = {}
        for key, part in self.parts.items():
            if key == SEAT:
                words |= {seat: part.write(s, k, p) for p, seat in enumerate(self.seats[: players(k, self.seats)])}
            else:
                words[key] = part.write(s, k, owner)
        return {key: value for key, value in words.items() if value is not ABSENT}


def _where(where: str, key: str, owner: int | None) -> str:
    """How a fault calls a key: `hand of A`, `pending chain`, `damage of kolibri`."""
    if where == ROOT:
        return key
    return f"{key} of {where}" if owner is not None else f"{where} {key}"


def _label(part: Words, where: str) -> str:
    """What every seat has under a key: one `hand` under `hands`."""
    return part.name if isinstance(part, ZonePart) and " " not in where else where


class Position:
    """The words of a game's positions."""

    def __init__(
        self,
        state: type[Layout],
        seats: Sequence[str],
        *,
        parts: Mapping[str, Part] | None = None,
        facts: Mapping[str, Write] | None = None,
        spelled: Mapping[str, Spelling] | None = None,  # by field
        laid: Mapping[str, Lay] | None = None,  # by field: how a thing gets there, a rule (s, k, kind, owner)
        needed: Sequence[str] = (),  # keys; one in a table is needed where the table is
        whole: Sequence[str] = (),  # keys that are given for every seat or for none
        settle: Settle | None = None,
        components: Components | None = None,
        when: Mapping[str, Callable[..., bool]] | None = None,  # keys that are none but while (s, k) says so
        own: str = "",  # where what seats have is written, such as players.{seat}
        keyed: bool = False,  # only zones with a key of their own are written
    ) -> None:
        self.seats, self.needed, self.whole, self.settle = tuple(seats), tuple(needed), tuple(whole), settle
        self.components: Components = components or self.in_zones
        self.zones = state.zones()
        self._spelled, self._laid, self._when = spelled or {}, laid or {}, when or {}
        self.words, self.INFORMS = Table(self.seats), set[str]()
        for name, zone in self.zones.items():
            if zone.written and (zone.key or not keyed) and not (isinstance(zone, Number) and zone.along[0]):
                part, key = self.part(name), zone.key or name
                self._add(self._path(zone, own, key), Informs(part) if zone.informs else part, zone.informs)
                if isinstance(zone, Counts | Pile) and zone.counted:
                    self._add(self._path(zone, own, zone.counted), HowMany(name, zone), informs=True)
        zoned = set(self.words.parts)
        self._parts = parts or {}
        self._own_keys = {path.split(".")[0] for path in self._parts} - zoned  # read when the zones are
        for path, special in self._parts.items():
            self._add(path, OwnPart(special.read, special.write))
        for path, write in (facts or {}).items():
            self._add(path, OwnPart(None, write), informs=True)
        for path, test in sorted(self._when.items(), key=lambda item: -item[0].count(".")):  # inner ones first
            *tables, key = path.split(".")
            table = self.words.inner(tables)
            table.parts[key] = While(table.parts[key], test, ABSENT if tables else None)

    def _add(self, path: str, words: Words, informs: bool = False) -> None:
        names = path.split(".")
        self.words.add(names, words)
        if informs and names[1:] in ([], [SEAT]):
            self.INFORMS.add(names[0])

    def _path(self, zone: Zone, own: str, key: str) -> str:
        """Where something of a zone is written."""
        if not zone.seats or SEAT in key:
            return key
        return f"{own}.{key}" if own and "." not in key else f"{key}.{SEAT}"

    def part(self, name: str) -> ZonePart:
        """One zone in words."""
        return ZonePart(name, self.zones[name], self.seats, self._spelled.get(name), self._laid.get(name))

    def of_things(self, names: Iterable[str], parts: Mapping[str, Part], facts: Mapping[str, Write]) -> Table:
        """What is kept for things by their number, in a table for each of them: `{card: kolibri, damage: 2}`."""
        table = Table(self.seats)
        for name in names:
            table.add([self.zones[name].key or name], self.part(name))
        for key, special in parts.items():
            table.add([key], OwnPart(special.read, special.write))
        for key, write in facts.items():
            table.add([key], OwnPart(None, write))
        return table

    # From words to a state

    def load(self, given: Mapping[str, object], s: StateLayout, k: CardsLayout) -> None:
        """Set up a position in a state that is all zero; what is not given has its default."""
        self.words.check(given, ROOT, k)
        for key in self.needed:
            if "." not in key and key not in given:
                least = ", ".join(one for one in self.needed if "." not in one)
                raise PositionError(f"{ROOT} needs {key}; it takes {least} at least")
        given = {key: value for key, value in given.items() if value is not None or key not in self._when}
        set_defaults(self.zones, s, k, players(k, self.seats))
        self.words.read({key: value for key, value in given.items() if key not in self._own_keys}, s, k, None, ROOT)
        follow(self.zones, given, s)
        given = {**self._understood(given, s, k), **given}
        self.words.read({key: value for key, value in given.items() if key in self._own_keys}, s, k, None, ROOT)
        self._check_whole(given, k)
        self._check_copies(s, k)
        self._lay_rest(given, s, k)
        self._check_all_there(s, k)
        if self.settle is not None:
            self.settle(given, s, k)

    def _check_whole(self, given: Mapping[str, object], k: CardsLayout) -> None:
        """What is given in part must be given as far as it is needed."""
        for outer, name in [key.split(".") for key in self.needed if "." in key]:
            table = given.get(outer)
            if isinstance(table, Mapping) and table and table.get(name) in NOTHING:
                raise PositionError(f"{outer} needs {name}")
        seats = self.seats[: players(k, self.seats)]
        for key in self.whole:
            by_seat = given.get(key)
            if isinstance(by_seat, Mapping) and set(seats) - set(by_seat):
                raise PositionError(f"{key} must be given for {', '.join(seats)}")

    def _understood(self, given: Mapping[str, object], s: StateLayout, k: CardsLayout) -> NewData:
        """What the parts are that are not given."""
        wanted = {path: part.default for path, part in self._parts.items() if path not in given}
        found = {path: value(s, k) if callable(value) else value for path, value in wanted.items()}
        return {path: value for path, value in found.items() if value is not None}

    def _check_copies(self, s: StateLayout, k: CardsLayout) -> None:
        there = self.components(s, k)
        for of in self._kinds():
            for i, (name, word) in enumerate(zip(of.names, of.words(k), strict=False)):
                n, most = there[str(name)], of.total(k, i)
                if most == 1 and n > 1:
                    raise PositionError(self._doubled(s, k, of, i, word))
                if most is not None and n > most:
                    raise PositionError(f"too many {of.what}s called {word}: {n} here, {most} in the deck")

    def _doubled(self, s: StateLayout, k: CardsLayout, of: Kinds, kind: int, word: Name) -> str:
        """Where something lies of which there is only one."""
        found = list(self._where_is(s, k, of, kind))
        if len(set(found)) == 1:
            return f"{word} is {found[0]} {len(found)} times; each {of.what} is there once"
        return f"{word} is in two places: {' and '.join(place.partition(' ')[2] for place in found)}"

    def _where_is(self, s: StateLayout, k: CardsLayout, of: Kinds, kind: int) -> Iterator[str]:
        for name, owner, zone in self.places(k):
            at = "on" if isinstance(zone, Slots) and zone.columns else "in"
            whose = "" if owner is None else f" of {self.seats[owner]}"
            yield from [f"{at} the {zone.title or name}{whose}"] * (
                list(things(zone, name, s, owner)).count(kind) if zone.of == of else 0
            )

    def others(self, k: CardsLayout, there: Counter[str]) -> Counter[str]:
        """All things that the game has but for some."""
        counted = [of for of in self._kinds() if of.copies]
        return Counter({str(name): of.total(k, i) for of in counted for i, name in enumerate(of.names)}) - there

    def _lay_rest(self, given: Mapping[str, object], s: StateLayout, k: CardsLayout) -> None:
        """What was named nowhere goes where the rest lies: where a position says so, or to the first such zone."""
        taken = set[Kinds]()
        for name, zone in self.zones.items():
            if not isinstance(zone, Counts | Pile) or not zone.rest:
                continue
            words = given.get(zone.key or name, [] if zone.of in taken else [REST])
            taken.add(zone.of)
            if isinstance(words, list) and words[-1:] == [REST]:
                left = self.others(k, self.components(s, k))
                _lay_below(zone, name, s, [i for i, kind in enumerate(zone.of.names) for _ in range(left[str(kind)])])

    def _check_all_there(self, s: StateLayout, k: CardsLayout) -> None:
        left = self.others(k, self.components(s, k))
        for of in [of for of in self._kinds() if of.whole]:
            nowhere = [str(word) for name, word in zip(of.names, of.words(k), strict=False) if left[str(name)]]
            if nowhere:
                others = f"a pile that ends with {REST!r} takes all {of.what}s not named"
                raise PositionError(f"{', '.join(nowhere)} is nowhere; {others}")

    # From a state to words

    def dump(self, s: StateLayout, k: CardsLayout) -> NewData:
        """The whole position in words; examples compare any part of it."""
        return self.words.written(s, k, None)

    def in_zones(self, s: StateLayout, k: CardsLayout, names: Sequence[str] = ()) -> Counter[str]:
        """The things that lie in the zones, by kind: where all things do, there are always as many of each."""
        found: Counter[str] = Counter()
        for name, owner, zone in self.places(k):
            if name in (names or self.zones):
                found.update(str(zone.of.names[i]) for i in things(zone, name, s, owner))
        held = [(name, zone) for name, zone in self.zones.items() if isinstance(zone, Choice) and zone.holds]
        for name, one in held:
            if name in (names or self.zones) and getattr(s, name) >= one.first:
                found[one.names[getattr(s, name) - one.first]] += 1
        return found

    def places(self, k: CardsLayout) -> Iterator[tuple[str, int | None, Counts | Pile | Slots]]:
        """Every zone in which things lie, with its owner."""
        for name, zone in self.zones.items():
            if isinstance(zone, Counts | Pile | Slots):
                for owner in range(players(k, self.seats)) if zone.seats else (None,):
                    yield name, owner, zone

    def _kinds(self) -> list[Kinds]:
        things = [zone.of for zone in self.zones.values() if isinstance(zone, Counts | Pile | Slots)]
        return list(dict.fromkeys(things))


def _lay_below(zone: Counts | Pile, name: str, s: StateLayout, rest: list[int]) -> None:
    """Put the rest below what lies in a zone already; where its order is hidden, it is shuffled."""
    top_last = isinstance(zone, Pile) and zone.top_last
    if isinstance(zone, Pile) and zone.sorted_rest:
        rest = rest[::-1] if top_last else rest
    elif isinstance(zone, Pile) and zone.seen != ALL:
        shuffle(s, rest, len(rest))
    named = list(things(zone, name, s, None))
    lay(zone, name, s, None, [*rest, *named] if top_last else [*named, *rest])
