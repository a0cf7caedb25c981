"""Games stepped from Python at the speed of machine code: one at a time, or many side by side.

batch = game.batch(1024, seed=1)
while not batch.over.all():
    batch.step(choose(batch.observations, batch.offsets, batch.ids))

All arrays of a batch are memory that the compiled code writes to; they are the same objects after every step.
"""

import ctypes
from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tablewright.engine.compiler import STATUS, WORD, Argument, ArrayOf, Compiler, Entry, exception_of, numba
from tablewright.engine.drivers import (
    MOST_MOVES,
    MOST_PLAYERS,
    OVER,
    Kit,
    PlainKit,
    Sight,
    ask,
    begin,
    deciding,
    gain,
    list_moves,
    listed,
    make,
    observe,
)
from tablewright.engine.errors import IllegalMove, RuleFault, TablewrightError
from tablewright.engine.game import Variant
from tablewright.engine.kits import CompiledKit
from tablewright.engine.layout import BoolArray, IntArray
from tablewright.engine.records import record_for
from tablewright.engine.rule import rule

ENDED, ILLEGAL = -1, -2


@rule
def start_one(kit: PlainKit, seed: int) -> int:
    """Set up a game; returns what `step_one` does."""
    begin(kit, seed)
    return look(kit)


@rule
def step_one(kit: PlainKit, action: int, n: int) -> int:
    """Make one of n listed decisions; returns the next list's length and who decides, ENDED or ILLEGAL."""
    for i in range(n):
        if listed(kit, i) == action:
            make(kit, action)
            return look(kit)
    return ILLEGAL


@rule
def look(kit: PlainKit) -> int:
    if ask(kit, OVER, kit.state):
        return ENDED
    seat = deciding(kit)
    return list_moves(kit, kit.state) * MOST_PLAYERS + seat


@rule
def gains(kit: PlainKit, seat: int) -> int:
    return gain(kit, kit.state, seat)


SHOWN = ("over", "seat", "variant")
NEEDS = "stepping compiled games needs Numba; try: pip install numba (or step a Match)"


