"""Many games by bots: counted, followed, compared, reported. `open` gives the rows of a run to a notebook."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablewright.lab.tables import Opened


def open(path: str | Path, folders: Iterable[str | Path] = ()) -> "Opened":
    """A run that was kept: `open("run.parquet").games` is a DuckDB relation, `.df("games")` a pandas frame.

    A game that does not ship with Tablewright needs its folder.
    """
    from tablewright.lab.tables import Opened

    return Opened(Path(path), folders)
