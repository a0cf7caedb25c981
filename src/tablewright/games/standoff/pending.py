"""Whether the decision of a written position can be pending: it needs what led to it, and nothing else."""

from tablewright.engine import Moves, PositionError, say

from . import reasons, rules, turn
from .cells import cell_name
from .moves import decision
from .state import ASK, KIND, NAMES, PLAYERS, TO, TOKEN, Cards, State

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
    _check_decision(s, k, wanted)
    _check_answers(s, k)
    if rules.legal(s, k, Moves.plain()) == 0:
        raise PositionError(f"decision {wanted} has no option in this position")


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
        if value and not fits:
            raise PositionError(f"`{name}` does not belong to the decision {wanted}")
    if s.playing and s.playing != s.effect and s.playing - 1 != KIND.duplicate:
        raise PositionError("`effect` is another card than `playing`; only duplicate carries out another one")


def _check_answers(s: State, k: Cards) -> None:
    """What was answered before must have been legal."""
    if s.firing and (s.token[s.firing - 1] != TOKEN.artillery or s.block[s.firing - 1] != s.decider + 1):
        raise PositionError(f"firing: {PLAYERS[s.decider]} has no artillery on {cell_name(s.firing - 1)}")
    if s.victim == s.decider + 1:
        raise PositionError(f"victim is {PLAYERS[s.decider]}, who plays the card; it must be an opponent")
    if s.ask == ASK.discard_down and s.hand_size[s.decider] <= k.hand_limit:
        raise PositionError(f"decision DISCARD_DOWN needs more than {k.hand_limit} cards in hand")
    if s.ask == ASK.bart_discard and not turn.has_bart(s):
        raise PositionError("decision BART_DISCARD needs bart in play")
    named = s.chosen_count
    for s.chosen_count in range(named):
        _check_cell(s, k, s.chosen[s.chosen_count])
    s.chosen_count = named


def _check_cell(s: State, k: Cards, cell: int) -> None:
    moves = Moves.plain()
    if TO.cell + cell not in moves.a[: rules.legal(s, k, moves)]:
        why = reasons.cannot_go_on(s, k, cell) if s.chosen_count else reasons.cannot_begin(s, k, cell, s.effect)
        raise PositionError(say("fault.chosen", why=why))


def _check_decision(s: State, k: Cards, wanted: str) -> None:
    """A decision needs what led to it, and at least one option."""
    asking = ASKED_BY.get(s.ask, ())
    if asking and s.effect - 1 not in asking:
        raise PositionError(f"decision {wanted} needs `playing` or `effect`: {', '.join(NAMES[c] for c in asking)}")
    if s.ask == ASK.place and (wanted not in ("PLACE", decision(s)) or s.chosen_count >= s.effect):
        raise PositionError(f"{NAMES[s.effect - 1]} asks for PLACE_{s.effect} with fewer than {s.effect} cells chosen")
    if asking and not s.playing:
        raise PositionError(f"decision {wanted} needs `playing`, the card that is being played")
    if s.ask == ASK.fire_target and not s.firing:
        raise PositionError("decision FIRE_TARGET needs `firing`, the cell of the artillery")
    if s.ask == ASK.hack_card and not s.victim:
        raise PositionError("decision HACK_CARD needs `victim`, whose hand it is")
    if s.ask == ASK.disposal and not 1 <= s.disposals_left <= k.disposal_max:
        raise PositionError(f"decision DISPOSAL needs `disposals_left`, 1 to {k.disposal_max}")
