"""What a report says, as numbers: the runs, and for a few seconds a closer look at some of their games."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablewright.bots.seats import BotError
from tablewright.engine import Game, TablewrightError, Variant
from tablewright.engine.kits import Chooser
from tablewright.lab import loops
from tablewright.lab.cardvalues import CardValue, card_values
from tablewright.lab.deals import deal_chances
from tablewright.lab.ladder import Rung, climb
from tablewright.lab.matchups import Matchup, matchups
from tablewright.lab.metrics import LEAST_FOLLOWED, Estimate, luck_of_the_deal, run_metrics, survey_metrics
from tablewright.lab.runs import Run, collect, variant_of
from tablewright.lab.simulate import StopRule
from tablewright.lab.statistics import Array
from tablewright.lab.survey import COARSE, GRADES, NO_LOOKS, GameTrace, Looks, Surveyor, survey

WANTED = 120  # games with measured chances; fewer looks at each where that would take too long
DEAL_GAMES = 16  # of each deal
RANDOM = "random"
# Parts of the time
CHANCES, DECISIONS, CIRCLES, DEALS, RANDOM_DEALS, AGENCY, LADDER = 0.35, 0.15, 0.1, 0.15, 0.05, 0.05, 0.15


@dataclass(frozen=True)
class Deals:
    """The first seat's chance from deal to deal, with one kind of bots."""

    bots: str
    chances: Array
    luck: Estimate


@dataclass(frozen=True)
class Study:
    """Everything that a report says, as numbers."""

    variant: Variant
    runs: Sequence[Run]
    metrics: Sequence[dict[str, Estimate]]  # one for each run
    circles: Sequence[loops.Search]  # one for each run
    traces: Sequence[GameTrace]
    looks: Looks
    dynamics: dict[str, Estimate]
    cards: Sequence[CardValue]
    deals: Sequence[Deals]  # with the first run's first bot, then with random ones
    agency: Estimate | None  # win share of the first run's first bot against random ones
    rungs: Sequence[Rung]
    sides: Sequence[Matchup] = ()  # in games whose sides differ

    @property
    def run(self) -> Run:
        return self.runs[0]

    @property
    def dead_ends(self) -> list[GameTrace]:
        """Games in which somebody had to decide and had no legal move."""
        return [trace for trace in self.traces if not trace.ended and len(trace.actions) < self.variant.bound]


def study(
    runs: Sequence[Run],
    load: Callable[[str], Game],
    bot: Callable[[str], Chooser],
    seconds: float = 4.0,
    ladder: float | None = None,
) -> Study:
    """Look closer at games of the first run for about the given time, and at what the runs tell together."""
    variant = _common_variant(runs, load)
    runs = sorted(runs, key=lambda run: not _can_be_followed(run, bot))
    first = runs[0].info
    if not _can_be_followed(runs[0], bot):
        raise TablewrightError(
            f"a report plays games again, which {', '.join(dict.fromkeys(first.bots))} cannot; give it another run "
            f"too, made with: tablewright simulate {first.source} --bots greedy --out FILE"
        )
    bots = [bot(name) for name in first.bots]
    looks = _looks(variant, bots, seconds * CHANCES)
    traces = _followed(variant, bots, runs[0], looks, seconds)
    names = list(variant.game.cards.cards) if "card" in variant.game.hooks() else []
    strengths = list({one.name: one for one in (bots[0], bot(RANDOM))}.values())
    part = seconds * CIRCLES / len(runs)
    return Study(
        variant,
        runs,
        [run_metrics(run) for run in runs],
        [_circles(variant, run, bot, part) for run in runs],
        traces,
        looks,
        survey_metrics(traces),
        card_values(names, traces, first.bots) if names else [],
        [_deals(variant, one, seconds * part) for one, part in zip(strengths, (DEALS, RANDOM_DEALS), strict=False)],
        _agency(variant, bots[0], bot(RANDOM), seconds * AGENCY),
        climb(variant, bot, ladder or seconds * LADDER) if variant.players > 1 else [],
        matchups(runs[0], variant.game.sides),
    )


def _can_be_followed(run: Run, bot: Callable[[str], Chooser]) -> bool:
    """Whether its games can be played again; those of a user's own bot cannot."""
    try:
        return all(bot(name) for name in run.info.bots)
    except BotError:
        return False


def _circles(variant: Variant, run: Run, bot: Callable[[str], Chooser], seconds: float) -> loops.Search:
    if not _can_be_followed(run, bot):
        return loops.Search(0, ())
    return loops.search(variant, [bot(name) for name in run.info.bots], run, seconds)


def _common_variant(runs: Sequence[Run], load: Callable[[str], Game]) -> Variant:
    """The one variant that all runs are of."""
    if not runs:
        raise TablewrightError("a report needs at least one run")
    first = runs[0].info
    for info in (run.info for run in runs[1:]):
        if info.game != first.game:
            raise TablewrightError(f"runs of different games: {first.game} and {info.game}; give runs of one game")
        if (info.players, info.rules, info.cards) != (first.players, first.rules, first.cards):
            raise TablewrightError(
                f"runs of different variants: {first.describe()} and {info.describe()}; "
                "a report takes one, two are for: tablewright compare"
            )
    return variant_of(first, load)


def _looks(variant: Variant, bots: Sequence[Chooser], seconds: float) -> Looks:
    """As close as the time allows."""
    surveyor = Surveyor(variant, bots)
    surveyor.game(1, looks=Looks(1, 1))  # compiled before the clock starts
    start = time.perf_counter()
    surveyor.game(1, looks=COARSE)
    playout = (time.perf_counter() - start) / (COARSE.points * COARSE.rollouts)
    most = seconds * (os.cpu_count() or 1) / (playout * WANTED)
    return next((looks for looks in GRADES if looks.points * looks.rollouts <= most), COARSE)


def _followed(variant: Variant, bots: Sequence[Chooser], run: Run, looks: Looks, seconds: float) -> list[GameTrace]:
    """Some games with measured chances; then others without, which tell of decisions and cards."""
    info, games = run.info, len(run.games)
    traces = survey(variant, bots, games, info.seed, looks, info.rotations, seconds * CHANCES, LEAST_FOLLOWED)
    done = len(traces) // info.rotations + 1
    rest = games - done * info.rotations
    if rest > 0:
        first = info.seed + done
        traces += survey(variant, bots, rest, first, NO_LOOKS, info.rotations, seconds * DECISIONS)
    return traces


def _deals(variant: Variant, bot: Chooser, seconds: float) -> Deals:
    chances = deal_chances(variant, [bot] * variant.players, DEAL_GAMES, seconds, least=LEAST_FOLLOWED)
    return Deals(bot.name, chances, luck_of_the_deal(chances, DEAL_GAMES))


def _agency(variant: Variant, bot: Chooser, random: Chooser, seconds: float) -> Estimate | None:
    if bot.name == random.name or variant.players < 2:
        return None
    run = collect(variant, [bot] + [random] * (variant.players - 1), StopRule(20_000, seconds=seconds))
    return run_metrics(run)[f"bot.{bot.name}"]
