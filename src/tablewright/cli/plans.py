"""`tablewright plans`: which ways to win a game has, as plans that beat its own bot."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from tablewright.arena.plans import Breeder, Way, Ways
from tablewright.cli.measure import AsCsv, AsJson, ClusterAddress, FirstSeed, Threads, one_format, told
from tablewright.cli.options import Changes, EditionName, GameName, Players, load_variant
from tablewright.cli.screen import Screen, table_of
from tablewright.engine import NO_NUMBA, TablewrightError, numba
from tablewright.lab.executor import executor_of
from tablewright.lab.page import Figure

Minutes = Annotated[float, typer.Option(metavar="N", min=0.01, help="How long to look for plans.")]
Runs = Annotated[int, typer.Option(metavar="N", min=1, help="How many plans, each from nothing.")]
FreshGames = Annotated[int, typer.Option(metavar="N", min=2, help="Games on fresh deals that measure each plan.")]
Wants = Annotated[
    list[str] | None,
    typer.Option("--want", metavar="MOVE", help="What every plan has to want, such as `mine` or `buy drill early`."),
]
Early = Annotated[
    int | None, typer.Option(metavar="N", min=0, help="The last turn that is early; without it half of a game.")
]


def plans(
    game: GameName,
    minutes: Minutes = 5.0,
    runs: Runs = 4,
    games: FreshGames = 2000,
    want: Wants = None,
    early: Early = None,
    players: Players = None,
    edition: EditionName = None,
    changes: Changes = None,
    seed: FirstSeed = 1,
    threads: Threads = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Look for plans that beat the game's own bot: preferences for moves and cards, alone and together."""
    one_format(as_json, as_csv)
    variant, screen = load_variant(game, players, edition, changes), Screen()
    if numba() is None:
        raise TablewrightError(NO_NUMBA)
    breeder = Breeder(variant, executor_of(cluster, threads), screen.complain, seed, want or (), early)
    ways = breeder.ways(runs, minutes, games)
    if not told(as_json, as_csv, _as_json(ways), _figures(ways)):
        _show(screen, ways)


def _show(screen: Screen, ways: Ways) -> None:
    screen.say(f"{ways.variant.describe()}; fair is {100 * ways.fair:.1f} %", "bold")
    table = table_of("Plan", "Wins %", "95 % interval", *[f"v {i + 1}" for i in range(len(ways.found))])
    for i, way in enumerate(ways.found):
        ends = " to ".join(f"{100 * end:.1f}" for end in way.interval)
        table.add_row(str(i + 1), f"{100 * way.share:.1f}", ends, *[f"{100 * share:.0f}" for share in ways.between[i]])
    screen.console.print(table)
    for i, way in enumerate(ways.found):
        screen.entry(f"plan {i + 1}", ways.told(way))
    single = table_of("Preference alone", "Wins %", "95 % interval")
    for way in ways.alone:
        ends = " to ".join(f"{100 * end:.1f}" for end in way.interval)
        single.add_row(ways.told(way), f"{100 * way.share:.1f}", ends)
    screen.console.print(single)
    screen.say(ways.verdict() + ".")


def _figures(ways: Ways) -> list[Figure]:
    return [
        {
            "metric": metric,
            "value": way.share,
            "low": way.interval[0],
            "high": way.interval[1],
            "games": way.games,
            "does": ways.told(way),
        }
        for metric, way in [*_numbered("plan", ways.found), *_numbered("alone", ways.alone)]
    ]


def _numbered(name: str, ways: Sequence[Way]) -> list[tuple[str, Way]]:
    return [(f"{name}.{i + 1}", way) for i, way in enumerate(ways)]


def _as_json(ways: Ways) -> dict[str, Any]:
    told = {"game": ways.variant.describe(), "tried": ways.tried, "verdict": ways.verdict()}
    found, alone = ([_described(ways, way) for way in part] for part in (ways.found, ways.alone))
    return {**told, "forced": ways.forced, "plans": found, "between": ways.between, "alone": alone}


def _described(ways: Ways, way: Way) -> dict[str, Any]:
    return {
        "wants": ways.wishes(way, 1),
        "avoids": ways.wishes(way, -1),
        "early_until": way.plan.until,
        "games": way.games,
        "share": way.share,
        "interval": way.interval,
    }
