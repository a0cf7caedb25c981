"""Standing orders: pass for me until ..., so that windows do not tire (the decisions themselves stay the same)."""

from tablewright.engine import say

from .ids import ASK, ITEM, TO, WINDOW
from .state import Cards, State
from .zones import active

ORDERS = {name: say(f"order.{name}") for name in ("turn", "attack", "chain")}


def order_stands(s: State, k: Cards, seat: int, order: str) -> bool:
    """Whether what the order waits for has not come yet."""
    if active(s) == seat and not s.n_chain:
        return False
    attacked = s.window in (WINDOW.attack, WINDOW.combat)
    answers = s.n_chain > 0 and s.chain[s.n_chain - 1][ITEM.player] != seat
    return order == "turn" or not (attacked or (order == "chain" and answers))


def ordered(s: State, k: Cards, seat: int, order: str) -> int | None:
    """What the order plays for the seat in this decision; None where only the person can decide."""
    return TO.done if s.ask == ASK.respond and s.decider == seat else None
