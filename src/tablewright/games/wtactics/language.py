"""The words of card text: the lines of a card's `rules` in cards.toml, read into the numbers that the interpreter runs.

A line is `when: word; word; ...`. It begins with `play`, `use 2, mark`, `enter`, `death`, `leave`, `hit`, `blocked`,
`upkeep 2`, `assign 1 upkeep`, `assign 0 passive`, `passive`, `attach` or `arrive`; then comes `target ...` if
there is one; then the effect words of WTA-15 in the order they happen. `rulebook.md`, "Card data", has the texts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablewright.engine import CardsError, unknown

from . import vocabulary as terms
from .ids import MOST_PICKS, USES

ABOUT_OBJECTS = (*terms.WORDS[terms.DO.deal : terms.DO.boost], "strengthen", "weaken", "counter", "raise")
ABOUT_PLAYERS = (*terms.WORDS[terms.DO.draw : terms.DO.gold], "no_defence")
ABOUT_YOU = (*terms.WORDS[terms.DO.gold : terms.DO.search], "mark_enemies")
ALONE = ("heal", "end_combat")
FILLERS = ("to", "or", "on", "a", "of", "all")
REQUIREMENTS = {
    terms.ABILITY.gold: r"\d+",
    terms.ABILITY.mark: "mark",
    terms.ABILITY.others: r"mark \d+ others",
    terms.ABILITY.discard: "discard",
    terms.ABILITY.lose: r"lose \d+",
    terms.ABILITY.weaken: "weaken",
}
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
    program: list[list[int]] = field(default_factory=lambda: [[terms.DO.end, 0, 0, 0, 0]])


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
            _ability(card, terms.WHEN.assign_upkeep, body, v)
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
    if _place(card, "word after arrive", body, ("marked", "X counters")) == 0:
        text.enters_marked = 1
    else:
        text.enters_with_x = 1


def _read_ability(card: str, head: str, body: str, v: Vocabulary, text: Text) -> None:
    name, _, rest = head.partition(" ")
    if name == "use":
        row = _ability(card, terms.WHEN.use, body, v)
        row[terms.ABILITY.number] = text.uses
        text.uses += 1
        if text.uses > USES:
            raise CardsError(f"{card}.rules: a card has at most {USES} abilities to use")
        _requirements(card, rest, row)
    elif name in ("play", "attach"):
        text.play_ability = len(v.abilities)
        row = _ability(card, terms.WHEN.play, body, v)
        text.wants_front = int(rest == "front")
        row[terms.ABILITY.only] = _only(card, rest.removeprefix("only ")) if rest not in ("", "front") else 0
    elif name == "upkeep":
        _ability(card, terms.WHEN.upkeep, body, v)[terms.ABILITY.gold] = _number(card, rest)
    elif head in terms.ABILITY_KINDS:
        _ability(card, terms.ABILITY_KINDS.index(head), body, v)
    else:
        known = ("play", "use", "attach", "arrive", "assign", "passive", *terms.ABILITY_KINDS[2:7], "upkeep")
        raise CardsError(f"{card}.rules: {unknown('beginning', name, known)}")


def _ability(card: str, kind: int, body: str, v: Vocabulary) -> list[int]:
    row = [0] * 11
    row[terms.ABILITY.kind], row[terms.ABILITY.target], row[terms.ABILITY.start] = kind, -1, len(v.program)
    parts = [" ".join(part.split()) for part in body.split(";") if part.strip()]
    if parts and parts[0].startswith("target "):
        row[terms.ABILITY.target] = len(v.targets)
        v.targets.append(_target(card, parts.pop(0).split()[1:], v))
    for part in parts:
        _instruct(card, part, v)
        if row[terms.ABILITY.target] < 0 and "target" in part.split():
            raise CardsError(f"{card}.rules: {part!r} needs a target; put 'target creature' or the like before it")
    v.program.append([terms.DO.end, 0, 0, 0, 0])
    v.abilities.append(row)
    return row


def _requirements(card: str, text: str, row: list[int]) -> None:
    """WTA-8.2: what an activated ability asks for."""
    for part in (part.strip() for part in text.split(",")):
        found = next((column for column, form in REQUIREMENTS.items() if re.fullmatch(form, part)), None)
        if found is not None:
            number = re.search(r"\d+", part)
            row[found] = int(number[0]) if number else 1
        elif part.startswith("only "):
            row[terms.ABILITY.only] = _only(card, part.removeprefix("only "))
        else:
            known = ("a number", "mark", "mark N others", "discard", "lose N", "weaken", "only ...")
            raise CardsError(f"{card}.rules: {unknown('requirement', part, known)}")


def _only(card: str, when: str) -> int:
    return 1 + _place(card, "time after only", when, terms.TIMES[1:])


def _target(card: str, words: Sequence[str], v: Vocabulary) -> list[int]:
    """WTA-10.2, WTA-10.5: kinds, words, subtypes, faction, not faction."""
    row = [0, 0, 0, 0, 0]
    for word in words:
        if word in FILLERS:
            continue
        if word in terms.AIM._fields:
            row[0] |= 1 << terms.AIM._fields.index(word)
        elif word in terms.WORD._fields:
            row[1] |= 1 << terms.WORD._fields.index(word)
        elif word.startswith("not:"):
            row[4] = _faction(card, word.removeprefix("not:"))
        elif word in terms.FACTIONS:
            row[3] = _faction(card, word)
        elif all(part in v.subtypes for part in word.split("|")):
            row[2] = _subtypes(card, word, v)
        else:
            known = (*terms.AIM._fields, *terms.WORD._fields, *terms.FACTIONS, *v.subtypes)
            raise CardsError(f"{card}.rules: {unknown('word of a target', word, known)}")
    if not row[0]:
        raise CardsError(f"{card}.rules: a target is one of {', '.join(terms.AIM._fields)}")
    return row


def _faction(card: str, name: str) -> int:
    return 1 + _place(card, "faction", name, terms.FACTIONS)


def _subtypes(card: str, names: str, v: Vocabulary) -> int:
    return sum(1 << _place(card, "subtype", name, v.subtypes) for name in names.split("|"))


def _passive(card: str, body: str, v: Vocabulary) -> list[int]:
    """WTA-8.1: scope, subtypes, faction, attack, defence, keys."""
    words = body.split()
    found = [PLUS.fullmatch(word) for word in words]
    attack, defence = next(((int(m[1]), int(m[2])) for m in found if m), (0, 0))
    rest = " ".join(word for word, plus in zip(words, found, strict=True) if not plus)
    for scope, start in (
        (terms.SCOPE.allied, "allied "),
        (terms.SCOPE.your_other, "your other "),
        (terms.SCOPE.per_ally, "this per ally "),
    ):
        if rest.startswith(start):
            return [scope, *_whom(card, rest.removeprefix(start), v), attack, defence, 0]
    if words[:1] != ["host"]:
        known = ("allied K", "your other K", "this per ally K", "host")
        raise CardsError(f"{card}.rules: {unknown('passive text', rest, known)}")
    keyword, _, whom = rest.removeprefix("host").strip().partition(" if ")
    keys = _keyword(card, keyword) if keyword else 0
    return [terms.SCOPE.host, *(_whom(card, whom, v) if whom else (0, 0)), attack, defence, keys]


def _whom(card: str, name: str, v: Vocabulary) -> tuple[int, int]:
    return (0, _faction(card, name)) if name in terms.FACTIONS else (_subtypes(card, name, v), 0)


def _keyword(card: str, name: str) -> int:
    return 1 << _place(card, "keyword", name, terms.KEYWORDS)


def _instruct(card: str, part: str, v: Vocabulary) -> None:
    """One effect word with its object, amount (n + m times X) and one number more."""
    condition, colon, then = part.partition(":")
    if colon:
        _conditional(card, condition.split(), then.strip(), v)
        return
    word, *rest = part.split()
    rest = [w for w in rest if w not in FILLERS]
    op = terms.DO.deal + _place(card, "effect word", word, terms.WORDS[terms.DO.deal :])
    if word in ABOUT_OBJECTS:
        v.program.append([op, _one_of(card, rest, terms.THING._fields, "object"), *_amount(card, rest), 0])
    elif word in ABOUT_PLAYERS:
        v.program.append([op, _one_of(card, rest, terms.WHO._fields, "player"), *_amount(card, rest), 0])
    elif word in ABOUT_YOU:
        n, per_x = _amount(card, rest)
        if word == "reclaim" and (n > MOST_PICKS or per_x):
            raise CardsError(f"{card}.rules: reclaim takes a number from 1 to {MOST_PICKS}")
        v.program.append([op, terms.WHO.you, n, per_x, 0])
    elif word in ALONE:
        v.program.append([op, 0, 0, 0, 0])
    else:
        v.program.append([op, *_special(card, word, rest, v)])


def _conditional(card: str, words: Sequence[str], then: str, v: Vocabulary) -> None:
    if words[0] == "else" and len(words) == 1:
        v.program.append([terms.DO.else_, 0, 0, 0, 0])
    elif words[0] == "if" and len(words) in (2, 3) and words[1] in terms.IF._fields:
        n = _number(card, words[2]) if len(words) == 3 else 0
        v.program.append([terms.DO.if_, terms.IF._fields.index(words[1]), n, 0, 0])
    else:
        raise CardsError(f"{card}.rules: {unknown('condition', ' '.join(words[1:]), terms.IF._fields)}")
    _instruct(card, then, v)


def _special(card: str, word: str, rest: list[str], v: Vocabulary) -> list[int]:
    if word == "boost":
        plus = next((m for m in map(PLUS.fullmatch, rest) if m), None)
        if plus is None:
            raise CardsError(f"{card}.rules: boost needs an amount such as +2/-1")
        return [_one_of(card, rest, terms.THING._fields, "object"), int(plus[1]), 0, int(plus[2])]
    if word == "grant":
        return [_one_of(card, rest[-1:], terms.THING._fields, "object"), _keyword(card, " ".join(rest[:-1])), 0, 0]
    if word == "create":
        token = _place(card, "token", " ".join(rest[:1]), v.designs)
        return [terms.WHO.you, token, 0, int(rest[1:] == ["marked"])]
    cost = _number(card, rest[rest.index("cost") + 1]) if "cost" in rest[:-1] else -1
    kinds, factions = 0, 0
    for name in " ".join(rest[: rest.index("cost")] if "cost" in rest else rest).split("|"):
        if name in terms.TYPES:
            kinds |= 1 << terms.TYPES.index(name)
        else:
            factions |= 1 << (_faction(card, name) - 1)
    return [terms.WHO.you, kinds, factions, cost]


def _one_of(card: str, words: Sequence[str], known: Sequence[str], what: str) -> int:
    named = [word for word in words if not AMOUNT.fullmatch(word) and not PLUS.fullmatch(word)]
    return _place(card, what, " ".join(named), known)


def _place(card: str, what: str, word: str, known: Sequence[str]) -> int:
    """Where a word stands among those that are known."""
    if word not in known:
        raise CardsError(f"{card}.rules: {unknown(what, word, known)}")
    return known.index(word)


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
