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
    pile,
    seat_number,
    slots,
)

# Cards. In the state a card is its number plus 1; 0 is no card.

CARDS = (
    "pig",
    "swan",
    "carrion",
    "scorpion",
    "monkey",
    "flamingo",
    "bison",
    "frog",
    "cat",
    "mosquito",
    "puffin",
    "horse",
    "bee",
    "dog",
    "chocolate",
    "melon",
    "sushi",
    "honey",
)
ANIMALS = 14  # the first 14 cards; the others are upgrades
CHOCOLATE = 15  # the upgrade that goes into a stack


class Effect(NamedTuple):
    """Effects are data: a card has one of these words in cards.toml, and up to three numbers by level."""

    none: int = 0
    draw: int = 1  # start of market
    harm_column: int = 2  # start of combat, from here ...
    choose_column: int = 3
    roll_column: int = 4
    harm_front: int = 5
    harm_behind: int = 6  # ... to here
    down_friends: int = 7  # power of its own
    empty_spaces: int = 8
    neighbours: int = 9
    lift_front: int = 10  # power for others, from here ...
    lift_behind: int = 11
    lift_ahead: int = 12  # ... to here
    bonus_draft: int = 13  # when sold
    sale_bonus: int = 14
    swap: int = 15  # when drafted
    protect: int = 16  # upgrades
    sell_when_harmed: int = 17


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


class Starts(NamedTuple):
    """Where the blocks of action ids start."""

    take: int
    refill_row: int
    refill_col: int
    pass_: int
    decline: int
    draw: int
    sell: int
    merge: int
    attach: int
    tuck: int
    swap: int
    insert: int
    discard: int
    column: int
    bee: int
    honey: int


class Ask(NamedTuple):
    """What is asked; `game_over`: nothing any more."""

    nobody: int = 0
    draw: int = 1
    take: int = 2
    bonus: int = 3
    hold: int = 4
    hold_stack: int = 5
    mosquito: int = 6
    bee: int = 7
    honey: int = 8
    game_over: int = 9


class Stage(NamedTuple):
    """The parts of a round."""

    round_start: int = 0
    abilities: int = 1
    market: int = 2
    combat: int = 3
    score: int = 4


class Mark(NamedTuple):
    """Marks on a stack, as bits."""

    down: int = 1  # dead, in `second` wounded
    honey_due: int = 2  # newly wounded, its Honey not yet offered (MEN-20.11)
    fresh: int = 4  # holds the Frog that was just drafted (MEN-8.9)


class TieRule(NamedTuple):
    """Who gets the prize of a tie."""

    full: int = 0
    split: int = 1
    order: int = 2


class Told(NamedTuple):
    """What the rules tell the log."""

    round_begins: int = 0
    filled: int = 1
    reshuffled: int = 2
    drawn: int = 3
    no_host: int = 4
    overflow: int = 5
    acts: int = 6
    rolled: int = 7
    harmed: int = 8
    stack_power: int = 9
    power: int = 10
    prize: int = 11
    next_start: int = 12
    gone: int = 13
    final_sale: int = 14


# Counters for the lab

_LEVELS = tuple(f"{card}.level_{level}" for card in CARDS[:ANIMALS] for level in (1, 2, 3))
PROBES = (
    *(f"placed.{name}" for name in _LEVELS),
    *(f"sold.{name}" for name in _LEVELS),
    *(f"attached.{card}" for card in CARDS[ANIMALS:]),
    "vp_combat_first",
    "vp_combat_second",
    "vp_sales",
    "vp_cats",
    "vp_merges",
    "vp_final_sale",
    "killed_or_wounded",
    "bonus_drafts",
    "drawn_cards",
    "refills",
    "passes",
    "power",
    "power_margin",
    "lead_changes",
)


