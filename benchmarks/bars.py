"""The bars that `make bench` holds the engine to: a figure, its bar and whether it is met."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Bar:
    """At least so much, or at most; without a bar it is told for comparison."""

    title: str
    figure: float
    bar: float | None
    unit: str = ""
    at_most: bool = False

    @property
    def met(self) -> bool:
        if self.bar is None:
            return True
        return self.figure <= self.bar if self.at_most else self.figure >= self.bar

    def row(self) -> tuple[str, str, str, str]:
        if self.bar is None:
            return self.title, f"{_text(self.figure)}{self.unit}", "no bar", ""
        bound = "at most" if self.at_most else "at least"
        told = f"{_text(self.figure)}{self.unit}", f"{bound} {_text(self.bar)}{self.unit}"
        return self.title, *told, "met" if self.met else "NOT MET"


def _text(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"


def show(bars: Iterable[Bar], console: Console) -> None:
    """One line a bar."""
    table = Table("bar", "figure", "wanted", "")
    for bar in bars:
        table.add_row(*bar.row())
    console.print(table)
