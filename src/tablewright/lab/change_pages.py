"""Pages about changes: two variants side by side, a sweep, the open questions of a rulebook, one card less."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from tablewright.engine.cards import Ruling
from tablewright.lab import plots
from tablewright.lab.experiments import PERCENT, Change, Comparison, Difference, Grid, headline
from tablewright.lab.page import LookAt, Page, PageTable, Section, Tone, Verdict
from tablewright.lab.runs import Run
from tablewright.lab.statistics import discoveries
from tablewright.lab.words import METRIC_NAMES, bots_of

FOOT = (
    "Brackets are 95 % intervals of paired differences on the same seeds. What is 'beyond chance' or 'matters' is "
    "unlikely to be chance although many numbers were compared (Benjamini-Hochberg, 5 %). Definitions: docs/metrics.md."
)
SMALL_POINTS, SMALL_PART = 0.02, 0.05  # what nobody at a table would notice: 2 points, or 5 % of a length or score
MOST_PROBES = 25
Weight = Literal["matters", "does not matter", "not shown"]
TONES: dict[Weight, Tone] = {"matters": "warn", "does not matter": "good", "not shown": "unknown"}


def is_percent(metric: str) -> bool:
    return metric.startswith(PERCENT)


def name_of(metric: str) -> str:
    """A metric in words."""
    kind, _, rest = metric.partition(".")
    names = {
        "share": f"{rest}'s wins",
        "score": f"{rest}'s score",
        "probe": rest.replace("_", " ").replace(".", ", "),
        "draws": "shared wins",
        "margin": "winner's margin",
        "options": "moves to choose from",
        "real_decisions": "decisions with a choice",
        "tree_size": "digits of the number of ways",
        **{metric: title.lower() for metric, title in METRIC_NAMES.items()},
    }
    return names.get(kind, metric)


def shown(metric: str, value: float, signed: bool = False) -> str:
    scale = 100 if is_percent(metric) else 1
    unit = " %" if is_percent(metric) and not signed else ""
    return f"{scale * value:{'+' if signed else ''}.{1 if is_percent(metric) else 2}f}{unit}"


def change_text(difference: Difference) -> str:
    change = difference.change
    parts = [shown(difference.metric, x, True) for x in (change.value, change.low, change.high)]
    unit = " points" if is_percent(difference.metric) else ""
    return f"{parts[0]}{unit} ({parts[1]} to {parts[2]})"


def _meta(a: Run, b: Run | None = None) -> str:
    """Where the numbers come from."""
    info = a.info
    cards = info.cards if b is None or b.info.cards == info.cards else f"{info.cards} and {b.info.cards}"
    return (
        f"{len(a.games):,} games each on the same seeds from {info.seed}, {bots_of(info)}. "
        f"Rules {info.rules}, cards {cards}, Tablewright {info.version}."
    )


# Two variants


def comparison_page(comparison: Comparison, a: str, b: str) -> Page:
    """What the change from A to B does."""
    info = comparison.a.info
    main = [d for d in comparison.differences if not d.metric.startswith("probe.")]
    probes = [d for d in comparison.differences if d.metric.startswith("probe.") and d.stands]
    probes.sort(key=lambda d: -abs(d.change.value) / max(1e-9, d.change.high - d.change.low))
    sections = [Section("The main numbers", (), [_points_plot(main)], [_table(main)])]
    if comparison.followed:
        followed, text = (
            comparison.followed,
            f"From {comparison.followed[0].change.n:,} games of each, followed closely.",
        )
        sections.append(Section("Decisions and tension", [text], [_points_plot(followed)], [_table(followed)]))
    if probes:
        text = f"The {min(MOST_PROBES, len(probes))} clearest of {len(probes)} counters of the game that changed."
        sections.append(Section("Counters of the game", [text], (), [_table(probes[:MOST_PROBES])]))
    meta = f"A: {a}. B: {b}. {info.players} players, edition {info.edition}. {_meta(comparison.a, comparison.b)}"
    return Page(f"{info.game}: what the change does", meta, sections, comparison_verdicts(comparison), (), FOOT)


def _points_plot(differences: Sequence[Difference]) -> str:
    rows = [
        (name_of(d.metric), 100 * d.change.value, 100 * d.change.low, 100 * d.change.high)
        for d in differences
        if is_percent(d.metric)
    ]
    return plots.intervals(rows, "B less A, in points", 0.0)


def _table(differences: Sequence[Difference]) -> PageTable:
    rows = [
        [name_of(d.metric), shown(d.metric, d.a), shown(d.metric, d.b), change_text(d), "yes" if d.stands else ""]
        for d in differences
    ]
    return PageTable(["what", "A", "B", "B less A", "beyond chance"], rows)


def comparison_verdicts(comparison: Comparison) -> list[Verdict]:
    """Fairness, length, closeness and tension: better, worse or the same; and games that do not end."""
    made = [_fairness(comparison), _length(comparison), *_closeness(comparison), *_tension(comparison)]
    stuck = [int((~run.finished).sum()) for run in (comparison.a, comparison.b)]
    if any(stuck):
        games = len(comparison.a.games)
        answer = f"{stuck[0]:,} (A) and {stuck[1]:,} (B) of {games:,} games did not end and are left out."
        made.append(Verdict("Does it end?", answer, "bad"))
    return made


def _fairness(comparison: Comparison) -> Verdict:
    question, fair = "Is it fairer?", 1 / comparison.a.info.players
    found = headline(comparison, [f"share.{seat}" for seat in comparison.a.info.seats])
    worst = max(found.values(), key=lambda d: abs(d.change.value))
    if not any(d.stands for d in found.values()):
        most = max(abs(end) for d in found.values() for end in (d.change.low, d.change.high))
        figures = f"A change of a seat's wins, if there is one, is below {100 * most:.1f} points."
        same: Tone = "good" if most < SMALL_POINTS else "unknown"
        return Verdict(question, "No seat wins measurably more or less than before.", same, figures=figures)
    better = sum(abs(d.b - fair) for d in found.values()) < sum(abs(d.a - fair) for d in found.values())
    answer = f"{'Fairer' if better else 'Less fair'}: {worst.metric.partition('.')[2]} wins {_now(worst)}."
    return Verdict(question, answer, "good" if better else "warn", figures=_by(worst))


def _now(difference: Difference) -> str:
    """`50 % instead of 64 %`."""
    after, before = (100 * x if is_percent(difference.metric) else x for x in (difference.b, difference.a))
    digits = 0 if abs(after - before) >= 2 else 1
    unit = " %" if is_percent(difference.metric) else ""
    return f"{after:.{digits}f}{unit} instead of {before:.{digits}f}{unit}"


def _by(difference: Difference) -> str:
    return f"{_title(difference.metric)}: {change_text(difference)}, {difference.change.n:,} games of each."


def _length(comparison: Comparison) -> Verdict:
    question, turns = "Is it longer?", headline(comparison, ["turns"])["turns"]
    if not turns.stands:
        return Verdict(question, f"No, as before {turns.a:.1f} turns.", "good")
    word = "Longer" if turns.change.value > 0 else "Shorter"
    return Verdict(question, f"{word}: {_now(turns)} turns.", "warn", figures=_by(turns))


def _closeness(comparison: Comparison) -> list[Verdict]:
    """Only where points count."""
    question, found = "Is it closer?", headline(comparison, ["margin"])
    if not found:
        return []
    margin = found["margin"]
    if not margin.stands:
        return [Verdict(question, "The winner's margin is as before.", "good")]
    closer = margin.change.value < 0
    answer = f"{'Closer' if closer else 'Less close'}: the winner is {_now(margin)} ahead."
    return [Verdict(question, answer, "good" if closer else "warn", figures=_by(margin))]


def _tension(comparison: Comparison) -> list[Verdict]:
    """Only where games were followed closely."""
    question, known = "Is it tenser?", {d.metric: d for d in comparison.followed}
    if not known:
        return []
    told = {
        "decisiveness": ("is decided later", "is decided sooner", " of the way"),
        "comeback": ("has more comebacks", "has fewer comebacks", " of the games"),
        "snowball": ("the leader at half time wins more", "the leader at half time wins less", ""),
    }
    changed = [known[name] for name in told if known[name].stands]
    figures = " ".join(_by(known[name]) for name in ("decisiveness", "comeback"))
    if not changed:
        return [Verdict(question, "No measurable change.", "unknown", figures=figures)]
    parts = [f"{told[d.metric][d.change.value < 0]} ({_now(d)}{told[d.metric][2]})" for d in changed]
    tenser = sum((d.change.value > 0) != (d.metric == "snowball") for d in changed) * 2 > len(changed)
    answer = f"{'Tenser' if tenser else 'Less tense'}: it {', '.join(parts)}."
    return [Verdict(question, answer, "good" if tenser else "warn", figures=figures)]


# Many single changes


@dataclass(frozen=True)
class Effect:
    """What one change does to one metric, and whether that matters."""

    change: Change
    difference: Difference
    weight: Weight

    @property
    def row(self) -> plots.Row:
        scale = 100 if is_percent(self.difference.metric) else 1
        change = self.difference.change
        return self.change.label, scale * change.value, scale * change.low, scale * change.high


def effects_of(changes: Sequence[Change], metrics: Sequence[str]) -> dict[str, list[Effect]]:
    """Every change's effect on every metric, the largest first; false discoveries are held down over all of them."""
    pairs = [(c, d) for c in changes if not c.same for d in headline(c.comparison, metrics).values()]
    stands = discoveries(np.array([d.p for _, d in pairs]))
    made: dict[str, list[Effect]] = {metric: [] for metric in metrics}
    for (change, difference), found in zip(pairs, stands, strict=True):
        made[difference.metric].append(Effect(change, difference, _weight(difference, bool(found))))
    for effects in made.values():
        effects.sort(key=lambda effect: -abs(effect.difference.change.value))
    return made


