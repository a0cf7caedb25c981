"""What lies on the table: cards, effects, action ids, the two records that the rules work on (Components)."""

from typing import NamedTuple

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
    seat_number,
    slots,
)

# Cards. In the state a card is its number plus 1; 0 is no card.

IS = numbered(
    "pig swan carrion scorpion monkey flamingo bison frog cat mosquito puffin horse bee dog "
    "chocolate melon sushi honey",
    first=1,
)
CARDS = IS._fields
ANIMALS = IS.dog  # the first 14 cards; the others are upgrades
CHOCOLATE = IS.chocolate  # the upgrade that goes into a stack

# Effects are data: a card has one of these words in cards.toml, and up to three numbers by level.

DO = numbered(
    "none "
    "draw "  # start of market
    "harm_column choose_column roll_column harm_front harm_behind "  # start of combat
    "down_friends empty_spaces neighbours "  # power of its own
    "lift_front lift_behind lift_ahead "  # power for others
    "bonus_draft sale_bonus "  # when sold
    "swap "  # when drafted
    "protect sell_when_harmed"  # upgrades
)

# Sizes

SEATS = 4
SCRATCH = 4  # a fifth tableau, empty between decisions: an insert is laid out there, bots try placements there
SPACES = 7
LIFTED = 7  # the eighth place of a tableau: a stack displaced by a Frog, while it is held (MEN-8.7)
LINE = 5  # most rows, most market columns
TOP_LEVEL = 3
MOST_CARDS = 12 * len(CARDS)

MOST = 10000  # VP, turns and the like

# What lies where

CARD = Kinds("card", CARDS, first=1, copies="count")
STACKED = Kinds("animal", CARDS[:ANIMALS], first=1)
CELLS = tuple(f"r{row + 1}c{col + 1}" for row in range(LINE) for col in range(LINE))
PLACES = (*(str(space + 1) for space in range(SPACES)), "lifted")

# Action ids. A market cell is row * 5 + column, a merge is source * 7 + target (all counted from 0).
#
# An insert (MEN-6.7) is the place of the new stack in the order (how many stacks are behind it) and the set of spaces
# that stay empty: id = place * 128 + gaps, where bit b of `gaps` is space b. The existing stacks fill the other spaces
# in their order. So every layout has one id and every id is one layout; with five spaces there are 80 of them.

GAPS = 128
BLOCKS = Blocks(
    take=LINE * LINE,
    refill_row=LINE,
    refill_col=LINE,
    **{"pass": 1},
    decline=1,
    draw=4,
    sell=SPACES,
    merge=SPACES * SPACES,
    attach=SPACES,
    tuck=SPACES,
    swap=SPACES,
    insert=SPACES * GAPS,
    discard=1,
    column=SPACES,
    bee=2,
    honey=2,
)


TO = BLOCKS.starts

# Names for numbers

ASK = numbered("nobody market_ability take bonus_take hold hold_stack mosquito bee honey game_over")  # what is asked
STAGE = numbered("round_start abilities market combat score")  # the parts of a round
TIE = numbered("full split order")  # who gets the prize of a tie
SAY = numbered(  # what the rules tell the log
    "round_begins filled reshuffled drawn no_host overflow "
    "acts rolled harmed stack_power power prize_first prize_second next_start gone final_sale"
)


class Mark(NamedTuple):
    """Marks on a stack, as bits."""

    down: int = 1  # dead, in `second` wounded
    honey_due: int = 2  # newly wounded, its Honey not yet offered (MEN-20.11)
    fresh: int = 4  # holds the Frog that was just drafted (MEN-8.9)


MARK = Mark()

# Why something is refused

REASONS = {
    "no_stack": "MEN-5.5",
    "all_top": "MEN-5.5",
    "all_upgraded": "MEN-5.5",
    "refilled": "MEN-5.4",
    "can_take": "MEN-5.8",
    "declined_instead": "MEN-20.7",
    "fresh_frog": "MEN-8.9",
    "no_host_left": "MEN-7.3",
    "top": "MEN-7.2",
    "not_bare": "MEN-7.2",
    "upgraded": "MEN-7.1",
    "top_stack": "MEN-6.9",
    "full": "MEN-6.10",
}
WHY = numbered(" ".join(REASONS), first=1)

# Counters for the lab

