"""A Menagerie position in the rulebook's own notation, to and from a state.

tableaus: {P1: "[pig2(c1)+melon | - | horse1 | - | -]"}   # rear to front; † is dead or wounded; default: empty
market: pig - cat / frog bison - / horse sushi swan       # row by row; default: empty
deck: [melon, carrion, rest]      # from the top; rest: all cards that are nowhere else, shuffled. Default: [rest]
discard: {swan: 1, pig: 2}        # or a list
vp: {P1: 7}, refills_used: {P1: 1}, drafts: {P1: 2}       # default: 0
round: 5, start: P2               # the starting player; default: round 1, P1
phase: market                     # round_start, abilities, market (default), combat, score, over
to_move: P1                       # who decides; default: the starting player
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

from tablewright.engine import PositionError, shuffle, unknown
from tablewright.games.menagerie import rules
from tablewright.games.menagerie.combat import power, stack_power
from tablewright.games.menagerie.components import (
    ABILITIES,
    ANIMALS,
    ASK_BEE,
    ASK_BONUS,
    ASK_DRAW,
    ASK_HOLD,
    ASK_HOLD_STACK,
    ASK_HONEY,
    ASK_MOSQUITO,
    ASK_TAKE,
    CARDS,
    CHOCOLATE,
    COMBAT,
    DRAFTS,
    FRESH,
    GAME_OVER,
    HONEY_DUE,
    LIFTED,
    NOBODY,
    ROUND_START,
    SCORE,
    Cards,
    State,
)
from tablewright.games.menagerie.market import takeable
from tablewright.games.menagerie.notation import (
    DECISIONS,
    EMPTY,
    SEAT_NAMES,
    decision_name,
    market_text,
    read_card,
    read_market,
    read_stack,
    read_tableau,
    stack_text,
    tableau_text,
)
from tablewright.games.menagerie.view_words import counted

PHASES = {
    "round_start": ROUND_START,
    "abilities": ABILITIES,
    "market": DRAFTS,
    "combat": COMBAT,
    "score": SCORE,
    "over": SCORE,
}
KEYS = {
    *("tableaus", "market", "deck", "discard", "vp", "refills_used", "drafts", "round", "start", "phase", "to_move"),
    *(
        "step",
        "holding",
        "decision",
        "bonus",
        "draws",
        "passes",
        "listed",
        "fresh",
        "honey_due",
        "last_combat",
        "turns",
    ),
}
INFORMS = {"powers", "stack_powers", "deck_size"}
REST = "rest"
HELD = "held"
MOST = 10000  # VP, turns and the like


# From words to a state


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Set up a position; cards that are named nowhere are not in the game, unless the deck ends with `rest`."""
    for key in given:
        if key not in KEYS | INFORMS:
            raise PositionError(unknown("key of a position", key, KEYS))
    seats = SEAT_NAMES[: k.players]
    for seat, text in _mapping(given, "tableaus", seats).items():
        read_tableau(s, k, seats.index(seat), text)
    if "market" in given:
        read_market(s, k, given["market"])
    _load_counters(given, s, k, seats)
    _load_turn(given, s, k, seats)
    _load_holding(given, s)
    _load_listed(given, s, k)
    _load_piles(given, s, k)
    _load_decision(given, s, k)


def _load_counters(given: Mapping[str, Any], s: State, k: Cards, seats: tuple[str, ...]) -> None:
    for key, field, most in (
        ("vp", s.vp, MOST),
        ("refills_used", s.refilled, k.refills),
        ("drafts", s.drafts, k.drafts),
        ("last_combat", s.power, MOST),
    ):
        for seat, value in _mapping(given, key, seats).items():
            field[seats.index(seat)] = _number(value, f"{key} of {seat}", 0, most)
    s.round = _number(given.get("round", 1), "round", 1, k.rounds)
    s.turns = _number(given.get("turns", 0), "turns", 0, MOST)
    s.passes = _number(given.get("passes", 0), "passes", 0, k.players)
    s.bonus = _number(given.get("bonus", 0), "bonus", 0, 100)
    s.draws = _number(given.get("draws", 0), "draws", 0, 3)