def _weight(difference: Difference, stands: bool) -> Weight:
    """Real and noticeable, certainly too small to notice, or not known from so few games."""
    small = SMALL_POINTS if is_percent(difference.metric) else SMALL_PART * max(abs(difference.a), 1e-9)
    if max(abs(difference.change.low), abs(difference.change.high)) <= small:
        return "does not matter"
    return "matters" if stands else "not shown"


def changes_page(changes: Sequence[Change], metrics: Sequence[str], title: str) -> Page:
    """Many single changes against one base: a tornado chart and a table for each metric, and curves over numbers."""
    base, effects = changes[0].comparison.a, effects_of(changes, metrics)
    sections = [_tornado(metric, effects[metric]) for metric in metrics if effects[metric]]
    sections += [section for metric in metrics for section in _curves(metric, changes)]
    meta = f"Base: {base.info.describe()}. {_meta(base)}"
    return Page(f"{base.info.game}: {title}", meta, sections, (), _first(changes, effects), FOOT)


def _tornado(metric: str, effects: Sequence[Effect]) -> Section:
    text = f"With nothing changed: {shown(metric, effects[0].difference.a)}."
    if not any(any(effect.row[1:]) for effect in effects):
        return Section(_title(metric), [f"{text} None of the changes touches it."])
    groups: dict[str, list[plots.Row]] = {}
    for effect in effects:
        groups.setdefault(effect.change.name, []).append(effect.row)
    table = [[e.change.label, shown(metric, e.difference.b), change_text(e.difference), e.weight] for e in effects]
    unit = ", in points" if is_percent(metric) else ""
    plot = plots.tornado(list(groups.items()), f"What each changes in {name_of(metric)}{unit}", 0.0)
    return Section(_title(metric), [text], [plot], [PageTable(["change", "then", "effect", "verdict"], table)])


