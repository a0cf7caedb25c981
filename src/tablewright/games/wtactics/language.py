"""The words of card text: the lines of a card's `rules` in cards.toml, read into the numbers that the interpreter runs.

A line is `when: word; word; ...`. It begins with `play`, `use 2, mark`, `enter`, `death`, `leave`, `hit`, `blocked`,
`upkeep 2`, `assign 1 upkeep`, `assign 0 passive`, `passive`, `attach` or `arrive`; then comes `target ...` if
there is one; then the effect words of WTA-15 in the order they happen. `rulebook.md`, "Card data", has the texts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablewright.engine import CardsError, unknown

from .ids import (
    A_DISCARD,
    A_GOLD,
    A_KIND,
    A_LOSE,
    A_MARK,
    A_NUMBER,
    A_ONLY,
    A_OTHERS,
    A_START,
    A_TARGET,
    A_WEAKEN,
    ABILITY_KINDS,
    FACTIONS,
    KEYWORDS,
    MOST_PICKS,
    ON_ASSIGN_UPKEEP,
    ON_PLAY,
    ON_UPKEEP,
    ON_USE,
    ONLY,
    SCOPE_ALLIED,
    SCOPE_HOST,
    SCOPE_PER_ALLY,
    SCOPE_YOUR_OTHER,
    TYPES,
    USES,
)

# Effect words; the place of a word in this list is its number in a program.

WORDS = (
    "end",
    "if",
    "else",
    "deal",
    "prevent",
    "destroy",
    "return",
    "top",
    "mark",
    "unmark",
    "stun",
    "move",
    "remove",
    "control",
    "boost",
    "grant",
    "strengthen",
    "weaken",
    "heal",
    "end_combat",
    "no_defence",
    "mark_enemies",
    "draw",
    "discard",
    "mill",
    "gain",
    "lose",
    "toll",
    "sacrifice",
    "tax",
    "gold",
    "dig",
    "reclaim",
    "refresh",
    "search",
    "counter",
    "create",
    "raise",
)
(
    DO_END,
    DO_IF,
    DO_ELSE,
    DO_DEAL,
    DO_PREVENT,
    DO_DESTROY,
    DO_RETURN,
    DO_TOP,
    DO_MARK,
    DO_UNMARK,
    DO_STUN,
    DO_MOVE,
    DO_REMOVE,
    DO_CONTROL,
    DO_BOOST,
    DO_GRANT,
    DO_STRENGTHEN,
    DO_WEAKEN,
    DO_HEAL,
    DO_END_COMBAT,
    DO_NO_DEFENCE,
    DO_MARK_ENEMIES,
    DO_DRAW,
    DO_DISCARD,
    DO_MILL,
    DO_GAIN,
    DO_LOSE,
    DO_TOLL,
    DO_SACRIFICE,
    DO_TAX,
    DO_GOLD,
    DO_DIG,
    DO_RECLAIM,
    DO_REFRESH,
    DO_SEARCH,
    DO_COUNTER,
    DO_CREATE,
    DO_RAISE,
) = range(len(WORDS))

OBJECTS = ("target", "this", "host", "defenders", "creatures", "enchantments")
THE_TARGET, THIS, HOST, DEFENDERS, ALL_CREATURES, ALL_ENCHANTMENTS = range(6)
PLAYERS = ("target", "you", "opponent", "each", "controller")
TARGET_PLAYER, YOU, OPPONENT, EACH, ITS_CONTROLLER = range(5)
CONDITIONS = ("sacrificed", "lone_attacker")
IF_SACRIFICED, IF_LONE_ATTACKER = range(2)

ABOUT_OBJECTS = ("deal", "prevent", "destroy", "return", "top", "mark", "unmark", "stun", "move", "remove", "control")
ABOUT_OBJECTS_TOO = ("strengthen", "weaken", "counter", "raise")
ABOUT_PLAYERS = ("draw", "discard", "mill", "gain", "lose", "toll", "sacrifice", "tax", "no_defence")
ABOUT_YOU = ("gold", "dig", "reclaim", "refresh", "mark_enemies")
ALONE = ("heal", "end_combat")
TARGET_KINDS = ("creature", "player", "spell", "attachment", "own_grave", "any_grave", "field")
TARGET_WORDS = ("enemy", "yours", "marked", "unmarked", "attacking", "ally", "other")
FILLERS = ("to", "or", "on", "a", "of", "all")
PLUS = re.compile(r"([+-]\d+)/([+-]\d+)")
AMOUNT = re.compile(r"(\d*)(X?)")


@dataclass
class Vocabulary:
    """The tables that the rules read, growing card by card."""

    designs: Sequence[str]
    subtypes: Sequence[str]
    abilities: list[list[int]] = field(default_factory=list)
    targets: list[list[int]] = field(default_factory=list)
    statics: list[list[int]] = field(default_factory=list)
    program: list[list[int]] = field(default_factory=lambda: [[DO_END, 0, 0, 0, 0]])


@dataclass
class Text:
    """What the lines of one card say apart from the tables."""

    play_ability: int = -1
    assign_cost: int = -1
    enters_marked: int = 0
    enters_with_x: int = 0
    wants_front: int = 0
    uses: int = 0


def read_card(card: str, lines: Sequence[str], v: Vocabulary) -> Text:
    """Add the abilities and passive texts of one card to the tables."""
    text = Text()
    for line in lines:
        head, colon, body = line.partition(":")
        if not colon:
            raise CardsError(f"{card}.rules: {line!r} must read 'when: words', such as 'enter: draw 1 you'")
        _read_line(card, " ".join(head.split()), body, v, text)
    return text


def _read_line(card: str, head: str, body: str, v: Vocabulary, text: Text) -> None:
    if head.startswith("assign "):
        number, _, head = head.removeprefix("assign ").partition(" ")
        text.assign_cost = _number(card, number)
        if head == "upkeep":
            _ability(card, ON_ASSIGN_UPKEEP, body, v)
        elif head == "passive":
            v.statics.append([*_passive(card, body, v), 1])
        else:
            raise CardsError(f"{card}.rules: after 'assign {number}' comes 'upkeep:' or 'passive:', not {head!r}")
    elif head == "passive":
        v.statics.append([*_passive(card, body, v), 0])
    elif head == "arrive":
        _arrive(card, body.strip(), text)
    else:
        _read_ability(card, head, body, v, text)


def _arrive(card: str, body: str, text: Text) -> None:
    if body not in ("marked", "X counters"):
        raise CardsError(f"{card}.rules: {unknown('word after arrive', body, ('marked', 'X counters'))}")
    text.enters_marked |= int(body == "marked")
    text.enters_with_x |= int(body == "X counters")


def _read_ability(card: str, head: str, body: str, v: Vocabulary, text: Text) -> None:
    name, _, rest = head.partition(" ")
    if name == "use":
        row = _ability(card, ON_USE, body, v)
        row[A_NUMBER] = text.uses
        text.uses += 1
        if text.uses > USES:
            raise CardsError(f"{card}.rules: a card has at most {USES} abilities to use")
        _requirements(card, rest, row)
    elif name in ("play", "attach"):
        text.play_ability = len(v.abilities)
        row = _ability(card, ON_PLAY, body, v)
        text.wants_front = int(rest == "front")
        row[A_ONLY] = _only(card, rest.removeprefix("only ")) if rest not in ("", "front") else 0
    elif name == "upkeep":
        _ability(card, ON_UPKEEP, body, v)[A_GOLD] = _number(card, rest)
    elif head in ABILITY_KINDS:
        _ability(card, ABILITY_KINDS.index(head), body, v)
    else:
        known = ("play", "use", "attach", "arrive", "assign", "passive", *ABILITY_KINDS[2:7], "upkeep")
        raise CardsError(f"{card}.rules: {unknown('beginning', name, known)}")


def _ability(card: str, kind: int, body: str, v: Vocabulary) -> list[int]:
    row = [0] * 11
    row[A_KIND], row[A_TARGET], row[A_START] = kind, -1, len(v.program)
    parts = [" ".join(part.split()) for part in body.split(";") if part.strip()]
    if parts and parts[0].startswith("target "):
        row[A_TARGET] = len(v.targets)
        v.targets.append(_target(card, parts.pop(0).split()[1:], v))
    for part in parts:
        _instruct(card, part, v)
        if row[A_TARGET] < 0 and "target" in part.split():
            raise CardsError(f"{card}.rules: {part!r} needs a target; put 'target creature' or the like before it")
    v.program.append([DO_END, 0, 0, 0, 0])
    v.abilities.append(row)
    return row


def _requirements(card: str, text: str, row: list[int]) -> None:
    """WTA-8.2: what an activated ability asks for."""
    for part in (part.strip() for part in text.split(",")):
        words = part.split()
        if part.isdigit():
            row[A_GOLD] = int(part)
        elif part == "mark":
            row[A_MARK] = 1
        elif len(words) == 3 and words[0] == "mark" and words[2] == "others":
            row[A_OTHERS] = _number(card, words[1])
        elif part == "discard":
            row[A_DISCARD] = 1
        elif len(words) == 2 and words[0] == "lose":
            row[A_LOSE] = _number(card, words[1])
        elif part == "weaken":
            row[A_WEAKEN] = 1
        elif part.startswith("only "):
            row[A_ONLY] = _only(card, part.removeprefix("only "))
        else:
            known = ("a number", "mark", "mark N others", "discard", "lose N", "weaken", "only ...")
            raise CardsError(f"{card}.rules: {unknown('requirement', part, known)}")


def _only(card: str, when: str) -> int:
    if when not in ONLY[1:]:
        raise CardsError(f"{card}.rules: {unknown('time after only', when, ONLY[1:])}")
    return ONLY.index(when)


def _target(card: str, words: Sequence[str], v: Vocabulary) -> list[int]:
    """WTA-10.2, 10.5: kinds, words, subtypes, faction, not faction."""
    row = [0, 0, 0, 0, 0]
    for word in words:
        if word in FILLERS:
            continue
        if word in TARGET_KINDS:
            row[0] |= 1 << TARGET_KINDS.index(word)
        elif word in TARGET_WORDS:
            row[1] |= 1 << TARGET_WORDS.index(word)
        elif word.startswith("not:"):
            row[4] = _faction(card, word.removeprefix("not:"))
        elif word in FACTIONS:
            row[3] = _faction(card, word)
        elif all(part in v.subtypes for part in word.split("|")):
            row[2] = _subtypes(card, word, v)
        else:
            known = (*TARGET_KINDS, *TARGET_WORDS, *FACTIONS, *v.subtypes)
            raise CardsError(f"{card}.rules: {unknown('word of a target', word, known)}")
    if not row[0]:
        raise CardsError(f"{card}.rules: a target is one of {', '.join(TARGET_KINDS)}")
    return row


def _faction(card: str, name: str) -> int:
    if name not in FACTIONS:
        raise CardsError(f"{card}.rules: {unknown('faction', name, FACTIONS)}")
    return FACTIONS.index(name) + 1


def _subtypes(card: str, names: str, v: Vocabulary) -> int:
    for name in names.split("|"):
        if name not in v.subtypes:
            raise CardsError(f"{card}.rules: {unknown('subtype', name, v.subtypes)}")
    return sum(1 << v.subtypes.index(name) for name in names.split("|"))


def _passive(card: str, body: str, v: Vocabulary) -> list[int]:
    """WTA-8.1: scope, subtypes, faction, attack, defence, keys."""
    words = body.split()
    found = [PLUS.fullmatch(word) for word in words]
    attack, defence = next(((int(m[1]), int(m[2])) for m in found if m), (0, 0))
    rest = " ".join(word for word, plus in zip(words, found, strict=True) if not plus)
    for scope, start in (
        (SCOPE_ALLIED, "allied "),
        (SCOPE_YOUR_OTHER, "your other "),
        (SCOPE_PER_ALLY, "this per ally "),
    ):
        if rest.startswith(start):
            return [scope, *_whom(card, rest.removeprefix(start), v), attack, defence, 0]
    if words[:1] != ["host"]:
        known = ("allied K", "your other K", "this per ally K", "host")
        raise CardsError(f"{card}.rules: {unknown('passive text', rest, known)}")
    keyword, _, whom = rest.removeprefix("host").strip().partition(" if ")
    keys = _keyword(card, keyword) if keyword else 0
    return [SCOPE_HOST, *(_whom(card, whom, v) if whom else (0, 0)), attack, defence, keys]


def _whom(card: str, name: str, v: Vocabulary) -> tuple[int, int]:
    return (0, _faction(card, name)) if name in FACTIONS else (_subtypes(card, name, v), 0)


def _keyword(card: str, name: str) -> int:
    if name not in KEYWORDS:
        raise CardsError(f"{card}.rules: {unknown('keyword', name, KEYWORDS)}")
    return 1 << KEYWORDS.index(name)


def _instruct(card: str, part: str, v: Vocabulary) -> None:
    """One effect word with its object, amount (n + m times X) and one number more."""
    condition, colon, then = part.partition(":")
    if colon:
        _conditional(card, condition.split(), then.strip(), v)
        return
    word, *rest = part.split()
    rest = [w for w in rest if w not in FILLERS]
    if word not in WORDS[DO_DEAL:]:
        raise CardsError(f"{card}.rules: {unknown('effect word', word, WORDS[DO_DEAL:])}")
    op = WORDS.index(word)
    if word in ABOUT_OBJECTS or word in ABOUT_OBJECTS_TOO:
        v.program.append([op, _one_of(card, rest, OBJECTS, "object"), *_amount(card, rest), 0])
    elif word in ABOUT_PLAYERS:
        v.program.append([op, _one_of(card, rest, PLAYERS, "player"), *_amount(card, rest), 0])
    elif word in ABOUT_YOU:
        n, per_x = _amount(card, rest)
        if word == "reclaim" and (n > MOST_PICKS or per_x):
            raise CardsError(f"{card}.rules: reclaim takes a number from 1 to {MOST_PICKS}")
        v.program.append([op, YOU, n, per_x, 0])
    elif word in ALONE:
        v.program.append([op, 0, 0, 0, 0])
    else:
        v.program.append([op, *_special(card, word, rest, v)])


def _conditional(card: str, words: Sequence[str], then: str, v: Vocabulary) -> None:
    if words[0] == "else" and len(words) == 1:
        v.program.append([DO_ELSE, 0, 0, 0, 0])
    elif words[0] == "if" and len(words) in (2, 3) and words[1] in CONDITIONS:
        n = _number(card, words[2]) if len(words) == 3 else 0
        v.program.append([DO_IF, CONDITIONS.index(words[1]), n, 0, 0])
    else:
        raise CardsError(f"{card}.rules: {unknown('condition', ' '.join(words[1:]), CONDITIONS)}")
    _instruct(card, then, v)


def _special(card: str, word: str, rest: list[str], v: Vocabulary) -> list[int]:
    if word == "boost":
        plus = next((m for m in map(PLUS.fullmatch, rest) if m), None)
        if plus is None:
            raise CardsError(f"{card}.rules: boost needs an amount such as +2/-1")
        return [_one_of(card, rest, OBJECTS, "object"), int(plus[1]), 0, int(plus[2])]
    if word == "grant":
        return [_one_of(card, rest[-1:], OBJECTS, "object"), _keyword(card, " ".join(rest[:-1])), 0, 0]
    if word == "create":
        if not rest or rest[0] not in v.designs:
            raise CardsError(f"{card}.rules: {unknown('token', ' '.join(rest[:1]), v.designs)}")
        return [YOU, v.designs.index(rest[0]), 0, int(rest[1:] == ["marked"])]
    cost = _number(card, rest[rest.index("cost") + 1]) if "cost" in rest[:-1] else -1
    kinds, factions = 0, 0
    for name in " ".join(rest[: rest.index("cost")] if "cost" in rest else rest).split("|"):
        if name in TYPES:
            kinds |= 1 << TYPES.index(name)
        else:
            factions |= 1 << (_faction(card, name) - 1)
    return [YOU, kinds, factions, cost]


def _one_of(card: str, words: Sequence[str], known: Sequence[str], what: str) -> int:
    named = [word for word in words if not AMOUNT.fullmatch(word) and not PLUS.fullmatch(word)]
    if len(named) != 1 or named[0] not in known:
        raise CardsError(f"{card}.rules: {unknown(what, ' '.join(named), known)}")
    return known.index(named[0])


def _amount(card: str, words: Sequence[str]) -> tuple[int, int]:
    for word in words:
        found = AMOUNT.fullmatch(word)
        if found and word:
            count = int(found[1] or 1)
            return (0, count) if found[2] else (count, 0)
    return 1, 0


def _number(card: str, text: str) -> int:
    if not text.isdigit():
        raise CardsError(f"{card}.rules: {text!r} is not a number")
    return int(text)
