"""Every game that has catalogues: complete in every language, nothing in them unused, nothing said outside of them."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from tablewright.engine import Game, Item, Match, Told, View
from tablewright.engine.catalogue import Catalogue, blanks, languages, parse, texts, written_in
from tablewright.games import load, names
from tests.besides import besides

SPEAKING = [name for name in names() if load(name).speaks]
LANGUAGES = [(name, language) for name in SPEAKING for language in languages(load(name).folder)]
FROM_CARDS = ("card.", "game.", "edition.", "parameter.")
IN_TEMPLATES = re.compile(r"\bword\(\s*\"([a-z0-9_.]+)\"\s*(~)?")
TEXTS = "text|label|note|detail|title|value|reason|what|says"
PARSING = re.compile(
    rf"\.(?:{TEXTS}|lines|marks)\b(?:\s*(?:\.|\[|==|!=|\|\s*(?:upper|lower|int))|\s+in\s)"
    r"|\.split\(|\.(?:starts|ends)with\(\"[a-z]+ "
    rf"|\"[^\"]*\" in (?:words\b|[\w.]+\.(?:{TEXTS})\b)"
)
ENGLISH_WORDS = re.compile(
    r"\b(?:the|of|and|or|is|are|you|your|it|its|with|without|from|to|for|not|this|that|may|must|card|cards|"
    r"turn|hand|take|takes|play|plays|buy|buys|has|have|no|on|at|by)\b"
)
GERMAN_TOO = {"hand", "am", "an"}  # words that both languages have
NAMES = ("Ümit", "Žofia", "Ğülay", "Łucja")
MOST_DECISIONS = 400


def own_texts(game: Game, language: str) -> dict[str, str]:
    return dict(texts(game.folder / "words" / f"{language}.toml"))


def english(game: Game) -> dict[str, str]:
    return written_in(game.cards) | own_texts(game, "en")


def test_every_game_that_ships_speaks_english_and_german() -> None:
    assert list(names()) == SPEAKING
    assert {load(name).languages for name in names()} == {("de", "en")}


# Complete


@pytest.mark.parametrize(("name", "language"), LANGUAGES)
def test_every_language_has_every_text_with_the_same_blanks(name: str, language: str) -> None:
    game = load(name)
    wanted, got = english(game), own_texts(game, language)
    if language == "en":
        return
    kept = set(wanted) - set(got) - {key for key in wanted if stays_english(game, key)}
    assert kept == set(), "missing"
    forms = re.compile(r"card\.\w+\.\w+")  # a language may need more forms of a name than English has
    assert {key for key in set(got) - set(wanted) if not forms.fullmatch(key)} == set(), "unused"
    for key in set(wanted) & set(got):
        assert blanks(parse(got[key])) == blanks(parse(wanted[key])), key


def stays_english(game: Game, key: str) -> bool:
    """The title, and the names of cards where the game says that they are not translated."""
    names_stay = game.catalogue("en").text("names_stay") and re.fullmatch(r"card\.\w+\.name", key)
    return key in ("game.title", "names_stay") or bool(names_stay)


def strings(path: Path) -> Iterator[str]:
    """The texts of a module that may be keys; of a text with blanks a pattern."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[\w.]+" for p in node.values]
            yield "".join(parts)


def asked_for(game: Game) -> set[str]:
    found = {text for path in game.folder.glob("*.py") for text in strings(path) if "." in text}
    assert game.rules.DECISIONS is not None
    found |= {re.escape(decision.prompt) for decision in game.rules.DECISIONS.items}
    for path in (*game.folder.glob("*.html"), *game.folder.glob("faces/*.svg")):
        found |= {
            re.escape(key) + (r"[\w.]+" if more else "") for key, more in IN_TEMPLATES.findall(path.read_text("utf-8"))
        }
    return found


@pytest.mark.parametrize("name", SPEAKING)
def test_nothing_in_a_catalogue_is_unused(name: str) -> None:
    game = load(name)
    patterns = [re.compile(pattern) for pattern in asked_for(game) if set(pattern) - set(r"\w.+[]")]
    own = [key for key in own_texts(game, "en") if "." in key and not key.startswith(FROM_CARDS)]
    assert [key for key in own if not any(pattern.fullmatch(key) for pattern in patterns)] == []


