"""Conformance of Standoff with every switch turned; its greedy bot, its probes and its estimate."""

from typing import Any

import numpy as np
import pytest

from tablewright.bots.policies import GREEDY_BOT, RANDOM
from tablewright.engine import (
    Chooser,
    Match,
    Moves,
    assert_conforms,
    compiled_runner,
    mixed,
    numba,
    outputs,
    plain_runner,
)
from tablewright.games import load

STANDOFF = load("standoff")
GAMES = 200 if numba() is not None else 10
SHORT = {"max_turns_per_player": 20}

SWITCHES: list[dict[str, Any]] = [
    {"actions_per_turn": 8},
    {"hand_limit": 5, "draw_up_to": 3},
    {"starting_hand": 7, "starting_deck": ["trojan", "duplicate", "hack", "early_access", "zelda", "emp", "poly_4"]},
    {"market_slots": 12},
    {"fast_credit_copies": 8, "fast_credit_debt": 4},
    {"cost_set": "code"},
    {"max_polyomino_cards_per_turn": 0},
    {"duplicate_polyomino": True, "duplicate.cost": [0, 0], "duplicate.price": [0, 0]},
    {"discard_action": False},
    {"airdrop_anywhere": True, "airdrop.cost": [0, 0], "airdrop.price": [0, 0]},
    {"artillery_range": 8, "artillery_cost": 0, "artillery.cost": [0, 0], "artillery.price": [0, 0]},
    {"forcefield_range": 4, "forcefield.cost": [0, 0], "forcefield.price": [0, 0]},
    {"mine_small": 5, "mine_large": 0, "refinery.cost": [0, 0], "refinery.price": [0, 0]},
    {"blitz_actions": 5, "restock_cards": 5, "disposal_max": 5},
    {"fundraiser_counts_itself": True},
    {"zelda_free": False, "linda_credits": 5, "steve_cards": 5, "bart_credits": 5},
    {"extra_turn_chain": False, "initiative.cost": [0, 0], "initiative.price": [0, 0]},
    {"horse_bonus_credits": 3, "trojan.cost": [0, 0], "trojan.price": [0, 0], "trojan.copies": 12},
    {"max_actions_per_turn": 10},
    {"cap_tie": "chain"},
]


def played(bots: list[Chooser], games: int, players: int = 2) -> tuple[np.ndarray[Any, Any], ...]:
    """Shares, scores, turns, decisions and probes of many games; the bots take turns at the seats."""
    variant = STANDOFF.variant(players)
    made = outputs(games, players, len(STANDOFF.probes))
    runner = compiled_runner if numba() is not None else plain_runner
    runner(variant, bots)(1, 0, players, *made)
    return made


def probe(made: tuple[np.ndarray[Any, Any], ...], name: str) -> np.ndarray[Any, Any]:
    column: np.ndarray[Any, Any] = made[4][:, STANDOFF.probes.index(name)]
    return column


@pytest.mark.slow
@pytest.mark.parametrize("changes", SWITCHES, ids=lambda changes: next(iter(changes)))
def test_every_switch_conforms(changes: dict[str, Any]) -> None:
    assert_conforms(STANDOFF, games=1, changes={**SHORT, **changes})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_players_fill_the_red_gun(players: int) -> None:
    made = played([GREEDY_BOT] * players, GAMES, players)
    full = probe(made, "end_red_gun") == 1
    assert np.mean(full & (made[2] <= 40 * players)) >= 0.95


def test_greedy_beats_random() -> None:
    shares = played([GREEDY_BOT, RANDOM], GAMES)[0]
    won = [shares[game][game % 2] for game in range(GAMES)]
    assert np.mean(won) / 12 >= 0.95


def test_probes_add_up() -> None:
    made = played([GREEDY_BOT, RANDOM], 20)
    assert (probe(made, "end_red_gun") + probe(made, "end_turn_cap") == 1).all()
    assert (probe(made, "credits_wasted") <= probe(made, "credits_earned")).all()
    assert (probe(made, "minerals_wasted") <= probe(made, "minerals_earned")).all()
    plays = sum(probe(made, f"played.{card}") for card in ("credit_1", "credit_2", "credit_3"))
    assert (plays <= probe(made, "credits_earned")).all()
    rounds = np.stack([probe(made, f"red_gun.round_{r}") for r in range(1, 61)], axis=1)
    assert rounds.max() <= 12
    assert (rounds[:, 0] == 0).all()


