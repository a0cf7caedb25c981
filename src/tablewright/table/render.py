"""From a room to HTML: the parts of a page, each sent again only when it has changed."""

import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from typing import Any
from urllib.parse import urlencode

from jinja2 import Template
from markupsafe import Markup

from tablewright.engine import Counter, Facts, Game, Item, Move, View, Zone
from tablewright.faces import has_face
from tablewright.table import things
from tablewright.table.faces_at import in_language
from tablewright.table.pieces import KEPT
from tablewright.table.prose import order, spoken
from tablewright.table.templating import environment
from tablewright.table.things import Looks, drawn, safe
from tablewright.table.words import Words, speaker

MOST_ZONES = 2_000
NOTHING = Markup("")
PLAIN = "zones.html"  # how the places of any game are drawn
ROOM = "\1"  # where the id of the room goes: what is drawn for one can be shown in another
FACES = "\2"  # where the folder of its faces goes
MOST_EMPTY_PLACES = 12  # a larger board without anything on it is one of cells, not of places for cards


class Scene:
    """A view, and what a template asks about it; `memo` is for what a template wants to work out only once.

    `tell` says texts of moves that are still keys of the game's catalogue. What is in `apart` has moves of its own,
    which a lesson does not offer now.
    """

    def __init__(
        self,
        view: View,
        game: Game,
        faces: str,
        language: str,
        tell: Callable[[str], str] = lambda text: text,
        apart: frozenset[str] = frozenset(),
    ) -> None:
        self.view, self.game, self.faces, self.language, self.tell = view, game, faces, language, tell
        sizes = {len(move.touches) for move in view.moves}
        lines = {items: name for zone in view.table.zones for name, items in _lines(zone, sizes)}
        headed = [(move.id, lines.get(frozenset(move.touches))) for move in view.moves] if lines else []
        self.headed = {move: line for move, line in headed if line is not None}
        touched = (item for move in view.moves if move.id not in self.headed for item in move.touches)
        self.touching = dict.fromkeys(touched).keys()
        equal = (pair for zone in view.table.zones for pair in self._equal(zone))
        self.same = {item: first for item, first in equal if item not in apart}
        self.memo: dict[str, Any] = {}
        self._about = (game, language, view.seats)

    def _equal(self, zone: Zone) -> list[tuple[str, str]]:
        """Things that look like one that can be played: choosing either is the same, but not on a board."""
        chosen = _ids(zone) & self.touching if self.touching else ()
        if not chosen or len(chosen) == len(zone.items) or _of_cells(zone):
            return []
        looks = {item.id: _look(item) for item in zone.items}
        first = {looks[item]: item for item in reversed(looks) if item in chosen}
        alike = [(item, first.get(look)) for item, look in looks.items() if item not in chosen]
        return [(item, other) for item, other in alike if other is not None]

    @cached_property
    def zones(self) -> list[Zone]:
        """The others' places first, then what belongs to all, then one's own; a hand comes last."""
        return sorted(self.view.table.zones, key=self._nearness)

    @cached_property
    def by_id(self) -> dict[str, Zone]:
        """The places by their ids."""
        return {zone.id: zone for zone in self.view.table.zones}

    def _nearness(self, zone: Zone) -> int:
        if zone.owner is None:
            return 2 if zone.kind in ("grid", "board") else 3
        if zone.owner != self.view.seat:
            return 1
        return 5 if zone.kind == "fan" else 4

    def of_cells(self, zone: Zone) -> bool:
        """Whether a grid or board shows signs on cells; otherwise cards lie on it."""
        return _of_cells(zone)

    def face(self, item: Item, zone: Zone) -> str:
        """Where the picture of a card is; nothing for cells, lists and cards without one."""
        kind = "back" if item.hidden and not item.kind else item.kind
        listed = zone.kind == "pile" and not self.two_sided
        if listed or self.of_cells(zone) or not kind or not has_face(self.game, kind):
            return ""
        language = in_language(self.game, self.language)
        if not self.two_sided:
            return _address(kind, language)
        return _address(kind, language, item.tone, item.turned, zone.id.rstrip("0123456789"))

    def draw(self, item: Item, zone: Zone, first: bool = False, extra: str = "") -> Markup:
        """One thing as a button."""
        if item.under:
            return self._draw(item, zone, first, extra)
        key = (item, first, extra, self.game, self.language, zone.id, zone.kind, self.of_cells(zone))
        return KEPT.get(key, lambda: self._draw(item, zone, first, extra))

    def _draw(self, item: Item, zone: Zone, first: bool, extra: str) -> Markup:
        looks = Looks(
            self.of_cells(zone),
            self.face(item, zone),
            0 if self.two_sided else item.turned % 360,
            first,
            extra,
            self.language,
        )
        return drawn(item, looks, "".join(self.draw(below, zone) for below in item.under))

    def heading(self, zone: Zone, name: str, label: str) -> Markup:
        """The label of a row (`row1`) or column (`col1`); a button where a move concerns all of it."""
        line = f"{zone.id}/{name}"
        return _heading(name[:3], label, line if line in self.headed.values() else "", self.language)

    def group(self, zone: Zone) -> Markup:
        """The attributes by which the page lets a person choose connected cells of a place with one click."""
        group = self.view.table.group
        if group is None or not self._grouped(zone):
            return NOTHING
        said = {f"say-{word}": self.t(f"piece.{word}") for word in ("taken", "off", "turn", "single", "shape")}
        about = {"piece": group.size, "free": " ".join(group.free), "say-apart": group.start, **said}
        return Markup("").join(Markup(' data-{}="{}"').format(name, value) for name, value in about.items())

    def _grouped(self, zone: Zone) -> bool:
        group = self.view.table.group
        return group is not None and group.zone == zone.id and bool(self.view.moves)

    def place(self, zone: Zone, *signs: str) -> Markup:
        """A place with everything that lies there; facts of a thing whose names are `signs` become its classes."""

        def draw() -> str:
            return things.place(zone, self._kind(zone), self.group(zone), self._lying(zone, signs))

        return self.kept(zone, signs, caller=draw)

    def _kind(self, zone: Zone) -> str:
        cards = " of-cards" if zone.kind in ("grid", "board") and not self.of_cells(zone) else ""
        whose = "" if zone.owner is None else " own" if zone.owner == self.view.seat else " theirs"
        return f"{cards}{'' if zone.items else ' bare'}{whose}"

    def _lying(self, zone: Zone, signs: Sequence[str]) -> str:
        """What lies in a place, with the labels of its rows and columns."""
        if not zone.items:
            return Markup('<p class="empty">{}</p>').format(self.t("table.empty"))
        corner = ['<span class="label"></span>'] if zone.column_labels and zone.row_labels else []
        columns = [self.heading(zone, f"col{n}", label) for n, label in enumerate(zone.column_labels, 1)]
        drawn = []
        for n, item in enumerate(zone.items):
            extra = "".join(f" {sign}" for sign in signs if item.facts.get(sign))
            drawn.append(f"{self._row_label(zone, n)}{self.draw(item, zone, n == 0, extra)}")
        return things.items(zone, [*corner, *columns], drawn)

    def _row_label(self, zone: Zone, n: int) -> str:
        """The label before the first thing of a row."""
        if not zone.row_labels or not zone.columns or n % zone.columns:
            return ""
        row = n // zone.columns
        return self.heading(zone, f"row{row + 1}", zone.row_labels[row])

    def kept(self, zone: Zone, *more: Hashable, caller: Callable[[], str]) -> Markup:
        """What the caller makes of a place, made once as long as the place (and `more`) stays the same."""
        headed = tuple(line for line in self.headed.values() if line.startswith(f"{zone.id}/")) if self.headed else ()
        group = self.view.table.group if self._grouped(zone) else None
        return KEPT.get((zone, more, self._about, self._is_own(zone), group, headed), caller)

    def _is_own(self, zone: Zone) -> bool:
        return zone.owner is not None and zone.owner == self.view.seat

    def part(self, zone: Zone, items: Sequence[Item], caller: Callable[[], str]) -> Markup:
        """What the caller makes of some things of a place that belongs to all, made once while they stay the same."""
        return KEPT.get((self.game, self.language, zone.id, tuple(items)), caller)

    def once(self, macro: Callable[..., str], *about: Hashable) -> str:
        """What a macro of the game says about things, from this seat; said once."""
        key = (self._about, macro.name, self.view.seat, about)  # type: ignore[attr-defined]
        return KEPT.get(key, lambda: macro(*about))

    @property
    def marks(self) -> str:
        """What can be done with things, for `marking.js`: so the things themselves stay as they are.

        Why not is told with it where the view says so; an open page asks for that (`reasons`).
        """
        told: dict[str, Any] = {"can": [*self.touching], "same": self.same, "say": self.t("table.playable")}
        told |= reasons(self.view)
        inside = json.dumps(told, ensure_ascii=False).replace("&", "&amp;").replace("<", "&lt;")
        return f"<template data-marks>{inside}</template>"

    @property
    def t(self) -> Words:
        return speaker(self.language)

    @cached_property
    def two_sided(self) -> bool:
        """Whether the faces show which side is up and how it is turned."""
        return self.game.cards.turning_faces

    @property
    def buttons(self) -> Markup:
        """All moves as buttons. Those that touch nothing on the table are loose: they are always shown."""
        own = _move_template(self.game)
        loose = {touched for move in self.view.moves for touched in move.touches}
        loose = loose.difference(*map(_ids, self.view.table.zones))
        draw = self._own_button if own else self._plain_button
        return Markup("".join([draw(move, loose.issuperset(move.touches)) for move in self.view.moves]))

    def _own_button(self, move: Move, loose: bool) -> str:
        own = _move_template(self.game)
        return _move_button(move, loose, self.headed.get(move.id, ""), own.attributes(self, move), own.body(self, move))

    def _plain_button(self, move: Move, loose: bool) -> str:
        headed, says, label = self.headed.get(move.id, ""), self.tell(move.says), self.tell(move.label)
        key = (self.game, move.id, move.text, move.touches, move.block, move.into, says, label, loose, headed)
        return KEPT.get(key, lambda: _move_button(move, loose, headed, "", self._words(move)))

    def _words(self, move: Move) -> str:
        label = f" <span>{self.say(move.label)}</span>" if move.label else ""
        return f"<b>{self.order(move)}</b>{label}"

    def card(self, kind: str) -> str:
        """What people call a card."""
        return self.game.catalogue(self.language).card(kind)

    def word(self, key: str) -> str:
        """A text of the game's catalogue that has no blanks."""
        return self.game.catalogue(self.language).text(key)

    def say(self, text: str) -> Markup:
        """A text with the names of its cards."""
        return spoken(self.game, self.tell(text))

    def order(self, move: Move) -> Markup:
        """A move as people say it."""
        return self.say(move.says) if move.says else order(self.game, move.text)

    @property
    def speaks(self) -> bool:
        """Whether the game has its words in catalogues, so that a prompt names who decides."""
        return self.game.speaks

    def facts(self, zone: str, name: str) -> list[Any]:
        """A fact of every thing in a place; looked up once."""
        key = f"{zone} {name}"
        if key not in self.memo:
            self.memo[key] = [item.facts[name] for item in self.by_id[zone].items]
        return self.memo[key]  # type: ignore[no-any-return]

    def becomes(self, counter: str, then: Sequence[int]) -> Markup:
        """What a move would make of every seat's counter: `North 12 (+3)`."""
        told = enumerate(zip(self.view.seats, self.counted(counter), then, strict=True))
        return Markup(" ".join([_compared(*one, n == self.view.seat) for n, one in told]))

    def counted(self, counter: str) -> list[Any]:
        """The facts of all counters of an id; looked up once."""
        if counter not in self.memo:
            self.memo[counter] = [one.fact for one in self.view.table.counters if one.id == counter]
        return self.memo[counter]  # type: ignore[no-any-return]

    @staticmethod
    def changes(name: str, now: Sequence[object], then: Sequence[object]) -> str:
        """`cell3=5 cell4=7`: what a move would write where."""
        return " ".join([f"{name}{n}={text}" for n, text in enumerate(then) if text != now[n]])

    @staticmethod
    def row_of(now: Sequence[object], then: Sequence[object]) -> Markup:
        """What a move would make of a row of signs, with the new ones marked."""
        same, other = "<i>", '<i class="new">'
        signs = zip(now, then, strict=True)
        return Markup("".join([f"{same if new == old else other}{safe(str(new))}</i>" for old, new in signs]))

    def counter(self, name: str) -> Counter:
        """The first counter of an id."""
        return next(counter for counter in self.view.table.counters if counter.id == name)

    def counters(self, owner: int | None) -> list[Counter]:
        return [counter for counter in self.view.table.counters if counter.owner == owner]


