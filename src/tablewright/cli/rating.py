"""`tablewright rate`: how strong one bot is, on the scale of the known ones."""

from typing import Annotated, Any

import typer

from tablewright.arena import rating as arena
from tablewright.arena.rating import AGAINST, Rating
from tablewright.bots.registry import HELP
from tablewright.bots.stepping import try_out
from tablewright.cli.measure import AsCsv, AsJson, ClusterAddress, FirstSeed, Threads, one_format, told
from tablewright.cli.options import Changes, EditionName, GameName, Players, measured_variant
from tablewright.cli.screen import Screen, progress_bar, table_of
from tablewright.cli.strength import as_figure, gained_by
from tablewright.games import load
from tablewright.lab.executor import executor_of

BotName = Annotated[str, typer.Argument(metavar="BOT", help=f"One of {HELP}.")]
Against = Annotated[str, typer.Option(metavar="BOT,BOT", help="Whom it plays, each in every seat.")]
Games = Annotated[int, typer.Option(metavar="N", min=1, help="Games against each of them.")]

USUAL = ",".join(AGAINST)


def rate(
    game: GameName,
    bot: BotName,
    against: Against = USUAL,
    games: Games = 100,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    threads: Threads = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Let a bot, yours for example, play known ones, and say how strong it is, with an interval."""
    one_format(as_json, as_csv)
    variant = measured_variant(load(game), players, edition, changes)
    screen = Screen()
    opponents = [name.strip() for name in against.split(",")]
    try_out(variant, [bot, *opponents], seed)
    total = sum(number for _, _, number in arena.pairs(variant, bot, games, opponents))
    with progress_bar(f"{variant.game.name}: games", total) as advance:
        made = arena.rate(
            variant,
            bot,
            games,
            seed,
            opponents,
            executor_of(cluster, threads),
            lambda one: screen.complain(str(one)),
            advance,
        )
    if not told(as_json, as_csv, _as_json(made), [as_figure(one) for one in made.games]):
        _show(screen, made)


def _show(screen: Screen, made: Rating) -> None:
    screen.say(f"{made.ladder.variant.describe()}; seed {made.ladder.seed}", "bold")
    gained = gained_by(made.ladder.variant)
    table = table_of("Against", "Its rating", "Games", gained, "95 % interval", "Fair %")
    for one in made.games:
        ends = " to ".join(f"{100 * end:.1f}" for end in one.interval)
        rating = f"{made.known[one.weaker]:.0f}"
        table.add_row(one.weaker, rating, str(one.games), f"{100 * one.share:.1f}", ends, f"{100 * one.fair:.1f}")
    screen.console.print(table)
    low, high = made.interval
    screen.say(f"{made.bot} is rated {made.rating:.0f} (95 % interval {low:.0f} to {high:.0f}).", "bold")


def _as_json(made: Rating) -> dict[str, Any]:
    rows = [
        {"against": p.weaker, "games": p.games, "share": p.share, "interval": p.interval, "faults": list(p.faults)}
        for p in made.games
    ]
    return {
        "game": made.ladder.variant.describe(),
        "seed": made.ladder.seed,
        "bot": made.bot,
        "rating": made.rating,
        "interval": made.interval,
        "pairings": rows,
        "known": made.known,
    }
