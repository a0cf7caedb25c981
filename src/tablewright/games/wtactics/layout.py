"""What a position of WTactics is made of: constants, action ids, the numbers of the cards, the state.

Every card keeps one *slot* for the whole game (0-79 belong to A's deck, 80-159 to B's, the rest to tokens); lists of
slots are the zones. An object in play is a slot with its entry number (WTA-1.6). Procedures that can be interrupted by
a decision are a ladder of levels, each with its own small program counter in the state: effect, check, announcement,
chain, window, battle, turn (`ladder.advance`). The deepest level at work goes first, so a state is complete between any
two decisions. In the rules `s.field + 0` makes a plain whole number of a field: compiled, every field has its own
width, and a helper would be compiled anew for each.
"""

import tomllib
from pathlib import Path

from tablewright.engine import CardsLayout, StateLayout, array, number

from .ids import (
    ABILITIES,
    DESIGNS,
    ITEM_SIZE,
    MOST_CHAIN,
    MOST_DECK,
    MOST_OPTIONS,
    MOST_PAIRS,
    MOST_PICKS,
    MOST_TRIGGERS,
    PROGRAM,
    QUEST_DECK,
    QUESTS,
    SLOTS,
    STATICS,
    TARGETS,
    USES,
)

# Counters for the lab


