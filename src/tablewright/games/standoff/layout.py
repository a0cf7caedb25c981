"""What Standoff is made of: kinds of cards, the board's features, action ids, decisions, and the two records.

Cells are numbered 16 * row + column. Kinds 0 to 30 are the cards of the rulebook's table; the three after them are
Horses that remember another planter (`horse_bonus_credits`). All piles of cards are counts by kind: nobody ever learns
the order of a deck, so a draw takes any of its cards with equal chance, and there is no order that could leak.
"""

from tablewright.engine import Blocks, CardsLayout, StateLayout, array, number

# Cards: the canonical index of the table under Components

KINDS = (
    "poly_1",
    "poly_2",
    "poly_3",
    "poly_4",
    "credit_1",
    "credit_2",
    "credit_3",
    "refinery",
    "restock",
    "blitz",
    "hack",
    "obstruction",
    "airstrike",
    "fundraiser",
    "airdrop",
    "artillery",
    "forcefield",
    "duplicate",
    "initiative",
    "trojan",
    "emp",
    "early_access",
    "disposal",
    "steve",
    "linda",
    "bart",
    "zelda",
    "horse",
    "fast_credit_3",
    "fast_credit_4",
    "fast_credit_5",
)
(
    POLY_1,
    POLY_2,
    POLY_3,
    POLY_4,
    CREDIT_1,
    CREDIT_2,
    CREDIT_3,
    REFINERY,
    RESTOCK,
    BLITZ,
    HACK,
    OBSTRUCTION,
    AIRSTRIKE,
    FUNDRAISER,
    AIRDROP,
    ARTILLERY,
    FORCEFIELD,
    DUPLICATE,
    INITIATIVE,
    TROJAN,
    EMP,
    EARLY_ACCESS,
    DISPOSAL,
    STEVE,
    LINDA,
    BART,
    ZELDA,
    HORSE,
    FAST_3,
    FAST_4,
    FAST_5,
) = range(31)
TABLE = 31  # cards of the table
ALL = 34  # with the Horses of seats 1 to 3
PERMANENT = 8  # kinds 0 to 7 have piles of their own
SATELLITES = 4

POLYOMINO, RESOURCE, ACTION, SATELLITE, JUNK = range(5)
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
NO_TOKEN, GUN_TOKEN, FIELD_TOKEN, REFINERY_TOKEN = range(4)

# Decisions (the rulebook's table of decision points) and how a game ended

MAIN, PLACE, CELL, FIRE_TARGET, OPPONENT, HACK_CARD, TUTOR, DISPOSE, DISCARD_DOWN, BART_DISCARD = range(10)
DECISIONS = (
    "MAIN",
    "PLACE",
    "CELL",
    "FIRE_TARGET",
    "OPPONENT",
    "HACK_CARD",
    "TUTOR",
    "DISPOSAL",
    "DISCARD_DOWN",
    "BART_DISCARD",
)
GUN_FULL, TURN_CAP = 1, 2

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
A_PLAY, A_DISCARD, A_BUY, A_BART, A_FIRE, A_DRAW, A_MINE, A_CONVERT, A_END, A_CELL, A_OPPONENT, A_CHOOSE, A_STOP = (
    BLOCKS.starts
)

# What the rules tell the log

DREW, RESHUFFLED, TURN_STARTED, PLACED, DESTROYED, REFILLED, PLANTED, RETURNED, EARNED, REPAID, ENDED = range(11)

# Counters for the lab

ROUNDS_PROBED = 60
PROBES = (
    *(f"bought.{KINDS[c]}" for c in range(TABLE)),
    *(f"played.{KINDS[c]}" for c in range(TABLE)),
    *(f"red_gun.round_{r}" for r in range(1, ROUNDS_PROBED + 1)),
    "credits_earned",
    "credits_wasted",
    "minerals_earned",
    "minerals_wasted",
    "blocks_placed",
    "blocks_destroyed",
    "end_red_gun",
    "end_turn_cap",
)
P_BOUGHT, P_PLAYED, P_GUN = 0, TABLE, 2 * TABLE
P_CREDITS, P_CREDITS_WASTED, P_MINERALS, P_MINERALS_WASTED, P_PLACED, P_DESTROYED, P_END_GUN, P_END_CAP = range(
    P_GUN + ROUNDS_PROBED, P_GUN + ROUNDS_PROBED + 8
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


class State(StateLayout):
    """One position, complete between any two decisions."""

    turn = number("i4")  # STA-3.2
    seat = number("i1")
    ask = number("i1")
    ended = number("i1")
    # the turn (STA-3.3)
    credits = number("i4")  # STA-2.1: only the active player has a budget
    actions_left = number("i4")
    actions_spent = number("i2")
    polys_played = number("i2")
    free_next = number("i1")
    last_card = number("i1")  # kind + 1, 0 is none
    extra_turn = number("i1")
    in_extra_turn = number("i1")
    # the card being resolved (STA-5.4): it is in no zone
    playing = number("i1")  # kind + 1
    effect = number("i1")  # kind + 1: what is carried out; Duplicate repeats another card's effect
    chosen = array("i2", 4)  # STA-17.5: cells named so far
    chosen_count = number("i1")
    firing = number("i2")  # cell + 1 of the artillery token
    victim = number("i1")  # seat + 1
    disposals_left = number("i1")
    # the board
    block = array("i1", CELLS)
    token = array("i1", CELLS)
    blocks = array("i2", COLOURS)  # blocks on the board by colour
    gun = array("i1", COLOURS)  # blocks in the Red Gun by colour
    tokens = array("i2", SEATS, 4)  # tokens on the board by owner and kind
    # the players
    minerals = array("i4", SEATS)
    debt = array("i2", SEATS)
    bonus = array("i4", SEATS)  # Open question 4: credits that Horses will bring
    hand = array("i2", SEATS, ALL)
    hand_size = array("i2", SEATS)
    deck = array("i2", SEATS, ALL)
    deck_size = array("i2", SEATS)
    discard = array("i2", SEATS, ALL)
    discard_size = array("i2", SEATS)
    in_play = array("i2", SEATS, SATELLITES)
    # the markets
    pile = array("i2", PERMANENT)
    slot = array("i1", MOST_SLOTS)  # kind + 1, 0 is empty
    draft = array("i2", ALL)
    draft_size = number("i2")
    trash = array("i2", ALL)
    # what is known of hands: by viewer (the last one is a spectator) and holder, at least so many of a kind
    known = array("i2", SEATS + 1, SEATS, ALL)
    sunk = array("i2", SEATS)  # Horses that everybody knows to be still in the deck
    probe = array("i4", len(PROBES))
