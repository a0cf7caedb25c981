"""The page of `tune`: what reaches the goals, at what cost, what each lever does; and the card file with the best."""

import re
from collections.abc import Sequence

import numpy as np

from tablewright.engine import Value
from tablewright.games.sources import with_cards_text
from tablewright.lab import plots
from tablewright.lab.changes import toml
from tablewright.lab.page import Figure, Page, PageTable, Section, Tone, Verdict
from tablewright.lab.tune import Confirmed, Lever, Setting, Task, Tuned, front, words_of

FOOT = (
    "Distance is the sum over all goals of how far a metric lies outside its range, in widths of the range times the "
    "weight; 0 reaches all goals. The search looks at the first level only; what is confirmed was played again on "
    "seeds that the search has not seen. The nearest of many settings looks nearer than it is: trust the confirmation."
)


def tune_page(tuned: Tuned) -> Page:
    task, best = tuned.task, tuned.best
    info = (
        f"{task.variant.describe()}. {len(tuned.tried)} settings of {task.games:,} games, {task.levels[0]} bots, seeds "
    )
    meta = f"{info}from {task.seed}; confirmed with {task.confirm:,} games at each of {', '.join(task.levels)}."
    sections = [_confirmations(tuned), _pareto(tuned), _levers(tuned)]
    return Page(
        f"{task.variant.game.name}: what reaches the goals",
        meta,
        sections,
        [verdict(tuned, best)],
        (),
        FOOT,
        _rows(tuned),
    )


def verdict(tuned: Tuned, best: Confirmed) -> Verdict:
    """Reached, perhaps, or not: then the nearest."""
    told = "; ".join(words_of(tuned.task, best.tried.setting)) or "nothing changed"
    levels = " and ".join(tuned.task.levels)
    figures = " ".join(_goals_words(level, judged) for level, judged in best.levels)
    answers: dict[str, tuple[str, Tone]] = {
        "holds": (f"Yes: {told}. Every goal holds with {levels}.", "good"),
        "open": (f"Perhaps: {told}. No goal is broken with {levels}, but more games must tell.", "unknown"),
        "broken": (f"No setting reaches it; the nearest is: {told}.", "bad"),
    }
    answer, tone = answers[best.outcome]
    return Verdict("Can the goals be reached?", answer, tone, figures=figures)


def _goals_words(level: str, judged: Sequence[object]) -> str:
    parts = [f"{one.expectation.metric} {one.measured.text()} {one.outcome}" for one in judged]  # type: ignore[attr-defined]
    return f"With {level}: {', '.join(parts)}."


def _confirmations(tuned: Tuned) -> Section:
    cells = [
        [
            "; ".join(words_of(tuned.task, one.tried.setting)) or "as it is",
            level,
            judgement.expectation.metric,
            f"{judgement.expectation.low:g} to {judgement.expectation.high:g}",
            judgement.measured.text(),
            judgement.outcome,
        ]
        for one in (tuned.now, *tuned.confirmed)
        for level, judged in one.levels
        for judgement in judged
    ]
    head = ["setting", "level", "goal", "wanted", "measured", "verdict"]
    return Section("Confirmed on fresh seeds", (), (), [PageTable(head, cells)])


def _pareto(tuned: Tuned) -> Section:
    cells = [
        [
            "; ".join(words_of(tuned.task, one.setting)) or "as it is",
            f"{one.distance:.2f}",
            f"{one.cost:.2f}",
            ", ".join(f"{name} {value:.3g}" for name, value in one.values.items()),
        ]
        for one in front(tuned.tried)
    ]
    text = "No other setting that was tried is both nearer to the goals and cheaper."
    return Section("Nearest for its cost", [text], (), [PageTable(["setting", "distance", "cost", "measured"], cells)])


def _levers(tuned: Tuned) -> Section:
    """The mean distance of all settings with each value of a lever."""
    drawn, cells = [], []
    for lever in tuned.task.levers:
        found = [(value, _distances(tuned, lever, value)) for value in lever.values]
        known = [(value, some) for value, some in found if len(some)]
        cells += [
            [lever.name, toml(v), "now" if v == lever.now else "", f"{some.mean():.2f}", f"{len(some)}"]
            for v, some in known
        ]
        if len(known) >= 3 and all(isinstance(v, int) and not isinstance(v, bool) for v, _ in known):
            points = sorted(
                (float(v), float(s.mean()), float(s.min()), float(s.max()), v == lever.now)  # type: ignore[arg-type]
                for v, s in known
            )
            drawn.append(plots.curve(points, f"Distance from the goals over {lever.name}: mean, least and most"))
    head = ["lever", "value", "", "mean distance", "settings"]
    return Section("What each lever does", (), drawn, [PageTable(head, cells)])


def _distances(tuned: Tuned, lever: Lever, value: Value) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([one.distance for one in tuned.tried if one.setting[lever.name] == value and one.values])


def _rows(tuned: Tuned) -> list[Figure]:
    made: list[Figure] = []
    for one in tuned.tried:
        told: Figure = {name: toml(value) for name, value in one.setting.items()}
        made.append({**told, "distance": one.distance, "cost": one.cost, "whole": one.whole, **one.values})
    return made


# The card file


def card_file(task: Task, setting: Setting) -> str | None:
    """The game's card file with a setting written into it; None where single lines of it do not tell all."""
    text = task.variant.game.cards_text or (task.variant.game.folder / "cards.toml").read_text("utf-8")
    for name, value in task.changed(setting).items():
        card, _, field = name.rpartition(".")
        table, key = (
            (f"cards.{card}", field) if card in task.variant.values.cards else (f"parameters.{name}", "default")
        )
        text = _with_line(text, table, key, value)
    wanted = task.at(setting)
    game = with_cards_text(task.variant.game, text, "the tuned cards")
    made = game.variant(task.variant.players, task.variant.edition, task.variant.changes)
    return text if wanted is not None and made.cards_version == wanted.cards_version else None


def _with_line(text: str, table: str, key: str, value: Value) -> str:
    """A TOML text with one value of a table replaced, comments and all else as they were."""
    written = f'"{value}"' if isinstance(value, str) else toml(value)
    pattern = rf"(?m)^(\[{re.escape(table)}\]\s*?\n(?:(?!^\[).*\n)*?{re.escape(key)}\s*=\s*)[^\n#]*?(\s*(?:#[^\n]*)?\n)"
    return re.sub(pattern, lambda m: f"{m[1]}{written}{m[2]}", text, count=1)
