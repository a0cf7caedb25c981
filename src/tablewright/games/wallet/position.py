"""A position of the Wallet Game in the rulebook's notation, to and from a state.

zones: {P0: [05/tan/2, 06/teal/0], P1: [08/tan/0, 09/teal/0]}   # tan cards first
bought: {P0: [wal_03]}                  # not in the edition pairs, where bought cards lie in the zone
market: [01/tan/3, 02/teal/3, "-"]      # "-" is an empty slot
draw: [16/teal/3, 17/tan/3, rest]       # top first; rest: all cards that are nowhere else, tan, facing 3
discard: []
to_move: P0                             # all that follows may be left out
used: [market]                          # allowances used in this turn
round: 1
start: P0                               # who had the first turn
reshuffled: true                        # false: which of the covered cards show teal is not known yet
pending: {decision: SWAP, by: P0, ability: swap, energy: tan, chain: 1}     # in the middle of an action
ended: rounds                           # a finished game: purchase, piles or rounds
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tablewright.engine import CardsError, Moves, PositionError, unknown
from tablewright.games.wallet.numbers import read_ability
from tablewright.games.wallet.options import legal, may_decline
from tablewright.games.wallet.places import purse
from tablewright.games.wallet.state import ASK, CARDS, COLOURS, END, USE, WIDTH, Ability, Cards, Decision, Ending, State
from tablewright.games.wallet.view_words import SEATS, ability_code

KEYS = {
    "zones",
    "bought",
    "market",
    "draw",
    "discard",
    "to_move",
    "used",
    "round",
    "start",
    "reshuffled",
    "pending",
    "ended",
}
NEEDED = ("zones", "market", "draw")
INFORMS = {"resources", "deck_zone", "draw_count", "deck_faces"}
PENDING = {"decision", "by", "ability", "energy", "due", "unit", "buying", "chain"}
EMPTY = "-"
REST = "rest"
DECISIONS = tuple(name.upper() for name in Decision._fields)


# From words to a state


def load(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Set up a position; every one of the 18 cards must be in exactly one place."""
    for key in given:
        if key not in KEYS | INFORMS:
            raise PositionError(unknown("key of a position", key, KEYS))
    for key in NEEDED:
        if key not in given:
            raise PositionError(f"a position needs {key}; it takes {', '.join(NEEDED)} at least")
    placed = _Placed(s)
    pending = _mapping(given.get("pending") or {}, "pending")
    _load_zones(given, placed, k, pending.get("decision") == "FACE")
    _load_bought(given, placed, k)
    _load_market(given["market"], placed, k)
    _load_piles(given, placed)
    _load_turn(given, s, k)
    _load_pending(pending, s, k)
    _load_end(given, s, k)


class _Placed:
    """Reads cards, remembers where each is, and refuses a second place."""

    def __init__(self, s: State) -> None:
        self.state = s
        self.where: dict[int, str] = {}

    def card(self, text: object, where: str) -> int:
        """`05/tan/2`: id, face, facing."""
        parts = text.split("/") if isinstance(text, str) else []
        if len(parts) != 3:
            raise PositionError(f"{where}: {text!r} is not a card such as 05/tan/2 (id, face up, facing)")
        number = self.number(parts[0], where)
        if parts[1] not in COLOURS:
            raise PositionError(f"{where}: {text}: a card shows tan or teal, not {parts[1]!r}")
        if parts[2] not in ("0", "1", "2", "3"):
            raise PositionError(f"{where}: {text}: the facing must be 0, 1, 2 or 3, not {parts[2]!r}")
        self.state.face[number] = COLOURS.index(parts[1])
        self.state.facing[number] = int(parts[2])
        return number

    def number(self, text: object, where: str) -> int:
        name = str(text).removeprefix("wal_")
        if not name.isdecimal() or not 1 <= int(name) <= len(CARDS):
            raise PositionError(f"{where}: {unknown('card', str(text), CARDS)}")
        number = int(name)
        if number in self.where:
            raise PositionError(f"{CARDS[number - 1]} is in two places: {self.where[number]} and {where}")
        self.where[number] = where
        return number

    def missing(self) -> list[int]:
        return [number for number in range(1, len(CARDS) + 1) if number not in self.where]


