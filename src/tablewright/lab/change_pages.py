"""Pages about changes: two variants side by side, a sweep over values, one card less."""

from collections.abc import Sequence
from dataclasses import replace

from tablewright.lab import plots
from tablewright.lab.experiments import Change, Comparison, Difference, Grid, headline
from tablewright.lab.page import LookAt, Page, PageTable, Section, Verdict

FOOT = "Brackets are 95 % intervals of paired differences on the same seeds. 'Stands': unlikely to be chance although \
many numbers were compared (Benjamini-Hochberg, 5 %). Definitions: docs/metrics.md."
PERCENT = ("share.", "draws", "margin")


def is_percent(metric: str) -> bool:
    return metric.startswith(PERCENT)


def shown(metric: str, value: float, signed: bool = False) -> str:
    scale = 100 if is_percent(metric) else 1
    unit = " %" if is_percent(metric) and not signed else ""
    return f"{scale * value:{'+' if signed else ''}.{1 if is_percent(metric) else 2}f}{unit}"


def change_text(difference: Difference) -> str:
    change = difference.change
    parts = [shown(difference.metric, x, True) for x in (change.value, change.low, change.high)]
    return f"{parts[0]} ({parts[1]} to {parts[2]})"


def _table(differences: Sequence[Difference]) -> PageTable:
    rows = [
        [d.metric, shown(d.metric, d.a), shown(d.metric, d.b), change_text(d), "stands" if d.stands else ""]
        for d in differences
    ]
    return PageTable(["what", "A", "B", "B less A", "no chance find"], rows)


def comparison_page(comparison: Comparison, a: str, b: str) -> Page:
    """What the change from A to B does."""
    info = comparison.a.info
    main = [d for d in comparison.differences if not d.metric.startswith("probe.")]
    probes = sorted(
        (d for d in comparison.differences if d.metric.startswith("probe.") and d.stands), key=lambda d: d.p
    )
    plot = plots.intervals(
        [
            (d.metric, 100 * d.change.value, 100 * d.change.low, 100 * d.change.high)
            for d in main
            if is_percent(d.metric)
        ],
        "Differences in points",
        0.0,
        " points",
    )
    sections = [
        Section("The main numbers", (), [plot], [_table(main)]),
        Section("Counters of the game that changed", (), (), [_table(probes[:40])] if probes else ()),
    ]
    meta = (
        f"A: {a}. B: {b}. {len(comparison.a.games):,} games each on the same seeds from {info.seed}, bots "
        f"{', '.join(info.bots)}. Cards {info.cards} and {comparison.b.info.cards}, rules {info.rules}."
    )
    return Page(f"{info.game}: what the change does", meta, sections, comparison_verdicts(comparison), (), FOOT)


def comparison_verdicts(comparison: Comparison) -> list[Verdict]:
    """Fairness, length and closeness: better, worse or the same."""
    return [_fairness(comparison), _length(comparison), _closeness(comparison)]


def _fairness(comparison: Comparison) -> Verdict:
    fair = 1 / comparison.a.info.players
    seats = [f"share.{seat}" for seat in comparison.a.info.seats]
    found = headline(comparison, seats)
    if not any(d.stands for d in found.values()):
        return Verdict("Fairness", "No seat wins measurably more or less than before.", "good")
    worst = max(found.values(), key=lambda d: abs(d.change.value))
    better = sum(abs(d.b - fair) for d in found.values()) < sum(abs(d.a - fair) for d in found.values())
    sentence = (
        f"{worst.metric.removeprefix('share.')} wins {change_text(worst)} points: now {shown(worst.metric, worst.b)}."
    )
    return Verdict("Fairness", f"{'Fairer' if better else 'Less fair'}: {sentence}", "good" if better else "warn")


def _length(comparison: Comparison) -> Verdict:
    turns = headline(comparison, ["turns"])["turns"]
    if not turns.stands:
        return Verdict("Length", f"Unchanged at {turns.a:.1f} turns.", "good")
    word = "longer" if turns.change.value > 0 else "shorter"
    return Verdict("Length", f"{change_text(turns)} turns: {word}, now {turns.b:.1f} turns.", "warn")


