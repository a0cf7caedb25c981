"""What a host may change before the start, field by field; whatever is not given stays as it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablewright.engine import CardsError, Spec, Value, Variant, parse_change
from tablewright.table.choices import house_rules, seat_parameters, with_choices
from tablewright.table.errors import Refusal
from tablewright.table.rooms import BOT, HERE, OPEN, PERSON, Room, Seat

LONGEST_CLOCK = 600  # minutes
LONGEST_INCREMENT = 300  # seconds
SWITCHES = ("chat", "listed", "hints")


@dataclass(frozen=True)
class Rule:
    """A house rule: what it is about, how it is, how it was."""

    name: str
    value: str
    instead_of: str
    help: str


def seats_of(given: Mapping[str, str], players: int) -> list[Seat | None]:
    """The wish for every seat; None where nothing was said about it."""
    return [_seat(given[key]) if (key := f"seat{n}") in given else None for n in range(players)]


def _seat(text: str) -> Seat:
    kind, _, level = text.partition(":")
    return Seat(kind if kind in (PERSON, BOT, HERE) else OPEN, level=level)


def options_of(room: Room, given: Mapping[str, str]) -> dict[str, Any]:
    options = dict(room.options)
    options |= {name: given[name] == "on" for name in SWITCHES if name in given}
    if "clock" in given:
        options["clock"] = _number(given["clock"], LONGEST_CLOCK, "refused.clock")
    if "increment" in given:
        options["increment"] = _number(given["increment"], LONGEST_INCREMENT, "refused.increment")
    return options


def _number(text: str, most: int, otherwise: str) -> int:
    if not text.isdecimal() or len(text) > 9 or int(text) > most:
        raise Refusal(otherwise, 422)
    return int(text)


def variant_of(room: Room, given: Mapping[str, str]) -> Variant:
    """The variant that the form asks for; another edition begins without changes, but as quickly as before."""
    game, now = room.variant.game, room.variant
    edition = given.get("edition", now.edition)
    other = edition != now.edition
    fixed = game.cards.editions[edition].players if other and edition in game.cards.editions else None
    players = given.get("players", "")
    count = fixed or (int(players) if players.isdecimal() and len(players) < 3 else now.players)
    quick = game.cards.at_once if begins_quickly(now) else {}
    changes = quick if other else _changes(room, given, count)
    return with_choices(game.variant(count, edition, changes), now.changes)


def chosen(room: Room, seat: int, given: Mapping[str, str]) -> Variant:
    """The variant with what somebody in a seat chooses; names of other seats are not theirs."""
    own, variant = seat_parameters(room.variant, seat), room.variant
    if not given or not given.keys() <= own.keys():
        raise Refusal("refused.not_your_choice", 403)
    _, usual = variant.game.cards.resolve(variant.players, variant.edition, {})
    changes = {**variant.changes, **{name: _value(own[name], text.strip()) for name, text in given.items()}}
    unusual = {name: value for name, value in changes.items() if value != usual.parameters.get(name)}
    return variant.game.variant(variant.players, variant.edition, unusual)


def _changes(room: Room, given: Mapping[str, str], players: int) -> dict[str, Value]:
    cards = room.variant.game.cards
    _, usual = cards.resolve(players, room.variant.edition, {})
    changes = dict(room.variant.changes) | _quickly(room.variant, given)
    for name, spec in cards.parameters.items():
        if spec.seat:
            continue
        if text := given.get(f"set.{name}", "").strip():
            changes[name] = _checked(spec, text)
    return {name: value for name, value in changes.items() if value != usual[name]}


def _quickly(variant: Variant, given: Mapping[str, str]) -> dict[str, Value]:
    """What beginning quickly changes, or how the rulebook has it, if the form says which."""
    quick = variant.game.cards.at_once
    usual = variant.game.cards.resolve(variant.players, variant.edition, {})[1]
    wanted = {"on": quick, "off": {name: usual[name] for name in quick}}
    return dict(wanted.get(given.get("at_once", ""), {}))


def _checked(spec: Spec, text: str) -> Value:
    """A value; a number that is none, or out of its range, is refused in the language of the page."""
    value = _value(spec, text)
    if spec.type != "int" or spec.range is None or spec.choices:
        return value
    try:
        return spec.check(value, spec.name)
    except CardsError:
        raise Refusal("refused.number", 422, low=spec.range[0], high=spec.range[1]) from None


def _value(spec: Spec, text: str) -> Value:
    """A field of the form as a value of its parameter; words are taken as they are written."""
    if spec.type == "text":
        return text
    if spec.type == "texts":
        return [part.strip(" \"'") for part in text.strip("[]").split(",") if part.strip()]
    written = f"[{text}]" if spec.type == "ints" and not text.startswith("[") else text
    return parse_change(f"{spec.name}={written}")[1]


def told_rules(variant: Variant, language: str) -> list[Rule]:
    """What is played differently here, in words."""
    return _rules(variant, house_rules(variant), language)


def quick_rules(variant: Variant, language: str) -> list[Rule]:
    """What is different for those who want to begin quickly, in words."""
    return _rules(variant, variant.game.cards.at_once, language)


def begins_quickly(variant: Variant) -> bool:
    return all(variant.values.parameters[name] == value for name, value in variant.game.cards.at_once.items())


def _rules(variant: Variant, changes: Mapping[str, Value], language: str) -> list[Rule]:
    cards, words = variant.game.cards, variant.game.catalogue(language)
    _, usual = cards.resolve(variant.players, variant.edition, {})
    return [
        Rule(name.replace("_", " "), _said(value), _said(usual[name]), words.text(f"parameter.{name}"))
        for name, value in changes.items()
        if name in cards.parameters
    ]


def _said(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value).lower()
