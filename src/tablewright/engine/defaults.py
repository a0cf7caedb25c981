"""What the fields of a state are where a written position does not say it."""

from collections.abc import Mapping

from tablewright.engine.layout import CardsLayout, StateLayout
from tablewright.engine.spelling import lay
from tablewright.engine.zones import Counts, Number, SeatNumber, Zone, limit


def set_defaults(zones: Mapping[str, Zone], s: StateLayout, k: CardsLayout, players: int) -> None:
    """Before anything is read: the numbers and words that are understood."""
    for name, zone in zones.items():
        if zone.default and isinstance(zone, Counts):
            copies = [getattr(k, str(zone.default))[i] for i in range(zone.kinds)]
            for owner in range(players) if zone.seats else (None,):
                lay(zone, name, s, owner, [i for i, n in enumerate(copies) for _ in range(n)])
        elif zone.default:
            value = limit(k, zone.default)
            value = max(0, value) if isinstance(zone, SeatNumber) else value  # -1: whoever chance says
            one = [value] * len(zone.parts) if isinstance(zone, Number) and zone.parts else value
            setattr(s, name, [value] * players + [0] * (zone.seats - players) if zone.seats else one)


def follow(zones: Mapping[str, Zone], given: Mapping[str, object], s: StateLayout) -> None:
    """What was not given is as some other field is, which may have been."""
    for name, zone in zones.items():
        if zone.like and not _is_given(given, (zone.key or name).split(".")):
            setattr(s, name, getattr(s, zone.like))


def _is_given(given: object, path: list[str]) -> bool:
    return not path or (isinstance(given, Mapping) and path[0] in given and _is_given(given[path[0]], path[1:]))
