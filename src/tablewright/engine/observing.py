"""What a seat may know as numbers: the entries of the record, and the text of the rule `observe` that fills it.

Everything is told as the seat sees it: its own zones come first, then those of the next seats in turn (`hand+1`), and
numbers of seats count from the observer, who is 0. The length is the same in every variant; what a variant does not
have is 0 throughout.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from tablewright.engine.layout import BoolArray, CardsLayout, IntArray
from tablewright.engine.zones import ALL, OWNER, Choice, Counts, Limit, Number, Pile, SeatNumber, Slots, Zone, limit

PLAYERS = "players"
DECIDING = "deciding"
MANY = 32767


@dataclass(frozen=True)
class Observed:
    """One number of an observation; `category`: it is a name in the form of a number, so more is not more."""

    name: str
    low: Limit | Callable[..., int]
    high: Limit | Callable[..., int]
    category: bool = False
    turn: int = 0  # of the seat it belongs to, counted from the observer; 0 also for what belongs to all


@dataclass(frozen=True)
class Observation:
    """What the numbers of an observation are, for one variant: names and ranges, entry by entry."""

    names: tuple[str, ...]
    low: IntArray
    high: IntArray
    category: BoolArray

    def __len__(self) -> int:
        return len(self.names)

    def place(self, name: str) -> int:
        return self.names.index(name)


def observation(entries: list[Observed], k: CardsLayout, players: int) -> Observation:
    """The entries with the ranges of a variant."""
    ranges = [(_limit(entry.low, k), _limit(entry.high, k)) if entry.turn < players else (0, 0) for entry in entries]
    low, high = np.array(ranges, np.int32).reshape(-1, 2).T
    categories = np.array([entry.category for entry in entries], np.bool_)
    return Observation(tuple(entry.name for entry in entries), low.copy(), high.copy(), categories)


def _limit(value: Limit | Callable[..., int], k: CardsLayout) -> int:
    return int(value(k)) if callable(value) else limit(k, value)


@dataclass(frozen=True)
class Watch:
    """What an observer is told of one zone: entries, and the lines of the rule that write them."""

    entries: list[Observed]
    code: Callable[[str], list[str]]


class Watcher:
    """Writes `observe` for the declared zones of a state; `names` gives the rules that zones are seen by."""

    def __init__(self, zones: Mapping[str, Zone], players: str, names: Mapping[Callable[..., int], str]) -> None:
        self.players, self.names = players, names
        self.entries: list[Observed] = []
        self.lines: list[str] = []
        self._add(self._deciding())
        for name, zone in zones.items():
            self._add(self._watch(name, zone, 0))
            self._add_others(name, zone)

    def text(self) -> str:
        """The rule itself."""
        clear = [f"for i in range({len(self.entries)}):", "    o.a[i] = 0"]
        lines = [*clear, *self.lines, f"return {len(self.entries)}"]
        return "\n".join(["@rule", "def observe(s, k, seat, o):", *(f"    {line}" for line in lines), ""])

    def _add(self, watch: Watch | None) -> None:
        if watch is not None:
            self.lines += watch.code(str(len(self.entries)))
            self.entries += watch.entries

    def _add_others(self, name: str, zone: Zone) -> None:
        """The zones of the other seats, in turn from the observer; all have the same entries."""
        watches = [self._watch(name, zone, turn) for turn in range(1, zone.seats)]
        if watches and watches[0] is not None:
            first, size = len(self.entries), len(watches[0].entries)
            self.lines += [f"for t in range(1, {self.players}):", f"    q = (seat + t) % {self.players}"]
            self.lines += [f"    {line}" for line in watches[0].code(f"{first} + (t - 1) * {size}")]
            self.entries += [entry for watch in watches if watch is not None for entry in watch.entries]

    def _deciding(self) -> Watch:
        """Who decides; one more than the last seat when the game is over."""
        value = f"{self.players} if over(s, k) else (who(s, k) - seat) % {self.players}"
        return Watch([Observed(DECIDING, 0, self._count, True)], lambda at: [f"o.a[{at}] = {value}"])

    def _count(self, k: CardsLayout) -> int:
        return int(getattr(k, PLAYERS)) if self.players == f"k.{PLAYERS}" else int(self.players)

    # One zone

    def _watch(self, name: str, zone: Zone, turn: int) -> Watch | None:
        owner = ("q" if turn else "seat") if zone.seats else "-1"
        place = _Place(
            at=f"s.{name}[{owner}]" if zone.seats else f"s.{name}",
            label=f"{name}+{turn}" if turn else name,
            turn=turn,
            whole=zone.seen == ALL or (zone.seen == OWNER and turn == 0 and zone.seats > 0),
            sees=f"{self.names[zone.seen]}(s, k, seat, {owner}, i)" if callable(zone.seen) else "",
            owner=owner,
        )
        match zone:
            case Counts() | Pile():
                return self._things(zone, place)
            case Slots():
                return self._slots(zone, place)
            case Number() if place.whole or zone.shows:
                return self._numbers(zone, place)
            case SeatNumber() if place.whole:
                return self._seat_number(zone, place)
            case Choice() if place.whole:
                entry = Observed(place.label, 0, len(zone.names) - 1 + zone.first, True, turn)
                return Watch([entry], lambda at: [f"o.a[{at}] = {place.at}"])
        return None

    def _things(self, zone: Counts | Pile, place: "_Place") -> Watch:
        """What the observer knows to be there, by kind or by place; and how many things it cannot see."""
        known: list[Observed] = []
        if place.whole or place.sees:
            kinds = zone.kinds if isinstance(zone, Counts) else len(zone.of.names)
            known = [self._of_kind(zone, place, i) for i in range(kinds)]
            if isinstance(zone, Pile) and zone.ordered:
                known = [Observed(f"{place.label}.{i}", 0, kinds, True, place.turn) for i in range(zone.room)]
        size = [] if place.whole else [self._how_many(zone, place)]

        def code(at: str) -> list[str]:
            told = _tell(zone, place, at) if known else []
            return [*told, *(_tell_size(zone, place, f"{at} + {len(known)}") if size else [])]

        return Watch([*known, *size], code)

    def _of_kind(self, zone: Counts | Pile, place: "_Place", i: int) -> Observed:
        room = zone.room if isinstance(zone, Pile) else MANY

        def most(k: CardsLayout) -> int:
            total = zone.of.total(k, i)
            return room if total is None else min(total, room)

        return Observed(f"{place.label}.{zone.of.names[i]}", 0, most, False, place.turn)

    def _how_many(self, zone: Counts | Pile, place: "_Place") -> Observed:
        room = zone.room if isinstance(zone, Pile) else MANY

        def most(k: CardsLayout) -> int:
            total = zone.of.in_all(k)
            return room if total is None else min(total, room)

        return Observed(f"{place.label}.size", 0, most, False, place.turn)

    def _slots(self, zone: Slots, place: "_Place") -> Watch:
        """What lies in each place: 0 nothing, from 1 on a kind, and after the last kind something unseen."""
        kinds, n = len(zone.of.names), len(zone.places)
        value = f"{place.at}[i] + {1 - zone.of.first}"
        if not place.whole:
            value = f"{value} if {place.sees or 0} or {place.at}[i] < {zone.of.first} else {kinds + 1}"
        low, high = 1 - zone.of.first, kinds + (0 if place.whole else 1)
        entries = [Observed(f"{place.label}.{name}", low, high, True, place.turn) for name in zone.places]
        return Watch(entries, lambda at: [f"for i in range({n}):", f"    o.a[{at} + i] = {value}"])

    def _numbers(self, zone: Number, place: "_Place") -> Watch:
        parts = [f".{part}" for part in zone.parts] or [""]
        entries = [Observed(f"{place.label}{part}", zone.least, zone.most, zone.category, place.turn) for part in parts]
        i = "i" if zone.parts else "0"
        shown = f"{self.names[zone.shows]}(s, k, seat, {place.owner}, {i})" if zone.shows else ""
        if not zone.parts:
            return Watch(entries, lambda at: [f"o.a[{at}] = {shown or place.at}"])
        value = shown or f"{place.at}[i]"
        if zone.along[0]:
            listed, n = zone.along
            line = f"    o.a[{{at}} + i] = {place.at}[s.{listed}[i]]"
            return Watch(entries, lambda at: [f"for i in range(min({len(parts)}, s.{n})):", line.format(at=at)])
        return Watch(entries, lambda at: [f"for i in range({len(parts)}):", f"    o.a[{at} + i] = {value}"])

    def _seat_number(self, zone: SeatNumber, place: "_Place") -> Watch:
        relative = f"({place.at} - {zone.first} - seat) % {self.players}"
        value = f"1 + {relative} if {place.at} else 0" if zone.first else relative

        def most(k: CardsLayout) -> int:
            return self._count(k) - 1 + zone.first

        return Watch([Observed(place.label, 0, most, True)], lambda at: [f"o.a[{at}] = {value}"])


@dataclass(frozen=True)
class _Place:
    """One owner's zone, as the text of a rule names it."""

    at: str
    label: str
    turn: int
    whole: bool  # the observer sees all of it
    sees: str  # how the rule asks whether, or how much of it, the observer sees
    owner: str


def _tell(zone: Counts | Pile, place: _Place, at: str) -> list[str]:
    if isinstance(zone, Counts):
        return [f"for i in range({zone.kinds}):", f"    o.a[{at} + i] = {place.sees or f'{place.at}[i]'}"]
    thing = f"s.{zone.via}[{place.at}[i]]" if zone.via else f"{place.at}[i]"
    kind = f"{thing} - {zone.of.first}"
    put = f"o.a[{at} + i] = {kind} + 1" if zone.ordered else f"o.a[{at} + {kind}] += 1"
    seen = [f"    if {place.sees}:", f"        {put}"] if place.sees else [f"    {put}"]
    return [f"for i in range({_size(zone, place)}):", *seen]


def _tell_size(zone: Counts | Pile, place: _Place, at: str) -> list[str]:
    if zone.size:
        return [f"o.a[{at}] = {_size(zone, place)}"]
    assert isinstance(zone, Counts)
    return [f"for i in range({zone.kinds}):", f"    o.a[{at}] += {place.at}[i]"]


def _size(zone: Counts | Pile, place: _Place) -> str:
    return f"s.{zone.size}[{place.owner}]" if zone.seats else f"s.{zone.size}"
