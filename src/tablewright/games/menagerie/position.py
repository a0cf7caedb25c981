"""A Menagerie position in the rulebook's own notation, to and from a state.

tableaus: {P1: "[pig2(c1)+melon | - | horse1 | - | -]"}   # rear to front; † is dead or wounded; default: empty
market: pig - cat / frog bison - / horse sushi swan       # row by row; default: empty
deck: [melon, carrion, rest]      # from the top; rest: all cards that are nowhere else, shuffled. Default: [rest]
discard: {swan: 1, pig: 2}        # or a list
vp: {P1: 7}, refills_used: {P1: 1}, drafts: {P1: 2}       # default: 0
round: 5, start: P2               # the starting player; default: round 1, P1
phase: market                     # round_start, abilities, market (default), combat, score, over
to_move: P1                       # who decides; default: the starting player, or the next who may still draft
step: P2                          # abilities, combat: whose step it is
holding: cat                      # a held card, or a stack that a Frog displaced (horse2+melon)
decision: TAKE                    # default: HOLD while something is held, else what comes next in the phase
bonus: 1, draws: 1, passes: 2     # bonus drafts due, cards still to be drawn, passes in a row
listed: [1, 3]                    # spaces of the listed stacks that have yet to act, in order (held: the held stack)
fresh: 2, honey_due: {P1: 2}      # the stack with the just drafted Frog; wounded stacks whose Honey is not yet offered
last_combat: {P1: 5, P2: 3}, turns: 12
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablewright.engine import ABSENT, Part, Position, PositionError, later, read

from .combat import power, stack_power
from .decisions import DECISIONS, advance
from .market import player_at, takeable
from .notation import PUFFIN, SEAT_NAMES, decision_name, read_stack, read_tableau, stack_text, tableau_text
from .state import ANIMALS, ASK, CARDS, CHOCOLATE, LIFTED, MARK, STAGE, Cards, State

OVER = "over"
HELD = "held"


def read_phase(value: object, s: State, k: Cards) -> None:
    s.stage = min(read.word(value, "phase", (*STAGE._fields, OVER)), STAGE.score)


def read_step(value: object, s: State, k: Cards) -> None:
    step = read.seat(value, SEAT_NAMES[: k.players], "step")
    s.at = 0 if s.stage in (STAGE.round_start, STAGE.score) else (step - s.first) % k.players


def read_holding(held: object, s: State, k: Cards) -> None:
    if held in CARDS:
        s.held = CARDS.index(str(held)) + 1
    else:
        read_stack(s, s.decider, LIFTED, str(held), "holding")


def read_listed(value: object, s: State, k: Cards) -> None:
    s.listed, step = 1, player_at(s, k, s.at)
    for n, space in enumerate(read.items(value, "listed", "spaces"), 1):
        held = space == HELD and s.animal[step][LIFTED] > 0
        s.due[step][LIFTED if held else read_space(space, "listed", s, k, step)] = n


def write_listed(s: State, k: Cards) -> object:
    due = sorted((n, i) for i, n in enumerate(s.due[player_at(s, k, s.at)]) if n)
    return [HELD if i == LIFTED else i + 1 for _, i in due] if s.listed else ABSENT


def read_space(value: object, where: str, s: State, k: Cards, p: int) -> int:
    i = read.number(value, where, 1, k.spaces) - 1
    read.require(s.animal[p][i], f"{where} is {value}; that space is empty")
    return i


def marked(key: str, mark: int) -> Part:
    """The space of a stack with a mark; without a seat it is one of whoever decides."""

    def read(value: object, s: State, k: Cards, *seat: int) -> None:
        p, where = (seat[0], f"{key} of {SEAT_NAMES[seat[0]]}") if seat else (s.decider, key)
        s.mark[p][read_space(value, where, s, k, p)] |= mark

    def write(s: State, k: Cards, *seat: int) -> object:
        marks = s.mark[seat[0] if seat else s.decider]
        return next((i + 1 for i in range(k.spaces) if marks[i] & mark), ABSENT)

    return Part(read, write)


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Take up the decision that is named or that the held card implies; else go on from the phase."""
    if given["phase"] == OVER:
        s.ask = ASK.game_over
        return
    s.ask = ASK.hold if s.held else ASK.hold_stack if s.animal[s.decider][LIFTED] else ASK.nobody
    if given.get("decision") is not None:
        s.ask = read.entry(given["decision"], "decision", {**DECISIONS.asks, PUFFIN: ASK.market_ability})
    elif s.stage == STAGE.market and s.ask == ASK.nobody and not s.bonus:
        if s.drafts[s.decider] < k.drafts_per_round:
            s.ask = ASK.take
        advance(s, k, 0)  # MEN-5.1: a player who has drafted enough is skipped
    check_decision(s, k)
    advance(s, k, 0)