def _load_turn(given: Mapping[str, Any], s: State, k: Cards, seats: tuple[str, ...]) -> None:
    s.first = _seat(given.get("start", given.get("to_move", seats[0])), "start", seats)
    s.turn = _seat(given.get("to_move", seats[s.first]), "to_move", seats)
    phase = str(given.get("phase", "market"))
    if phase not in PHASES:
        raise PositionError(unknown("phase", phase, PHASES))
    s.stage = PHASES[phase]
    step = _seat(given.get("step", seats[s.turn]), "step", seats)
    s.at = 0 if s.stage in (ROUND_START, SCORE) else (step - s.first) % k.players
    if "fresh" in given:
        s.mark[s.turn][_space(given["fresh"], "fresh", s, k, s.turn)] |= FRESH
    for seat, space in _mapping(given, "honey_due", seats).items():
        p = seats.index(seat)
        s.mark[p][_space(space, f"honey_due of {seat}", s, k, p)] |= HONEY_DUE


def _load_holding(given: Mapping[str, Any], s: State) -> None:
    held = given.get("holding", EMPTY)
    if held in CARDS:
        s.held = read_card(held, "holding")
    elif held != EMPTY:
        read_stack(s, s.turn, LIFTED, str(held), "holding")


def _load_listed(given: Mapping[str, Any], s: State, k: Cards) -> None:
    if "listed" not in given:
        return
    s.listed, step = 1, (s.first + s.at) % k.players
    for n, space in enumerate(given["listed"], 1):
        held = space == HELD and s.animal[step][LIFTED] > 0
        s.due[step][LIFTED if held else _space(space, "listed", s, k, step)] = n


def _load_piles(given: Mapping[str, Any], s: State, k: Cards) -> None:
    pile = given.get("discard", {})
    discarded = Counter(map(str, pile)) if isinstance(pile, list) else pile
    if not isinstance(discarded, Mapping):
        raise PositionError(f"discard is {pile!r}; write a list of cards, or how many of each")
    for name, count in discarded.items():
        s.discard[read_card(name, "discard") - 1] = _number(count, f"discard {name}", 0, 12)
    names = given.get("deck", [REST])
    if not isinstance(names, list):
        raise PositionError(f"deck is {names!r}; write a list of cards from the top")
    deck = [read_card(name, "deck") for name in names if name != REST]
    used = Counter(deck) + Counter({CARDS.index(name) + 1: n for name, n in components(s, k).items()})
    for card, count in used.items():
        if count > k.count[card - 1]:
            raise PositionError(
                f"{CARDS[card - 1]} is there {counted(count, 'time')}; the deck has {k.count[card - 1]}"
            )
    rest = [card + 1 for card in range(len(CARDS)) for _ in range(k.count[card] - used[card + 1])]
    if REST not in names:
        rest = []
    s.decks = len(rest) + len(deck)
    s.deck[: s.decks] = [*rest, *reversed(deck)]
    shuffle(s, s.deck, len(rest))


