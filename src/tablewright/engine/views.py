"""What a person at the table sees: zones of items, counters, a prompt, moves, and why other moves are not possible.

Views hold texts and numbers only, so nothing hidden can be reached from one. The terminal and the browser draw any
game from these.
"""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

ZoneKind = Literal["row", "grid", "pile", "fan", "board"]


@dataclass(frozen=True)
class Item:
    """A card, a cell or a stack; `id` is unique in the view, `text` is short, `detail` says the rest in words."""

    id: str
    text: str
    detail: str = ""
    kind: str = ""  # the card's id in cards.toml, for faces
    tone: str = ""  # a colour word for the renderer; never the only carrier of a meaning
    lines: tuple[str, ...] = ()  # what is printed on the card's body, line by line
    marks: tuple[str, ...] = ()  # short words on the item: "marked", "x2", "live: buy"
    turned: int = 0  # degrees clockwise
    under: tuple["Item", ...] = ()  # what is attached to it or tucked under it
    hidden: bool = False


@dataclass(frozen=True)
class Zone:
    """A place on the table. A grid or board is read row by row, `columns` items a row."""

    id: str
    title: str
    kind: ZoneKind
    items: tuple[Item, ...]
    columns: int = 0
    owner: int | None = None
    note: str = ""
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Counter:
    """A named number or word, of one seat or of the table."""

    title: str
    value: str
    owner: int | None = None


@dataclass(frozen=True)
class Prompt:
    """What is asked of whom, in words; `decision` is the rulebook's name of the state, `clause` the rule behind it."""

    decision: str
    text: str
    clause: str = ""


@dataclass(frozen=True)
class Move:
    """One legal move: `text` is what a person types, unique in the position; `label` says what it does."""

    id: int
    text: str
    label: str = ""
    block: str = ""
    index: int = 0
    touches: tuple[str, ...] = ()  # ids of the items it concerns


@dataclass(frozen=True)
class Blocked:
    """Something that cannot be done now, and why."""

    what: str
    reason: str
    item: str = ""
    clause: str = ""


@dataclass(frozen=True)
class Table:
    """What a game's `view.py` describes for one seat."""

    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    prompt: Prompt
    blocked: tuple[Blocked, ...] = ()


@dataclass(frozen=True)
class View:
    """A seat's whole view of a match: the table, whose decision it is, and the seat's own legal moves."""

    game: str
    seat: int | None
    seats: tuple[str, ...]
    deciding: int | None
    over: bool
    table: Table
    moves: tuple[Move, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
