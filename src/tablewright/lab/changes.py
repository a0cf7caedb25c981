"""One change at a time, two together, one card less: each against the same base, on the same seeds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablewright.engine import CardsError, Game, TablewrightError, Value, Variant
from tablewright.lab.executor import Executor
from tablewright.lab.experiments import Comparison, Progress, compare_runs, per_game, rows_of
from tablewright.lab.measures import measure_of
from tablewright.lab.metrics import run_metrics
from tablewright.lab.plan import Plan
from tablewright.lab.statistics import Z95, Array, Estimate, clustered_error, discoveries

FRESH = 1_000_003  # seeds that a screening has not seen begin so much later


@dataclass(frozen=True)
class Change:
    """One thing changed from the default, and what came of it."""

    name: str
    value: Value
    label: str
    comparison: Comparison
    same: bool = False  # no change at all: the value that it has anyway, for a curve
    far: bool = False  # a number more than a step away, which may well break the game


def sweep(
    base: Variant,
    over: Sequence[tuple[str, Value]],
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    progress: Progress = None,
    executor: Executor | None = None,
) -> list[Change]:
    """Each change in turn against the same base run, on the same seeds; impossible combinations are left out.

    Whether a finding stands is decided over all changes together, family by family.
    """
    before = rows_of(Plan.named(base, bots), games, seed, progress, executor)
    made = []
    for name, value in over:
        variant = changed(base, name, value)
        if variant is None:
            continue
        same = variant.cards_version == base.cards_version
        run = before if same else rows_of(Plan.named(variant, bots), games, seed, progress, executor)
        label, far = f"{name} = {toml(value)}", _far(base.values.parameters.get(name), value)
        made.append(Change(name, value, label, compare_runs(before, run), same, far))
        if same and progress is not None:
            progress(games)
    return together(made)


def _far(now: Value | None, value: Value) -> bool:
    """Whether a number is more than a step away from what it is now."""
    numbers = [x for x in (now, value) if isinstance(x, int) and not isinstance(x, bool)]
    return len(numbers) == 2 and abs(numbers[0] - numbers[1]) > 1


def changed(base: Variant, name: str, value: Value) -> Variant | None:
    """The variant with one more change, if there is such a one."""
    try:
        return base.game.variant(base.players, base.edition, {**base.changes, name: value})
    except CardsError:
        return None


def together(changes: Sequence[Change]) -> list[Change]:
    """The same, with findings that stand although many changes were tried."""
    places = [
        (i, j)
        for i, change in enumerate(changes)
        if not change.same
        for j, d in enumerate(change.comparison.differences)
        if d.measure.family != "counters"
    ]
    found = [list(change.comparison.differences) for change in changes]
    for family in {found[i][j].measure.family for i, j in places}:
        mine = [(i, j) for i, j in places if found[i][j].measure.family == family]
        stands = discoveries(np.array([found[i][j].p for i, j in mine]))
        for (i, j), sure in zip(mine, stands, strict=True):
            found[i][j] = replace(found[i][j], stands=bool(sure))
    return [
        replace(change, comparison=replace(change.comparison, differences=tuple(differences)))
        for change, differences in zip(changes, found, strict=True)
    ]


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
    base: Variant,
    rows: tuple[str, list[Value]],
    columns: tuple[str, list[Value]],
    bots: Sequence[str],
    games: int,
    metrics: Sequence[str],
    seed: int = 1,
    progress: Progress = None,
    executor: Executor | None = None,
) -> Grid:
    """Every combination of the values of two parameters, on the same seeds."""
    values = {metric: np.full((len(rows[1]), len(columns[1])), np.nan) for metric in metrics}
    half = dict.fromkeys(metrics, 0.0)
    for i, row in enumerate(rows[1]):
        across = changed(base, rows[0], row)
        for j, column in enumerate(columns[1]):
            variant = None if across is None else changed(across, columns[0], column)
            if variant is None:
                continue
            run = rows_of(Plan.named(variant, bots), games, seed, progress, executor)
            found = per_game(run, run.finished)
            for metric in metrics if run.finished.any() else ():
                scale = measure_of(metric).scale
                values[metric][i, j] = found[metric].mean() * scale
                error = clustered_error(found[metric], run.seeds[run.finished])
                half[metric] = max(half[metric], Z95 * scale * error)
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


# One card less


@dataclass(frozen=True)
class Abstinence:
    """How often a player wins who alone does without a card, moved through all seats."""

    card: str
    wins: Estimate
    fair: float
    stands: bool = False

    @property
    def cost(self) -> Estimate:
        """What the card is worth to that player, in shares of the wins."""
        return self.wins.times(-1).plus(self.fair)


def abstinence(
    base: Variant,
    bot: str,
    games: int,
    seed: int = 1,
    progress: Progress = None,
    executor: Executor | None = None,
    cards: Sequence[str] | None = None,
) -> Iterator[Abstinence]:
    """Each card in turn: one player does without it, the others do not."""
    from scipy.stats import norm

    whole = -(-games // base.players) * base.players
    fair, found = 1 / base.players, []
    for card in cards or base.game.cards.cards:
        names = [f"{bot} without {card}", *[bot] * (base.players - 1)]
        run = rows_of(Plan.named(base, names), whole, seed, progress, executor)
        if run.finished.any():
            found.append(Abstinence(card, run_metrics(run)[f"bot.{names[0]}"], fair))
    p = [2 * norm.sf(abs(one.cost.value) / max(one.cost.error, 1e-12)) for one in found]
    for one, stands in zip(found, discoveries(np.array(p)), strict=True):
        yield replace(one, stands=bool(stands))


def knockout(
    base: Variant,
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    progress: Progress = None,
    executor: Executor | None = None,
    cards: Sequence[str] | None = None,
) -> list[Change]:
    """Each card taken out for everybody (or made plain, as the game's [knockout] says) in turn, on the same seeds."""
    game = base.game
    if not game.cards.knockout:
        raise TablewrightError(f"{game.name}'s cards.toml has no [knockout] table that says how a card is taken out")
    before = rows_of(Plan.named(base, bots), games, seed, progress, executor)
    made = []
    for card in cards or game.cards.cards:
        less = {f"{card}.{f}": v for f, v in game.cards.knockout.items()}
        try:
            variant = game.variant(base.players, base.edition, {**base.changes, **less})
        except CardsError:
            continue
        if variant.cards_version == base.cards_version:
            continue
        run = rows_of(Plan.named(variant, bots), games, seed, progress, executor)
        made.append(Change(card, 0, card, compare_runs(before, run)))
    return together(made)
