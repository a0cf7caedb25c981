"""The bots in seats: they decide in threads of their own, so that the server goes on answering."""

import secrets
from dataclasses import dataclass

from tablewright.bots.policies import choose_greedy, choose_random
from tablewright.engine import Match
from tablewright.engine.kits import plain_kit

LEVELS = ("easy", "medium")
DEFAULT_LEVEL = "medium"


@dataclass(frozen=True)
class Advice:
    """What a bot would play, and why in words."""

    action: int
    why: str


def decide(match: Match, level: str) -> Advice:
    """What a bot of this level plays in a position; it uses only what its seat may know."""
    kit = plain_kit(match.variant)
    kit.layout.assign(kit.state, match.state)
    kit.rng = secrets.randbits(60)
    knows_good = hasattr(match.game.rules, "greedy") or hasattr(match.game.rules, "measure")
    chooser = choose_greedy if level != "easy" and knows_good else choose_random
    action = chooser(kit, None)
    return Advice(action, match.move(action).label)
