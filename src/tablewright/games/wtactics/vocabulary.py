"""What cards say, as small integers: the words of cards.toml in their order, and the columns of the tables of texts."""

from collections import namedtuple

# How many fit

ABILITIES = 192
TARGETS = 128
STATICS = 96
PROGRAM = 384


def words(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of constants as cards.toml writes them: `while attacking`, `return`."""
    return tuple(name.strip("_").replace("_", " ") for name in names)


# What a card is

CardType = namedtuple("CardType", "creature equipment enchantment event magic")
TYPE = CardType(*range(5))
TYPES = tuple(name.capitalize() for name in TYPE._fields)
FACTIONS = ("Neutral", "Gaian", "Red Banner", "Dark Legion", "House of Nobles")

# How a gold cost is printed
Cost = namedtuple("Cost", "number x t")
COST = Cost(*range(3))

# What X is
XMode = namedtuple("XMode", "none chosen attackers unmarked_defenders attack_of_target hand_of_target")
X = XMode(*range(6))
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

# When an ability works
AbilityKind = namedtuple("AbilityKind", "play use enter death leave hit blocked assign_upkeep upkeep")
WHEN = AbilityKind(*range(9))
ABILITY_KINDS = words(WHEN._fields)

# Columns of Cards.ability
AbilityColumn = namedtuple("AbilityColumn", "kind gold mark others discard lose weaken only target start number")
ABILITY = AbilityColumn(*range(11))

# When an item may be announced
Only = namedtuple("Only", "always attack_window combat_window while_attacking")
TIME = Only(*range(4))
TIMES = words(TIME._fields)

# Columns of Cards.target (WTA-10.2, WTA-10.5)
TargetColumn = namedtuple("TargetColumn", "kinds words subtypes faction not_faction")
TARGET = TargetColumn(*range(5))

# Kinds of targets and words about them, as bits
Aim = namedtuple("Aim", "creature player spell attachment own_grave any_grave field")
AIM = Aim(*(1 << i for i in range(7)))
TargetWord = namedtuple("TargetWord", "enemy yours marked unmarked attacking ally other")
WORD = TargetWord(*(1 << i for i in range(7)))

# Columns of Cards.static: passive text (WTA-8.1), and whom it is about
StaticColumn = namedtuple("StaticColumn", "scope subtypes faction attack defence keys assigned")
STATIC = StaticColumn(*range(7))
Scope = namedtuple("Scope", "allied your_other per_ally host")
SCOPE = Scope(*range(4))

# Effect words (WTA-15); the place of a word is its number in a program
EffectWord = namedtuple(
    "EffectWord",
    "end if_ else_ deal prevent destroy return_ top mark unmark stun move remove control boost grant strengthen weaken "
    "heal end_combat no_defence mark_enemies draw discard mill gain lose toll sacrifice tax gold dig reclaim refresh "
    "search counter create raise_",
)
DO = EffectWord(*range(38))
WORDS = tuple(word.rstrip("_") for word in DO._fields)

# Which objects, and which players, a word is about
Thing = namedtuple("Thing", "target this host defenders creatures enchantments")
THING = Thing(*range(6))
Who = namedtuple("Who", "target you opponent each controller")
WHO = Who(*range(5))

# What `if` asks
Condition = namedtuple("Condition", "sacrificed lone_attacker")
IF = Condition(*range(2))

# Quests (WTA-17)

# What a quest counts, and at the end of whose turns it is checked
QuestKind = namedtuple(
    "QuestKind",
    "none raid creatures resources recycled deaths held spells attached each_front attack spent watch",
)
QUEST = QuestKind(*range(13))
QUEST_KINDS = words(QUEST._fields)
Checked = namedtuple("Checked", "own opp any")
CHECKED = Checked(*range(3))
