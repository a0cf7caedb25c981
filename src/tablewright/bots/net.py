"""A learned judgement of a position, inside the search: a small network of whole numbers, the same in both modes.

It reads the numbers of an imagined world as the search holds it, so it knows nothing that the seat may not know. Rows
say which numbers it looks at and how; every row switches on one feature at most. The result corrects the game's own
`estimate` where there is one: everybody's share of the win is that estimate times a power of what the network says.

Positions are read as whoever decides sees them: what belongs to a seat is read from that seat on, so that what is
learned in one seat holds in every other. There is a table of rows for each seat that may decide.
"""

from typing import Any

from tablewright.bots.choices import Choices
from tablewright.engine import ESTIMATE, WHO, array, ask, call, exposed, number, peek, rule

ROWS = 6144
FEATURES = 24576
HIDDEN = 32
SEATS = 4
COLUMNS = HIDDEN + SEATS  # a feature's weights: for the hidden units, and straight for every seat
PARTS = 10  # numbers of a row
TURNING = (
    3  # further ones on disk, how it turns with the seat: whose it is, and the way to the next seat's in both fields
)

CATEGORY, SCALAR, PAIR, ATTRIBUTE, HOOK, SEAT, SUM = range(7)  # kinds of rows
ONE = 64  # the amount of a feature that is simply there
MOST = 4 * ONE
WEIGHT = 512  # weights are in parts of this
STEP = WEIGHT * ONE // 64  # powers are tabulated in steps of 1/64
POWERS = 1024
POWER = 1_000_000
WHOLE = 10000
SURELY = 100  # the game's own estimate counts as no surer than a hundredth


class Net(Choices):
    """The weights, and room for one judgement; without rows there is no network."""

    rows = number("i4")
    stretch = number("i4")  # it judges how far shares are from equal ones so many times enlarged
    judges = number("i4")  # 1: positions are judged by it; 0: it only knows habits
    row = array("i4", SEATS, ROWS, PARTS)  # kind, first feature, then what the kind says (see `feature_of`)
    weight = array("i2", FEATURES, COLUMNS)
    bias = array("i4", COLUMNS)
    out = array("i2", HIDDEN, SEATS)
    power = array("i4", POWERS)  # e to the power of -i / 64, in millionths
    features = number("i4")
    feature = array("i4", ROWS)
    amount = array("i4", ROWS)
    sum = array("i8", COLUMNS)
    judged = array("i8", SEATS)


@rule
def judge(kit: Any, net: Any, s: Any, share: Any) -> int:
    """Write everybody's share of the win, in ten-thousandths."""
    mover = ask(kit, WHO, s)
    read_features(kit, net, s, mover)
    add_up(net)
    highest = -(1 << 60)
    for p in range(kit.players):
        value = int(net.sum[HIDDEN + p])
        for h in range(HIDDEN):
            if net.sum[h] > 0:
                value += net.sum[h] * net.out[h][p] // WEIGHT
        net.judged[p] = value
        highest = max(highest, value)
    total = 0
    for p in range(kit.players):
        power = net.power[min(POWERS - 1, (highest - net.judged[p]) // STEP)]
        net.judged[p] = power * prior(kit, s, (mover + p) % kit.players)
        total += net.judged[p]
    fair = WHOLE // kit.players
    for p in range(kit.players):
        share[(mover + p) % kit.players] = fair + (WHOLE * net.judged[p] // total - fair) // net.stretch
    return 0


@rule
def prior(kit: Any, s: Any, p: int) -> int:
    """The game's own estimate of a seat's share, or the same for all."""
    if not kit.has[ESTIMATE]:
        return WHOLE // int(kit.players)
    return int(min(max(call(kit, ESTIMATE, s, p), SURELY), WHOLE - SURELY))


@rule
def add_up(net: Any) -> int:
    for c in range(COLUMNS):
        net.sum[c] = net.bias[c]
    for i in range(net.features):
        weights = net.weight[net.feature[i]]
        amount = net.amount[i]
        for c in range(COLUMNS):
            net.sum[c] += weights[c] * amount
    return 0


@rule
def read_features(kit: Any, net: Any, s: Any, mover: int) -> int:
    """The features of a state as the mover sees it, and their amounts; returns how many there are."""
    data = exposed(kit, s)
    n = 0
    for i in range(net.rows):
        row = net.row[mover][i]
        if row[0] == SCALAR or row[0] == HOOK:
            value = call(kit, row[2], s, row[3]) if row[0] == HOOK else peek(data, row[2], row[3])
            amount = (value - row[4]) * ONE // row[5]
            net.feature[n] = row[1]
            net.amount[n] = min(max(amount, -MOST), MOST)
            n += amount != 0
        else:
            value = added(data, row) if row[0] == SUM else peek(data, row[2], row[3])
            if value != 0 or row[0] == SEAT:
                net.feature[n] = row[1] + feature_of(row, data, min(max(value, row[4]), row[5]))
                net.amount[n] = ONE
                n += 1
    net.features = n
    return n


@rule
def added(data: Any, row: Any) -> int:
    """The sum of several numbers in even steps."""
    total = 0
    for i in range(row[6]):
        total += peek(data, row[2] + i * row[7], row[3])
    return total


@rule
def feature_of(row: Any, data: Any, value: int) -> int:
    """Which feature a number switches on: its own, with that of a partner, or with an attribute of what it names.

    The number of a seat counts from whoever decides; one that is no seat stays as it is.
    """
    if row[0] == CATEGORY or row[0] == SUM:
        return int(value - row[4])
    if row[0] == SEAT:
        return int((value - row[6] + row[7]) % row[8] if value >= row[6] else row[8])
    offset = row[6] + (value * row[7] if row[0] == ATTRIBUTE else 0)
    other = min(max(peek(data, offset, row[7]), row[8]), row[9])
    return int((value - row[4]) * (row[9] - row[8] + 1) + other - row[8])
