"""From a room to HTML: the parts of a page, each sent again only when it has changed."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from tablewright.engine import Game, Item, Move, View, Zone
from tablewright.table.bots import LEVELS
from tablewright.table.faces import follows_turning, has_face
from tablewright.table.presence import Crowd
from tablewright.table.prose import order, spoken, told
from tablewright.table.rooms import GATHERING, Room
from tablewright.table.schema import MessageRow
from tablewright.table.words import Words, speaker

TEMPLATES = Path(__file__).parent / "templates"
FEW_MOVES = 12  # so many are shown without being asked for
MOST_KEPT = 30_000_000  # letters of pieces of pages
PIECE = 2_000  # letters' worth of memory that a piece takes besides its text
NOTHING = Markup("")
MOST_EMPTY_PLACES = 12  # a larger board without anything on it is one of cells, not of places for cards
PRESETS = ("hello", "good_luck", "well_played", "oops", "thanks", "one_moment")


@cache
def environment(folder: Path | None = None) -> Environment:
    """The templates, and those of a game's own folder as `game/...`."""
    loaders = [FileSystemLoader(TEMPLATES)]
    own = PrefixLoader({"game": FileSystemLoader(folder)}) if folder else None
    made = Environment(
        loader=ChoiceLoader([own, *loaders]) if own else loaders[0],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["levels"] = LEVELS
    made.globals["presets"] = PRESETS
    return made


def page(template: str, language: str, **values: Any) -> str:
    """A whole page."""
    return environment().get_template(template).render(t=speaker(language), language=language, **values)


@cache
def primer(game: Game) -> Markup:
    """How a game is played in a few lines, where its folder has them."""
    file = game.folder / "primer.html"
    return Markup(file.read_text("utf-8") if file.is_file() else "")


@dataclass(frozen=True)
class Reason:
    """Why nothing can be done with an item now."""

    text: str
    clause: str = ""


class Kept:
    """Pieces of pages by what they show; all are forgotten when they take too much memory."""

    def __init__(self) -> None:
        self.pieces: dict[tuple[Hashable, ...], str] = {}
        self.size = 0

    def get(self, key: tuple[Hashable, ...], make: Callable[[], str]) -> str:
        piece = self.pieces.get(key)
        if piece is None:
            piece = str(make())
            self.size += PIECE + len(piece)
            if self.size > MOST_KEPT:
                self.pieces.clear()
                self.size = 0
            self.pieces[key] = piece
        return piece


KEPT = Kept()


class Scene:
    """A view, and what a template asks about it; `memo` is for what a template wants to work out only once."""

    def __init__(self, view: View, game: Game, room_id: str, language: str) -> None:
        self.view, self.game, self.room_id, self.language = view, game, room_id, language
        self.touching = {item for move in view.moves for item in move.touches}
        self.boards = {zone.id for zone in view.table.zones if _of_cells(zone)}
        self.same = {item: first for zone in view.table.zones for item, first in self._equal(zone)}
        self.reasons = {blocked.item: blocked for blocked in view.table.blocked if blocked.item}
        alone = len(view.table.blocked) == 1 and not view.table.blocked[0].item
        self.general = view.table.blocked[0] if alone else None  # such as: it is not your turn
        self.memo: dict[str, Any] = {}

    def _equal(self, zone: Zone) -> list[tuple[str, str]]:
        """Things that look like one that can be played: choosing either is the same."""
        first = {_look(item): item.id for item in reversed(zone.items) if item.id in self.touching}
        if not first:
            return []
        alike = [(item.id, first.get(_look(item))) for item in zone.items if item.id not in self.touching]
        return [(item, other) for item, other in alike if other is not None]

    @property
    def zones(self) -> list[Zone]:
        """The others' places first, then what belongs to all, then one's own; a hand comes last."""
        return sorted(self.view.table.zones, key=self._nearness)

    def _nearness(self, zone: Zone) -> int:
        if zone.owner is None:
            return 2 if zone.kind in ("grid", "board") else 3
        if zone.owner != self.view.seat:
            return 1
        return 5 if zone.kind == "fan" else 4

    def of_cells(self, zone: Zone) -> bool:
        """Whether a grid or board shows signs on cells; otherwise cards lie on it."""
        return zone.id in self.boards

    def can(self, item: str) -> bool:
        return item in self.touching or item in self.same

    def reason(self, item: str, zone: Zone) -> Reason | None:
        """Why an item cannot be used; only one's own things and those that the game names need a reason."""
        if self.can(item) or self.view.over:
            return None
        blocked = self.reasons.get(item)
        if blocked is None and self.view.seat is not None and zone.owner == self.view.seat:
            blocked = self.general
        return Reason(blocked.reason, blocked.clause) if blocked else None

    def face(self, item: Item, zone: Zone) -> str:
        """Where the picture of a card is; nothing for cells, lists and cards without one."""
        kind = "back" if item.hidden and not item.kind else item.kind
        listed = zone.kind == "pile" and not self.two_sided
        if listed or self.of_cells(zone) or not kind or not has_face(self.game, kind):
            return ""
        query = {"side": item.tone, "turned": item.turned, "at": zone.id.rstrip("0123456789")} if self.two_sided else {}
        return f"/rooms/{self.room_id}/faces/{kind}.svg" + (f"?{urlencode(query)}" if query else "")

    def draw(self, item: Item, zone: Zone, first: bool = False, extra: str = "") -> Markup:
        """One thing as a button, with what can be done with it or why not."""
        return _drawn(
            item,
            self.of_cells(zone),
            self.can(item.id),
            self.same.get(item.id, ""),
            self.reason(item.id, zone),
            self.face(item, zone),
            0 if self.two_sided else item.turned % 360,
            Markup("").join(self.draw(below, zone) for below in item.under) if item.under else NOTHING,
            first,
            extra,
            self.language,
        )

    def place(self, zone: Zone) -> Markup:
        """A place with everything that lies there."""
        return self.kept(zone, caller=lambda: _template("place.html").render(scene=self, zone=zone, t=self.t))

    def kept(self, zone: Zone, *more: Hashable, caller: Callable[[], str]) -> Markup:
        """What the caller makes of a place, made once as long as the place (and `more`) stays the same."""
        own = zone.owner is not None and zone.owner == self.view.seat
        about = (self.game, self.room_id, self.language, self.view.seat, len(self.view.seats), zone, own, more)
        key = (*about, self.view.over, self.general if own else None, self._state_of(zone.items))
        return Markup(KEPT.get(key, caller))

    def once(self, macro: Callable[..., str], *about: Hashable) -> str:
        """What a macro of the game says about things, from this seat; said once."""
        key = (self.game, macro.name, self.view.seat, len(self.view.seats), about)  # type: ignore[attr-defined]
        return KEPT.get(key, lambda: str(macro(*about)))

    def _state_of(self, items: tuple[Item, ...]) -> tuple[Hashable, ...]:
        """What can be done with things or why not, in so far as it changes how they are drawn."""
        can, same, reasons = self.touching, self.same, self.reasons
        states = [
            (n, item.id in can, same.get(item.id), reasons.get(item.id))
            for n, item in enumerate(items)
            if item.id in can or item.id in same or item.id in reasons
        ]
        return (*states, *(self._state_of(item.under) for item in items if item.under))

    @property
    def t(self) -> Words:
        return speaker(self.language)

    @property
    def two_sided(self) -> bool:
        """Whether the faces show which side is up and how it is turned."""
        return follows_turning(self.game)

    @property
    def buttons(self) -> Markup:
        """All moves as buttons. Those that touch nothing on the table are loose: they are always shown."""
        items = {item.id for zone in self.view.table.zones for item in zone.items}
        own = _move_template(self.game)
        made = [_button(self, own, move, not items.intersection(move.touches)) for move in self.view.moves]
        return Markup("".join(made))

    def say(self, text: str) -> Markup:
        """A text with the names of its cards."""
        return spoken(self.game, text)

    def order(self, move: Move) -> Markup:
        """A move as people say it."""
        return order(self.game, move.text)

    @staticmethod
    def changes(name: str, now: list[str], then: list[str]) -> str:
        """`cell3=5 cell4=7`: what a move would write where."""
        return " ".join(f"{name}{n}={text}" for n, text in enumerate(then) if text != now[n])

    @staticmethod
    def row_of(now: list[str], then: list[str]) -> Markup:
        """What a move would make of a row of signs, with the new ones marked."""
        same, other = "<i>", '<i class="new">'
        signs = zip(now, then, strict=True)
        return Markup("".join(f"{same if new == old else other}{escape(new)}</i>" for old, new in signs))

    def counters(self, owner: int | None) -> list[Any]:
        return [counter for counter in self.view.table.counters if counter.owner == owner]


def _look(item: Item) -> tuple[Hashable, ...]:
    """Everything about an item but its id."""
    return (item.text, item.detail, item.kind, item.tone, item.lines, item.marks, item.turned, item.under, item.hidden)


@cache
def _template(name: str) -> Template:
    return environment().get_template(name)


@lru_cache(20_000)
def _drawn(
    item: Item,
    cells: bool,
    can: bool,
    alias: str,
    why: Reason | None,
    face: str,
    turned: int,
    under: Markup,
    first: bool,
    extra: str,
    language: str,
) -> Markup:
    """Most things look as they did a move ago, so they are drawn once."""
    template = _template("item.html")
    values = {"item": item, "cells": cells, "can": can, "alias": alias, "why": why, "face": face, "turned": turned}
    return Markup(template.render(values, under=under, first=first, extra=extra, t=speaker(language)))


def _of_cells(zone: Zone) -> bool:
    if zone.kind not in ("grid", "board") or any(item.kind or item.hidden for item in zone.items):
        return False
    return any(item.text.strip() for item in zone.items) or len(zone.items) > MOST_EMPTY_PLACES


@cache
def _move_template(game: Game) -> Any:
    """The macros by which a game draws its moves; None where it has none of its own."""
    own = _own(game, "move.html", "")
    return environment(game.folder).get_template(own).module if own else None


def _button(scene: Scene, own: Any, move: Move, loose: bool) -> str:
    if own is None:
        return _plain_button(scene.game, move, loose)
    return _move_button(move, loose, own.attributes(scene, move), own.body(scene, move))


@lru_cache(20_000)
def _plain_button(game: Game, move: Move, loose: bool) -> str:
    label = Markup(" <span>{}</span>").format(spoken(game, move.label)) if move.label else NOTHING
    return _move_button(move, loose, "", Markup("<b>{}</b>").format(order(game, move.text)) + label)


def _move_button(move: Move, loose: bool, attributes: str, body: str) -> str:
    """A block of moves counts as a thing that is touched, so that it can be chosen first."""
    touches = " ".join([*move.touches, *([f"~{move.block.replace(' ', '_')}"] if move.block else [])])
    always = ' data-loose="1"' if loose else ""
    start = f'<button type="button" class="move" data-move="{move.id}" data-touches="{escape(touches)}"{always}'
    return f"{start}{attributes}>{body}</button>"


@cache
def _own(game: Game, template: str, otherwise: str) -> str:
    """The game's own template if it has one."""
    return f"game/{template}" if (game.folder / template).is_file() else otherwise


def board(scene: Scene) -> str:
    """The zones."""
    template = environment(scene.game.folder).get_template(_own(scene.game, "table.html", "zones.html"))
    return template.render(scene=scene, t=speaker(scene.language))


@lru_cache(20_000)
def log_item(number: int, seat: int, lines: tuple[Markup, ...]) -> str:
    return _template("log.html").render(lines=lines, n=number, seat=seat)


def log_lines(room: Room, viewer: int | None, since: int = 0) -> list[tuple[Markup, ...]]:
    """The log as a viewer reads it, decision by decision."""
    game, seats = room.variant.game, tuple(room.variant.seats)
    return [tuple(told(game, seats, viewer, line) for line in lines) for lines in room.log(viewer)[since:]]


class Painter:
    """The parts of a room's page for one viewer."""

    def __init__(self, room: Room, viewer: int | None, token: str, language: str, link: str) -> None:
        self.room, self.viewer, self.language = room, viewer, language
        self.common = {
            "room": room,
            "viewer": viewer,
            "hosting": bool(token) and room.host == token,
            "t": speaker(language),
            "link": link,
            "cards": room.variant.game.cards,
        }

    def parts(self, crowd: Crowd, chat: list[MessageRow]) -> dict[str, str]:
        """HTML by the id of the place where it goes."""
        more = {"present": crowd.seats, "spectators": crowd.spectators, "chat": chat}
        if self.room.status == GATHERING:
            return {"lobby": self._part("lobby.html", **more), "chat": self._chat(chat)}
        scene = Scene(self.room.view(self.viewer), self.room.variant.game, self.room.id, self.language)
        undo = None if self.viewer is None else self.room.take_back(self.viewer)
        titles = self.room.variant.seats
        winners = [self.room.seats[n].name or titles[n] for n in self.room.winners] if self.room.over else []
        status: dict[str, Any] = {"undo": undo, "few": FEW_MOVES, "winner_names": ", ".join(winners)}
        status |= {"orders": self.room.orders(self.viewer), "order": self.room.order(self.viewer)}
        return {
            "seats": self._part("seats.html", scene=scene, **more),
            "status": self._part("status.html", scene=scene, **status),
            "zones": board(scene),
            "chat": self._chat(chat),
        }

    def _chat(self, chat: list[MessageRow]) -> str:
        said = tuple((message.name, message.text) for message in chat)
        key = ("chat", said, self.viewer is None, self.room.options.get("chat"), self.language)
        return KEPT.get(key, lambda: self._part("chat.html", chat=chat))

    def log(self, since: int = 0) -> list[str]:
        """The log as list items, one HTML text a decision."""
        assert self.room.match is not None
        seats = [step.seat for step in self.room.match.steps[since:]] or [-1]
        entries = zip(log_lines(self.room, self.viewer, since), seats, strict=False)
        return [log_item(n, seat, lines) for n, (lines, seat) in enumerate(entries, since)]

    def _part(self, template: str, **values: Any) -> str:
        return environment(self.room.variant.game.folder).get_template(template).render(**self.common, **values)
