"""The sentences of a report: what the numbers mean to somebody who knows games and no statistics."""

from collections.abc import Sequence

import numpy as np

from tablewright.lab.judgements import CardsJudged, even_ps, fairness, judge_cards, judge_sides, seat_trend
from tablewright.lab.levels import TREND_WORDS
from tablewright.lab.measures import NOTICEABLE
from tablewright.lab.page import Tone, Verdict
from tablewright.lab.phrases import (
    beside_average,
    bots_of,
    card_names,
    fair_words,
    listed,
    percent,
    percent_of,
    sentence,
    settled_by,
)
from tablewright.lab.runs import Run
from tablewright.lab.statistics import Array, Estimate
from tablewright.lab.study import Rung, Study
from tablewright.lab.tension import LEAST_FOLLOWED, SAFE

# Gain over a fair share against random play that is much or little, and a width of its interval that says nothing
MUCH_SKILL, LITTLE_SKILL, WIDE = 0.2, 0.05, 0.2
RARE, COMMON = 0.05, 0.25  # comebacks
FEW_CHOICES = 0.7  # of the decisions with more than one legal move
EARLY = 0.5  # a lead that is safe so soon leaves a half in which nothing happens
MEASURED = "as measured"
LADDER_OPTION = "--ladder 1024"


def verdicts(study: Study) -> list[Verdict]:
    """The questions every designer has, answered."""
    made = [_ends(study), _fair(study), _how_long(study), _real(study), _tense(study)]
    if study.cards:
        made.append(_card_verdict(study))
    if study.sides:
        made.append(_side_verdict(study))
    return [*made, _skill(study)]


# Does it end?


def _ends(study: Study) -> Verdict:
    games = sum(len(run.games) for run in study.runs)
    stuck = sum(int(run.stopped.sum()) for run in study.runs)
    capped = [text for run, metrics in _pairs(study) for text in _at_a_limit(run, metrics)]
    circling = [bots_of(run.info) for run, search in zip(study.runs, study.circles, strict=True) if search.circles]
    answer: str = "Yes, every game ended by its rules."
    tone: Tone = "good"
    if stuck:
        answer, tone = f"No: {stuck:,} of {games:,} games ran into the limit on decisions.", "bad"
    elif study.dead_ends:
        answer, tone = "Not always: a player can be left without a legal move.", "bad"
    elif capped:
        answer, tone = f"Yes, but not always by somebody winning: {'; '.join(capped)}.", "warn"
    elif circling:
        answer, tone = f"Yes, but {listed(circling)} go round in circles on the way in some games.", "warn"
    figures = f"{games:,} games. {_choices(study)} {_circles(study)}"
    return Verdict("Does it end?", answer, tone, figures=figures)


def _choices(study: Study) -> str:
    """Whether there was always something to do."""
    looked = sum(len(trace.options) for trace in study.traces)
    if study.dead_ends:
        return f"In {len(study.dead_ends):,} of {len(study.traces):,} games a player had no legal move."
    return f"None of {looked:,} decisions that were looked at was without a legal move."


def _pairs(study: Study) -> list[tuple[Run, dict[str, Estimate]]]:
    return list(zip(study.runs, study.metrics, strict=True))


def _at_a_limit(run: Run, metrics: dict[str, Estimate]) -> list[str]:
    """The endings that are mere limits and not rare."""
    return [
        f"{percent(share)} of the games of {bots_of(run.info)} stop at the {_ending(name)}"
        for name, share in _endings(run, metrics).items()
        if name in run.info.cutoffs and share.value > 0.01
    ]


def _endings(run: Run, metrics: dict[str, Estimate]) -> dict[str, Estimate]:
    """How games end, by counter, where the game counts it."""
    names = [name for i, name in enumerate(run.info.probes) if run.is_ending(i)]
    return {name: metrics[f"probe.{name}"] for name in names if f"probe.{name}" in metrics}


def _ending(counter: str) -> str:
    return counter.removeprefix("end_").replace("_", " ")


def endings(study: Study) -> list[str]:
    made = []
    for run, metrics in _pairs(study):
        shares = {name: share for name, share in _endings(run, metrics).items() if share.value > 0}
        found = [f"{_ending(name)} {share.text(True)}" for name, share in shares.items()]
        made += [f"How games of {bots_of(run.info)} end: {'; '.join(found)}."] if found else []
    return made


def _circles(study: Study) -> str:
    """Whether positions came back, run by run."""
    parts = []
    for run, search in zip(study.runs, study.circles, strict=True):
        if not search.games:
            continue
        found = f"in {len(search.circles):,} of {search.games:,}" if search.circles else f"in none of {search.games:,}"
        parts.append(f"{found} games of {bots_of(run.info)}")
    return f"A position came back, counters aside, {' and '.join(parts)} that were searched for it."