def reasons(view: View) -> dict[str, Any]:
    """Why things cannot be chosen; a single reason without a thing is one for all own things: it is not your turn."""
    blocked = () if view.over else view.table.blocked
    told: dict[str, Any] = {"why": {one.item: [one.reason, one.clause] for one in blocked if one.item}}
    if len(blocked) == 1 and not told["why"] and view.seat is not None:
        told["general"] = [blocked[0].reason, blocked[0].clause]
        told["own"] = [zone.id for zone in view.table.zones if zone.owner == view.seat]
    return told


@lru_cache(1_000)
def _address(kind: str, language: str, side: str = "", turned: int = 0, at: str = "") -> str:
    """Where the picture of a card is, in any room; `at` is the place where a card with two sides lies."""
    query: dict[str, Any] = {"side": side, "turned": turned, "at": at} if at else {}
    query |= {"language": language} if language else {}
    return f"{FACES}/{kind}.svg" + (f"?{urlencode(query)}" if query else "")


@lru_cache(1_000)
def _heading(kind: str, label: str, line: str, language: str) -> Markup:
    """`line` is what the moves of a whole row or column are about, if there are any."""
    text = safe(label)
    if not line:
        return Markup(f'<span class="label {kind}" aria-hidden="true">{text}</span>')
    said = f'aria-label="{text}. {safe(speaker(language)("table.playable"))}" data-name="{text}"'
    start = f'<button type="button" class="label {kind} item heading can" data-item="{safe(line)}" tabindex="-1" '
    return Markup(f"{start}{said}>{text}</button>")


