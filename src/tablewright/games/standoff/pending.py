"""Whether the decision of a written position can be pending: it needs what led to it, and nothing else."""

from tablewright.engine import Moves, PositionError, read, say

from . import options, reasons, rules, turn
from .moves import decision
from .state import ASK, CELL_NAMES, KIND, NAMES, PLAYERS, TO, Cards, State

ASKED_BY: dict[int, tuple[int, ...]] = {
    ASK.place: (KIND.poly_1, KIND.poly_2, KIND.poly_3, KIND.poly_4),
    ASK.cell: (KIND.refinery, KIND.obstruction, KIND.airstrike, KIND.airdrop, KIND.artillery, KIND.forcefield),
    ASK.opponent: (KIND.hack, KIND.trojan),
    ASK.hack_card: (KIND.hack,),
    ASK.tutor: (KIND.early_access,),
    ASK.disposal: (KIND.disposal,),
}


def check_pending(s: State, k: Cards, wanted: str) -> None:
    _check_leftovers(s, wanted)
    _check_needs(s, k, f"decision {wanted} needs", wanted)
    _check_answers(s, k)
    read.refuse(rules.legal(s, k, Moves.plain()) == 0, f"decision {wanted} has no option in this position")


def _check_leftovers(s: State, wanted: str) -> None:
    """What belongs to another decision is not pending."""
    belongs = {
        "playing": (s.playing or s.effect, s.ask in ASKED_BY),
        "chosen": (s.chosen_count, s.ask == ASK.place),
        "firing": (s.firing, s.ask == ASK.fire_target),
        "victim": (s.victim, s.ask == ASK.hack_card),
        "disposals_left": (s.disposals_left, s.ask == ASK.disposal),
    }
    for name, (value, fits) in belongs.items():
        read.refuse(value and not fits, f"`{name}` does not belong to the decision {wanted}")
    other = s.playing and s.playing != s.effect and s.playing - 1 != KIND.duplicate
    read.refuse(other, "`effect` is another card than `playing`; only duplicate carries out another one")


def _check_needs(s: State, k: Cards, needs: str, wanted: str) -> None:
    """What must have led to the decision."""
    asking, size = ASKED_BY.get(s.ask, ()), s.effect
    cards = ", ".join(NAMES[card] for card in asking)
    read.refuse(asking and size - 1 not in asking, f"{needs} `playing` or `effect`: {cards}")
    placing = s.ask == ASK.place and (wanted not in ("PLACE", decision(s)) or s.chosen_count >= size)
    read.refuse(placing, f"{NAMES[size - 1]} asks for PLACE_{size} with fewer than {size} cells chosen")
    read.refuse(asking and not s.playing, f"{needs} `playing`, the card that is being played")
    read.refuse(s.ask == ASK.fire_target and not s.firing, f"{needs} `firing`, the cell of the artillery")
    read.refuse(s.ask == ASK.hack_card and not s.victim, f"{needs} `victim`, whose hand it is")
    trashing = s.ask == ASK.disposal and not 1 <= s.disposals_left <= k.disposal_max
    read.refuse(trashing, f"{needs} `disposals_left`, 1 to {k.disposal_max}")
    small = s.ask == ASK.discard_down and s.hand_size[s.decider] <= k.hand_limit
    read.refuse(small, f"{needs} more than {k.hand_limit} cards in hand")
    read.refuse(s.ask == ASK.bart_discard and not turn.has_bart(s), f"{needs} bart in play")


def _check_answers(s: State, k: Cards) -> None:
    """What was answered before must have been legal."""
    mine, gun = PLAYERS[s.decider], s.firing - 1
    read.refuse(s.firing and not options.is_own_gun(s, gun), f"firing: {mine} has no artillery on {CELL_NAMES[gun]}")
    read.refuse(s.victim == s.decider + 1, f"victim is {mine}, who plays the card; it must be an opponent")
    named = s.chosen_count
    for s.chosen_count in range(named):
        if why := reasons.against(s, k, TO.cell + s.chosen[s.chosen_count]):
            raise PositionError(say("fault.chosen", why=why.text))
    s.chosen_count = named
