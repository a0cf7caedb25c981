"""The pages about many single changes: a sweep, the open questions of a rulebook, one card less."""

from collections.abc import Sequence
from dataclasses import replace

from tablewright.engine import Ruling, Value
from tablewright.lab import figures, plots
from tablewright.lab.changes import Abstinence, Change, Grid, toml
from tablewright.lab.compare_page import FOOT, TREND_TONES, meta_of
from tablewright.lab.experiments import Comparison, Difference, Weight
from tablewright.lab.levels import conclusion, overall, rows
from tablewright.lab.measures import measure_of
from tablewright.lab.page import LookAt, Page, PageTable, Section, Tone, Verdict
from tablewright.lab.phrases import bots_of, sentence

TONES: dict[Weight, Tone] = {"matters": "warn", "does not matter": "good", "open": "unknown"}
Effect = tuple[Change, Difference]
Retest = tuple[Change, Sequence[Comparison]]  # the comparisons with fresh seeds, level by level


def effects_of(changes: Sequence[Change], metric: str) -> list[Effect]:
    """Every change's effect on a metric: those that matter first, the largest first."""
    found = [(c, d) for c in changes if not c.same for d in c.comparison.of([metric]).values()]
    order: tuple[Weight, ...] = ("matters", "open", "does not matter")
    return sorted(found, key=lambda pair: (order.index(pair[1].weight), -abs(pair[1].change.value)))


def changes_page(changes: Sequence[Change], metrics: Sequence[str], title: str, retests: Sequence[Retest] = ()) -> Page:
    """Many single changes against one base: a tornado chart and a table for each metric, and curves over numbers."""
    base = changes[0].comparison.a
    sections = [_retested(retests, metrics)] if retests else []
    sections += [_tornado(metric, effects_of(changes, metric)) for metric in metrics if effects_of(changes, metric)]
    sections += [section for metric in metrics for section in _curves(metric, changes)]
    only = "" if retests else f" ({bots_of(base.info)} only)"
    meta = f"Base: {base.info.describe()}. {meta_of(base)}"
    numbers = figures.of_changes(changes, metrics)
    for change, found in retests:
        fresh = [Change(change.name, change.value, change.label, one) for one in found]
        numbers += [{**row, "fresh": True} for row in figures.of_changes(fresh, metrics)]
    verdicts = [_retest_verdict(change, found, metrics) for change, found in retests]
    return Page(f"{base.info.game}: {title}{only}", meta, sections, verdicts, _first(changes, metrics), FOOT, numbers)


def _tornado(metric: str, effects: Sequence[Effect]) -> Section:
    measure = measure_of(metric)
    text = f"With nothing changed: {measure.shown(effects[0][1].a)}."
    if not any(d.change.low or d.change.high for _, d in effects):
        return Section(measure.title, [f"{text} None of the changes touches it."])
    groups: dict[str, list[plots.Row]] = {}
    for change, d in effects:
        groups.setdefault(change.name, []).append(plots.row(change.label, d.change, measure.scale))
    table = [[c.label, measure.shown(d.b), measure.change(d.change), d.weight] for c, d in effects]
    unit = ", in points" if measure.unit == "share" else ""
    plot = plots.tornado(list(groups.items()), f"What each changes in {measure.words}{unit}", 0.0)
    note = "The largest of many effects looks larger than it is: test it again on fresh seeds (--levels does)."
    return Section(measure.title, [text], [plot], [PageTable(["change", "then", "effect", "verdict"], table)], note)


def _curves(metric: str, changes: Sequence[Change]) -> list[Section]:
    """A curve for every parameter that was given three or more numbers."""
    made, measure = [], measure_of(metric)
    for name in dict.fromkeys(change.name for change in changes):
        points = sorted(
            (float(c.value), *_shown(c.comparison.of([metric])[metric], measure.scale), c.same)
            for c in changes
            if c.name == name and isinstance(c.value, int) and not isinstance(c.value, bool)
        )
        if len(points) >= 3:
            label = f"{measure.title}{' in percent' if measure.unit == 'share' else ''} over {name}"
            made.append(Section(label, (), [plots.curve(points, label)]))
    return made


