"""`cards.toml`: all the numbers a designer may vary, checked on the way in.

The file has the tables `[game]`, `[parameters.NAME]` (default, range or choices, one line of help),
`[card_fields.NAME]` (what a card may have), `[cards.ID]`, `[editions.NAME]` (named sets of differences),
`[[rulings]]` (the ledger of ambiguities) and `[print]` (sizes, supplies and pieces on paper).
docs/new-game.md describes every key.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablewright.engine.errors import CardsError, unknown
from tablewright.engine.tables import ANY, FLAG, NUMBER, NUMBERS, TABLE, TABLES, TEXT, TEXTS, Data, NewData, check_table

Value = int | bool | str | list[int] | list[str]
TYPES = ("int", "bool", "text", "ints", "texts")
FILE_KEYS = {
    **dict.fromkeys(("game", "parameters", "choices", "card_fields", "cards", "editions", "knockout", "print"), TABLE),
    "rulings": TABLES,
}
GAME_KEYS = {
    **dict.fromkeys(("title", "pitch", "length", "designer", "edition", "code"), TEXT),
    "players": NUMBERS,
    "seats": TEXTS,
}
OPTIONAL_GAME_KEYS = {
    **dict.fromkeys(("points", "bot_seconds"), TEXT),
    **dict.fromkeys(("endings", "cutoffs", "side_counters"), TEXTS),
    "turning_faces": FLAG,
    "at_once": TABLE,
}
SPEC_KEYS = {
    **dict.fromkeys(("type", "help", "clause", "seat"), TEXT),
    "default": ANY,
    "range": NUMBERS,
    "choices": TEXTS,
    "length": NUMBER,
    "distinct": FLAG,
}
CHOICE_KEYS = {"name": TEXT, "help": TEXT, "cards": TEXTS}
EDITION_KEYS = {"help": TEXT, "players": NUMBER, "set": TABLE}
RULING_KEYS = dict.fromkeys(("question", "default", "alternative", "parameter", "clause"), TEXT)


@dataclass(frozen=True)
class Spec:
    """What a value may be, and one line of help."""

    name: str
    type: str
    help: str
    range: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()
    length: int | None = None
    distinct: bool = False
    default: Value | None = None
    clause: str = ""
    seat: str = ""  # whose choice it is, where it is not the host's: the name of a seat

    def allowed(self) -> str:
        """The allowed values in words."""
        low_high = f"{self.range[0]} to {self.range[1]}" if self.range else ""
        if self.type in ("ints", "texts"):
            size = f"{self.length} " if self.length is not None else ""
            kind = f"numbers {low_high}" if self.type == "ints" else ", ".join(self.choices) or "words"
            return f"a list of {size}{'different ' if self.distinct else ''}{kind}".strip()
        if self.type == "bool":
            return "true or false"
        words = ", ".join(self.choices)
        if self.type == "text":
            return f"one of {words}" if words else "a text"
        return " or ".join(part for part in (low_high or "a whole number", words) if part)

    def check(self, value: object, where: str) -> Value:
        """The value itself, or a CardsError that says what would be right."""
        if self._fits(value):
            return value  # type: ignore[return-value]
        raise CardsError(f"{where} is {value!r}; it must be {self.allowed()}")

    def _fits(self, value: object) -> bool:
        if self.type == "bool":
            return isinstance(value, bool)
        if self.type == "ints":
            return self._fits_list(value, self._is_number)
        if self.type == "texts":
            return self._fits_list(value, self._is_word)
        if self.type == "text":
            return self._is_word(value)
        return self._is_number(value) or (bool(self.choices) and self._is_word(value))

    def _fits_list(self, value: object, fits: Callable[[object], bool]) -> bool:
        return (
            isinstance(value, list)
            and all(fits(item) for item in value)
            and (self.length is None or len(value) == self.length)
            and (not self.distinct or len(set(value)) == len(value))
        )

    def _is_number(self, value: object) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.range is None or self.range[0] <= value <= self.range[1]

    def _is_word(self, value: object) -> bool:
        return isinstance(value, str) and (not self.choices or value in self.choices)


@dataclass(frozen=True)
class Choice:
    """What a choice of a parameter is called, what it means, and a few cards that show it."""

    name: str
    help: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Edition:
    """A named set of differences from the default."""

    name: str
    help: str
    players: int | None  # how many play it unless something else is said
    set: Mapping[str, Value]
    only: tuple[int, ...] = ()  # how many can play it, where that is not everything that the game allows


@dataclass(frozen=True)
class Ruling:
    """One ambiguity of the designer's text: how it is read, and the other reading."""

    question: str
    default: str
    alternative: str
    parameter: str = ""
    clause: str = ""


