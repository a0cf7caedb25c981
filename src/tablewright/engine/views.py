"""What a person at the table sees: zones of items, counters, a prompt, moves, and why other moves are not possible.

Views hold texts and facts only, so nothing hidden can be reached from one. The terminal and the browser draw any game
from these. Every text may be a key of the game's catalogue (`saying.py`); a `Match` gives it in words.
"""

from dataclasses import MISSING, asdict, dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypeVar

from tablewright.engine.rule import Event
from tablewright.engine.saying import NO_FACTS, Fact, Facts
from tablewright.engine.tables import NewData

ZoneKind = Literal["row", "grid", "pile", "fan", "board"]
C = TypeVar("C")


def soon_made(frozen: type[C]) -> type[C]:
    """A frozen dataclass of which there are many: its fields go straight into the object, in a quarter of the time."""
    known = {one.name: one.default for one in fields(frozen)}  # type: ignore[arg-type]
    asked = [name if default is MISSING else f"{name}=known[{name!r}]" for name, default in known.items()]
    put = "\n".join(f"    own[{name!r}] = {name}" for name in known)
    made: dict[str, Any] = {}
    exec(f"def __init__(self, {', '.join(asked)}):\n    own = self.__dict__\n{put}", {"known": known}, made)
    frozen.__init__ = made["__init__"]  # type: ignore[method-assign]
    return frozen


class Hashed:
    """Things by which drawings are looked up again and again: their hash is made once, and only for this process."""

    def __hash__(self) -> int:
        known: int | None = self.__dict__.get("_hash")
        if known is None:
            known = self.__dict__["_hash"] = hash(tuple(self.__dict__.values()))
        return known

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}


@soon_made
@dataclass(frozen=True)
class Item(Hashed):
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
    facts: Facts = NO_FACTS  # what the words say, for templates and bots: `Facts(power=9, marked=True)`

    __hash__ = Hashed.__hash__


@soon_made
@dataclass(frozen=True)
class Zone(Hashed):
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
    facts: Facts = NO_FACTS

    __hash__ = Hashed.__hash__


@soon_made
@dataclass(frozen=True)
class Counter:
    """A named number or word, of one seat or of the table."""

    title: str
    value: str
    owner: int | None = None
    id: str = ""  # what it counts, whatever the language: `score`
    fact: Fact = None  # its value, not in words
    goal: bool = False  # whether it says who is ahead


@dataclass(frozen=True)
class Prompt:
    """What is asked of whom, in words; `decision` is the rulebook's name of the state, `clause` the rule behind it."""

    decision: str
    text: str
    clause: str = ""


@soon_made
@dataclass(frozen=True)
class Move:
    """One legal move: `text` is its notation, unique in the position and the same in every language.

    `says` is how people say it, `label` what it does; without `says` people read the notation.
    """

    id: int
    text: str
    label: str = ""
    block: str = ""
    index: int = 0
    touches: tuple[str, ...] = ()  # ids of the items it concerns
    into: str = ""  # the zone where they go, if there are other moves with them that lead elsewhere
    says: str = ""
    facts: Facts = NO_FACTS

    @property
    def name(self) -> str:
        """The move as people read it."""
        return self.says or self.text


@dataclass(frozen=True)
class Blocked:
    """Something that cannot be done now, and why."""

    what: str
    reason: str
    item: str = ""
    clause: str = ""
    text: str = ""  # its notation, where it has one: `merge 1->2`


@dataclass(frozen=True)
class Group:
    """Connected cells of a board that are asked for one by one; a page may let a person choose all of them at once."""

    zone: str
    size: int
    free: tuple[str, ...]  # ids of the cells on which the group may lie
    start: str = ""  # what the first cell must be, in words; the legal moves are these


@dataclass(frozen=True)
class Run:
    """Moves that people like to make one after the other; a page may offer them as one click that says so."""

    text: str
    moves: tuple[int, ...]  # ids, in their order; none of them hinders a later one


@dataclass(frozen=True)
class Table:
    """What a game's `view.py` describes for one seat."""

    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    prompt: Prompt
    blocked: tuple[Blocked, ...] = ()
    group: Group | None = None
    runs: tuple[Run, ...] = ()


@dataclass(frozen=True)
class Figure:
    """A card that takes part in a beat, or (without a kind) a seat itself; a sign beside it, and whether it is lost."""

    kind: str
    seat: int
    sign: str = ""
    lost: bool = False


@dataclass(frozen=True)
class Beat:
    """One moment of what a decision set going: who does something, to whom; the log says in words what it was."""

    events: tuple[Event, ...]
    by: tuple[Figure, ...]
    on: tuple[Figure, ...] = ()


class Decided(NamedTuple):
    """A decision of the past as somebody knows it: who made it, and the id of the action unless it is secret."""

    seat: int
    action: int | None


@dataclass(frozen=True)
class View:
    """A seat's whole view of a match: the table, whose decision it is, the seat's own legal moves, what was decided."""

    game: str
    seat: int | None
    seats: tuple[str, ...]
    deciding: int | None
    over: bool
    table: Table
    moves: tuple[Move, ...] = field(default=())
    history: tuple[Decided, ...] = field(default=())

    def to_json(self) -> NewData:
        return asdict(self)

    def __str__(self) -> str:
        """Everything in it, line by line."""
        lines = [f"{self._owned(counter.owner)}{counter.title}: {counter.value}" for counter in self.table.counters]
        lines += [f"{zone.title}: {', '.join(item.text for item in zone.items) or '-'}" for zone in self.table.zones]
        lines.append(self.table.prompt.text)
        return "\n".join([*lines, *(f"  {move.name}  {move.label}".rstrip() for move in self.moves)])

    def _owned(self, owner: int | None) -> str:
        return "" if owner is None else f"{self.seats[owner]}, "
