"""The words of the rules: numbers for colours, abilities and decisions, the action ids, and the two records.

Cards are numbered 1 to 18 as on the sheet; 0 is no card. Piles are kept bottom first, so their top is their last card.
"""

from functools import partial

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
    numbered,
    pile,
    rule,
    seat_number,
    slots,
)

CARDS = tuple(f"wal_{n:02}" for n in range(1, 19))
ON = numbered("left right neither")  # WAL-1.6: the side of an ability
SIDES = ON._fields[: ON.neither]
FULL = 3  # the dots on a card's longest edge


DO = numbered("nothing activate buy gain trade swap discard destroy")  # what a boxed ability does (WAL-5)
ASK = numbered("nobody face turn activate buy trade discard destroy swap place take")  # Decision points
ASKED = tuple(name.upper() for name in ASK._fields)
OF = numbered("tan teal")  # WAL-1.1: the face that is up
COLOURS = OF._fields
NEED = numbered("any live affordable")  # what a market card must be for an option to name it
READS = numbered("near far")  # WAL-1.6: which ability is live, by the edge that faces the player or the draw pile
USE = numbered("market zone adjust")  # WAL-3.2: what a turn allows once each
END = numbered("playing purchase piles rounds")  # how a game ended (WAL-9.1, WAL-P.5, WAL-9.3)

REASONS = {  # why something is refused
    "market_used": "WAL-3.2",
    "zone_used": "WAL-3.2",
    "adjust_used": "WAL-3.2",
    "empty_now": "WAL-8.2",
    "empty": "WAL-7.1",
    "not_live": "WAL-4.2",
    "short": "WAL-6.1",
    "shows": "WAL-1.6",
    "no_change": "WAL-5.11",
}
WHY = numbered(" ".join(REASONS), first=1)


SAY = numbered(  # what the rules note for the log
    "gained overflowed paid destroyed "  # seat, colour, amount
    "skipped "  # ability, colour
    "replaced "  # seat, card, colour
    "refilled "  # slot, card, 4 times its face plus its facing
    "reshuffled "  # cards in the new draw pile
    "passed "  # seat, 1 if something was done
    "only_option "  # action id
    "bought "  # seat, card
    "ended"  # how
)

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


TO = BLOCKS.starts

LONGEST_CHAIN = SLOTS + 1
PROBES = (
    *(f"{c}.{f}.{s}.{place}" for c in CARDS for f in COLOURS for s in SIDES for place in ("market", "zone")),
    *(f"{card}.{face}.bought" for card in CARDS for face in COLOURS),
    *(f"{what}.{colour}" for what in ("gained", "spent", "lost_to_limit", "destroyed") for colour in COLOURS),
    *(f"chain_of_{n}" for n in range(1, LONGEST_CHAIN + 1)),
    "turns_without_action",
    *("end_purchase", "end_empty_piles", "end_round_limit"),  # in the order of `END`
)
COUNT = Blocks(
    used=8 * len(CARDS),
    bought=2 * len(CARDS),
    gained=2,
    spent=2,
    overflow=2,
    destroyed=2,
    chain=LONGEST_CHAIN,
    idle=1,
    ended=3,
).starts


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
    energy_per_activation = number("i8")
    allowance = array("i8", 3)
    market_reads = number("i8")
    swap_any_player = number("i8")
    swap_piles = number("i8")
    destroy_all = number("i8")
    effects_mandatory = number("i8")
    start_player = number("i8")  # -1: at random
    max_rounds = number("i8")
    pairs = number("i8")
    bought_keeps_facing = number("i8")


CARD = Kinds("card", CARDS, first=1, copies=1, whole=True)  # WAL-8.6: every card in exactly one place
BY_CARD = ("none", *CARDS)
PLACES = tuple(f"m{slot}" for slot in range(SLOTS))  # of the market
UNKNOWN = 2  # the face of a covered card, before everybody has seen it
MANY = 9999
cards_in = partial(pile, "i1", 18, of=CARD, top_last=True, rest=True, sorted_rest=True)


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
    draw = cards_in(size="draws", counted="draw_count", seen=on_top, key="draw", title="draw pile")
    draws = number("i8")
    discard = cards_in(size="discards", key="discard", title="discard pile")
    discards = number("i8")
    zone = slots("i1", SEATS, 2 * WIDTH, of=CARD)  # tan cards in order of entry, from WIDTH on the teal ones
    held = counter("i1", SEATS, 2, parts=COLOURS, most=WIDTH)
    bought = slots("i1", SEATS, 6, of=CARD)
    purchases = counter("i1", SEATS, most=2 * WIDTH)
    fresh = flag("i8", key="reshuffled", denied=True)  # which of the covered cards show teal is not known yet
    first = seat_number("i8", key="start", default="start_player")  # who has the first turn
    active = seat_number("i8", key="to_move", like="first")
    turns = counter("i8", most=MANY)  # turns that have ended
    used = counter("i1", 3, parts=USE._fields, most=9, listed=True, key="used")
    ended = choice("i8", names=END._fields[1:], first=1, key="ended", title="ending")
    ask = choice("i8", names=ASKED[1:], first=1, key="pending.decision", title="decision", default=ASK.turn)
    decider = seat_number("i8", key="pending.by", like="active")
    ability = choice("i8", names=DO._fields)  # being carried out, with its colour and what is left of its number
    colour = choice("i8", names=(*COLOURS, "any"))
    amount = counter("i8", least=-9, most=9)
    energy = choice("i8", names=COLOURS, first=1, key="pending.energy", sparse=True)  # still to come
    # to be gained or, below 0, to be paid or lost
    due = counter("i1", SEATS, 2, parts=COLOURS, least=-99, most=99, key="pending.due", sparse=True)
    unit = choice("i8", names=COLOURS, key="pending.unit")  # that PLACE or TAKE is about
    # slot of the card whose price is being paid
    buying = choice("i8", names=PLACES, first=1, used="market_size", key="pending.buying", title="slot", sparse=True)
    chain = counter("i8", most=MANY, key="pending.chain", sparse=True)  # activations in this action
    probe = array("i4", len(PROBES))
