"""Standing orders: pass for me until ..., so that windows do not tire (the decisions themselves stay the same)."""

from .ids import ASK_RESPOND, ATTACK_WINDOW, COMBAT_WINDOW, DONE, I_PLAYER
from .layout import Cards, State
from .zones import active

ORDERS = {
    "turn": "pass until it is your turn",
    "attack": "pass until you are attacked, or it is your turn",
    "chain": "pass until your opponent puts something on the chain, or attacks, or it is your turn",
}


def order_stands(s: State, k: Cards, seat: int, order: str) -> bool:
    """Whether what the order waits for has not come yet."""
    if active(s) == seat and not s.n_chain:
        return False
    attacked = s.window in (ATTACK_WINDOW, COMBAT_WINDOW)
    answers = s.n_chain > 0 and s.chain[s.n_chain - 1][I_PLAYER] != seat
    return order == "turn" or not (attacked or (order == "chain" and answers))


def ordered(s: State, k: Cards, seat: int, order: str) -> int | None:
    """What the order plays for the seat in this decision; None where only the person can decide."""
    return DONE if s.ask == ASK_RESPOND and s.asker == seat else None
