"""What a position of WTactics is made of: constants, action ids, the numbers of the cards, the state.

Every card keeps one *slot* for the whole game (0-79 belong to A's deck, 80-159 to B's, the rest to tokens); lists of
slots are the zones. An object in play is a slot with its entry number (WTA-1.6). Procedures that can be interrupted by
a decision are a ladder of levels, each with its own small program counter in the state: effect, check, announcement,
chain, window, battle, turn (`turn.advance`). The deepest level at work goes first, so a state is complete between any
two decisions.
"""

import tomllib
from pathlib import Path

from tablewright.engine import Blocks, CardsLayout, StateLayout, array, number

# Sizes

MOST_DECK = 80
TOKENS = 32
SLOTS = 2 * MOST_DECK + TOKENS
DESIGNS = 128
QUESTS = 16
QUEST_DECK = 10
ABILITIES = 192
TARGETS = 128
STATICS = 96
PROGRAM = 384
USES = 3  # abilities to use that one card may have
MOST_CHAIN = 24
MOST_TRIGGERS = 64
MOST_PAIRS = 96
MOST_OPTIONS = 640
MOST_X = 100

# Action ids. Objects in play are named by their place on the board (by entry number), cards by their design.

BLOCKS = Blocks(
    done=1,
    lay=DESIGNS,
    play=DESIGNS,
    use=SLOTS * USES,
    mark=MOST_DECK,
    recycle=1,
    assign=SLOTS,
    give=SLOTS,
    accept=2,
    abandon=2,
    object=SLOTS,
    grave=2 * DESIGNS,
    item=MOST_CHAIN,
    player=2,
    field=2,
    x=MOST_X,
    front=2,
    card=DESIGNS,
    position=MOST_DECK,
    discard=1,
    sacrifice=1,
    move=1,
    attack=1,
    mulligan=1,
    draw=1,
    pay=1,
    quest=QUESTS,
    under=1,
)
(
    DONE,
    LAY,
    PLAY_CARD,
    USE,
    MARK_GOLD,
    RECYCLE,
    ASSIGN,
    GIVE,
    ACCEPT,
    ABANDON,
    OBJECT,
    GRAVE_CARD,
    ITEM,
    PLAYER,
    FIELD,
    X,
    FRONT,
    CARD,
    POSITION,
    DISCARD_ONE,
    SACRIFICE_ONE,
    MOVE,
    ATTACK,
    MULLIGAN,
    DRAW_CARD,
    PAY,
    QUEST,
    UNDER,
) = BLOCKS.starts

# Decisions (the rulebook's "Decision points"); 0 is none.

DECISIONS = (
    "none",
    "veto",
    "mulligan",
    "keep_card",
    "unassign",
    "upkeep",
    "draw2",
    "play",
    "target",
    "choose_x",
    "front",
    "allies",
    "discard_cost",
    "recycle_pick",
    "respond",
    "trigger_target",
    "toll",
    "discard",
    "sac_resource",
    "tax",
    "reclaim",
    "search",
    "moveattack",
    "move",
    "attackers",
    "defend",
    "order",
    "pickup",
    "pickup_by",
    "give_to",
    "entrance",
    "discard_down",
    "quest_keep",
    "quest_expire",
)
(
    NOBODY,
    ASK_VETO,
    ASK_MULLIGAN,
    ASK_KEEP_CARD,
    ASK_UNASSIGN,
    ASK_UPKEEP,
    ASK_DRAW,
    ASK_PLAY,
    ASK_TARGET,
    ASK_X,
    ASK_FRONT,
    ASK_ALLIES,
    ASK_DISCARD_COST,
    ASK_RECYCLE,
    ASK_RESPOND,
    ASK_TRIGGER_TARGET,
    ASK_TOLL,
    ASK_DISCARD,
    ASK_SACRIFICE,
    ASK_TAX,
    ASK_RECLAIM,
    ASK_SEARCH,
    ASK_MOVEATTACK,
    ASK_MOVE,
    ASK_ATTACKERS,
    ASK_DEFEND,
    ASK_ORDER,
    ASK_PICKUP,
    ASK_PICKUP_BY,
    ASK_GIVE_TO,
    ASK_ENTRANCE,
    ASK_DISCARD_DOWN,
    ASK_QUEST_KEEP,
    ASK_QUEST_EXPIRE,
) = range(len(DECISIONS))