def _card_ids() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The army cards with the tokens, and the quests, in the order of cards.toml."""
    cards = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))["cards"]
    quests = tuple(name for name, card in cards.items() if card["type"] == "Quest")
    return tuple(name for name in cards if name not in quests), quests


CARD_IDS, QUEST_IDS = _card_ids()
BY_SEAT = (
    "side",
    "gold_produced",
    "gold_spent",
    "gold_lost",
    "resources_laid",
    "recycled",
    "influence_lost_to_attacks",
    "influence_lost_to_cards",
    "influence_gained",
    "cards_drawn",
    "vp",
    "influence",
)
(
    P_DECK,
    P_PRODUCED,
    P_SPENT,
    P_LOST,
    P_LAID,
    P_RECYCLED,
    P_ATTACKED,
    P_HURT,
    P_GAINED,
    P_DRAWN,
    P_VP,
    P_INFLUENCE,
) = (2 * i for i in range(12))
PROBES = (
    *(f"{name}.{seat}" for name in BY_SEAT for seat in "AB"),
    *("end_influence", "end_victory_points", "end_empty_deck", "end_turn_limit"),  # as in ids.py
    "winner",
    *(f"played.{seat}.{card}" for seat in "AB" for card in CARD_IDS),
    *(f"won.{card}" for card in CARD_IDS),
    *(f"died.{card}" for card in CARD_IDS),
)
P_END = 2 * len(BY_SEAT)
P_WINNER = P_END + 4
P_PLAYED = P_WINNER + 1
P_WON = P_PLAYED + 2 * len(CARD_IDS)
P_DIED = P_WON + len(CARD_IDS)
N_CARDS = len(CARD_IDS)


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    designs = number("i4")
    place = array("i2", DESIGNS)  # of a design in cards.toml
    type = array("i1", DESIGNS)
    faction = array("i1", DESIGNS)
    subtypes = array("i8", DESIGNS)
    cost_kind = array("i1", DESIGNS)
    cost = array("i2", DESIGNS)  # the number, or the modifier of X or T
    x_mode = array("i1", DESIGNS)
    attack = array("i2", DESIGNS)
    defence = array("i2", DESIGNS)
    keys = array("i2", DESIGNS)
    stealth = array("i1", DESIGNS)
    token = array("i1", DESIGNS)
    enters_marked = array("i1", DESIGNS)
    enters_with_x = array("i1", DESIGNS)
    wants_front = array("i1", DESIGNS)
    assign_cost = array("i1", DESIGNS)  # -1: no assignment ability
    play_ability = array("i2", DESIGNS)  # -1: nothing to choose and no text when played
    first_ability = array("i2", DESIGNS + 1)
    ability = array("i2", ABILITIES, 11)
    target = array("i8", TARGETS, 5)
    first_static = array("i2", DESIGNS + 1)
    static = array("i8", STATICS, 7)
    program = array("i2", PROGRAM, 5)
    caster = number("i8")
    quest_vp = array("i1", QUESTS)
    quest_checked = array("i1", QUESTS)
    quest_kind = array("i1", QUESTS)
    quest_amount = array("i1", QUESTS)
    deck = array("i2", 6, MOST_DECK)  # four ready-made decks, A's own, B's own
    deck_size = array("i4", 6)
    deck_quests = array("i1", 6, QUEST_DECK)
    deck_of = array("i1", 2)  # -1: by the seed
    start_influence = number("i4")
    vp_to_win = number("i4")
    quests = number("i4")
    quest_deck_size = number("i4")
    vetoes_each = number("i4")
    opening_hand = number("i4")
    hand_limit = number("i4")
    draw_min = number("i4")
    draw_max = number("i4")
    first_player_skips_draw = number("i4")
    lays_per_turn = number("i4")
    recycle_count = number("i4")
    recycles_per_turn = number("i4")
    recycle_marked_allowed = number("i4")
    gold_per_resource = number("i4")
    gold_capped = number("i4")
    gold_carries_over = number("i4")
    manual_marking = number("i4")
    starting_resources = number("i4")
    unassign_cost = number("i4")
    ability_uses_per_turn = number("i4")
    damage_split = number("i4")
    stealth_equal_may_defend = number("i4")
    after_action_windows = number("i4")
    always_ask = number("i4")
    mulligan = number("i4")
    turn_limit = number("i4")


class State(StateLayout):
    """One position, complete between any two decisions."""

    turn = number("i2")
    step = number("i1")
    ended = number("i1")
    winner = number("i1")
    ask = number("i1")
    asker = number("i1")
    n_options = number("i2")
    option = array("i2", MOST_OPTIONS)  # worked out when the decision came up
    # The ladder of levels
    effect = number("i1")
    check = number("i1")
    announce = number("i1")
    chain_on = number("i1")
    window = number("i1")
    battle = number("i1")
    now = array("i2", ITEM_SIZE)  # the item being announced or taking effect
    chain = array("i2", MOST_CHAIN, ITEM_SIZE)
    n_chain = number("i1")
    window_asks = number("i1")
    passes = number("i1")
    trigger = array("i2", 8, MOST_TRIGGERS)
    n_triggers = number("i1")
    batch = number("i2")
    # Where a procedure stands
    cursor = number("i2")  # entry number or position reached
    guard_from = number("i2")  # attackers with a higher entry number are still open to a Guard
    picked = number("i2")  # slot + 1 of the Equipment being given or picked up
    picks = array("i1", MOST_PICKS)  # positions chosen by a Recycle or Reclaim
    n_picks = number("i1")
    from_front = number("i1")  # front + 1 where this move phase started
    did_move = number("i1")  # the step of this turn's move phase, 0 none
    did_attack = number("i1")
    combat = number("i2")  # slot + 1 of the attacker whose combat is fought
    combat_ended = number("i1")
    combat_chooser = number("i1")
    pair = array("i2", 2, MOST_PAIRS)  # defenders, and the attackers they stand against
    n_pairs = number("i1")
    mulligans = array("i1", 2)  # cards drawn by the last one, plus 1
    vetoes = number("i1")
    quest_turn = number("i1")  # which of the four quest checks is next
    drawn = number("i1")  # in this Draw phase
    # Players
    army = array("i1", 2)  # which deck, plus 1; 0 in a written position
    influence = array("i4", 2)
    vp = array("i2", 2)
    pool = array("i2", 2)
    n_deck = array("i2", 2)
    n_hand = array("i2", 2)
    n_resource = array("i2", 2)
    n_grave = array("i2", 2)
    deck = array("i2", 2, MOST_DECK)  # the top is the last
    hand = array("i2", 2, MOST_DECK)
    resource = array("i2", 2, MOST_DECK)
    grave = array("i2", 2, MOST_DECK)
    res_marked = array("i1", 2, MOST_DECK)
    res_gave = array("i1", 2, MOST_DECK)  # has given its gold this turn (WTA-5.4)
    lays = number("i1")
    recycles = number("i1")
    cannot_defend = array("i1", 2)
    could_not_draw = array("i1", 2)
    # Statistics of the turn (WTA-17.9)
    raid = array("i2", 2)
    lost = array("i2", 2)
    died = array("i2", 2)
    spells = array("i2", 2)
    spent = array("i2", 2)
    recycled = array("i1", 2)
    attackers = number("i2")
    # Quests: piles from the top, the first one face up
    quest = array("i1", 2, QUEST_DECK)
    n_quests = array("i1", 2)
    quest_seen = array("i1", 2, QUEST_DECK)  # bit p: player p knows what lies here
    quest_since = array("i2", 2)
    quest_token = array("i2", 2, 2)  # pile, player: turn of acceptance, 0 none
    quest_used = array("i1", 2, 2)
    quest_gone = array("i1", 2, QUEST_DECK)
    n_gone = array("i1", 2)
    # Objects
    entries = number("i2")
    board = array("i2", SLOTS)  # what is in play, by entry number
    n_board = number("i2")
    dirty = number("i1")
    card = array("i2", SLOTS)
    owner = array("i1", SLOTS)
    zone = array("i1", SLOTS)
    shown = array("i1", SLOTS)  # both players know that the card is where it is
    player = array("i1", SLOTS)  # the controller
    front = array("i1", SLOTS)
    state = array("i1", SLOTS)
    since = array("i2", SLOTS)  # turn in which it was assigned
    rested = array("i1", SLOTS)  # unassigned this turn (WTA-11.9)
    due = array("i1", SLOTS)  # still to come, or already chosen, in the running step
    doomed = array("i1", SLOTS)  # about to leave play together with others
    entry = array("i2", SLOTS)
    host = array("i2", SLOTS)  # slot + 1
    attached = array("i2", SLOTS)  # attach number
    in_use = array("i1", SLOTS)
    damage = array("i2", SLOTS)
    shield = array("i2", SLOTS)  # prevention left (WTA-15.3)
    counters = array("i1", SLOTS)  # +1/+1 less -1/-1
    stun = array("i1", SLOTS)
    up_attack = array("i1", SLOTS)
    up_defence = array("i1", SLOTS)
    up_keys = array("i2", SLOTS)
    bonus_attack = array("i1", SLOTS)
    bonus_defence = array("i1", SLOTS)
    keys = array("i2", SLOTS)
    cost = array("i1", SLOTS)  # gold cost as it was played (WTA-6.7)
    x = array("i1", SLOTS)
    used = array("i1", USES, SLOTS)
    attack = array("i1", SLOTS)
    probe = array("i4", len(PROBES))
