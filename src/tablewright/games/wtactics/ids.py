"""What things are called: sizes, action ids, decisions, steps, places and columns, all small integers.

To mypy a name of a `namedtuple` may be anything: a rule that returns what a column holds says `int(...)`.
"""

from collections import namedtuple

from tablewright.engine import Blocks, numbered

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
TO = BLOCKS.starts

ASK = numbered(  # what is asked (the rulebook's "Decision points")
    "nobody veto mulligan keep_card unassign upkeep draw2 play target choose_x front allies discard_cost "
    "recycle_pick respond trigger_target toll discard sac_resource tax reclaim search moveattack move attackers "
    "defend order pickup pickup_by give_to entrance discard_down quest_keep quest_expire"
)

# Where the game stands

STEP = numbered(  # the steps of a turn (WTA-4.1, WTA-18)
    "veto mulligan unmark unassign upkeep_triggers upkeep draw draw_more play_1 move_attack_1 pick_up "
    "pick_up_passive play_2 move_attack_2 entrance discard wounds_end pools_end quest_checks expiry last"
)

BATTLE = numbered(  # the steps of a move or attack phase (WTA-12, WTA-13)
    "none moving declaring attack_window defending blocked_triggers ordering combat_window first_strike "
    "second_strike combat_over"
)

WINDOW = numbered("none after_action attack combat")  # what a window follows

CHAIN = numbered("idle asks resolves")  # what the chain does

CHECK = numbered("none board combat")  # which check of the board is due (WTA-14)

ANNOUNCE = numbered("nothing target x front allies discard pay")  # what is still to be said of an item (WTA-6.8)

# How a game ended (WTA-19); DRAWN is `State.winner` of a drawn game
END = numbered("none influence victory_points deck_out turn_limit")
DRAWN = 2

MULLIGAN = numbered("none standard open")  # which mulligan is played

# Cards and objects

IN = numbered("nowhere deck hand resource grave play chain")  # where a card is

FRONT = numbered("offensive defensive")  # where a creature stands

IS = numbered("unmarked marked assigned")  # how an object lies

GOES = numbered("to_grave to_hand to_deck fell")  # where an object goes that leaves play

# Bits of `State.attack`
Fight = namedtuple("Fight", "attacking defended struck")
FIGHT = Fight(1, 2, 4)

ITEM = numbered(  # what is being announced or is taking effect, and each item of the chain
    "kind player slot entry card ability target_kind target target_entry x front field cost pc left round begun "
    "did reach gold"
)
ITEM_SIZE = 20

KIND = numbered("none card ability trigger upkeep")  # what an item is

# Rows of State.trigger: triggers that wait (WTA-8.8)
TRIGGER = numbered("ability slot entry player front field x batch")

SAY = numbered(  # what the log hears; a card is named by its design
    "drew entered left damage influence trigger resolved fizzled countered turn quest_done quest_up quest_expired "
    "ended milled dug shuffled dropped paid gold_gone upkeep_unpaid attached found sacrificed discarded target "
    "attacks combat moved control marked unmarked unstunned stunned boosted granted counter shielded removed "
    "calmed no_defence gold refreshed taxed taken_back"
)


# Why something is refused (WTA-20.1); those about the time stand as in TIME, after `pending`.
WHY = numbered(
    "nothing only_events not_quick only_creatures pending only_attack_window only_combat_window only_attacking "
    "no_caster nobody_near no_target gold laid recycled few_resources"
)
