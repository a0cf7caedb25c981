"""The sentences of a report: what the numbers mean to somebody who knows games and no statistics."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tablewright.lab.cardvalues import CardValue
from tablewright.lab.ladder import Rung, height
from tablewright.lab.matchups import Matchup
from tablewright.lab.metrics import LEAST_FOLLOWED, Estimate
from tablewright.lab.page import Tone, Verdict
from tablewright.lab.runs import Run
from tablewright.lab.statistics import Array, uniform_p
from tablewright.lab.survey import GameTrace

if TYPE_CHECKING:
    from tablewright.lab.report import Study

METRIC_NAMES = {
    "drama": "Drama",
    "lead_changes": "Lead changes",
    "comeback": "Comebacks",
    "decisiveness": "Decided after",
    "uncertainty": "Openness",
    "killer_move": "Biggest jump",
    "snowball": "Snowball",
}
PERCENT = {"comeback", "decisiveness", "snowball", "drama", "killer_move", "lead_changes"}
METRIC_HELP = {
    "drama": "how far behind the later winner was on average, in win chance",
    "lead_changes": "share of looks at which somebody else was in front than at the look before",
    "comeback": "games won by a player who, after the first quarter, had at most half of a fair chance",
    "decisiveness": "share of the game until the winner was safely in front",
    "uncertainty": "1 while all players have equal chances, 0 when it is decided; mean over the game",
    "killer_move": "the largest rise of the winner's chance from one look to the next",
    "snowball": "how much more often than a fair share the leader at half time wins",
}
TOO_FEW_FOLLOWED = "Too few games could be followed for figures; give the report more time with --seconds."
LUCK_NOTE = (
    "Each deal was played 16 times with other random numbers after it. The more the chances differ from deal to deal, "
    "the more the deal decides. Bots that hardly vary their play leave little but the deal."
)
NOTICEABLE = 0.03  # of win chance for one use, from the average card
SEATS_NOTE = "The dashed line is a fair share. Draws count as shares of a win."
CARDS_NOTE = (
    "Raw: win share of players who used the card less that of those who did not; it mixes the card's worth with seat, "
    "length and skill. Adjusted: points of win chance for one more use, other cards, seat and bot held equal. "
    "'Stands' means that it is unlikely to be chance although many cards were looked at. Cards with fewer than 200 "
    "games on either side are left open."
)


def verdicts(study: "Study") -> list[Verdict]:
    """The questions every designer has, answered."""
    made = [_ends(study), _fair(study), _how_long(study), _real(study), _tense(study)]
    if study.cards:
        made.append(_card_verdict(study.cards))
    if study.sides:
        made.append(_side_verdict(study.sides))
    return [*made, _skill(study)]


def _ends(study: "Study") -> Verdict:
    games = sum(len(run.games) for run in study.runs)
    stuck = sum(int((~run.finished).sum()) for run in study.runs)
    if stuck:
        return Verdict("Does it end?", f"{stuck:,} of {games:,} games ran into the limit on decisions.", "bad")
    looked = sum(len(trace.options) for trace in study.traces)
    return Verdict(
        "Does it end?",
        f"Yes: all {games:,} games ended by their rules, and none of {looked:,} decisions lacked a legal move.",
        "good",
    )


def endings(study: "Study") -> list[str]:
    """How games end, where the game counts it: counters whose name begins with `end_`."""
    run = study.run
    names = [name for i, name in enumerate(run.info.probes) if name.startswith("end_") and run.probes[:, i].max() == 1]
    shares = {name: study.metrics[0][f"probe.{name}"] for name in names}
    found = [f"{share.text(True)} by {name[4:].replace('_', ' ')}" for name, share in shares.items()]
    return [f"How games end: {'; '.join(found)}."] if found else []


def _fair(study: "Study") -> Verdict:
    worst = max((_unfair(run, m) for run, m in zip(study.runs, study.metrics, strict=True)), key=lambda w: w[0])
    size, sentence = worst
    tone: Tone = "good" if size < 0.01 else "warn" if size < 0.05 else "bad"
    if len(study.runs) < 2:
        sentence += " One strength of bots only: look at a second run before you trust it."
    return Verdict("Is every seat fair?", sentence, tone)


def _unfair(run: Run, metrics: dict[str, Estimate]) -> tuple[float, str]:
    """How unfair the worst seat certainly is, and the sentence for it."""
    fair = 1 / run.info.players
    bots = ", ".join(dict.fromkeys(run.info.bots))
    shares = {seat: metrics[f"share.{seat}"] for seat in run.info.seats}
    seat, share = max(shares.items(), key=lambda item: (round(abs(item[1].value - fair), 6), item[1].value))
    certain = max(0.0, share.low - fair, fair - share.high)
    if uniform_p(run.shares[run.finished].sum(axis=0)) >= 0.05 or certain == 0:
        return 0.0, f"No seat has a measurable advantage ({bots}): {seat} wins {share.text(True)}."
    more = "more" if share.value > fair else "less"
    return certain, f"{seat} wins {share.text(True)} with {bots}, {more} than the fair {100 * fair:.0f} %."


def seats(study: "Study") -> str:
    metrics = study.metrics[0]
    draws = metrics["draws"]
    close = metrics["close_games"]
    return (
        f"{draws.text(True)} of the games end in a shared win; in {close.text(True)} the second is within a tenth of "
        "the winner's score."
    )


def _spread(values: Array) -> tuple[float, float, float]:
    low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
    return float(low), float(middle), float(high)


def _range(values: Array, what: str) -> str:
    """A typical length and how far it goes, in words."""
    low, middle, high = _spread(values)
    if low == high:
        return f"{middle:.0f} {what}, nearly always the same"
    return f"{middle:.0f} {what}, nine of ten games between {low:.0f} and {high:.0f}"


def length(run: Run) -> str:
    done = run.finished
    return f"{_range(run.turns[done], 'turns')}; {_range(run.decisions[done], 'decisions')}."


def _how_long(study: "Study") -> Verdict:
    turns = study.run.turns[study.run.finished]
    low, _, high = _spread(turns)
    tone: Tone = "warn" if high > 4 * max(low, 1) else "good"
    return Verdict("How long is it?", f"{_range(turns, 'turns')}.{' Very uneven.' if tone == 'warn' else ''}", tone)


def decisions(dynamics: dict[str, Estimate]) -> str:
    return (
        f"A decision has {dynamics['options'].text()} legal moves on average; "
        f"{dynamics['real_decisions'].text(True)} of the decisions offer more than one."
    )


def _real(study: "Study") -> Verdict:
    real, options = study.dynamics["real_decisions"], study.dynamics["options"]
    tone: Tone = "good" if real.value > 0.7 else "warn"
    sentence = (
        f"{100 * real.value:.0f} % of the decisions are real ones, with {options.value:.1f} moves to choose from."
    )
    return Verdict("Are there real decisions?", sentence, tone)


def _tense(study: "Study") -> Verdict:
    d = study.dynamics
    if "comeback" not in d:
        return Verdict("Is it tense?", TOO_FEW_FOLLOWED, "unknown")
    decided = d["decisiveness"]
    tone: Tone = "warn" if decided.value < 0.35 or d["comeback"].value < 0.03 else "good"
    return Verdict(
        "Is it tense?",
        f"The winner is safely in front after {100 * decided.value:.0f} % of the game; {d['comeback'].text(True)} of "
        f"the games are comebacks; the leader at half time wins {100 * d['snowball'].value:.0f} points more often "
        "than a fair share.",
        tone,
    )


def cards(values: Sequence[CardValue]) -> str:
    dead = [c.card for c in values if c.dead]
    must = [c.card for c in values if c.must_take]
    parts = [f"Hardly ever used: {', '.join(dead)}." if dead else "No card is dead."]
    if must:
        parts.append(f"Nearly always used when possible: {', '.join(must)}.")
    return " ".join(parts)


def _average(values: Sequence[CardValue]) -> float:
    known = [c.value for c in values if c.value is not None]
    return sum(known) / max(1, len(known))


def _extremes(values: Sequence[CardValue]) -> list[CardValue]:
    """Cards whose value stands and certainly differs from that of the average card, the farthest first."""
    mean = _average(values)
    standing = [c for c in values if c.stands and _apart(c, mean)]
    return sorted(standing, key=lambda c: -abs((c.value or 0) - mean))


def _apart(card: CardValue, mean: float) -> bool:
    inside = (card.low or 0) <= mean <= (card.high or 0)
    return not inside and abs((card.value or 0) - mean) >= NOTICEABLE


def _card_verdict(values: Sequence[CardValue]) -> Verdict:
    extreme, mean = _extremes(values)[:3], _average(values)
    dead = [c for c in values if c.dead]
    if not extreme and not dead:
        return Verdict("Are the cards even?", "No card stands out.", "good")
    named = ", ".join(f"{c.card} {100 * (c.value or 0):+.0f}" for c in extreme)
    sentence = (
        f"Farthest from the average card ({100 * mean:+.0f} points of win chance for one more use): {named}."
        if named
        else ""
    )
    if dead:
        sentence += f" Hardly ever used: {', '.join(c.card for c in dead[:6])}."
    large = any(abs((c.value or 0) - mean) > 0.1 for c in extreme) or dead
    return Verdict("Are the cards even?", sentence.strip(), "warn" if large else "good")


def _side_verdict(found: Sequence[Matchup]) -> Verdict:
    worst = max(found, key=lambda one: one.wins.low)
    if worst.wins.low <= 0.5:
        return Verdict("Are the sides even?", "No side beats another beyond chance.", "good")
    sentence = (
        f"Most uneven: {worst.side.replace('_', ' ')} wins {worst.wins.text(True)} against "
        f"{worst.against.replace('_', ' ')}."
    )
    return Verdict("Are the sides even?", sentence, "bad" if worst.wins.low > 0.65 else "warn")


def luck(study: "Study") -> str:
    parts = [
        f"With {deals.bots} bots the shuffle at the start decides {deals.luck.text(True)} of the result."
        for deals in study.deals
        if deals.luck.n >= LEAST_FOLLOWED
    ]
    if study.agency is not None:
        rivals = "a random player" if study.run.info.players == 2 else "random players"
        parts.append(f"{study.run.info.bots[0]} wins {study.agency.text(True)} against {rivals}.")
    return " ".join(parts) or "Too few games to tell."


def ladder(rungs: Sequence[Rung]) -> str:
    """How far thinking longer helps."""
    steps = height(rungs)
    if steps == len(rungs):
        return f"Every doubling of thinking helped, up to {rungs[-1].stronger}: there is more skill than was measured."
    if steps == 0:
        return f"{rungs[0].stronger} does not beat {rungs[0].weaker} beyond chance: thinking does not help here."
    count = "1 step" if steps == 1 else f"{steps} steps"
    return (
        f"Thinking longer helps for {count}, up to {rungs[steps - 1].stronger}; that {rungs[steps].stronger} is "
        f"better still is not shown ({rungs[steps].share.text(True)})."
    )


def _skill(study: "Study") -> Verdict:
    said = f"{luck(study)} {ladder(study.rungs)}" if study.rungs else luck(study)
    if study.agency is None:
        return Verdict("Skill or luck?", f"{said} Give a run with better bots to see skill.", "unknown")
    gain = study.agency.low - 1 / study.run.info.players
    tone: Tone = "good" if gain > 0.2 else "warn" if gain > 0.05 else "bad"
    return Verdict("Skill or luck?", said, tone)


def findings(study: "Study") -> list[tuple[float, str, GameTrace | None]]:
    """What a designer should look at: weight, sentence, and a game that shows it."""
    made: list[tuple[float, str, GameTrace | None]] = []
    stuck = sum(int((~run.finished).sum()) for run in study.runs)
    if stuck:
        made.append((100.0, f"{stuck:,} games did not end by their rules.", None))
    for run, metrics in zip(study.runs, study.metrics, strict=True):
        size, sentence = _unfair(run, metrics)
        if size > 0.01:
            made.append((100 * size, sentence, study.traces[0]))
    names, mean = [c.card for c in study.cards], _average(study.cards)
    for card in _extremes(study.cards)[:4]:
        i = names.index(card.card)
        kind = "strong" if (card.value or 0) > mean else "weak"
        sentence = (
            f"{card.card} may be too {kind}: {100 * (card.value or 0):+.1f} points of win chance for one more use; the "
            f"average card has {100 * mean:+.1f}."
        )
        made.append((50 * abs((card.value or 0) - mean), sentence, _with_card(study.traces, i, kind == "strong")))
    made += [
        (20.0, f"{c.card} is hardly ever used ({c.used:,} of {c.offered:,} times).", None)
        for c in study.cards
        if c.dead
    ]
    comeback = [trace for trace in study.traces if len(trace.points) > 2 and trace.ended]
    if comeback:
        deepest = min(comeback, key=lambda t: float(t.chances[1:, t.shares > 0].min()))
        low = 100 * float(deepest.chances[1:, deepest.shares > 0].min())
        made.append((0.1, f"The deepest comeback: the winner's chance was once down to {low:.0f} %.", deepest))
    return made


def _with_card(traces: Sequence[GameTrace], card: int, won: bool) -> GameTrace | None:
    """A game in which a user of the card won, or lost."""
    for trace in traces:
        for seat, share in enumerate(trace.shares):
            if trace.used[seat][card] > 0 and (share == 1.0) == won:
                return trace
    return None
