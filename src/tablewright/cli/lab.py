"""`tablewright report`, `compare`, `sweep`, `knockout` and `expect`: what many games say about a game."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tablewright.bots.registry import find
from tablewright.bots.stepping import Player, player
from tablewright.cli.measure import Bots, FirstSeed
from tablewright.cli.options import Changes, EditionName, GameName, Players, changes_of, check_writable, load_variant
from tablewright.cli.screen import Screen, progress_bar, table_of
from tablewright.engine import Game, TablewrightError, Variant
from tablewright.engine.cards import Value, parse_change
from tablewright.engine.kits import Chooser
from tablewright.games import load
from tablewright.lab import change_pages, experiments
from tablewright.lab import expect as expecting
from tablewright.lab.metrics import no_such_metric
from tablewright.lab.page import Page
from tablewright.lab.report import report_page
from tablewright.lab.runs import read_run, variant_of
from tablewright.lab.sources import cards_from
from tablewright.lab.study import study

RunFiles = Annotated[list[Path], typer.Argument(metavar="RUN", help="Runs made with: tablewright simulate --out")]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The page to write.")]
Seconds = Annotated[float, typer.Option(metavar="S", min=0.5, help="About how long to look at games closely.")]
LadderSeconds = Annotated[
    float | None,
    typer.Option("--ladder", metavar="S", min=1.0, help="So long to see how far thinking longer helps."),
]
Games = Annotated[int, typer.Option(metavar="N", min=10, help="How many games for each variant.")]
SideA = Annotated[list[str] | None, typer.Option("--a", metavar="NAME=VALUE", help="Variant A; nothing: as it is.")]
SideB = Annotated[
    list[str],
    typer.Option(
        "--b", metavar="NAME=VALUE", help="Variant B; also edition=NAME, cards=FILE, cards=git:REVISION. Repeatable."
    ),
]
Over = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=V1,V2", help="Values to try; without it every parameter's other values."),
]
Metrics = Annotated[str, typer.Option(metavar="NAME,NAME", help="What to look at.")]
Rulings = Annotated[bool, typer.Option("--rulings", help="Only the other readings of the rulebook's open questions.")]
ExpectFiles = Annotated[list[Path], typer.Argument(metavar="FILE", help="Files of expectations.")]
Strict = Annotated[bool, typer.Option("--strict", help="Fail also where the games do not decide.")]


def report(
    runs: RunFiles, out: Out = Path("report.html"), seconds: Seconds = 4.0, ladder: LadderSeconds = None
) -> None:
    """Write a page about a game: does it end, is it fair, how long, how tense, which cards, skill or luck."""
    check_writable(out)
    screen = Screen()
    read = [read_run(path) for path in runs]
    variant = variant_of(read[0].info, load)
    bot = partial(_chooser, variant)
    with screen.thinking("looking closely at some of the games"):
        made = study(read, load, bot, seconds, ladder)
    _write(screen, report_page(made), out)


def compare(
    game: GameName,
    b: SideB,
    a: SideA = None,
    bots: Bots = "greedy",
    games: Games = 10_000,
    players: Players = None,
    seed: FirstSeed = 1,
    seconds: Seconds = 4.0,
    out: Out = Path("compare.html"),
) -> None:
    """Play two variants on the same seeds and say what the change does."""
    check_writable(out)
    screen = Screen()
    first, second = (_side(load(game), side or [], players) for side in (a, b))
    with progress_bar("games", 2 * games) as advance:
        made = experiments.compare(first, second, _players(bots, first), games, seed, advance, seconds)
    _write(screen, change_pages.comparison_page(made, ", ".join(a or ["as it is"]), ", ".join(b)), out)


def sweep(
    game: GameName,
    over: Over = None,
    rulings: Rulings = False,
    metrics: Metrics = "",
    bots: Bots = "greedy",
    games: Games = 2_000,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    out: Out = Path("sweep.html"),
) -> None:
    """Change one value after the other and measure what each does; two --over make a heat map."""
    check_writable(out)
    if rulings and over:
        raise TablewrightError("give --rulings or --over, not both")
    screen, variant = Screen(), load_variant(game, players, edition, changes)
    found, names, chosen = variant.game, _metrics(metrics, variant), _players(bots, variant)
    base, wanted = variant.changes, [_values(text) for text in over or []]
    steps = _steps(variant, wanted, rulings)
    cells = len(wanted[0][1]) * len(wanted[1][1]) if len(wanted) == 2 else 0
    with progress_bar("games", (len(steps) + 1 + cells) * games) as advance:
        made = list(experiments.sweep(found, steps, chosen, games, players, edition, base, seed, advance))
        if not made:
            raise TablewrightError("none of these changes is possible")
        page = (
            change_pages.rulings_page(found.cards.rulings, made, names)
            if rulings
            else change_pages.changes_page(made, names, "what each change does")
        )
        if cells:
            rows, columns = wanted
            grid = experiments.grid(found, rows, columns, chosen, games, names, players, edition, base, seed, advance)
            page = change_pages.with_grids(page, grid)
    _write(screen, page, out)


def _steps(variant: Variant, wanted: list[tuple[str, list[Value]]], rulings: bool) -> list[tuple[str, Value]]:
    """The single changes that were asked for; what was typed must be possible."""
    game, steps = variant.game, [(name, value) for name, values in wanted for value in values]
    for name, value in steps:
        game.variant(variant.players, variant.edition, {**variant.changes, name: value})
    if not wanted:
        steps = (experiments.ruling_changes if rulings else experiments.alternatives)(game, variant.edition)
    if not steps:
        raise TablewrightError(f"{game.name} has no {'open question' if rulings else 'parameter'} that can be switched")
    return steps


def knockout(
    game: GameName,
    metrics: Metrics = "",
    bots: Bots = "greedy",
    games: Games = 2_000,
    players: Players = None,
    edition: EditionName = None,
    seed: FirstSeed = 1,
    out: Out = Path("knockout.html"),
) -> None:
    """Take each card out in turn and measure what the game is without it."""
    check_writable(out)
    screen, variant = Screen(), load_variant(game, players, edition, None)
    names, total = _metrics(metrics, variant), (len(variant.game.cards.cards) + 1) * games
    with progress_bar("games", total) as advance:
        made = list(experiments.knockout(variant.game, _players(bots, variant), games, players, edition, seed, advance))
    if not made:
        raise TablewrightError(f"no card of {game} can be taken out")
    _write(screen, change_pages.changes_page(made, names, "each card taken out in turn"), out)


def expect(files: ExpectFiles, strict: Strict = False) -> None:
    """Check files of expectations such as "seat 1 wins 45 to 55 %"; exit code 1 if one is broken."""
    screen, failed = Screen(), False
    for path in files:
        file = expecting.read_expectations(path, load)
        with progress_bar(path.name, file.games) as advance:
            judged = expecting.judge(file, partial(player, variant=file.variant), advance)
        table = table_of(path.name, "Expected", "Measured", "95 % interval", "")
        for one in judged:
            wanted, got = one.expectation, one.measured
            span = f"{got.low:.4g} to {got.high:.4g}"
            table.add_row(wanted.metric, f"{wanted.low:g} to {wanted.high:g}", f"{got.value:.4g}", span, one.outcome)
            failed |= one.outcome == "broken" or (strict and one.outcome == "open")
        screen.console.print(table)
    if failed:
        raise typer.Exit(1)


def _side(game: Game, texts: list[str], players: int | None) -> Variant:
    """A variant as typed: edition=, cards= and changed values."""
    for text in texts:
        if "=" not in text:
            raise TablewrightError(f"--a and --b take name=value, edition=NAME or cards=FILE, not {text!r}")
    values = changes_of(texts)
    edition, cards = values.pop("edition", None), values.pop("cards", None)
    if cards is not None:
        game = cards_from(game, str(cards))
    return game.variant(players, str(edition) if edition is not None else None, values)


def _values(text: str) -> tuple[str, list[Value]]:
    """`name=1,2,5` as typed."""
    name, equals, rest = text.partition("=")
    parts = rest.split(",")
    if not (equals and name.strip() and all(part.strip() for part in parts)):
        raise TablewrightError(f"--over takes name=value,value, not {text!r}")
    return name.strip(), [parse_change(f"{name}={part}")[1] for part in parts]


def _metrics(text: str, variant: Variant) -> list[str]:
    """The metrics as typed; without any the first seat's wins, the length and, where points count, the margin."""
    known = experiments.metric_names(variant)
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise TablewrightError(no_such_metric(name, known, variant))
    return names or [f"share.{variant.seats[0]}", "turns", *(["margin"] if "margin" in known else [])]


def _chooser(variant: Variant, name: str) -> Chooser:
    return find(name).chooser(variant)


def _players(bots: str, variant: Variant) -> list[Player]:
    return [player(name, variant) for name in bots.split(",")]


def _write(screen: Screen, page: Page, out: Path) -> None:
    page.write(out)
    for verdict in page.verdicts:
        screen.say(f"{verdict.question} [{verdict.word}]", "bold")
        screen.indented(verdict.answer)
        if verdict.figures:
            screen.indented(verdict.figures, "dim")
    for item in page.first:
        screen.indented(item.text, mark="-")
    screen.say(f"The whole page: {out}", "bold")
