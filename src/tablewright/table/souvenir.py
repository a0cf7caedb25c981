"""A picture of a finished game to show around: who won, the score, the chances through it, cards that decided it."""

from base64 import b64encode
from collections.abc import Sequence
from itertools import chain
from math import ceil

from markupsafe import Markup

from tablewright.engine import Game, Told
from tablewright.faces import face, has_face
from tablewright.table.analysis import Analysis
from tablewright.table.rooms import Room
from tablewright.table.templating import environment
from tablewright.table.words import speaker

CARDS = 3
LONGEST = 26  # letters of a name in the picture
CURVE = (560, 190)  # its width and height
COLOURS = ("#ffd166", "#ff8f5a", "#b9a2f2", "#8fe0c0")  # of seats


def souvenir(room: Room, analysis: Analysis | None, language: str) -> str:
    """An SVG that needs nothing else: a browser can make a PNG of it."""
    assert room.match is not None
    done = analysis if analysis is not None and analysis.seen else None
    shown = {
        "title": room.variant.game.catalogue(language).text("game.title") or room.variant.game.cards.title,
        "headline": _headline(room, language),
        "why": _why(room, language),
        "standing": _standing(room, language),
        "curves": _curves([one for one in done.chances if one]) if done else [],
        "colours": COLOURS,
        "cards": [_picture(room, kind, language) for kind in _cards(room, done)],
        "t": speaker(language),
    }
    return environment().get_template("souvenir.svg").render(**shown)


def _name(room: Room, seat: int) -> str:
    name = room.seats[seat].name or room.variant.seats[seat]
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _headline(room: Room, language: str) -> str:
    say, names = speaker(language), [_name(room, seat) for seat in room.winners]
    return say("table.wins", name=names[0]) if len(names) == 1 else say("table.draw", names=", ".join(names))


def _why(room: Room, language: str) -> str:
    """Why it ended: somebody left, or what the game says."""
    assert room.match is not None
    say = speaker(language)
    if room.lost and len(room.seats) == 2:
        return " ".join(say(f"lost.{how}_told", name=_name(room, seat)) for seat, how in room.lost.items())
    return room.match.view(None, language).table.prompt.text


def _standing(room: Room, language: str) -> list[tuple[int, str, str, bool]]:
    """Seats, names, how they ended and whether they won, in the order in which they came in."""
    match = room.match
    assert match is not None
    return [(seat, _name(room, seat), match.final(seat, language), seat in room.winners) for seat in room.standing]


def _curves(chances: Sequence[tuple[float, ...]]) -> list[str]:
    """The chances of every seat as points of a line."""
    width, height = CURVE
    across = width / max(1, len(chances) - 1)
    lines = zip(*chances, strict=True)
    return [" ".join(f"{n * across:.1f},{height * (1 - one):.1f}" for n, one in enumerate(line)) for line in lines]


def _cards(room: Room, analysis: Analysis | None) -> list[str]:
    """Cards that everybody has heard of in this game: those of the moves that decided most, then the last ones."""
    log = room.log(None, "en")
    deciding = [log[n] for n, _ in analysis.swings()] if analysis else []
    named = dict.fromkeys(chain.from_iterable(map(_named, (*chain(*deciding), *chain(*reversed(log))))))
    game = room.variant.game
    found = [kind for kind in named if has_face(game, kind)]
    return (found or _some(game))[:CARDS]


def _named(line: str) -> list[str]:
    return [span.id for span in line.spans if span.kind == "card"] if isinstance(line, Told) else []


def _some(game: Game) -> list[str]:
    faced = [kind for kind in game.cards.cards if has_face(game, kind)]
    return faced[:: ceil(len(faced) / CARDS)] if faced else []


def _picture(room: Room, kind: str, language: str) -> Markup:
    """The face of a card inside the picture, so that nothing has to be fetched."""
    drawn = face(room.variant.game, room.variant.values, kind, language=language)
    return Markup("data:image/svg+xml;base64,") + b64encode(drawn.encode()).decode()
