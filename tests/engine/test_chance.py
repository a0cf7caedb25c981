"""Random numbers: the same in both modes, uniform, and unrelated between seeds."""

from collections import Counter

import pytest

from tablewright.engine import Compiler, StateLayout, array, below, mixed, numba, rule, seed_chance, shuffle

needs_numba = pytest.mark.skipif(numba() is None, reason="needs Numba")


class Dice(StateLayout):
    pile = array("i1", 5)


@rule
def roll(s: Dice, n: int) -> int:
    return below(s, n)


@rule
def deal(s: Dice, seed: int) -> int:
    seed_chance(s, seed)
    for i in range(5):
        s.pile[i] = i
    return shuffle(s, s.pile, 5)


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = sum(counts.values()) / kinds
    return sum((counts[kind] - expected) ** 2 for kind in counts) / expected + (kinds - len(counts)) * expected


def test_known_numbers() -> None:
    """Records depend on these; they must never change."""
    state = Dice.plain()
    seed_chance(state, 7)
    assert [below(state, 1000) for _ in range(6)] == [13, 305, 794, 236, 747, 742]


@pytest.mark.parametrize("sides", [2, 6, 10, 36])
def test_dice_are_fair(sides: int) -> None:
    state = Dice.plain()
    seed_chance(state, 1)
    counts: Counter[object] = Counter(below(state, sides) for _ in range(20000))
    assert set(counts) == set(range(sides))
    assert chi_square(counts, sides) < sides + 5 * (2 * sides) ** 0.5


def first_die(seed: int, stream: int) -> int:
    state = Dice.plain()
    state.rng = mixed(seed, stream)
    return below(state, 6)


def unrelated(one: list[int], other: list[int]) -> bool:
    """All 36 pairs of dice equally often."""
    pairs: Counter[object] = Counter(zip(one, other, strict=True))
    return chi_square(pairs, 36) < 36 + 5 * float(72**0.5)


def test_neighbouring_seeds_and_streams_are_unrelated() -> None:
    """The generator is linear: without scrambling, the games of a simulation would resemble each other."""
    seeds = [first_die(seed, 0) for seed in range(20001)]
    assert unrelated(seeds[:-1], seeds[1:])
    assert unrelated(seeds, [first_die(seed, 1) for seed in range(20001)])
    streams = [first_die(5, stream) for stream in range(20001)]
    assert unrelated(streams[:-1], streams[1:])
    high = [first_die(seed << 32, 0) for seed in range(20001)]
    assert unrelated(high[:-1], high[1:])


def test_no_two_seeds_are_alike() -> None:
    assert len({mixed(seed, stream) for seed in range(1000) for stream in range(20)}) == 20000


def test_shuffles_are_uniform() -> None:
    counts: Counter[object] = Counter()
    state = Dice.plain()
    for seed in range(24000):
        deal(state, seed)
        counts[tuple(state.pile)] += 1
    assert len(counts) == 120
    assert chi_square(counts, 120) < 120 + 5 * 240**0.5


def test_large_seeds_and_values_stay_in_range() -> None:
    for seed in (0, 1, 2**31, 2**32 - 1, 2**61, 2**62 - 1):
        state = Dice.plain()
        seed_chance(state, seed)
        for _ in range(200):
            assert 0 <= state.rng < 2**63
            assert 0 <= below(state, 2**31) < 2**31


@needs_numba
def test_both_modes_draw_the_same_numbers() -> None:
    compiler = Compiler()
    compiled_deal = compiler.entry(deal, Dice, int)
    compiled_roll = compiler.entry(roll, Dice, int)
    record = Dice.to_record(Dice.plain())
    for seed in (0, 1, 7, 2**40 + 3, 2**62 - 1):
        plain = Dice.plain()
        deal(plain, seed)
        compiled_deal.call(record[0], seed)
        assert record.tobytes() == Dice.to_bytes(plain)
        for sides in (2, 3, 6, 1000, 2**31):
            assert compiled_roll.call(record[0], sides) == roll(plain, sides)
        assert record.tobytes() == Dice.to_bytes(plain)