@dataclass(frozen=True)
class Values:
    """The numbers of one variant, resolved: edition and changes applied, everything checked."""

    players: int
    parameters: Data
    cards: Mapping[str, Data]

    def __getitem__(self, name: str) -> Any:
        return self.parameters[name]

    def named(self, name: str) -> Any:
        """The number of players, a parameter, or a value of all cards, in the order of the file."""
        if name == "players":
            return self.players
        found = self.parameters[name] if name in self.parameters else self._of_cards(name)
        if isinstance(found, str):
            raise CardsError(f"the parameter {name} is a word; write constants(values), which makes a number of it")
        return int(found) if isinstance(found, bool) else found

    def _of_cards(self, name: str) -> list[Any]:
        fields = {field for card in self.cards.values() for field in card}
        if name not in fields:
            raise CardsError(f"Cards: {unknown('number of cards.toml', name, {*fields, *self.parameters})}")
        return [card[name] for card in self.cards.values()]


@dataclass(frozen=True)
class CardFile:
    """A checked `cards.toml`."""

    title: str
    pitch: str
    players: tuple[int, ...]
    seats: tuple[str, ...]
    length: str
    designer: str
    edition: str
    code: str
    parameters: Mapping[str, Spec]
    card_fields: Mapping[str, Spec]
    cards: Mapping[str, Mapping[str, Value]]
    editions: Mapping[str, Edition]
    rulings: tuple[Ruling, ...] = field(default=())
    knockout: Mapping[str, Value] = field(default_factory=dict)  # the fields that take a card out of the game
    print: Data = field(default_factory=dict)  # how it is printed; the press checks and reads it
    points: str = ""  # what a score counts; nothing where scores only rank the players
    bot_seconds: str = ""  # the parameter that says how long a bot may think about a decision
    turning_faces: bool = False  # a face shows which side of the card is up and how it is turned
    endings: tuple[str, ...] = ()  # the counters that say how a game ended: 1 for the way it did
    cutoffs: tuple[str, ...] = ()  # those of them that players do not strive for: a limit of turns
    side_counters: tuple[str, ...] = ()  # for each seat the counter that says which side (deck, faction) it played
    at_once: Mapping[str, Value] = field(default_factory=dict)  # changes for those who want to begin quickly
    choices: Mapping[str, Choice] = field(default_factory=dict)  # what choices of parameters look like

    def resolve(self, players: int | None, edition: str | None, changes: Mapping[str, Value]) -> tuple[str, Values]:
        """The name of the edition and the values of a variant."""
        name = edition or self.edition
        if name not in self.editions:
            raise CardsError(unknown("edition", name, self.editions))
        chosen = self.editions[name]
        count = (chosen.players or self.players[0]) if players is None else players
        if count not in self.players:
            raise CardsError(f"{count} players cannot play; it takes {_one_of(self.players)}")
        if chosen.only and count not in chosen.only:
            raise CardsError(f"{count} players cannot play the edition {name}; it takes {_one_of(chosen.only)}")
        parameters = {key: spec.default for key, spec in self.parameters.items()}
        cards = {card: dict(values) for card, values in self.cards.items()}
        for key, value in {**chosen.set, **changes}.items():
            self._change(parameters, cards, key, value)
        return name, Values(count, parameters, cards)

    def _change(self, parameters: NewData, cards: dict[str, NewData], key: str, value: object) -> None:
        card, dot, name = key.partition(".")
        if not dot:
            if key not in self.parameters:
                raise CardsError(unknown("parameter", key, self.parameters))
            parameters[key] = self.parameters[key].check(value, f"parameter {key!r}")
            return
        if card not in cards:
            raise CardsError(unknown("card", card, cards))
        if name not in self.card_fields:
            raise CardsError(unknown(f"value of the card {card!r}", name, self.card_fields))
        cards[card][name] = self.card_fields[name].check(value, f"{card}.{name}")


def parse_change(text: str) -> tuple[str, Value]:
    """`name=value` or `card.value=value` as typed after --set; the value is written as in TOML, or as a bare word."""
    name, equals, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name or not value:
        raise CardsError(f"--set takes name=value, not {text!r}")
    try:
        return name, tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):  # no TOML, or more digits or brackets than anybody means
        return name, value


