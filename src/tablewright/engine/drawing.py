"""A first drawing of a position from its declared zones: what a seat sees, as zones of items and counters.

    DRAWING = Drawing(State, SEATS)
    zones, counters = DRAWING.zones(s, k, seat), DRAWING.counters(s, k, seat)

Items are called after their zone and place (`hand0.2`: the third thing in the hand of the first seat).
"""

from collections.abc import Callable, Iterator, Sequence

from tablewright.engine import views
from tablewright.engine.decisions import Decisions, Words
from tablewright.engine.layout import CardsLayout, Layout, StateLayout
from tablewright.engine.spelling import things
from tablewright.engine.zones import ALL, NOBODY, OWNER, Choice, Counts, Number, Pile, SeatNumber, Slots, Zone

Things = Counts | Pile | Slots


def first_table(
    state: type[StateLayout], seats: Sequence[str], decisions: Decisions, move: Words
) -> Callable[[StateLayout, CardsLayout, int], views.Table]:
    """The `table` of a view that has none: all declared zones, the question, and what is not possible."""
    drawing = Drawing(state, seats)

    def table(s: StateLayout, k: CardsLayout, seat: int) -> views.Table:
        prompt, blocked = decisions.prompt(s, k, seat, seats), decisions.blocked(s, k, seat, seats, move)
        return views.Table(drawing.zones(s, k, seat), drawing.counters(s, k, seat), prompt, blocked)

    return table


class Drawing:
    """Draws the zones of a state for a seat (-1: a spectator)."""

    def __init__(self, state: type[Layout], seats: Sequence[str]) -> None:
        self.declared, self.seats = state.zones(), tuple(seats)

    def zones(self, s: StateLayout, k: CardsLayout, seat: int) -> tuple[views.Zone, ...]:
        """Everything that lies somewhere, one's own first; what nobody sees is only counted."""
        found = [(name, zone) for name, zone in self.declared.items() if isinstance(zone, Things)]
        shown = [(name, zone) for name, zone in found if zone.seen != NOBODY]
        return tuple(self._zone(name, zone, s, k, seat, p) for name, zone in shown for p in self._owners(zone, k, seat))

    def counters(self, s: StateLayout, k: CardsLayout, seat: int) -> tuple[views.Counter, ...]:
        """Numbers, words and seats, and how many things lie where nobody sees them."""
        return tuple(
            views.Counter(self._title(name, zone), value, p)
            for name, zone in self.declared.items()
            for p in self._owners(zone, k, seat)
            for value in self._values(name, zone, s, seat, p)
        )

    def _owners(self, zone: Zone, k: CardsLayout, seat: int) -> list[int | None]:
        if not zone.seats:
            return [None]
        players = int(getattr(k, "players", len(self.seats)))
        return sorted(range(players), key=lambda p: (p != seat, p))

    def _title(self, name: str, zone: Zone) -> str:
        words = zone.title or name.replace("_", " ")
        return words[0].upper() + words[1:]

    def _zone(
        self, name: str, zone: Things, s: StateLayout, k: CardsLayout, seat: int, owner: int | None
    ) -> views.Zone:
        where, title = name if owner is None else f"{name}{owner}", self._title(name, zone)
        if owner is not None:
            title = f"Your {title[0].lower()}{title[1:]}" if owner == seat else f"{title} of {self.seats[owner]}"
        items = tuple(self._items(name, zone, where, s, k, seat, owner))
        if isinstance(zone, Slots):
            return views.Zone(where, title, "grid" if zone.columns else "row", items, zone.columns, owner)
        return views.Zone(where, title, "fan" if zone.seen == OWNER else "row", items, owner=owner)

    def _items(
        self, name: str, zone: Things, where: str, s: StateLayout, k: CardsLayout, seat: int, owner: int | None
    ) -> Iterator[views.Item]:
        kinds: list[int | None] = list(things(zone, name, s, owner))
        if isinstance(zone, Slots):
            values = getattr(s, name) if owner is None else getattr(s, name)[owner]
            kinds = [value - zone.of.first if value >= zone.of.first else None for value in values]
        left: dict[int, int] = {}  # of things counted by kind: how many the seat still knows
        seen = [kind is not None and self._sees(zone, s, k, seat, owner, i, kind, left) for i, kind in enumerate(kinds)]
        order: Sequence[int] = range(len(kinds))
        if isinstance(zone, Counts):  # they lie there by kind: one between others would tell what they are
            order = sorted(order, key=lambda i: not seen[i])
        for place, i in enumerate(order):
            kind = kinds[i]
            if kind is None:
                yield views.Item(f"{where}.{place}", "", "empty")
            elif seen[i]:
                word = str(zone.of.names[kind])
                yield views.Item(f"{where}.{place}", word.replace("_", " "), kind=word)
            else:
                yield views.Item(f"{where}.{place}", "", hidden=True)

    def _sees(
        self,
        zone: Things,
        s: StateLayout,
        k: CardsLayout,
        seat: int,
        owner: int | None,
        i: int,
        kind: int,
        left: dict[int, int],
    ) -> bool:
        if not callable(zone.seen):
            return zone.seen == ALL or (owner is not None and owner == seat)
        of = -1 if owner is None else owner
        if not isinstance(zone, Counts):
            return bool(zone.seen(s, k, seat, of, i))
        left[kind] = left.get(kind, zone.seen(s, k, seat, of, kind)) - 1
        return left[kind] >= 0

    def _values(self, name: str, zone: Zone, s: StateLayout, seat: int, owner: int | None) -> Iterator[str]:
        value = getattr(s, name) if owner is None else getattr(s, name)[owner]
        seen = zone.seen == ALL or (owner is not None and owner == seat)
        match zone:
            case Counts() | Pile() if zone.seen == NOBODY:
                yield str(len(list(things(zone, name, s, owner))))
            case Number() if seen and not zone.shows:
                numbers = zip(zone.parts, value, strict=True) if zone.parts else ()
                yield ", ".join(f"{part} {n}" for part, n in numbers) or str(value)
            case SeatNumber() if seen:
                yield self.seats[value - zone.first] if value >= zone.first else "nobody"
            case Choice() if seen:
                yield zone.names[value - zone.first].replace("_", " ") if value >= zone.first else "none"
