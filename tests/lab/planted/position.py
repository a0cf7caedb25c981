"""Positions of the planted game are not written down."""

from tablewright_game_planted.rules import State

from tablewright.engine import Position, read

POSITION = Position(
    State,
    ("A", "B"),
    facts={"made": lambda s, k: s.made, "used": lambda s, k: [list(row) for row in s.used]},
    settle=lambda given, s, k: read.refuse(True, "the planted game starts at the beginning"),
)
