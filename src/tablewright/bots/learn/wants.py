"""Fitting habits to where the search looked and what it chose: a policy over the moves on offer, rounded at the end."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tablewright.bots.choices import CHOICES, THINGS
from tablewright.bots.habits import CLASSES, UNITS
from tablewright.bots.learn.fit import Descent, Encoded, rounded
from tablewright.bots.learn.play import CHOICE, FEW_MOVES, OWN, PLACE, VISITS
from tablewright.bots.net import ONE, WEIGHT
from tablewright.engine import ArrayOf, Compiler, Entry, rule

Array = np.ndarray[Any, Any]
KINDS = 3  # classes of a move: by card, by place, and as the own bot's
SELDOM = 20  # choices that were on offer less often have no class


@dataclass
class Wants:
    """Habits while they learn."""

    choice: Array  # of each class from 1 on
    lean: Array
    lean_bias: Array
    want: Array
    want_bias: Array

    @property
    def parts(self) -> tuple[Array, ...]:
        return self.lean, self.lean_bias, self.want, self.want_bias

    def arrays(self) -> dict[str, Array]:
        """The policy in whole numbers, as it is kept."""
        return {
            "choice": self.choice,
            "lean": rounded(self.lean),
            "lean_bias": np.round(self.lean_bias * WEIGHT * ONE).astype(np.int32),
            "want": rounded(self.want),
            "want_bias": np.round(self.want_bias * WEIGHT * ONE).astype(np.int32),
        }


def no_habits() -> dict[str, Array]:
    return {
        "choice": np.zeros(0, np.int32),
        "lean": np.zeros((0, UNITS), np.int16),
        "lean_bias": np.zeros(UNITS, np.int32),
        "want": np.zeros((0, UNITS), np.int16),
        "want_bias": np.zeros(0, np.int32),
    }


def unlearned(moves: Array, features: int, seed: int) -> Wants:
    """Habits that want nothing yet, with a class for whatever is on offer often enough."""
    own = moves[moves[:, OWN] > 0]
    met = np.bincount(moves[:, CHOICE], minlength=CHOICES)
    other = moves[moves[:, PLACE] != moves[:, CHOICE]]
    met += np.bincount(other[:, PLACE], minlength=CHOICES)
    met += np.bincount(own[:, CHOICE] // THINGS * THINGS, minlength=CHOICES)
    choice = np.argsort(-met, kind="stable")[: CLASSES - 1]
    choice = np.sort(choice[met[choice] >= SELDOM]).astype(np.int32)
    chance, classes = np.random.default_rng(seed), len(choice) + 1
    lean = (0.05 * chance.standard_normal((features, UNITS))).astype(np.float32)
    want = (0.1 * chance.standard_normal((classes, UNITS))).astype(np.float32)
    want[0] = 0
    return Wants(choice, lean, np.full(UNITS, 0.1, np.float32), want, np.zeros(classes, np.float32))


def classes_of(wants: Wants, moves: Array) -> Array:
    """The classes of every move, 0 for none."""
    class_of = np.zeros(CHOICES, np.int32)
    class_of[wants.choice] = np.arange(1, len(wants.choice) + 1)
    place = np.where(moves[:, PLACE] != moves[:, CHOICE], class_of[moves[:, PLACE]], 0)
    own = np.where(moves[:, OWN] > 0, class_of[moves[:, CHOICE] // THINGS * THINGS], 0)
    return np.stack([class_of[moves[:, CHOICE]], place, own], axis=1).astype(np.int32)


@rule
def habit_pass(
    order: Any,
    start: Any,
    feature: Any,
    amount: Any,
    first: Any,
    kind: Any,
    aim: Any,
    lean: Any,
    lean_bias: Any,
    want: Any,
    want_bias: Any,
    lean2: Any,
    lean_bias2: Any,
    want2: Any,
    want_bias2: Any,
    unit: Any,
    slope: Any,
    said: Any,
    rate: float,
    sums: Any,
) -> int:
    """One pass over the positions of `order`; a rate of 0 only measures. Loss and hits are left in `sums`."""
    for t in range(len(order)):
        i = order[t]
        for u in range(UNITS):
            unit[u] = lean_bias[u]
            slope[u] = 0.0
        for j in range(start[i], start[i + 1]):
            for u in range(UNITS):
                unit[u] += lean[feature[j], u] * amount[j]
        n = first[i + 1] - first[i]
        highest = -1e9
        best = 0
        aimed = 0
        for m in range(n):
            said[m] = 0.0
            for c in range(KINDS):
                k = kind[first[i] + m, c]
                if k > 0:
                    said[m] += want_bias[k]
                    for u in range(UNITS):
                        if unit[u] > 0:
                            said[m] += unit[u] * want[k, u]
            if said[m] > highest:
                highest = said[m]
                best = m
            if aim[first[i] + m] > aim[first[i] + aimed]:
                aimed = m
        total = 0.0
        for m in range(n):
            said[m] = np.exp(said[m] - highest)
            total += said[m]
        for m in range(n):
            said[m] /= total
            sums[0] -= aim[first[i] + m] * np.log(max(said[m], 1e-6))
            said[m] -= aim[first[i] + m]
        sums[1] += best == aimed
        if rate > 0:
            for m in range(n):
                for c in range(KINDS):
                    k = kind[first[i] + m, c]
                    if k > 0:
                        want_bias2[k] += said[m] * said[m]
                        want_bias[k] -= rate * said[m] / np.sqrt(want_bias2[k] + 1e-6)
                        for u in range(UNITS):
                            if unit[u] > 0:
                                slope[u] += said[m] * want[k, u]
                                g = said[m] * unit[u]
                                want2[k, u] += g * g
                                want[k, u] -= rate * g / np.sqrt(want2[k, u] + 1e-6)
            for u in range(UNITS):
                lean_bias2[u] += slope[u] * slope[u]
                lean_bias[u] -= rate * slope[u] / np.sqrt(lean_bias2[u] + 1e-6)
            for j in range(start[i], start[i + 1]):
                f = feature[j]
                for u in range(UNITS):
                    g = slope[u] * amount[j] + 1e-5 * lean[f, u]
                    lean2[f, u] += g * g
                    lean[f, u] -= rate * g / np.sqrt(lean2[f, u] + 1e-4)
    return 0


@cache
def _compiled_pass() -> Entry:
    whole, wholes, flat, table = ArrayOf("int32"), ArrayOf("int32", 2), ArrayOf("float32"), ArrayOf("float32", 2)
    own = [table, flat, table, flat]
    return Compiler().entry(
        habit_pass,
        whole,
        whole,
        whole,
        flat,
        whole,
        wholes,
        flat,
        *own,
        *own,
        flat,
        flat,
        flat,
        float,
        ArrayOf("float64"),
    )


@dataclass(frozen=True)
class Fit:
    """How well habits foretell the search on games that they have not seen."""

    loss: tuple[float, float]  # before and after
    hits: float  # of the moves that were made, how many are wanted most

    def __str__(self) -> str:
        return f"habits {self.loss[0]:.3f} -> {self.loss[1]:.3f}, {100 * self.hits:.0f} % foretold"


def fit_habits(
    wants: Wants, data: Encoded, first: Array, moves: Array, training: Array, testing: Array, passes: int, rate: float
) -> Fit:
    """Learn from some of the positions, ever more slowly once the others say so."""
    slopes = [np.full_like(part, 1e-3) for part in wants.parts]
    room = [np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32), np.zeros(FEW_MOVES, np.float32)]
    chance, kind = np.random.default_rng(1), classes_of(wants, moves)
    visits = moves[:, VISITS].astype(np.float64)
    whole = np.repeat(np.add.reduceat(np.append(visits, 0), first[:-1]), np.diff(first))
    aim = (visits / np.maximum(whole, 1)).astype(np.float32)
    has = np.diff(first) > 1
    training, testing = training[has[training]], testing[has[testing]]

    def run(order: Array, speed: float) -> tuple[float, float]:
        sums = np.zeros(2)
        given = (data.start, data.feature, data.amount, first, kind, aim)
        _compiled_pass().call(order.astype(np.int32), *given, *wants.parts, *slopes, *room, speed, sums)
        loss, hits = sums / max(1, len(order))
        return float(loss), float(hits)

    before, _ = run(testing, 0.0)
    descent = Descent([*wants.parts, *slopes], before, rate)
    for _ in range(passes):
        run(chance.permutation(training), descent.rate)
        if not descent.goes_on(run(testing, 0.0)[0]):
            break
    descent.back()
    return Fit((before, descent.best), run(testing, 0.0)[1])
