"""The report on a game: does it end, is it fair, how long, how tense, which cards, skill or luck; words first."""

import numpy as np

from tablewright.faces import face, has_face
from tablewright.lab import figures, findings, phrases, plots, words
from tablewright.lab.cardvalues import CardValue
from tablewright.lab.judgements import judge_cards, place
from tablewright.lab.matchups import grid
from tablewright.lab.measures import BY_NAME, TENSION
from tablewright.lab.metrics import LEAST_GAMES
from tablewright.lab.page import TABLE, Page, PageTable, Section
from tablewright.lab.people_page import people_section
from tablewright.lab.runs import PEOPLE
from tablewright.lab.study import DEAL_GAMES, Study, WaysToWin
from tablewright.lab.survey import GameTrace
from tablewright.lab.tension import LEAST_FOLLOWED, leader_wins_at

CURVES = 4  # games whose chances are drawn
FACES = 4  # cards that are shown as they look, of the strong and of the weak ones

SEATS_NOTE = "The dashed line is a fair share. Shared wins count in parts."
LUCK_NOTE = (
    f"Each deal was played {DEAL_GAMES} times with other random numbers after it. Had the shuffle no say, most deals "
    "would lie in the middle; did it decide alone, all would lie at the ends. Bots that always answer alike leave "
    "little but the shuffle to decide, so read this beside the other kind of bots."
)
WAYS_NOTE = (
    "A plan is a handful of preferences for moves and cards, early or late in the game, that override greedy. Every "
    "preference was tried alone first; plans grew from those that did well. All are measured against greedy on deals "
    "they had never seen. What no plan of this kind finds may still be found by longer thought."
)
CARDS_NOTE = (
    "Instead of an average use: the points of win chance that go with one more use, all players' other cards, seats "
    "and bots held equal, less those of an average use of any card. A card may be used because somebody is ahead: "
    "what it costs to do without it is measured by tablewright knockout. Raw: win share of players who used the "
    "card less that of those who did not; it mixes the card's worth with seat, length and skill, and is empty where "
    "fewer than 200 players are on one side. Differs: hardly a chance find although many cards were looked "
    "at. Even: certainly within 3 points of the average use."
)


def report_page(study: Study, table: str = TABLE) -> Page:
    """The page of a study; its examples open at the table of this address."""
    sections = [_seats(study), _length(study), _decisions(study), _tension(study)]
    sections += [_cards(study)] if study.cards else []
    sections += [_sides(study)] if study.sides else []
    sections += [_ways(study.ways)] if study.ways else []
    sections.append(_luck(study))
    sections += [people_section(study, run) for run in study.runs if run.info.bots[0] == PEOPLE]
    games = sum(len(run.games) for run in study.runs)
    return Page(
        f"{study.variant.game.cards.title}: {games:,} games{words.one_level(study)}",
        _meta(study),
        sections,
        words.verdicts(study),
        findings.first(study, table),
        "Brackets are 95 % intervals: of 100 such intervals about 95 hold the true value. An answer is marked as fine "
        "only where the games exclude what would matter. What bots find is not what people find. Definitions: "
        "docs/metrics.md.",
        figures.of_study(study),
    )


def _meta(study: Study) -> str:
    """Where the numbers come from."""
    info = study.run.info
    changes = "".join(f", {name}={value}" for name, value in info.set.items())
    bots = " and ".join(f"{len(run.games):,} games of {phrases.bots_of(run.info)}" for run in study.runs)
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
                rows.append(plots.row(f"{seat} ({name})", share))
                score = [metrics[f"score.{seat}"].text()] if points else []
                table.append([seat, name, share.text(True), *score, f"{share.n:,}"])
    plot = plots.intervals(rows, "Share of wins by seat", 100 / study.run.info.players, " %")
    head = ["seat", "bots", "share of wins", *([f"mean {points}"] if points else []), "games"]
    text, tables = [*words.seats(study), *words.endings(study)], [PageTable(head, table)]
    order = [
        [place(i), ", ".join(dict.fromkeys(run.info.bots)), metrics[f"order.{i + 1}"].text(True)]
        for run, metrics in zip(study.runs, study.metrics, strict=True)
        for i in range(run.info.players)
        if f"order.{i + 1}" in metrics
    ]
    tables += [PageTable(["turn order", "bots", "share of wins"], order)] if order else []
    return Section("Seats and results", text, [plot], tables, SEATS_NOTE)


def _length(study: Study) -> Section:
    run = study.run
    done = run.finished
    if not done.any():
        return Section("Length", ["No game ended."])
    bots = phrases.bots_of(run.info)
    turns = plots.histogram(run.turns[done], f"Turns of a game of {bots}", " turns")
    decisions = plots.histogram(run.decisions[done], f"Decisions of a game of {bots}", " decisions")
    return Section("Length", [words.length(one) for one in study.runs], [turns, decisions])


