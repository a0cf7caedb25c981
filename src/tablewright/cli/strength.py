"""`tablewright ladder` and `tablewright hint`: how strong the levels are, and what the search thinks of a position."""

import os
from typing import Annotated, Any

import typer

from tablewright.arena.ladder import RUNGS, Ladder, Pairing, climb, whole_rotations
from tablewright.bots.explain import explain
from tablewright.bots.levels import LEVELS, levels_of, parse_budget
from tablewright.bots.registry import find
from tablewright.bots.search import SearchBot
from tablewright.cli.measure import AsCsv, AsJson, ClusterAddress, FirstSeed, Threads, one_format, told
from tablewright.cli.options import Changes, EditionName, Folders, GameName, Players, RecordFile, measured_variant
from tablewright.cli.screen import Screen, progress_bar, table_of
from tablewright.engine import NO_NUMBA, TablewrightError, Variant, match_of, numba, read_record
from tablewright.games import finder, load
from tablewright.lab.executor import executor_of
from tablewright.lab.page import Figure

PairGames = Annotated[int, typer.Option(metavar="N", min=1, help="Games of each pairing.")]
Rungs = Annotated[
    list[str] | None,
    typer.Option("--rung", metavar="BOT,BOT", help="Only this pairing, the stronger bot first. May be repeated."),
]
After = Annotated[int | None, typer.Option(metavar="N", min=0, help="After this many decisions; default: as saved.")]
ThinkFor = Annotated[str, typer.Option("--budget", metavar="BUDGET", help="Iterations (2000) or a time (500ms, 2s).")]
Best = Annotated[int, typer.Option(metavar="N", min=1, help="How many moves to show.")]


def ladder(
    game: GameName,
    games: PairGames = 400,
    rung: Rungs = None,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    threads: Threads = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Let the levels play each other, every deal in every seat, and say how much stronger each is. Takes a while."""
    one_format(as_json, as_csv)
    variant = measured_variant(load(game), players, edition, changes)
    screen = Screen()
    if numba() is None:
        raise TablewrightError(NO_NUMBA)
    rungs = [_pairing(text) for text in rung] if rung else RUNGS
    for name in dict.fromkeys(name for pair in rungs for name in pair):
        find(name)
    levels = levels_of(variant.game)
    screen.complain(", ".join(f"{name} {levels[name].iterations:,}" for name in LEVELS) + " iterations a decision")
    with progress_bar(f"{variant.game.name}: games", len(rungs) * whole_rotations(variant, games)) as advance:
        made = climb(
            variant, games, seed, rungs, executor_of(cluster, threads), lambda one: screen.complain(str(one)), advance
        )
    if not told(as_json, as_csv, _as_json(made), [as_figure(one) for one in made.pairings]):
        _show(screen, made)


def _pairing(text: str) -> tuple[str, str]:
    names = text.split(",")
    if len(names) != 2:
        raise TablewrightError(f"--rung is {text!r}; it takes two bots, the stronger first, as in --rung hard,medium")
    return names[0].strip(), names[1].strip()


def gained_by(variant: Variant) -> str:
    """What is counted to tell who is stronger."""
    return "Payoffs %" if variant.game.has("payoff") else "Wins %"


def _show(screen: Screen, made: Ladder) -> None:
    screen.say(f"{made.variant.describe()}; seed {made.seed}", "bold")
    gained = gained_by(made.variant)
    table = table_of("Bot", "Against", "Games", gained, "95 % interval", "Fair %", "Stronger")
    for one in made.pairings:
        ends = " to ".join(f"{100 * end:.1f}" for end in one.interval)
        share, fair = f"{100 * one.share:.1f}", f"{100 * one.fair:.1f}"
        table.add_row(one.stronger, one.weaker, str(one.games), share, ends, fair, "yes" if one.beaten else "not shown")
    screen.console.print(table)
    for one in made.pairings:
        if one.weaker == "greedy" and one.loses:
            screen.complain(f"{one.stronger} loses to greedy: its settings in levels.toml do not fit this game")
    ratings = table_of("Bot", "Rating")
    for name, rating in made.ratings().items():
        ratings.add_row(name, f"{rating:.0f}")
    screen.console.print(ratings)


def as_figure(one: Pairing) -> Figure:
    """A pairing as a tidy row."""
    low, high = one.interval
    ends = {"value": one.share, "low": low, "high": high, "games": one.games, "fair": one.fair}
    return {"level": one.stronger, "metric": f"against.{one.weaker}", **ends}


def _as_json(made: Ladder) -> dict[str, Any]:
    rows = [
        {"bot": p.stronger, "against": p.weaker, "games": p.games, "share": p.share, "interval": p.interval}
        for p in made.pairings
    ]
    return {"game": made.variant.describe(), "seed": made.seed, "pairings": rows, "ratings": made.ratings()}


def hint(
    file: RecordFile, after: After = None, budget: ThinkFor = "1s", best: Best = 5, folders: Folders = None
) -> None:
    """Say what the search would play in a saved game, how good its moves are and how the game may go on."""
    spent = parse_budget(budget)
    match, screen = match_of(read_record(file), finder(folders or ())), Screen()
    if after is not None and after > len(match.steps):
        raise TablewrightError(f"--after is {after}; the game has {len(match.steps)} decisions")
    while after is not None and len(match.steps) > after:
        match.undo()
    bot = SearchBot("hard", threads=os.cpu_count() or 1)
    with screen.thinking(f"thinking about {match.game.name}; the first time in a while it is compiled before"):
        bot.wait(match.variant)
        found = explain(match, spent, bot)
    names = [f"{seat} ({who})" for seat, who in zip(match.variant.seats, match.names, strict=True)]
    chances = ", ".join(f"{name} {chance:.0%}" for name, chance in zip(names, found.chances, strict=True))
    screen.say(f"Decision {len(match.steps) + 1} is that of {names[found.seat]}. Chances: {chances}.")
    for candidate in found.candidates[:best]:
        screen.say(str(candidate))
