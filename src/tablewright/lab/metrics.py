"""What a designer wants to know of many games, as numbers with 95 % intervals. docs/metrics.md has the definitions."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from tablewright.engine import Variant, unknown
from tablewright.lab.runs import Run
from tablewright.lab.statistics import (
    Z95,
    Array,
    bootstrap,
    clustered_error,
    clustered_wilson,
    median_interval,
    wilson,
)
from tablewright.lab.survey import GameTrace

LEAST_GAMES = 200  # a cell with fewer games is hidden, not guessed
OF_POINTS = ("margin", "close_games", "score.")
CLOSE = 0.1  # a margin that makes a close game
LEAST_FOLLOWED = 30  # the same for games whose chances were followed, each of which tells more


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval, from n games."""

    value: float
    low: float
    high: float
    n: int

    def plus(self, constant: float) -> "Estimate":
        return Estimate(self.value + constant, self.low + constant, self.high + constant, self.n)

    def text(self, percent: bool = False) -> str:
        scale, unit = (100, " %") if percent else (1, "")
        digits = 1 if percent or abs(self.value) >= 10 else 2
        return (
            f"{self.value * scale:.{digits}f}{unit} ({self.low * scale:.{digits}f} to {self.high * scale:.{digits}f})"
        )


def proportion(hits: Array, seeds: Array | None = None) -> Estimate:
    """A share of games (or of wins), with Wilson's interval; with `seeds` the games of one seed are not independent."""
    share = float(np.mean(hits)) if len(hits) else 0.0
    if seeds is None or not len(hits):
        return Estimate(share, *wilson(share * len(hits), len(hits)), len(hits))
    return Estimate(share, *clustered_wilson(share, clustered_error(hits, seeds), len(hits)), len(hits))


def average(values: Array, seeds: Array | None = None) -> Estimate:
    """A mean, with the interval of the normal approximation; with `seeds` those of one seed are not independent."""
    mean = float(np.mean(values)) if len(values) else 0.0
    error = 0.0
    if len(values) > 1:
        error = (
            float(np.std(values, ddof=1)) / np.sqrt(len(values)) if seeds is None else clustered_error(values, seeds)
        )
    return Estimate(mean, mean - Z95 * error, mean + Z95 * error, len(values))


def resampled(values: Array, statistic: Callable[[Array], float], seed: int = 1) -> Estimate:
    """Any statistic of rows, with a bootstrap interval."""
    low, high = bootstrap(values, statistic, seed)
    return Estimate(float(statistic(values)), low, high, len(values))


def run_metrics(run: Run) -> dict[str, Estimate]:
    """Everything that the rows of a run tell."""
    done = run.finished
    made = {"unfinished": proportion(~done)}
    if not done.any():
        return made
    shares, seats, seeds = run.shares[done], run.info.seats, run.dependent_seeds
    made |= {f"share.{seat}": proportion(shares[:, i], seeds) for i, seat in enumerate(seats)}
    made["first_player_advantage"] = made[f"share.{seats[0]}"].plus(-1 / len(seats))
    made["draws"] = proportion((shares > 0).sum(axis=1) > 1, seeds)
    made["turns"] = average(run.turns[done], seeds)
    made["turns.median"] = _median(run.turns[done])
    made["decisions"] = average(run.decisions[done], seeds)
    made |= _score_metrics(run) if run.info.points else {}
    for i, name in enumerate(run.info.probes):
        measure = proportion if run.is_ending(i) else average
        made[f"probe.{name}"] = measure(run.probes[done, i], seeds)
    return made | _bot_metrics(run)


def _score_metrics(run: Run) -> dict[str, Estimate]:
    """What points tell, in games whose scores count something."""
    scores, seeds = run.scores[run.finished], run.dependent_seeds
    margin = margins(scores)
    made = {"margin": average(margin, seeds), "close_games": proportion(margin <= CLOSE, seeds)}
    return made | {f"score.{seat}": average(scores[:, i], seeds) for i, seat in enumerate(run.info.seats)}


def _bot_metrics(run: Run) -> dict[str, Estimate]:
    names = list(dict.fromkeys(run.info.bots))
    if len(names) < 2:
        return {}
    done = run.finished
    shares, sitting = run.shares[done], np.array(run.info.bots)[run.bot_in_seat()[done]]
    seeds = np.repeat(run.seeds[done][:, None], shares.shape[1], axis=1)
    return {f"bot.{name}": proportion(shares[sitting == name], seeds[sitting == name]) for name in names}


def no_such_metric(name: str, known: Collection[str], variant: Variant) -> str:
    """What is wrong with the name of a metric."""
    if name.startswith(OF_POINTS) and not variant.game.cards.points:
        return f"{variant.game.name} has no metric {name!r}: its scores only rank the players"
    common = ", ".join(sorted(metric for metric in known if not metric.startswith("probe.")))
    own = ", and probe.NAME for what the game itself counts" if variant.game.probes else ""
    return unknown("metric", name, known, f"known: {common}{own}")


