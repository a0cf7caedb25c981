"""Positions of the planted game are not written down."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablewright_game_planted.rules import Cards, State

from tablewright.engine import PositionError


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    raise PositionError("the planted game starts at the beginning")


def dump(s: State, k: Cards) -> dict[str, Any]:
    return {"made": s.made, "used": [list(row) for row in s.used]}


def components(s: State, k: Cards) -> Counter[str]:
    return Counter()
