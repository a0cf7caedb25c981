"""What lies on the table: cards, effects, action ids, the two records that the rules work on (Components)."""

from typing import Any

from tablewright.engine import Blocks, CardsError, CardsLayout, StateLayout, Values, array, number

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

# Effects are data: a card has one of these words in cards.toml, and up to three numbers by level.

EFFECTS = (
    "none",
    "draw",  # start of market
    "harm_column",  # start of combat, from here ...
    "choose_column",
    "roll_column",
    "harm_front",
    "harm_behind",  # ... to here
    "down_friends",  # power of its own
    "empty_spaces",
    "neighbours",
    "lift_front",  # power for others, from here ...
    "lift_behind",
    "lift_ahead",  # ... to here
    "bonus_draft",  # when sold
    "sale_bonus",
    "swap",  # when drafted
    "protect",  # upgrades
    "sell_when_harmed",
)
(
    NO_EFFECT,
    DRAW_CARDS,
    HARM_COLUMN,
    CHOOSE_COLUMN,
    ROLL_COLUMN,
    HARM_FRONT,
    HARM_BEHIND,
    DOWN_FRIENDS,
    EMPTY_SPACES,
    NEIGHBOURS,
    LIFT_FRONT,
    LIFT_BEHIND,
    LIFT_AHEAD,
    BONUS_DRAFT,
    SALE_BONUS,
    SWAP_PLACES,
    PROTECT,
    SELL_WHEN_HARMED,
) = range(len(EFFECTS))
NUMBERED_BY = {"bonus_draft": "pig_draws", "draw": "swan_draws", "sale_bonus": "cat_bonus"}  # effect: parameter
POWERED_BY = {"melon": "melon_power", "sushi": "sushi_power"}  # card: parameter

# Sizes

SEATS = 4
SCRATCH = 4  # a fifth tableau, empty between decisions: an insert is laid out there, bots try placements there
SPACES = 7
LIFTED = 7  # the eighth place of a tableau: a stack displaced by a Frog, while it is held (MEN-8.7)
LINE = 5  # most rows, most market columns
TOP_LEVEL = 3
MOST_CARDS = 12 * len(CARDS)

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
(
    TAKE,
    REFILL_ROW,
    REFILL_COL,
    PASS,
    DECLINE,
    DRAW,
    SELL,
    MERGE,
    ATTACH,
    TUCK,
    SWAP,
    INSERT,
    DISCARD,
    COLUMN,
    BEE,
    HONEY,
) = BLOCKS.starts

# Decisions (`ask`) and the parts of a round (`stage`)

(
    NOBODY,
    ASK_DRAW,
    ASK_TAKE,
    ASK_BONUS,
    ASK_HOLD,
    ASK_HOLD_STACK,
    ASK_MOSQUITO,
    ASK_BEE,
    ASK_HONEY,
    GAME_OVER,
) = range(10)
ROUND_START, ABILITIES, DRAFTS, COMBAT, SCORE = range(5)

# Marks on a stack

DOWN = 1  # dead, in `second` wounded
HONEY_DUE = 2  # newly wounded, its Honey not yet offered (MEN-20.11)
FRESH = 4  # holds the Frog that was just drafted (MEN-8.9)

# Words of cards.toml that the rules compare

TIE_FULL, TIE_SPLIT, TIE_ORDER = range(3)
TIE_RULES = ("full", "split", "order")

# What the rules tell the log

(
    ROUND_BEGINS,
    FILLED,
    RESHUFFLED,
    DRAWN,
    NO_HOST,
    OVERFLOW,
    ACTS,
    ROLLED,
    HARMED,
    STACK_POWER,
    POWER,
    PRIZE,
    NEXT_START,
    GONE,
    FINAL_SALE,
) = range(15)

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
PLACED, SOLD_AT, ATTACHED = 0, 3 * ANIMALS, 6 * ANIMALS
(
    VP_FIRST,
    VP_SECOND,
    VP_SALES,
    VP_CATS,
    VP_MERGES,
    VP_FINAL,
    KILLS,
    BONUS_DRAFTS,
    DRAWN_CARDS,
    REFILLS,
    PASSES,
    POWER_SUM,
    POWER_MARGIN,
    LEAD_CHANGES,
) = range(6 * ANIMALS + 4, len(PROBES))


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    players = number("i4")
    count = array("i4", len(CARDS))
    power = array("i4", len(CARDS), TOP_LEVEL)
    effect = array("i4", len(CARDS))
    value = array("i4", len(CARDS), TOP_LEVEL)  # the effect's number by level
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

    market = array("i1", LINE * LINE)  # cell row * 5 + column
    deck = array("i1", MOST_CARDS)  # the last card is the top
    decks = number("i2")
    discard = array("i1", len(CARDS))  # how many of each card (MEN-1.11)
    animal = array("i1", SEATS + 1, SPACES + 1)  # tableaus: space 0 is the rear; place 7 is a lifted stack
    level = array("i1", SEATS + 1, SPACES + 1)
    chocolates = array("i1", SEATS + 1, SPACES + 1)  # how many of the level's cards are Chocolates
    upgrade = array("i1", SEATS + 1, SPACES + 1)
    mark = array("i1", SEATS + 1, SPACES + 1)
    due = array("i1", SEATS + 1, SPACES + 1)  # place in the list of the present step (MEN-4.1, 20.10); 0: none, or done
    vp = array("i2", SEATS)
    refilled = array("i1", SEATS)
    drafts = array("i1", SEATS)
    round = number("i1")
    first = number("i1")  # the round's starting player
    stage = number("i1")
    at = number("i1")  # place in the player order of whoever has the step or the turn
    listed = number("i1")  # whether the present step has its list
    ask = number("i1")
    turn = number("i1")  # who decides
    held = number("i1")  # the held card
    draws = number("i1")  # cards still to be drawn by the acting stack (MEN-20.8)
    bonus = number("i1")  # bonus drafts due to `turn` (MEN-8.2)
    passes = number("i1")  # in a row (MEN-5.9)
    power = array("i2", SEATS)  # of the last combat
    turns = number("i2")  # draft turns so far
    leader = number("i1")  # the last seat that led alone, plus 1
    probe = array("i4", len(PROBES))


