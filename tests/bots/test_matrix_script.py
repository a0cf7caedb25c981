"""A short script that once won most games of Matrix against every level."""

import pytest
from tests.bots.matrix_script import Script

from tablewright.bots import find, play_out
from tablewright.bots.search import SearchBot
from tablewright.engine import Match
from tablewright.games import load

DEALS = 10  # docs/strength.md has more


THINKING_LONG = [pytest.param(level, marks=pytest.mark.slow) for level in ("hard:3000", "expert:3000")]


@pytest.mark.parametrize("level", ["medium", *THINKING_LONG])
def test_it_wins_less_than_half(level: str) -> None:
    variant = load("matrix").variant()
    bot, script = find(level), Script()
    assert isinstance(bot, SearchBot)
    bot.wait(variant)
    won = 0.0
    for deal in range(2 * DEALS):
        match = Match(variant, 7000 + deal // 2)
        play_out(match, [script, bot] if deal % 2 else [bot, script])
        assert match.outcome is not None
        won += float(match.outcome.shares[0 if deal % 2 else 1])
    assert won < DEALS
