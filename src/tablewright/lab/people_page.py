"""What people do, beside bots: how long they think, what they look up and try in vain, which cards they use."""

import numpy as np

from tablewright.lab.cardvalues import use_rate
from tablewright.lab.metrics import proportion, small_average
from tablewright.lab.page import PageTable, Section
from tablewright.lab.people import CLEAR, COST, COSTLY, MOODS
from tablewright.lab.phrases import card_names
from tablewright.lab.runs import CONCEDED, Run
from tablewright.lab.statistics import Estimate
from tablewright.lab.study import Study
from tablewright.lab.tension import LEAST_FOLLOWED

MOST_CARDS, MOST_RULES, MOST_DECISIONS = 10, 10, 5
NOTE = (
    "Few games tell little: mind the brackets (of a mean by Student's t, of a share by Wilson; games are the units). "
    "Times leave out what bots thought, and count at most ten minutes a decision. Lengths and results leave out games "
    "that somebody gave up. What a decision cost is what the search thinks after 400 imagined games."
)


def people_section(study: Study, people: Run) -> Section:
    """People's games beside the bots'."""
    beside = next((run for run in study.runs if run is not people), None)
    tables = [PageTable(["people", "value"], [*_games(people, beside), *_habits(people), *_answers(people)])]
    for head, rows in (
        (["card", "people use it", f"{study.run.info.bots[0]} bots", "people could"], _cards(study, people)),
        (["rule", "tries against it", "times looked up", "games"], _rules(people)),
        (["points lost", "decision"], _mistakes(people)),
    ):
        tables += [PageTable(head, rows)] if rows else []
    return Section("People beside bots", (), (), tables, NOTE)


def _games(people: Run, beside: Run | None) -> list[list[str]]:
    done, more = people.finished, people.more
    rows = [["games", f"{int(done.sum()):,}"]]
    if CONCEDED in more:
        rows.append(["games that somebody gave up", proportion(more[CONCEDED] > 0).text(True)])
    if done.any():
        bots = f" ({beside.turns[beside.finished].mean():.1f} of the bots)" if beside and beside.finished.any() else ""
        rows.append(["turns a game", small_average(people.turns[done]).text() + bots])
    timed = done & (more["timed"] > 0)
    if timed.any():
        minutes = more["seconds"][timed] / 60
        rows += [
            ["minutes a game", small_average(minutes).text()],
            ["minutes a turn", small_average(minutes / np.maximum(1, people.turns[timed])).text()],
            ["seconds a decision", small_average(60 * minutes / more["timed"][timed]).text()],
        ]
    return rows


def _habits(people: Run) -> list[list[str]]:
    told = {
        "take_backs": "games with a move taken back",
        "hint": "games with a hint",
        "looked": "games in which a rule was looked up",
        "blocked": "games in which somebody tried what is not allowed",
    }
    return [[text, proportion(people.more[name] > 0).text(True)] for name, text in told.items() if name in people.more]


def _answers(people: Run) -> list[list[str]]:
    """How it was for those who said so."""
    rows = []
    for text, names in (("said it was good", MOODS), ("said the rules were clear", CLEAR)):
        said = [people.more[name] for name in names if name in people.more]
        answers = np.sum(said, axis=0) if said else np.zeros(len(people.games))
        if answers.sum():
            share = use_rate(said[0], answers, people.games)
            rows.append([text, f"{share.text(True)} of {share.n:,} answers"])
    return rows


def _cards(study: Study, people: Run) -> list[list[str]]:
    """The cards that people use most differently from bots, when they can."""
    names, found = card_names(study.variant), list[tuple[str, Estimate, float]]()
    for card in study.cards:
        if f"offered.{card.card}" in people.more and card.offered >= LEAST_FOLLOWED:
            used, offered = (people.more[f"{what}.{card.card}"] for what in ("used", "offered"))
            if offered.sum() >= LEAST_FOLLOWED:
                found.append((names[card.card], use_rate(used, offered, people.games), card.rate))
    found.sort(key=lambda row: -abs(row[1].value - row[2]))
    return [[name, ours.text(True), f"{100 * bots:.0f} %", f"{ours.n:,}"] for name, ours, bots in found[:MOST_CARDS]]


def _rules(people: Run) -> list[list[str]]:
    """Where people try what is not allowed, or look: a rule that is not understood."""
    clauses = {name.partition(".")[2] for name in people.more if name.startswith(("blocked.", "looked."))}
    none = np.zeros(len(people.games))
    found = []
    for clause in clauses:
        tries, looks = (people.more.get(f"{what}.{clause}", none) for what in ("blocked", "looked"))
        found.append((clause, int(tries.sum()), int(looks.sum()), int(((tries + looks) > 0).sum())))
    found.sort(key=lambda row: (-row[1], -row[2], row[0]))
    return [[clause, f"{tries:,}", f"{looks:,}", f"{n:,}"] for clause, tries, looks, n in found[:MOST_RULES]]


def _mistakes(people: Run) -> list[list[str]]:
    """The decisions that cost most, one a game."""
    if COST not in people.more:
        return []
    dearest = [i for i in np.argsort(-people.more[COST], kind="stable") if people.more[COST][i] > 0]
    return [
        [f"{100 * people.more[COST][i]:.0f}", f"game {people.games[i]}, {people.more[COSTLY][i]}"]
        for i in dearest[:MOST_DECISIONS]
    ]