def _closeness(comparison: Comparison) -> Verdict:
    margin = headline(comparison, ["margin"])["margin"]
    if not margin.stands:
        return Verdict("Closeness", "The winner's margin is as before.", "good")
    closer = margin.change.value < 0
    sentence = f"{'Closer' if closer else 'Less close'}: the winner's margin changes by {change_text(margin)} points."
    return Verdict("Closeness", sentence, "good" if closer else "warn")


def changes_page(changes: Sequence[Change], metrics: Sequence[str], title: str) -> Page:
    """Many single changes against one base: a tornado chart and a table for each metric, and curves over numbers."""
    base = changes[0].comparison.a
    sections = [_tornado(changes, metric) for metric in metrics]
    sections += [section for metric in metrics for section in _curves(changes, metric)]
    meta = (
        f"Base: {base.info.describe()}. {len(base.games):,} games each on the same seeds from {base.info.seed}, "
        f"bots {', '.join(base.info.bots)}. Rules {base.info.rules}, cards {base.info.cards}."
    )
    return Page(f"{base.info.game}: {title}", meta, sections, (), _first(changes, metrics), FOOT)


def _effects(changes: Sequence[Change], metric: str) -> list[tuple[Change, Difference]]:
    found = [(change, headline(change.comparison, [metric]).get(metric)) for change in changes]
    known = [(change, difference) for change, difference in found if difference is not None]
    return sorted(known, key=lambda pair: -abs(pair[1].change.value))


def _tornado(changes: Sequence[Change], metric: str) -> Section:
    effects = _effects(changes, metric)
    scale = 100 if is_percent(metric) else 1
    rows = [(c.label, scale * d.change.value, scale * d.change.low, scale * d.change.high) for c, d in effects]
    table = [
        [c.label, shown(metric, d.b), change_text(d), "stands" if d.stands else "does not matter here"]
        for c, d in effects
    ]
    base = f"With nothing changed: {shown(metric, effects[0][1].a)}." if effects else ""
    plot = plots.intervals(rows, f"Effect on {metric}", 0.0, " points" if is_percent(metric) else "")
    return Section(metric, [base], [plot], [PageTable(["change", "then", "effect", ""], table)])


def _curves(changes: Sequence[Change], metric: str) -> list[Section]:
    """A curve for every parameter that was given three or more numbers, the base included."""
    made = []
    for name in dict.fromkeys(change.name for change in changes):
        points = [
            (float(c.value), headline(c.comparison, [metric])[metric].b)
            for c in changes
            if c.name == name and isinstance(c.value, int) and not isinstance(c.value, bool)
        ]
        if len(points) >= 3:
            points.sort()
            scale = 100 if is_percent(metric) else 1
            series = [(metric, [x for x, _ in points], [scale * y for _, y in points])]
            made.append(Section(f"{metric} over {name}", (), [plots.lines(series, f"{metric} over {name}")]))
    return made


def _first(changes: Sequence[Change], metrics: Sequence[str]) -> list[LookAt]:
    """The largest effect on every metric, and what does not matter at all."""
    made = []
    for metric in metrics:
        standing = [(c, d) for c, d in _effects(changes, metric) if d.stands]
        if standing:
            change, difference = standing[0]
            made.append(LookAt(f"{metric}: {change.label} changes it most, by {change_text(difference)}."))
    still = [c.label for c in changes if not any(d.stands for d in headline(c.comparison, metrics).values())]
    if still:
        made.append(LookAt(f"No measurable effect on {', '.join(metrics)}: {', '.join(still)}."))
    return made


def with_grids(page: Page, grid: Grid) -> Page:
    """The page with a heat map of every metric over two parameters."""
    sections = [
        Section(
            f"{metric} over {grid.rows[0]} and {grid.columns[0]}",
            (),
            [
                plots.heat_map(
                    [f"{grid.rows[0]}={v}" for v in grid.rows[1]], [str(v) for v in grid.columns[1]], values, metric
                )
            ],
        )
        for metric, values in grid.values.items()
    ]
    return replace(page, sections=[*page.sections, *sections])