# Is every seat fair?


def _fair(study: Study) -> Verdict:
    judged = [(run, fairness(run, metrics)) for run, metrics in _pairs(study)]
    order = ("large", "some", "open", "small")
    run, worst = min(judged, key=lambda pair: (order.index(pair[1].extent), -pair[1].certain))
    answer, tone = fair_words(worst, run)
    found = seat_trend(study.runs, study.metrics)
    if found is None:
        answer += f" One strength of bots only ({bots_of(run.info)}): do not trust it before you have seen another."
    else:
        answer += f" From weaker bots to stronger ones: {TREND_WORDS[found[0]]}."
    figures = " ".join(_shares(*pair) for pair in _pairs(study))
    figures += f" Fair: {100 / study.run.info.players:.1f} %."
    return Verdict("Is every seat fair?", answer, tone, figures=figures)


def _shares(run: Run, metrics: dict[str, Estimate]) -> str:
    seats = run.info.seats if run.info.players > 2 else run.info.seats[:1]
    shares = [f"{seat} {metrics[f'share.{seat}'].text(True)}" for seat in seats if f"share.{seat}" in metrics]
    if "order.1" in metrics:
        shares.append(f"whoever begins {metrics['order.1'].text(True)}")
    return f"With {bots_of(run.info)} {', '.join(shares) or 'no game ended'}."


def seats(study: Study) -> list[str]:
    """Shared wins, close games, and how likely the split is."""
    metrics = study.metrics[0]
    if "draws" not in metrics:
        return []
    text = f"{metrics['draws'].text(True)} of the games of {bots_of(study.run.info)} end in a shared win"
    if "close_games" in metrics:
        points = study.run.info.points
        text += f"; in {metrics['close_games'].text(True)} the second has at least nine tenths of the winner's {points}"
    odds = [f"{_odds(min(even_ps(run)))} with {bots_of(run.info)}" for run in study.runs]
    return [f"{text}.", f"If all seats were equal, so uneven a split of wins would come about {' and '.join(odds)}."]


def _odds(p: float) -> str:
    return "less than once in 1,000 times" if p < 0.001 else f"{round(1000 * p):,} times in 1,000"


# How long, how many decisions


def _range(values: Array, what: str) -> str:
    """A typical length and how far it goes, in words."""
    low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
    if low == high:
        always = "Always" if values.min() == values.max() else "Nearly always"
        return f"{always} {middle:.0f} {what}"
    return f"{middle:.0f} {what}; nine of ten games have {low:.0f} to {high:.0f}"


def length(run: Run) -> str:
    done = run.finished
    if not done.any():
        return f"No game of {bots_of(run.info)} ended."
    told = f"{_range(run.turns[done], 'turns')}. {_range(run.decisions[done], 'decisions')}."
    return f"{sentence(bots_of(run.info))}: {told[0].lower()}{told[1:]}"


def _how_long(study: Study) -> Verdict:
    """A length is neither good nor bad in itself; only a very uneven one is worth a look."""
    found = [(run, metrics) for run, metrics in _pairs(study) if run.finished.any()]
    if not found:
        return Verdict("How long is it?", "No game ended.")
    parts = [f"{_range(run.turns[run.finished], 'turns')}, with {bots_of(run.info)}" for run, _ in found]
    uneven = [bots_of(run.info) for run, _ in found if _is_uneven(run.turns[run.finished])]
    told = f" Very uneven with {listed(uneven)}." if uneven else ""
    figures = " ".join(_mean_length(run, metrics) for run, metrics in found if _varies(metrics["decisions"]))
    return Verdict("How long is it?", f"{'. '.join(parts)}.{told}", *_described(bool(uneven)), figures)


def _is_uneven(turns: Array) -> bool:
    low, high = np.quantile(turns, [0.05, 0.95])
    return bool(high > 4 * max(low, 1))


def _mean_length(run: Run, metrics: dict[str, Estimate]) -> str:
    means = [f"{metrics[name].text()} {name}" for name in ("turns", "decisions") if _varies(metrics[name])]
    return f"Mean with {bots_of(run.info)} {', '.join(means)}."


def _described(striking: bool) -> tuple[Tone, str]:
    """The tone and the word of an answer that describes the game and does not judge it."""
    return ("warn", "") if striking else ("unknown", MEASURED)


def _varies(estimate: Estimate) -> bool:
    return estimate.high > estimate.low