@pytest.mark.parametrize("name", SPEAKING)
def test_every_key_that_is_named_is_in_the_catalogue(name: str) -> None:
    """Keys that are written out; those that are put together are tried by the games below."""
    game = load(name)
    known, named = Catalogue(game.folder, "en", game.cards).texts, 0
    for path in game.folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "Say"):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert first.value in known, f"{path.name}, line {node.lineno}"
                    named += 1
    assert named > 0


# Nothing said outside


def said_in(view: View) -> Iterator[str]:
    """Every text of a view that a player reads."""
    table = view.table
    yield from (table.prompt.text, table.group.start if table.group else "")
    for counter in table.counters:
        yield from (counter.title, counter.value)
    for blocked in table.blocked:
        yield from (blocked.what, blocked.reason)
    for zone in table.zones:
        yield from (zone.title, zone.note, *zone.column_labels, *zone.row_labels)
        for item in zone.items:
            yield from said_on(item)
    for move in view.moves:
        yield from (move.name, move.label)


def said_on(item: Item) -> Iterator[str]:
    yield from (item.text, item.detail, *item.lines, *item.marks)
    for below in item.under:
        yield from said_on(below)


def whole_game(name: str, language: str, players: int, seed: int) -> Iterator[str]:
    """Everything that anybody reads in a random game; in long ones, of some decisions."""
    chance, match = Random(seed), Match(load(name).variant(players), seed, names=NAMES[:players], language=language)
    while not match.over and len(match.steps) < MOST_DECISIONS:
        if len(match.steps) < 30 or chance.random() < 0.1:
            for seat in (match.seat, (match.seat or 0) - 1 if match.seat else None):
                yield from said_in(match.view(seat))
        match.play(chance.choice(match.legal_ids))
        yield from match.log(match.seat, len(match.steps) - 1)
    yield from said_in(match.view(None))
    if match.over:
        yield from (match.final(seat) for seat in range(players))


def loose_words(text: str) -> str:
    """What is left of a text without the names of cards and people."""
    spans = text.spans if isinstance(text, Told) else ()
    for span in sorted(spans, key=lambda span: -span.start):
        if span.kind != "item":
            text = text[: span.start] + text[span.end :]
    return text


def without_names(game: Game, texts: Iterable[str]) -> Iterator[tuple[str, str, bool]]:
    """Each text once: as it is, without the names of armies and factions too, and whether it is told in words."""
    untranslated = [name for key, name in own_texts(game, "en").items() if key.startswith(("army.", "faction."))]
    for text, words, told in {(text, loose_words(text), isinstance(text, Told)) for text in texts}:
        loose = words
        for name in untranslated:
            loose = loose.replace(name, "")
        yield text, loose, told


@pytest.mark.parametrize(
    ("name", "language"), besides([("matrix", "de"), ("wallet", "de"), ("wtactics", "en")], LANGUAGES)
)
def test_a_whole_game_says_nothing_that_is_not_in_the_catalogue(name: str, language: str) -> None:
    players = load(name).cards.players
    for count, seed in ((players[0], 1), (max(players), 2)):
        said = list(without_names(load(name), whole_game(name, language, count, seed)))
        assert said
        for text, loose, told in said:
            assert told or not re.search(r"[^\W\d_]{2,}", text), text
            assert not re.search(r"[a-z]_[a-z]|#\d", loose), f"a raw id: {text}"
            if language == "de":
                found = set(ENGLISH_WORDS.findall(loose)) - GERMAN_TOO
                assert not found, f"English ({', '.join(found)}): {text}"


# Nobody parses a sentence


@pytest.mark.parametrize("name", SPEAKING)
def test_no_template_takes_a_sentence_apart(name: str) -> None:
    templates = list(load(name).folder.glob("*.html"))
    assert templates
    for path in templates:
        found = PARSING.search(path.read_text("utf-8"))
        assert found is None, f"{path.name}: {found[0] if found else ''}"
