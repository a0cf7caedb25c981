"""Turns of phrase that all pages share: who played, what would settle a question, numbers in words."""

from collections.abc import Sequence

from tablewright.engine import Variant
from tablewright.lab.cardvalues import CardValue
from tablewright.lab.judgements import Fairness
from tablewright.lab.measures import SMALL_POINTS
from tablewright.lab.page import Tone
from tablewright.lab.runs import PEOPLE, Run, RunInfo
from tablewright.lab.statistics import Estimate

MOST_NAMES = 12
ENOUGH = f"{100 * SMALL_POINTS:.0f} points"  # an advantage that matters


def bots_of(info: RunInfo) -> str:
    """`greedy bots`, `greedy and random bots` where they differ, or `people`."""
    names = list(dict.fromkeys(info.bots))
    return PEOPLE if names == [PEOPLE] else f"{listed(names)} bots"


def sentence(text: str) -> str:
    """With a capital letter, and all others as they are."""
    return text[0].upper() + text[1:]


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """`a, b and c`; of many only the first."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def card_names(variant: Variant) -> dict[str, str]:
    """What is printed on each card, where that tells them apart."""
    printed = {card: str(values.get("name", card)) for card, values in variant.values.cards.items()}
    return printed if len(set(printed.values())) == len(printed) else {card: card for card in printed}


def settled_by(needed: int | None) -> str:
    """`About 12,000 games would settle it.`"""
    if needed is None:
        return "It is so near to what matters that no practical number of games would settle it."
    return f"About {needed:,} games would settle it."


def unfair_words(run: Run, found: Fairness) -> str:
    """`P0 wins too often with greedy bots`."""
    return f"{found.who} wins too {'often' if found.above else 'seldom'} with {bots_of(run.info)}"


def fair_words(found: Fairness, run: Run) -> tuple[str, Tone]:
    """What is said of one run."""
    if found.extent == "small":
        return f"Yes, within {ENOUGH}, with {bots_of(run.info)}.", "good"
    if found.extent == "large":
        return f"No: {unfair_words(run, found)}.", "bad" if found.certain > 0.05 else "warn"
    if found.extent == "some":
        more = "more" if found.above else "less"
        told = f"Not quite: {found.who} wins {more} than a fair share with {bots_of(run.info)}; whether that matters"
        return f"{told} ({ENOUGH} or more) is open. {settled_by(found.needed)}", "unknown"
    told = f"Open: {found.wins.n:,} games of {bots_of(run.info)} do not exclude an advantage of {ENOUGH}."
    return f"{told} {settled_by(found.needed)}", "unknown"


def beside_average(card: CardValue) -> str:
    """`+8.1 (+7.3 to +8.9)`."""
    value = card.value
    return "" if value is None else f"{points(value.value)} ({points(value.low)} to {points(value.high)})"


def points(value: float | None) -> str:
    return "" if value is None else f"{100 * value:+.1f}"


def percent(share: Estimate) -> str:
    return percent_of(share.value)


def percent_of(share: float) -> str:
    return f"{100 * share:.0f} %"
