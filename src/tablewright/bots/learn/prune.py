"""Looking at less: of all that networks may look at, what taught them most, so that a look is quick."""

from collections.abc import Sequence

import numpy as np

from tablewright.bots.learn.features import Array, Rows
from tablewright.bots.learn.fit import Encoded

MOST_LOOKED = 300  # features that a position switches on, on average


def looked_at(data: Encoded) -> float:
    """How many features a position switches on, on average."""
    return len(data.feature) / max(1, len(data.start) - 1)


def worthwhile(rows: Rows, data: Encoded, moved: Sequence[Array]) -> Rows:
    """The rows whose weights have moved most for the time that they take, as many as may be looked at.

    `moved` has, by feature, how far the weights of each network went from where they began.
    """
    positions = max(1, len(data.start) - 1)
    often = np.bincount(data.feature, np.abs(data.amount), minlength=rows.features) / positions
    worth = np.sum([often * far / max(1e-9, float(often @ far)) for far in moved], axis=0)
    switched = np.bincount(data.feature, minlength=rows.features) / positions
    value = np.array([worth[group.features].sum() for group in rows.groups])
    cost = np.array([switched[group.features].sum() + len(group.parts) / 8 for group in rows.groups])
    chosen, spent = list[int](), 0.0
    for i in np.argsort(-value / np.maximum(cost, 1e-9)):
        if spent + cost[i] <= MOST_LOOKED:
            chosen.append(int(i))
            spent += cost[i]
    made = Rows()
    for i in sorted(chosen):
        group = rows.groups[i]
        made.add(group.parts, group.width, group.turning)
    return made