class Stepper:
    """One game in machine code: `reset`, then `play` until `over`. It has no words, no log and no undo; see `Match`."""

    __slots__ = ("_begin", "_fault", "_given", "_kit", "_left", "_list", "_play", "_same", "_value", *SHOWN)

    def __init__(self, variant: Variant) -> None:
        if numba() is None:
            raise TablewrightError(NEEDS)
        self.variant, self._kit = variant, CompiledKit(variant)
        start, play, _ = _steps()
        # A step takes less time than giving the GIL away, and ready-made words are passed on as they are.
        self._begin, self._play = (ctypes.PYFUNCTYPE(STATUS)(one.address) for one in (start, play))
        self._value, self._fault, self._given, self._left = WORD(), ctypes.c_void_p(), WORD(), WORD()
        place = WORD(self._kit.record.ctypes.data)
        self._same = ctypes.byref(self._value), ctypes.byref(self._fault), place, self._given, self._left
        self._list = (ctypes.c_int32 * MOST_MOVES).from_address(int(self._kit.record["listed"][0]))
        self.over, self.seat = True, -1

    def reset(self, seed: int) -> None:
        """Begin the game of a seed."""
        self._given.value = seed
        if self._begin(*self._same[:4]):
            raise self._kit.fault(exception_of(self._fault.value))
        self._stand(self._value.value)

    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal moves, ascending."""
        return self._list[: self._left.value]

    def play(self, action: int) -> None:
        """Make a decision; one that is not legal raises IllegalMove and changes nothing."""
        self._given.value = action
        if self._play(*self._same):
            raise self._kit.fault(exception_of(self._fault.value))
        self._stand(self._value.value)

    def _stand(self, value: int) -> None:
        if value >= 0:
            self._left.value, self.seat, self.over = value // MOST_PLAYERS, value % MOST_PLAYERS, False
        elif value == ENDED:
            self._left.value, self.seat, self.over = 0, -1, True
        else:
            raise IllegalMove("that is not a legal move now")

    @property
    def gains(self) -> list[int]:
        """What every seat has got: its payoff, in a game without one its share of the win in twelfths."""
        return [self._kit.run(_steps()[2], seat) for seat in range(self.variant.players)]

    @property
    def bytes(self) -> bytes:
        """The state, as `Match.bytes` tells it."""
        return self._kit.state_bytes()


@cache
def _steps() -> tuple[Entry, Entry, Entry]:
    one = Compiler()
    return one.entry(start_one, Kit, int), one.entry(step_one, Kit, int, int), one.entry(gains, Kit, int)


@rule
def start_batch(
    kit: Any,
    states: int,
    offsets: IntArray,
    ids: IntArray,
    seats: IntArray,
    over: IntArray,
    gains: IntArray,
    seeds: IntArray,
    made: IntArray,
    sights: int,
) -> int:
    """Set up all games; returns how many ids were listed."""
    at = 0
    for i in range(len(seats)):
        kit.state = states + i * kit.size
        begin(kit, seeds[i])
        at = tell(kit, i, at, offsets, ids, seats, over, gains, made, sights)
    return at


@rule
def step_batch(
    kit: Any,
    states: int,
    actions: IntArray,
    again: int,
    offsets: IntArray,
    ids: IntArray,
    seats: IntArray,
    over: IntArray,
    gains: IntArray,
    seeds: IntArray,
    made: IntArray,
    sights: int,
) -> int:
    """Make one decision in every game that is not over; those that are stay so, or begin anew."""
    at = 0
    for i in range(len(seats)):
        kit.state = states + i * kit.size
        kit.seed = seeds[i]
        kit.made = made[i]
        if over[i] == 0:
            make(kit, actions[i])
        elif again:
            seeds[i] += len(seats)
            begin(kit, seeds[i])
        at = tell(kit, i, at, offsets, ids, seats, over, gains, made, sights)
    return at


@rule
def tell(
    kit: PlainKit,
    i: int,
    at: int,
    offsets: IntArray,
    ids: IntArray,
    seats: IntArray,
    over: IntArray,
    gains: IntArray,
    made: IntArray,
    sights: int,
) -> int:
    """Write down how the i-th game stands; returns where the next list of ids begins."""
    made[i] = kit.made
    ended = ask(kit, OVER, kit.state)
    over[i] = 1 if ended else 0
    seats[i] = -1
    for p in range(kit.players):
        gains[i][p] = gain(kit, kit.state, p) if ended else 0
    if not ended:
        seat = deciding(kit)
        seats[i] = seat
        n = list_moves(kit, kit.state)
        for j in range(n):
            ids[at + j] = listed(kit, j)
        at += n
        if sights:
            observe(kit, kit.state, seat, sights + 4 * kit.wide * i)
    offsets[i + 1] = at
    return at


@rule
def first_illegal(actions: IntArray, offsets: IntArray, ids: IntArray, over: IntArray) -> int:
    """The first game whose action is not among its ids; -1 if there is none."""
    for i in range(len(actions)):
        found = over[i] != 0
        for j in range(offsets[i], offsets[i + 1]):
            found = found or ids[j] == actions[i]
        if not found:
            return i
    return -1


class Batch:
    """Many games side by side in machine code, one decision of each at a time.

    `ids[offsets[i]:offsets[i + 1]]` are the legal ids of game i; `seats[i]` is who decides there, -1 when it is over;
    `observations[i]` is what that seat may know (`variant.observation` says what each number means); `gains[i]` is what
    every seat got when the game ended: its payoff, in a game without one its share of the win in twelfths.
    """

    def __init__(self, variant: Variant, n: int, seed: int, again: bool, observing: bool) -> None:
        if numba() is None:
            raise TablewrightError(NEEDS)
        if n < 1:
            raise TablewrightError(f"a batch has at least 1 game, not {n}")
        self.variant, self.again = variant, again
        self._kit = CompiledKit(variant)
        self._states = np.zeros((n, variant.game.state.size), np.uint8)
        self._over, self._made = np.zeros(n, np.int8), np.zeros(n, np.int32)
        self.seeds = np.zeros(n, np.int64)
        self.seats, self.offsets = np.zeros(n, np.int32), np.zeros(n + 1, np.int32)
        self.ids = np.zeros(n * min(variant.game.blocks.count, MOST_MOVES), np.int32)
        self.gains = np.zeros((n, variant.players), np.int32)
        width = len(variant.observation) if observing else 0
        self._sights = np.zeros(n * width + Sight.size, np.int32)  # no rule can write beyond it
        self.observations = self._sights[: n * width].reshape(n, width)
        self._kit.record["wide"] = width
        self._lately: deque[IntArray] = deque(maxlen=variant.bound + 1)
        self.reset(range(seed, seed + n))

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def over(self) -> BoolArray:
        return self._over.view(np.bool_)

    def reset(self, seeds: Sequence[int]) -> None:
        """Begin all games anew, each with its seed."""
        self.seeds[:] = seeds
        self._lately.clear()
        self._run(_batches()[0], self._states.ctypes.data)

    def step(self, actions: IntArray) -> None:
        """Make a decision in every game; what is given for a game that is over is not looked at.

        With `again` a game that was over begins anew, with a seed that no other game of the batch has or had. An action
        that is not legal raises IllegalMove, and nothing changes.
        """
        given = np.ascontiguousarray(actions, np.int32)
        wrong = _batches()[2].call(given, self.offsets, self.ids, self._over)
        if wrong >= 0:
            raise IllegalMove(f"game {wrong} of the batch: {given[wrong]} is not a legal move now")
        self._lately.append(given.copy())
        self._run(_batches()[1], self._states.ctypes.data, given, int(self.again))

    def mask(self) -> BoolArray:
        """The legal ids as one row of flags a game."""
        made = np.zeros((len(self), self.variant.game.blocks.count), np.bool_)
        counts = np.diff(self.offsets)
        made[np.repeat(np.arange(len(self)), counts), self.ids[: self.offsets[-1]]] = True
        return made

    def state(self, i: int) -> bytes:
        """The state of a game, as `Match.bytes` tells it."""
        return bytes(self._states[i].tobytes())

    def _run(self, driver: Entry, *first: Argument) -> None:
        arrays = self.offsets, self.ids, self.seats, self._over, self.gains, self.seeds, self._made
        sights = self._sights.ctypes.data if self.observations.size else 0
        try:
            self._kit.run(driver, *first, *arrays, sights)
        except RuleFault as fault:
            raise self._with_record(fault) from fault

    def _with_record(self, fault: RuleFault) -> RuleFault:
        """The actions of the game that failed are among those of the last steps."""
        game = int(np.flatnonzero(self.seeds == fault.seed)[0])
        made = fault.decision - 1 + (fault.rule == "apply")
        actions = [int(given[game]) for given in list(self._lately)[len(self._lately) - made :]] if made else []
        record = record_for(self.variant, fault.seed, actions)
        return RuleFault(fault.game, fault.seed, fault.decision, fault.rule, fault.what, record)


@cache
def _batches() -> tuple[Entry, Entry, Entry]:
    line, grid, flags = ArrayOf("int32"), ArrayOf("int32", 2), ArrayOf("int8")
    arrays = line, line, line, flags, grid, ArrayOf("int64"), line, int
    one = Compiler()
    return (
        one.entry(start_batch, Kit, int, *arrays),
        one.entry(step_batch, Kit, int, line, int, *arrays),
        one.entry(first_illegal, line, line, line, flags),
    )