def _title(metric: str) -> str:
    name = name_of(metric)
    return name[0].upper() + name[1:]


def _curves(metric: str, changes: Sequence[Change]) -> list[Section]:
    """A curve for every parameter that was given three or more numbers."""
    made = []
    for name in dict.fromkeys(change.name for change in changes):
        points = sorted(
            (float(change.value), headline(change.comparison, [metric])[metric].b * (100 if is_percent(metric) else 1))
            for change in changes
            if change.name == name and isinstance(change.value, int) and not isinstance(change.value, bool)
        )
        if len(points) >= 3:
            label = f"{_title(metric)}{' in percent' if is_percent(metric) else ''} over {name}"
            series = [("", [x for x, _ in points], [y for _, y in points])]
            made.append(Section(label, (), [plots.lines(series, label)]))
    return made


def _first(changes: Sequence[Change], effects: dict[str, list[Effect]]) -> list[LookAt]:
    """The largest effect on every metric, what does not matter, and what so few games cannot tell."""
    made = []
    for metric, found in effects.items():
        largest = next((e for e in found if e.weight == "matters"), None)
        if largest is not None:
            text = f"{largest.change.label} changes {name_of(metric)} most, by {change_text(largest.difference)}."
            made.append(LookAt(text))
        elif found:
            made.append(LookAt(f"Nothing is shown to matter for {name_of(metric)}."))
    weights = {c.label: weight_of(c, effects) for c in changes if not c.same}
    for weight, words in (
        ("does not matter", "Does not matter for any of these"),
        ("not shown", "Too few games to tell"),
    ):
        labels = [label for label, found in weights.items() if found == weight]
        if labels:
            made.append(LookAt(f"{words}: {', '.join(labels)}."))
    return made


