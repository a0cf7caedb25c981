"""The words of the rules: numbers for colours, abilities and decisions, the action ids, and the two records.

Cards are numbered 1 to 18 as on the sheet; 0 is no card. Piles are kept bottom first, so their top is their last card.
"""

from typing import NamedTuple

from tablewright.engine import Blocks, CardsLayout, StateLayout, array, number

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


class State(StateLayout):
    """One position, complete between any two decisions."""

    face = array("i1", 19)  # WAL-1.1: the colour that is up, by card
    facing = array("i1", 19)  # WAL-1.3: by card
    market = array("i1", SLOTS)
    draw = array("i1", 18)
    draws = number("i8")
    discard = array("i1", 18)
    discards = number("i8")
    zone = array("i1", SEATS, 2 * WIDTH)  # tan cards in order of entry, from WIDTH on the teal ones
    held = array("i1", SEATS, 2)
    bought = array("i1", SEATS, 6)
    purchases = array("i1", SEATS)
    fresh = number("i8")  # 1 before the first reshuffle: which of the covered cards show teal is not known
    start = number("i8")
    active = number("i8")
    turns = number("i8")  # turns that have ended
    used = array("i1", 3)
    ended = number("i8")
    ask = number("i8")
    asked = number("i8")  # who decides
    ability = number("i8")  # the ability being carried out, with its colour and what is left of its number
    colour = number("i8")
    amount = number("i8")
    energy = number("i8")  # colour of the energy still to come, plus 1
    due = array("i1", SEATS, 2)  # units still to be gained or, below 0, to be paid or lost
    unit = number("i8")  # the colour of the unit that PLACE or TAKE is about
    buying = number("i8")  # slot of the card whose price is being paid, plus 1
    chain = number("i8")  # activations in this action
    probe = array("i4", len(PROBES))
