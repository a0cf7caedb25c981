"""Two variants on the same seeds, one change at a time, one card less: what a change does, as a paired difference."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablewright.bots.stepping import Player
from tablewright.engine import CardsError, Game, TablewrightError, Variant
from tablewright.engine.cards import Value
from tablewright.engine.kits import Chooser
from tablewright.lab.metrics import LEAST_FOLLOWED, Estimate, decision_values, dynamic_values, is_curve, margins
from tablewright.lab.runs import Run, collect
from tablewright.lab.simulate import StopRule, seat_bots
from tablewright.lab.statistics import Z95, Array, clustered_error, discoveries
from tablewright.lab.survey import COARSE, survey

Progress = Callable[[int], None] | None
PERCENT = (  # metrics that are shown in percent
    *("share.", "draws", "margin", "real_decisions", "comeback", "decisiveness", "snowball", "drama"),
    *("killer_move", "lead_changes"),
)


@dataclass(frozen=True)
class Difference:
    """One metric under two variants: both values, and the difference with its paired interval."""

    metric: str
    a: float
    b: float
    change: Estimate
    p: float
    stands: bool = False  # no false discovery among all the metrics compared


@dataclass(frozen=True)
class Comparison:
    """Two variants played on the same seeds."""

    a: Run
    b: Run
    differences: tuple[Difference, ...]
    followed: tuple[Difference, ...] = ()  # decisions and dynamics of the games that were followed closely


def compare(
    a: Variant,
    b: Variant,
    bots: Sequence[Player],
    games: int,
    seed: int = 1,
    progress: Progress = None,
    seconds: float = 0.0,
) -> Comparison:
    """Play both variants on common seeds, compare every metric game by game, and follow some for so many seconds."""
    if a.players != b.players or a.game.name != b.game.name:
        raise TablewrightError("two variants to compare must be of one game with the same number of players")
    runs = [_play(variant, bots, games, seed, progress) for variant in (a, b)]
    made = compare_runs(*runs)
    return replace(made, followed=follow(a, b, bots, made.a, seconds)) if seconds > 0 else made


def follow(a: Variant, b: Variant, bots: Sequence[Player], run: Run, seconds: float) -> tuple[Difference, ...]:
    """The paired differences of decisions and dynamics, from games of both variants that are followed closely."""
    chosen, info = [bot for bot in seat_bots(a, bots) if isinstance(bot, Chooser)], run.info
    if len(chosen) < info.players:  # a user's bot, which plays no game twice
        return ()
    ours = survey(a, chosen, len(run.games), info.seed, COARSE, info.rotations, seconds / 2, LEAST_FOLLOWED)
    theirs = survey(b, chosen, len(ours), info.seed, COARSE, info.rotations)
    pairs = [pair for pair in zip(ours, theirs, strict=True) if all(map(is_curve, pair))]
    if len(pairs) < LEAST_FOLLOWED:
        return ()
    seeds = np.array([trace.seed for trace, _ in pairs])
    before, after = ([{**decision_values(t), **dynamic_values(t)} for t in side] for side in zip(*pairs, strict=True))
    found = [
        difference(name, np.array([row[name] for row in before]), np.array([row[name] for row in after]), seeds)
        for name in before[0]
    ]
    return _with_discoveries(found)


def _with_discoveries(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """The same, with a mark on those that are no false discoveries among all of them."""
    stands = discoveries(np.array([d.p for d in found]))
    return tuple(replace(d, stands=bool(s)) for d, s in zip(found, stands, strict=True))


def _play(variant: Variant, bots: Sequence[Player], games: int, seed: int, progress: Progress) -> Run:
    """All the games; fewer of them could not be compared with those of other variants."""
    run = collect(variant, bots, StopRule(games), seed, progress=progress)
    if len(run.games) < games:
        raise KeyboardInterrupt
    return run


def compare_runs(a: Run, b: Run) -> Comparison:
    """The paired differences of two runs on the same seeds."""
    if a.info.game != b.info.game or a.info.players != b.info.players:
        raise TablewrightError("runs of different games or numbers of players cannot be compared")
    if len(a.games) != len(b.games) or a.info.seed != b.info.seed or a.info.rotations != b.info.rotations:
        raise TablewrightError("runs to compare must have the same seeds and the same number of games")
    rows_a, rows_b = per_game(a), per_game(b)
    both = a.finished & b.finished
    if not both.any():
        raise TablewrightError("no game ended under both variants, so there is nothing to compare")
    clusters = a.seeds[both]
    found = [difference(name, rows_a[name][both], rows_b[name][both], clusters) for name in rows_a if name in rows_b]
    return Comparison(a, b, _with_discoveries(found))


def metric_names(variant: Variant) -> list[str]:
    """The metrics of `per_game`."""
    kinds = ("share", "score") if variant.game.cards.points else ("share",)
    by_seat = [f"{kind}.{seat}" for kind in kinds for seat in variant.seats]
    margin = ["margin"] if variant.game.cards.points else []
    return [*by_seat, "draws", "turns", "decisions", *margin, *(f"probe.{name}" for name in variant.game.probes)]


def per_game(run: Run) -> dict[str, Array]:
    """The metrics that every single game has a value of."""
    seats = run.info.seats
    made = {f"share.{seat}": run.shares[:, i] for i, seat in enumerate(seats)}
    made |= {"draws": ((run.shares > 0).sum(axis=1) > 1).astype(float), "turns": run.turns, "decisions": run.decisions}
    if run.info.points:
        made |= {"margin": margins(run.scores)}
        made |= {f"score.{seat}": run.scores[:, i] for i, seat in enumerate(seats)}
    return made | {f"probe.{name}": run.probes[:, i] for i, name in enumerate(run.info.probes)}


def difference(metric: str, a: Array, b: Array, clusters: Array) -> Difference:
    """The mean paired difference of a metric; seeds are the units, as the seatings of one are not independent."""
    from scipy.stats import norm

    change = b.astype(float) - a.astype(float)
    mean, error = float(change.mean()), clustered_error(change, clusters)
    p = float(2 * norm.sf(abs(mean) / error)) if error > 0 else (1.0 if mean == 0 else 0.0)
    estimate = Estimate(mean, mean - Z95 * error, mean + Z95 * error, len(change))
    return Difference(metric, float(a.mean()), float(b.mean()), estimate, p)


def headline(comparison: Comparison, metrics: Sequence[str]) -> dict[str, Difference]:
    """The named metrics of a comparison."""
    known = {difference.metric: difference for difference in comparison.differences}
    return {name: known[name] for name in metrics if name in known}


# One change at a time


@dataclass(frozen=True)
class Change:
    """One thing changed from the default, and what came of it."""

    name: str
    value: Value
    label: str
    comparison: Comparison
    same: bool = False  # no change at all: the value that it has anyway, for a curve


def sweep(
    game: Game,
    over: Sequence[tuple[str, Value]],
    bots: Sequence[Player],
    games: int,
    players: int | None = None,
    edition: str | None = None,
    changes: dict[str, Value] | None = None,
    seed: int = 1,
    progress: Progress = None,
) -> Iterator[Change]:
    """Each change in turn against the same base run, on the same seeds; impossible combinations are left out."""
    base_changes = changes or {}
    unchanged = game.variant(players, edition, base_changes)
    base = _play(unchanged, bots, games, seed, progress)
    for name, value in over:
        try:
            variant = game.variant(players, edition, {**base_changes, name: value})
        except CardsError:
            continue
        same = unchanged.values.parameters.get(name) == value
        run = base if same else _play(variant, bots, games, seed, progress)
        yield Change(name, value, f"{name} = {toml(value)}", compare_runs(base, run), same)


def toml(value: Value) -> str:
    """A value as it is written in cards.toml and after --set, without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Grid:
    """Metrics over two parameters; a combination that makes no sense is not a number."""

    rows: tuple[str, list[Value]]
    columns: tuple[str, list[Value]]
    values: dict[str, Array]
    half: dict[str, float]  # half of the widest 95 % interval of any cell


