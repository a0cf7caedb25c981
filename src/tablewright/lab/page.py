"""A page that opens from disk: verdicts in words first, then sections with plots and tables. No script, no network."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, PackageLoader, select_autoescape

from tablewright.engine.files import replacing

Tone = Literal["good", "warn", "bad", "unknown"]
WORDS = {"good": "fine", "warn": "look", "bad": "problem", "unknown": "open"}


@dataclass(frozen=True)
class Verdict:
    """A question of the designer, its answer in plain words, and the figures behind it."""

    question: str
    answer: str
    tone: Tone = "unknown"
    said: str = ""  # the verdict in a word, where it is not that of the tone
    figures: str = ""

    @property
    def word(self) -> str:
        return self.said or WORDS[self.tone]


@dataclass(frozen=True)
class LookAt:
    """Something worth a look, with a game that shows it and where in it."""

    text: str
    file: str = ""
    record: str = ""
    where: str = ""


@dataclass(frozen=True)
class PageTable:
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    folded: str = ""  # what stands there until somebody unfolds the table


@dataclass(frozen=True)
class Section:
    title: str
    text: Sequence[str] = ()
    plots: Sequence[str] = ()
    tables: Sequence[PageTable] = ()
    note: str = ""


@dataclass(frozen=True)
class Page:
    title: str
    meta: str
    sections: Sequence[Section]
    verdicts: Sequence[Verdict] = ()
    first: Sequence[LookAt] = field(default=())
    foot: str = ""

    def html(self) -> str:
        loader = PackageLoader("tablewright.lab")
        pages = Environment(loader=loader, autoescape=select_autoescape(default=True), trim_blocks=True)
        return pages.get_template("page.html.j2").render(**vars(self))

    def write(self, path: Path) -> None:
        """Write the page; the file is either complete or not there."""
        with replacing(path) as made:
            made.write_text(self.html(), "utf-8")


def link(record: dict[str, Any]) -> str:
    """A record as a link that downloads it."""
    return "data:application/json;base64," + base64.b64encode(json.dumps(record).encode()).decode()
