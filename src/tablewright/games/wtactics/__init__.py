"""WTactics: any card is an army or, face down, the gold that pays for it; two fronts, two fields, quests beside."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # that its modules have the types of the contract
    from tablewright.engine import GamePosition, GameRules, GameView

    from . import position, rules, view
    from .rules import Cards, State

    RULES: GameRules[State, Cards] = rules
    VIEW: GameView[State, Cards] = view
    POSITION: GamePosition[State, Cards] = position.POSITION
