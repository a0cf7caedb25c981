"""Many games side by side in machine code, one seat of each for a learner; bots decide for all others in between.

All arrays are memory that the compiled code writes to; they are the same objects after every step.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tablewright.bots.seats import DECISION_STREAM
from tablewright.engine import (
    OVER,
    ArrayOf,
    Chooser,
    CompiledKit,
    Compiler,
    Entry,
    Kit,
    RuleFault,
    Sight,
    TablewrightError,
    Variant,
    ask,
    begin,
    decide,
    deciding,
    gain,
    list_moves,
    listed,
    make,
    mixed,
    numba,
    observe,
    record_for,
    rule,
)

RUNNING, ENDED, ILLEGAL = 0, 1, 2
DEALS = 1000  # tried for a game in which the learner has something to decide
NEEDS = "games side by side need Numba; try: pip install numba"

Ints = np.ndarray[Any, np.dtype[np.int32]]


@rule
def play_others(kit: Any, choosers: Any, mine: int) -> int:
    """Let the bots decide until the learner has to, or the game is over; returns whether it is."""
    while ask(kit, OVER, kit.state) == 0:
        seat = deciding(kit)
        if seat == mine:
            return RUNNING
        bot = (seat - mine) % kit.players - 1
        kit.rng = mixed(kit.seed, DECISION_STREAM + kit.made)
        make(kit, decide(kit, choosers[bot], kit.memory[bot]))
    return ENDED


@rule
def deal(kit: Any, choosers: Any, i: int, seats: Any, seeds: Any) -> int:
    """A new game in the i-th place; one that ends before the learner has to decide is dealt anew."""
    for _ in range(DEALS):
        begin(kit, seeds[i])
        if play_others(kit, choosers, seats[i]) == RUNNING:
            break
        seeds[i] += len(seats)
    return 0


@rule
def tell_seat(kit: Any, i: int, ended: int, seat: int, made: Any, masks: Any, place: int) -> int:
    """Write down how the i-th game stands: what the learner sees (at `place`) and what it may do."""
    made[i] = kit.made
    for action in range(masks.shape[1]):
        masks[i][action] = 0
    if not ended:
        for j in range(list_moves(kit, kit.state)):
            masks[i][listed(kit, j)] = 1
    return observe(kit, kit.state, seat, place)


@rule
def start_seats(
    kit: Any,
    states: int,
    trails: int,
    choosers: Any,
    seats: Any,
    seeds: Any,
    made: Any,
    ended: Any,
    masks: Any,
    sights: int,
    wide: int,
) -> int:
    """Begin all games."""
    for i in range(len(seats)):
        kit.state = states + i * kit.size
        kit.trail = trails + 4 * i * (kit.bound + 1)
        ended[i] = RUNNING
        deal(kit, choosers, i, seats, seeds)
        tell_seat(kit, i, RUNNING, seats[i], made, masks, sights + 4 * wide * i)
    return 0


@rule
def step_seats(
    kit: Any,
    states: int,
    trails: int,
    choosers: Any,
    seats: Any,
    seeds: Any,
    made: Any,
    ended: Any,
    masks: Any,
    sights: int,
    wide: int,
    actions: Any,
    gains: Any,
    finals: int,
    turning: int,
) -> int:
    """One decision of every learner and what the bots answer; returns how many games ended.

    With `finals` a game that ended begins anew at once and its last sight is kept there; without, at the next step.
    """
    ends = 0
    for i in range(len(seats)):
        kit.state = states + i * kit.size
        kit.trail = trails + 4 * i * (kit.bound + 1)
        kit.seed = seeds[i]
        kit.made = made[i]
        gains[i] = 0
        anew = ended[i] != RUNNING and finals == 0
        ended[i] = RUNNING
        if not anew:
            ended[i] = act(kit, choosers, actions[i], seats[i], masks[i])
            if ended[i] == ENDED:
                gains[i] = gain(kit, kit.state, seats[i])
            if ended[i] != RUNNING:
                ends += 1
                if finals:
                    observe(kit, kit.state, seats[i], finals + 4 * wide * i)
                    anew = True
        if anew:
            seats[i] = (seats[i] + turning) % kit.players
            seeds[i] += len(seats)
            deal(kit, choosers, i, seats, seeds)
        over = 0 if anew else ended[i]
        tell_seat(kit, i, over, seats[i], made, masks, sights + 4 * wide * i)
    return ends


@rule
def act(kit: Any, choosers: Any, action: int, seat: int, mask: Any) -> int:
    """The learner's decision, if it is legal, and the bots' after it; returns how the game stands."""
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return ILLEGAL
    make(kit, action)
    return play_others(kit, choosers, seat)


class SeatBatch:
    """Games for one learner each.

    `observations[i]` is what the learner of game i may know (`variant.observation` names the numbers), `masks[i]` has a
    1 for every legal action, `seats[i]` is its seat. After `step`, `ended[i]` is RUNNING, ENDED or ILLEGAL, and
    `gains[i]` what the learner got of a game that ended: its payoff, or its share of the win in twelfths.
    """

    def __init__(
        self, variant: Variant, n: int, bots: Sequence[Chooser], seat: int | None = None, same_step: bool = False
    ) -> None:
        if numba() is None:
            raise TablewrightError(NEEDS)
        if n < 1:
            raise TablewrightError(f"there is at least 1 game side by side, not {n}")
        self.variant = variant
        self._kit = CompiledKit(variant, bots)
        self._states = np.zeros((n, variant.game.state.size), np.uint8)
        self._trails = np.zeros((n, variant.bound + 1), np.int32)
        self._seat = seat
        self.seats, self.seeds, self._made = np.zeros(n, np.int32), np.zeros(n, np.int64), np.zeros(n, np.int32)
        self.ended, self.gains = np.zeros(n, np.int8), np.zeros(n, np.int32)
        self.masks = np.zeros((n, variant.game.blocks.count), np.int8)
        self._sights, self.observations = _room_for_sights(variant, n)
        self._finals, self.last_observations = _room_for_sights(variant, n if same_step else 0)
        self._same_step = same_step

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def last_seats(self) -> Ints:
        """Where the learners of `last_observations` sat."""
        return (self.seats - (self._seat is None)) % self.variant.players

    def reset(self, seeds: Sequence[int]) -> None:
        """Begin all games anew, each with its seed; without a seat of its own, a learner sits elsewhere each time."""
        self.seeds[:] = seeds
        self.seats[:] = np.arange(len(self)) % self.variant.players if self._seat is None else self._seat
        self._run(_drivers()[0])

    def step(self, actions: np.ndarray[Any, Any]) -> int:
        """A decision in every game; one that is not legal ends its game. Returns how many games ended."""
        given = np.ascontiguousarray(actions, np.int32)
        if given.shape != self.seats.shape:
            raise TablewrightError(f"there are {len(self)} games, but the actions have the shape {given.shape}")
        finals = self._finals.ctypes.data if self._same_step else 0
        return self._run(_drivers()[1], given, self.gains, finals, int(self._seat is None))

    def _run(self, driver: Entry, *more: Any) -> int:
        arrays = self._kit.choosers, self.seats, self.seeds, self._made, self.ended, self.masks
        places = self._states.ctypes.data, self._trails.ctypes.data
        try:
            return self._kit.run(driver, *places, *arrays, self._sights.ctypes.data, self.observations.shape[1], *more)
        except RuleFault as fault:
            raise self._with_record(fault) from fault

    def _with_record(self, fault: RuleFault) -> RuleFault:
        """With the decisions of the game that failed, not of whichever was played before it."""
        game = int(np.flatnonzero(self.seeds == fault.seed)[0])
        made = fault.decision - 1 + (fault.rule == "apply")
        record = record_for(self.variant, fault.seed, self._trails[game, :made].tolist())
        return RuleFault(fault.game, fault.seed, fault.decision, fault.rule, fault.what, record)


def _room_for_sights(variant: Variant, n: int) -> tuple[Ints, Ints]:
    """The rows, and the memory they lie in, which has room for a rule that writes too much."""
    wide = len(variant.observation)
    room = np.zeros(n * wide + Sight.size, np.int32)
    return room, room[: n * wide].reshape(n, wide)


@cache
def _drivers() -> tuple[Entry, Entry]:
    line, long, flags = ArrayOf("int32"), ArrayOf("int64"), ArrayOf("int8")
    common = int, int, long, line, long, line, flags, ArrayOf("int8", 2), int, int
    one = Compiler()
    return one.entry(start_seats, Kit, *common), one.entry(step_seats, Kit, *common, line, line, int, int)
