"""What Standoff is made of: kinds of cards, the board's features, action ids, decisions, and the two records.

Cells are numbered 16 * row + column. Kinds 0 to 30 are the cards of the rulebook's table; the three after them are
Horses that remember another planter (`horse_bonus_credits`). All piles of cards are counts by kind: nobody ever learns
the order of a deck, so a draw takes any of its cards with equal chance, and there is no order that could leak.
"""

from tablewright.engine import (
    NOBODY,
    Blocks,
    CardsLayout,
    Kinds,
    StateLayout,
    array,
    choice,
    counter,
    counts,
    flag,
    number,
    numbered,
    pile,
    rule,
    seat_number,
    slots,
)

KIND = numbered(  # the cards: the canonical index of the table under Components
    "poly_1 poly_2 poly_3 poly_4 credit_1 credit_2 credit_3 refinery restock blitz hack obstruction airstrike "
    "fundraiser airdrop artillery forcefield duplicate initiative trojan emp early_access disposal steve linda "
    "bart zelda horse fast_credit_3 fast_credit_4 fast_credit_5"
)

KINDS = KIND._fields
TABLE = 31  # cards of the table
ALL = 34  # with the Horses of seats 1 to 3
PERMANENT = 8  # kinds 0 to 7 have piles of their own
SATELLITES = 4

IS = numbered("polyomino resource action satellite junk")  # what sort of card a kind is (STA-5)
TYPE = (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 1, 1, 1, 4, 4, 4)

# The board

SEATS = 4
SIDE = 16
CELLS = SIDE * SIDE
EMPTY, BLACK = 0, 5  # a block of seat p is p + 1
COLOURS = 6
RED_GUN = (103, 104, 118, 119, 120, 121, 134, 135, 136, 137, 151, 152)
BLACK_AT_START = (54, 55, 56, 57, 99, 108, 115, 124, 131, 140, 147, 156, 198, 199, 200, 201)
SMALL_PATCHES = (2, 13, 17, 30, 32, 47, 208, 223, 225, 238, 242, 253)
LARGE_PATCHES = (0, 15, 240, 255)
PATCHES = (*SMALL_PATCHES, *LARGE_PATCHES)

TOKEN = numbered("none artillery forcefield refinery")  # what lies on a block (STA-7)
TOKEN_CARDS = (KIND.artillery, KIND.forcefield, KIND.refinery)

ASK = numbered(  # the rulebook's table of decision points
    "main place cell fire_target opponent hack_card tutor disposal discard_down bart_discard"
)

END = numbered("playing gun_full turn_cap")  # how a game ended (STA-15)
BLOCKS = Blocks(
    play=TABLE,
    discard=TABLE,
    buy=TABLE,
    bart=ALL,
    fire=CELLS,
    draw=1,
    mine=1,
    convert=1,
    end=1,
    cell=CELLS,
    opponent=SEATS,
    choose=ALL,
    stop=1,
)
TO = BLOCKS.starts

WHY = numbered(  # what may be against an option; the words are in the catalogue, the clauses with the decisions
    "none not_in_hand not_in_their_hand not_in_deck horse in_debt no_money no_action most_actions "
    "most_polyominoes no_effect repeats sold_out not_on_offer discard_phase no_bart no_artillery not_there "
    "no_cards no_refinery no_minerals no_candidate not_empty no_anchor shielded no_room named no_touch unfit "
    "nothing_there too_far"
)

SAY = numbered(  # what the rules tell the log
    "drew reshuffled turn_started placed destroyed refilled planted returned earned repaid ended"
)

ROUNDS_PROBED = 60

COUNTERS = Blocks(  # for the lab: how many of a kind
    bought=TABLE,
    played=TABLE,
    red_gun=ROUNDS_PROBED,
    credits_earned=1,
    credits_wasted=1,
    minerals_earned=1,
    minerals_wasted=1,
    blocks_placed=1,
    blocks_destroyed=1,
    end_red_gun=1,
    end_turn_cap=1,
)
COUNT = COUNTERS.starts  # where they start