def grid(
    game: Game,
    rows: tuple[str, list[Value]],
    columns: tuple[str, list[Value]],
    bots: Sequence[Player],
    games: int,
    metrics: Sequence[str],
    players: int | None = None,
    edition: str | None = None,
    changes: dict[str, Value] | None = None,
    seed: int = 1,
    progress: Progress = None,
) -> Grid:
    """Every combination of the values of two parameters, on the same seeds."""
    values = {metric: np.full((len(rows[1]), len(columns[1])), np.nan) for metric in metrics}
    half = dict.fromkeys(metrics, 0.0)
    for i, row in enumerate(rows[1]):
        for j, column in enumerate(columns[1]):
            both = {**(changes or {}), rows[0]: row, columns[0]: column}
            try:
                variant = game.variant(players, edition, both)
            except CardsError:
                continue
            run = _play(variant, bots, games, seed, progress)
            found = per_game(run)
            for metric in metrics:
                scale = 100 if metric.startswith(PERCENT) else 1
                values[metric][i, j] = found[metric].mean() * scale
                half[metric] = max(half[metric], Z95 * scale * clustered_error(found[metric], run.seeds))
    return Grid(rows, columns, values, half)


def alternatives(game: Game, edition: str | None = None) -> list[tuple[str, Value]]:
    """Every parameter's other values: its choices, both truth values, the next numbers and the ends of its range."""
    _, values = game.cards.resolve(None, edition, {})
    found: list[tuple[str, Value]] = []
    for name, spec in game.cards.parameters.items():
        now = values[name]
        others: list[Value] = []
        if spec.type == "bool":
            others = [not now]
        elif spec.type in ("text", "int"):
            others = [choice for choice in spec.choices if choice != now]
        if spec.type == "int" and spec.range and isinstance(now, int):
            low, high = spec.range
            others += sorted({x for x in (now - 1, now + 1, low, high) if low <= x <= high and x != now})
        found += [(name, value) for value in others]
    return found


