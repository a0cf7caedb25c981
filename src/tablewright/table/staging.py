"""What a decision set going, moment by moment, for the page to act out: who hits whom, in order."""

from typing import Any

from markupsafe import Markup

from tablewright.engine import Figure, Match
from tablewright.faces import has_face
from tablewright.table.prose import told
from tablewright.table.rooms import Room
from tablewright.table.words import speaker


def staged(room: Room, viewer: int | None, number: int, language: str, draw: Any) -> Markup:
    """The beats of a decision as a part of its line in the log; nothing for most."""
    assert room.match is not None
    beats = room.match.staged(viewer, number, language)
    if not beats:
        return Markup("")
    game, seats = room.variant.game, tuple(room.variant.seats)
    shown = [
        {
            "by": [_figure(room.id, room.match, one) for one in beat.by],
            "on": [_figure(room.id, room.match, one) for one in beat.on],
            "lines": [told(game, seats, viewer, line) for line in lines],
        }
        for beat, lines in beats
    ]
    return Markup(draw("beats.html").render(beats=shown, t=speaker(language)))


def _figure(room_id: str, match: Match, figure: Figure) -> dict[str, Any]:
    faced = figure.kind and has_face(match.game, figure.kind)
    face = f"/rooms/{room_id}/faces/{figure.kind}.svg" if faced else ""
    return {"face": face, "name": match.names[figure.seat], "sign": figure.sign, "lost": figure.lost}