def check_decision(s: State, k: Cards) -> None:
    """What a decision needs must be there."""
    lifted = s.animal[s.decider][LIFTED]
    needs = {
        ASK.hold: (s.held, "a held card"),
        ASK.hold_stack: (lifted, "a held stack"),
        ASK.bonus_take: (s.bonus, "a bonus draft"),
        ASK.honey: (any(mark & MARK.honey_due for mark in s.mark[s.decider]), "honey_due"),
        ASK.take: (not (s.held or lifted), "empty hands"),
    }
    there, needed = needs.get(s.ask, (any(s.due[s.decider][: k.spaces]) or s.ask == ASK.nobody, "a listed stack"))
    read.require(there, f"the decision {decision_name(k, s.ask)} needs {needed}")
    if s.ask == ASK.take and s.drafts[s.decider] >= k.drafts_per_round:
        raise PositionError(
            f"{SEAT_NAMES[s.decider]} is to take a card, but has drafted {k.drafts_per_round} already (MEN-5.1)"
        )
    if s.held > ANIMALS and not takeable(s, k, s.decider, s.held):
        raise PositionError(f"no stack of {SEAT_NAMES[s.decider]} can take the held {CARDS[s.held - 1]}")


def components(s: State, k: Cards) -> Counter[str]:
    """Every card is in the deck, the market, the discard pile, a stack, under a stack, or held."""
    cards = POSITION.in_zones(s, k)
    for p in range(k.players):
        for animal, level, sweets in zip(s.animal[p], s.level[p], s.chocolates[p], strict=True):
            if animal:
                cards += {CARDS[animal - 1]: level - sweets - 1, CARDS[CHOCOLATE - 1]: sweets}  # one is in the zone
    return cards


POSITION: Position = Position(
    State,
    SEAT_NAMES,
    parts={
        "tableaus.{seat}": Part(read_tableau, tableau_text),
        "phase": Part(read_phase, lambda s, k: OVER if s.ask == ASK.game_over else STAGE._fields[s.stage], "market"),
        "step": Part(read_step, lambda s, k: SEAT_NAMES[player_at(s, k, s.at)], lambda s, k: SEAT_NAMES[s.decider]),
        "fresh": marked("fresh", MARK.fresh),
        "honey_due.{seat}": marked("honey_due", MARK.honey_due),
        "holding": Part(read_holding, lambda s, k: CARDS[s.held - 1] if s.held else stack_text(s, s.decider, LIFTED)),
        "listed": Part(read_listed, write_listed),
        "decision": Part(later, lambda s, k: decision_name(k, s.ask)),
    },
    facts={
        "powers.{seat}": power,
        "stack_powers.{seat}": lambda s, k, p: [stack_power(s, k, p, i) for i in range(k.spaces)],
    },
    when=dict.fromkeys(
        ("step", "fresh", "honey_due", "holding", "listed", "decision"), lambda s, k: s.ask != ASK.game_over
    ),
    settle=settle,
    components=components,
)
