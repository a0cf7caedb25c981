"""`tablewright serve`: the table in the browser."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablewright.engine import TablewrightError

if TYPE_CHECKING:
    from tablewright.table.settings import Settings

Folders = Annotated[list[str] | None, typer.Argument(metavar="[FOLDER]...", help="Folders of games of your own.")]
Host = Annotated[str | None, typer.Option(help="Where to listen; 0.0.0.0 lets others in.", show_default="127.0.0.1")]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="0 takes any that is free.", show_default="8000")]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...", show_default="a file in your data folder"),
]
Invited = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="NAME=SPEC", help="Offer a bot of your own beside the levels; may be repeated."),
]
Reload = Annotated[bool, typer.Option("--reload", help="Start again when a source file changes.")]
Quiet = Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")]


def serve(
    games: Folders = None,
    host: Host = None,
    port: Port = None,
    database: Database = None,
    bots: Invited = None,
    reload: Reload = False,
    quiet: Quiet = False,
) -> None:
    """Serve the table: all games in the browser, and those of your own folders, with friends and bots."""
    settings = settings_of(games=games, host=host, port=port, database=database, bots=bots)
    from tablewright.table.serve import run

    run(settings, not quiet, reload)


def settings_of(**given: Any) -> "Settings":
    """The settings of the environment and of the command line; a wrong one is named."""
    try:
        from pydantic import ValidationError

        from tablewright.table.settings import Settings
    except ImportError as fault:
        raise TablewrightError(f"this needs {fault.name}; try: pip install 'tablewright[table]'") from fault
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as fault:
        wrong = fault.errors()[0]
        name = f"TABLEWRIGHT_{str(wrong['loc'][0]).upper()}"
        raise TablewrightError(f"{name} is {wrong['input']!r}: {wrong['msg']}") from fault