def _shown(difference: Difference, scale: int) -> tuple[float, float, float]:
    """A value under a change, with the interval of its distance from the base."""
    change = difference.change
    return scale * difference.b, scale * (difference.a + change.low), scale * (difference.a + change.high)


def _first(changes: Sequence[Change], metrics: Sequence[str]) -> list[LookAt]:
    """The largest effect on every metric, what does not matter, and what so few games cannot tell."""
    made = []
    for metric in metrics:
        found, measure = effects_of(changes, metric), measure_of(metric)
        found.sort(key=lambda pair: (pair[1].weight != "matters", pair[0].far))  # what ends of ranges do is no news
        if found and found[0][1].weight == "matters":
            change, d = found[0]
            made.append(LookAt(f"{change.label} changes {measure.words} most, by {measure.change(d.change)}."))
        elif found:
            made.append(LookAt(f"Nothing is shown to matter for {measure.words}."))
    weights = {c.label: weight_of(c, metrics) for c in changes if not c.same}
    for weight, words in (
        ("does not matter", "Does not matter for any of these"),
        ("open", "Open, too few games to tell"),
    ):
        labels = [label for label, found in weights.items() if found == weight]
        if labels:
            made.append(LookAt(f"{words}: {', '.join(labels)}."))
    return made


def weight_of(change: Change, metrics: Sequence[str]) -> Weight:
    """A change matters if it matters for any metric, and does not if it does not for all."""
    weights = {d.weight for d in change.comparison.of(metrics).values()}
    return "matters" if "matters" in weights else "open" if "open" in weights else "does not matter"


# The best few, on fresh seeds at every level


def candidates(changes: Sequence[Change], metrics: Sequence[str], most: int = 3) -> list[Change]:
    """The changes that matter most, one metric after the other."""
    ranked = [
        sorted((c for c, d in effects_of(changes, metric) if d.weight == "matters"), key=lambda c: c.far)
        for metric in metrics
    ]
    found: dict[str, Change] = {}
    for place in range(max((len(some) for some in ranked), default=0)):
        found |= {some[place].label: some[place] for some in ranked if place < len(some)}
    return list(found.values())[:most]


def _retest_verdict(change: Change, found: Sequence[Comparison], metrics: Sequence[str]) -> Verdict:
    made = rows(found, metrics)
    trend = overall(made)
    parts = [
        f"{one.level}: "
        + ", ".join(f"{d.measure.words} {d.measure.change(d.change)}" for d in one.of(metrics).values())
        for one in found
    ]
    answer = f"{sentence(conclusion(made))}."
    told = f"On fresh seeds, {'; '.join(parts)}."
    return Verdict(f"Does {change.label} hold?", answer, TREND_TONES[trend], trend, told)


def _retested(retests: Sequence[Retest], metrics: Sequence[str]) -> Section:
    cells = [
        [
            change.label,
            row_of.metric,
            one.level,
            f"{d.change.n:,}",
            d.measure.shown(d.b),
            d.measure.change(d.change),
            row_of.trend if one is row_of.found[-1] else "",
        ]
        for change, found in retests
        for row_of in rows(found, metrics)
        for one in row_of.found
        for d in one.of([row_of.metric]).values()
    ]
    head = ["change", "what", "level", "games", "then", "effect", "over the levels"]
    return Section("The best few again, on fresh seeds", (), (), [PageTable(head, cells)])


# Open questions