def read_cards(path: Path) -> CardFile:
    """Read and check a `cards.toml`."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise CardsError(f"{path} cannot be read: {fault.strerror}") from fault
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise CardsError(f"{path.name} is not valid TOML: {fault}") from fault
    return check_cards(data, path.name)


def check_cards(data: Data, where: str = "cards.toml") -> CardFile:
    """Check the contents of a `cards.toml`."""
    check_table(data, FILE_KEYS, where, "table")
    game = data.get("game", {})
    check_table(game, GAME_KEYS | OPTIONAL_GAME_KEYS, f"{where} [game]", "key", set(GAME_KEYS))
    players, seats = game["players"], len(game["seats"])
    if not players or not 1 <= min(players) <= max(players) <= seats:
        raise CardsError(
            f"{where} [game] has players {players} and {seats} seats; at least 1 plays, and every seat is named"
        )
    parameters = {n: _spec(n, v, f"{where} [parameters.{n}]", True) for n, v in data.get("parameters", {}).items()}
    fields = {n: _spec(n, v, f"{where} [card_fields.{n}]", False) for n, v in data.get("card_fields", {}).items()}
    cards = {c: _card(c, v, fields, where) for c, v in data.get("cards", {}).items()}
    editions = {n: _edition(n, v, where) for n, v in data.get("editions", {}).items()}
    rulings = tuple(_ruling(v, where, parameters) for v in data.get("rulings", []))
    head: Data = {key: tuple(value) if isinstance(value, list) else value for key, value in game.items()}
    made = CardFile(
        **head,
        parameters=parameters,
        card_fields=fields,
        cards=cards,
        editions=editions,
        rulings=rulings,
        choices={n: _choice(n, v, cards, where) for n, v in data.get("choices", {}).items()},
        knockout=data.get("knockout", {}),
        print=data.get("print", {}),
    )
    if made.bot_seconds and made.bot_seconds not in parameters:
        raise CardsError(f"{where} [game] bot_seconds: {unknown('parameter', made.bot_seconds, parameters)}")
    for name, spec in parameters.items():
        if spec.seat and spec.seat not in made.seats:
            raise CardsError(f"{where} [parameters.{name}] seat: {unknown('seat', spec.seat, made.seats)}")
    check_table(made.knockout, dict.fromkeys(fields, ANY), f"{where} [knockout]", "value")
    for edition in editions:
        made.resolve(None, edition, {})
    made.resolve(None, None, made.at_once)
    return made


def _card(card: str, values: Data, fields: Mapping[str, Spec], where: str) -> dict[str, Value]:
    at = f"{where} [cards.{card}]"
    needed = {name for name, spec in fields.items() if spec.default is None}
    check_table(values, dict.fromkeys(fields, ANY), at, "value", needed)
    given = {name: values.get(name, spec.default) for name, spec in fields.items()}
    return {name: fields[name].check(value, f"{at} {name}") for name, value in given.items()}


def _choice(name: str, values: Data, cards: Mapping[str, object], where: str) -> Choice:
    at = f"{where} [choices.{name}]"
    check_table(values, CHOICE_KEYS, at, "key", {"name"})
    for card in values.get("cards", []):
        if card not in cards:
            raise CardsError(f"{at} cards: {unknown('card', card, cards)}")
    return Choice(values["name"], values.get("help", ""), tuple(values.get("cards", [])))


def _edition(name: str, values: Data, where: str) -> Edition:
    at = f"{where} [editions.{name}]"
    given = values.get("players") if isinstance(values, Mapping) else None
    only = given if isinstance(given, list) else []
    check_table(values, EDITION_KEYS | ({"players": NUMBERS} if only else {}), at, "key")
    first = only[0] if only else values.get("players")
    return Edition(name, values.get("help", ""), first, values.get("set", {}), tuple(only))


def _ruling(values: Data, where: str, parameters: Mapping[str, Spec]) -> Ruling:
    check_table(values, RULING_KEYS, f"{where} [[rulings]]", "key", {"question", "default", "alternative"})
    if values.get("parameter") and values["parameter"] not in parameters:
        raise CardsError(f"{where} [[rulings]]: {unknown('parameter', values['parameter'], parameters)}")
    return Ruling(**values)


def _spec(name: str, values: Data, at: str, needs_default: bool) -> Spec:
    check_table(values, SPEC_KEYS, at, "key")
    if "help" not in values or (needs_default and "default" not in values):
        raise CardsError(f"{at} needs {'default and ' if needs_default else ''}help")
    kind = values.get("type", _type_of(values))
    if kind not in TYPES:
        raise CardsError(f"{at} has the type {kind!r}; it must be one of {', '.join(TYPES)}")
    bounds = values.get("range")
    if bounds is not None and (len(bounds) != 2 or bounds[0] > bounds[1]):
        raise CardsError(f"{at} has the range {bounds}; it must be [low, high]")
    spec = Spec(
        name,
        kind,
        values["help"],
        (bounds[0], bounds[1]) if bounds else None,
        tuple(values.get("choices", ())),
        values.get("length"),
        values.get("distinct", False),
        values.get("default"),
        values.get("clause", ""),
        values.get("seat", ""),
    )
    if spec.default is not None:
        spec.check(spec.default, f"{at} default")
    return spec


def _type_of(values: Data) -> str:
    """What a default with its range or choices says about the type, where none is named."""
    default = values.get("default")
    many = isinstance(default, list)
    if "range" in values:
        return "ints" if many else "int"
    if isinstance(default, bool):
        return "bool"
    if many:
        return "texts" if default and isinstance(default[0], str) else "ints"
    return "text" if isinstance(default, str) or "choices" in values else "int"


def _one_of(numbers: tuple[int, ...]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"