def ruling_changes(game: Game, edition: str | None = None) -> list[tuple[str, Value]]:
    """The other readings of the rulebook's open questions, where a parameter switches them.

    Of a number's values those that the ledger names as alternatives are taken, else its neighbours.
    """
    made: dict[tuple[str, str], tuple[str, Value]] = {}
    _, values = game.cards.resolve(None, edition, {})
    for ruling in game.cards.rulings:
        others = [value for name, value in alternatives(game, edition) if name == ruling.parameter]
        now = values.parameters.get(ruling.parameter)
        if isinstance(now, int) and not isinstance(now, bool):
            named = [int(n) for n in re.findall(rf"{ruling.parameter} = (-?\d+)", ruling.alternative)]
            others = [n for n in named if n != now] or [n for n in others if n in (now - 1, now + 1)]
        made |= {(ruling.parameter, str(value)): (ruling.parameter, value) for value in others}
    return list(made.values())


def knockout(
    game: Game,
    bots: Sequence[Player],
    games: int,
    players: int | None = None,
    edition: str | None = None,
    seed: int = 1,
    progress: Progress = None,
) -> Iterator[Change]:
    """Each card taken out (or made plain, as the game's [knockout] says) in turn, on the same seeds."""
    if not game.cards.knockout:
        raise TablewrightError(f"{game.name}'s cards.toml has no [knockout] table that says how a card is taken out")
    base = _play(game.variant(players, edition), bots, games, seed, progress)
    for card in game.cards.cards:
        try:
            changed = game.variant(players, edition, {f"{card}.{f}": v for f, v in game.cards.knockout.items()})
        except CardsError:
            continue
        if changed.cards_version == game.variant(players, edition).cards_version:
            continue
        run = _play(changed, bots, games, seed, progress)
        yield Change(card, 0, card, compare_runs(base, run))