PROBES = (
    *(f"{what}.{card}" for what in ("bought", "played") for card in KINDS),
    *(f"red_gun.round_{r}" for r in range(1, ROUNDS_PROBED + 1)),
    *COUNTERS.names[3:],
)
MOST_SLOTS = 12


class Cards(CardsLayout):
    """The numbers of cards.toml, and the board's features by cell."""

    players = number("i4")
    copies = array("i4", ALL)
    cost = array("i4", ALL, 2)
    price = array("i4", ALL, 2)
    credits = array("i4", ALL)
    starting_deck = array("i4", TABLE)
    actions_per_turn = number("i4")
    hand_limit = number("i4")
    draw_up_to = number("i4")
    starting_hand = number("i4")
    market_slots = number("i4")
    fast_credit_debt = number("i4")
    most_polyominoes = number("i4")
    duplicate_polyomino = number("i4")
    discard_action = number("i4")
    airdrop_anywhere = number("i4")
    artillery_range = number("i4")
    artillery_cost = number("i4")
    forcefield_range = number("i4")
    mine = array("i4", 3)  # minerals by kind of patch: none, small, large
    blitz_actions = number("i4")
    restock_cards = number("i4")
    disposal_max = number("i4")
    fundraiser_counts_itself = number("i4")
    zelda_free = number("i4")
    linda_credits = number("i4")
    steve_cards = number("i4")
    bart_credits = number("i4")
    extra_turn_chain = number("i4")
    horse_bonus_credits = number("i4")
    most_actions = number("i4")
    most_turns = number("i4")
    cap_tie_chain = number("i4")
    near = array("i4", CELLS, 4)  # cells above, left, right and below; -1 is off the board
    border = array("i1", CELLS)
    patch = array("i1", CELLS)
    in_gun = array("i1", CELLS)
    to_gun = array("i1", CELLS)  # distance to the nearest cell of the Red Gun


# What lies where. A seat sees colours as its own (1), those of the next seats in turn, and black.

PLAYERS = ("P0", "P1", "P2", "P3")
NAMES = (*KINDS, *(f"horse_of_{PLAYERS[p]}" for p in range(1, SEATS)))
TOKENS = TOKEN._fields
CARD = Kinds("card", NAMES)
SLOT_CARD = Kinds("card", KINDS, first=1)
PILE_CARD = Kinds("card of the permanent market", KINDS[:PERMANENT])
SATELLITE_CARD = Kinds("card", KINDS[KIND.steve : KIND.steve + SATELLITES])
CELL_NAMES = tuple(f"{chr(ord('a') + cell % SIDE)}{cell // SIDE + 1}" for cell in range(CELLS))
CELL_KIND = Kinds("cell", CELL_NAMES)
COLOUR_NAMES = ("empty", "own", "next", "second", "third", "black")
MANY = 999


@rule
def colour_of_seen(s: "State", k: Cards, seat: int, seen: int) -> int:
    """The inverse: which colour a seat sees as its own, the next, ...; -1 if nobody plays it."""
    if EMPTY < seen < BLACK:
        return 1 + (seat + seen - 1) % k.players if seen <= k.players else -1
    return seen


@rule
def block_seen(s: "State", k: Cards, seat: int, owner: int, cell: int) -> int:
    colour = int(s.block[cell])
    return 1 + (colour - 1 - seat) % k.players if EMPTY < colour < BLACK else colour


@rule
def blocks_seen(s: "State", k: Cards, seat: int, owner: int, seen: int) -> int:
    colour = colour_of_seen(s, k, seat, seen)
    return s.blocks[colour] if colour >= 0 else 0


@rule
def gun_seen(s: "State", k: Cards, seat: int, owner: int, seen: int) -> int:
    colour = colour_of_seen(s, k, seat, seen)
    return s.gun[colour] if colour >= 0 else 0


@rule
def known_in_hand(s: "State", k: Cards, seat: int, owner: int, card: int) -> int:
    """Hidden information: one's own hand, and what one knows for certain of another's."""
    return s.hand[owner][card] if owner == seat else s.known[seat][owner][card]