# The steps of a turn (WTA-4.1, WTA-18)

(
    STEP_VETO,
    STEP_MULLIGAN,
    STEP_UNMARK,
    STEP_UNASSIGN,
    STEP_UPKEEP_TRIGGERS,
    STEP_UPKEEP,
    STEP_DRAW,
    STEP_DRAW_MORE,
    STEP_PLAY_1,
    STEP_CHOICE_1,
    STEP_PICKUP_ACTIVE,
    STEP_PICKUP_PASSIVE,
    STEP_PLAY_2,
    STEP_CHOICE_2,
    STEP_ENTRANCE,
    STEP_DISCARD,
    STEP_WOUNDS_END,
    STEP_POOLS_END,
    STEP_QUESTS,
    STEP_EXPIRY,
    STEP_LAST,
) = range(21)

# The steps of a move or attack phase (WTA-12, WTA-13)

(
    AT_PEACE,
    MOVING,
    DECLARING,
    ATTACK_WINDOW_OPEN,
    DEFENDING,
    BLOCKED_TRIGGERS,
    ORDERING,
    COMBAT_WINDOW_OPEN,
    STRIKE_FIRST,
    STRIKE_SECOND,
    COMBAT_OVER,
) = range(11)

NO_WINDOW, AFTER_ACTION, ATTACK_WINDOW, COMBAT_WINDOW = range(4)
CHAIN_IDLE, CHAIN_ASKS, CHAIN_RESOLVES = range(3)
NO_CHECK, CHECK, COMBAT_CHECK = range(3)
(SAY_NOTHING, SAY_TARGET, SAY_X, SAY_FRONT, SAY_ALLIES, SAY_DISCARD, SAY_PAY) = range(7)

# Places, states, kinds

NOWHERE, DECK, HAND, RESOURCE, GRAVE, IN_PLAY, ON_CHAIN = range(7)
OFFENSIVE, DEFENSIVE = range(2)
UNMARKED, MARKED, ASSIGNED = range(3)
TO_GRAVE, TO_HAND, TO_DECK, FELL_IN_COMBAT = range(4)
TYPES = ("Creature", "Equipment", "Enchantment", "Event", "Magic")
CREATURE, EQUIPMENT, ENCHANTMENT, EVENT, MAGIC = range(5)
FACTIONS = ("Neutral", "Gaian", "Red Banner", "Dark Legion", "House of Nobles")
COST_NUMBER, COST_X, COST_T = range(3)
X_MODES = ("none", "chosen", "attackers", "unmarked defenders", "attack of target", "hand of target")
X_NONE, X_CHOSEN, X_ATTACKERS, X_DEFENDERS, X_ATTACK, X_HAND = range(6)
ATTACKING, DEFENDED, STRUCK = 1, 2, 4  # bits of `State.attack`

# Keywords and what attachments forbid (WTA-16), as bits

KEYWORDS = (
    "Flying",
    "Ranged",
    "First strike",
    "Guard",
    "Stun",
    "Quick",
    "Veteran",
    "Travel",
    "Peaceful",
    "Overrun",
    "cannot defend",
    "stays marked",
)
FLYING, RANGED, FIRST_STRIKE, GUARD, STUN, QUICK, VETERAN, TRAVEL, PEACEFUL, OVERRUN, NO_DEFENCE, STAYS_MARKED = (
    1 << i for i in range(12)
)

# Abilities: columns of Cards.ability, and when they work (WTA-8)

(A_KIND, A_GOLD, A_MARK, A_OTHERS, A_DISCARD, A_LOSE, A_WEAKEN, A_ONLY, A_TARGET, A_START, A_NUMBER) = range(11)
ABILITY_KINDS = ("play", "use", "enter", "death", "leave", "hit", "blocked", "assign upkeep", "upkeep")
ON_PLAY, ON_USE, ON_ENTER, ON_DEATH, ON_LEAVE, ON_HIT, ON_BLOCKED, ON_ASSIGN_UPKEEP, ON_UPKEEP = range(9)
ONLY = ("always", "attack window", "combat window", "while attacking")
ANY_TIME, ONLY_ATTACK_WINDOW, ONLY_COMBAT_WINDOW, ONLY_WHILE_ATTACKING = range(4)

# Targets: columns of Cards.target, kinds and words (WTA-10.2, 10.5)

