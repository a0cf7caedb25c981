"""The rules of the Wallet Game against a second implementation, decision by decision."""

from random import Random
from typing import Any

import pytest

from tablewright.engine import Game, Match
from tests.besides import besides
from tests.games.oracles import dump, play_beside
from tests.games.wallet_oracle import Oracle, read_cards

KEYS = ("zones", "bought", "market", "draw", "discard")
ZONE = {"bought_cards": "zone"}
VARIANTS: list[dict[str, Any]] = [
    {},
    ZONE,
    {"market_reads": "near", "initial_facing": 1},
    {"swap_scope": "own_zone"},
    {"swap_piles": False},
    {"destroy_scope": "all"},
    {"destroy_scope": "all", **ZONE},
    {"effects_mandatory": True},
    {"effects_mandatory": True, "swap_scope": "own_zone", "swap_piles": False, "market_size": 2},
    {"bought_facing": "zero", **ZONE},
    {"energy_per_activation": 2, "start_resources": 2},
    {"energy_per_activation": 0, "market_allowance": 2, "zone_allowance": 2, "adjust_allowance": 2},
    {"market_size": 5, "purchase_target": 4},
    {"zone_allowance": 0, "adjust_allowance": 0, "max_rounds": 7},
    {"start_player": 1, "teal_share": 20},
]


@pytest.mark.parametrize("players", besides([2], [2, 3]))
@pytest.mark.parametrize("changes", VARIANTS, ids=str)
def test_both_implementations_play_the_same_games(wallet: Game, players: int, changes: dict[str, Any]) -> None:
    for seed in range(4):
        compare(Match(wallet.variant(players, None, changes), seed), changes, Random(seed))


def compare(match: Match, changes: dict[str, Any], dice: Random) -> None:
    while match.view(match.seat).table.prompt.decision == "FACE":
        match.play(dice.choice(match.legal_ids))
    oracle = Oracle(read_cards(match.game.folder / "rulebook.md"), dump(match), match.state.rng, changes)
    decisions = oracle.play(changes.get("start_player", 0))
    play_beside(match, oracle, decisions, KEYS, dice.choice)
    assert match.outcome is not None
    assert [match.names[p] for p in match.outcome.winners] == oracle.winners()
