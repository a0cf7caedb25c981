"""Tablewright: a written card-game rulebook becomes a game that people play, designers measure and programs learn."""

from tablewright.engine import Game, Match
from tablewright.games import load, open_match

__all__ = ["Game", "Match", "load", "open_match"]
__version__ = "0.2.0.dev0"
