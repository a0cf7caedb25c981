"""What cards say, as small integers: the words of cards.toml in their order, and the columns of the tables of texts."""

from collections import namedtuple

from tablewright.engine import numbered

# How many fit

ABILITIES = 192
TARGETS = 128
STATICS = 96
PROGRAM = 384


def words(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of constants as cards.toml writes them: `while attacking`, `return`."""
    return tuple(name.strip("_").replace("_", " ") for name in names)


# What a card is

TYPE = numbered("creature equipment enchantment event magic")
TYPES = tuple(name.capitalize() for name in TYPE._fields)
FACTIONS = ("Neutral", "Gaian", "Red Banner", "Dark Legion", "House of Nobles")

COST = numbered("number x t")  # how a gold cost is printed

X = numbered("none chosen attackers unmarked_defenders attack_of_target hand_of_target")  # what X is
X_MODES = words(X._fields)

# Keywords and what attachments forbid (WTA-16), as bits; twice is once (WTA-16.10)
Keyword = namedtuple(
    "Keyword",
    "flying ranged first_strike guard stun quick veteran travel peaceful overrun cannot_defend stays_marked",
)
KEY = Keyword(*(1 << i for i in range(12)))
PRINTED = tuple(word.capitalize() for word in words(KEY._fields)[:10])
KEYWORDS = (*PRINTED, "cannot defend", "stays marked")

# Texts (WTA-8)

WHEN = numbered("play use enter death leave hit blocked assign_upkeep upkeep")  # when an ability works
ABILITY_KINDS = words(WHEN._fields)

ABILITY = numbered("kind gold mark others discard lose weaken only target start number")  # columns of Cards.ability

TIME = numbered("always attack_window combat_window while_attacking")  # when an item may be announced
TIMES = words(TIME._fields)

TARGET = numbered("kinds words subtypes faction not_faction")  # columns of Cards.target (WTA-10.2, WTA-10.5)

# Kinds of targets and words about them, as bits
Aim = namedtuple("Aim", "creature player spell attachment own_grave any_grave field")
AIM = Aim(*(1 << i for i in range(7)))
TargetWord = namedtuple("TargetWord", "enemy yours marked unmarked attacking ally other")
WORD = TargetWord(*(1 << i for i in range(7)))

# Columns of Cards.static: passive text (WTA-8.1), and whom it is about
STATIC = numbered("scope subtypes faction attack defence keys assigned")
SCOPE = numbered("allied your_other per_ally host")

DO = numbered(  # effect words (WTA-15); the place of a word is its number in a program
    "end if_ else_ deal prevent destroy return_ top mark unmark stun move remove control boost grant strengthen "
    "weaken heal end_combat no_defence mark_enemies draw discard mill gain lose toll sacrifice tax gold dig "
    "reclaim refresh search counter create raise_"
)
WORDS = tuple(word.rstrip("_") for word in DO._fields)

# Which objects, and which players, a word is about
THING = numbered("target this host defenders creatures enchantments")
WHO = numbered("target you opponent each controller")

IF = numbered("sacrificed lone_attacker")  # what `if` asks

# Quests (WTA-17)

# What a quest counts, and at the end of whose turns it is checked
QUEST = numbered("none raid creatures resources recycled deaths held spells attached each_front attack spent watch")
QUEST_KINDS = words(QUEST._fields)
CHECKED = numbered("own opp any")
