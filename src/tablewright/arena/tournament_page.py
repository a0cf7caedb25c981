"""A tournament as a page and as plain values: standings, cross table, who is above whom, circles, faults, games."""

from typing import Any

import numpy as np

from tablewright.arena.standings import Standings
from tablewright.arena.tournament import Tournament
from tablewright.lab.page import TABLE, LookAt, Page, PageTable, Section, Verdict, link, opened
from tablewright.lab.plots import heat_map, intervals

SURE = 0.975
TITLES = {"roundrobin": "everybody against everybody", "swiss": "Swiss system", "elimination": "knock-out"}
SHOWN_FAULTS = 20


def as_json(played: Tournament) -> dict[str, Any]:
    """Everything on the page as plain values."""
    standings, order = played.standings, played.order()
    return {
        "game": played.hall.variant.describe(),
        "rules": played.hall.variant.game.rules_version,
        "seed": played.hall.seed,
        "format": played.plan.form,
        "games_a_deal": played.hall.games_a_deal,
        "standings": [_row_json(standings, bot) for bot in order],
        "cross": {one: {other: _cell_json(standings, one, other) for other in order if other != one} for one in order},
        "above": {one: {other: standings.above(one, other) for other in order if other != one} for one in order},
        "circles": standings.circles(),
        "rounds": [[list(pair) for pair in pairs] for pairs in played.rounds],
    }


def _row_json(standings: Standings, bot: str) -> dict[str, Any]:
    return {
        "bot": bot,
        "rating": standings.ratings[bot],
        "interval": standings.interval(bot),
        "deals": standings.deals(bot),
        "points": standings.points(bot),
        "faults": standings.faults(bot),
        "seconds_a_move": None if (time := standings.time(bot)) is None else time.seconds / time.decisions,
        "slowest_move": None if time is None else time.slowest,
    }


def _cell_json(standings: Standings, one: str, other: str) -> dict[str, Any] | None:
    cell = standings.cell(one, other)
    return None if cell is None else {"deals": cell.deals, "score": cell.score, "interval": cell.interval}


def page(played: Tournament, table: str = TABLE) -> Page:
    """The page of a tournament that has been played; its games open at a table that runs at that address."""
    standings, order = played.standings, played.order()
    variant = played.hall.variant
    games = sum(len(duel.scores) for duel in standings.duels) * played.hall.games_a_deal
    meta = f"{variant.describe()}; {TITLES[played.plan.form]}; {games:,} games, seed {played.hall.seed}"
    sections = [_ratings(standings, order), _cross(standings, order), _above(standings, order), *_faults(standings)]
    return Page(
        f"{variant.game.name}: tournament", meta, sections, _verdicts(standings, order), _games(played, table), FOOT
    )


FOOT = (
    "Every deal is played in every seating, so that luck with the cards and the seats falls on both sides. Intervals "
    "are 95 % and count deals, not games, because the seatings of one deal are not independent."
)


def _verdicts(standings: Standings, order: list[str]) -> list[Verdict]:
    best, second = order[0], order[1]
    chance = standings.above(best, second)
    sure = chance >= SURE
    answer = f"{best} comes first; the chance that it is really stronger than {second} is {chance:.0%}."
    made = [Verdict("Who is the strongest?", answer, "good" if sure else "unknown", "" if sure else "open")]
    for circle in standings.circles():
        words = f"{', '.join(circle)} beat each other in a circle, so no rating alone tells who wins."
        made.append(Verdict("Is one list enough?", words, "warn"))
    return made


def _ratings(standings: Standings, order: list[str]) -> Section:
    rows = [(bot, standings.ratings[bot], *standings.interval(bot)) for bot in order]
    table = [
        [
            f"{place}. {bot}",
            f"{standings.ratings[bot]:.0f}",
            _range(standings.interval(bot), "{:.0f}"),
            f"{standings.points(bot):.1f}",
            str(standings.deals(bot)),
            standings.fault_count(bot),
            *_seconds(standings, bot),
        ]
        for place, bot in enumerate(order, 1)
    ]
    head = ["bot", "rating", "95 % interval", "points", "deals", "faults", "seconds a move", "slowest"]
    note = "400 points of rating more win ten deals to one; the weakest bot has 0. A deal brings up to one point. "
    note += "Seconds are processor time of bots that run as programs; a fault that waited was a sleep or a wait."
    return Section("Standings", (), [intervals(rows, "Rating")], [PageTable(head, table)], note)


def _seconds(standings: Standings, bot: str) -> tuple[str, str]:
    time = standings.time(bot)
    return ("", "") if time is None else (f"{time.seconds / time.decisions:.3f}", f"{time.slowest:.2f}")


def _cross(standings: Standings, order: list[str]) -> Section:
    rows = [[one, *[_cell(standings, one, other) for other in order]] for one in order]
    scores = np.array([[_percent(standings, one, other) for other in order] for one in order])
    note = "Read along a row: how many per cent of their deals the bot on the left got against the bot above."
    return Section(
        "Who beats whom",
        (),
        [heat_map(order, order, scores, "Per cent of the deals")],
        [PageTable(["", *order], rows, "The figures with their intervals")],
        note,
    )


def _percent(standings: Standings, one: str, other: str) -> float:
    cell = standings.cell(one, other) if one != other else None
    return float("nan") if cell is None else 100 * cell.score


def _cell(standings: Standings, one: str, other: str) -> str:
    cell = standings.cell(one, other) if one != other else None
    if cell is None:
        return ""
    low, high = cell.interval
    return f"{100 * cell.score:.1f} ({100 * low:.0f} to {100 * high:.0f})"


def _above(standings: Standings, order: list[str]) -> Section:
    rows = [[one, *["" if one == two else f"{standings.above(one, two):.0%}" for two in order]] for one in order]
    text = "How sure it is that the bot on the left is stronger than the bot above, by deals drawn again."
    return Section("Is it really stronger?", [text], (), [PageTable(["", *order], rows)])


def _faults(standings: Standings) -> list[Section]:
    rows = [[bot, reason] for bot in standings.bots for reason in standings.faults(bot)]
    if not rows:
        return []
    more = f"{len(rows) - SHOWN_FAULTS} more are in the journal." if len(rows) > SHOWN_FAULTS else ""
    return [Section("Faults", (), (), [PageTable(["bot", "meaning"], rows[:SHOWN_FAULTS])], more)]


def _games(played: Tournament, table: str) -> list[LookAt]:
    """One game of every meeting: the deal that the weaker side did best in."""
    looks = []
    for pairs in played.rounds:
        for one, other in pairs:
            scores = [score for duel in played.journal.between(one, other) for score in duel.of(one).tolist()]
            deal = int(np.argmin(scores) if np.mean(scores) >= 0.5 else np.argmax(scores))
            record = played.hall.record(one, other, deal)
            name = f"{played.hall.variant.game.name}-{played.hall.seed + deal}.tw.json"
            words = f"{one} against {other}: {np.mean(scores):.1%}."
            looks.append(LookAt(words, name, link(record), opened=opened(record, 0, table)))
    return looks


def _range(ends: tuple[float, float], form: str) -> str:
    return " to ".join(form.format(end) for end in ends)
