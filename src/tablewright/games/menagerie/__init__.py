"""Menagerie: draft animals into a five-space tableau, level them up, sell them, and compare power every round."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # that its modules have the types of the contract
    from tablewright.engine import GamePosition, GameRules, GameView

    from . import position, rules, view
    from .rules import Cards, State

    RULES: GameRules[State, Cards] = rules
    VIEW: GameView[State, Cards] = view
    POSITION: GamePosition[State, Cards] = position.POSITION