def _real(study: Study) -> Verdict:
    real, options = study.dynamics["real_decisions"], study.dynamics["options"]
    few = real.high < FEW_CHOICES
    word, bots = "Not so often" if few else "Yes", bots_of(study.run.info)
    answer = f"{word}: {_part(real.value)} of {bots} have more than one legal move, {options.value:.0f} on average."
    figures = (
        f"{real.text(True)} of the decisions offer more than one move; {options.text()} moves are legal. Whether it "
        "matters which of them is taken is not measured."
    )
    return Verdict("Is there a choice?", answer, *_described(few), figures)


def _part(share: float) -> str:
    if share > 0.99:
        return "practically all decisions"
    if share > 0.85:
        return f"{round(10 * share)} of ten decisions" if share < 0.95 else "nearly all decisions"
    return f"{max(1, round(10 * share))} of ten decisions"


# Is it tense?

TOO_FEW_FOLLOWED = "Too few games ended for figures."


def _tense(study: Study) -> Verdict:
    d = study.dynamics
    if "comeback" not in d:
        return Verdict("Is it tense?", TOO_FEW_FOLLOWED)
    since, comeback, lead, fair = d["decided"], d["comeback"], d["leader_wins"], 1 / study.run.info.players
    answer = (
        f"With {bots_of(study.run.info)}: {decided_words(since)} {how_often(comeback)} Who leads at half time wins "
        f"{percent(lead)} of the games (a fair share is {percent_of(fair)})."
    )
    figures = (
        f"A lead is safe from {since.text(True)} of the game on (100 %: at none of {study.looks.points} looks); "
        f"{comeback.text(True)} of the games are won by a player with at most half of a fair chance at half time; the "
        f"leader at half time wins {lead.text(True)}. {lead.n:,} games were followed. Chances are those of the game's "
        "simple playouts."
    )
    return Verdict("Is it tense?", answer, _tension_tone(since), figures=figures)


def _tension_tone(since: Estimate) -> Tone:
    """Fine where no lead is safe before half time, for certain."""
    return "good" if since.low > EARLY else "warn" if since.high <= EARLY else "unknown"


def decided_words(since: Estimate) -> str:
    """From when on a lead is safe, without knowing how the game will end."""
    nine = f"{round(10 * SAFE)} of ten games"
    if since.value >= 1:
        perhaps = "" if since.low >= 1 else ", as far as so few games tell"
        return f"it stays open until late: with an eighth to go whoever leads wins fewer than {nine}{perhaps}."
    if since.value <= 0:
        return f"whoever is in front after the deal wins {nine}."
    return f"from about {100 * since.value:.0f} % of its length on, whoever leads wins {nine}."


def how_often(comeback: Estimate) -> str:
    """Only as much as the interval allows to say."""
    if comeback.high < RARE:
        return "Comebacks are rare."
    if comeback.low > COMMON:
        return "Comebacks are common."
    if comeback.low > RARE:
        return "Comebacks are not rare."
    return "How rare comebacks are is open."


# Cards and sides


def _card_verdict(study: Study) -> Verdict:
    names, found = card_names(study.variant), judge_cards(study.cards)
    strong, weak = found.strong[:3], found.weak[:3]
    parts = [
        f"{listed([names[c.card] for c in some])} {'looks' if len(some) == 1 else 'look'} {word}"
        for some, word in ((strong, "strong"), (weak, "weak"))
        if some
    ]
    if found.dead:
        dead = [names[c.card] for c in found.dead]
        parts.append(f"{listed(dead, 4)} {'is' if len(dead) == 1 else 'are'} hardly ever used")
    with_bots = f"with {bots_of(study.run.info)}"
    answer, tone = f"Not quite: {'; '.join(parts)}, {with_bots}.", "warn"
    if not parts and found.open:
        most = listed([names[c.card] for c in found.open], 4)
        one = len(found.open) == 1
        answer = f"Open: {most} {'is' if one else 'are'} not known to be even, {with_bots}. {_card_games(found)}"
        tone = "unknown"
    elif not parts:
        answer, tone = f"Yes, {with_bots}: no card is worth {100 * NOTICEABLE:.0f} points more or less.", "good"
    values = ", ".join(f"{names[c.card]} {beside_average(c)}" for c in [*strong, *weak])
    figures = [f"Points of win chance with one more use instead of an average one: {values}."] if values else []
    if parts and found.open:
        figures.append(f"Open, as the intervals are too wide to tell: {len(found.open)} of {len(study.cards)} cards.")
    never = sum(not c.offered for c in study.cards)
    figures += [f"{never} of {len(study.cards)} cards could never be used in these games."] if never else []
    return Verdict("Are the cards even?", answer, tone, figures=" ".join(figures))  # type: ignore[arg-type]


def _card_games(found: CardsJudged) -> str:
    """What would settle the open cards; more of the same games say nothing of cards that these bots do not use."""
    unused = sum(card.value is None for card in found.open)
    if not unused:
        return settled_by(found.needed)
    told = "Nobody used it" if len(found.open) == 1 else f"{unused} of them nobody used"
    return f"{told}, so more games of these bots would hardly tell."


