"""The numbers of a page as tidy rows: one figure a row, the same columns everywhere."""

from collections.abc import Sequence

from tablewright.lab.changes import Abstinence, Change
from tablewright.lab.experiments import Comparison, Difference
from tablewright.lab.measures import BY_NAME, KINDS, measure_of
from tablewright.lab.page import Figure
from tablewright.lab.statistics import Estimate
from tablewright.lab.study import Study


def row(level: str, metric: str, measured: Estimate, **more: str | float | bool | None) -> Figure:
    kind = metric.partition(".")[0]
    family = measure_of(metric).family if metric in BY_NAME or kind in KINDS else ""
    ends: Figure = {"value": measured.value, "low": measured.low, "high": measured.high, "games": measured.n}
    return {"level": level, "metric": metric, "family": family, **ends, **more}


def of_study(study: Study) -> list[Figure]:
    """All that a report measured."""
    levels = [", ".join(dict.fromkeys(run.info.bots)) for run in study.runs]
    made = [row(level, n, x) for level, found in zip(levels, study.metrics, strict=True) for n, x in found.items()]
    made += [row(levels[0], name, x) for name, x in study.dynamics.items()]
    made += [row(levels[0], f"card.{c.card}", c.value, rate=c.rate, raw=c.raw) for c in study.cards if c.value]
    made += [row(levels[0], f"side.{m.side}.{m.against}", m.wins) for m in study.sides]
    made += [row(deals.bots, "luck", deals.luck) for deals in study.deals]
    made += [row(rung.stronger, f"against.{rung.weaker}", rung.wins) for rung in study.rungs]
    return made + ([row(levels[0], "agency", study.agency)] if study.agency else [])


def of_difference(level: str, d: Difference, **more: str) -> Figure:
    told = {"a": d.a, "b": d.b, "p": d.p, "beyond_chance": d.stands, "verdict": d.weight}
    return {**more, **row(level, d.metric, d.change, **told)}


def of_comparisons(found: Sequence[Comparison]) -> list[Figure]:
    """Both values and the change of every metric, level by level."""
    return [of_difference(one.level, d) for one in found for d in (*one.differences, *one.followed)]


def of_changes(changes: Sequence[Change], metrics: Sequence[str]) -> list[Figure]:
    """The effect of every change on the named metrics."""
    return [
        of_difference(c.comparison.level, d, change=c.label) for c in changes for d in c.comparison.of(metrics).values()
    ]


def of_abstinences(level: str, found: Sequence[Abstinence]) -> list[Figure]:
    return [row(level, f"without.{one.card}", one.wins, beyond_chance=one.stands) for one in found]
