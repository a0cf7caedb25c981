"""The command and its subcommands; whatever a person gets wrong becomes one line on stderr and exit code 2."""

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tablewright import __version__
from tablewright.engine import (
    RuleFault,
    RulesError,
    TablewrightError,
    read_cards,
    shown,
)
from tablewright.games import HERE, names

PLAIN = {
    "Input should be a valid integer, unable to parse string as an integer": "it must be a whole number",
    "Input should be a valid number, unable to parse string as a number": "it must be a number",
    "Input should be greater than or equal to": "it must be at least",
    "Input should be less than or equal to": "it must be at most",
}
"""What the parser of the options says, and what a person reads."""

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130

COMMANDS = {
    "games": ("library", ["", "{game}"]),
    "rules": ("library", ["{game}", "{game} --clause 4.2", "{game} --rulings"]),
    "play": ("play", ["{game}", "{game} --seats human,human --seed 7", "--resume {game}-7.tw.json"]),
    "replay": ("replay", ["{game}-7.tw.json", "run.parquet --game 12"]),
    "hint": ("strength", ["{game}-7.tw.json", "{game}-7.tw.json --after 12 --budget 5000"]),
    "simulate": (
        "measure",
        ["{game} --games 10000 --bots greedy,random", "{game} --bots random --set {change} --json"],
    ),
    "ladder": ("strength", ["{game}", "{game} --games 1000 --seed 5 --rung hard,medium"]),
    "rate": ("rating", ["{game} mybot.py", "{game} mybot.py --against greedy,medium --games 400"]),
    "match": ("tournament", ["{game} greedy mybot.py", "{game} medium mybot.py --sprt 0,30"]),
    "tournament": (
        "tournament",
        ["{game} random greedy medium", "{game} a.py b.py greedy --format swiss --journal cup.jsonl -o cup.html"],
    ),
    "arena": ("arena", ["serve {game} ./bots", "serve {game} ./bots --with greedy,medium --port 8080"]),
    "sit": ("sit", ["http://host:8000/rooms/0123456789abcdef mybot.py --name Rex"]),
    "train": ("train", ["{game} --minutes 60", "{game} --set {change}", "{game} --set cards=mine.toml"]),
    "plans": ("plans", ["{game}", "{game} --minutes 30 --runs 6"]),
    "bench": ("measure", ["{game}"]),
    "report": ("lab", ["run.parquet", "greedy.parquet random.parquet -o report.html --ladder 60"]),
    "compare": ("lab", ["{game} --b {change}", "{game} --b cards=mine.toml --bots greedy,random"]),
    "sweep": ("lab", ["{game}", "{game} --over {values} --metrics turns,draws", "{game} --rulings"]),
    "knockout": ("lab", ["{game}"]),
    "collect": ("collect", ["{game} table.sqlite", "{game} *.tw.json -o people.parquet"]),
    "tune": ("tune", ["{game} --goal goals.toml"]),
    "expect": ("lab", ["tests/balance/{game}.toml"]),
    "press": (
        "press",
        ["{game} -o {game}.pdf", "{game} --set cards=mine.toml --changed-since git:HEAD", "{game} --proof"],
    ),
    "serve": ("serve", ["", "./mygame", "--host 0.0.0.0 --port 8080"]),
    "doctor": ("keeping", ["", "--database postgresql://user@host/tables"]),
    "backup": ("keeping", ["tables-monday.db"]),
    "restore": ("keeping", ["tables-monday.db --database sqlite:///tables.db"]),
    "new": ("new", ["mygame"]),
    "examples": ("author", ["tests/examples/{game}.yaml"]),
    "check": ("author", ["{game} --games 2000", "./mygame --players 3"]),
    "compile": ("author", ["", "{game}"]),
}
"""The module of each subcommand and examples of its use; a module is imported when its command runs."""


class Commands(TyperGroup):
    """Subcommands that are imported when they run, and whose errors are one line, without a traceback."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: dict[str, Any] = dict.fromkeys(COMMANDS)  # names only, for `did you mean`

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _load(cmd_name) if cmd_name in COMMANDS else None

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
        except RuleFault as fault:
            _complain(TablewrightError(f"{fault}; the record that shows it: {_kept(fault)}"))
            code = FAILED
        except ModuleNotFoundError as missing:
            if (missing.name or "tablewright").startswith("tablewright"):
                raise
            wanted = f"this needs the package {missing.name}; try: pip install 'tablewright[fast,lab,table,press]'"
            _complain(TablewrightError(wanted))
            code = BAD_INPUT
        except KeyboardInterrupt:
            code = INTERRUPTED
        except BrokenPipeError:  # the reader of our output has gone: no more output, and none at exit
            _drop_output()
            code = 1
        except OSError as fault:
            _complain(TablewrightError(f"{fault.filename or 'the output cannot be written'}: {fault.strerror}"))
            _drop_output()
            code = BAD_INPUT
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def _load(name: str) -> Any:
    """The subcommand of a name: the function of that name (`compile_` for `compile`) with its examples."""
    module_name, examples = COMMANDS[name]
    module = import_module(f"tablewright.cli.{module_name}")
    function = getattr(module, name, None) or getattr(module, f"{name}_")
    words = _example_words()
    lines = "\n\n".join(f"[bold]tablewright {name} {example.format(**words)}[/]" for example in examples)
    alone = typer.Typer(rich_markup_mode="rich", add_completion=False)
    alone.command(name, epilog=f"For example:\n\n{lines}")(function)
    return typer.main.get_command(alone)


def _example_words() -> dict[str, str]:
    """A game and a change of it that are really there, for the examples of the help."""
    game = names()[0]
    specs = read_cards(HERE / game / "cards.toml").parameters.values()
    numbers = [spec for spec in specs if spec.type == "int" and not spec.choices]
    name, low = next((spec.name, spec.range[0]) for spec in numbers if spec.range)
    return {"game": game, "change": f"{name}={low + 1}", "values": f"{name}={low},{low + 1},{low + 2}"}


def _kept(fault: RuleFault) -> Path:
    """The file that keeps the record of a fault: in the present folder, or where temporary files go."""
    for folder in (Path(), Path(tempfile.gettempdir())):
        path = folder / f"fault-{fault.game}-{fault.seed}-{fault.decision}.tw.json"
        with suppress(OSError):
            path.write_text(json.dumps(fault.record) + "\n", "utf-8")
            return path
    raise TablewrightError(f"{fault}; its record cannot be written anywhere")


def _drop_output() -> None:
    """What is still to be written, at exit too, goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(fault: Exception) -> None:
    text = fault.format_message() if isinstance(fault, typer.TyperException) else str(fault)
    for technical, plain in PLAIN.items():
        text = text.replace(technical, plain)
    if text:  # without a command the help has been shown, and there is nothing to add
        lines = text.splitlines() if isinstance(fault, RulesError) else [text]
        print("\n".join(f"tablewright: {shown(' '.join(line.split()))}" for line in lines), file=sys.stderr)


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
