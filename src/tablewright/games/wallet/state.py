"""The words of the rules: numbers for colours, abilities and decisions, the action ids, and the two records.

Cards are numbered 1 to 18 as on the sheet; 0 is no card. Piles are kept bottom first, so their top is their last card.
"""

from typing import NamedTuple, TypedDict

from tablewright.engine import (
    Blocks,
    CardsLayout,
    Kinds,
    StateLayout,
    array,
    choice,
    counter,
    flag,
    number,
    pile,
    rule,
    seat_number,
    slots,
)

CARDS = tuple(f"wal_{n:02}" for n in range(1, 19))
COLOURS = ("tan", "teal")
SIDES = ("left", "right")
LEFT, RIGHT, NEITHER = range(3)
FULL = 3  # the dots on a card's longest edge


class Ability(NamedTuple):
    """What a boxed ability does (WAL-5)."""

    nothing: int = 0
    activate: int = 1
    buy: int = 2
    gain: int = 3
    trade: int = 4
    swap: int = 5
    discard: int = 6
    destroy: int = 7


class Decision(NamedTuple):
    """What is asked (Decision points)."""

    nobody: int = 0
    face: int = 1
    turn: int = 2
    activate: int = 3
    buy: int = 4
    trade: int = 5
    discard: int = 6
    destroy: int = 7
    swap: int = 8
    place: int = 9
    take: int = 10


class Colour(NamedTuple):
    """WAL-1.1: the face that is up."""

    tan: int = 0
    teal: int = 1


class Need(NamedTuple):
    """What a market card must be for an option to name it."""

    any: int = 0
    live: int = 1
    affordable: int = 2


class Reading(NamedTuple):
    """WAL-1.6: which ability is live, by the edge that faces the player or the draw pile."""

    near: int = 0
    far: int = 1


class Allowance(NamedTuple):
    """WAL-3.2: what a turn allows once each."""

    market: int = 0
    zone: int = 1
    adjust: int = 2


class Ending(NamedTuple):
    """How a game ended (WAL-9.1, WAL-P.5, WAL-9.3)."""

    playing: int = 0
    purchase: int = 1
    piles: int = 2
    rounds: int = 3


class Told(NamedTuple):
    """What the rules note for the log."""

    gained: int = 0  # seat, colour, amount
    overflowed: int = 1  # seat, colour, amount lost to the limit
    paid: int = 2  # seat, colour, amount
    destroyed: int = 3  # seat, colour, amount
    skipped: int = 4  # ability, colour
    replaced: int = 5  # seat, card, colour
    refilled: int = 6  # slot, card, 4 times its face plus its facing
    reshuffled: int = 7  # cards in the new draw pile
    passed: int = 8  # seat, 1 if something was done
    only_option: int = 9  # action id
    bought: int = 10  # seat, card
    ended: int = 11  # how


DO, ASK, OF, NEED = Ability(), Decision(), Colour(), Need()
READS, USE, END, SAY = Reading(), Allowance(), Ending(), Told()

SEATS = 3
SLOTS = 5  # the largest market
WIDTH = 15  # the most cards of one colour that a zone can hold (edition pairs)
DRAW, DISCARDED = SLOTS, SLOTS + 1  # places of the deck zone after the market's slots: the tops of the piles
DECK_PLACES = SLOTS + 2
ZONE_PLACES = SEATS * 2 * WIDTH

BLOCKS = Blocks(
    tan=len(CARDS),
    activate=SLOTS,
    activate_zone=2 * WIDTH,
    buy=SLOTS,
    flip=SLOTS,
    rotate=SLOTS,
    end_turn=1,
    trade=1,
    discard=SLOTS,
    destroy=SEATS,
    swap=(ZONE_PLACES + DECK_PLACES) * DECK_PLACES,
    place=2 * WIDTH,
    take=2 * WIDTH,
    decline=1,
)


class Starts(NamedTuple):
    """Where the blocks of action ids start."""

    tan: int
    activate: int
    activate_zone: int
    buy: int
    flip: int
    rotate: int
    end_turn: int
    trade: int
    discard: int
    destroy: int
    swap: int
    place: int
    take: int
    decline: int


TO = Starts(*BLOCKS.starts)

LONGEST_CHAIN = SLOTS + 1
PROBES = (
    *(f"{c}.{f}.{s}.{place}" for c in CARDS for f in COLOURS for s in SIDES for place in ("market", "zone")),
    *(f"{card}.{face}.bought" for card in CARDS for face in COLOURS),
    *(f"{what}.{colour}" for what in ("gained", "spent", "lost_to_limit", "destroyed") for colour in COLOURS),
    *(f"chain_of_{n}" for n in range(1, LONGEST_CHAIN + 1)),
    "turns_without_action",
    *("end_purchase", "end_empty_piles", "end_round_limit"),  # in the order of `Ending`
)


