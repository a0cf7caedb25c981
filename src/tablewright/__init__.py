"""Tablewright: a written card-game rulebook becomes a game that people play, designers measure and programs learn."""

from tablewright.engine import Game, Match
from tablewright.games import load

__all__ = ["Game", "Match", "load"]
__version__ = "0.1.0"
