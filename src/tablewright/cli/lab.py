"""`tablewright report`, `compare`, `sweep`, `knockout` and `expect`: what many games say about a game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tablewright.arena.ladder import BUDGETS, thinking
from tablewright.arena.plans import WITHOUT_END, Breeder
from tablewright.cli.measure import AsCsv, AsJson, Bots, ClusterAddress, FirstSeed, one_format, told
from tablewright.cli.options import Changes, EditionName, Folders, GameName, Players, check_writable, measured_variant
from tablewright.cli.screen import Screen, progress_bar, table_of
from tablewright.engine import TablewrightError, Value, Variant, parse_change
from tablewright.games import finder, load
from tablewright.lab import changes as changing
from tablewright.lab import compare_page, experiments, sweep_page
from tablewright.lab import expect as expecting
from tablewright.lab import levels as strengths
from tablewright.lab.executor import Executor, executor_of
from tablewright.lab.measures import no_such_metric
from tablewright.lab.page import TABLE, Page
from tablewright.lab.phrases import card_names
from tablewright.lab.plan import Plan
from tablewright.lab.report import report_page
from tablewright.lab.runs import Run, read_run, run_of
from tablewright.lab.simulate import StopRule
from tablewright.lab.statistics import Estimate
from tablewright.lab.study import Closely, WaysToWin, common_variant, study, work_of

RunFiles = Annotated[
    list[str],
    typer.Argument(metavar="RUN", help="Runs made with: tablewright simulate --out; or a game, with --levels."),
]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The page to write.")]
Close = Annotated[
    int | None, typer.Option("--closely", metavar="N", min=0, help="Follow this many games, measuring the chances.")
]
TriedPlans = Annotated[
    int, typer.Option("--plans", metavar="N", min=0, help="Look for ways to win: try this many plans against greedy.")
]
TableAddress = Annotated[
    str, typer.Option("--table", metavar="ADDRESS", help="The table at which the page's examples open by one click.")
]
LadderTop = Annotated[
    int,
    typer.Option(
        "--ladder", metavar="N", min=0, help="Does longer thinking help? Up to this many imagined games; 0: skip."
    ),
]
Games = Annotated[
    int | None, typer.Option(metavar="N", min=10, help="How many games for each variant, and each level.")
]
Minutes = Annotated[
    float | None, typer.Option(metavar="M", min=0.1, help="With --levels: minutes in all, shared among the levels.")
]
Levels = Annotated[
    str | None,
    typer.Option(metavar="BOT,BOT", help="Ask at several strengths, from weak to strong: greedy,medium."),
]
SideA = Annotated[list[str] | None, typer.Option("--a", metavar="NAME=VALUE", help="Variant A; default: as it is.")]
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
ExpectBots = Annotated[
    str | None, typer.Option("--bots", metavar="BOT,BOT", help="Instead of the file's; also bots of your own.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Fail also where the games do not decide.")]

LADDER_GAMES = 60  # of each rung
BRED = 3  # plans that are bred, each from nothing
PLAN_GAMES = 1000  # on fresh deals, for each of them
COMPARE_GAMES, SWEEP_GAMES = 10_000, 2000
CLOSELY = 100  # games of each variant that a comparison follows; fewer with bots that think


def report(
    runs: RunFiles,
    out: Out = Path("report.html"),
    levels: Levels = None,
    games: Games = None,
    minutes: Minutes = None,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    closely: Close = None,
    ladder: LadderTop = 64,
    plans: TriedPlans = 0,
    table: TableAddress = TABLE,
    folders: Folders = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Write a page about a game: does it end, is it fair, how long, how tense, which cards, skill or luck."""
    one_format(as_json, as_csv)
    check_writable(out)
    screen, executor, find = Screen(), executor_of(cluster), finder(folders or ())
    if levels is None:
        read = [read_run(Path(path)) for path in runs]
    elif len(runs) == 1:
        variant = measured_variant(load(runs[0]), players, edition, changes)
        find = finder(games=[variant.game])
        read = _level_runs(screen, variant, _names(levels), games, minutes, seed, executor)
    else:
        raise TablewrightError("--levels takes one game: tablewright report GAME --levels greedy,medium")
    variant, near = common_variant(read, find), Closely() if closely is None else Closely(followed=closely)
    with progress_bar("looking closely at games", work_of(read, variant, near)) as advance:
        made = study(read, find, near, (), advance, executor)
    if ladder and variant.players > 1:
        top = [n for n in BUDGETS if n <= ladder]
        with progress_bar("thinking longer", len(top) * LADDER_GAMES) as advance:
            rungs = thinking(variant, ladder, LADDER_GAMES, executor, advance).pairings
        made = made.with_rungs(rungs)
    if plans and variant.players > 1:
        with screen.thinking(f"{plans} plans play against greedy"):
            made = made.with_ways(_ways_to_win(variant, plans, executor))
    _write(screen, report_page(made, table), out, as_json, as_csv)


