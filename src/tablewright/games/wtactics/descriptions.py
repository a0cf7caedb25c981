"""What cards and objects of WTactics are, as texts: names, kinds, costs, keywords, figures."""

from pathlib import Path
from typing import cast

from tablewright.engine import At, Card, Say, read_cards, say

from .ids import FRONT
from .objects import attack_of, defence_of
from .state import CARD_IDS, QUEST_IDS, Cards, State
from .vocabulary import FACTIONS, KEY, TYPE

SEATS = ("A", "B")
FILE = read_cards(Path(__file__).parent / "cards.toml")
SUBTYPES = {card: " ".join(cast(list[str], v["subtypes"])) for card, v in FILE.cards.items()}
SORTS = {card: str(v["type"]).lower() for card, v in FILE.cards.items()}
SPEAKING = {card for card, values in FILE.cards.items() if values["text"]}


def title(c: int, at: str = "") -> Card:
    return Card(CARD_IDS[c], at)


def quest_title(quest: int, at: str = "") -> Card:
    return Card(QUEST_IDS[quest], at)


def thing(s: State, o: int) -> At:
    """An object in play, with its number where there are several of its card."""
    number = str(s.entry[o]) if is_doubled(s, o) else None
    return At(item_id(s, o), say("object.name", card=title(s.card[o]), number=number))


def front(f: int) -> Say:
    return say(f"front.{FRONT._fields[f]}")


def kind_text(card: str) -> Say:
    """`Creature Elf Warrior`."""
    return say("object.kind", sort=say(f"type.{SORTS[card]}"), subtypes=SUBTYPES[card] or None)


def faction(k: Cards, c: int) -> Say:
    return say(f"faction.{FACTIONS[k.faction[c]].lower().replace(' ', '_')}")


def rules_text(card: str) -> Say | None:
    """What is printed on a card, if anything is."""
    return say(f"card.{card}.text") if card in SPEAKING else None


def cost_text(k: Cards, c: int) -> str:
    """The printed cost: 5, X+2, T-3."""
    kind, n = k.cost_kind[c], k.cost[c]
    if kind == 0:
        return str(n)
    return "XT"[kind - 1] + (f"{n:+d}" if n else "")


def figures(s: State, k: Cards, o: int) -> str | None:
    """ATK and DEF of a creature."""
    return f"{attack_of(s, k, o)}/{defence_of(s, k, o)}" if k.type[s.card[o]] == TYPE.creature else None


def keyword(i: int) -> Say:
    return say(f"keyword.{KEY._fields[i]}")


def keywords(keys: int, stealth: int = 0) -> Say | None:
    found = [keyword(i) for i in range(len(KEY)) if keys >> i & 1]
    found += [say("keyword.stealth", n=stealth)] if stealth else []
    return say("keyword.list", keywords=tuple(found)) if found else None


# The rulebook's notation


def name_of(s: State, o: int) -> str:
    """An object in play as a move names it: its card's id, with its entry number where there are several of it."""
    return CARD_IDS[s.card[o]] + (f"#{s.entry[o]}" if is_doubled(s, o) else "")


def is_doubled(s: State, o: int) -> bool:
    """Whether several of its cards are in play."""
    return sum(s.card[other] == s.card[o] for other in s.board[: s.n_board]) > 1


def item_id(s: State, o: int) -> str:
    return f"e{s.entry[o]}"
