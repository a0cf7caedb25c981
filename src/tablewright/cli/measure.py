"""`tablewright simulate` and `tablewright bench`: many games between bots, and how fast they run."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from tablewright import games as library
from tablewright.bots.allowance import of_them_waits
from tablewright.bots.registry import find
from tablewright.bots.stepping import Patience, try_out
from tablewright.cli.options import (
    Changes,
    EditionName,
    GameName,
    Players,
    SomeGames,
    check_writable,
    folder_option,
    measured_variant,
)
from tablewright.cli.screen import Screen, progress_bar, table_of
from tablewright.engine import NO_NUMBA, Game, TablewrightError, numba
from tablewright.lab import simulate as lab
from tablewright.lab import speed
from tablewright.lab.executor import Executor, executor_of
from tablewright.lab.page import Figure, csv_of
from tablewright.lab.plan import Plan
from tablewright.lab.simulate import StopRule

USUAL = 1000
WITHOUT_END = 10**9
LARGEST_FIRST = 2**61  # leaves room for the games that follow

Games = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help=f"How many games; {USUAL:,} unless --seconds or --within says when to stop."),
]
Bots = Annotated[str, typer.Option(metavar="BOT,BOT", help="A bot for each seat, or one for all.")]
FirstSeed = Annotated[int, typer.Option(metavar="N", min=0, max=LARGEST_FIRST, help="The seed of the first game.")]
Threads = Annotated[int | None, typer.Option(metavar="N", min=1, help="How many threads; default: one for each core.")]
RunFile = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Keep the games as Parquet.")]
Tables = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="With --out: also decisions, card uses and looks of the first N games."),
]
Seconds = Annotated[float | None, typer.Option(metavar="S", min=0.1, help="Stop after this many seconds.")]
Within = Annotated[
    float | None,
    typer.Option(metavar="POINTS", min=0.01, help="Stop when the first seat's interval is within this many points."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the whole summary as JSON.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print the figures as comma-separated values.")]
ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: auto, or its address.")
]


def simulate(
    game: GameName,
    games: Games = None,
    bots: Bots = "random",
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    threads: Threads = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    out: RunFile = None,
    tables: Tables = None,
    seconds: Seconds = None,
    within: Within = None,
) -> None:
    """Let bots play many games and say who wins how often. Different bots play every deal once in every seat."""
    one_format(as_json, as_csv)
    variant = measured_variant(library.load(game), players, edition, changes)
    plan = Plan.named(variant, bots.split(","))
    try_out(variant, plan.names, seed)
    screen, executor = Screen(), executor_of(cluster, threads)
    if out is not None:
        check_writable(out)
    elif tables is not None:
        raise TablewrightError("--tables needs --out FILE, beside which they are written")
    _compile(screen, plan)
    total = games if games is not None or seconds or within else USUAL
    stop = StopRule(total or WITHOUT_END, seconds, within)
    with progress_bar(f"{variant.game.name}: games", total) as advance:
        made = _play(plan, stop, seed, executor, advance, out)
    if as_json or as_csv:  # the version of the rules, which a summary names, takes longer than a short simulation
        told(as_json, as_csv, made.to_json(), made.figures())
    else:
        _show(screen, made)
    if out is not None and tables is not None:
        _write_tables(plan, out, tables)
    if out is not None and not (as_json or as_csv):
        screen.say(f"The games are in {out}; next: tablewright report {out}{folder_option(game)}")
    if total is not None and made.games < total and seconds is None and within is None:
        screen.complain(f"stopped after {made.games:,} of {total:,} games")
        raise typer.Exit(130)


def _write_tables(plan: Plan, out: Path, closely: int) -> None:
    from tablewright.lab.runs import read_run
    from tablewright.lab.tables import write_tables

    write_tables(plan, read_run(out), out, closely)


def one_format(as_json: bool, as_csv: bool) -> None:
    if as_json and as_csv:
        raise TablewrightError("give --json or --csv, not both")


def told(as_json: bool, as_csv: bool, values: Any, rows: Sequence[Figure]) -> bool:
    """Print everything as JSON or the figures as CSV, where that was asked for; says whether it was."""
    if as_json:
        print(json.dumps(values, indent=2))
    elif as_csv:
        print(csv_of(rows), end="")
    return as_json or as_csv


def _play(
    plan: Plan, stop: StopRule, seed: int, executor: Executor, advance: Callable[[int], None], out: Path | None
) -> lab.Simulation:
    """The games summed up, and kept if a file is named; without one the memory does not grow with their number."""
    patience = Patience()
    if out is None:
        return lab.play(plan, stop, seed, executor, advance, patience.watch)
    from tablewright.lab.runs import Keeper, write_run

    keeper = Keeper()

    def keep(chunk: lab.Chunk) -> None:
        patience.watch(chunk)
        keeper.add(chunk)

    made = lab.play(plan, stop, seed, executor, advance, keep)
    write_run(keeper.run(plan, seed), out)
    return made


def _compile(screen: Screen, plan: Plan) -> None:
    """Before the clock starts, so that the rate is that of the games."""
    if numba() is None:
        screen.complain(NO_NUMBA)
        return
    with screen.thinking(f"compiling {plan.variant.game.name}; the next time this is read from the cache"):
        plan.runner()


def _show(screen: Screen, made: lab.Simulation) -> None:
    mode = "compiled" if made.compiled else "plain"
    rate = made.total_decisions / made.seconds if made.seconds else 0
    screen.say(f"{made.variant.describe()}; bots {', '.join(made.bots)}; seed {made.seed}", "bold")
    screen.say(f"{made.games:,} games in {made.seconds:.1f} s, {rate:,.0f} decisions a second ({mode})")
    if made.unfinished:
        screen.say(f"{made.unfinished:,} games passed the stated bound of decisions and were stopped", "red")
    for name, told in _failures(made).items():
        screen.say(f"{name} failed in {told}", "red")
    if made.rotations > 1:
        screen.console.print(_bots_table(made))
    screen.console.print(_seats_table(made))
    if made.order_shares is not None:
        screen.console.print(_order_table(made))
    if made.met.any:
        screen.console.print(_matchups_table(made))
    screen.console.print(_numbers_table(made))


def _failures(made: lab.Simulation) -> dict[str, str]:
    """For each user's bot that failed: in how many games, and how the first time."""
    reasons: dict[str, list[str]] = {}
    for name, reason in made.faults:
        reasons.setdefault(name, []).append(reason)
    return {
        name: f"{len(own):,} of {made.games:,} games{of_them_waits(own)}; first: {own[0]}"
        for name, own in reasons.items()
    }


