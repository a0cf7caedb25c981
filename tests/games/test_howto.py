"""The rulebook for players: every sentence names a clause that exists, cards are shown, both languages say the same."""

import re

import pytest

from tablewright.engine import Game, read_clauses
from tablewright.games import load, names

MOST_WORDS = {"wtactics": 3000}
USUAL_MOST = 1500
LANGUAGES = ("howto.md", "howto.de.md")
LINK = re.compile(r"\[([A-Z]{3}-[A-Z0-9.]+)\]\(#\1\)")
ENDS = re.compile(r"\[[A-Z]{3}-[A-Z0-9.]+\]\(#[A-Z0-9.-]+\)")
FACE = re.compile(r"!\[[^\]]*\]\(face:([a-z0-9_]+)\)")
ITEM = re.compile(r"^(\d+\.|-) ")
WRITTEN = [name for name in names() if (load(name).folder / "howto.md").is_file()]


def text_of(game: Game, file: str) -> str:
    return (game.folder / file).read_text("utf-8")


def paragraphs(text: str) -> list[str]:
    """What holds sentences: paragraphs, entries of lists, rows of tables."""
    lines = [FACE.sub("", line) for line in text.splitlines() if line and not line.startswith(("#", "|---", "```"))]
    return [ITEM.sub("", line) for line in lines if line.strip() and not re.fullmatch(r"\|[^\[]*\|", line)]


@pytest.mark.parametrize("file", LANGUAGES)
@pytest.mark.parametrize("name", WRITTEN)
def test_it_is_short(name: str, file: str) -> None:
    assert len(re.sub(r"\(.*?\)", "", text_of(load(name), file)).split()) <= MOST_WORDS.get(name, USUAL_MOST)


@pytest.mark.parametrize("file", LANGUAGES)
@pytest.mark.parametrize("name", WRITTEN)
def test_every_sentence_links_to_a_clause_that_is_there(name: str, file: str) -> None:
    game = load(name)
    known = {clause.number for clause in read_clauses(game.folder / "rulebook.md")}
    written = paragraphs(text_of(game, file))
    assert written
    for paragraph in written:
        assert set(LINK.findall(paragraph)) <= known, paragraph
        *sentences, rest = ENDS.split(paragraph.strip("| "))
        assert sentences, f"no clause: {paragraph}"
        assert not rest.strip(" |"), f"the end is without a clause: {paragraph}"
        for sentence in sentences:
            assert not re.search(r"[.!?] [A-ZÄÖÜ]", sentence), f"two sentences, one clause: {sentence}"


@pytest.mark.parametrize("name", WRITTEN)
def test_both_languages_say_the_same(name: str) -> None:
    game = load(name)
    texts = [text_of(game, file) for file in LANGUAGES]
    for part in (LINK, FACE, re.compile("^(?:#|##|-|[0-9].) ", re.M)):
        one, other = (part.findall(text) for text in texts)
        assert one == other


@pytest.mark.parametrize("name", WRITTEN)
def test_the_cards_it_shows_exist(name: str) -> None:
    game = load(name)
    shown = FACE.findall(text_of(game, "howto.md"))
    assert shown
    assert set(shown) <= set(game.cards.cards)


def test_every_game_has_one() -> None:
    assert list(names()) == WRITTEN
