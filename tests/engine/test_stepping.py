"""Games stepped from Python in machine code: the same games as a match plays, decision by decision."""

import shutil
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tablewright.engine import Game, IllegalMove, Match, RuleFault, TablewrightError, match_of, numba
from tablewright.engine.stepping import Batch
from tablewright.games import load

TINY = Path(__file__).parent.parent.parent / "examples" / "tiny"
pytestmark = pytest.mark.skipif(numba() is None, reason="needs Numba")


def test_one_game_is_that_of_a_match(tiny: Game) -> None:
    stepper, chance = tiny.stepper(), Random(3)
    for seed in range(20):
        match = Match(tiny.variant(), seed)
        stepper.reset(seed)
        while not match.over:
            assert (stepper.seat, stepper.legal_ids, stepper.bytes) == (match.seat, match.legal_ids, match.bytes)
            action = chance.choice(stepper.legal_ids)
            stepper.play(action)
            match.play(action)
        outcome = match.outcome
        assert outcome is not None
        assert (stepper.over, stepper.seat, stepper.legal_ids) == (True, -1, [])
        assert stepper.gains == [int(12 * share) for share in outcome.shares]
        with pytest.raises(IllegalMove):
            stepper.play(0)


def test_an_illegal_step_changes_nothing(tiny: Game) -> None:
    stepper = tiny.stepper()
    stepper.reset(5)
    before = stepper.bytes, stepper.legal_ids
    for action in (-1, 6, 10**6):
        with pytest.raises(IllegalMove):
            stepper.play(action)
    assert (stepper.bytes, stepper.legal_ids) == before


def pick(batch: Batch, chance: np.random.Generator) -> np.ndarray:
    """A legal action for every game; anything for those that are over."""
    at = batch.offsets[:-1] + (chance.random(len(batch)) * np.diff(batch.offsets)).astype(np.int64)
    return batch.ids[np.minimum(at, len(batch.ids) - 1)]


def play_on(batch: Batch, chance: np.random.Generator) -> None:
    for _ in range(1000):
        batch.step(pick(batch, chance))


@pytest.mark.parametrize("game", [str(TINY), "matrix"])
def test_a_batch_plays_the_games_of_matches(game: str) -> None:
    batch, chance = load(game).batch(7, seed=40), np.random.default_rng(2)
    matches = [Match(batch.variant, seed) for seed in range(40, 47)]
    arrays = batch.ids, batch.offsets, batch.seats, batch.observations, batch.gains
    while not batch.over.all():
        mask = batch.mask()
        for i, match in enumerate(matches):
            legal = batch.ids[batch.offsets[i] : batch.offsets[i + 1]].tolist()
            assert (batch.state(i), legal) == (match.bytes, match.legal_ids)
            assert np.flatnonzero(mask[i]).tolist() == legal
            assert batch.seats[i] == (-1 if match.seat is None else match.seat)
            if match.seat is not None:
                assert batch.observations[i].tolist() == match.observe(match.seat).tolist()
        actions = pick(batch, chance)
        for match, action in zip(matches, actions, strict=True):
            if not match.over:
                match.play(int(action))
        batch.step(actions)
    outcomes = [match.outcome for match in matches]
    assert batch.gains.tolist() == [[int(12 * share) for share in outcome.shares] for outcome in outcomes if outcome]
    now = batch.ids, batch.offsets, batch.seats, batch.observations, batch.gains
    assert all(one is other for one, other in zip(arrays, now, strict=True))


def test_an_illegal_action_stops_the_whole_step(tiny: Game) -> None:
    batch = tiny.batch(3)
    before = [batch.state(i) for i in range(3)]
    actions = batch.ids[batch.offsets[:-1]].copy()
    actions[1] = 99
    with pytest.raises(IllegalMove, match="game 1 of the batch: 99 is not a legal move now"):
        batch.step(actions)
    assert [batch.state(i) for i in range(3)] == before


def test_games_that_are_over_begin_again(tiny: Game) -> None:
    batch, chance = tiny.batch(4, seed=10, again=True), np.random.default_rng(2)
    for _ in range(12):
        batch.step(pick(batch, chance))
    assert batch.over.all()
    assert batch.gains.sum() == 4 * 12
    batch.step(pick(batch, chance))
    assert batch.seeds.tolist() == [14, 15, 16, 17]
    assert [batch.state(i) for i in range(4)] == [Match(batch.variant, seed).bytes for seed in (14, 15, 16, 17)]


def test_a_fault_is_told_with_the_record_of_its_game(tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "failing", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "failing" / "rules.py"
    planted = "    s.count += a + 1\n    if s.count == 24 and s.rng % 8 == 0:\n        s.played[6 + a] += 1\n"
    path.write_text(path.read_text("utf-8").replace("    s.count += a + 1\n", planted), "utf-8")
    game, chance = load(str(tmp_path / "failing")), np.random.default_rng(1)
    batch = game.batch(50, again=True)
    with pytest.raises(RuleFault) as met:
        play_on(batch, chance)
    with pytest.raises(RuleFault) as again:
        match_of(met.value.record, lambda _: game)
    assert (again.value.seed, again.value.decision) == (met.value.seed, met.value.decision)


def test_a_batch_has_games(tiny: Game) -> None:
    with pytest.raises(TablewrightError, match="at least 1 game"):
        tiny.batch(0)
