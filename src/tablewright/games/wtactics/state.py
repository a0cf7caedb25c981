"""What a position of WTactics is made of: constants, action ids, the numbers of the cards, the state.

Every card keeps one *slot* for the whole game (0-79 belong to A's deck, 80-159 to B's, the rest to tokens); lists of
slots are the zones. An object in play is a slot with its entry number (WTA-1.6). Procedures that can be interrupted by
a decision are a ladder of levels, each with its own small program counter in the state: effect, check, announcement,
chain, window, battle, turn (`ladder.advance`). The deepest level at work goes first, so a state is complete between any
two decisions.
"""

import tomllib
from collections import namedtuple
from pathlib import Path
from typing import Any

from tablewright.engine import CardsLayout, Kinds, StateLayout, array, choice, counter, number, pile, seat_number

from . import sight
from .decks import SIDES
from .ids import (
    ASK,
    BATTLE,
    DESIGNS,
    END,
    ITEM_SIZE,
    MOST_CHAIN,
    MOST_DECK,
    MOST_OPTIONS,
    MOST_PAIRS,
    MOST_PICKS,
    MOST_TRIGGERS,
    QUEST_DECK,
    QUESTS,
    SLOTS,
    STEP,
    USES,
    WINDOW,
)
from .vocabulary import ABILITIES, KEYWORDS, PROGRAM, STATICS, TARGETS


