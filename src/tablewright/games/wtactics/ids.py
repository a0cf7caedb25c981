"""What things are called: sizes, action ids, decisions, steps, places, kinds and columns, all small integers."""

from typing import NamedTuple

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
MOST_PAIRS = 640  # Guards defend against any number (WTA-16.4)
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
# Words of cards.toml and of positions

TYPES = ("Creature", "Equipment", "Enchantment", "Event", "Magic")
FACTIONS = ("Neutral", "Gaian", "Red Banner", "Dark Legion", "House of Nobles")
X_MODES = ("none", "chosen", "attackers", "unmarked defenders", "attack of target", "hand of target")
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
ABILITY_KINDS = ("play", "use", "enter", "death", "leave", "hit", "blocked", "assign upkeep", "upkeep")
ONLY = ("always", "attack window", "combat window", "while attacking")
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
ENDS = ("", "influence", "victory points", "deck-out", "turn limit")
DRAWN = 2  # State.winner of a drawn game


class Starts(NamedTuple):
    """Where the blocks of action ids start."""

    done: int
    lay: int
    play: int
    use: int
    mark: int
    recycle: int
    assign: int
    give: int
    accept: int
    abandon: int
    object: int
    grave: int
    item: int
    player: int
    field: int
    x: int
    front: int
    card: int
    position: int
    discard: int
    sacrifice: int
    move: int
    attack: int
    mulligan: int
    draw: int
    pay: int
    quest: int
    under: int
    expire: int


class Ask(NamedTuple):
    """What is asked (the rulebook's "Decision points")."""

    nobody: int = 0
    veto: int = 1
    mulligan: int = 2
    keep_card: int = 3
    unassign: int = 4
    upkeep: int = 5
    draw2: int = 6
    play: int = 7
    target: int = 8
    choose_x: int = 9
    front: int = 10
    allies: int = 11
    discard_cost: int = 12
    recycle_pick: int = 13
    respond: int = 14
    trigger_target: int = 15
    toll: int = 16
    discard: int = 17
    sac_resource: int = 18
    tax: int = 19
    reclaim: int = 20
    search: int = 21
    moveattack: int = 22
    move: int = 23
    attackers: int = 24
    defend: int = 25
    order: int = 26
    pickup: int = 27
    pickup_by: int = 28
    give_to: int = 29
    entrance: int = 30
    discard_down: int = 31
    quest_keep: int = 32
    quest_expire: int = 33


class Step(NamedTuple):
    """The steps of a turn (WTA-4.1, WTA-18)."""

    veto: int = 0
    mulligan: int = 1
    unmark: int = 2
    unassign: int = 3
    upkeep_triggers: int = 4
    upkeep: int = 5
    draw: int = 6
    draw_more: int = 7
    play_1: int = 8
    move_attack_1: int = 9
    pick_up: int = 10
    pick_up_passive: int = 11
    play_2: int = 12
    move_attack_2: int = 13
    entrance: int = 14
    discard: int = 15
    wounds_end: int = 16
    pools_end: int = 17
    quest_checks: int = 18
    expiry: int = 19
    last: int = 20


class Battle(NamedTuple):
    """The steps of a move or attack phase (WTA-12, WTA-13)."""

    none: int = 0
    moving: int = 1
    declaring: int = 2
    attack_window: int = 3
    defending: int = 4
    blocked_triggers: int = 5
    ordering: int = 6
    combat_window: int = 7
    first_strike: int = 8
    second_strike: int = 9
    combat_over: int = 10


class Window(NamedTuple):
    """What a window follows."""

    none: int = 0
    after_action: int = 1
    attack: int = 2
    combat: int = 3


class Chain(NamedTuple):
    """What the chain does."""

    idle: int = 0
    asks: int = 1
    resolves: int = 2


class Check(NamedTuple):
    """Which check of the board is due (WTA-14)."""

    none: int = 0
    board: int = 1
    combat: int = 2


