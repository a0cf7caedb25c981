"""The catalogues: complete, with the same blanks to fill, and nothing said outside of them."""

import re
import string
from pathlib import Path

import pytest

from tablewright.table import words
from tablewright.table.words import catalogue, languages, preferred

SOURCE = Path(words.__file__).parent
USED = re.compile(r'(?:\bt|\bsay)\(\s*"([a-z_]+\.[a-z_]+)"|Refusal\(\s*"([a-z_.]+)"|"(undo\.[a-z_]+)"')


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_every_text_with_the_same_blanks(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert set(other) == set(english)
    assert {key: blanks(text) for key, text in other.items()} == {key: blanks(text) for key, text in english.items()}


def test_every_text_that_is_used_is_in_the_catalogue() -> None:
    files = [*SOURCE.glob("*.py"), *(SOURCE / "templates").glob("*.html")]
    used = {next(filter(None, found)) for file in files for found in USED.findall(file.read_text("utf-8"))}
    assert len(used) > 90
    assert used - set(catalogue("en")) == set()


def test_german_is_shipped() -> None:
    assert set(languages()) >= {"en", "de"}


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [("de-DE,de;q=0.9", "", "de"), ("fr,de;q=0.4", "", "de"), ("fr", "", "en"), ("", "", "en"), ("de", "en", "en")],
)
def test_the_language_of_a_browser(accepted: str, chosen: str, language: str) -> None:
    assert preferred(accepted, chosen) == language