def cards(study: Study) -> list[str]:
    names = card_names(study.variant)
    groups = {
        "Hardly ever used": [c for c in study.cards if c.dead],
        "Nearly always used when possible": [c for c in study.cards if c.must_take],
        "Never possible in these games": [c for c in study.cards if not c.offered],
    }
    return [f"{title}: {listed([names[c.card] for c in found])}." for title, found in groups.items() if found]


def _side_verdict(study: Study) -> Verdict:
    extent, worst, needed = judge_sides(study.sides)
    bots = bots_of(study.run.info)
    side, other = (name.replace("_", " ") for name in (worst.side, worst.against))
    figures = f"{side} wins {worst.wins.text(True)} of {worst.wins.n:,} games of {bots} against {other}."
    if extent == "small":
        return Verdict(
            "Are the sides even?", f"Yes, with {bots}: every pair is between 45 and 55 %.", "good", figures=figures
        )
    if extent == "open":
        answer = f"Open: {bots} show neither that a side beats another nor that all are even. {settled_by(needed)}"
        return Verdict("Are the sides even?", answer, "unknown", figures=figures)
    tone: Tone = "bad" if worst.wins.low > 0.65 else "warn"
    return Verdict("Are the sides even?", f"No: {side} beats {other} most clearly, with {bots}.", tone, figures=figures)


# Skill or luck?


def luck(study: Study) -> list[str]:
    """How much of the result the shuffle settles between equal bots."""
    return [
        f"Between equal {deals.bots} bots the shuffle at the start settles {deals.luck.text(True)} of who wins."
        for deals in study.deals
        if deals.luck.n >= LEAST_FOLLOWED
    ]


def ladder(rungs: Sequence[Rung]) -> str:
    """How far thinking longer helps."""
    steps, told = height(rungs), f"what more thinking brings takes longer to see ({LADDER_OPTION})"
    if not rungs:
        return f"Here {told}."
    if steps == 0:
        return f"A search with {thinking(rungs[0].stronger)} does not beat random play beyond chance."
    best = thinking(rungs[steps - 1].stronger)
    if len(rungs) == 1:
        return f"A search with {best} beats random play; {told}."
    if steps == len(rungs):
        return f"Thinking longer helps up to {best}, the most that was tried."
    shown = rungs[steps].wins.text(True)
    return (
        f"Thinking longer helps up to {best}; that {thinking(rungs[steps].stronger)} win more is not shown ({shown})."
    )


def height(rungs: Sequence[Rung]) -> int:
    """How many rungs in a row, from the lowest, were climbed beyond chance."""
    return next((i for i, rung in enumerate(rungs) if not rung.beaten), len(rungs))


def thinking(bot: str) -> str:
    """`ismcts:64` in words."""
    return f"{bot.partition(':')[2]} imagined games a decision" if ":" in bot else f"{bot} play"


def skill(study: Study) -> str:
    if study.agency is None:
        return "Give a run with better bots to see skill."
    return f"{study.skilled} wins {study.agency.text(True)} against {_rivals(study)}."


def _rivals(study: Study) -> str:
    others = study.run.info.players - 1
    return "a random player" if others == 1 else f"{others} random players"


def _skill(study: Study) -> Verdict:
    figures = " ".join([skill(study), *luck(study)])
    if study.agency is None:
        return Verdict("Skill or luck?", ladder(study.rungs), figures=figures)
    fair = 1 / study.run.info.players
    counts, tone = _how_much_skill(study.agency.plus(-fair))
    often = f"in {percent(study.agency)} of the games (a fair share is {percent_of(fair)})"
    often = "practically always" if study.agency.low > 0.98 else often
    answer = f"{counts}: {study.skilled} beats {_rivals(study)} {often}. {ladder(study.rungs)}"
    return Verdict("Skill or luck?", answer, tone, figures=figures)


def _how_much_skill(gain: Estimate) -> tuple[str, Tone]:
    """What a gain over a fair share says for certain; an interval that allows for both much and little says nothing."""
    if gain.low > MUCH_SKILL:
        return "Skill counts", "good"
    if gain.high < LITTLE_SKILL:
        return "Skill hardly counts", "bad"
    if gain.high - gain.low <= WIDE:
        return "Skill counts a little", "warn"
    few = "1 game is" if gain.n == 1 else f"{gain.n:,} games are"
    return f"{few} too few to tell how much skill counts", "unknown"


def one_level(study: Study) -> str:
    """Said in the headline of a page that was made with one strength of bots."""
    return "" if len(study.runs) > 1 else f" ({bots_of(study.run.info)} only)"
