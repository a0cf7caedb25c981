"""Combats moment by moment: what is acted out is what the log says, in its order, and nobody falls twice."""

import random

import pytest

import tablewright
from tablewright.engine import Match
from tablewright.games.menagerie.state import SAY as IN_MENAGERIE
from tablewright.games.wtactics.ids import GOES, SAY


def played(game: str, seed: int) -> Match:
    match, chance = tablewright.load(game).start(players=2, seed=seed), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal_ids))
    return match


@pytest.mark.parametrize("game", ["menagerie", "wtactics"])
def test_a_stage_says_what_the_log_says(game: str) -> None:
    match = played(game, 3)
    beats = 0
    for n in range(len(match.steps)):
        log = match.log(None, n, n + 1)
        for beat, lines in match.staged(None, n):
            beats += 1
            assert lines
            assert beat.by
            told = [line for line in lines if not line.startswith("Power:")]  # the log has all powers in one line
            assert all(line in log for line in told)
    assert beats


def test_every_animal_that_falls_falls_once() -> None:
    match, total = played("menagerie", 5), 0
    for n, step in enumerate(match.steps):
        fallen = sum(one.lost for beat, _ in match.staged(None, n) for one in beat.on)
        assert fallen == sum(event[0] == IN_MENAGERIE.harmed for event in step.events if match.staged(None, n))
        total += fallen
    assert total > 0


def test_every_creature_that_dies_in_a_fight_is_seen_falling() -> None:
    seen = died = 0
    match = played("wtactics", 3)
    for n, step in enumerate(match.steps):
        if not any(event[0] == SAY.damage for event in step.events):
            continue
        seen += sum(one.lost for beat, _ in match.staged(None, n) for one in (*beat.by, *beat.on))
        died += sum(event[0] == SAY.left and event[3] == GOES.fell for event in step.events)
    assert 0 < seen == died


def test_a_game_without_a_stage_has_none() -> None:
    match = played("matrix", 1)
    assert not any(match.staged(None, n) for n in range(len(match.steps)))