def estimates(**given: Any) -> list[int]:
    match = Match(STANDOFF.variant(2), 0, given)
    return [STANDOFF.rule("estimate")(match.state, match.variant.cards, p) for p in range(2)]


def test_the_estimate_grows_with_the_red_gun_and_the_way_to_it() -> None:
    assert 5000 < estimates()[0] < 6000
    assert estimates(blocks={"P0": ["h8", "i8"]})[0] > estimates(blocks={"P0": ["h8"]})[0] > 7000
    assert estimates(blocks={"P1": ["h5"]})[0] < estimates(blocks={"P1": ["h2"]})[0] < estimates()[0]
    assert all(9990 <= sum(estimates(blocks={"P0": ["h8"], "P1": [cell]})) <= 10000 for cell in ("a1", "c3", "g8"))


def test_the_estimate_grows_with_a_better_deck_while_the_red_gun_is_empty() -> None:
    def chance(*bought: str, **given: Any) -> int:
        return estimates(players={"P0": {"deck": [*["credit_1"] * 6, *["poly_1"] * 4, *bought]}}, **given)[0]

    assert chance("poly_2") > chance() > chance("refinery")
    assert chance("credit_3") > chance("credit_2") > chance()
    taken = {"P0": ["h7", "i7", "g8"], "P1": ["h10", "i10", "j9"]}
    assert chance("poly_2", blocks=taken) == chance(blocks=taken)


def test_the_estimate_of_a_finished_game_is_its_result() -> None:
    full = ["i7", "g8", "h8", "i8", "j8", "g9", "h9", "i9", "j9", "h10", "i10"]
    match = Match(STANDOFF.variant(2), 0, {"blocks": {"P1": full}, "players": {"P0": {"hand": ["poly_1"]}}})
    assert [move.text for move in match.moves if move.text.startswith("play")] == ["play:poly_1"]
    obstruct = {"blocks": {"P1": full}, "credits": 2, "players": {"P0": {"hand": ["obstruction"]}}}
    match = Match(STANDOFF.variant(2), 0, obstruct)
    match.play("play:obstruction")
    match.play("h7")
    assert [STANDOFF.rule("estimate")(match.state, match.variant.cards, p) for p in range(2)] == [0, 10000]


def test_greedy_does_not_fill_the_red_gun_for_another() -> None:
    full = ["g8", "h8", "i8", "j8", "g9", "h9", "i9", "j9", "h10", "i10"]
    given: dict[str, Any] = {"blocks": {"P1": full, "P0": ["i7"]}, "players": {"P0": {"hand": ["poly_1"]}}}
    assert "play:poly_1" not in advised(given)
    given["blocks"] = {"P0": full, "P1": ["i7"]}
    assert advised(given) == {"play:poly_1"}


def test_the_leader_ends_the_game_with_a_black_block() -> None:
    full = ["i7", "g8", "h8", "i8", "j8", "g9", "h9", "i9", "j9", "h10", "i10"]
    given: dict[str, Any] = {"blocks": {"P0": full}, "credits": 5, "players": {"P0": {"hand": ["obstruction"]}}}
    assert advised(given) == {"play:obstruction"}
    assert advised({**given, "decision": "CELL", "playing": "obstruction"}) == {"h7"}
    assert advised({**given, "market": ["obstruction", "steve"], "players": {}}) == {"buy:obstruction"}
    assert "play:obstruction" not in advised({**given, "blocks": {"P1": full}})


def advised(given: dict[str, Any]) -> set[str]:
    """What the greedy bot would do in a position, with several streams of random numbers."""
    match = Match(STANDOFF.variant(2), 0, given)
    found = set()
    for seed in range(20):
        moves = Moves.plain()
        moves.rng = mixed(seed, 1)
        found.add(match.move(STANDOFF.rule("greedy")(match.state, match.variant.cards, moves)).text)
    return found