def margins(scores: Array) -> Array:
    """How far the winner is ahead: (best - second) / max(1, |best|)."""
    ranked = np.sort(scores, axis=1)[:, ::-1].astype(float)
    if ranked.shape[1] < 2:
        return np.zeros(len(ranked))
    return np.asarray((ranked[:, 0] - ranked[:, 1]) / np.maximum(1, np.abs(ranked[:, 0])))


def _median(values: Array) -> Estimate:
    return Estimate(float(np.median(values)), *median_interval(values), len(values))


# Metrics of surveyed games


def survey_metrics(traces: Sequence[GameTrace]) -> dict[str, Estimate]:
    """Decisions and dynamics, from games that were followed closely."""
    made = _averages([decision_values(trace) for trace in traces])
    curves = [trace for trace in traces if is_curve(trace)]
    return made | _averages([dynamic_values(trace) for trace in curves]) if len(curves) >= LEAST_FOLLOWED else made


def _averages(rows: Sequence[dict[str, float]]) -> dict[str, Estimate]:
    """The mean of every value; Wilson's interval for those that are yes or no."""
    made = {}
    for name in rows[0]:
        values = np.array([row[name] for row in rows])
        made[name] = proportion(values) if name == "comeback" else average(values)
    return made


def decision_values(trace: GameTrace) -> dict[str, float]:
    """What one game tells of its decisions."""
    return {
        "options": float(trace.options.mean()),
        "real_decisions": float((trace.options > 1).mean()),
        "tree_size": float(np.log10(trace.options).sum()),
    }


def is_curve(trace: GameTrace) -> bool:
    """Whether the chances of a game were followed to its end."""
    return len(trace.points) > 2 and trace.ended


def dynamic_values(trace: GameTrace) -> dict[str, float]:
    """What one game tells of its dynamics."""
    return {name: float(measure(trace)) for name, measure in DYNAMICS.items()}


def _winners(trace: GameTrace) -> Array:
    return trace.shares > 0


def _drama(trace: GameTrace) -> float:
    """How far the winner was behind on average: mean of (best chance - winners' mean chance)."""
    winners = trace.chances[:, _winners(trace)].mean(axis=1)
    return float((trace.chances.max(axis=1) - winners).mean())


def _lead_changes(trace: GameTrace) -> float:
    leader = trace.chances.argmax(axis=1)
    return float((leader[1:] != leader[:-1]).sum() / max(1, len(leader) - 1))


def _decisiveness(trace: GameTrace) -> float:
    """When the game was decided, as a share of its length: the winner passes the best chance any loser ever had."""
    losers = trace.chances[:, ~_winners(trace)]
    if losers.size == 0:
        return 1.0
    ahead = trace.chances[:, _winners(trace)].min(axis=1) > losers.max()
    first = int(ahead.argmax()) if ahead.any() else len(ahead) - 1
    return float(trace.points[first] / max(1, trace.points[-1]))


def _uncertainty(trace: GameTrace) -> float:
    """Entropy of the chances, 1 while everything is open, 0 when it is decided."""
    p = np.clip(trace.chances, 1e-12, 1)
    return float((-(p * np.log(p)).sum(axis=1) / np.log(p.shape[1])).mean())


def _killer(trace: GameTrace) -> float:
    return float(np.diff(trace.chances[:, _winners(trace)].mean(axis=1)).max())


def _comeback(trace: GameTrace) -> bool:
    """A winner who, after the first quarter, had at most half of a fair chance."""
    late = trace.points >= trace.points[-1] / 4
    n = trace.chances.shape[1]
    return bool((trace.chances[late][:, _winners(trace)].min(axis=0) <= 1 / (2 * n)).any())


def _snowball(trace: GameTrace) -> float:
    """How much more than a fair share of the win the leader at half time gets."""
    leader = trace.chances[len(trace.points) // 2].argmax()
    return float(trace.shares[leader] - 1 / len(trace.shares))


DYNAMICS: dict[str, Callable[[GameTrace], float]] = {
    "drama": _drama,
    "lead_changes": _lead_changes,
    "decisiveness": _decisiveness,
    "uncertainty": _uncertainty,
    "killer_move": _killer,
    "comeback": _comeback,
    "snowball": _snowball,
}


def luck_of_the_deal(chances: Array, times: int) -> Estimate:
    """The share of the result that the first deal decides: the spread of the first seat's chance from deal to deal.

    Each chance comes from so many games of one deal; the spread that so few games cause by themselves is taken off.
    """

    def share(values: Array) -> float:
        mean = values.mean()
        noise = (values * (1 - values)).mean() / max(1, times - 1)
        return float(max(0.0, values.var() - noise) / max(1e-9, mean * (1 - mean)))

    return resampled(chances, share)
