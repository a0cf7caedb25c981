"""`tablewright tournament` and `tablewright match`: which bot is the strongest, and whether one beats another."""

from pathlib import Path
from typing import Annotated

import typer

from tablewright.arena.duels import Hall
from tablewright.arena.sequential import Contest, Question, contest
from tablewright.arena.tournament import FORMS, Form, Plan, Tournament, swiss_rounds
from tablewright.bots.allowance import of_them_waits, waits
from tablewright.bots.registry import HELP
from tablewright.bots.stepping import try_out
from tablewright.cli.lab import TableAddress
from tablewright.cli.measure import AsCsv, AsJson, ClusterAddress, FirstSeed, Threads, one_format, told
from tablewright.cli.options import Changes, EditionName, GameName, Players, check_writable, load_variant
from tablewright.cli.screen import Screen, progress_bar, table_of
from tablewright.engine import TablewrightError
from tablewright.lab.executor import executor_of
from tablewright.lab.page import TABLE, Figure

INTERRUPTED = 130
CODES = {"better": 0, "not better": 3, "open": 4}

Bots = Annotated[list[str], typer.Argument(metavar="BOT...", help=f"Each one of {HELP}.")]
One = Annotated[str, typer.Argument(metavar="A", help=f"The bot to beat: {HELP}.")]
Other = Annotated[str, typer.Argument(metavar="B", help="The bot that may be better.")]
Format = Annotated[str, typer.Option("--format", metavar="NAME", help=f"{', '.join(FORMS)}.")]
Deals = Annotated[int, typer.Option(metavar="N", min=1, help="Deals of each meeting; each is played in every seating.")]
MostDeals = Annotated[int, typer.Option("--deals", metavar="N", min=1, help="At most this many deals.")]
Rounds = Annotated[int | None, typer.Option(metavar="N", min=1, help="Rounds of a Swiss tournament.")]
OutPage = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write a page about it.")]
JournalFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep what is played; the same command goes on from there after Ctrl-C."),
]
Sprt = Annotated[
    str | None,
    typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop when it is settled: better by ELO1, or not even by ELO0."),
]


def tournament(
    game: GameName,
    bots: Bots,
    form: Format = "roundrobin",
    deals: Deals = 50,
    rounds: Rounds = None,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    threads: Threads = None,
    cluster: ClusterAddress = None,
    journal: JournalFile = None,
    out: OutPage = None,
    table: TableAddress = TABLE,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Let bots play a tournament, every deal in every seating, and say how sure it is who is stronger."""
    from tablewright.arena import tournament_page

    one_format(as_json, as_csv)
    for path in (journal, out):
        if path is not None:
            check_writable(path)
    hall = Hall(load_variant(game, players, edition, changes), seed, executor_of(cluster, threads))
    plan = Plan(tuple(bots), _form(form), deals, rounds or swiss_rounds(len(bots)))
    played, screen = Tournament(hall, plan, journal), Screen()
    try:
        with progress_bar(f"{game}: games", plan.meetings * deals * hall.games_a_deal) as advance:
            played.play(advance)
    except KeyboardInterrupt:
        kept = f"; the same command goes on from {journal}" if journal else "; with --journal FILE it could go on"
        screen.complain(f"stopped{kept}")
        raise typer.Exit(INTERRUPTED) from None
    if not told(as_json, as_csv, tournament_page.as_json(played), _figures(played)):
        _show(screen, played)
    if out is not None:
        tournament_page.page(played, table).write(out)
        screen.complain(f"the page is {out}")


def _figures(played: Tournament) -> list[Figure]:
    """A tidy row a bot, the best first."""
    standings = played.standings
    rows: list[Figure] = []
    for bot in played.order():
        low, high = standings.interval(bot)
        row: Figure = {"level": bot, "metric": "rating", "value": standings.ratings[bot], "low": low, "high": high}
        row |= {"games": standings.deals(bot) * played.hall.games_a_deal, "points": standings.points(bot)}
        faults = standings.faults(bot)
        rows.append(row | {"faults": len(faults), "waits": waits(faults)})
    return rows


def _form(text: str) -> Form:
    for form in FORMS:
        if text == form:
            return form
    raise TablewrightError(f"--format is {text!r}; it must be one of {', '.join(FORMS)}")


def _show(screen: Screen, played: Tournament) -> None:
    standings, order = played.standings, played.order()
    screen.say(f"{played.hall.variant.describe()}; {played.plan.form}, seed {played.hall.seed}", "bold")
    table = table_of("Bot", "Rating", "95 % interval", "Points", "Deals", "Above the next", "Faults")
    for bot, following in zip(order, [*order[1:], None], strict=True):
        ends = " to ".join(f"{end:.0f}" for end in standings.interval(bot))
        above = "" if following is None else f"{standings.above(bot, following):.0%}"
        rating, points = f"{standings.ratings[bot]:.0f}", f"{standings.points(bot):.1f}"
        table.add_row(bot, rating, ends, points, str(standings.deals(bot)), above, standings.fault_count(bot))
    screen.console.print(table)
    for circle in standings.circles():
        screen.say(f"{', '.join(circle)} beat each other in a circle: no single number ranks them.")
    for bot in order:
        if faults := standings.faults(bot):
            screen.complain(f"{bot} failed in {len(faults)} games{of_them_waits(faults)}, first: {faults[0]}")


def match(
    game: GameName,
    one: One,
    other: Other,
    sprt: Sprt = None,
    deals: MostDeals = 1000,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    threads: Threads = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Say whether bot B is better than bot A. The exit code is 0 if it is, 3 if it is not, 4 if that is still open."""
    one_format(as_json, as_csv)
    hall = Hall(load_variant(game, players, edition, changes), seed, executor_of(cluster, threads))
    question = None if sprt is None else _question(sprt)
    for name in (one, other):
        hall.call(name)
    try_out(hall.variant, (one, other), seed)
    with progress_bar(f"{game}: games", deals * hall.games_a_deal) as advance:
        made = contest(hall, one, other, deals, question, advance)
    cell, (low, high) = made.cell, made.cell.interval
    values = {"a": one, "b": other, "deals": cell.deals, "score_of_b": cell.score, "interval": cell.interval}
    row: Figure = {"level": other, "metric": f"against.{one}", "value": cell.score, "low": low, "high": high}
    whole = {**values, "answer": made.answer, "faults": made.faults}
    if not told(as_json, as_csv, whole, [row | {"games": cell.deals * hall.games_a_deal, "answer": made.answer}]):
        _tell(Screen(), made, hall)
    raise typer.Exit(CODES[made.answer])


def _question(text: str) -> Question:
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise TablewrightError(f"--sprt is {text!r}; it takes two numbers of Elo, as in --sprt 0,30") from None
    return Question(low, high)


def _tell(screen: Screen, made: Contest, hall: Hall) -> None:
    cell = made.cell
    low, high = (100 * end for end in cell.interval)
    screen.say(f"{hall.variant.describe()}; seed {hall.seed}", "bold")
    played = f"{cell.deals:,} deals, {cell.deals * hall.games_a_deal:,} games"
    score = f"{100 * cell.score:.1f} % (95 % interval {low:.1f} to {high:.1f})"
    screen.say(f"{made.other} gets {score} against {made.one} in {played}.")
    words = {"better": f"{made.other} is better.", "not better": f"{made.other} is not better."}
    screen.say(words.get(made.answer, "That is still open; more --deals would tell."), "bold")
    if made.faults:
        bot, reason = made.faults[0]
        waited = of_them_waits(why for _, why in made.faults)
        screen.complain(f"{len(made.faults)} games had a fault{waited}, first of {bot}: {reason}")
