"""Which numbers of a game's record a network looks at, found from a sample of positions; no game is known by name.

Numbers of few values are categories, others are scalars too; lists of things are bags, place by place only where that
is not the order of a hidden pile; two lists of the same form are looked at together, and things with their attributes.
All are found as whoever decides sees them: a field that every seat has begins with that seat's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tablewright.bots.net import (
    ATTRIBUTE,
    CATEGORY,
    FEATURES,
    HOOK,
    PAIR,
    PARTS,
    ROWS,
    SCALAR,
    SEAT,
    SEATS,
    SUM,
    TURNING,
)
from tablewright.engine import MEASURE, SCORE, Counts, Field, SeatNumber, Variant

Array = np.ndarray[Any, Any]
FEW = 24  # values of a category
MOST_KINDS = 400  # of things in a list
LONG = 5  # from this length on an array is a list of things
FEW_ATTRIBUTES = 16
HIDDEN_PLACE = 0.3  # a place whose content changes this often with what a seat cannot know is hidden
IN_A_ROW = 3  # cards of a suit that are looked at together
TRIED = 60  # positions whose hidden parts are redealt


@dataclass(frozen=True)
class FieldSample:
    """One field of the record in all sampled positions, as whoever decided saw it."""

    name: str
    offset: int
    size: int
    shape: tuple[int, ...]
    values: Array  # positions x elements
    hidden: Array  # by element: how often it changes when what a seat cannot know is dealt anew
    owned: bool = False  # every seat has its own

    @property
    def last(self) -> int:
        return self.shape[-1] if self.shape else 1

    @cached_property
    def low(self) -> int:
        return int(min(self.values.min(), 0))

    @cached_property
    def high(self) -> int:
        return int(self.values.max())

    @cached_property
    def kinds(self) -> int:
        return len(np.unique(self.values))

    @property
    def things(self) -> bool:
        return self.last >= LONG and 4 <= self.high - self.low <= MOST_KINDS

    def at(self, element: int) -> int:
        return self.offset + element * self.size

    @property
    def stride(self) -> int:
        """From one seat's to the next one's, in bytes; 0 where all share it."""
        return self.size * self.values.shape[1] // self.shape[0] if self.owned else 0

    def seat(self, element: int) -> int:
        return element * self.size // self.stride if self.owned else 0

    def lists(self) -> Iterator[range]:
        """The elements of each list that is ever used."""
        for start in range(0, self.values.shape[1], self.last):
            part = range(start, start + self.last)
            if self.values[:, start : start + self.last].any():
                yield part

    def used(self, elements: range) -> list[int]:
        return [e for e in elements if self.values[:, e].any()]


@dataclass(frozen=True)
class Group:
    """Rows that share features, as they were added."""

    parts: Sequence[tuple[int, ...]]
    width: int
    turning: Sequence[tuple[int, ...]]
    first: int  # of the features

    @property
    def features(self) -> slice:
        return slice(self.first, self.first + self.width)


class Rows:
    """Rows and features, as many as there is room for."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.features = 0
        self.groups: list[Group] = []

    def add(self, parts: Sequence[tuple[int, ...]], width: int, turning: Sequence[tuple[int, ...]] = ()) -> None:
        """Rows (kind, then what follows the first feature) that share features; left out if there is no room."""
        if parts and len(self.rows) + len(parts) <= ROWS and self.features + width <= FEATURES:
            self.groups.append(Group(parts, width, turning, self.features))
            for (kind, *rest), turns in zip(parts, turning or [(0,) * TURNING] * len(parts), strict=True):
                self.rows.append((kind, self.features, *rest, *[0] * (PARTS - 2 - len(rest)), *turns))
            self.features += width

    def table(self) -> Array:
        return np.array(self.rows, np.int32).reshape(-1, PARTS + TURNING)


def rows_for(variant: Variant, states: Array, movers: Array) -> Rows:
    """The rows for a game, from a sample of its states (an array of its record type) and who decided in them."""
    made = Rows()
    fields = sampled(variant, states, movers)
    for field in fields:
        if isinstance(variant.game.state.fields[field.name].zone, SeatNumber):
            add_seats(made, field, variant)
        else:
            add_numbers(made, field)
            add_suits(made, field, variant)
    add_hooks(made, variant, states, movers)
    for field in fields:
        if field.things:
            add_bags(made, field)
    add_pairs(made, fields)
    add_attributes(made, fields)
    return made


def sampled(variant: Variant, states: Array, movers: Array) -> list[FieldSample]:
    hidden = _redealt(variant, states[: min(TRIED, len(states))])
    layout, found = variant.game.state, []
    seats = max((field.zone.seats for field in layout.fields.values() if field.zone), default=0)
    for name, field in layout.fields.items():
        if name in ("rng", "probe"):
            continue
        owned, values = _is_owned(field, seats), states[name].astype(np.int64)
        if owned:
            values = _from_mover(values, movers, variant.players)
        values = values.reshape(len(states), -1)
        if values.min() != values.max() or values.any():
            offset, size = int(layout.dtype.fields[name][1]), np.dtype(field.kind).itemsize
            found.append(FieldSample(name, offset, size, field.shape, values, hidden[name], owned))
    return found


def _is_owned(field: Field, seats: int) -> bool:
    """Whether every seat has its own part; where nothing is declared, the form says so."""
    if field.zone is not None:
        return field.zone.seats > 0
    return bool(field.shape) and 1 < seats == field.shape[0]


def _from_mover(values: Array, movers: Array, players: int) -> Array:
    made = values.copy()
    for p in range(players):
        made[:, p] = values[np.arange(len(values)), (movers + p) % players]
    return made


