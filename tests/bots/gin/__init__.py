"""Gin: a game of the size of gin rummy that has no hook for any bot, for tests of learning."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # that its modules have the types of the contract, for mypy
    from tablewright.engine import GameRules, GameView

    from . import rules, view
    from .rules import Cards, State

    RULES: GameRules[State, Cards] = rules
    VIEW: GameView[State, Cards] = view
