"""What a designer wants to know of many games, as numbers with 95 % intervals. docs/metrics.md has the definitions."""

from dataclasses import replace

import numpy as np

from tablewright.lab.runs import Run
from tablewright.lab.starters import by_turn_order
from tablewright.lab.statistics import (
    Z95,
    Array,
    Estimate,
    between_groups,
    clustered_error,
    clustered_wilson,
    median_interval,
    wilson,
)

LEAST_GAMES = 200  # a cell with fewer games is hidden, not guessed
CLOSE = 0.1  # a margin that makes a close game


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


def small_average(values: Array) -> Estimate:
    """A mean of few values, with Student's interval."""
    from scipy.stats import t

    made = average(values)
    if len(values) < 2:
        return Estimate(made.value, -np.inf, np.inf, len(values))
    half = float(t.ppf(0.975, len(values) - 1)) * made.error
    return Estimate(made.value, made.value - half, made.value + half, len(values))


def run_metrics(run: Run) -> dict[str, Estimate]:
    """Everything that the rows of a run tell."""
    done = run.finished
    made = {"unfinished": proportion(run.stopped)}
    if not done.any():
        return made
    shares, seats, seeds = run.shares[done], run.info.seats, run.dependent_seeds
    made |= {f"share.{seat}": proportion(shares[:, i], seeds) for i, seat in enumerate(seats)}
    if not run.same_begins:
        placed = by_turn_order(shares, run.first[done])
        made |= {f"order.{i + 1}": proportion(placed[:, i], seeds) for i in range(len(seats))}
    unfair = average(unfair_parts(run, done), seeds)
    made["unfairness"] = replace(unfair, low=max(0.0, unfair.low))
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
    shares, scores = run.shares[done], run.scores[done]
    sitting = np.array(run.info.bots)[run.bot_in_seat()[done]]
    seeds = np.repeat(run.seeds[done][:, None], shares.shape[1], axis=1)
    made = {f"bot.{name}": proportion(shares[sitting == name], seeds[sitting == name]) for name in names}
    if run.info.points:
        made |= {f"bot_score.{name}": average(scores[sitting == name], seeds[sitting == name]) for name in names}
    return made


def margins(scores: Array) -> Array:
    """How far the winner is ahead: (best - second) / max(1, |best|)."""
    ranked = np.sort(scores, axis=1)[:, ::-1].astype(float)
    if ranked.shape[1] < 2:
        return np.zeros(len(ranked))
    return np.asarray((ranked[:, 0] - ranked[:, 1]) / np.maximum(1, np.abs(ranked[:, 0])))


def _median(values: Array) -> Estimate:
    return Estimate(float(np.median(values)), *median_interval(values), len(values))


def unfair_parts(run: Run, rows: Array) -> Array:
    """What each of some games adds to the unfairness: the part of the wins that is with the wrong players.

    Half of the sum of |share - fair| over seats or over places in turn order, whichever is larger. Its mean over the
    games is the unfairness.
    """
    shares = run.shares[rows]
    fair, kinds = 1 / run.info.players, [shares]
    if not run.same_begins:
        kinds.append(by_turn_order(shares, run.first[rows]))
    parts = [((kind - fair) * _signs(kind.mean(axis=0) - fair)).sum(axis=1) / 2 for kind in kinds]
    return max(parts, key=lambda part: float(part.mean()))


def _signs(apart: Array) -> Array:
    """Who has too much and who too little; where all have exactly their share, games still differ from each other."""
    signs = np.sign(np.round(apart, 12))
    return signs if signs.any() else np.array([1.0] + [-1.0] * (len(apart) - 1))


def luck_of_the_deal(chances: Array, times: int) -> Estimate:
    """The share of the result that the first deal decides: the spread of the first seat's chance from deal to deal.

    Each chance comes from so many games of one deal; the spread that so few games cause by themselves is taken off.
    """
    return between_groups(chances, times)
