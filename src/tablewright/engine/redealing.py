"""The text of the rule `determinize`: what a seat cannot see changes places at random, and nothing else does.

Things of the same `Kinds` that lie where the seat cannot see them form one pool. Things one after the other are
shuffled among their places; things counted by kind go into the zone that nobody sees, and are drawn again from there.
"""

from collections.abc import Callable, Iterator, Mapping

from tablewright.engine.errors import CardsError
from tablewright.engine.zones import ALL, NOBODY, OWNER, Counts, Kinds, Pile, Slots, Things, Zone

Hidden = tuple[str, Things]


class Redealer:
    """Writes `determinize` for the declared zones of a state; `names` gives the rules that zones are seen by."""

    def __init__(self, zones: Mapping[str, Zone], players: str, names: Mapping[Callable[..., int], str]) -> None:
        self.players, self.names = players, names
        self.pools: dict[Kinds, list[Hidden]] = {}
        for name, zone in zones.items():
            if isinstance(zone, Counts | Pile | Slots) and zone.seen != ALL:
                self.pools.setdefault(zone.of, []).append((name, zone))

    def text(self) -> str:
        """The rule, and a helper for every pool."""
        helpers: list[str] = []
        lines: list[str] = []
        for number, pool in enumerate(self.pools.values()):
            if not any(isinstance(zone, Counts) for _, zone in pool):
                lines += self._shuffle(number, pool)
                helpers.append(self._unseen(number, pool))
            elif all(isinstance(zone, Counts) for _, zone in pool):
                lines += list(self._draw_again(pool))
            else:
                raise CardsError(f"{_names(pool)} cannot be redealt together: keep all of them as counts, or none")
        body = "\n".join(["@rule", "def determinize(s, k, seat):", *(f"    {line}" for line in lines), "    return 0"])
        return "\n\n\n".join([body, *helpers]) + "\n"

    # Things one after the other

    def _shuffle(self, number: int, pool: list[Hidden]) -> list[str]:
        lines = ["n = 0"]
        for name, zone in pool:
            at, owner = _at(name, zone)
            if isinstance(zone, Pile) and not callable(zone.seen):
                count = [f"n += {_size(zone, owner)}"]
            else:
                each = f"    if {self._is_unseen(zone, at, owner, 'i')}:"
                count = [f"for i in range({_room(zone, owner)}):", each, "        n += 1"]
            lines += self._for_owners(zone, count)
        return [
            *lines,
            "for i in range(n - 1, 0, -1):",
            "    j = below(s, i + 1)",
            f"    held = unseen_{number}(s, k, seat, i, -1)",
            f"    unseen_{number}(s, k, seat, i, unseen_{number}(s, k, seat, j, held))",
        ]

    def _unseen(self, number: int, pool: list[Hidden]) -> str:
        """A helper: the i-th thing that the seat cannot see; `put` replaces it."""
        lines = ["@rule", f"def unseen_{number}(s, k, seat, i, put):"]
        for name, zone in pool:
            at, owner = _at(name, zone)
            if isinstance(zone, Pile) and not callable(zone.seen):
                size = _size(zone, owner)
                look = [f"if i < {size}:", *_exchange(at, "i", 4), f"i -= {size}"]
            else:
                each = f"    if {self._is_unseen(zone, at, owner, 'j')}:"
                look = [f"for j in range({_room(zone, owner)}):", each]
                look += ["        if i == 0:", *_exchange(at, "j", 12), "        i -= 1"]
            lines += [f"    {line}" for line in self._for_owners(zone, look)]
        return "\n".join([*lines, "    return -1"])

    def _is_unseen(self, zone: Things, at: str, owner: str, i: str) -> str:
        there = f"{at}[{i}] >= {zone.of.first}" if isinstance(zone, Slots) else ""
        seen = f"{self.names[zone.seen]}(s, k, seat, {owner}, {i}) == 0" if callable(zone.seen) else ""
        return " and ".join(filter(None, (there, seen))) or "True"

    # Things counted by kind

    def _draw_again(self, pool: list[Hidden]) -> Iterator[str]:
        pools = [name for name, zone in pool if zone.seen == NOBODY and not zone.seats]
        if not pools:
            raise CardsError(f"{_names(pool)}: to redeal counts there must be a zone that nobody sees, such as a deck")
        into = f"s.{pools[0]}"
        others = [(name, zone) for name, zone in pool if name != pools[0] and isinstance(zone, Counts)]
        kinds = max(zone.kinds for _, zone in pool if isinstance(zone, Counts))
        yield from ["n = 0", f"for c in range({kinds}):", f"    n += {into}[c]"]
        for name, zone in others:
            if not zone.size:
                raise CardsError(f"{name}: a hidden zone that is kept as counts must name its `size`")
            yield from self._for_owners(zone, self._collect(name, zone, into))
        for name, zone in others:
            yield from self._for_owners(zone, _draw(name, zone, into))

    def _collect(self, name: str, zone: Counts, into: str) -> list[str]:
        at, owner = _at(name, zone)
        known = f" - {self.names[zone.seen]}(s, k, seat, {owner}, c)" if callable(zone.seen) else ""
        lines = [f"unknown = {at}[c]{known}", f"{into}[c] += unknown", f"{at}[c] -= unknown", "n += unknown"]
        return [f"for c in range({zone.kinds}):", *(f"    {line}" for line in lines)]

    def _for_owners(self, zone: Things, lines: list[str]) -> list[str]:
        """The lines for every single zone that the seat cannot see all of."""
        if not zone.seats:
            return lines
        others = zone.seen == OWNER
        inner = [f"    {line}" for line in (["if p != seat:", *(f"    {line}" for line in lines)] if others else lines)]
        return [f"for p in range({self.players}):", *inner]


def _at(name: str, zone: Things) -> tuple[str, str]:
    """A single zone and its owner, as the text of a rule names them."""
    return (f"s.{name}[p]", "p") if zone.seats else (f"s.{name}", "-1")


def _draw(name: str, zone: Counts, into: str) -> list[str]:
    at, owner = _at(name, zone)
    return [
        f"missing = int({_size(zone, owner)})",
        f"for c in range({zone.kinds}):",
        f"    missing -= {at}[c]",
        "for _ in range(missing):",
        "    left = below(s, n)",
        "    c = 0",
        f"    while left >= {into}[c]:",
        f"        left -= {into}[c]",
        "        c += 1",
        f"    {into}[c] -= 1",
        f"    {at}[c] += 1",
        "    n -= 1",
    ]


def _exchange(at: str, i: str, indent: int) -> list[str]:
    lines = [f"card = int({at}[{i}])", "if put >= 0:", f"    {at}[{i}] = put", "return card"]
    return [" " * indent + line for line in lines]


def _size(zone: Things, owner: str) -> str:
    assert not isinstance(zone, Slots)
    return f"s.{zone.size}[{owner}]" if zone.seats else f"s.{zone.size}"


def _room(zone: Things, owner: str) -> str:
    return str(len(zone.places)) if isinstance(zone, Slots) else _size(zone, owner)


def _names(pool: list[Hidden]) -> str:
    return ", ".join(name for name, _ in pool)