def _mapping(given: object, where: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise PositionError(f"{where} must give names and values, not {given!r}")
    return given


def _list(given: object, where: str) -> list[Any]:
    if not isinstance(given, list):
        raise PositionError(f"{where} must be a list, not {given!r}")
    return given


def _seat(name: object, k: Cards, where: str) -> int:
    if name not in SEATS[: k.players]:
        raise PositionError(f"{where} is {name!r}; it must be {' or '.join(SEATS[: k.players])}")
    return SEATS.index(name)


def _load_zones(given: Mapping[str, Any], placed: _Placed, k: Cards, dealt: bool) -> None:
    zones = _mapping(given["zones"], "zones")
    if set(zones) != set(SEATS[: k.players]):
        raise PositionError(f"zones must be given for {', '.join(SEATS[: k.players])}")
    s = placed.state
    for p, seat in enumerate(SEATS[: k.players]):
        for text in _list(zones[seat], f"the zone of {seat}"):
            card = placed.card(text, f"the zone of {seat}")
            colour = s.face[card]
            s.zone[p][colour * WIDTH + s.held[p][colour]] = card
            s.held[p][colour] += 1
        if not (dealt and s.held[p] == [2, 0]):
            _check_zone(s, p, k)


def _check_zone(s: State, p: int, k: Cards) -> None:
    for colour, name in enumerate(COLOURS):
        if s.held[p][colour] == 0:
            raise PositionError(f"the zone of {SEATS[p]} has no {name} card; it needs a tan and a teal one")
        if s.held[p][colour] > 1 and not k.pairs:
            raise PositionError(
                f"the zone of {SEATS[p]} has {s.held[p][colour]} {name} cards; it has one of each colour"
            )
    s.purchases[p] = s.held[p][0] + s.held[p][1] - 2


def _load_bought(given: Mapping[str, Any], placed: _Placed, k: Cards) -> None:
    s = placed.state
    for seat, cards in _mapping(given.get("bought", {}), "bought").items():
        p = _seat(seat, k, "a seat of bought")
        if k.pairs and cards:
            raise PositionError("in the edition pairs there is no bought pile: bought cards lie in the zone")
        if len(_list(cards, f"bought by {seat}")) > k.target:
            raise PositionError(f"{seat} has bought {len(cards)} cards; the game ends at {k.target}")
        for i, text in enumerate(cards):
            s.bought[p][i] = placed.number(text, f"the cards bought by {seat}")
            s.purchases[p] += 1


def _load_market(given: object, placed: _Placed, k: Cards) -> None:
    slots = _list(given, "the market")
    if len(slots) != k.market_size:
        raise PositionError(f'the market has {k.market_size} slots, not {len(slots)}; write "-" for an empty one')
    for slot, text in enumerate(slots):
        if text != EMPTY:
            placed.state.market[slot] = placed.card(text, "the market")


def _load_piles(given: Mapping[str, Any], placed: _Placed) -> None:
    s = placed.state
    piles = {name: _list(given.get(name, []), f"the {name} pile") for name in ("draw", "discard")}
    numbers = {
        name: [placed.card(text, f"the {name} pile") for text in cards if text != REST] for name, cards in piles.items()
    }
    for name, cards in piles.items():
        if REST in cards[:-1]:
            raise PositionError(f"the {name} pile: rest can only be its last entry")
        if cards and cards[-1] == REST:
            numbers[name] += [placed.card(f"{number}/tan/3", f"the {name} pile") for number in placed.missing()]
    if placed.missing():
        names = ", ".join(CARDS[number - 1] for number in placed.missing())
        raise PositionError(f"{names} is nowhere; a pile that ends with 'rest' takes all cards not named")
    s.draws, s.discards = len(numbers["draw"]), len(numbers["discard"])
    if s.draws == 0 and s.discards > 0:
        raise PositionError("the draw pile is empty and the discard pile is not: they would have been shuffled at once")
    s.draw[: s.draws] = reversed(numbers["draw"])
    s.discard[: s.discards] = reversed(numbers["discard"])


def _load_turn(given: Mapping[str, Any], s: State, k: Cards) -> None:
    usual = SEATS[max(0, k.start_player)]
    s.start = _seat(given.get("start", usual), k, "start")
    s.active = _seat(given.get("to_move", SEATS[s.start]), k, "to_move")
    s.asked, s.ask = s.active, ASK.turn
    for name in _list(given.get("used", []), "used"):
        if name not in USE._fields:
            raise PositionError(unknown("allowance", str(name), USE._fields))
        s.used[USE._fields.index(name)] += 1
    for use, name in enumerate(USE._fields):
        if s.used[use] > k.allowance[use]:
            raise PositionError(f"the {name} allowance is used {s.used[use]} times; a turn has {k.allowance[use]}")
    number = given.get("round", 1)
    if not isinstance(number, int) or not 1 <= number <= k.max_rounds:
        raise PositionError(f"round is {number!r}; it must be 1 to {k.max_rounds}")
    s.turns = (number - 1) * k.players + (s.active - s.start) % k.players
    known = given.get("reshuffled", True)
    if not isinstance(known, bool):
        raise PositionError(f"reshuffled is {known!r}; it must be true or false")
    s.fresh = int(not known)


def _load_pending(pending: Mapping[str, Any], s: State, k: Cards) -> None:
    for key in pending:
        if key not in PENDING:
            raise PositionError(unknown("key of pending", key, PENDING))
    if not pending:
        return
    if pending.get("decision") not in DECISIONS[1:]:
        raise PositionError(unknown("decision", str(pending.get("decision")), DECISIONS[1:]))
    s.ask = DECISIONS.index(pending["decision"])
    s.asked = _seat(pending.get("by", SEATS[s.active]), k, "pending by")
    if s.ask == ASK.face:
        s.active, s.turns = 0, 0
    _load_ability(pending, s)
    slots = ["", *(f"m{slot}" for slot in range(k.market_size))]
    s.buying = _place(pending.get("buying", ""), slots, "slot")
    for seat, units in _mapping(pending.get("due", {}), "pending due").items():
        for colour, n in _mapping(units, f"pending due of {seat}").items():
            s.due[_seat(seat, k, "a seat of due")][_place(colour, COLOURS, "colour")] = _number(n, f"due of {seat}")
    _check_decision(s, k)


def _check_decision(s: State, k: Cards) -> None:
    """Whether the pending decision can be made in this position."""
    name = DECISIONS[s.ask]
    if s.ask == ASK.face and s.held[s.asked] != [2, 0]:
        raise PositionError(f"pending: FACE needs two tan cards in the zone of {SEATS[s.asked]}")
    if ASK.activate <= s.ask <= ASK.swap and Ability._fields[s.ability] != name.lower():
        raise PositionError(f"pending: the decision {name} needs the ability {name.lower()}")
    if legal(s, k, Moves.plain()) - int(may_decline(k, s.ask)) == 0:
        raise PositionError(f"pending: there is nothing to choose for {name}")


def _load_ability(pending: Mapping[str, Any], s: State) -> None:
    if "ability" in pending:
        try:
            s.ability, s.colour, s.amount = read_ability(str(pending["ability"]), "pending ability")
        except CardsError as fault:
            raise PositionError(str(fault)) from fault
    s.energy = _place(pending.get("energy", ""), ("", *COLOURS), "colour")
    s.unit = _place(pending.get("unit", "tan"), COLOURS, "colour")
    s.chain = _number(pending.get("chain", 0), "chain")


def _place(name: object, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise PositionError(f"pending: {unknown(what, str(name), filter(None, names))}")
    return names.index(str(name))


def _number(value: object, what: str) -> int:
    if not isinstance(value, int) or not -9 <= value <= 9:
        raise PositionError(f"pending {what} is {value!r}; it must be a number of one digit")
    return value


def _load_end(given: Mapping[str, Any], s: State, k: Cards) -> None:
    won = not k.pairs and max(s.purchases) >= k.target
    how = given.get("ended") or ("purchase" if won else None)
    if how is None:
        return
    if how not in Ending._fields[1:]:
        raise PositionError(unknown("ending", str(how), Ending._fields[1:]))
    s.ended = Ending._fields.index(how)
    s.ask = ASK.nobody
    if s.ended == END.rounds:
        s.turns += 1


# From a state to words


def dump(s: State, k: Cards) -> dict[str, Any]:
    """The whole position in words; examples compare any part of it."""
    seats = SEATS[: k.players]
    last = s.turns - 1 if s.ended == END.rounds else s.turns
    deck = [card for card in [*s.market, *s.draw[: s.draws], *s.discard[: s.discards]] if card]
    return {
        "zones": {seat: [_text(s, card) for card in _zone(s, p)] for p, seat in enumerate(seats)},
        "bought": {seat: [CARDS[card - 1] for card in s.bought[p] if card] for p, seat in enumerate(seats)},
        "market": [_text(s, card) if card else EMPTY for card in s.market[: k.market_size]],
        "draw": [_text(s, card) for card in reversed(s.draw[: s.draws])],
        "discard": [_text(s, card) for card in reversed(s.discard[: s.discards])],
        "to_move": SEATS[s.active],
        "used": [name for use, name in enumerate(USE._fields) for _ in range(s.used[use])],
        "round": last // k.players + 1,
        "start": SEATS[s.start],
        "reshuffled": not s.fresh,
        "pending": _pending(s, k),
        "ended": Ending._fields[s.ended] if s.ended else None,
        "resources": {
            seat: {name: purse(s, p, colour) for colour, name in enumerate(COLOURS)} for p, seat in enumerate(seats)
        },
        "deck_zone": sorted(_text(s, card) for card in deck),
        "draw_count": s.draws,
        "deck_faces": {name: sum(s.face[card] == colour for card in deck) for colour, name in enumerate(COLOURS)},
    }


def _zone(s: State, p: int) -> list[int]:
    return s.zone[p][: s.held[p][0]] + s.zone[p][WIDTH : WIDTH + s.held[p][1]]


def _text(s: State, card: int) -> str:
    return f"{card:02}/{COLOURS[s.face[card]]}/{s.facing[card]}"


def _pending(s: State, k: Cards) -> dict[str, Any] | None:
    """What is under way in the middle of an action or of the setup."""
    if s.ask in (ASK.nobody, ASK.turn):
        return None
    made: dict[str, Any] = {"decision": DECISIONS[s.ask], "by": SEATS[s.asked]}
    if s.ability:
        made["ability"] = ability_code(s.ability, s.colour, s.amount)
    if s.energy:
        made["energy"] = COLOURS[s.energy - 1]
    if s.ask in (ASK.place, ASK.take):
        made["unit"] = COLOURS[s.unit]
    if s.buying:
        made["buying"] = f"m{s.buying - 1}"
    if s.chain:
        made["chain"] = s.chain
    due = {SEATS[p]: {COLOURS[c]: n for c, n in enumerate(units) if n} for p, units in enumerate(s.due) if any(units)}
    return {**made, "due": due} if due else made


def components(s: State, k: Cards) -> Counter[str]:
    """What must stay the same all game: each of the 18 cards in exactly one place (WAL-8.6)."""
    zones = [card for p in range(k.players) for card in _zone(s, p)]
    bought = [card for p in range(k.players) for card in s.bought[p]]
    piles = s.draw[: s.draws] + s.discard[: s.discards]
    return Counter(CARDS[card - 1] for card in [*zones, *bought, *s.market, *piles] if card)
