"""Positions of WTactics for its tests."""

from collections.abc import Mapping
from typing import Any

from tablewright.engine import Game, Match, Variant
from tablewright.games import load

SPARE = ["bribe"]  # a card that could be laid keeps the game from running on by itself


def game() -> Game:
    return load("wtactics")


def variant(**changes: Any) -> Variant:
    return game().variant(changes={"quests": False, **changes})


def match(given: Mapping[str, Any], seed: int = 1, **changes: Any) -> Match:
    """A match from a position, quests off unless asked for."""
    return Match(variant(**changes), seed=seed, position=given)


def texts(at: Match) -> list[str]:
    return [move.text for move in at.moves]


def words(at: Match) -> dict[str, Any]:
    """The position in words."""
    return dict(at.game.position.dump(at.state, at.variant.cards))


def play(at: Match, *moves: str) -> Match:
    """Play moves in words; where a move is not possible yet, `pass` is played until it is."""
    for move in moves:
        while move not in texts(at) and move != "pass":
            at.play("pass")
        at.play(move)
    return at


def pass_until_turn(at: Match, turn: int) -> Match:
    while at.turns < turn and not at.over:
        at.play("pass")
    return at


def new(seed: int = 0, **changes: Any) -> Match:
    return Match(game().variant(changes=changes), seed=seed)


def after_veto(seed: int = 0, **changes: Any) -> Match:
    at = new(seed, **changes)
    while words(at)["decision"] == "veto":
        at.play(at.legal_ids[0])
    return at