def _bots_table(made: lab.Simulation) -> Table:
    table = table_of("Bot", "Wins %", "95 % interval", f"Mean {_worth(made)}")
    for i, name in enumerate(made.bots):
        score = f"{made.bot_scores.mean[i]:,.2f}"
        table.add_row(name, _percent(made.bot_share(i)), _interval(*made.bot_interval(i)), score)
    return table


def _worth(made: lab.Simulation) -> str:
    return "payoff" if made.pays else "score"


def _order_table(made: lab.Simulation) -> Table:
    """Where not always the same seat begins."""
    table = table_of("Turn order", "Wins %", "95 % interval")
    for i in range(made.variant.players if made.order_shares else 0):
        assert made.order_shares is not None
        name = "first" if i == 0 else f"number {i + 1}"
        table.add_row(name, _percent(float(made.order_shares.mean[i])), _interval(*made.order_shares.interval_of(i)))
    return table


def _seats_table(made: lab.Simulation) -> Table:
    table = table_of("Seat", "Wins %", "95 % interval", f"Mean {_worth(made)}", "Lowest", "Highest")
    for i, name in enumerate(made.variant.seats):
        ends = f"{made.scores.least[i]:,.0f}", f"{made.scores.most[i]:,.0f}"
        wins = _percent(float(made.shares.mean[i])), _interval(*made.seat_interval(i))
        table.add_row(name, *wins, f"{made.scores.mean[i]:,.2f}", *ends)
    return table


def _matchups_table(made: lab.Simulation) -> Table:
    """How often the side of a row beats the side of a column, in both seats, with its 95 % interval."""
    sides = made.variant.game.sides
    seen = made.met.seen()
    table = table_of("Wins % against", *(sides[j].replace("_", " ") for j in seen))
    for i in seen:
        cells = []
        for j in seen:
            wins = made.met.wins(i, j)
            cells.append(f"{_percent(wins.value)}\n{_interval(wins.low, wins.high)}" if wins.n and i != j else "")
        table.add_row(sides[i].replace("_", " "), *cells)
    return table


def _numbers_table(made: lab.Simulation) -> Table:
    """Lengths, and the game's own counters; those of single cards (`name.part`) are left to --json."""
    table = table_of("A game", "Mean", "95 % interval", "Least", "Most")
    rows = [("turns", made.turns.summary()), ("decisions", made.decisions.summary())]
    probes = enumerate(made.variant.game.probes)
    rows += [(name.replace("_", " "), made.probes.summary(i)) for i, name in probes if "." not in name]
    for name, numbers in rows:
        if numbers["n"]:
            low, high = numbers["interval"]
            ends = f"{numbers['min']:,.0f}", f"{numbers['max']:,.0f}"
            table.add_row(name, f"{numbers['mean']:,.2f}", f"{low:,.2f} to {high:,.2f}", *ends)
    return table


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"


def _interval(low: float, high: float) -> str:
    return f"{100 * low:.2f} to {100 * high:.2f}"


def bench(game: SomeGames = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Measure how fast games run here: as written, compiled, on two threads, until the first game. Takes a while."""
    one_format(as_json, as_csv)
    chosen, rows = [library.load(name) for name in game or library.names()], list[Figure]()
    table = table_of("Game", "Compiled, decisions per CPU second", "Plain", "Ratio", "2 threads", "Cold start", "Warm")
    with progress_bar("measuring", len(chosen)) as advance:
        for found in chosen:
            compiled, plain, gain, cold, warm = measured = _speed(found)
            rows.append({"game": found.name, **dict(zip(SPEEDS, measured, strict=True))})
            rates = f"{compiled:,.0f}", f"{plain:,.0f}", f"{compiled / plain:.0f} x", f"{gain:.2f} x"
            table.add_row(found.name, *rates, f"{cold:.1f} s", f"{warm:.2f} s")
            advance(1)
    if not told(as_json, as_csv, rows, rows):
        Screen().console.print(table)


SPEEDS = ("compiled", "plain", "gain_of_two_threads", "cold_start", "warm_start")


def _speed(game: Game) -> tuple[float, ...]:
    """What is named above: decisions a CPU second, a ratio, and CPU seconds."""
    variant = game.variant()
    bots = [find("random").chooser(variant)]
    modes = speed.measure_modes(variant, bots * variant.players)
    gain = speed.thread_gain(variant, bots, max(1000, int(modes.compiled / variant.bound / 4)))
    cold, warm = speed.start_seconds(str(game.folder))
    return modes.compiled, modes.plain, gain, cold, warm