def _ways_to_win(variant: Variant, tries: int, executor: Executor) -> WaysToWin:
    ways = Breeder(variant, executor).ways(BRED, WITHOUT_END, PLAN_GAMES, tries)
    found = [(str(i + 1), way) for i, way in enumerate(ways.found)] + [("alone", way) for way in ways.alone]
    rows = [[name, Estimate(way.share, *way.interval, way.games).text(True), ways.told(way)] for name, way in found]
    return WaysToWin(f"{ways.verdict()}.", rows)


def _level_runs(
    screen: Screen,
    variant: Variant,
    names: Sequence[str],
    games: int | None,
    minutes: float | None,
    seed: int,
    executor: Executor,
) -> list[Run]:
    """A run at every level, the weakest first."""
    shared = strengths.budgets(variant, names, games, minutes, 1, executor)
    _announce(screen, shared)
    with progress_bar("games", sum(one.games for one in shared)) as advance:
        return [
            run_of(Plan.named(variant, [one.level]), StopRule(one.games), seed, executor, advance) for one in shared
        ]


def _announce(screen: Screen, shared: Sequence[strengths.LevelBudget]) -> None:
    """How long it will take, before it does."""
    screen.complain("; ".join(map(str, shared)))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def compare(
    game: GameName,
    b: SideB,
    a: SideA = None,
    bots: Bots = "greedy",
    levels: Levels = None,
    games: Games = None,
    minutes: Minutes = None,
    players: Players = None,
    seed: FirstSeed = 1,
    closely: Close = None,
    out: Out = Path("compare.html"),
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Play two variants on the same seeds and say what the change does."""
    one_format(as_json, as_csv)
    check_writable(out)
    screen, executor = Screen(), executor_of(cluster)
    first, second = (_side(game, side or [], players) for side in (a, b))
    shared = _shared(screen, first, levels, bots, games, minutes, COMPARE_GAMES, 2, executor)
    made = []
    with progress_bar("games", sum(2 * (one.games + _near(first, one.level, closely)) for one in shared)) as advance:
        for one in shared:
            near = _near(first, one.level, closely)
            made.append(strengths.compare_level(first, second, one, seed, advance, near, executor))
    page = compare_page.comparison_page(made, ", ".join(a or ["as it is"]), ", ".join(b))
    _write(screen, page, out, as_json, as_csv)


def _near(variant: Variant, level: str, closely: int | None) -> int:
    """How many games a comparison follows closely."""
    plan = Plan.named(variant, level.split(","))
    if plan.choosers is None:
        return 0
    return closely if closely is not None else CLOSELY if plan.quick else 0


def _shared(
    screen: Screen,
    variant: Variant,
    text: str | None,
    bots: str,
    games: int | None,
    minutes: float | None,
    usual: int,
    variants: int,
    executor: Executor,
) -> list[strengths.LevelBudget]:
    """The games of every level, or of the bots of a single one."""
    if text is None:
        if minutes is not None:
            raise TablewrightError("--minutes goes with --levels; without them say --games")
        return [strengths.LevelBudget(bots, games or usual, 0.0)]
    shared = strengths.budgets(variant, _names(text), games, minutes, variants, executor)
    _announce(screen, shared)
    return shared


def sweep(
    game: GameName,
    over: Over = None,
    rulings: Rulings = False,
    metrics: Metrics = "",
    bots: Bots = "greedy",
    levels: Levels = None,
    games: Games = None,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    out: Out = Path("sweep.html"),
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Change one value after the other and measure what each does; two --over make a heat map.

    With --levels the first one screens, and the best few are tested again at all of them, on fresh seeds.
    """
    one_format(as_json, as_csv)
    check_writable(out)
    if rulings and over:
        raise TablewrightError("give --rulings or --over, not both")
    screen, executor = Screen(), executor_of(cluster)
    variant = measured_variant(load(game), players, edition, changes)
    names, wanted = _metrics(metrics, variant), [_values(text) for text in over or []]
    steps, who = _steps(variant, wanted, rulings), _names(levels or bots)
    seated, number = who[:1] if levels else who, games or SWEEP_GAMES
    cells = len(wanted[0][1]) * len(wanted[1][1]) if len(wanted) == 2 else 0
    with progress_bar("games", (len(steps) + 1 + cells) * number) as advance:
        made = changing.sweep(variant, steps, seated, number, seed, advance, executor)
        if not made:
            raise TablewrightError("none of these changes is possible")
        grid = None
        if cells:
            across, down = wanted
            grid = changing.grid(variant, across, down, seated, number, names, seed, advance, executor)
    tests = _retests(screen, variant, made, names, who, games, seed, executor) if levels else []
    page = (
        sweep_page.rulings_page(variant.game.cards.rulings, made, names, tests)
        if rulings
        else sweep_page.changes_page(made, names, "what each change does", tests)
    )
    _write(screen, sweep_page.with_grids(page, grid) if grid else page, out, as_json, as_csv)


def _retests(
    screen: Screen,
    variant: Variant,
    made: Sequence[changing.Change],
    metrics: Sequence[str],
    who: Sequence[str],
    games: int | None,
    seed: int,
    executor: Executor,
) -> list[sweep_page.Retest]:
    """The best few of a screening again, on fresh seeds at every level."""
    best = sweep_page.candidates(made, metrics)
    if not best:
        return []
    shared = strengths.budgets(variant, who, games, None, len(best) + 1, executor)
    _announce(screen, shared)
    found: list[sweep_page.Retest] = []
    with progress_bar("fresh games", sum(one.games for one in shared) * 2 * len(best)) as advance:
        for change in best:
            other = changing.changed(variant, change.name, change.value)
            assert other is not None  # it was played before
            fresh = strengths.compare_levels(variant, other, shared, seed + changing.FRESH, advance, 0, executor)
            found.append((change, fresh))
    return found


def _steps(variant: Variant, wanted: list[tuple[str, list[Value]]], rulings: bool) -> list[tuple[str, Value]]:
    """The single changes that were asked for; what was typed must be possible."""
    game, steps = variant.game, [(name, value) for name, values in wanted for value in values]
    for name, value in steps:
        game.variant(variant.players, variant.edition, {**variant.changes, name: value})
    if not wanted:
        steps = (changing.ruling_changes if rulings else changing.alternatives)(game, variant.edition)
    if not steps:
        raise TablewrightError(f"{game.name} has no {'open question' if rulings else 'parameter'} that can be switched")
    return steps


def knockout(
    game: GameName,
    metrics: Metrics = "",
    bots: Bots = "greedy",
    levels: Levels = None,
    games: Games = None,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    out: Out = Path("knockout.html"),
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Take each card away in turn: from one player, who alone does without it, and from all."""
    one_format(as_json, as_csv)
    check_writable(out)
    screen, executor = Screen(), executor_of(cluster)
    variant = measured_variant(load(game), players, edition, changes)
    names, who = _metrics(metrics, variant), _names(levels or bots)
    if not levels and len(who) > 1:
        raise TablewrightError("knockout takes one bot for all seats, or --levels; different bots are for compare")
    cards, number = list(variant.game.cards.cards), games or SWEEP_GAMES
    one_sided = "card" in variant.game.hooks() and variant.players > 1
    with progress_bar("games", (len(cards) * (1 + one_sided) + 1) * number) as advance:
        made = changing.knockout(variant, who[:1], number, seed, advance, executor)
        if not made:
            raise TablewrightError(f"no card of {game} can be taken out")
        alone = [(who[0], _without(variant, who[0], number, seed, advance, executor))] if one_sided else []
    if one_sided and levels:
        alone += _without_at(screen, variant, who[1:], alone[0][1], games, seed, executor)
    page = sweep_page.changes_page(made, names, "each card taken out in turn")
    _write(screen, sweep_page.with_abstinences(page, alone, card_names(variant)), out, as_json, as_csv)


def _without(
    variant: Variant, bot: str, games: int, seed: int, advance: experiments.Progress, executor: Executor
) -> list[changing.Abstinence]:
    return list(changing.abstinence(variant, bot, games, seed, advance, executor))


MOST_AGAIN = 4  # cards that are looked at again at the other levels


def _without_at(
    screen: Screen,
    variant: Variant,
    who: Sequence[str],
    first: Sequence[changing.Abstinence],
    games: int | None,
    seed: int,
    executor: Executor,
) -> list[tuple[str, list[changing.Abstinence]]]:
    """The cards that count most again, on fresh seeds at the other levels."""
    ranked = sorted((one for one in first if one.stands), key=lambda one: -abs(one.cost.value))[:MOST_AGAIN]
    if not ranked or not who:
        return []
    shared = strengths.budgets(variant, who, games, None, len(ranked), executor)
    _announce(screen, shared)
    cards, fresh = [one.card for one in ranked], seed + changing.FRESH
    with progress_bar("fresh games", sum(one.games for one in shared) * len(cards)) as advance:
        return [
            (b.level, list(changing.abstinence(variant, b.level, b.games, fresh, advance, executor, cards)))
            for b in shared
        ]


def expect(
    files: ExpectFiles,
    strict: Strict = False,
    levels: Levels = None,
    bots: ExpectBots = None,
    folders: Folders = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Check files of expectations such as "seat 1 wins 45 to 55 %"; exit code 1 if one is broken."""
    one_format(as_json, as_csv)
    if levels and bots:
        raise TablewrightError("give --levels or --bots, not both")
    screen, executor, find, rows, failed = Screen(), executor_of(cluster), finder(folders or ()), [], False
    for path in files:
        file = expecting.read_expectations(path, find)
        tried: list[list[str] | None] = (
            [[name] for name in _names(levels)] if levels else [_names(bots)] if bots else [None]
        )
        table = table_of(path.name, *(["Level"] if levels else []), "Expected", "Measured", "95 % interval", "")
        for playing in tried:
            with progress_bar(path.name, file.games + file.survey) as advance:
                judged = expecting.judge(file, playing, advance, executor)
            for one in judged:
                row = expecting.as_row(path.name, ",".join(playing or file.bots), one)
                rows.append(row)
                span, level = f"{row['low']:.4g} to {row['high']:.4g}", [str(row["level"])] if levels else []
                wanted = f"{one.expectation.low:g} to {one.expectation.high:g}"
                table.add_row(one.expectation.metric, *level, wanted, f"{row['value']:.4g}", span, one.outcome)
                failed |= one.outcome == "broken" or (strict and one.outcome == "open")
        if not (as_json or as_csv):
            screen.console.print(table)
            for line in expecting.over_levels(rows, path.name) if levels else ():
                screen.say(line)
    told(as_json, as_csv, rows, rows)
    if failed:
        raise typer.Exit(1)


def _side(game: str, texts: list[str], players: int | None) -> Variant:
    """A variant as typed: edition=, cards= and changed values."""
    for text in texts:
        if "=" not in text:
            raise TablewrightError(f"--a and --b take name=value, edition=NAME or cards=FILE, not {text!r}")
    return measured_variant(load(game), players, None, texts)


def _values(text: str) -> tuple[str, list[Value]]:
    """`name=1,2,5` as typed."""
    name, equals, rest = text.partition("=")
    parts = rest.split(",")
    if not (equals and name.strip() and all(part.strip() for part in parts)):
        raise TablewrightError(f"--over takes name=value,value, not {text!r}")
    return name.strip(), [parse_change(f"{name}={part}")[1] for part in parts]


def _metrics(text: str, variant: Variant) -> list[str]:
    """The metrics as typed; without any the unfairness, the length and, where points count, the margin."""
    known = experiments.metric_names(variant)
    names = _names(text)
    for name in names:
        if name not in known:
            raise TablewrightError(no_such_metric(name, known, variant))
    return names or [f"share.{variant.seats[0]}", "unfairness", "turns", *(["margin"] if "margin" in known else [])]


def _write(screen: Screen, page: Page, out: Path, as_json: bool, as_csv: bool) -> None:
    page.write(out)
    if told(as_json, as_csv, page.to_json(), page.figures):
        return
    for item in page.first:
        screen.indented(item.text, mark="-")
    screen.say(f"The whole page: {out}", "bold")
    for verdict in page.verdicts:
        screen.say(f"{verdict.question} [{verdict.word}]", "bold")
        screen.indented(verdict.answer)
        if verdict.figures:
            screen.indented(verdict.figures, "dim")
