"""The report on a game: does it end, is it fair, how long, how tense, which cards, skill or luck; words first."""

import numpy as np

from tablewright.lab import findings, plots, words
from tablewright.lab.cardvalues import CardValue
from tablewright.lab.matchups import grid
from tablewright.lab.metrics import LEAST_FOLLOWED, LEAST_GAMES
from tablewright.lab.page import Page, PageTable, Section
from tablewright.lab.study import DEAL_GAMES, Study
from tablewright.lab.survey import GameTrace

CURVES = 4  # games whose chances are drawn

SEATS_NOTE = "The dashed line is a fair share. Shared wins count in parts."
LUCK_NOTE = (
    f"Each deal was played {DEAL_GAMES} times with other random numbers after it. Had the shuffle no say, most deals "
    "would lie in the middle; did it decide alone, all would lie at the ends. Bots that always answer alike leave "
    "little but the shuffle to decide, so read this beside the other kind of bots."
)
CARDS_NOTE = (
    "Beside the average card: the points of win chance that one more use adds, other cards, seat and bot held equal, "
    "less those of the average card. Raw: win share of players who used the card less that of those who did not; "
    "it mixes the card's worth with seat, length and skill. Beyond chance: hardly a chance find although many "
    "cards were looked at. Empty cells: fewer than 200 chances to use the card, or fewer "
    "than 200 players who used it, or who did not."
)


def report_page(study: Study) -> Page:
    """The page of a study."""
    sections = [_seats(study), _length(study), _decisions(study), _tension(study)]
    sections += [_cards(study)] if study.cards else []
    sections += [_sides(study)] if study.sides else []
    sections.append(_luck(study))
    games = sum(len(run.games) for run in study.runs)
    return Page(
        f"{study.variant.game.cards.title}: {games:,} games",
        _meta(study),
        sections,
        words.verdicts(study),
        findings.first(study),
        "Brackets are 95 % intervals: of 100 such intervals about 95 hold the true value. What bots find is not what "
        "people find. Definitions: docs/metrics.md.",
    )


def _meta(study: Study) -> str:
    """Where the numbers come from."""
    info = study.run.info
    changes = "".join(f", {name}={value}" for name, value in info.set.items())
    bots = " and ".join(f"{len(run.games):,} games of {words.bots_of(run.info)}" for run in study.runs)
    followed = sum(len(trace.points) > 0 for trace in study.traces)
    return (
        f"{info.players} players, edition {info.edition}{changes}. {bots}, seeds from {info.seed}. "
        f"{len(study.traces):,} games were followed decision by decision, {followed:,} of them with "
        f"{study.looks.points} looks at the chances ({study.looks.rollouts} playouts each). "
        f"Rules {info.rules}, cards {info.cards}, Tablewright {info.version}."
    )


def _seats(study: Study) -> Section:
    points = study.run.info.points
    rows, table = [], []
    for run, metrics in zip(study.runs, study.metrics, strict=True):
        name = ", ".join(dict.fromkeys(run.info.bots))
        for seat in run.info.seats:
            if f"share.{seat}" in metrics:
                share = metrics[f"share.{seat}"]
                rows.append((f"{seat} ({name})", 100 * share.value, 100 * share.low, 100 * share.high))
                score = [metrics[f"score.{seat}"].text()] if points else []
                table.append([seat, name, share.text(True), *score, f"{share.n:,}"])
    plot = plots.intervals(rows, "Share of wins by seat", 100 / study.run.info.players, " %")
    head = ["seat", "bots", "share of wins", *([f"mean {points}"] if points else []), "games"]
    text = [*words.seats(study), *words.endings(study)]
    return Section("Seats and results", text, [plot], [PageTable(head, table)], SEATS_NOTE)


def _length(study: Study) -> Section:
    run = study.run
    done = run.finished
    if not done.any():
        return Section("Length", ["No game ended."])
    turns = plots.histogram(run.turns[done], "Turns of a game", " turns")
    decisions = plots.histogram(run.decisions[done], "Decisions of a game", " decisions")
    return Section("Length", [words.length(run)], [turns, decisions])


def _decisions(study: Study) -> Section:
    size = study.dynamics["tree_size"]
    text = f"The number of ways in which a game can go has about {size.value:.0f} digits."
    return Section("Decisions", [text], [_options_plot(study)])


