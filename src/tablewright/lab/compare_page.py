"""The page about two variants: is it fairer, longer, closer, tenser; at one strength of bots or at several."""

from collections.abc import Sequence

from tablewright.lab import figures, plots
from tablewright.lab.experiments import Comparison, Difference
from tablewright.lab.judgements import fairness
from tablewright.lab.levels import HEADLINES, TREND_WORDS, Row, Trend, conclusion, overall, rows
from tablewright.lab.measures import SMALL_PART, SMALL_POINTS, measure_of
from tablewright.lab.metrics import run_metrics
from tablewright.lab.page import Page, PageTable, Section, Tone, Verdict
from tablewright.lab.phrases import ENOUGH, bots_of, fair_words, sentence, settled_by
from tablewright.lab.runs import Run

FOOT = (
    "Brackets are 95 % intervals of paired differences on the same seeds. What is 'beyond chance' is unlikely to be "
    "chance although many numbers were compared: fairness by Holm, every other family of figures by Benjamini-Hochberg "
    f"on its own, at 5 %. A change matters from {100 * SMALL_POINTS:.0f} points or {100 * SMALL_PART:.0f} % of a "
    "length or score on. Definitions: docs/metrics.md."
)
MOST_PROBES = 25
TREND_TONES: dict[Trend, Tone] = {
    "holds": "good",
    "grows": "good",
    "shrinks": "warn",
    "reverses": "bad",
    "nothing": "good",
    "open": "unknown",
}


def meta_of(a: Run, b: Run | None = None) -> str:
    """Where the numbers come from."""
    info = a.info
    cards = info.cards if b is None or b.info.cards == info.cards else f"{info.cards} and {b.info.cards}"
    return (
        f"{len(a.games):,} games each on the same seeds from {info.seed}, {bots_of(info)}. "
        f"Rules {info.rules}, cards {cards}, Tablewright {info.version}."
    )


def comparison_page(found: Sequence[Comparison], a: str, b: str) -> Page:
    """What the change from A to B does, at every level that was tried; the first one is shown in detail."""
    first, info = found[0], found[0].a.info
    only = "" if len(found) > 1 else f" ({bots_of(info)} only)"
    meta = f"A: {a}. B: {b}. {info.players} players, edition {info.edition}. {meta_of(first.a, first.b)}"
    verdicts = [v for one in found for v in comparison_verdicts(one, len(found) > 1)]
    sections = _sections(first)
    if len(found) > 1:
        made = rows(found)
        verdicts.append(level_verdict(made))
        sections = [level_section(made), *sections]
    title = f"{info.game}: what the change does{only}"
    return Page(title, meta, sections, verdicts, (), FOOT, figures.of_comparisons(found))


def _sections(comparison: Comparison) -> list[Section]:
    main = [d for d in comparison.differences if d.measure.family != "counters"]
    probes = [d for d in comparison.differences if d.measure.family == "counters" and d.stands]
    probes.sort(key=lambda d: -abs(d.change.value) / max(1e-9, d.change.high - d.change.low))
    sections = [Section(f"The main numbers, {comparison.level}", (), [_points_plot(main)], [_table(main)])]
    if comparison.followed:
        text = f"From {comparison.followed[0].change.n:,} games of each, followed closely."
        followed = comparison.followed
        sections.append(Section("Decisions and tension", [text], [_points_plot(followed)], [_table(followed)]))
    if probes:
        text = f"The {min(MOST_PROBES, len(probes))} clearest of {len(probes)} counters of the game that changed."
        sections.append(Section("Counters of the game", [text], (), [_table(probes[:MOST_PROBES])]))
    return sections


def _points_plot(differences: Sequence[Difference]) -> str:
    made = [plots.row(d.measure.words, d.change) for d in differences if d.measure.unit == "share"]
    return plots.intervals(made, "B less A, in points", 0.0)


def _table(differences: Sequence[Difference]) -> PageTable:
    cells = [
        [
            d.measure.words,
            d.measure.shown(d.a),
            d.measure.shown(d.b),
            d.measure.change(d.change),
            "yes" if d.stands else "",
            d.weight,
        ]
        for d in differences
    ]
    return PageTable(["what", "A", "B", "B less A", "beyond chance", "verdict"], cells)


def comparison_verdicts(comparison: Comparison, named: bool = False) -> list[Verdict]:
    """Fairness, length, closeness and tension: better, worse, the same or open; and games that do not end."""
    made = [_fairness(comparison), _length(comparison), *_closeness(comparison), *_tension(comparison)]
    stuck = [int(run.stopped.sum()) for run in (comparison.a, comparison.b)]
    if any(stuck):
        games = len(comparison.a.games)
        answer = f"{stuck[0]:,} (A) and {stuck[1]:,} (B) of {games:,} games did not end and are left out."
        made.append(Verdict("Does it end?", answer, "bad"))
    if not named:
        return made
    return [Verdict(f"{v.question} ({comparison.level})", v.answer, v.tone, v.said, v.figures) for v in made]


def open_words(difference: Difference) -> str:
    """An effect that is not known: what it may be, and what would settle it."""
    change = difference.change
    told = f"open: {difference.measure.words} may change by {difference.measure.change(change)}"
    return f"{told}. {settled_by(change.games_to_settle(difference.smallest))}"