class Announce(NamedTuple):
    """What is still to be said of an item (WTA-6.8)."""

    nothing: int = 0
    target: int = 1
    x: int = 2
    front: int = 3
    allies: int = 4
    discard: int = 5
    pay: int = 6


class Place(NamedTuple):
    """Where a card is."""

    nowhere: int = 0
    deck: int = 1
    hand: int = 2
    resource: int = 3
    grave: int = 4
    play: int = 5
    chain: int = 6


class Front(NamedTuple):
    """Where a creature stands."""

    offensive: int = 0
    defensive: int = 1


class Marked(NamedTuple):
    """How an object lies."""

    unmarked: int = 0
    marked: int = 1
    assigned: int = 2


class Leaving(NamedTuple):
    """Where an object goes that leaves play."""

    to_grave: int = 0
    to_hand: int = 1
    to_deck: int = 2
    fell: int = 3


class CardType(NamedTuple):
    """The types of cards, in the order of TYPES."""

    creature: int = 0
    equipment: int = 1
    enchantment: int = 2
    event: int = 3
    magic: int = 4


class Cost(NamedTuple):
    """How a gold cost is printed."""

    number: int = 0
    x: int = 1
    t: int = 2


class XMode(NamedTuple):
    """What X is, in the order of X_MODES."""

    none: int = 0
    chosen: int = 1
    attackers: int = 2
    defenders: int = 3
    attack: int = 4
    hand: int = 5


class Fight(NamedTuple):
    """Bits of `State.attack`."""

    attacking: int = 1
    defended: int = 2
    struck: int = 4


class Keyword(NamedTuple):
    """Keywords and what attachments forbid (WTA-16), as bits in the order of KEYWORDS; twice is once (WTA-16.10)."""

    flying: int = 1
    ranged: int = 2
    first_strike: int = 4
    guard: int = 8
    stun: int = 16
    quick: int = 32
    veteran: int = 64
    travel: int = 128
    peaceful: int = 256
    overrun: int = 512
    no_defence: int = 1024
    stays_marked: int = 2048


class AbilityColumn(NamedTuple):
    """Columns of Cards.ability (WTA-8)."""

    kind: int = 0
    gold: int = 1
    mark: int = 2
    others: int = 3
    discard: int = 4
    lose: int = 5
    weaken: int = 6
    only: int = 7
    target: int = 8
    start: int = 9
    number: int = 10


class AbilityKind(NamedTuple):
    """When an ability works, in the order of ABILITY_KINDS."""

    play: int = 0
    use: int = 1
    enter: int = 2
    death: int = 3
    leave: int = 4
    hit: int = 5
    blocked: int = 6
    assign_upkeep: int = 7
    upkeep: int = 8


class Only(NamedTuple):
    """When an item may be announced, in the order of ONLY."""

    any: int = 0
    attack_window: int = 1
    combat_window: int = 2
    while_attacking: int = 3


class TargetColumn(NamedTuple):
    """Columns of Cards.target (WTA-10.2, WTA-10.5)."""

    kinds: int = 0
    words: int = 1
    subtypes: int = 2
    faction: int = 3
    not_faction: int = 4


class Aim(NamedTuple):
    """Kinds of targets, as bits."""

    creature: int = 1
    player: int = 2
    item: int = 4
    attachment: int = 8
    own_grave: int = 16
    any_grave: int = 32
    field: int = 64


class TargetWord(NamedTuple):
    """Words about targets, as bits."""

    enemy: int = 1
    yours: int = 2
    marked: int = 4
    unmarked: int = 8
    attacking: int = 16
    ally: int = 32
    other: int = 64


class StaticColumn(NamedTuple):
    """Columns of Cards.static: passive text (WTA-8.1)."""

    scope: int = 0
    subtypes: int = 1
    faction: int = 2
    attack: int = 3
    defence: int = 4
    keys: int = 5
    assigned: int = 6


class Scope(NamedTuple):
    """Whom passive text is about."""

    allied: int = 0
    your_other: int = 1
    per_ally: int = 2
    host: int = 3