def constants(values: Values) -> dict[str, Any]:
    """The record that the rules read, from checked values (Parameters, Open questions)."""
    cards = [values.cards[card] for card in CARDS]
    cols = values["market_cols_4p"] if values.players == 4 else "same"
    cols = values["market_cols"] if cols == "same" else cols
    counts = [card["count"] for card in cards]
    needed = values["market_rows"] * cols + values.players
    if sum(counts) < needed:
        raise CardsError(f"the deck has {sum(counts)} cards; the market and {values.players} players need {needed}")
    return {
        "players": values.players,
        "count": counts,
        "power": [_power(values, card) for card in CARDS],
        "effect": [EFFECTS.index(card["effect"]) for card in cards],
        "value": [_value(values, card) for card in CARDS],
        "sell_vp": values["sell_vp"],
        "rounds": values["rounds"],
        "drafts": values["drafts_per_round"],
        "rows": values["market_rows"],
        "cols": cols,
        "refills": values["refills_per_round"],
        "fill_rounds": int(values["refill_at_round_start"]),
        "spaces": values["spaces"],
        "overflow_vp": values["merge_overflow_vp"],
        "prize_first": values["prize_first"],
        "prize_second": values["prize_second_2p"] if values.players == 2 else values["prize_second"],
        "final_sale": int(values["final_sale"]),
        "dead_are_discarded": int(values["death"] == "discard"),
        "push": int(values["placement_mode"] == "push"),
        "tuck_overflow": int(values["tuck_overflow"]),
        "may_discard": int(values["may_discard_drafted"]),
        "tie_rule": TIE_RULES.index(values["tie_rule"]),
        "least_earliest": int(values["least_tie"] == "earliest"),
        "match_exactly": int(values["mosquito_match"] == "exact"),
        "hits_self": int(values["scorpion_hits_self"]),
        "frontmost": int(values["monkey_target"] == "frontmost"),
        "monkey_self": int(values["monkey_self"]),
        "counts_down": int(values["horse_counts_dead"]),
        "disabled_act": int(values["disabled_act"]),
        "bonus_optional": int(values["pig_optional"]),
        "needs_bare": int(values["chocolate_needs_bare_stack"]),
        "pass_drafts": int(values["pass_counts_as_draft"]),
        "replace_upgrade": int(values["replace_upgrade"]),
        "wounds": int(values["harm"] == "wounded"),
    }


def _power(values: Values, card: str) -> list[int]:
    printed: list[int] = values.cards[card]["power"]
    if card not in POWERED_BY:
        return printed
    if any(printed):
        raise CardsError(f"{card}.power cannot be set; the parameter {POWERED_BY[card]!r} says it")
    return [values[POWERED_BY[card]]] * TOP_LEVEL


def _value(values: Values, card: str) -> list[int]:
    effect, printed = values.cards[card]["effect"], values.cards[card]["values"]
    if effect not in NUMBERED_BY:
        return printed  # type: ignore[no-any-return]
    if any(printed):
        raise CardsError(f"{card}.values cannot be set; the parameter {NUMBERED_BY[effect]!r} says it")
    return values[NUMBERED_BY[effect]]  # type: ignore[no-any-return]


def bound(k: Cards) -> int:
    """Termination: what a round can hold at most, every stack and every card counted generously."""
    most_value = max(max(row) for row in k.value)
    refills = k.players * k.refills
    takes = k.rows * k.cols + refills * max(k.rows, k.cols)
    stacks = takes + k.players * k.spaces * (1 + most_value)  # there before, taken, or drawn
    holdings = 2 * stacks  # a placement, and one more after a swap
    bonus_drafts = 2 * most_value * stacks
    passes = k.players * (takes + refills + k.drafts + 1)
    abilities = 3 * stacks
    return k.rounds * (takes + refills + stacks + holdings + bonus_drafts + passes + abilities)
