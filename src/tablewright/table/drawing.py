"""A room as a viewer sees it, drawn once for all who see the same, and what has changed since an earlier drawing."""

import json
from typing import Any
from weakref import WeakKeyDictionary

from tablewright.table.edits import edit
from tablewright.table.painting import Painter
from tablewright.table.presence import Crowd
from tablewright.table.rooms import Room
from tablewright.table.schema import MessageRow

EDITED = ("zones",)  # parts of which only the changed lines are sent


class Drawing:
    """The parts of a page, and the log."""

    def __init__(self, painter: Painter, crowd: Crowd, chat: list[MessageRow]) -> None:
        self.painter, self.chat = painter, chat
        self.parts = painter.parts(crowd, chat)
        self.lines = {name: self.parts[name].split("\n") for name in EDITED if name in self.parts}
        self.told = list(painter.room.log(painter.viewer, painter.language)) if painter.room.match is not None else None
        self._since: WeakKeyDictionary[Drawing, str] = WeakKeyDictionary()
        self._whole = ""

    def since(self, before: "Drawing | None") -> str:
        """What a page must be told that shows an earlier drawing, or nothing yet: the inside of a JSON object."""
        if before is None:
            self._whole = self._whole or self._changes(None)
            return self._whole
        if before not in self._since:
            self._since[before] = self._changes(before)
        return self._since[before]

    def _changes(self, before: "Drawing | None") -> str:
        shown = before.parts if before else {}
        changed = {name: html for name, html in self.parts.items() if shown.get(name) != html}
        before_lines = before.lines if before else {}
        edits = {name: edit(before_lines[name], self.lines[name]) for name in before_lines if changed.pop(name, None)}
        gone = [name for name in shown if name not in self.parts]
        changes: dict[str, Any] = {"show": changed, "edit": edits, "gone": gone}
        if self.told is not None:
            changes["log"] = self._log(self.told, before.told if before and before.told else [])
        return json.dumps(changes, ensure_ascii=False)[1:-1]

    def _log(self, told: list[list[str]], before: list[list[str]]) -> dict[str, Any]:
        """What has been told since; most often that is one entry more, so the last one is looked at first."""
        same = min(len(told), len(before))
        if same and told[same - 1] is not before[same - 1]:
            same = next((n for n in range(same) if told[n] != before[n]), same)
        return {"from": same, "items": self.painter.log(same)}


class Gallery:
    """The newest drawings of the rooms that are looked at; a drawing keeps its room, so no older ones stay here."""

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[Room, dict[tuple[object, ...], Drawing]]] = {}

    def forget(self, room_id: str) -> None:
        """Nobody looks at the room any longer."""
        self._drawn.pop(room_id, None)

    def drawing(
        self, room: Room, token: str, language: str, link: str, crowd: Crowd, chat: list[MessageRow]
    ) -> Drawing:
        viewer, hosting = room.seat_of(token), bool(token) and room.host == token
        newest, drawn = self._drawn.get(room.id, (None, {}))
        if newest is not room:
            drawn = {}
            self._drawn[room.id] = room, drawn
        key = (viewer, hosting, language, link, crowd)
        found = drawn.get(key)
        if found is None or found.chat != chat:
            for old in [old for old in drawn if old[-1] != crowd]:
                del drawn[old]
            found = drawn[key] = Drawing(Painter(room, viewer, token, language, link), crowd, chat)
        return found