def _options_plot(study: Study) -> str:
    """How many moves there are to choose from, along the game."""
    tenths = np.linspace(0, 1, 11)
    rows = [np.interp(tenths, np.linspace(0, 1, len(t.options)), t.options) for t in study.traces if len(t.options) > 1]
    top = float(np.ceil(np.mean(rows, axis=0).max())) if rows else 1.0
    series = [("", list(100 * tenths), list(np.mean(rows, axis=0)))] if rows else []
    return plots.lines(series, "Legal moves from the start to the end of a game", (0, top), " %") if series else ""


def _tension(study: Study) -> Section:
    d = study.dynamics
    followed = [trace for trace in study.traces if len(trace.points) > 2]
    table = [
        [words.METRIC_NAMES[name], d[name].text(name in words.PERCENT), words.METRIC_HELP[name]]
        for name in words.METRIC_NAMES
        if name in d
    ]
    seat = study.run.info.seats[0]
    series = [
        (f"game {_number(study, trace)}", list(100 * trace.points / trace.points[-1]), list(100 * trace.chances[:, 0]))
        for trace in followed[:CURVES]
    ]
    label = f"{seat}'s chance to win, in percent, from the start to the end of some games"
    plot = plots.lines(series, label, (0, 100), " %") if series else ""
    text = [f"From {len(followed):,} games of the run. At each look the rest of the game was played out many times."]
    if not table or len(followed) < LEAST_FOLLOWED:
        return Section("Tension", [words.TOO_FEW_FOLLOWED], [plot])
    return Section("Tension", text, [plot], [PageTable(["what", "value", "meaning"], table)])


def _number(study: Study, trace: GameTrace) -> int:
    """The number of a game in its run, as `tablewright replay RUN --game` takes it."""
    info = study.run.info
    return (trace.seed - info.seed) * info.rotations + trace.shift


def _cards(study: Study) -> Section:
    names = words.card_names(study.variant)
    known = sorted((c for c in study.cards if c.value is not None), key=lambda c: -(c.value or 0))
    others = [c for c in study.cards if c.value is None and c.offered]
    rows = [(names[c.card], 100 * (c.value or 0), 100 * (c.low or 0), 100 * (c.high or 0)) for c in known]
    plot = plots.intervals(rows, "What one more use adds, beside the average card, in points of win chance", 0.0)
    head = ["card", "could be used", "used", "rate", "raw", "beside the average card", "beyond chance"]
    tables = [PageTable(head, [_card_row(names[card.card], card) for card in known])] if known else []
    if others:
        folded = f"{len(others)} {'more ' if known else ''}cards, too few games with or without them for a value"
        tables.append(PageTable(head[:4], [_card_row(names[card.card], card)[:4] for card in others], folded))
    return Section("Cards", words.cards(study), [plot], tables, CARDS_NOTE if known else "")


def _card_row(name: str, card: CardValue) -> list[str]:
    value = words.beside_average(card)
    rate = f"{100 * card.rate:.0f} %" if card.offered >= LEAST_GAMES else ""
    return [
        name,
        f"{card.offered:,}",
        f"{card.used:,}",
        rate,
        words.points(card.raw),
        value,
        "yes" if card.stands else "",
    ]


def _sides(study: Study) -> Section:
    names, values = grid(study.sides)
    words_of = [name.replace("_", " ") for name in names]
    plot = plots.heat_map(words_of, words_of, values, "Wins of the side on the left against that below, in percent")
    table = [
        [one.side.replace("_", " "), one.against.replace("_", " "), one.wins.text(True), f"{one.wins.n:,}"]
        for one in study.sides
        if one.wins.value > 0.5
    ]
    return Section("Sides", (), [plot], [PageTable(["side", "against", "wins", "games"], table)])


def _luck(study: Study) -> Section:
    seat = study.run.info.seats[0]
    drawn = []
    if study.rungs:
        rows = [
            (f"{r.stronger} against {r.weaker}", 100 * r.share.value, 100 * r.share.low, 100 * r.share.high)
            for r in study.rungs
        ]
        label = "Wins of the search that thinks longer; the number is that of imagined games a decision"
        drawn.append(plots.intervals(rows, label, 100 * study.rungs[0].fair, " %"))
    for deals in study.deals:
        if deals.luck.n >= LEAST_FOLLOWED:
            wins = np.round(deals.chances * DEAL_GAMES).astype(int)
            label = f"{seat}'s wins in {DEAL_GAMES} games of one deal, with {deals.bots} bots: how many deals"
            drawn.append(plots.histogram(wins, label, " wins", "deals", (0, DEAL_GAMES)))
    text = [words.skill(study), words.ladder(study.rungs), *words.luck(study)]
    return Section("Skill and luck", [" ".join(text)], drawn, (), LUCK_NOTE)