def _redealt(variant: Variant, states: Array) -> dict[str, Array]:
    """By field and element: how often it changes when it is dealt anew, for the seat that knows it best."""
    layout, changes = variant.game.state, []
    for seat in range(variant.players):
        other = states.copy()
        for i in range(len(states)):
            world = layout.from_record(states[i : i + 1])
            variant.game.rules.determinize(world, variant.cards, seat)
            layout.to_record(world, other[i : i + 1])
        changes.append({name: (states[name] != other[name]).reshape(len(states), -1).mean(0) for name in layout.fields})
    return {name: np.min([change[name] for change in changes], axis=0) for name in layout.fields}


def add_seats(made: Rows, field: FieldSample, variant: Variant) -> None:
    """The number of a seat, counted from whoever decides; one feature more for nobody."""
    zone = variant.game.state.fields[field.name].zone
    assert isinstance(zone, SeatNumber)
    for e in range(field.values.shape[1]):
        row = (SEAT, field.at(e), field.size, -1, variant.players, zone.first, 0, variant.players)
        made.add([row], variant.players + 1, _turning([field], e))


def _turning(fields: Sequence[FieldSample], *elements: int) -> list[tuple[int, ...]]:
    """How rows of these elements turn with the seat, in the first field and its partner."""
    strides = [field.stride for field in fields]
    return [(fields[0].seat(e), strides[0], strides[-1]) for e in elements]


def add_numbers(made: Rows, field: FieldSample) -> None:
    for e in range(field.values.shape[1]):
        column = field.values[:, e]
        low, high = int(column.min()), int(column.max())
        if low == high or (field.things and field.hidden[e] > HIDDEN_PLACE):
            continue
        low = min(low, 0)
        if high - low < FEW or (field.things and high - low <= 64):
            made.add([(CATEGORY, field.at(e), field.size, low, high)], high - low + 1, _turning([field], e))
        if high - low > 3 and not field.things:
            spread = max(1, round(2 * float(column.std())))
            row = (SCALAR, field.at(e), field.size, round(float(column.mean())), spread)
            made.add([row], 1, _turning([field], e))


def add_suits(made: Rows, field: FieldSample, variant: Variant) -> None:
    """Of playing cards that are counted by kind: how many of a rank, of a suit, and of three in a row of a suit."""
    zone = variant.game.state.fields[field.name].zone
    if not isinstance(zone, Counts) or not zone.of.suits:
        return
    suits, cards = zone.of.suits, len(zone.of.names)
    for part in field.lists():
        ranks = [(rank, 1, suits) for rank in range(0, cards, suits)]
        whole = [(suit, suits, cards // suits) for suit in range(suits)]
        in_a_row = [(first, suits, IN_A_ROW) for first in range(cards - suits * (IN_A_ROW - 1))]
        for first, step, n in ranks + whole + in_a_row:
            e, most = part[first], int(field.values[:, [part[first + i * step] for i in range(n)]].sum(1).max())
            row = (SUM, field.at(e), field.size, 0, most, n, step * field.size)
            made.add([row], most + 1, _turning([field], e))


def add_hooks(made: Rows, variant: Variant, states: Array, movers: Array) -> None:
    """Every seat's score, and its measure where the game has one."""
    plain = [variant.game.state.from_record(states[i : i + 1]) for i in range(min(TRIED, len(states)))]
    rules = variant.game.rules
    for hook, rule in ((SCORE, rules.score), *([(MEASURE, rules.measure)] if rules.measure else [])):
        for seat in range(min(variant.players, SEATS)):
            whose = (movers[: len(plain)] + seat) % variant.players
            values = np.array([rule(s, variant.cards, int(p)) for s, p in zip(plain, whose, strict=True)], np.float64)
            made.add([(HOOK, hook, seat, round(values.mean()), max(1, round(2 * values.std())))], 1)


def add_bags(made: Rows, field: FieldSample) -> None:
    """What is in a list, wherever in it."""
    for part in field.lists():
        used = field.used(part)
        rows = [(CATEGORY, field.at(e), field.size, field.low, field.high) for e in used]
        made.add(rows, field.high - field.low + 1, _turning([field], *used))


def add_pairs(made: Rows, fields: list[FieldSample]) -> None:
    """Two lists of the same form: what lies in a place, with what the other one says of the same place."""
    for one in fields:
        for other in fields:
            alike = one is not other and (one.shape, one.owned) == (other.shape, other.owned)
            same = alike and one.things and one.high - one.low <= 256
            if same and one.kinds > other.kinds and _few(other):
                low, high = int(other.values.min()), int(other.values.max())
                for used in map(one.used, one.lists()):
                    rows = [
                        (PAIR, one.at(e), one.size, one.low, one.high, other.at(e), other.size, low, high) for e in used
                    ]
                    made.add(rows, (one.high - one.low + 1) * (high - low + 1), _turning([one, other], *used))


def add_attributes(made: Rows, fields: list[FieldSample]) -> None:
    """Things in a list with an attribute that another field keeps by thing."""
    for attribute in fields:
        n = attribute.shape[0] if len(attribute.shape) == 1 else 0
        if n < 8 or not _few(attribute):
            continue
        low, high = int(attribute.values.min()), int(attribute.values.max())
        for one in fields:
            if one is attribute or not one.shape or one.high not in (n - 1, n - 2) or one.values.min() < 0:
                continue
            for used in map(one.used, one.lists()):
                rows = [
                    (ATTRIBUTE, one.at(e), one.size, 0, n - 1, attribute.offset, attribute.size, low, high)
                    for e in used
                ]
                made.add(rows, n * (high - low + 1), _turning([one], *used))


def _few(field: FieldSample) -> bool:
    return bool(0 < field.values.max() - field.values.min() < FEW_ATTRIBUTES)