@lru_cache(1_000)
def _compared(name: str, before: int, after: int, own: bool) -> str:
    """More of it is good for oneself, and bad for oneself where others have it."""
    change = after - before
    how, more = (" good" if (change > 0) == own else " bad", f" ({change:+d})") if change else ("", "")
    return f'<span class="score{how}">{safe(name)} {after}{more}</span>'


@lru_cache(MOST_ZONES)
def _ids(zone: Zone) -> frozenset[str]:
    """The things of a place, also those that lie under others."""
    return frozenset(_all_ids(zone.items))


def _all_ids(items: Sequence[Item]) -> list[str]:
    return [name for item in items for name in (item.id, *_all_ids(item.under))]


@lru_cache(1_000)
def _look(item: Item) -> Item:
    """What an item looks like, whichever it is."""
    return replace(item, id="", facts=Facts())


def _lines(zone: Zone, sizes: set[int]) -> list[tuple[str, frozenset[str]]]:
    """The rows and columns of a place that have names, with the things in them, if there are moves of such sizes."""
    count, wide = len(zone.items), zone.columns
    return _named_lines(zone) if wide > 1 and count >= 2 * wide and sizes.intersection((wide, count // wide)) else []


@lru_cache(MOST_ZONES)
def _named_lines(zone: Zone) -> list[tuple[str, frozenset[str]]]:
    ids, wide = [item.id for item in zone.items], zone.columns
    rows = [(f"row{n + 1}", ids[n * wide : (n + 1) * wide]) for n in range(len(zone.row_labels))]
    columns = [(f"col{n + 1}", ids[n::wide]) for n in range(len(zone.column_labels))]
    return [(f"{zone.id}/{name}", frozenset(line)) for name, line in rows + columns]


@lru_cache(MOST_ZONES)
def _of_cells(zone: Zone) -> bool:
    if zone.kind not in ("grid", "board") or any(item.kind or item.hidden for item in zone.items):
        return False
    return any(item.text.strip() for item in zone.items) or len(zone.items) > MOST_EMPTY_PLACES


@cache
def _move_template(game: Game) -> Any:
    """The macros by which a game draws its moves; None where it has none of its own."""
    own = _own(game, "move.html", "")
    return environment(game.folder).get_template(own).module if own else None


def _move_button(move: Move, loose: bool, headed: str, attributes: str, body: str) -> str:
    """A block of moves counts as a thing that is chosen first; `headed` is the heading that stands for a whole line."""
    block = [f"~{move.block.replace(' ', '_')}"] if move.block else []
    chosen = " ".join([*([headed] if headed else move.touches), *block])
    always = ' data-loose="1"' if loose else ""
    about = f'data-touches="{safe(" ".join(move.touches))}" data-choose="{safe(chosen)}"'
    about += f' data-into="{safe(move.into)}"' if move.into else ""
    start = f'<button type="button" class="move" data-move="{move.id}" {about}{always}'
    return f"{start}{attributes}>{body}</button>"


@cache
def _own(game: Game, template: str, otherwise: str) -> str:
    """The game's own template if it has one."""
    return f"game/{template}" if (game.folder / template).is_file() else otherwise


@cache
def _table(game: Game, name: str) -> Template:
    return environment(game.folder).get_template(name or _own(game, "table.html", PLAIN))


def board(scene: Scene, name: str = "") -> str:
    """The zones, by the game's own template or another."""
    drawn = _table(scene.game, name).render(scene=scene, t=speaker(scene.language)).replace(FACES, scene.faces)
    return f"{drawn}\n{scene.marks}"