def _load_decision(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Take up the decision that is named or that the held card implies; else go on from the phase."""
    if given.get("phase") == "over":
        s.ask = GAME_OVER
        return
    default = ASK_HOLD if s.held else ASK_HOLD_STACK if s.animal[s.turn][LIFTED] else NOBODY
    s.ask = default
    if s.stage == DRAFTS and default == NOBODY and not s.bonus:
        s.ask = ASK_TAKE
    if "decision" in given:
        decision = str(given["decision"])
        if decision not in DECISIONS:
            raise PositionError(unknown("decision", decision, DECISIONS))
        s.ask = DECISIONS[decision]
    _check_decision(s, k)
    rules.advance(s, k, 0)


def _check_decision(s: State, k: Cards) -> None:
    """What a decision needs must be there."""
    listed = any(s.due[s.turn][i] for i in range(k.spaces))
    missing = {
        ASK_HOLD: "" if s.held else "a held card",
        ASK_HOLD_STACK: "" if s.animal[s.turn][LIFTED] else "a held stack",
        ASK_BONUS: "" if s.bonus else "a bonus draft",
        ASK_DRAW: "" if listed else "a listed stack",
        ASK_MOSQUITO: "" if listed else "a listed stack",
        ASK_BEE: "" if listed else "a listed stack",
        ASK_HONEY: "" if any(mark & HONEY_DUE for mark in s.mark[s.turn]) else "honey_due",
        ASK_TAKE: "" if not (s.held or s.animal[s.turn][LIFTED]) else "empty hands",
    }.get(s.ask)
    if missing:
        raise PositionError(f"the decision {decision_name(k, s.ask)} needs {missing}")
    if s.held > ANIMALS and not takeable(s, k, s.turn, s.held):
        raise PositionError(f"no stack of {SEAT_NAMES[s.turn]} can take the held {CARDS[s.held - 1]}")


def _mapping(given: Mapping[str, Any], key: str, seats: tuple[str, ...]) -> Mapping[str, Any]:
    values = given.get(key, {})
    if not isinstance(values, Mapping):
        raise PositionError(f"{key} is {values!r}; write it by seat, such as {{P1: ...}}")
    for seat in values:
        _seat(seat, key, seats)
    return values


def _seat(name: object, where: str, seats: tuple[str, ...]) -> int:
    if name not in seats:
        raise PositionError(f"{where}: {unknown('seat', str(name), seats)}")
    return seats.index(str(name))


def _number(value: object, where: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{where} is {value!r}; it must be {low} to {high}")
    return value


def _space(value: object, where: str, s: State, k: Cards, p: int) -> int:
    i = _number(value, where, 1, k.spaces) - 1
    if s.animal[p][i] == 0:
        raise PositionError(f"{where} is {value}; that space is empty")
    return i


# From a state to words


def dump(s: State, k: Cards) -> dict[str, Any]:
    """The whole position in words; examples compare any part of it."""
    seats = SEAT_NAMES[: k.players]

    def by_seat(values: list[int]) -> dict[str, int]:
        return dict(zip(seats, values, strict=False))

    words: dict[str, Any] = {
        "tableaus": {seat: tableau_text(s, k, p) for p, seat in enumerate(seats)},
        "market": market_text(s, k),
        "deck": [CARDS[card - 1] for card in reversed(s.deck[: s.decks])],
        "discard": {name: s.discard[card] for card, name in enumerate(CARDS) if s.discard[card]},
        "vp": by_seat(s.vp),
        "refills_used": by_seat(s.refilled),
        "drafts": by_seat(s.drafts),
        "last_combat": by_seat(s.power),
        "powers": {seat: power(s, k, p) for p, seat in enumerate(seats)},
        "stack_powers": {seat: [stack_power(s, k, p, i) for i in range(k.spaces)] for p, seat in enumerate(seats)},
        "deck_size": s.decks,
        "round": s.round,
        "start": seats[s.first],
        "turns": s.turns,
        "phase": "over" if s.ask == GAME_OVER else next(name for name, stage in PHASES.items() if stage == s.stage),
        "bonus": s.bonus,
        "draws": s.draws,
        "passes": s.passes,
    }
    return words if s.ask == GAME_OVER else {**words, **_dump_decision(s, k)}


def _dump_decision(s: State, k: Cards) -> dict[str, Any]:
    seats = SEAT_NAMES[: k.players]
    step = (s.first + s.at) % k.players
    words: dict[str, Any] = {
        "to_move": seats[s.turn],
        "step": seats[step],
        "decision": decision_name(k, s.ask),
        "holding": CARDS[s.held - 1] if s.held else stack_text(s, s.turn, LIFTED),
        "honey_due": {seat: i + 1 for p, seat in enumerate(seats) for i in range(k.spaces) if s.mark[p][i] & HONEY_DUE},
    }
    if s.listed:
        due = sorted((n, i) for i, n in enumerate(s.due[step]) if n)
        words["listed"] = [HELD if i == LIFTED else i + 1 for _, i in due]
    for i in range(k.spaces):
        if s.mark[s.turn][i] & FRESH:
            words["fresh"] = i + 1
    return words


def components(s: State, k: Cards) -> Counter[str]:
    """Every card is in the deck, the market, the discard pile, a stack, under a stack, or held."""
    cards = Counter(s.deck[: s.decks]) + Counter(s.market) + Counter([s.held])
    for card, n in enumerate(s.discard, 1):
        cards[card] += n
    for p in range(k.players):
        for i, animal in enumerate(s.animal[p]):
            cards[animal] += s.level[p][i] - s.chocolates[p][i]
            cards[CHOCOLATE] += s.chocolates[p][i]
            cards[s.upgrade[p][i]] += 1
    return Counter({CARDS[card - 1]: n for card, n in cards.items() if card and n})