def rulings_page(
    rulings: Sequence[Ruling], changes: Sequence[Change], metrics: Sequence[str], retests: Sequence[Retest] = ()
) -> Page:
    """The open questions of a rulebook: which of them matter."""
    page = changes_page(changes, metrics, "does the other reading matter?", retests)
    current = {change.name: change for change in changes if change.same}
    verdicts = [_ruling(ruling, [c for c in changes if not c.same], current, metrics) for ruling in rulings]
    order = [*TONES, "read so"]
    verdicts.sort(key=lambda v: order.index(v.said))
    return replace(page, verdicts=[*verdicts, *page.verdicts], first=())


def _ruling(ruling: Ruling, changes: Sequence[Change], current: dict[str, Change], metrics: Sequence[str]) -> Verdict:
    switched = [change for change in changes if change.name == ruling.parameter]
    if not switched:
        other = (
            "No other reading is programmed."
            if ruling.alternative in ("", "none")
            else (f"The other reading ({ruling.alternative}) is no single value and is not measured here.")
        )
        return Verdict(ruling.question, ruling.default, "unknown", "read so", other)
    parts, weights = [], [weight_of(change, metrics) for change in switched]
    for change in switched:
        mine = list(change.comparison.of(metrics).values())
        told = [d for d in mine if d.weight == "matters"] or [max(mine, key=lambda d: abs(d.change.value) / d.smallest)]
        words = "; ".join(f"{d.measure.words} {d.measure.change(d.change)}" for d in told)
        parts.append(f"{change.label}: {words}.")
    worst: Weight = "matters" if "matters" in weights else "open" if "open" in weights else "does not matter"
    return Verdict(ruling.question, ruling.default, TONES[worst], worst, f"Otherwise, {' '.join(parts)}")


def with_grids(page: Page, grid: Grid) -> Page:
    """The page with a heat map of every metric over two parameters."""

    def named(axis: tuple[str, list[Value]]) -> list[str]:
        return [f"{axis[0]} = {toml(value)}" for value in axis[1]]

    maps = [
        plots.heat_map(named(grid.rows), named(grid.columns), values, _map_label(metric, grid))
        for metric, values in grid.values.items()
    ]
    both = Section(f"{grid.rows[0]} and {grid.columns[0]} together", (), maps)
    return replace(page, sections=[both, *page.sections])


def _map_label(metric: str, grid: Grid) -> str:
    measure = measure_of(metric)
    unit = ", in percent" if measure.unit == "share" else ""
    return f"{measure.title}{unit}; each cell is within {grid.half[metric]:.1f} of the truth 95 times in 100"


# One card less


def with_abstinences(page: Page, found: Sequence[tuple[str, Sequence[Abstinence]]], names: dict[str, str]) -> Page:
    """The page with what each card is worth to a player who alone does without it, level by level."""
    sections, numbers, first = [], list(page.figures), []
    for level, cards in found:
        ranked = sorted(cards, key=lambda one: one.wins.value)
        drawn = [plots.row(names[one.card], one.wins) for one in ranked]
        fair = ranked[0].fair if ranked else 0.0
        label = f"How often a {level} player wins who alone does without the card, in percent"
        table = [
            [names[one.card], one.wins.text(True), f"{one.wins.n:,}", "yes" if one.stands else ""] for one in ranked
        ]
        head = ["without", "wins", "games", "beyond chance"]
        note = f"A fair share is {100 * fair:.1f} %. Where the bot would use the card it takes the next best move."
        title = f"A player without it, {level}"
        sections.append(
            Section(title, (), [plots.intervals(drawn, label, 100 * fair, " %")], [PageTable(head, table)], note)
        )
        numbers += figures.of_abstinences(level, cards)
        needed = [one for one in ranked if one.stands and one.cost.value > 0][:3]
        if needed:
            told = ", ".join(f"{names[one.card]} ({one.wins.text(True)})" for one in needed)
            first.append(
                LookAt(f"Hardest to do without, with {level} bots: {told}; a fair share is {100 * fair:.1f} %.")
            )
    return replace(page, sections=[*sections, *page.sections], first=[*first, *page.first], figures=numbers)
