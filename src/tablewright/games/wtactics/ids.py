"""What things are called: sizes, action ids, decisions, steps, places and columns, all small integers.

To mypy a name of a `namedtuple` may be anything: a rule that returns what a column holds says `int(...)`.
"""

from collections import namedtuple
from typing import NamedTuple

from tablewright.engine import Blocks

# Sizes

MOST_DECK = 80
TOKENS = 32
SLOTS = 2 * MOST_DECK + TOKENS
DESIGNS = 128
QUESTS = 16
QUEST_DECK = 10
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
Starts = namedtuple(
    "Starts",
    "done lay play use mark recycle assign give accept abandon object grave item player field x front card position "
    "discard sacrifice move attack mulligan draw pay quest under expire",
)
TO = Starts(*BLOCKS.starts)

# What is asked (the rulebook's "Decision points")
Ask = namedtuple(
    "Ask",
    "nobody veto mulligan keep_card unassign upkeep draw2 play target choose_x front allies discard_cost recycle_pick "
    "respond trigger_target toll discard sac_resource tax reclaim search moveattack move attackers defend order pickup "
    "pickup_by give_to entrance discard_down quest_keep quest_expire",
)
ASK = Ask(*range(34))

# Where the game stands

# The steps of a turn (WTA-4.1, WTA-18)
Step = namedtuple(
    "Step",
    "veto mulligan unmark unassign upkeep_triggers upkeep draw draw_more play_1 move_attack_1 pick_up pick_up_passive "
    "play_2 move_attack_2 entrance discard wounds_end pools_end quest_checks expiry last",
)
STEP = Step(*range(21))

# The steps of a move or attack phase (WTA-12, WTA-13)
Battle = namedtuple(
    "Battle",
    "none moving declaring attack_window defending blocked_triggers ordering combat_window first_strike second_strike "
    "combat_over",
)
BATTLE = Battle(*range(11))

# What a window follows
Window = namedtuple("Window", "none after_action attack combat")
WINDOW = Window(*range(4))

# What the chain does
Chain = namedtuple("Chain", "idle asks resolves")
CHAIN = Chain(*range(3))

# Which check of the board is due (WTA-14)
Check = namedtuple("Check", "none board combat")
CHECK = Check(*range(3))

# What is still to be said of an item (WTA-6.8)
Announce = namedtuple("Announce", "nothing target x front allies discard pay")
ANNOUNCE = Announce(*range(7))

# How a game ended (WTA-19); DRAWN is `State.winner` of a drawn game
Ending = namedtuple("Ending", "none influence victory_points deck_out turn_limit")
END, DRAWN = Ending(*range(5)), 2

# Which mulligan is played
Mulligan = namedtuple("Mulligan", "none standard open")
MULLIGAN = Mulligan(*range(3))

# Cards and objects

# Where a card is
Place = namedtuple("Place", "nowhere deck hand resource grave play chain")
IN = Place(*range(7))

# Where a creature stands
Front = namedtuple("Front", "offensive defensive")
FRONT = Front(0, 1)

# How an object lies
Marked = namedtuple("Marked", "unmarked marked assigned")
IS = Marked(*range(3))

# Where an object goes that leaves play
Leaving = namedtuple("Leaving", "to_grave to_hand to_deck fell")
GOES = Leaving(*range(4))

# Bits of `State.attack`
Fight = namedtuple("Fight", "attacking defended struck")
FIGHT = Fight(1, 2, 4)

# What is being announced or is taking effect, and each item of the chain
ItemColumn = namedtuple(
    "ItemColumn",
    "kind player slot entry card ability target_kind target target_entry x front field cost pc left round begun did "
    "reach gold",
)
ITEM, ITEM_SIZE = ItemColumn(*range(20)), 20

# What an item is
ItemKind = namedtuple("ItemKind", "none card ability trigger upkeep")
KIND = ItemKind(*range(5))

# Rows of State.trigger: triggers that wait (WTA-8.8)
TriggerRow = namedtuple("TriggerRow", "ability slot entry player front field x batch")
TRIGGER = TriggerRow(*range(8))

# What the log hears; a card is named by its design
Told = namedtuple(
    "Told",
    "drew entered left damage influence trigger resolved fizzled countered turn quest_done quest_up quest_expired "
    "ended milled dug shuffled dropped paid gold_gone upkeep_unpaid attached found sacrificed discarded target attacks "
    "combat moved control marked unmarked unstunned stunned boosted granted counter shielded removed calmed "
    "no_defence gold refreshed taxed taken_back",
)
SAY = Told(*range(45))


class Why(NamedTuple):
    """Why something is refused (WTA-20.1); those about the time stand as in TIME, after `pending`."""

    nothing: int = 0
    only_events: int = 1
    not_quick: int = 2
    only_creatures: int = 3
    pending: int = 4
    only_attack_window: int = 5
    only_combat_window: int = 6
    only_attacking: int = 7
    no_caster: int = 8
    nobody_near: int = 9
    no_target: int = 10
    gold: int = 11
    laid: int = 12
    recycled: int = 13
    few_resources: int = 14


WHY = Why()
