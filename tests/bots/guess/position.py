"""Positions of Guess: only new games."""

from collections import Counter

from tablewright.engine import Position

from .rules import State, deal

POSITION = Position(
    State,
    ("A", "B", "C"),
    facts={"turn": lambda s, k: s.turn, "points": lambda s, k: s.points[: k.players]},
    settle=lambda given, s, k: deal(s, 0),
    components=lambda s, k: Counter(card=len(s.secret)),
)
