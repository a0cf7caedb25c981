"""Fitting a network to positions and targets: Adagrad on sparse features in machine code, rounded at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tablewright.bots.learn.features import Rows
from tablewright.bots.net import (
    COLUMNS,
    HIDDEN,
    ONE,
    ROWS,
    SEATS,
    WEIGHT,
    WHOLE,
    Net,
    prior,
    read_features,
)
from tablewright.bots.nets import turned
from tablewright.engine import (
    WHO,
    ArrayOf,
    CompiledKit,
    Compiler,
    Entry,
    Kit,
    Variant,
    ask,
    rule,
)

Array = np.ndarray[Any, Any]
LIMIT = 32767
RATE = 0.8  # how fast a network of one feature a position would learn
SLOWER, MOST_SLOWED = 3.0, 3
NO_MATTER = 1e-4  # a share this near to an equal one is one
FAR, MOST_OF_THEM = 0.45, 0.8  # that many of the results lie at most so far from equal shares once they are enlarged


@dataclass
class Weights:
    """A network while it learns."""

    rows: Rows
    weight: Array
    bias: Array
    out: Array
    stretch: int = 1

    def arrays(self) -> dict[str, Array]:
        """The network in whole numbers, as it is kept."""
        return {
            "row": self.rows.table(),
            "weight": rounded(self.weight),
            "bias": np.round(self.bias * WEIGHT * ONE).astype(np.int32),
            "out": rounded(self.out),
            "stretch": np.array(self.stretch, np.int32),
        }


def rounded(values: Array) -> Array:
    return np.clip(np.round(values * WEIGHT), -LIMIT, LIMIT).astype(np.int16)


def stretch_for(variant: Variant, targets: Array) -> int:
    """How much to enlarge what tells seats apart: payoffs are seldom near the most that there could be."""
    far = abs(targets - 1 / variant.players)
    decided = far[far > NO_MATTER]
    if variant.game.rules.estimate is not None or not len(decided):
        return 1
    return max(1, int(FAR / np.quantile(decided, MOST_OF_THEM)))


def fresh(rows: Rows, seed: int, stretch: int = 1) -> Weights:
    """A network that says nothing yet: what it judges is the game's own judgement."""
    chance = np.random.default_rng(seed)
    weight = np.zeros((rows.features, COLUMNS), np.float32)
    weight[:, :HIDDEN] = 0.05 * chance.standard_normal((rows.features, HIDDEN))
    bias = np.zeros(COLUMNS, np.float32)
    bias[:HIDDEN] = 0.1
    return Weights(rows, weight, bias, np.zeros((HIDDEN, SEATS), np.float32), stretch)


@dataclass(frozen=True)
class Encoded:
    """Positions as features, as the movers see them: those of position i are from start[i] to start[i + 1]."""

    start: Array
    feature: Array
    amount: Array
    prior: Array  # the logarithms of everybody's share in the game's own judgement, from the mover on
    target: Array  # everybody's share, from the mover on


@rule
def encode_all(kit: Any, one: Any, first: Any, width: int, start: Any, feature: Any, amount: Any, priors: Any) -> int:
    """Write the features of all positions behind each other; returns for how many there was room."""
    at = 0
    for i in range(len(priors)):
        mover = ask(kit, WHO, first + i * width)
        n = read_features(kit, one, first + i * width, mover)
        if at + n > len(feature):
            return i
        for j in range(n):
            feature[at + j] = one.feature[j]
            amount[at + j] = one.amount[j]
        at += n
        start[i + 1] = at
        for p in range(kit.players):
            priors[i][p] = prior(kit, first + i * width, (mover + p) % kit.players)
    return len(priors)


@rule
def train_pass(
    order: Any,
    start: Any,
    feature: Any,
    amount: Any,
    priors: Any,
    target: Any,
    weight: Any,
    bias: Any,
    out: Any,
    weight2: Any,
    bias2: Any,
    out2: Any,
    units: Any,
    said: Any,
    rate: float,
    losses: Any,
) -> int:
    """One pass over the positions of `order`; a rate of 0 only measures. The loss is left in `losses`."""
    players = target.shape[1]
    for t in range(len(order)):
        i = order[t]
        for c in range(COLUMNS):
            units[c] = bias[c]
        for j in range(start[i], start[i + 1]):
            f = feature[j]
            x = amount[j]
            for c in range(COLUMNS):
                units[c] += weight[f, c] * x
        total = 0.0
        highest = -1e9
        for p in range(players):
            said[p] = priors[i, p] + units[HIDDEN + p]
            for h in range(HIDDEN):
                if units[h] > 0:
                    said[p] += units[h] * out[h, p]
            highest = max(highest, said[p])
        for p in range(players):
            said[p] = np.exp(said[p] - highest)
            total += said[p]
        for p in range(players):
            said[p] /= total
            losses[0] -= target[i, p] * np.log(max(said[p], 1e-6))
            said[p] -= target[i, p]
        if rate > 0:
            learn_one(i, start, feature, amount, weight, bias, out, weight2, bias2, out2, units, said, players, rate)
    return 0


