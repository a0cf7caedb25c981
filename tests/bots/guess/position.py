"""Positions of Guess: only new games."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .rules import Cards, State, deal


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    deal(s, 0)


def dump(s: State, k: Cards) -> dict[str, Any]:
    return {"turn": s.turn, "points": s.points[: k.players]}


def components(s: State, k: Cards) -> Counter[str]:
    return Counter(card=len(s.secret))
