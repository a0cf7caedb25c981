"""Whether the decision of a written position can be pending: it needs what led to it, and nothing else."""

from tablewright.engine import Moves, PositionError
from tablewright.games.standoff import reasons, rules, turn
from tablewright.games.standoff.layout import (
    A_CELL,
    AIRDROP,
    AIRSTRIKE,
    ARTILLERY,
    BART_DISCARD,
    CELL,
    DISCARD_DOWN,
    DISPOSAL,
    DISPOSE,
    DUPLICATE,
    EARLY_ACCESS,
    FIRE_TARGET,
    FORCEFIELD,
    GUN_TOKEN,
    HACK,
    HACK_CARD,
    OBSTRUCTION,
    OPPONENT,
    PLACE,
    POLY_1,
    POLY_2,
    POLY_3,
    POLY_4,
    REFINERY,
    TROJAN,
    TUTOR,
    Cards,
    State,
)
from tablewright.games.standoff.view import decision
from tablewright.games.standoff.words import NAMES, PLAYERS, cell_name

ASKED_BY: dict[int, tuple[int, ...]] = {
    PLACE: (POLY_1, POLY_2, POLY_3, POLY_4),
    CELL: (REFINERY, OBSTRUCTION, AIRSTRIKE, AIRDROP, ARTILLERY, FORCEFIELD),
    OPPONENT: (HACK, TROJAN),
    HACK_CARD: (HACK,),
    TUTOR: (EARLY_ACCESS,),
    DISPOSE: (DISPOSAL,),
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
        "chosen": (s.chosen_count, s.ask == PLACE),
        "firing": (s.firing, s.ask == FIRE_TARGET),
        "victim": (s.victim, s.ask == HACK_CARD),
        "disposals_left": (s.disposals_left, s.ask == DISPOSE),
    }
    for name, (value, fits) in belongs.items():
        if value and not fits:
            raise PositionError(f"`{name}` does not belong to the decision {wanted}")
    if s.playing and s.playing != s.effect and s.playing - 1 != DUPLICATE:
        raise PositionError("`effect` is another card than `playing`; only duplicate carries out another one")


def _check_answers(s: State, k: Cards) -> None:
    """What was answered before must have been legal."""
    if s.firing and (s.token[s.firing - 1] != GUN_TOKEN or s.block[s.firing - 1] != s.seat + 1):
        raise PositionError(f"firing: {PLAYERS[s.seat]} has no artillery on {cell_name(s.firing - 1)}")
    if s.victim == s.seat + 1:
        raise PositionError(f"victim is {PLAYERS[s.seat]}, who plays the card; it must be an opponent")
    if s.ask == DISCARD_DOWN and s.hand_size[s.seat] <= k.hand_limit:
        raise PositionError(f"decision DISCARD_DOWN needs more than {k.hand_limit} cards in hand")
    if s.ask == BART_DISCARD and not turn.has_bart(s):
        raise PositionError("decision BART_DISCARD needs bart in play")
    named = s.chosen_count
    for s.chosen_count in range(named):
        _check_cell(s, k, s.chosen[s.chosen_count])
    s.chosen_count = named


def _check_cell(s: State, k: Cards, cell: int) -> None:
    moves = Moves.plain()
    if A_CELL + cell not in moves.a[: rules.legal(s, k, moves)]:
        why = reasons.cannot_go_on(s, k, cell) if s.chosen_count else reasons.cannot_begin(s, k, cell, s.effect)
        raise PositionError(f"chosen: {why}")


def _check_decision(s: State, k: Cards, wanted: str) -> None:
    """A decision needs what led to it, and at least one option."""
    asking = ASKED_BY.get(s.ask, ())
    if asking and s.effect - 1 not in asking:
        raise PositionError(f"decision {wanted} needs `playing` or `effect`: {', '.join(NAMES[c] for c in asking)}")
    if s.ask == PLACE and (wanted not in ("PLACE", decision(s)) or s.chosen_count >= s.effect):
        raise PositionError(f"{NAMES[s.effect - 1]} asks for PLACE_{s.effect} with fewer than {s.effect} cells chosen")
    if asking and not s.playing:
        raise PositionError(f"decision {wanted} needs `playing`, the card that is being played")
    if s.ask == FIRE_TARGET and not s.firing:
        raise PositionError("decision FIRE_TARGET needs `firing`, the cell of the artillery")
    if s.ask == HACK_CARD and not s.victim:
        raise PositionError("decision HACK_CARD needs `victim`, whose hand it is")
    if s.ask == DISPOSE and not 1 <= s.disposals_left <= k.disposal_max:
        raise PositionError(f"decision DISPOSAL needs `disposals_left`, 1 to {k.disposal_max}")
