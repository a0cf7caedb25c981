"""The row of seats above the table, in a running game and in a moment of a replay; a seat is drawn once as it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from tablewright.engine import Counter, Game, Match, Variant, View
from tablewright.table.bots import LEVELS
from tablewright.table.presence import Crowd
from tablewright.table.prose import spoken
from tablewright.table.rooms import BOT, PERSON, Room
from tablewright.table.things import safe
from tablewright.table.words import Words, speaker


@dataclass(frozen=True)
class Sitter:
    """A seat as it is shown."""

    number: int
    badge: str
    name: str
    state: str
    counters: tuple[Counter, ...]
    deciding: bool
    won: bool
    mine: bool = False
    plays: str = ""  # how a bot plays
    clock: str = ""  # what the clock is called, if there is one
    increment: int = 0  # seconds that it adds for every move


def room_seats(room: Room, viewer: int | None, crowd: Crowd, view: View, language: str) -> str:
    """The seats of a room, as a viewer sees them."""
    say, counters = speaker(language), _by_owner(view)
    clock = say("table.clock") if room.options.get("clock") else ""
    winners, deciding = room.winners if room.over else (), room.deciding
    names = [seat.name or room.variant.seats[n] for n, seat in enumerate(room.seats)]
    sitters = [
        Sitter(
            n,
            badge,
            name,
            _state(room, n, viewer, crowd, say),
            counters.get(n, ()),
            deciding == n,
            n in winners,
            viewer == n,
            _level(room, n, crowd, say),
            clock,
            room.options.get("increment", 0),
        )
        for n, (name, badge) in enumerate(zip(names, badges(room.variant, names), strict=True))
    ]
    looking_on = (say("table.spectators"), crowd.spectators) if crowd.spectators else None
    return _row(sitters, room.variant.game, counters.get(None, ()), looking_on)


def moment_seats(match: Match, view: View, language: str) -> str:
    """The seats at a moment of a replay."""
    say, counters = speaker(language), _by_owner(view)
    winners = match.outcome.winners if match.outcome else ()
    sitters = []
    for n, (name, badge) in enumerate(zip(view.seats, badges(match.variant, view.seats), strict=True)):
        won, decides = n in winners, view.deciding == n
        state = f"★ {say('table.winner')}" if won else f"▸ {say('table.decides')}" if decides else ""
        sitters.append(Sitter(n, badge, name, state, counters.get(n, ()), decides, won))
    return _row(sitters, match.game, counters.get(None, ()))


def badges(variant: Variant, names: Sequence[str]) -> Sequence[str]:
    """A sign for every seat: the first letters of the names, or numbers where two begin alike.

    A game without catalogues calls the seats by its own signs in the log, so it keeps them.
    """
    if not variant.game.speaks:
        return variant.seats
    initials = [name.strip()[:1].upper() for name in names]
    return initials if len(set(initials)) == len(names) else [str(n) for n in range(1, len(names) + 1)]


def _by_owner(view: View) -> dict[int | None, tuple[Counter, ...]]:
    found: dict[int | None, tuple[Counter, ...]] = {}
    for counter in view.table.counters:
        found[counter.owner] = (*found.get(counter.owner, ()), counter)
    return found


def _state(room: Room, n: int, viewer: int | None, crowd: Crowd, say: Words) -> str:
    """What is to be said of a seat now."""
    if n in room.lost:
        return say(f"lost.{room.lost[n]}")
    mine = say("table.you") if viewer == n else ""
    if room.over:
        return f"★ {say('table.winner_you' if mine else 'table.winner')}" if n in room.winners else mine
    away = room.seats[n].kind == PERSON and n not in crowd.seats
    absent = say("away.bot") if n in room.stood_in else say("room.away") if away else ""
    if room.deciding == n:
        return f"▸ {say('table.decides_you' if mine else 'table.decides')}" + (f" · {absent}" if absent else "")
    return absent or mine


def _level(room: Room, n: int, crowd: Crowd, say: Words) -> str:
    seat = room.seats[n]
    if seat.kind != BOT or room.over or seat.level not in LEVELS:
        return ""
    return say("bot.simple" if crowd.simple else "room.bot", level=say(f"level.{seat.level}"))


def _row(
    sitters: Sequence[Sitter], game: Game, shared: Iterable[Counter], looking_on: tuple[str, int] | None = None
) -> str:
    of_all = [_counter(safe(one.title), spoken(game, one.value)) for one in shared]
    of_all += [_counter(safe(looking_on[0]), str(looking_on[1]))] if looking_on else []
    last = f'<li class="table-counters">{"".join(of_all)}</li>\n' if of_all else ""
    return f'<ul class="seats players-{len(sitters)}">\n{"".join(map(_seat, sitters))}{last}</ul>'


@lru_cache(1_000)
def _seat(sitter: Sitter) -> str:
    words = {"deciding": sitter.deciding, "me": sitter.mine, "won": sitter.won}
    kind = " ".join(["seat", f"seat{sitter.number}", *(word for word, holds in words.items() if holds)])
    now = ' aria-current="true"' if sitter.deciding else ""
    name, state = safe(sitter.name), safe(sitter.state)
    plays = f'{" · " if state else ""}<span class="plays">{safe(sitter.plays)}</span>' if sitter.plays else ""
    counters = "".join(_counter(safe(one.title), safe(one.value), one.id) for one in sitter.counters if not one.goal)
    goals = "".join(_counter(safe(one.title), safe(one.value)) for one in sitter.counters if one.goal)
    goals = f'<span class="goals">{goals}</span>\n' if goals else ""
    more = f" <small>+{sitter.increment} s</small>" if sitter.increment else ""
    clock = f'<b data-clock="{sitter.number}">–</b>{more}'
    clock = f'<span class="counter clock"><span>{safe(sitter.clock)}</span> {clock}</span>' if sitter.clock else ""
    return (
        f'<li class="{kind}"{now}>\n<span class="badge">{safe(sitter.badge)}</span>\n'
        f'<span class="who"><span class="name">{name}</span>\n<span class="state">{state}{plays}</span></span>\n'
        f'{goals}<span class="counters">\n{counters}\n{clock}\n</span>\n</li>\n'
    )


def _counter(title: str, value: str | Markup, name: str = "") -> str:
    return f'<span class="counter{f" counter-{safe(name)}" if name else ""}"><span>{title}</span> <b>{value}</b></span>'