@rule
def in_hand_or_deck(s: "State", k: Cards, seat: int, owner: int, card: int) -> int:
    """All movements out of a hand are open, so everybody knows hand and deck together."""
    return s.hand[owner][card] + s.deck[owner][card]


class State(StateLayout):
    """One position, complete between any two decisions."""

    turn = counter("i4", most=MANY, default=1)  # STA-3.2
    decider = seat_number("i1", key="to_move")  # always the active player
    ask = choice("i1", names=ASK._fields, written=False)
    ended = choice("i1", names=END._fields, written=False)
    # the turn (STA-3.3)
    credits = counter("i4", least=-MANY, most=MANY)  # STA-2.1: only the active player has a budget
    actions_left = counter("i4", most=MANY, default="actions_per_turn")
    actions_spent = counter("i2", most=MANY)
    polys_played = counter("i2", most=MANY)
    free_next = flag("i1")
    last_card = choice("i1", names=NAMES, first=1)
    extra_turn = flag("i1")
    in_extra_turn = flag("i1")
    # the card being resolved (STA-5.4): it is in no zone (STA-12.3)
    playing = choice("i1", names=NAMES, first=1, holds=True)
    # what is carried out; Duplicate repeats another card's effect
    effect = choice("i1", names=NAMES, first=1, like="playing")
    chosen = pile("i2", 4, of=CELL_KIND, size="chosen_count")  # STA-17.5: cells named so far
    chosen_count = number("i1")
    firing = choice("i2", names=CELL_NAMES, first=1)  # the cell of the artillery token
    victim = seat_number("i1", first=1)
    disposals_left = counter("i1", most=100)
    # the board
    block = counter("i1", CELLS, parts=CELL_NAMES, shows=block_seen, most=BLACK, category=True, written=False)
    token = counter("i1", CELLS, parts=CELL_NAMES, most=3, category=True, written=False)
    blocks = counter("i2", COLOURS, parts=COLOUR_NAMES, shows=blocks_seen, most=CELLS, written=False)
    gun = counter("i1", COLOURS, parts=COLOUR_NAMES, shows=gun_seen, most=12, written=False)
    tokens = counter("i2", SEATS, 4, parts=TOKENS, most=CELLS, written=False)
    # the players (STA-12.1)
    minerals = counter("i4", SEATS, most=MANY)
    debt = counter("i2", SEATS, most=MANY)
    bonus = counter("i4", SEATS, most=MANY)  # Open question 4: credits that Horses will bring
    hand = counts("i2", SEATS, ALL, seen=known_in_hand, size="hand_size", counted="hand_size", of=CARD, bundled=True)
    hand_size = array("i2", SEATS)
    deck = counts("i2", SEATS, ALL, seen=NOBODY, size="deck_size", counted="deck_size", of=CARD, bundled=True)
    deck_size = counter("i2", SEATS, parts=NAMES, seats=SEATS, shows=in_hand_or_deck, most=MANY, written=False)
    discard = counts("i2", SEATS, ALL, size="discard_size", counted="discard_size", of=CARD, bundled=True)
    discard_size = array("i2", SEATS)
    in_play = counts("i2", SEATS, SATELLITES, of=SATELLITE_CARD, bundled=True)
    # the markets
    pile = counts("i2", PERMANENT, of=PILE_CARD, key="piles", title="pile", tally=True, default="copies")
    slot = slots("i1", MOST_SLOTS, of=SLOT_CARD, key="market", used="market_slots", partial=True, empty="none")
    draft = counts("i2", ALL, seen=NOBODY, size="draft_size", counted="draft_size", of=CARD, bundled=True)
    draft_size = number("i2")
    trash = counts("i2", ALL, of=CARD, bundled=True)  # STA-12.4
    # what is known of hands: by viewer (the last one is a spectator) and holder, at least so many of a kind
    known = array("i2", SEATS + 1, SEATS, ALL)
    sunk = counter("i2", SEATS, most=MANY, sparse=True, key="sunk.{seat}")  # Horses known to be still in the deck
    probe = array("i4", len(PROBES))
