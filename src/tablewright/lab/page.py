"""A page that opens from disk: verdicts in words first, then sections with plots and tables. No script, no network."""

import base64
import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlencode

from tablewright.engine import replacing

TABLE = "http://127.0.0.1:8000"  # where `tablewright serve` is unless told otherwise
Tone = Literal["good", "warn", "bad", "unknown"]
WORDS = {"good": "fine", "warn": "look", "bad": "problem", "unknown": "open"}


Figure = dict[str, str | float | int | bool | None]


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
    opened: str = ""  # the address at which a table shows it


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
    pictures: Sequence[tuple[str, str]] = ()  # what stands below each, and an SVG


@dataclass(frozen=True)
class Page:
    title: str
    meta: str
    sections: Sequence[Section]
    verdicts: Sequence[Verdict] = ()
    first: Sequence[LookAt] = field(default=())
    foot: str = ""
    figures: Sequence[Figure] = ()  # the numbers, one row each, for those who want to work with them

    def html(self) -> str:
        from jinja2 import Environment, PackageLoader, select_autoescape  # not needed to start

        loader = PackageLoader("tablewright.lab")
        pages = Environment(loader=loader, autoescape=select_autoescape(default=True), trim_blocks=True)
        pages.filters["inline"] = _inline
        return pages.get_template("page.html.j2").render(**vars(self))

    def to_json(self) -> dict[str, Any]:
        """What the page says, as plain values."""
        told = [
            {"question": v.question, "verdict": v.word, "answer": v.answer, "figures": v.figures} for v in self.verdicts
        ]
        return {
            "title": self.title,
            "meta": self.meta,
            "verdicts": told,
            "first": [item.text for item in self.first],
            "figures": list(self.figures),
        }

    def write(self, path: Path) -> None:
        """Write the page; the file is either complete or not there."""
        with replacing(path) as made:
            made.write_text(self.html(), "utf-8")


def csv_of(rows: Sequence[Figure]) -> str:
    """Rows as comma-separated values; the columns in the order of their first value."""
    text = io.StringIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _inline(svg: str) -> str:
    """A picture as an address, so that its styles and names stay its own."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def link(record: dict[str, Any]) -> str:
    """A record as a link that downloads it."""
    return "data:application/json;base64," + base64.b64encode(json.dumps(record).encode()).decode()


def opened(record: dict[str, Any], at: int, table: str) -> str:
    """A record as a link that a table which runs opens; what stands after the # is not sent along."""
    carried = urlencode({"at": at, "record": json.dumps(record, separators=(",", ":"))}, quote_via=quote)
    return f"{table.rstrip('/')}/open#{carried}"
