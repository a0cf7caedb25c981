"""The sentences of a report: what the numbers mean to somebody who knows games and no statistics."""

from collections.abc import Sequence

import numpy as np

from tablewright.engine import Variant
from tablewright.lab.cardvalues import CardValue
from tablewright.lab.ladder import Rung, height
from tablewright.lab.matchups import Matchup
from tablewright.lab.metrics import LEAST_FOLLOWED, Estimate
from tablewright.lab.page import Tone, Verdict
from tablewright.lab.runs import Run, RunInfo
from tablewright.lab.statistics import Array, clustered_uniform_p, uniform_p
from tablewright.lab.study import Study

NOTICEABLE = 0.03  # of win chance for one use, beside the average card
FINE = 0.03  # half of a seat's interval, up to which silence means that nothing is there
LIMITS = ("cap", "limit")  # endings whose name ends so are no ends that players strive for
MOST_NAMES = 12
LADDER_OPTION = "--ladder SECONDS"


def bots_of(info: RunInfo) -> str:
    """`greedy bots`, or `greedy and random bots` where they differ."""
    return f"{_listed(list(dict.fromkeys(info.bots)))} bots"


def _listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """`a, b and c`; of many only the first."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def card_names(variant: Variant) -> dict[str, str]:
    """What is printed on each card, where that tells them apart."""
    printed = {card: str(values.get("name", card)) for card, values in variant.values.cards.items()}
    return printed if len(set(printed.values())) == len(printed) else {card: card for card in printed}


def verdicts(study: Study) -> list[Verdict]:
    """The questions every designer has, answered."""
    made = [_ends(study), _fair(study), _how_long(study), _real(study), _tense(study)]
    if study.cards:
        made.append(_card_verdict(study))
    if study.sides:
        made.append(_side_verdict(study.sides))
    return [*made, _skill(study)]


# Does it end?


def _ends(study: Study) -> Verdict:
    games = sum(len(run.games) for run in study.runs)
    stuck = sum(int((~run.finished).sum()) for run in study.runs)
    capped = [text for run, metrics in _pairs(study) for text in _at_a_limit(run, metrics)]
    circling = study.circles[0].circles
    answer: str = "Yes, every game ended by its rules."
    tone: Tone = "good"
    if stuck:
        answer, tone = f"No: {stuck:,} of {games:,} games ran into the limit on decisions.", "bad"
    elif study.dead_ends:
        answer, tone = "Not always: a player can be left without a legal move.", "bad"
    elif capped:
        answer, tone = f"Yes, but not always by somebody winning: {'; '.join(capped)}.", "warn"
    elif circling:
        answer, tone = "Yes, but players can go round in circles on the way.", "warn"
    figures = f"{games:,} games. {_choices(study)} {_circles(study)}"
    return Verdict("Does it end?", answer, tone, figures=figures)


def _choices(study: Study) -> str:
    """Whether there was always something to do."""
    looked = sum(len(trace.options) for trace in study.traces)
    if study.dead_ends:
        return f"In {len(study.dead_ends):,} of {len(study.traces):,} games a player had no legal move."
    return f"None of {looked:,} decisions was without a legal move."


def _pairs(study: Study) -> list[tuple[Run, dict[str, Estimate]]]:
    return list(zip(study.runs, study.metrics, strict=True))


def _at_a_limit(run: Run, metrics: dict[str, Estimate]) -> list[str]:
    """The endings that are mere limits and not rare."""
    return [
        f"{_percent(share)} of the games of {bots_of(run.info)} stop at the {name}"
        for name, share in _endings(run, metrics).items()
        if name.endswith(LIMITS) and share.value > 0.01
    ]


def _endings(run: Run, metrics: dict[str, Estimate]) -> dict[str, Estimate]:
    """How games end, where the game counts it."""
    names = [name for i, name in enumerate(run.info.probes) if run.is_ending(i)]
    return {name[4:].replace("_", " "): metrics[f"probe.{name}"] for name in names if f"probe.{name}" in metrics}


def endings(study: Study) -> list[str]:
    made = []
    for run, metrics in _pairs(study):
        found = [f"{name} {share.text(True)}" for name, share in _endings(run, metrics).items() if share.value > 0]
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


def unfair(run: Run, metrics: dict[str, Estimate]) -> tuple[float, str, Estimate]:
    """How far the worst seat is certainly from its fair share, which one that is, and its share of the wins."""
    fair = 1 / run.info.players
    shares = {seat: metrics[f"share.{seat}"] for seat in run.info.seats if f"share.{seat}" in metrics}
    if not shares:
        return 0.0, run.info.seats[0], Estimate(fair, 0.0, 1.0, 0)
    seat, share = max(shares.items(), key=lambda item: (round(abs(item[1].value - fair), 6), item[1].value))
    certain = max(0.0, share.low - fair, fair - share.high)
    return (certain if even_p(run) < 0.05 else 0.0), seat, share


def even_p(run: Run) -> float:
    """How likely so uneven a split of the wins is if the seats are equal."""
    shares, seeds = run.shares[run.finished], run.dependent_seeds
    return uniform_p(shares.sum(axis=0)) if seeds is None else clustered_uniform_p(shares, seeds)


def unfair_words(run: Run, seat: str, share: Estimate) -> str:
    """`P0 wins too often with greedy bots`."""
    return f"{seat} wins too {'often' if share.value > 1 / run.info.players else 'seldom'} with {bots_of(run.info)}"


def _fair(study: Study) -> Verdict:
    worst = max(_pairs(study), key=lambda pair: unfair(*pair)[0])
    size, seat, share = unfair(*worst)
    answer: str = "Yes, as far as these games can tell."
    tone: Tone = "good"
    if size > 0:
        tone = "bad" if size > 0.05 else "warn"
        answer = f"No: {unfair_words(worst[0], seat, share)}."
    elif share.high - share.low > 2 * FINE:
        answer, tone = "Nothing speaks against it, but so few games would not show a small advantage.", "unknown"
    figures = " ".join(_shares(*pair) for pair in _pairs(study))
    figures += f" Fair: {100 / study.run.info.players:.1f} %."
    if len(study.runs) < 2:
        figures += " One strength of bots only: look at a second run before you trust it."
    return Verdict("Is every seat fair?", answer, tone, figures=figures)


def _shares(run: Run, metrics: dict[str, Estimate]) -> str:
    seats = run.info.seats if run.info.players > 2 else run.info.seats[:1]
    shares = [f"{seat} {metrics[f'share.{seat}'].text(True)}" for seat in seats if f"share.{seat}" in metrics]
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
    odds = [f"{_odds(even_p(run))} with {bots_of(run.info)}" for run in study.runs]
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
    return f"{_range(run.turns[done], 'turns')}. {_range(run.decisions[done], 'decisions')}."


def _how_long(study: Study) -> Verdict:
    done = study.run.finished
    if not done.any():
        return Verdict("How long is it?", "No game ended.")
    turns, metrics = study.run.turns[done], study.metrics[0]
    low, high = np.quantile(turns, [0.05, 0.95])
    uneven = high > 4 * max(low, 1)
    answer = f"{_range(turns, 'turns')}.{' Very uneven.' if uneven else ''}"
    means = [f"{metrics[name].text()} {name}" for name in ("turns", "decisions") if _varies(metrics[name])]
    figures = f"Mean {', '.join(means)}." if means else ""
    return Verdict("How long is it?", answer, "warn" if uneven else "good", figures=figures)


def _varies(estimate: Estimate) -> bool:
    return estimate.high > estimate.low


def _real(study: Study) -> Verdict:
    real, options = study.dynamics["real_decisions"], study.dynamics["options"]
    few = real.value < 0.7
    word = "Not so many" if few else "Yes"
    answer = f"{word}: {_part(real.value)} leave a choice, of {options.value:.0f} moves on average."
    figures = f"{real.text(True)} of the decisions offer more than one move; {options.text()} moves are legal."
    return Verdict("Are there real decisions?", answer, "warn" if few else "good", figures=figures)


def _part(share: float) -> str:
    if share > 0.99:
        return "practically all decisions"
    if share > 0.85:
        return f"{round(10 * share)} of ten decisions" if share < 0.95 else "nearly all decisions"
    return f"{max(1, round(10 * share))} of ten decisions"


# Is it tense?


METRIC_NAMES = {
    "decisiveness": "Decided after",
    "comeback": "Comebacks",
    "lead_changes": "Lead changes",
    "snowball": "Snowball",
    "drama": "Drama",
    "killer_move": "Biggest jump",
    "uncertainty": "Openness",
}
PERCENT = {"comeback", "decisiveness", "snowball", "drama", "killer_move", "lead_changes"}
METRIC_HELP = {
    "drama": "how far behind the later winner was on average, in win chance",
    "lead_changes": "looks at which somebody else was in front than at the look before",
    "comeback": "games won by a player who, after the first quarter, had at most half of a fair chance",
    "decisiveness": "part of the game until the winner was safely in front",
    "uncertainty": "1 while all players have equal chances, 0 when it is decided; mean over the game",
    "killer_move": "the largest rise of the winner's chance from one look to the next",
    "snowball": "how much more often than a fair share the leader at half time wins",
}
TOO_FEW_FOLLOWED = "Too few games ended for figures."


def _tense(study: Study) -> Verdict:
    d = study.dynamics
    if "comeback" not in d:
        return Verdict("Is it tense?", TOO_FEW_FOLLOWED)
    decided, comeback, fair = d["decisiveness"], d["comeback"], 1 / study.run.info.players
    lead = d["snowball"].plus(fair)
    often = "rare" if comeback.value < 0.05 else "not rare" if comeback.value < 0.25 else "common"
    tone: Tone = "warn" if decided.value < 0.35 or comeback.value < 0.05 else "good"
    answer = (
        f"It is decided after about {5 * round(20 * decided.value)} % of its length, comebacks are {often}, and who "
        f"leads at half time wins {_percent(lead)} of the games (a fair share is {_percent_of(fair)})."
    )
    figures = (
        f"The winner is safely in front after {decided.text(True)} of the game; {comeback.text(True)} of the games are "
        f"comebacks; the leader at half time wins {lead.text(True)}. {lead.n:,} games were followed."
    )
    return Verdict("Is it tense?", answer, tone, figures=figures)


# Cards and sides


def outstanding(values: Sequence[CardValue]) -> list[CardValue]:
    """Cards that are certainly and noticeably better or worse than the average card, the farthest first."""
    found = [c for c in values if c.stands and c.value is not None and abs(c.value) >= NOTICEABLE]
    return sorted(found, key=lambda c: -abs(c.value or 0))


def _card_verdict(study: Study) -> Verdict:
    names, found = card_names(study.variant), outstanding(study.cards)
    strong, weak = ([c for c in found if ((c.value or 0) > 0) == sign][:3] for sign in (True, False))
    dead = [names[c.card] for c in study.cards if c.dead]
    parts = [
        f"{_listed([names[c.card] for c in some])} {'looks' if len(some) == 1 else 'look'} {word}"
        for some, word in ((strong, "strong"), (weak, "weak"))
        if some
    ]
    parts += [f"{_listed(dead, 4)} {'is' if len(dead) == 1 else 'are'} hardly ever used"] if dead else []
    answer = f"Not quite: {'; '.join(parts)}."
    tone: Tone = "warn"
    if not parts:
        known = any(c.value is not None for c in study.cards)
        answer = "Yes, no card stands out." if known else "Too few games differ in the cards that were used."
        tone = "good" if known else "unknown"
    values = ", ".join(f"{names[c.card]} {beside_average(c)}" for c in [*strong, *weak])
    figures = [f"Points of win chance for one more use, beside the average card: {values}."] if values else []
    never = sum(not c.offered for c in study.cards)
    figures += [f"{never} of {len(study.cards)} cards could never be used in these games."] if never else []
    return Verdict("Are the cards even?", answer, tone, figures=" ".join(figures))


def beside_average(card: CardValue) -> str:
    """`+8.1 (+7.3 to +8.9)`."""
    return f"{points(card.value)} ({points(card.low)} to {points(card.high)})" if card.value is not None else ""


def points(value: float | None) -> str:
    return "" if value is None else f"{100 * value:+.1f}"


def cards(study: Study) -> list[str]:
    names = card_names(study.variant)
    groups = {
        "Hardly ever used": [c for c in study.cards if c.dead],
        "Nearly always used when possible": [c for c in study.cards if c.must_take],
        "Never possible in these games": [c for c in study.cards if not c.offered],
    }
    return [f"{title}: {_listed([names[c.card] for c in found])}." for title, found in groups.items() if found]


def _side_verdict(found: Sequence[Matchup]) -> Verdict:
    worst = max(found, key=lambda one: one.wins.low)
    if worst.wins.low <= 0.5:
        return Verdict("Are the sides even?", "Yes: no side beats another beyond chance.", "good")
    side, other = (name.replace("_", " ") for name in (worst.side, worst.against))
    tone: Tone = "bad" if worst.wins.low > 0.65 else "warn"
    figures = f"{side} wins {worst.wins.text(True)} of {worst.wins.n:,} games against {other}."
    return Verdict("Are the sides even?", f"No: {side} beats {other} most clearly.", tone, figures=figures)


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
    shown = rungs[steps].share.text(True)
    return (
        f"Thinking longer helps up to {best}; that {thinking(rungs[steps].stronger)} win more is not shown ({shown})."
    )


def thinking(bot: str) -> str:
    """`ismcts:64` in words."""
    return f"{bot.partition(':')[2]} imagined games a decision" if ":" in bot else f"{bot} play"


def skill(study: Study) -> str:
    if study.agency is None:
        return "Give a run with better bots to see skill."
    return f"{study.run.info.bots[0]} wins {study.agency.text(True)} against {_rivals(study)}."


def _rivals(study: Study) -> str:
    others = study.run.info.players - 1
    return "a random player" if others == 1 else f"{others} random players"


def _skill(study: Study) -> Verdict:
    figures = " ".join([skill(study), *luck(study)])
    if study.agency is None:
        return Verdict("Skill or luck?", ladder(study.rungs), figures=figures)
    fair = 1 / study.run.info.players
    gain = study.agency.low - fair
    tone: Tone = "good" if gain > 0.2 else "warn" if gain > 0.05 else "bad"
    counts = {"good": "Skill counts", "warn": "Skill counts a little", "bad": "Skill hardly counts"}[tone]
    often = f"in {_percent(study.agency)} of the games (a fair share is {_percent_of(fair)})"
    often = "practically always" if study.agency.value > 0.98 else often
    answer = f"{counts}: {study.run.info.bots[0]} beats {_rivals(study)} {often}. {ladder(study.rungs)}"
    return Verdict("Skill or luck?", answer, tone, figures=figures)


def _percent(share: Estimate) -> str:
    return _percent_of(share.value)


def _percent_of(share: float) -> str:
    return f"{100 * share:.0f} %"
