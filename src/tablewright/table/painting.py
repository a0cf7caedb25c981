"""The parts of a room's page for one viewer, each drawn again only when what it shows has changed."""

from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from tablewright.engine import View
from tablewright.table.addresses import only_here
from tablewright.table.arranging import begins_quickly, quick_rules, told_rules
from tablewright.table.asking import MOVES, PROMPT, choices, question
from tablewright.table.choices import questions
from tablewright.table.faces_at import face_query, faces_of
from tablewright.table.lessons import only
from tablewright.table.pieces import KEPT
from tablewright.table.presence import Crowd
from tablewright.table.prose import told
from tablewright.table.render import NOTHING, ROOM, Scene, board
from tablewright.table.rooms import GATHERING, Room
from tablewright.table.schema import MessageRow
from tablewright.table.seating import room_seats
from tablewright.table.staging import staged
from tablewright.table.templating import environment, template
from tablewright.table.words import speaker


def log_item(number: int, seat: int, lines: tuple[Markup, ...], beats: Markup = NOTHING) -> str:
    spans = "".join(f"<span>{line}</span>" for line in lines)
    return f'<li data-n="{number}" data-seat="{seat}">{spans}{beats}</li>'


def log_beats(room: Room, viewer: int | None, language: str, since: int = 0) -> list[Markup]:
    """What every decision set going, to be acted out."""
    assert room.match is not None
    last = len(room.match.steps)
    return [staged(room, viewer, n, language, template) for n in range(since, last)] or [NOTHING]


def log_lines(room: Room, viewer: int | None, language: str, since: int = 0) -> list[tuple[Markup, ...]]:
    """The log as a viewer reads it, decision by decision."""
    game, seats = room.variant.game, tuple(room.variant.seats)
    return [tuple(told(game, seats, viewer, line) for line in lines) for lines in room.log(viewer, language)[since:]]


class Painter:
    """The parts of a room's page for one viewer."""

    def __init__(self, room: Room, viewer: int | None, token: str, language: str, link: str, nick: str = "") -> None:
        self.room, self.viewer, self.language = room, viewer, language
        self.common = {
            "room": room,
            "viewer": viewer,
            "language": language,
            "hosting": bool(token) and room.host == token,
            "t": speaker(language),
            "link": link,
            "only_here": only_here(link),
            "house_rules": told_rules(room.variant, language) if room.status == GATHERING else [],
            "quick_rules": quick_rules(room.variant, language) if room.status == GATHERING else [],
            "begins_quickly": begins_quickly(room.variant),
            "questions": [questions(room.variant, n, language) for n in range(len(room.seats))]
            if room.status == GATHERING
            else [],
            "cards": room.variant.game.cards,
            "words": room.variant.game.catalogue(language).text,
            "face_query": face_query(room.variant.game, language) if room.status == GATHERING else "",
        }

    def parts(self, crowd: Crowd, chat: list[MessageRow]) -> dict[str, str]:
        """HTML by the id of the place where it goes."""
        more = {"present": crowd.seats, "spectators": crowd.spectators, "chat": chat, "crowd": crowd}
        if self.room.status == GATHERING:
            return {"lobby": self._part("lobby.html", **more), "chat": self._chat(chat)}
        view, apart = self._view()
        scene = Scene(view, self.room.variant.game, faces_of(self.room), self.language, self._teller, apart)
        undo = None if self.viewer is None else self.room.take_back(self.viewer)
        titles = self.room.variant.seats
        winners = [self.room.seats[n].name or titles[n] for n in self.room.winners] if self.room.over else []
        status: dict[str, Any] = {"undo": undo, "winner_names": ", ".join(winners)}
        status |= {"orders": self.room.orders(self.viewer, self.language), "order": self.room.order(self.viewer)}
        status |= {"lesson": self._lesson(), "present": crowd.seats}
        return {
            "seats": room_seats(self.room, self.viewer, crowd, scene.view, self.language),
            "status": self._status(scene, status),
            "zones": board(scene),
            "chat": self._chat(chat),
        }

    def _status(self, scene: Scene, values: dict[str, Any]) -> str:
        """The question; all but its words and the moves is often the same as it was, here or in another room."""
        if self.room.over:  # then it says a lot more, once
            return self._part("status.html", scene=scene, here=self.room.id, prompt="", moves="", **values)
        mine = self.viewer is not None and self.room.deciding == self.viewer and self.room.is_person(self.viewer)
        say = speaker(self.language)
        prompt = question(scene, say, mine, self._waits_for(scene, mine))
        moves = choices(scene, say) if mine and not self.room.closed else ""
        undo, lesson = values["undo"], tuple(values["lesson"].values()) if values["lesson"] else ()
        asked = self.viewer is not None and self.room.must_agree(self.viewer)
        said = (undo and (undo.free, undo.reason), asked, values["order"], tuple(values["orders"].items()), lesson)
        frame = KEPT.get(
            ("status", self.viewer, self.language, self.room.facts, values["present"], said),
            lambda: self._part("status.html", scene=scene, here=ROOM, prompt=PROMPT, moves=MOVES, **values),
        )
        return str(frame).replace(ROOM, self.room.id).replace(MOVES, moves).replace(PROMPT, prompt)

    def _waits_for(self, scene: Scene, mine: bool) -> str:
        """Who decides, where the words of the game do not say it, or a bot does for the viewer."""
        deciding = self.room.deciding
        if mine or deciding is None or self.viewer is None or (scene.speaks and deciding != self.viewer):
            return ""
        return self.room.seats[deciding].name or self.room.variant.seats[deciding]

    def _view(self) -> tuple[View, frozenset[str]]:
        """What the viewer sees; in a guided game one move is offered, and what has moves of its own is told."""
        view, expected = self.room.view(self.viewer, self.language, told=False), self.room.expected
        lesson, match = self.room.lesson, self.room.match
        if expected is None or lesson is None or match is None:
            return view, frozenset()
        return only(view, expected, lesson, len(match.steps)), frozenset(
            item for move in view.moves for item in move.touches
        )

    @property
    def _teller(self) -> Callable[[str], str]:
        assert self.room.match is not None
        return self.room.match.teller(self.viewer, self.language)

    def _lesson(self) -> dict[str, Any] | None:
        """What a guided game says now, and how far it is."""
        lesson, match = self.room.lesson, self.room.match
        if lesson is None or match is None or self.viewer is None:
            return None
        done = len(match.steps)
        if self.room.over and done != len(lesson.steps):  # given up, or played on after the lesson
            return None
        at, of = lesson.progress(done)
        return {"text": lesson.words(done, self.language), "at": at, "of": of, "ended": self.room.expected is None}

    def _chat(self, chat: list[MessageRow]) -> str:
        said = tuple((message.name, message.text) for message in chat)
        key = ("chat", said, self.viewer is None, self.room.options.get("chat"), self.language)
        return KEPT.get(key, lambda: self._part("chat.html", chat=chat))

    def log(self, since: int = 0) -> list[str]:
        """The log as list items, one HTML text a decision."""
        assert self.room.match is not None
        seats = [step.seat for step in self.room.match.steps[since:]] or [-1]
        beats = log_beats(self.room, self.viewer, self.language, since)
        entries = zip(log_lines(self.room, self.viewer, self.language, since), seats, beats, strict=False)
        return [log_item(n, seat, lines, shown) for n, (lines, seat, shown) in enumerate(entries, since)]

    def _part(self, name: str, **values: Any) -> str:
        return environment(self.room.variant.game.folder).get_template(name).render(**self.common, **values)
