"""`tablewright serve`: the table in the browser."""

from typing import Annotated

import typer

from tablewright.engine import TablewrightError

Host = Annotated[str | None, typer.Option(help="Where to listen; 0.0.0.0 lets others in.", show_default="127.0.0.1")]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="0 takes any that is free.", show_default="8000")]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...", show_default="a file in your data folder"),
]
Reload = Annotated[bool, typer.Option("--reload", help="Start again when a source file changes.")]
Quiet = Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")]


def serve(
    host: Host = None, port: Port = None, database: Database = None, reload: Reload = False, quiet: Quiet = False
) -> None:
    """Serve the table: all games in the browser, with friends and bots."""
    try:
        from tablewright.table.serve import run
        from tablewright.table.settings import Settings
    except ImportError as fault:
        raise TablewrightError(f"serve needs {fault.name}; right: pip install 'tablewright[table]'") from fault
    given = {"host": host, "port": port, "database": database}
    run(Settings(**{name: value for name, value in given.items() if value is not None}), not quiet, reload)  # type: ignore[arg-type]