_LEVELS = tuple(f"{card}.level_{level}" for card in CARDS[:ANIMALS] for level in (1, 2, 3))
_SINGLE = numbered(
    "vp_combat_first vp_combat_second vp_sales vp_cats vp_merges vp_final_sale "
    "killed_or_wounded bonus_drafts drawn_cards refills passes power power_margin lead_changes"
)._fields
PROBES = (
    *(f"placed.{name}" for name in _LEVELS),
    *(f"sold.{name}" for name in _LEVELS),
    *(f"attached.{card}" for card in CARDS[ANIMALS:]),
    *_SINGLE,
)
COUNT = Blocks(
    placed=len(_LEVELS), sold=len(_LEVELS), attached=len(CARDS) - ANIMALS, **dict.fromkeys(_SINGLE, 1)
).starts


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    players = number("i4")
    count = array("i4", len(CARDS))
    power = array("i4", len(CARDS), TOP_LEVEL)
    effect = array("i4", len(CARDS))
    value = array("i4", len(CARDS), TOP_LEVEL)  # MEN-1.5: the effect's number by level
    sell_vp = array("i4", TOP_LEVEL)
    rounds = number("i4")
    drafts_per_round = number("i4")
    market_rows = number("i4")
    market_cols = number("i4")
    refills_per_round = number("i4")
    refill_at_round_start = number("i4")
    spaces = number("i4")
    merge_overflow_vp = number("i4")
    prize_first = number("i4")
    prize_second = number("i4")
    final_sale = number("i4")
    dead_are_discarded = number("i4")
    push = number("i4")
    tuck_overflow = number("i4")
    may_discard_drafted = number("i4")
    tie_rule = number("i4")
    least_earliest = number("i4")
    match_exactly = number("i4")
    scorpion_hits_self = number("i4")
    frontmost = number("i4")
    monkey_self = number("i4")
    horse_counts_dead = number("i4")
    disabled_act = number("i4")
    pig_optional = number("i4")
    chocolate_needs_bare_stack = number("i4")
    pass_counts_as_draft = number("i4")
    replace_upgrade = number("i4")
    wounds = number("i4")  # only the word: wounded, not dead


class State(StateLayout):
    """One position, complete between any two decisions."""

    # cell row * 5 + column
    market = slots(
        "i1",
        LINE * LINE,
        of=CARD,
        places=CELLS,
        columns=LINE,
        grid=("market_rows", "market_cols"),
        sample="pig - cat / ...",
    )
    deck = pile("i1", MOST_CARDS, of=CARD, size="decks", counted="deck_size", seen=NOBODY, top_last=True, rest=True)
    decks = number("i2")
    discard = counts("i1", len(CARDS), of=CARD, tally=True)  # MEN-1.11
    # tableaus: space 0 is the rear; place 7 is a lifted stack; MEN-1.3: a level counts Chocolates; MEN-1.4: one upgrade
    animal = slots("i1", SEATS + 1, SPACES + 1, of=STACKED, places=PLACES, seats=SEATS, written=False)
    level = counter("i1", SEATS + 1, SPACES + 1, parts=PLACES, most=TOP_LEVEL, seats=SEATS, written=False)
    chocolates = counter("i1", SEATS + 1, SPACES + 1, parts=PLACES, most=TOP_LEVEL, seats=SEATS, written=False)
    upgrade = slots("i1", SEATS + 1, SPACES + 1, of=CARD, places=PLACES, seats=SEATS, written=False)
    mark = counter("i1", SEATS + 1, SPACES + 1, parts=PLACES, most=7, category=True, seats=SEATS, written=False)
    # place in the list of the present step (MEN-4.1, MEN-20.10); 0: none, or done
    due = counter("i1", SEATS + 1, SPACES + 1, parts=PLACES, most=SPACES + 1, seats=SEATS, written=False)
    vp = counter("i2", SEATS, most=MOST)
    refilled = counter("i1", SEATS, most="refills_per_round", key="refills_used")
    drafts = counter("i1", SEATS, most="drafts_per_round")
    round = counter("i1", least=1, most="rounds", default=1)
    first = seat_number("i1", key="start", like="decider")  # the round's starting player
    stage = choice("i1", names=STAGE._fields, written=False)
    at = counter("i1", most=SEATS, written=False)  # place in the player order of whoever has the step or the turn
    listed = flag("i1", written=False)  # whether the present step has its list
    ask = choice("i1", names=ASK._fields, written=False)
    decider = seat_number("i1", key="to_move", like="first")
    held = choice("i1", names=CARDS, first=1, holds=True, written=False)  # the held card
    draws = counter("i1", most=3)  # cards still to be drawn by the acting stack (MEN-20.8)
    bonus = counter("i1", most=100)  # bonus drafts due to `decider` (MEN-8.2)
    passes = counter("i1", most="players")  # in a row (MEN-5.9)
    power = counter("i2", SEATS, most=MOST, key="last_combat")
    turns = counter("i2", most=MOST)  # draft turns so far
    leader = number("i1")  # the last seat that led alone, plus 1
    probe = array("i4", len(PROBES))