def weight_of(change: Change, effects: dict[str, list[Effect]]) -> Weight:
    """A change matters if it matters for any metric, and does not if it does not for all."""
    weights = {e.weight for found in effects.values() for e in found if e.change is change}
    return "matters" if "matters" in weights else "not shown" if "not shown" in weights else "does not matter"


def rulings_page(rulings: Sequence[Ruling], changes: Sequence[Change], metrics: Sequence[str]) -> Page:
    """The open questions of a rulebook: which of them matter."""
    page, effects = changes_page(changes, metrics, "does the other reading matter?"), effects_of(changes, metrics)
    verdicts = [_ruling(ruling, [change for change in changes if not change.same], effects) for ruling in rulings]
    order = [*TONES, "read so"]
    return replace(page, verdicts=sorted(verdicts, key=lambda v: order.index(v.said)), first=())


def _ruling(ruling: Ruling, changes: Sequence[Change], effects: dict[str, list[Effect]]) -> Verdict:
    switched = [change for change in changes if change.name == ruling.parameter]
    if not switched:
        other = (
            "No other reading is programmed."
            if ruling.alternative in ("", "none")
            else (f"The other reading ({ruling.alternative}) is no single value and is not measured here.")
        )
        return Verdict(ruling.question, ruling.default, "unknown", "read so", other)
    parts, weights = [], [weight_of(change, effects) for change in switched]
    for change in switched:
        mine = [e for found in effects.values() for e in found if e.change is change]
        told = [e for e in mine if e.weight == "matters"] or [max(mine, key=lambda e: abs(e.row[1]))]
        words = "; ".join(f"{name_of(e.difference.metric)} {change_text(e.difference)}" for e in told)
        parts.append(f"{change.label}: {words}.")
    worst: Weight = "matters" if "matters" in weights else "not shown" if "not shown" in weights else "does not matter"
    return Verdict(ruling.question, ruling.default, TONES[worst], worst, f"Otherwise, {' '.join(parts)}")


def with_grids(page: Page, grid: Grid) -> Page:
    """The page with a heat map of every metric over two parameters."""
    rows = [f"{grid.rows[0]} = {v}" for v in grid.rows[1]]
    columns = [f"{grid.columns[0]} = {v}" for v in grid.columns[1]]
    maps = [plots.heat_map(rows, columns, values, _map_label(metric, grid)) for metric, values in grid.values.items()]
    both = Section(f"{grid.rows[0]} and {grid.columns[0]} together", (), maps)
    return replace(page, sections=[both, *page.sections])


def _map_label(metric: str, grid: Grid) -> str:
    unit = ", in percent" if is_percent(metric) else ""
    return f"{_title(metric)}{unit}; each cell is within {grid.half[metric]:.1f} of the truth 95 times in 100"
