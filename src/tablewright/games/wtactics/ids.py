"""What things are called: sizes, action ids, decisions, steps, places, kinds and columns, all small integers."""

from tablewright.engine import Blocks

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
MOST_PICKS = 8
MOST_TRIGGERS = 96
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
    expire=2,
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
    EXPIRE,
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

# Triggers that wait: rows of State.trigger (WTA-8.8)

(R_ABILITY, R_SLOT, R_ENTRY, R_PLAYER, R_FRONT, R_FIELD, R_X, R_BATCH) = range(8)

# Quests (WTA-17): when they are checked and what they count

CHECKED = ("own", "opp", "any")
QUEST_KINDS = (
    "none",
    "raid",
    "creatures",
    "resources",
    "recycled",
    "deaths",
    "held",
    "spells",
    "attached",
    "each front",
    "attack",
    "spent",
    "watch",
)
OWN, OPP, ANY = range(3)
(
    NO_QUEST,
    RAID,
    CREATURES,
    RESOURCES,
    RECYCLED,
    DEATHS,
    HELD,
    SPELLS,
    ATTACHED,
    EACH_FRONT,
    STRONGEST,
    SPENT,
    WATCH,
) = range(13)

# Ends of the game (WTA-19)

MULLIGANS = ("none", "standard", "open")
MULLIGAN_NONE, MULLIGAN_STANDARD, MULLIGAN_OPEN = range(3)
ENDS = ("", "influence", "victory points", "deck-out", "turn limit")
NOT_ENDED, BY_INFLUENCE, BY_VP, BY_DECK_OUT, BY_LIMIT = range(5)
DRAWN = 2  # State.winner of a drawn game
