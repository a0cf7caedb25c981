"""`tablewright doctor`, `backup` and `restore`: looking after a table that others play at."""

from pathlib import Path
from typing import Annotated

import typer

from tablewright.cli.serve import Database, settings_of

FAILED = 1
Target = Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; it must not exist yet.")]
Source = Annotated[Path, typer.Argument(metavar="FILE", help="What `tablewright backup` has written.")]


def doctor(database: Database = None) -> None:
    """Look at the database, the cache, the disk and all games, and say what is wrong."""
    from tablewright.table.keeping import examine

    found = examine(settings_of(database=database))
    for one in found:
        typer.echo(f"{'ok   ' if one.right else 'WRONG'}  {one.what}: {one.words}")
    if not all(one.right for one in found):
        raise typer.Exit(FAILED)


def backup(file: Target, database: Database = None) -> None:
    """Copy the table's database, also while it is served."""
    from tablewright.table.keeping import backup as copy

    typer.echo(copy(settings_of(database=database), file))


def restore(file: Source, database: Database = None) -> None:
    """Put a copy of the table's database back where none is."""
    from tablewright.table.keeping import restore as put_back

    typer.echo(put_back(settings_of(database=database), file))