def _fairness(comparison: Comparison) -> Verdict:
    question = "Is it fairer?"
    unfair = comparison.of(["unfairness"])["unfairness"]
    family = [d for d in comparison.differences if d.metric.startswith(("share.", "order."))]
    worst = max(family, key=lambda d: abs(d.change.value))
    real = any(d.stands for d in family)
    now, _ = fair_words(fairness(comparison.b, run_metrics(comparison.b)), comparison.b)
    figures = f"{_by(unfair)} {_by(worst)} Is B fair? {now}"
    changed = real and (unfair.change.low > 0 or unfair.change.high < 0)
    if changed:
        better = unfair.change.value < 0
        answer = f"{'Fairer' if better else 'Less fair'}: {_who(worst)} {_now(worst)}."
        return Verdict(question, answer, "good" if better else "warn", figures=figures)
    if unfair.weight == "does not matter" and (not real or worst.weight == "does not matter"):
        return Verdict(question, f"As fair as before, within {ENOUGH}.", "good", figures=figures)
    if real:
        answer = f"Other seats win: {_who(worst)} {_now(worst)}; whether that is fairer is {open_words(unfair)}"
        return Verdict(question, answer, "unknown", figures=figures)
    return Verdict(question, sentence(open_words(unfair)), "unknown", figures=figures)


def _who(difference: Difference) -> str:
    kind, _, rest = difference.metric.partition(".")
    if kind == "share":
        return f"{rest} wins"
    return "whoever begins wins" if rest == "1" else f"number {rest} in turn order wins"


def _now(difference: Difference) -> str:
    """`50 % instead of 64 %`."""
    share = difference.measure.unit == "share"
    after, before = (100 * x if share else x for x in (difference.b, difference.a))
    digits = 0 if abs(after - before) >= 2 else 1
    unit = " %" if share else ""
    return f"{after:.{digits}f}{unit} instead of {before:.{digits}f}{unit}"


def _by(difference: Difference) -> str:
    measure = difference.measure
    return f"{measure.title}: {measure.change(difference.change)}, {difference.change.n:,} games of each."


def _length(comparison: Comparison) -> Verdict:
    question, turns = "Is it longer?", comparison.of(["turns"])["turns"]
    if turns.weight == "does not matter":
        answer = f"No, {turns.b:.1f} turns, within {100 * SMALL_PART:.0f} % of {turns.a:.1f}."
        return Verdict(question, answer, "good", figures=_by(turns))
    if turns.weight == "open":
        return Verdict(question, sentence(open_words(turns)), "unknown", figures=_by(turns))
    word = "Longer" if turns.change.value > 0 else "Shorter"
    return Verdict(question, f"{word}: {_now(turns)} turns.", "warn", figures=_by(turns))


def _closeness(comparison: Comparison) -> list[Verdict]:
    """Only where points count."""
    question, found = "Is it closer?", comparison.of(["margin"])
    if not found:
        return []
    margin = found["margin"]
    if margin.weight == "does not matter":
        return [
            Verdict(question, f"No, the winner's margin is as before, within {ENOUGH}.", "good", figures=_by(margin))
        ]
    if margin.weight == "open":
        return [Verdict(question, sentence(open_words(margin)), "unknown", figures=_by(margin))]
    closer = margin.change.value < 0
    answer = f"{'Closer' if closer else 'Less close'}: the winner is {_now(margin)} ahead."
    return [Verdict(question, answer, "good" if closer else "warn", figures=_by(margin))]


def _tension(comparison: Comparison) -> list[Verdict]:
    """Only where games were followed closely."""
    told = {
        "uncertainty": ("it stays open longer", "it is settled sooner", ""),
        "comeback": ("it has more comebacks", "it has fewer comebacks", " of the games"),
        "leader_wins": ("the leader at half time wins more", "the leader at half time wins less", " of the games"),
    }
    question, known = "Is it tenser?", comparison.of(list(told))
    if not known:
        return []
    changed = [d for d in known.values() if d.stands]
    figures = " ".join(_by(d) for d in known.values())
    if not changed:
        same = all(d.weight == "does not matter" for d in known.values())
        if same:
            return [Verdict(question, "No change that would be noticed.", "good", figures=figures)]
        widest = max(known.values(), key=lambda d: d.change.error / d.smallest)
        return [Verdict(question, sentence(open_words(widest)), "unknown", figures=figures)]
    parts = [f"{told[d.metric][d.change.value < 0]} ({_now(d)}{told[d.metric][2]})" for d in changed]
    tenser = sum((d.change.value > 0) != (d.metric == "leader_wins") for d in changed) * 2 > len(changed)
    answer = f"{'Tenser' if tenser else 'Less tense'}: {', '.join(parts)}."
    return [Verdict(question, answer, "good" if tenser else "warn", figures=figures)]


# Over several levels


def level_verdict(made: Sequence[Row]) -> Verdict:
    """One verdict over all levels."""
    found = overall(made)
    parts = " ".join(f"{measure_of(row.metric).title}: {TREND_WORDS[row.trend]}." for row in made)
    answer = f"{parts} All in all: {conclusion(made)}."
    return Verdict("Does it hold at every strength?", answer, TREND_TONES[found], found)


def level_section(made: Sequence[Row]) -> Section:
    """One row a level and metric, and what becomes of it."""
    cells = [
        [
            d.measure.words,
            one.level,
            f"{len(one.a.games):,}",
            d.measure.shown(d.a),
            d.measure.shown(d.b),
            d.measure.change(d.change),
            row.trend if one is row.found[-1] else "",
        ]
        for row in made
        for one in row.found
        for d in one.of([row.metric]).values()
    ]
    head = ["what", "level", "games of each", "A", "B", "B less A", "over the levels"]
    drawn = [
        plots.intervals(
            [
                plots.row(one.level, d.change, d.measure.scale)
                for one in row.found
                for d in one.of([row.metric]).values()
            ],
            f"B less A in {measure_of(row.metric).words}, level by level",
            0.0,
        )
        for row in made
        if row.metric in HEADLINES
    ]
    note = "Unfairness is the part of the wins that is with the wrong players, by seat or by turn order."
    return Section("Level by level", (), drawn, [PageTable(head, cells)], note)
