"""`tablewright tune`: find numbers that reach a designer's goals."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from tablewright.cli.measure import AsCsv, AsJson, ClusterAddress, one_format, told
from tablewright.cli.options import check_writable
from tablewright.cli.screen import Screen, progress_bar
from tablewright.engine import replacing
from tablewright.games import finder, load
from tablewright.lab import compare_page
from tablewright.lab.executor import executor_of
from tablewright.lab.experiments import compare_runs
from tablewright.lab.levels import budgets, duration
from tablewright.lab.search import tune as search
from tablewright.lab.tune import CONFIRMED, Task, read_task
from tablewright.lab.tune_page import card_file, tune_page

AboutGame = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or the path of its folder.")]
GoalFile = Annotated[
    Path, typer.Option("--goal", metavar="FILE", help="The goals and levers; docs/metrics.md says how.")
]
OutPage = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The page to write; others go beside it.")]
MemoryFile = Annotated[
    Path | None,
    typer.Option("--memory", metavar="FILE", help="What was tried, to go on from; default: beside the page."),
]
SearchLevels = Annotated[
    str | None,
    typer.Option("--levels", metavar="BOT,BOT", help="Instead of the file's; the first one searches, all confirm."),
]


def tune(
    game: AboutGame,
    goal: GoalFile,
    out: OutPage = Path("tune.html"),
    memory: MemoryFile = None,
    levels: SearchLevels = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Search for numbers that reach goals, confirm the best on fresh seeds at every level, and write them down.

    After Ctrl-C the same command goes on where it was.
    """
    one_format(as_json, as_csv)
    check_writable(out)
    screen, executor = Screen(), executor_of(cluster)
    named = load(game)
    task = read_task(goal, finder(games=[named]), named.name)
    if levels is not None:
        task = replace(task, levels=tuple(name.strip() for name in levels.split(",")))
    _announce(screen, task)
    kept = memory or out.with_suffix(".tried.sqlite")
    total = task.trials * task.games + (CONFIRMED + 1) * len(task.levels) * task.confirm
    with progress_bar("games", total) as advance:
        made = search(task, kept, advance, executor)
    page, best = tune_page(made), made.best
    page.write(out)
    written = [out]
    if task.changed(best.tried.setting):
        found = [compare_runs(a, b) for a, b in zip(made.now.runs, best.runs, strict=True)]
        beside = out.with_name(f"{out.stem}-compare.html")
        changes = ", ".join(f"{name}={value}" for name, value in task.changed(best.tried.setting).items())
        compare_page.comparison_page(found, "as it is", changes).write(beside)
        written.append(beside)
        text = card_file(task, best.tried.setting)
        if text is not None:
            cards = out.with_name(f"{out.stem}-cards.toml")
            with replacing(cards) as file:
                file.write_text(text, "utf-8")
            written.append(cards)
    if told(as_json, as_csv, page.to_json(), page.figures):
        return
    for verdict in page.verdicts:
        screen.say(f"{verdict.question} [{verdict.word}]", "bold")
        screen.indented(verdict.answer)
        screen.indented(verdict.figures, "dim")
    screen.say(f"Written: {', '.join(map(str, written))}", "bold")


def _announce(screen: Screen, task: Task) -> None:
    """How long it will take, before it does."""
    shared = budgets(task.variant, task.levels, task.confirm, None, 1)
    pace = [one.seconds / one.games for one in shared]
    whole = task.trials * task.games * pace[0] + (CONFIRMED + 1) * task.confirm * sum(pace)
    screen.complain(f"{task.trials} settings and their confirmation: about {duration(whole)}")