class ItemColumn(NamedTuple):
    """What is being announced or is taking effect, and each item of the chain."""

    kind: int = 0
    player: int = 1
    slot: int = 2
    entry: int = 3
    card: int = 4
    ability: int = 5
    target_kind: int = 6
    target: int = 7
    target_entry: int = 8
    x: int = 9
    front: int = 10
    field: int = 11
    cost: int = 12
    pc: int = 13
    left: int = 14
    round: int = 15
    begun: int = 16
    did: int = 17
    reach: int = 18
    gold: int = 19


class ItemKind(NamedTuple):
    """What an item is."""

    none: int = 0
    card: int = 1
    ability: int = 2
    trigger: int = 3
    upkeep: int = 4


class TriggerRow(NamedTuple):
    """Rows of State.trigger: triggers that wait (WTA-8.8)."""

    ability: int = 0
    slot: int = 1
    entry: int = 2
    player: int = 3
    front: int = 4
    field: int = 5
    x: int = 6
    batch: int = 7


class Checked(NamedTuple):
    """Whose turns' ends a quest is checked at (WTA-17)."""

    own: int = 0
    opp: int = 1
    any: int = 2


class QuestKind(NamedTuple):
    """What a quest counts, in the order of QUEST_KINDS."""

    none: int = 0
    raid: int = 1
    creatures: int = 2
    resources: int = 3
    recycled: int = 4
    deaths: int = 5
    held: int = 6
    spells: int = 7
    attached: int = 8
    each_front: int = 9
    strongest: int = 10
    spent: int = 11
    watch: int = 12


class Mulligan(NamedTuple):
    """Which mulligan is played."""

    none: int = 0
    standard: int = 1
    open: int = 2


class Ending(NamedTuple):
    """How a game ended (WTA-19), in the order of ENDS."""

    playing: int = 0
    influence: int = 1
    victory_points: int = 2
    deck_out: int = 3
    turn_limit: int = 4


class Told(NamedTuple):
    """What the log hears; a card is named by its design."""

    drew: int = 0
    entered: int = 1
    left: int = 2
    damage: int = 3
    influence: int = 4
    trigger: int = 5
    resolved: int = 6
    fizzled: int = 7
    countered: int = 8
    turn: int = 9
    quest_done: int = 10
    quest_up: int = 11
    quest_expired: int = 12
    ended: int = 13
    milled: int = 14
    dug: int = 15
    shuffled: int = 16
    dropped: int = 17
    paid: int = 18
    gold_gone: int = 19
    upkeep_unpaid: int = 20
    attached: int = 21
    found: int = 22
    sacrificed: int = 23
    discarded: int = 24
    target: int = 25
    attacks: int = 26
    combat: int = 27
    moved: int = 28
    control: int = 29
    marked: int = 30
    unmarked: int = 31
    unstunned: int = 32
    stunned: int = 33
    boosted: int = 34
    granted: int = 35
    counter: int = 36
    shielded: int = 37
    removed: int = 38
    calmed: int = 39
    no_defence: int = 40
    gold: int = 41
    refreshed: int = 42
    taxed: int = 43
    taken_back: int = 44


TO, ASK, STEP, BATTLE, WINDOW = Starts(*BLOCKS.starts), Ask(), Step(), Battle(), Window()
CHAIN, CHECK, ANNOUNCE, IN, FRONT = Chain(), Check(), Announce(), Place(), Front()
IS, GOES, TYPE, COST, X = Marked(), Leaving(), CardType(), Cost(), XMode()
FIGHT, KEY, ABILITY, WHEN, TIME = Fight(), Keyword(), AbilityColumn(), AbilityKind(), Only()
TARGET, AIM, WORD, STATIC, SCOPE = TargetColumn(), Aim(), TargetWord(), StaticColumn(), Scope()
ITEM, KIND, TRIGGER, CHECKED, QUEST = ItemColumn(), ItemKind(), TriggerRow(), Checked(), QuestKind()
MULLIGAN, END, SAY = Mulligan(), Ending(), Told()
ITEM_SIZE = len(ITEM)