(T_KINDS, T_WORDS, T_SUBTYPES, T_FACTION, T_NOT_FACTION) = range(5)
TARGET_CREATURE, TARGET_PLAYER, TARGET_ITEM, TARGET_ATTACHMENT, TARGET_OWN_GRAVE, TARGET_ANY_GRAVE, TARGET_FIELD = (
    1 << i for i in range(7)
)
WORD_ENEMY, WORD_YOURS, WORD_MARKED, WORD_UNMARKED, WORD_ATTACKING, WORD_ALLY, WORD_OTHER = (1 << i for i in range(7))

# Passive text: columns of Cards.static (WTA-8.1)

(S_SCOPE, S_SUBTYPES, S_FACTION, S_ATTACK, S_DEFENCE, S_KEYS, S_ASSIGNED) = range(7)
SCOPE_ALLIED, SCOPE_YOUR_OTHER, SCOPE_PER_ALLY, SCOPE_HOST = range(4)

# The item at work: what is being announced or is taking effect, and each item of the chain

(
    I_KIND,
    I_PLAYER,
    I_SLOT,
    I_ENTRY,
    I_CARD,
    I_ABILITY,
    I_TARGET_KIND,
    I_TARGET,
    I_TARGET_ENTRY,
    I_X,
    I_FRONT,
    I_FIELD,
    I_COST,
    I_PC,
    I_LEFT,
    I_ROUND,
    I_BEGUN,
    I_DID,
    I_REACH,
    I_GOLD,
) = range(20)
ITEM_SIZE = 20
ITEM_NONE, ITEM_CARD, ITEM_ABILITY, ITEM_TRIGGER, ITEM_UPKEEP = range(5)

# Ends of the game (WTA-19)

ENDS = ("", "influence", "victory points", "deck-out", "turn limit")
NOT_ENDED, BY_INFLUENCE, BY_VP, BY_DECK_OUT, BY_LIMIT = range(5)
DRAWN = 2  # State.winner of a drawn game

# Counters for the lab


def _card_ids() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The army cards with the tokens, and the quests, in the order of cards.toml."""
    cards = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))["cards"]
    quests = tuple(name for name, card in cards.items() if card["type"] == "Quest")
    return tuple(name for name in cards if name not in quests), quests


CARD_IDS, QUEST_IDS = _card_ids()
BY_SEAT = (
    "deck",
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
    "end_reason",
    "winner",
    *(f"played.{seat}.{card}" for seat in "AB" for card in CARD_IDS),
    *(f"won.{card}" for card in CARD_IDS),
    *(f"died.{card}" for card in CARD_IDS),
)
P_END = 2 * len(BY_SEAT)
P_WINNER = P_END + 1
P_PLAYED = P_END + 2
P_WON = P_PLAYED + 2 * len(CARD_IDS)
P_DIED = P_WON + len(CARD_IDS)
N_CARDS = len(CARD_IDS)


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    designs = number("i4")
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


MULLIGAN_NONE, MULLIGAN_STANDARD, MULLIGAN_OPEN = range(3)


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
    trigger = array("i2", MOST_TRIGGERS, 8)
    n_triggers = number("i1")
    batch = number("i2")
    # Where a procedure stands
    cursor = number("i2")  # entry number or position reached
    guard_from = number("i2")  # attackers with a higher entry number are still open to a Guard
    picked = number("i2")  # slot + 1 of the Equipment being given or picked up
    picks = array("i1", 8)  # positions chosen by a Recycle or Reclaim
    n_picks = number("i1")
    from_front = number("i1")  # front + 1 where this move phase started
    did_move = number("i1")  # the step of this turn's move phase, 0 none
    did_attack = number("i1")
    combat = number("i2")  # slot + 1 of the attacker whose combat is fought
    combat_ended = number("i1")
    combat_chooser = number("i1")
    pair = array("i2", MOST_PAIRS, 2)  # defender, attacker
    n_pairs = number("i1")
    mulligans = array("i1", 2)  # cards drawn by the last one, plus 1
    vetoes = number("i1")
    quest_turn = number("i1")  # which of the four quest checks is next
    drawn = number("i1")  # in this Draw phase
    # Players
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
    used = array("i1", SLOTS, USES)
    attack = array("i1", SLOTS)
    probe = array("i4", len(PROBES))
