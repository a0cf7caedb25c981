"""Leduc poker: six cards, two rounds, a common card; what counts is chips."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # that its modules have the types of the contract, for mypy
    from tablewright.engine import GameRules, GameView

    from . import rules, view
    from .rules import Cards, State

    RULES: GameRules[State, Cards] = rules
    VIEW: GameView[State, Cards] = view
