"""An economy does not win Standoff: docs/findings.md says why, docs/strength.md against whom else."""

import pytest
from tests.bots.standoff_economy import Economy

from tablewright.bots import find, play_out
from tablewright.bots.search import SearchBot
from tablewright.engine import Match
from tablewright.games import load
from tablewright.games.standoff.state import COUNT, KIND

DEALS = 3


@pytest.mark.parametrize(("refineries", "guns"), [(1, False), (1, True)])
def test_it_mines_and_spends_and_loses_most_games_against_medium(refineries: int, guns: bool) -> None:
    variant = load("standoff").variant()
    bot, economy = find("medium"), Economy(refineries, guns)
    assert isinstance(bot, SearchBot)
    bot.wait(variant)
    won, mined, large = 0.0, 0, 0
    for game in range(2 * DEALS):
        match = Match(variant, 9000 + game // 2)
        play_out(match, [economy, bot] if game % 2 else [bot, economy])
        assert match.outcome is not None
        won += float(match.outcome.shares[0 if game % 2 else 1])
        mined += int(match.state.probe[COUNT.minerals_earned])
        large += int(match.state.probe[COUNT.bought + KIND.poly_4])
    assert won < DEALS
    assert mined > 5 * DEALS
    assert large > DEALS
