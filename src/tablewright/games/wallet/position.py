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

from collections.abc import Mapping
from typing import Any

from tablewright.engine import ABSENT, CardsError, Moves, Part, Position, PositionError, Spelling, read, unknown

from .decisions import DECISIONS, legal
from .notation import SEATS, ability_code
from .numbers import read_ability
from .options import can_act
from .places import purse
from .state import ASK, CARDS, COLOURS, DO, END, TO, USE, WIDTH, Cards, State
from .turn import proceed

# Cards


def read_id(text: object, where: str) -> int:
    name = str(text).removeprefix("wal_")
    read.require(name.isdecimal() and 1 <= int(name) <= len(CARDS), f"{where}: {unknown('card', str(text), CARDS)}")
    return int(name)


def read_card(text: object, where: str, s: State, k: Cards) -> int:
    """`05/tan/2`: id, face, facing."""
    parts = text.split("/") if isinstance(text, str) else []
    read.require(len(parts) == 3, f"{where}: {text!r} is not a card such as 05/tan/2 (id, face up, facing)")
    card = read_id(parts[0], where)
    if parts[2] not in ("0", "1", "2", "3"):
        raise PositionError(f"{where}: {text}: the facing must be 0, 1, 2 or 3, not {parts[2]!r}")
    s.face[card], s.facing[card] = read.word(parts[1], "face", COLOURS, f"{where}: {text}"), int(parts[2])
    return card


def write_card(card: int, s: State, k: Cards) -> str:
    return f"{card:02}/{COLOURS[s.face[card]]}/{s.facing[card]}"


def read_zone(value: object, s: State, k: Cards, p: int) -> None:
    where = f"the zone of {SEATS[p]}"
    for text in read.items(value, where, "cards"):
        card = read_card(text, where, s, k)
        colour = s.face[card]
        read.require(s.held[p][colour] < WIDTH, f"{where} has room for {WIDTH} cards of a colour")
        s.zone[p][colour * WIDTH + s.held[p][colour]] = card
        s.held[p][colour] += 1
    s.purchases[p] = max(0, sum(s.held[p]) - 2)


def read_bought(value: object, s: State, k: Cards, p: int) -> None:
    cards = read.items(value, f"bought by {SEATS[p]}", "cards")
    read.require(not (k.pairs and cards), "in the edition pairs there is no bought pile: bought cards lie in the zone")
    read.require(len(cards) <= k.target, f"{SEATS[p]} has bought {len(cards)} cards; the game ends at {k.target}")
    for i, text in enumerate(cards):
        s.bought[p][i] = card = read_id(text, f"the cards bought by {SEATS[p]}")
        s.facing[card] = 0
    s.purchases[p] += len(cards)  # in the edition pairs what lies in the zone has been bought


def check_cards(s: State, k: Cards) -> None:
    """A zone has both colours, but before FACE."""
    if s.draws == 0 and s.discards > 0:
        raise PositionError("the draw pile is empty and the discard pile is not: they would have been shuffled at once")
    for p, held in enumerate(s.held[: k.players]):
        if s.ask == ASK.face and held == [2, 0]:
            continue
        for n, name in zip(held, COLOURS, strict=True):
            read.require(n > 0, f"the zone of {SEATS[p]} has no {name} card; it needs a tan and a teal one")
            read.require(n <= 1 or k.pairs, f"the zone of {SEATS[p]} has {n} {name} cards; it has one of each colour")


# The turn


def read_round(value: object, s: State, k: Cards) -> None:
    s.turns = (read.number(value, "round", 1, k.max_rounds) - 1) * k.players + (s.active - s.first) % k.players


def read_effect(value: object, s: State, k: Cards) -> None:
    try:
        s.ability, s.colour, s.amount = read_ability(str(value), "pending ability")
    except CardsError as fault:
        raise PositionError(str(fault)) from fault


def settle(given: Mapping[str, Any], s: State, k: Cards) -> None:
    """Whose turn it is, what is asked, and whether the game is over."""
    s.facing[0] = 0
    check_cards(s, k)
    for name, used, most in zip(USE._fields, s.used, k.allowance, strict=True):
        read.require(used <= most, f"the {name} allowance is used {used} times; a turn has {most}")
    if s.ask == ASK.face:
        s.active, s.turns = 0, 0
    if s.ask != ASK.turn:
        check_pending(s, k)
    won = not k.pairs and max(s.purchases) >= k.target
    s.ended = s.ended or (END.purchase if won else END.playing)
    if s.ended:
        s.ask = ASK.nobody
        s.turns += int(s.ended == END.rounds)
    if s.ask == ASK.turn and not can_act(s, k):
        s.ask = ASK.nobody
        proceed(s, k)  # WAL-3.5: nothing is left to do in this turn


def check_pending(s: State, k: Cards) -> None:
    """Whether the pending decision can be made in this position."""
    name = DECISIONS.pending(s).name
    if s.ask == ASK.face and s.held[s.decider] != [2, 0]:
        raise PositionError(f"pending: FACE needs two tan cards in the zone of {SEATS[s.decider]}")
    if ASK.activate <= s.ask <= ASK.swap and DO._fields[s.ability] != name.lower():
        raise PositionError(f"pending: the decision {name} needs the ability {name.lower()}")
    read.require(s.chain <= 9, f"pending chain is {s.chain}; it must be a number of one digit")
    moves = Moves.plain()
    read.require(set(moves.a[: legal(s, k, moves)]) - {TO.decline}, f"pending: there is nothing to choose for {name}")


def in_deck_zone(s: State) -> list[int]:
    return [card for card in [*s.market, *s.draw[: s.draws], *s.discard[: s.discards]] if card]


CARD = Spelling(read_card, write_card)
POSITION: Position = Position(
    State,
    SEATS,
    keyed=True,
    needed=("zones", "market", "draw", "pending.decision"),
    whole=("zones",),
    spelled={"market": CARD, "draw": CARD, "discard": CARD},
    parts={
        "zones.{seat}": Part(read_zone, lambda s, k, p: [write_card(card, s, k) for card in s.zone[p] if card]),
        "bought.{seat}": Part(read_bought, lambda s, k, p: [CARDS[card - 1] for card in s.bought[p] if card]),
        "round": Part(read_round, lambda s, k: (s.turns - int(s.ended == END.rounds)) // k.players + 1, 1),
        "pending.ability": Part(
            read_effect, lambda s, k: ability_code(s.ability, s.colour, s.amount) if s.ability else ABSENT
        ),
    },
    facts={
        "resources.{seat}": lambda s, k, p: {name: purse(s, p, colour) for colour, name in enumerate(COLOURS)},
        "deck_zone": lambda s, k: sorted(write_card(card, s, k) for card in in_deck_zone(s)),
        "deck_faces": lambda s, k: {
            name: sum(s.face[c] == n for c in in_deck_zone(s)) for n, name in enumerate(COLOURS)
        },
    },
    when={
        "pending": lambda s, k: s.ask not in (ASK.nobody, ASK.turn),
        "pending.unit": lambda s, k: s.ask in (ASK.place, ASK.take),
    },
    settle=settle,
)
