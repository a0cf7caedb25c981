"""The command and its subcommands; whatever a person gets wrong becomes one line on stderr and exit code 2."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tablewright import __version__
from tablewright.cli import author, lab, library, measure, play, replay
from tablewright.engine import TablewrightError
from tablewright.games import names

BAD_INPUT = 2
INTERRUPTED = 130


class Commands(TyperGroup):
    """Subcommands whose errors are one line, without a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except (TablewrightError, typer.TyperException) as fault:
            _complain(fault)
            code = BAD_INPUT
        except KeyboardInterrupt:
            code = INTERRUPTED
        except BrokenPipeError:  # the reader of our output has gone: no more output, and none at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def _complain(fault: Exception) -> None:
    text = fault.format_message() if isinstance(fault, typer.TyperException) else str(fault)
    print(f"tablewright: {' '.join(text.split())}", file=sys.stderr)


app = typer.Typer(cls=Commands, rich_markup_mode="rich", add_completion=False, pretty_exceptions_enable=False)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tablewright {__version__}")
        raise typer.Exit


@app.callback(no_args_is_help=True, epilog="Begin with: [bold]tablewright games[/]")
def tablewright(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """Play, measure and program card games that are written as rulebooks."""


def _add(function: Any, *examples: str) -> None:
    name, game = function.__name__.rstrip("_"), names()[0]
    shown = "\n\n".join(f"[bold]tablewright {name} {example.format(game=game)}[/]" for example in examples)
    app.command(name, epilog=f"For example:\n\n{shown}", no_args_is_help=False)(function)


_add(library.games, "", "{game}")
_add(library.rules, "{game}", "{game} --clause 4.2", "{game} --rulings")
_add(play.play, "{game}", "{game} --seats human,human --seed 7", "--resume {game}-7.tw.json")
_add(replay.replay, "{game}-7.tw.json")
_add(measure.simulate, "{game} --games 10000 --bots greedy,random", "{game} --bots random --set name=value --json")
_add(measure.bench, "{game}")
_add(lab.report, "run.parquet -o report.html")
_add(lab.compare, "{game} --b name=value", "{game} --a edition=one --b edition=other --bots greedy,random")
_add(lab.sweep, "{game}", "{game} --over name=1,2,3 --metrics turns,draws", "{game} --rulings")
_add(lab.knockout, "{game}")
_add(lab.expect, "tests/balance/{game}.toml")
_add(author.examples, "tests/examples/{game}.yaml")
_add(author.check, "{game} --games 2000", "./mygame --players 3")
_add(author.compile_, "", "{game}")
