"""A position of a replay: with the eyes of a seat, of a spectator, or open, with everybody's own things at once."""

from dataclasses import replace

from tablewright.engine import Item, Match, View, Zone
from tablewright.table.render import Scene, board, environment
from tablewright.table.words import speaker


def moment_parts(match: Match, room_id: str, viewer: int | None, language: str) -> dict[str, str]:
    """The table as one viewer saw it."""
    scene = Scene(match.view(viewer), match.game, room_id, language)
    return {"seats": _seats(match, scene), "zones": board(scene)}


def open_parts(match: Match, room_id: str, language: str) -> dict[str, str]:
    """The table with nothing hidden that any player saw: the shared picture, then what only its owner saw."""
    shared, own = open_views(match)
    scene = Scene(shared, match.game, room_id, language)
    hands = Scene(own, match.game, room_id, language)
    more = environment().get_template("zones.html").render(scene=hands, t=speaker(language))
    return {"seats": _seats(match, scene), "zones": board(scene) + more}


def _seats(match: Match, scene: Scene) -> str:
    """Who is to decide, and everybody's counters."""
    outcome = match.outcome
    values = {"scene": scene, "view": scene.view, "titles": match.variant.seats, "t": speaker(scene.language)}
    winners = outcome.winners if outcome else ()
    return environment().get_template("moment.html").render(values, winners=winners)


def open_view(match: Match) -> View:
    """One view of everything that any seat sees."""
    shared, own = open_views(match)
    return replace(shared, table=replace(shared.table, zones=shared.table.zones + own.table.zones))


def open_views(match: Match) -> tuple[View, View]:
    """A spectator's view with every place as its owner sees it, and a view of the places that only owners see."""
    shown = match.view(None)
    owners = [match.view(seat).table.zones for seat in range(match.variant.players)]
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
