"""What a report says, as numbers: the runs, and a closer look at some games. The same run, the same numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from tablewright.engine import TablewrightError, Variant
from tablewright.games import Find
from tablewright.lab import loops
from tablewright.lab.cardvalues import CardValue, card_values
from tablewright.lab.deals import deal_chances
from tablewright.lab.executor import Executor
from tablewright.lab.matchups import Matchup, matchups
from tablewright.lab.metrics import luck_of_the_deal, run_metrics
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run, run_of, variant_of
from tablewright.lab.simulate import StopRule
from tablewright.lab.statistics import Array, Estimate
from tablewright.lab.survey import GameTrace, Looks, survey
from tablewright.lab.tension import survey_metrics

DEAL_GAMES = 16  # of each deal
RANDOM, GREEDY = "random", "greedy"
Progress = Callable[[int], None] | None


@dataclass(frozen=True)
class WaysToWin:
    """Plans that were tried against the game's own bot: what follows from them, and each with what it won."""

    verdict: str
    plans: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Closely:
    """How many games are looked at closely; never a time, so that nothing depends on the machine."""

    followed: int = 150  # with measured chances
    decisions: int = 5000  # decision by decision, for the cards
    circles: int = 100  # searched for positions that come back, of each run
    deals: int = 200  # played again and again, with quick bots
    agency: int = 2000  # against random play

    def of(self, plan: Plan) -> "Closely":
        """Bots that think take a thousand times as long: fewer of each."""
        return self if plan.quick else Closely(min(self.followed, 40), min(self.decisions, 40), 20, self.deals, 60)


class Rung(Protocol):
    """A bot that thinks longer against one that thinks less; `arena.ladder` plays them."""

    @property
    def stronger(self) -> str: ...
    @property
    def weaker(self) -> str: ...
    @property
    def wins(self) -> Estimate: ...
    @property
    def fair(self) -> float: ...
    @property
    def beaten(self) -> bool: ...


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
    deals: Sequence[Deals]  # with greedy bots, then with random ones
    agency: Estimate | None  # win share of `skilled` against random ones
    rungs: Sequence[Rung]
    sides: Sequence[Matchup] = ()  # in games whose sides differ
    ways: WaysToWin | None = None  # if plans were tried

    @property
    def skilled(self) -> str:
        """The bot that shows whether skill counts."""
        return _skilled(self.runs, self.variant)

    @property
    def run(self) -> Run:
        return self.runs[0]

    def with_rungs(self, rungs: Sequence[Rung]) -> "Study":
        """The same with a ladder of thinking, which is played elsewhere."""
        return replace(self, rungs=rungs)

    def with_ways(self, ways: WaysToWin) -> "Study":
        """The same with plans that were tried elsewhere."""
        return replace(self, ways=ways)

    @property
    def dead_ends(self) -> list[GameTrace]:
        """Games in which somebody had to decide and had no legal move."""
        return [trace for trace in self.traces if not trace.ended and len(trace.actions) < self.variant.bound]


def work_of(runs: Sequence[Run], variant: Variant, closely: Closely) -> int:
    """How many games a study looks at, for a progress bar."""
    plans = [_plan_of(run, variant) for run in runs]
    total = sum(min(len(run.games), closely.of(plan).circles) for run, plan in zip(runs, plans, strict=True) if plan)
    first, part = runs[0], closely.of(plans[0]) if plans[0] else closely
    total += min(len(first.games), max(part.followed, part.decisions)) + 2 * part.deals * DEAL_GAMES
    return total + (part.agency if _skilled(runs, variant) != RANDOM and variant.players > 1 else 0)


def study(
    runs: Sequence[Run],
    find: Find,
    closely: Closely | None = None,
    rungs: Sequence[Rung] = (),
    progress: Progress = None,
    executor: Executor | None = None,
) -> Study:
    """Look closer at games of the first run, and at what the runs tell together."""
    variant = common_variant(runs, find)
    runs = sorted(runs, key=lambda run: _plan_of(run, variant) is None)
    first, plan = runs[0].info, _plan_of(runs[0], variant)
    if plan is None:
        raise TablewrightError(
            f"a report plays games again, which {', '.join(dict.fromkeys(first.bots))} cannot; give it another run "
            f"too, made with: tablewright simulate {first.game} --bots greedy --out FILE"
        )
    part = (closely or Closely()).of(plan)
    traces = _followed(plan, runs[0], part, progress, executor)
    names = list(variant.game.cards.cards) if "card" in variant.game.hooks() else []
    found = partial(_deals, variant, part.deals, progress, executor)
    return Study(
        variant,
        runs,
        [run_metrics(run) for run in runs],
        [_circles(run, variant, closely or Closely(), progress) for run in runs],
        traces,
        Looks(),
        survey_metrics(traces),
        card_values(names, traces, first.bots) if names else [],
        [found(GREEDY), found(RANDOM)] if part.deals else [],
        _agency(_skilled(runs, variant), variant, part.agency, progress, executor),
        rungs,
        matchups(runs[0], variant.game.sides),
    )


def _plan_of(run: Run, variant: Variant) -> Plan | None:
    """Who played it, if they can do so again; users' own bots cannot."""
    from tablewright.bots.seats import BotError

    try:
        plan = Plan.named(variant, run.info.bots)
    except BotError:
        return None
    return plan if plan.choosers is not None else None


def _circles(run: Run, variant: Variant, closely: Closely, progress: Progress) -> loops.Search:
    plan = _plan_of(run, variant)
    return loops.Search(0, ()) if plan is None else loops.search(plan, run, closely.of(plan).circles, progress)


def common_variant(runs: Sequence[Run], find: Find) -> Variant:
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
    return variant_of(first, find)


def _followed(plan: Plan, run: Run, part: Closely, progress: Progress, executor: Executor | None) -> list[GameTrace]:
    """Some games with measured chances; then others without, which tell of decisions and cards."""
    games, seed = len(run.games), run.info.seed
    followed = min(games, part.followed)
    traces = survey(plan, followed, seed, Looks(), 0, executor, progress)
    rest = min(games, part.decisions) - followed
    return traces + (survey(plan, rest, seed, first=followed, executor=executor, progress=progress) if rest > 0 else [])


def _deals(variant: Variant, deals: int, progress: Progress, executor: Executor | None, bot: str) -> Deals:
    chances = deal_chances(Plan.named(variant, [bot]), DEAL_GAMES, deals, 1, executor, progress)
    return Deals(bot, chances, luck_of_the_deal(chances, DEAL_GAMES))


def _skilled(runs: Sequence[Run], variant: Variant) -> str:
    """The first bot of the first run that is not random and can play again; random where none is."""
    names = [run.info.bots[0] for run in runs if _plan_of(run, variant) is not None]
    return next((name for name in names if name != RANDOM), RANDOM)


def _agency(bot: str, variant: Variant, games: int, progress: Progress, executor: Executor | None) -> Estimate | None:
    if bot == RANDOM or variant.players < 2:
        return None
    against = Plan.named(variant, [bot, *[RANDOM] * (variant.players - 1)])
    return run_metrics(run_of(against, StopRule(games), 1, executor, progress))[f"bot.{bot}"]