def _decisions(study: Study) -> Section:
    size = study.dynamics["tree_size"]
    text = (
        f"Seen from the moves that {phrases.bots_of(study.run.info)} had to choose from, the number of ways in which a "
        f"game can go has about {size.value:.0f} digits."
    )
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
        [BY_NAME[name].title, d[name].text(BY_NAME[name].unit == "share"), BY_NAME[name].help]
        for name in ("decided", *TENSION)
        if name in d
    ]
    seat = study.run.info.seats[0]
    series = [
        (
            f"game {_number(study, trace)}",
            [*_eighths(trace), 100.0],
            [*100 * trace.chances[:, 0], 100 * trace.shares[0]],
        )
        for trace in followed[:CURVES]
    ]
    label = f"{seat}'s chance to win, in percent, from the start to the end of some games"
    drawn = [plots.lines(series, label, (0, 100), " %")] if series else []
    if not table or len(followed) < LEAST_FOLLOWED:
        return Section("Tension", [words.TOO_FEW_FOLLOWED], drawn)
    text = (
        f"From {len(followed):,} games of {phrases.bots_of(study.run.info)}. After every eighth the rest of the game "
        f"was played out {study.looks.rollouts} times."
    )
    wins = np.mean([leader_wins_at(trace) for trace in followed if trace.ended], axis=0)
    curve = [("", _eighths(followed[0]), list(100 * wins))]
    drawn.insert(0, plots.lines(curve, "How often whoever leads wins, in percent, from the start on", (0, 100), " %"))
    return Section("Tension", [text], drawn, [PageTable(["what", "value", "meaning"], table)])


def _eighths(trace: GameTrace) -> list[float]:
    return [100 * i / len(trace.points) for i in range(len(trace.points))]


def _number(study: Study, trace: GameTrace) -> int:
    """The number of a game in its run, as `tablewright replay RUN --game` takes it."""
    info = study.run.info
    return (trace.seed - info.seed) * info.rotations + trace.shift


def _cards(study: Study) -> Section:
    names = phrases.card_names(study.variant)
    known = sorted((c for c in study.cards if c.value), key=lambda c: -(c.value.value if c.value else 0.0))
    others = [c for c in study.cards if c.value is None and c.offered]
    rows = [plots.row(names[c.card], c.value) for c in known if c.value]
    plot = plots.intervals(
        rows, f"One more use instead of an average one, in points of win chance, {phrases.bots_of(study.run.info)}", 0.0
    )
    uses = ["card", "used", "could be used", "rate"]
    head = ["card", "instead of an average use", "verdict", *uses[1:], "raw"]
    tables = [PageTable(head, [_card_row(names[card.card], card) for card in known])] if known else []
    if others:
        kind = "card" if len(others) == 1 else "cards"
        folded = f"{len(others)} {'more ' if known else ''}{kind} that nobody used and that therefore have no value"
        tables.append(PageTable(uses, [[names[card.card], *_uses(card)] for card in others], folded))
    return Section("Cards", words.cards(study), [plot], tables, CARDS_NOTE if known else "", _faces(study, names))


def _faces(study: Study, names: dict[str, str]) -> list[tuple[str, str]]:
    """The cards that stand out, as they look, with their values; where the game draws its cards."""
    game, judged = study.variant.game, judge_cards(study.cards)
    return [
        (f"{names[card.card]} {phrases.beside_average(card)}", face(game, study.variant.values, card.card))
        for card in (*judged.strong[:FACES], *judged.weak[:FACES])
        if has_face(game, card.card)
    ]


def _card_row(name: str, card: CardValue) -> list[str]:
    verdict = "even" if card.even else "differs" if card.stands else "open"
    return [name, phrases.beside_average(card), verdict, *_uses(card), phrases.points(card.raw)]


def _uses(card: CardValue) -> list[str]:
    rate = f"{100 * card.rate:.0f} %" if card.offered >= LEAST_GAMES else ""
    return [f"{card.used:,}", f"{card.offered:,}", rate]


def _sides(study: Study) -> Section:
    names, values = grid(study.sides)
    words_of = [name.replace("_", " ") for name in names]
    label = f"Wins of the side on the left against that below, in percent, with {phrases.bots_of(study.run.info)}"
    plot = plots.heat_map(words_of, words_of, values, label)
    table = [
        [one.side.replace("_", " "), one.against.replace("_", " "), one.wins.text(True), f"{one.wins.n:,}"]
        for one in study.sides
        if one.wins.value > 0.5
    ]
    return Section("Sides", (), [plot], [PageTable(["side", "against", "wins", "games"], table)])


def _ways(ways: WaysToWin) -> Section:
    return Section(
        "Ways to win", [ways.verdict], (), [PageTable(["plan", "wins", "what it does"], ways.plans)], WAYS_NOTE
    )


def _luck(study: Study) -> Section:
    seat = study.run.info.seats[0]
    drawn = []
    if study.rungs:
        rows = [plots.row(f"{r.stronger} against {r.weaker}", r.wins) for r in study.rungs]
        label = "Wins of the search that thinks longer; the number is that of imagined games a decision"
        drawn.append(plots.intervals(rows, label, 100 * study.rungs[0].fair, " %"))
    for deals in study.deals:
        if deals.luck.n >= LEAST_FOLLOWED:
            wins = np.round(deals.chances * DEAL_GAMES).astype(int)
            label = f"{seat}'s wins in {DEAL_GAMES} games of one deal, with {deals.bots} bots: how many deals"
            drawn.append(plots.histogram(wins, label, " wins", "deals", (0, DEAL_GAMES)))
    text = [words.skill(study), words.ladder(study.rungs), *words.luck(study)]
    return Section("Skill and luck", [" ".join(text)], drawn, (), LUCK_NOTE)
