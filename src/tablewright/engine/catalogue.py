"""A game's words in one language (`words/<language>.toml`), and what makes texts of them for one viewer.

Inside a text, `{who}` is an argument, `{card:den}` one of the forms that the catalogue has for a card, `{change:+}` a
number with its sign, and `{who|You take|{who} takes}` one of several wordings: of a seat, for oneself and for others;
of a number, the plural forms of the language; of anything else, if there is something and if there is nothing.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tablewright.engine.cards import CardFile
from tablewright.engine.errors import CardsError
from tablewright.engine.remembering import Lately
from tablewright.engine.saying import Arg, At, Card, Say, Seat, Span, SpanKind, Told

ENGLISH = "en"
SHARED = Path(__file__).parent / "languages"
CARD_TEXTS = ("name", "text")  # the fields of a card that people read
JOINS = {",": ", ", ";": "; ", "+": " + ", "/": " / "}  # between the parts of a list
NAME = re.compile(r"[a-z_][a-z0-9_]*")
OF_A_CARD = re.compile(r"card\.\w+\.text")  # a card need not say anything
MOST_TOLD = 2_000  # texts that a catalogue remembers
MOST_PERSONAL = 500  # texts with seats that a speaker remembers

Message = tuple["str | Blank", ...]


@dataclass(frozen=True)
class Blank:
    """A place in a text that an argument fills."""

    name: str
    form: str
    wordings: tuple[Message, ...]


def parse(text: str) -> Message:
    """A text of a catalogue as its parts; ValueError says what is wrong with it."""
    message, end = _parts(text, 0, "")
    if end < len(text):
        raise ValueError(f"a brace too many in {text!r}")
    return message


def _parts(text: str, at: int, stops: str) -> tuple[Message, int]:
    parts: list[str | Blank] = []
    while at < len(text) and text[at] not in f"{stops}}}":
        if text[at] == "{":
            blank, at = _blank(text, at + 1)
            parts.append(blank)
            continue
        end = next((n for n in range(at, len(text)) if text[n] in "{}" + stops), len(text))
        parts.append(text[at:end])
        at = end
    return tuple(parts), at


def _blank(text: str, at: int) -> tuple[Blank, int]:
    found = NAME.match(text, at)
    if not found:
        raise ValueError(f"a blank without a name in {text!r}")
    at, form, wordings = found.end(), "", []
    if text[at : at + 1] == ":":
        end = next((n for n in range(at, len(text)) if text[n] in "|}"), len(text))
        form, at = text[at + 1 : end], end
    while text[at : at + 1] == "|":
        wording, at = _parts(text, at + 1, "|")
        wordings.append(wording)
    if text[at : at + 1] != "}" or len(wordings) == 1:
        raise ValueError(f"the blank {{{found[0]} ... does not end, or has one wording only, in {text!r}")
    return Blank(found[0], form, tuple(wordings)), at + 1


def blanks(message: Message) -> set[str]:
    """The names of all arguments that a text uses."""
    found: set[str] = set()
    for part in message:
        if isinstance(part, Blank):
            found |= {part.name}.union(*(blanks(wording) for wording in part.wordings))
    return found


def _slavic(n: int, one: bool) -> int:
    return 0 if one else 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2


def _plural(language: str) -> Callable[[int], int]:
    """Which wording a number takes, by the plural rules of the Unicode CLDR."""
    if language in ("ja", "ko", "zh", "vi", "th", "tr"):
        return lambda n: 0
    if language in ("fr", "pt"):
        return lambda n: int(n > 1)
    if language in ("cs", "sk"):
        return lambda n: 0 if n == 1 else 1 if 2 <= n <= 4 else 2
    if language in ("pl", "ru", "uk"):
        return lambda n: _slavic(n, n == 1 if language == "pl" else n % 10 == 1 and n % 100 != 11)
    return lambda n: int(n != 1)


def languages(folder: Path) -> tuple[str, ...]:
    """The languages that a game speaks."""
    return tuple(sorted(file.stem for file in (folder / "words").glob("*.toml")))


@cache
def texts(file: Path) -> Mapping[str, str]:
    """The texts of a file by key: `[log] takes = "..."` is `log.takes`."""
    try:
        return dict(_flat("", tomllib.loads(file.read_text("utf-8"))))
    except (OSError, tomllib.TOMLDecodeError) as fault:
        raise CardsError(f"{file} cannot be read: {fault}") from fault


def _flat(path: str, table: Mapping[str, object]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        found += _flat(f"{path}{key}.", value) if isinstance(value, dict) else [(f"{path}{key}", str(value))]
    return found


def written_in(cards: CardFile) -> dict[str, str]:
    """The English texts of a cards.toml: names and words of the cards, what editions and parameters mean."""
    found = {"game.title": cards.title, "game.pitch": cards.pitch}
    found |= {"game.length": cards.length, "game.designer": cards.designer}
    found |= {"game.points": cards.points} if cards.points else {}
    for kind, card in cards.cards.items():
        named = {name: value for name, value in card.items() if name in CARD_TEXTS and isinstance(value, str)}
        found |= {f"card.{kind}.{name}": value for name, value in named.items() if value}
    found |= {f"edition.{name}": edition.help for name, edition in cards.editions.items()}
    for name, choice in cards.choices.items():
        found[f"choice.{name}.name"] = choice.name
        found |= {f"choice.{name}.help": choice.help} if choice.help else {}
    return found | {f"parameter.{name}": spec.help for name, spec in cards.parameters.items()}


class Catalogue:
    """All texts of a game in a language; what it lacks is borrowed from English, and that from cards.toml."""

    def __init__(self, folder: Path, language: str, cards: CardFile) -> None:
        self.language, self.plural = language, _plural(language)
        files = [SHARED / f"{ENGLISH}.toml", SHARED / f"{language}.toml"]
        files += [folder / "words" / f"{one}.toml" for one in (ENGLISH, language)]
        self.texts = written_in(cards)
        for file in filter(Path.is_file, files):
            self.texts.update(texts(file))
        self._messages: dict[str, Message] = {}
        self.told: Lately[Say, Told] = Lately(MOST_TOLD)  # texts that are the same for everybody

    def message(self, key: str) -> Message:
        found = self._messages.get(key)
        if found is None:
            if key not in self.texts and not OF_A_CARD.fullmatch(key):
                raise CardsError(f"the game's words have no text for {key!r}")
            try:
                found = self._messages[key] = parse(self.texts.get(key, ""))
            except ValueError as fault:
                raise CardsError(f"the text {key!r}: {fault}") from fault
        return found

    def card(self, kind: str, form: str = "name") -> str:
        """What people call a card, or another form of its name; without one, its id in words."""
        found = self.texts.get(f"card.{kind}.{form}") or self.texts.get(f"card.{kind}.name")
        return found or kind.replace("_", " ")

    def text(self, key: str, otherwise: str = "") -> str:
        """A text without blanks, such as a pitch."""
        return self.texts.get(key, otherwise)


class Speaker:
    """Makes words of texts in a language, with the names of the players, for one viewer (None: a spectator)."""

    def __init__(self, catalogue: Catalogue, names: tuple[str, ...], viewer: int | None) -> None:
        self.catalogue, self.names, self.viewer = catalogue, names, viewer
        self._personal: Lately[Say, Told] = Lately(MOST_PERSONAL)

    def __call__(self, text: str) -> str:
        if not isinstance(text, Say):
            return text
        kept = self._personal if text.personal else self.catalogue.told
        told = kept[text]
        if told is None:
            told = kept[text] = _Writing(self).told(text)
        return told


class _Writing:
    """One text on its way to words."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker, self.catalogue = speaker, speaker.catalogue
        self.parts: list[str] = []
        self.spans: list[Span] = []
        self.length = 0

    def told(self, text: Say) -> Told:
        self.say(text)
        return Told("".join(self.parts), self.spans)

    def say(self, text: Say) -> None:
        self.write(self.catalogue.message(text.key), dict(text.args), text.key)

    def write(self, message: Message, args: Mapping[str, Arg], key: str) -> None:
        for part in message:
            if isinstance(part, str):
                self.put(part)
                continue
            if part.name not in args:
                raise CardsError(f"the text {key!r} has a blank {part.name!r} that nothing fills")
            value = args[part.name]
            if part.wordings:
                self.write(part.wordings[min(self.choice(value), len(part.wordings) - 1)], args, key)
            else:
                self.argument(value, part.form)

    def choice(self, value: Arg) -> int:
        """Which of several wordings an argument takes."""
        if isinstance(value, Seat):
            return int(value.number != self.speaker.viewer)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.catalogue.plural(value)
        return int(not value)

    def argument(self, value: Arg, form: str) -> None:
        match value:
            case None:
                return
            case Seat():
                self.spanned(lambda: self.put(self.seat(value.number, form)), "seat", str(value.number))
            case Card():
                name = self.catalogue.card(value.kind, form or "name")
                self.spanned(lambda: self.put(name), "card", value.kind, value.at)
            case At():
                self.spanned(lambda: self.argument(value.text, form), "item", value.item)
            case Say():
                self.say(value)
            case tuple():
                self.listed(value, form)
            case int() if form == "+":
                self.put(f"{value:+d}")
            case _:
                self.put(str(value))

    def seat(self, number: int, form: str) -> str:
        if number != self.speaker.viewer or form == "name":
            return self.speaker.names[number]
        you = self.catalogue.text("shared.you")
        return you[0].upper() + you[1:] if not self.length else you

    def listed(self, values: tuple[Arg, ...], form: str) -> None:
        """`a, b and c`; with the form `or` an or at the end, with `,` `;` `+` or `/` only these."""
        between = JOINS.get(form, ", ")
        last = between if form in JOINS else self.catalogue.text("shared.or" if form == "or" else "shared.and")
        for n, value in enumerate(values):
            if n:
                self.put(last if n == len(values) - 1 else between)
            self.argument(value, "" if form in JOINS or form == "or" else form)

    def spanned(self, write: Callable[[], None], kind: SpanKind, identity: str, at: str = "") -> None:
        start = self.length
        write()
        self.spans.append(Span(start, self.length, kind, identity, at))

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)