@rule
def learn_one(
    i: int,
    start: Any,
    feature: Any,
    amount: Any,
    weight: Any,
    bias: Any,
    out: Any,
    weight2: Any,
    bias2: Any,
    out2: Any,
    units: Any,
    said: Any,
    players: int,
    rate: float,
) -> int:
    """Move the weights against the error in `said`."""
    for h in range(HIDDEN):
        slope = 0.0
        if units[h] > 0:
            for p in range(players):
                slope += said[p] * out[h, p]
                g = said[p] * units[h]
                out2[h, p] += g * g
                out[h, p] -= rate * g / np.sqrt(out2[h, p] + 1e-6)
        units[h] = slope
    for p in range(players):
        units[HIDDEN + p] = said[p]
    for c in range(HIDDEN + players):
        bias2[c] += units[c] * units[c]
        bias[c] -= rate * units[c] / np.sqrt(bias2[c] + 1e-6)
    for j in range(start[i], start[i + 1]):
        f = feature[j]
        x = amount[j]
        for c in range(HIDDEN + players):
            g = units[c] * x + 1e-5 * weight[f, c]
            weight2[f, c] += g * g
            weight[f, c] -= rate * g / np.sqrt(weight2[f, c] + 1e-4)
    return 0


@cache
def _compiled_encode() -> Entry:
    flat, table = ArrayOf("int32"), ArrayOf("int32", 2)
    return Compiler().entry(encode_all, Kit, Net, int, int, flat, flat, flat, table)


@cache
def _compiled_pass() -> Entry:
    whole, flat, table = ArrayOf("int32"), ArrayOf("float32"), ArrayOf("float32", 2)
    tables = [table, flat, table]
    arrays = [whole, whole, whole, flat, table, table, *tables, *tables, flat, flat]
    return Compiler().entry(train_pass, *arrays, float, ArrayOf("float64"))


def encoded(variant: Variant, weights: Weights, states: Array, targets: Array, movers: Array) -> Encoded:
    """Positions as the network sees them."""
    kit = CompiledKit(variant)
    one = np.zeros(1, Net.dtype)
    table = weights.rows.table()
    one["rows"], one["row"] = len(table), turned(table, variant.players)
    most = len(states) * min(ROWS, len(table))
    start = np.zeros(len(states) + 1, np.int32)
    feature, amount = np.zeros((2, most), np.int32)
    priors = np.zeros((len(states), variant.players), np.int32)
    address, width = int(states.ctypes.data), states.dtype.itemsize
    kit.run(_compiled_encode(), one[0], address, width, start, feature, amount, priors)
    n = int(start[-1])
    logs = np.log(np.maximum(priors, 1) / WHOLE).astype(np.float32)
    seats = (movers[:, None] + np.arange(variant.players)) % variant.players
    fair = 1 / variant.players
    enlarged = np.clip(fair + weights.stretch * (targets - fair), 0.0, 1.0)
    turned_targets = np.take_along_axis(enlarged, seats, axis=1).astype(np.float32)
    return Encoded(start, feature[:n].copy(), (amount[:n] / ONE).astype(np.float32), logs, turned_targets)


def fit(weights: Weights, data: Encoded, training: Array, testing: Array, passes: int) -> tuple[float, float]:
    """Learn from some of the positions, ever more slowly once the others say so; their loss before and after.

    A position moves all the weights that it switches on, so the more of them there are, the less each may move.
    """
    parts = weights.weight, weights.bias, weights.out
    slopes = [np.full_like(part, 1e-3) for part in parts]
    chance, room = np.random.default_rng(1), [np.zeros(COLUMNS, np.float32), np.zeros(SEATS, np.float32)]

    def run(order: Array, speed: float) -> float:
        losses = np.zeros(1)
        known = (data.start, data.feature, data.amount, data.prior, data.target)
        _compiled_pass().call(order.astype(np.int32), *known, *parts, *slopes, *room, speed, losses)
        return float(losses[0] / max(1, len(order)))

    before = run(testing, 0.0)
    to_beat = before if np.ptp(data.prior) > 0 else np.inf  # with no judgement to begin with, any is better than none
    descent = Descent([*parts, *slopes], to_beat, RATE * len(data.prior) / max(1, len(data.feature)))
    for _ in range(passes):
        run(chance.permutation(training), descent.rate)
        if not descent.goes_on(run(testing, 0.0)):
            break
    descent.back()
    return before, descent.best


@dataclass
class Descent:
    """The best that was found so far: what is worse is taken back and tried again more slowly."""

    parts: Sequence[Array]
    best: float
    rate: float
    slowed: int = 0

    def __post_init__(self) -> None:
        self.kept = [part.copy() for part in self.parts]

    def goes_on(self, loss: float) -> bool:
        """Take note of a pass; whether a further one is worth it."""
        if loss < self.best:
            self.best, self.kept = loss, [part.copy() for part in self.parts]
            return True
        self.back()
        self.rate, self.slowed = self.rate / SLOWER, self.slowed + 1
        return self.slowed <= MOST_SLOWED

    def back(self) -> None:
        for part, kept in zip(self.parts, self.kept, strict=True):
            part[:] = kept