class Counters(NamedTuple):
    """Where the counters for the lab start."""

    used: int = 0
    bought: int = 8 * len(CARDS)
    gained: int = 10 * len(CARDS)
    spent: int = 10 * len(CARDS) + 2
    overflow: int = 10 * len(CARDS) + 4
    destroyed: int = 10 * len(CARDS) + 6
    chain: int = 10 * len(CARDS) + 8
    idle: int = 10 * len(CARDS) + 8 + LONGEST_CHAIN
    ended: int = 10 * len(CARDS) + 9 + LONGEST_CHAIN


COUNT = Counters()


class Cards(CardsLayout):
    """The numbers of cards.toml. Single numbers are of one kind, so that a rule is compiled for it once."""

    players = number("i8")
    ability = array("i8", 19, 2, 2)  # by card, face and side
    colour = array("i8", 19, 2, 2)  # what is gained, paid in a trade, or destroyed
    amount = array("i8", 19, 2, 2)
    price = array("i8", 19, 2, 2)  # by card, face and colour
    target = number("i8")
    market_size = number("i8")
    start_resources = number("i8")
    teal_share = number("i8")  # percent
    initial_facing = number("i8")
    energy = number("i8")
    allowance = array("i8", 3)
    market_reads = number("i8")
    swap_any_player = number("i8")
    swap_piles = number("i8")
    destroy_all = number("i8")
    mandatory = number("i8")
    start_player = number("i8")  # -1: at random
    max_rounds = number("i8")
    pairs = number("i8")
    bought_keeps_facing = number("i8")


CARD = Kinds("card", CARDS, first=1, copies=1)
BY_CARD = ("none", *CARDS)
UNKNOWN = 2  # the face of a covered card, before everybody has seen it
MANY = 9999


class Piled(TypedDict):
    top_last: bool
    rest: bool
    sorted_rest: bool


PILED: Piled = {"top_last": True, "rest": True, "sorted_rest": True}


@rule
def on_top(s: "State", k: Cards, seat: int, owner: int, i: int) -> int:
    """Of the draw pile everybody sees the top."""
    return 1 if i == s.draws - 1 else 0


@rule
def face_seen(s: "State", k: Cards, seat: int, owner: int, card: int) -> int:
    if s.fresh:
        for i in range(s.draws - 1):
            if s.draw[i] == card:
                return UNKNOWN
    return s.face[card]


class State(StateLayout):
    """One position, complete between any two decisions."""

    face = counter("i1", 19, parts=BY_CARD, shows=face_seen, most=UNKNOWN, category=True)  # WAL-1.1: what is up
    facing = counter("i1", 19, parts=BY_CARD, most=3, category=True, default=3)  # WAL-1.3
    market = slots("i1", SLOTS, of=CARD, key="market", used="market_size")
    draw = pile("i1", 18, of=CARD, size="draws", seen=on_top, key="draw", title="draw pile", **PILED)
    draws = number("i8")
    discard = pile("i1", 18, of=CARD, size="discards", key="discard", title="discard pile", **PILED)
    discards = number("i8")
    zone = slots("i1", SEATS, 2 * WIDTH, of=CARD)  # tan cards in order of entry, from WIDTH on the teal ones
    held = counter("i1", SEATS, 2, parts=COLOURS, most=WIDTH)
    bought = slots("i1", SEATS, 6, of=CARD)
    purchases = counter("i1", SEATS, most=2 * WIDTH)
    fresh = flag("i8")  # 1 before the first reshuffle: which of the covered cards show teal is not known
    first = seat_number("i8", key="start")  # who has the first turn
    active = seat_number("i8", key="to_move")
    turns = counter("i8", most=MANY)  # turns that have ended
    used = counter("i1", 3, parts=USE._fields, most=9, listed=True, key="used")
    ended = choice("i8", names=END._fields)
    ask = choice("i8", names=ASK._fields)
    decider = seat_number("i8", key="pending.by")
    ability = choice("i8", names=DO._fields)  # being carried out, with its colour and what is left of its number
    colour = choice("i8", names=(*COLOURS, "any"))
    amount = counter("i8", least=-9, most=9)
    energy = choice("i8", names=COLOURS, first=1, key="pending.energy", sparse=True)  # still to come
    # to be gained or, below 0, to be paid or lost
    due = counter("i1", SEATS, 2, parts=COLOURS, least=-99, most=99, key="pending.due", sparse=True)
    unit = choice("i8", names=COLOURS, key="pending.unit")  # that PLACE or TAKE is about
    # slot of the card whose price is being paid, plus 1
    buying = counter("i8", most=SLOTS, category=True, key="pending.buying", sparse=True)
    chain = counter("i8", most=MANY, key="pending.chain", sparse=True)  # activations in this action
    probe = array("i4", len(PROBES))
