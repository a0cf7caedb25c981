"""What a decision set going, moment by moment, for the page to act out: who hits whom, in order."""

from typing import Any

from markupsafe import Markup

from tablewright.engine import Figure
from tablewright.faces import has_face
from tablewright.table.faces_at import face_query, faces_of
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
            "by": [_figure(room, language, one) for one in beat.by],
            "on": [_figure(room, language, one) for one in beat.on],
            "lines": [told(game, seats, viewer, line) for line in lines],
        }
        for beat, lines in beats
    ]
    return Markup(draw("beats.html").render(beats=shown, t=speaker(language)))


def _figure(room: Room, language: str, figure: Figure) -> dict[str, Any]:
    assert room.match is not None
    game = room.variant.game
    faced = figure.kind and has_face(game, figure.kind)
    face = f"{faces_of(room)}/{figure.kind}.svg{face_query(game, language)}" if faced else ""
    return {"face": face, "name": room.match.names[figure.seat], "sign": figure.sign, "lost": figure.lost}
