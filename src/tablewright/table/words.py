"""All words of the interface, one catalogue a language; a language is added by adding a file to `words/`."""

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tablewright.engine import TablewrightError
from tablewright.table.errors import Refusal

HERE = Path(__file__).parent / "words"
DEFAULT = "en"
Words = Callable[..., str]


@cache
def catalogue(language: str) -> dict[str, str]:
    """The words of a language by key: `start.play_now`."""
    data = tomllib.loads((HERE / f"{language}.toml").read_text("utf-8"))
    return {f"{group}.{key}": text for group, entries in data.items() for key, text in entries.items()}


@cache
def languages() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in HERE.glob("*.toml")))


@cache
def speaker(language: str) -> Words:
    """`say("room.players", count=2)` in a language; a language that lacks a key borrows the English words."""
    words = {**catalogue(DEFAULT), **catalogue(language)}

    def say(key: str, **values: object) -> str:
        return words[key].format(**values)

    return say


def preferred(accepted: str, chosen: str = "") -> str:
    """The language that a browser gets: the one it chose, or the first of `Accept-Language` that we have."""
    wanted = [chosen, *(part.partition(";")[0].strip().lower().partition("-")[0] for part in accepted.split(","))]
    return next((language for language in wanted if language in languages()), DEFAULT)


def explain(fault: TablewrightError, language: str = DEFAULT) -> str:
    """Why something was refused, in words."""
    return speaker(language)(fault.key, **fault.values) if isinstance(fault, Refusal) else str(fault)