class Counters(NamedTuple):
    """Where the counters for the lab start."""

    placed: int = 0
    sold: int = 3 * ANIMALS
    attached: int = 6 * ANIMALS
    vp_first: int = 6 * ANIMALS + 4
    vp_second: int = 6 * ANIMALS + 5
    vp_sales: int = 6 * ANIMALS + 6
    vp_cats: int = 6 * ANIMALS + 7
    vp_merges: int = 6 * ANIMALS + 8
    vp_final: int = 6 * ANIMALS + 9
    kills: int = 6 * ANIMALS + 10
    bonus_drafts: int = 6 * ANIMALS + 11
    drawn_cards: int = 6 * ANIMALS + 12
    refills: int = 6 * ANIMALS + 13
    passes: int = 6 * ANIMALS + 14
    power: int = 6 * ANIMALS + 15
    power_margin: int = 6 * ANIMALS + 16
    lead_changes: int = 6 * ANIMALS + 17


DO, TO, ASK, STAGE, MARK = Effect(), Starts(*BLOCKS.starts), Ask(), Stage(), Mark()
TIE, SAY, COUNT = TieRule(), Told(), Counters()


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    players = number("i4")
    count = array("i4", len(CARDS))
    power = array("i4", len(CARDS), TOP_LEVEL)
    effect = array("i4", len(CARDS))
    value = array("i4", len(CARDS), TOP_LEVEL)  # MEN-1.5: the effect's number by level
    sell_vp = array("i4", TOP_LEVEL)
    rounds = number("i4")
    drafts = number("i4")
    rows = number("i4")
    cols = number("i4")
    refills = number("i4")
    fill_rounds = number("i4")
    spaces = number("i4")
    overflow_vp = number("i4")
    prize_first = number("i4")
    prize_second = number("i4")
    final_sale = number("i4")
    dead_are_discarded = number("i4")
    push = number("i4")
    tuck_overflow = number("i4")
    may_discard = number("i4")
    tie_rule = number("i4")
    least_earliest = number("i4")
    match_exactly = number("i4")
    hits_self = number("i4")
    frontmost = number("i4")
    monkey_self = number("i4")
    counts_down = number("i4")
    disabled_act = number("i4")
    bonus_optional = number("i4")
    needs_bare = number("i4")
    pass_drafts = number("i4")
    replace_upgrade = number("i4")
    wounds = number("i4")  # only the word: wounded, not dead


class State(StateLayout):
    """One position, complete between any two decisions."""

    # cell row * 5 + column
    market = slots(
        "i1", LINE * LINE, of=CARD, places=CELLS, columns=LINE, grid=("rows", "cols"), sample="pig - cat / ..."
    )
    deck = pile("i1", MOST_CARDS, of=CARD, size="decks", seen=NOBODY, top_last=True, rest=True)
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
    refilled = counter("i1", SEATS, most="refills", key="refills_used")
    drafts = counter("i1", SEATS, most="drafts")
    round = counter("i1", least=1, most="rounds", default=1)
    first = seat_number("i1", key="start")  # the round's starting player
    stage = choice("i1", names=STAGE._fields, written=False)
    at = counter("i1", most=SEATS, written=False)  # place in the player order of whoever has the step or the turn
    listed = flag("i1", written=False)  # whether the present step has its list
    ask = choice("i1", names=ASK._fields, written=False)
    decider = seat_number("i1", key="to_move")
    held = counter("i1", most=len(CARDS), category=True, written=False)  # the held card
    draws = counter("i1", most=3)  # cards still to be drawn by the acting stack (MEN-20.8)
    bonus = counter("i1", most=100)  # bonus drafts due to `decider` (MEN-8.2)
    passes = counter("i1", most="players")  # in a row (MEN-5.9)
    power = counter("i2", SEATS, most=MOST, key="last_combat")
    turns = counter("i2", most=MOST)  # draft turns so far
    leader = number("i1")  # the last seat that led alone, plus 1
    probe = array("i4", len(PROBES))
