"""What a game is: layout, rules in two modes, random numbers, games, matches, views, records. No I/O, no game names."""

from tablewright.engine.blocks import Blocks
from tablewright.engine.cards import Values
from tablewright.engine.chance import below, mixed, seed_chance, shuffle
from tablewright.engine.drivers import Moves
from tablewright.engine.errors import CardsError, IllegalMove, PositionError, RecordError, TablewrightError, unknown
from tablewright.engine.game import WHOLE_WIN, Game, Variant
from tablewright.engine.layout import CardsLayout, Layout, StateLayout, array, number
from tablewright.engine.match import Fault, Match, Outcome
from tablewright.engine.rule import REVEALED, Event, chapter, note, rule
from tablewright.engine.views import Blocked, Counter, Item, Move, Prompt, Table, View, Zone

__all__ = [
    "REVEALED",
    "WHOLE_WIN",
    "Blocked",
    "Blocks",
    "CardsError",
    "CardsLayout",
    "Counter",
    "Event",
    "Fault",
    "Game",
    "IllegalMove",
    "Item",
    "Layout",
    "Match",
    "Move",
    "Moves",
    "Outcome",
    "PositionError",
    "Prompt",
    "RecordError",
    "StateLayout",
    "Table",
    "TablewrightError",
    "Values",
    "Variant",
    "View",
    "Zone",
    "array",
    "below",
    "chapter",
    "mixed",
    "note",
    "number",
    "rule",
    "seed_chance",
    "shuffle",
    "unknown",
]
