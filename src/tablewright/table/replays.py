"""A position of a replay: with the eyes of a seat, of a spectator, or open, with everybody's own things at once."""

from dataclasses import replace

from tablewright.engine import Item, Match, View, Zone
from tablewright.table.closing import last_table
from tablewright.table.render import PLAIN, Scene, board
from tablewright.table.seating import moment_seats


def moment_parts(match: Match, faces: str, viewer: int | None, language: str) -> dict[str, str]:
    """The table as one viewer saw it."""
    view = last_table(match, match.view(viewer, language), language)
    zones = board(Scene(view, match.game, faces, language))
    return {"seats": moment_seats(match, view, language), "zones": zones}


def open_parts(match: Match, faces: str, language: str) -> dict[str, str]:
    """The table with nothing hidden that any player saw: the shared picture, then what only its owner saw."""
    shared, own = open_views(match, language)
    scene = Scene(shared, match.game, faces, language)
    hands = Scene(own, match.game, faces, language)
    return {"seats": moment_seats(match, shared, language), "zones": board(scene) + board(hands, PLAIN)}


def open_view(match: Match, language: str = "") -> View:
    """One view of everything that any seat sees."""
    shared, own = open_views(match, language)
    return replace(shared, table=replace(shared.table, zones=shared.table.zones + own.table.zones))


def open_views(match: Match, language: str) -> tuple[View, View]:
    """A spectator's view with every place as its owner sees it, and a view of the places that only owners see."""
    shown = last_table(match, match.view(None, language), language)
    owners = [
        last_table(match, match.view(seat, language), language).table.zones for seat in range(match.variant.players)
    ]
    mine = {(seat, zone.id): zone for seat, zones in enumerate(owners) for zone in zones if zone.owner == seat}
    shared = [mine.pop((zone.owner, zone.id), None) if zone.owner is not None else zone for zone in shown.table.zones]
    own = [_named(zone, seat, match.names[seat]) for (seat, _), zone in mine.items()]
    table = shown.table
    return (
        replace(shown, table=replace(table, zones=tuple(zone for zone in shared if zone is not None))),
        replace(shown, table=replace(table, zones=tuple(own), counters=(), blocked=())),
    )


def _named(zone: Zone, seat: int, name: str) -> Zone:
    """A place of one seat beside the same place of the others."""
    items = tuple(_renamed(item, seat) for item in zone.items)
    return replace(zone, id=f"{zone.id}.of{seat}", title=f"{name}: {zone.title}", items=items)


def _renamed(item: Item, seat: int) -> Item:
    return replace(item, id=f"{item.id}.of{seat}", under=tuple(_renamed(below, seat) for below in item.under))
