"""Standing orders: a person lets the table pass for them until something happens, in games that know such orders.

A game's `view.py` offers them by `ORDERS` (name to meaning), `order_stands` (what it waits for has not come yet) and
`ordered` (what it plays in this decision, or None where only the person can decide). They see what the seat sees.
"""

from collections.abc import Mapping
from typing import Any

from tablewright.engine import Game, Match


def orders_of(game: Game) -> Mapping[str, str]:
    """The orders of a game with their meanings."""
    return game.view.ORDERS


def standing(match: Match, seat: int, world: Any) -> dict[str, str]:
    """The orders that have something to wait for in the world as a seat knows it, with their meanings."""
    known = orders_of(match.game)
    if not known:
        return {}
    stands = match.game.view.order_stands
    return {name: meaning for name, meaning in known.items() if stands(world, match.variant.cards, seat, name)}


def ordered(match: Match, seat: int, order: str) -> int | None:
    """What a standing order plays for the deciding seat."""
    action = match.game.view.ordered(match.known(seat), match.variant.cards, seat, order)
    return action if action in match.legal_ids else None