def _card_ids() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The army cards with the tokens, and the quests, in the order of cards.toml."""
    cards = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))["cards"]
    quests = tuple(name for name, card in cards.items() if card["type"] == "Quest")
    return tuple(name for name in cards if name not in quests), quests


CARD_IDS, QUEST_IDS = _card_ids()
N_CARDS = len(CARD_IDS)

# Where the counters for the lab start; the first twelve have one for each seat
Counters = namedtuple(
    "Counters",
    "side gold_produced gold_spent gold_lost resources_laid recycled influence_lost_to_attacks influence_lost_to_cards "
    "influence_gained cards_drawn vp influence end winner played won died",
)
COUNT = Counters(*[*range(0, 24, 2), 24, 28, 29, 29 + 2 * N_CARDS, 29 + 3 * N_CARDS])
PROBES = (
    *(f"{name}.{seat}" for name in COUNT._fields[:12] for seat in "AB"),
    *("end_influence", "end_victory_points", "end_empty_deck", "end_turn_limit"),  # as in `Ending`
    "winner",
    *(f"played.{seat}.{card}" for seat in "AB" for card in CARD_IDS),
    *(f"won.{card}" for card in CARD_IDS),
    *(f"died.{card}" for card in CARD_IDS),
)


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


# What lies where, for `observe`


TOLD = 48  # objects in play that are told one by one
MANY = 999
DESIGN = Kinds("card", CARD_IDS)
QUEST_KIND = Kinds("quest", QUEST_IDS)
PLACES = tuple(str(i + 1) for i in range(TOLD))
POSITIONS = tuple(str(i + 1) for i in range(MOST_DECK))
NUMBERS = tuple(str(i + 1) for i in range(QUEST_DECK))
CHAIN_PARTS = tuple(f"{i + 1}.{fact}" for i in range(MOST_CHAIN) for fact in ("card", "player", "x", "target"))
BY_PLAYER: dict[str, Any] = {"parts": ("own", "other"), "named": ("A", "B")}
BY_SLOT: dict[str, Any] = {"of": DESIGN, "via": "card", "ordered": False}
IN_CHAIN: dict[str, Any] = {"parts": CHAIN_PARTS, "seats": 0, "least": -MANY, "most": MANY}
RESOURCES: dict[str, Any] = {"starred": "res_marked", "key": "resources", **BY_SLOT}
ON_BOARD: dict[str, Any] = {"parts": PLACES, "along": ("board", "n_board"), "seats": 0}


class State(StateLayout):
    """One position, complete between any two decisions."""

    turn = counter("i2", most=MANY, key="turn", default=3)
    step = choice("i1", names=STEP._fields, key="phase", default=STEP.play_1)
    ended = counter("i1", most=END.turn_limit, category=True)
    winner = counter("i1", shows=sight.winner_seen, most=2, category=True)
    ask = choice("i1", names=ASK._fields)
    decider = seat_number("i1")
    n_options = number("i2")
    option = array("i2", MOST_OPTIONS)  # worked out when the decision came up
    # The ladder of levels
    effect = number("i1")
    check = number("i1")
    announce = number("i1")
    chain_on = number("i1")
    window = choice("i1", names=WINDOW._fields, key="window", informs=True)
    battle = counter("i1", most=BATTLE.combat_over, category=True)
    now = array("i2", ITEM_SIZE)  # the item being announced or taking effect
    chain = counter(
        "i2", MOST_CHAIN, ITEM_SIZE, parts=CHAIN_PARTS, seats=0, shows=sight.chain_at, least=-MANY, most=MANY
    )
    n_chain = number("i1")
    window_asks = number("i1")
    passes = counter("i1", most=2)
    trigger = array("i2", 8, MOST_TRIGGERS)
    n_triggers = number("i1")
    batch = number("i2")
    # Where a procedure stands
    cursor = number("i2")  # entry number or position reached
    guard_from = number("i2")  # attackers with a higher entry number are still open to a Guard
    picked = number("i2")  # slot + 1 of the Equipment being given or picked up
    picks = array("i1", MOST_PICKS)  # positions chosen by a Recycle or Reclaim
    n_picks = counter("i1", most=MOST_PICKS)
    from_front = number("i1")  # front + 1 where this move phase started
    did_move = counter("i1", most=STEP.last, key="this_turn.did_move")  # the step of this turn's move phase, 0 none
    did_attack = counter("i1", most=STEP.last, key="this_turn.did_attack")
    combat = counter("i2", shows=sight.fighting, most=SLOTS, category=True)  # slot + 1 of the attacker that fights
    combat_ended = number("i1")
    combat_chooser = number("i1")
    # defenders, and the attackers they stand against
    pair = counter("i2", 2, MOST_PAIRS, parts=PLACES, seats=0, shows=sight.against_at, most=30000)
    n_pairs = number("i2")
    mulligans = counter("i1", 2, most=MOST_DECK, key="this_turn.mulligans")  # cards drawn by the last one, plus 1
    vetoes = counter("i1", most=2 * QUEST_DECK)
    quest_turn = number("i1")  # which of the four quest checks is next
    drawn = counter("i1", most=MOST_DECK, key="this_turn.drawn")  # in this Draw phase
    # Players (WTA-1.2); WTA-1.5: a resource card lies face down
    army = choice("i1", 2, names=SIDES, first=1, key="army", title="army")  # which deck; none in a written position
    influence = counter("i4", 2, least=-MANY, most=MANY, default="start_influence", key="influence")
    vp = counter("i2", 2, most=99, key="vp")
    pool = counter("i2", 2, most=MANY, key="pool")
    n_deck = array("i2", 2)
    n_hand = array("i2", 2)
    n_resource = array("i2", 2)
    n_grave = array("i2", 2)
    deck = pile("i2", 2, MOST_DECK, size="n_deck", seen=sight.deck_seen, top_last=True, key="deck", **BY_SLOT)
    hand = pile("i2", 2, MOST_DECK, size="n_hand", seen=sight.hand_seen, key="hand", **BY_SLOT)
    resource = pile(
        "i2",
        2,
        MOST_DECK,
        size="n_resource",
        seen=sight.resource_seen,
        starred="res_marked",
        key="resources",
        **BY_SLOT,
    )
    grave = pile("i2", 2, MOST_DECK, size="n_grave", key="grave", **BY_SLOT)
    res_marked = counter("i1", 2, MOST_DECK, parts=POSITIONS, most=1)
    res_gave = counter("i1", 2, MOST_DECK, parts=POSITIONS, most=1, listed=True, key="gave")  # its gold (WTA-5.4)
    lays = counter("i1", most=99, key="this_turn.lays")
    recycles = counter("i1", most=99, key="this_turn.recycles")  # WTA-5.13: apart from `lays`
    cannot_defend = counter("i1", 2, most=1, key="this_turn.cannot_defend")
    could_not_draw = counter("i1", 2, most=1, key="this_turn.could_not_draw")
    # Statistics of the turn (WTA-17.9)
    raid = counter("i2", 2, least=-1, most=MANY, key="this_turn.raid")
    lost = counter("i2", 2, least=-1, most=MANY, key="this_turn.lost")
    died = counter("i2", 2, least=-1, most=MANY, key="this_turn.died")
    spells = counter("i2", 2, least=-1, most=MANY, key="this_turn.spells")
    spent = counter("i2", 2, least=-1, most=MANY, key="this_turn.spent")
    recycled = counter("i1", 2, least=-1, most=99, key="this_turn.recycled")
    attackers = counter("i2", most=SLOTS, key="this_turn.attackers")
    # Quests: piles from the top, the first one face up
    quest = counter("i1", 2, QUEST_DECK, parts=NUMBERS, shows=sight.quest_at, most=QUESTS + 1, category=True)
    n_quests = counter("i1", 2, most=QUEST_DECK)
    quest_seen = array("i1", 2, QUEST_DECK)  # bit p: player p knows what lies here
    quest_since = counter("i2", 2, most=MANY, key="quests.since")
    # pile, player: turn of acceptance, 0 none
    quest_token = counter("i2", 2, 2, shows=sight.token_at, most=MANY, key="quests.tokens", **BY_PLAYER)
    quest_used = counter("i1", 2, 2, shows=sight.used_quest, most=1, key="quests.used", **BY_PLAYER)
    quest_gone = pile("i1", 2, QUEST_DECK, of=QUEST_KIND, size="n_gone", ordered=False, key="quests.gone")
    n_gone = array("i1", 2)
    # Objects
    entries = number("i2")
    # what is in play, by entry number
    board = counter("i2", SLOTS, parts=PLACES, shows=sight.design_at, most=DESIGNS, category=True)
    n_board = counter("i2", most=SLOTS)
    dirty = number("i1")
    card = array("i2", SLOTS)
    owner = counter("i1", SLOTS, parts=PLACES, shows=sight.owner_at, most=1, category=True)
    zone = array("i1", SLOTS)
    shown = array("i1", SLOTS)  # both players know that the card is where it is
    player = counter("i1", SLOTS, parts=PLACES, shows=sight.controller_at, most=1, category=True)  # the controller
    front = counter("i1", SLOTS, most=1, category=True, **ON_BOARD)
    state = counter("i1", SLOTS, most=2, category=True, **ON_BOARD)  # WTA-11.1
    since = counter("i2", SLOTS, most=MANY, **ON_BOARD)  # turn in which it was assigned
    rested = counter("i1", SLOTS, most=1, category=True, sparse=True, key="unassigned", **ON_BOARD)  # WTA-11.9
    due = counter("i1", SLOTS, most=1, **ON_BOARD)  # still to come, or already chosen, in the running step
    doomed = array("i1", SLOTS)  # about to leave play together with others
    entry = counter("i2", SLOTS, most=30000, **ON_BOARD)
    host = counter("i2", SLOTS, parts=PLACES, shows=sight.host_at, most=SLOTS, category=True)  # slot + 1
    attached = counter("i2", SLOTS, most=30000, sparse=True, key="attach", **ON_BOARD)  # attach number
    in_use = counter("i1", SLOTS, most=1, category=True, **ON_BOARD)
    damage = counter("i2", SLOTS, most=MANY, **ON_BOARD)
    shield = counter("i2", SLOTS, most=MANY, key="prevention", **ON_BOARD)  # prevention left (WTA-15.3)
    counters = counter("i1", SLOTS, least=-99, most=99, **ON_BOARD)  # +1/+1 less -1/-1
    stun = counter("i1", SLOTS, most=127, **ON_BOARD)  # WTA-11.4: in any state
    up_attack = counter("i1", SLOTS, least=-99, most=99, **ON_BOARD)
    up_defence = counter("i1", SLOTS, least=-99, most=99, **ON_BOARD)
    up_keys = counter("i2", SLOTS, most=32767, category=True, bits=KEYWORDS, key="grants", **ON_BOARD)
    bonus_attack = counter("i1", SLOTS, least=-99, most=99, **ON_BOARD)
    bonus_defence = counter("i1", SLOTS, least=-99, most=99, **ON_BOARD)
    keys = counter("i2", SLOTS, most=32767, category=True, bits=KEYWORDS, key="keywords", **ON_BOARD)
    cost = counter("i1", SLOTS, most=127, **ON_BOARD)  # gold cost as it was played (WTA-6.7)
    x = counter("i1", SLOTS, most=127, **ON_BOARD)
    used = counter("i1", USES, SLOTS, parts=PLACES, seats=0, shows=sight.used_at, most=300)
    attack = counter("i1", SLOTS, most=7, category=True, **ON_BOARD)
    probe = array("i4", len(PROBES))
