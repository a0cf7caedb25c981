"""The solver agrees with trying everything, and is the oracle of the search."""

import random

import pytest

from tablewright.bots.levels import Settings
from tablewright.bots.search import CompiledSearcher, PlainSearcher, SearchBot, children
from tablewright.bots.tree import EXACT
from tablewright.engine import MOST_PLAYERS, WHOLE_WIN, IllegalMove, Match, Variant
from tablewright.games import load
from tablewright.games.matrix import rules
from tablewright.games.matrix.state import State
from tests.games import matrix_solver
from tests.games.matrix_solver import Solver


@pytest.fixture(scope="module")
def variant() -> Variant:
    return load("matrix").variant()


@pytest.fixture(scope="module")
def oracle(variant: Variant) -> Solver:
    return Solver(variant)


def random_position(variant: Variant, seed: int, rounds_left: int) -> Match:
    match, chance = Match(variant, seed), random.Random(seed)
    while match.state.round <= variant.cards.rounds - rounds_left:
        match.play(chance.choice(match.legal_ids))
    return match


def tried_out(match: Match) -> int:
    """N's share under best play, by trying every continuation."""
    if match.over:
        return int(rules.result(match.state, match.variant.cards, 0))
    values = []
    seat = match.seat
    for action in match.legal_ids:
        match.play(action)
        values.append(tried_out(match))
        match.undo()
    return max(values) if seat == 0 else min(values)


@pytest.mark.parametrize("seed", range(8))
def test_it_agrees_with_trying_everything(variant: Variant, oracle: Solver, seed: int) -> None:
    match = random_position(variant, seed, rounds_left=2 if seed < 2 else 1)
    values = oracle.values(match)
    assert values
    for action, value in values.items():
        seat = match.seat
        match.play(action)
        exact = tried_out(match)
        match.undo()
        assert value == (exact if seat == 0 else WHOLE_WIN - exact)


@pytest.mark.parametrize("seed", range(4))
def test_plain_and_compiled_agree(variant: Variant, oracle: Solver, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_position(variant, seed, rounds_left=2)
    compiled = oracle.values(match)
    monkeypatch.setattr(matrix_solver, "numba", lambda: None)
    assert Solver(variant).values(match) == compiled


def test_positions_differ_in_value(variant: Variant, oracle: Solver) -> None:
    found = {value for seed in range(40) for value in oracle.values(random_position(variant, seed, 2)).values()}
    assert found == {0, 6, 12}


@pytest.mark.parametrize(("level", "least"), [("hard", 0.95), ("expert", 0.99)])
def test_levels_find_an_optimal_move_with_three_rounds_left(
    variant: Variant, oracle: Solver, level: str, least: float
) -> None:
    bot = SearchBot(level)
    bot.wait(variant)
    found = asked = 0
    for seed in range(150):
        match = random_position(variant, 1000 + seed, rounds_left=3)
        best = oracle.best(match)
        if len(best) < len(match.legal_ids):  # where any move is as good as any other there is nothing to find
            asked += 1
            found += bot.choose(match, match.seat or 0) in best
    assert asked > 50
    assert found >= least * asked


@pytest.mark.parametrize("seed", range(6))
def test_the_endgame_of_the_search_agrees_with_it(variant: Variant, oracle: Solver, seed: int) -> None:
    match = random_position(variant, 50 + seed, rounds_left=3)
    exact = exact_values(CompiledSearcher(variant, Settings(1, solve=100_000)), match)
    assert exact == oracle.values(match)


def test_both_modes_solve_alike_and_give_up_alike(variant: Variant, oracle: Solver) -> None:
    match = random_position(variant, 7, rounds_left=2)
    assert exact_values(PlainSearcher(variant, Settings(1, solve=5000)), match) == oracle.values(match)
    assert exact_values(PlainSearcher(variant, Settings(1, solve=20)), match) == {}


def exact_values(one: PlainSearcher | CompiledSearcher, match: Match) -> dict[int, int]:
    """The values that the search has entered at its root."""
    one.start(match.known(match.seat or 0), stream=3)
    one.grow(1)
    nodes = [node for node in children(one.tree, 0) if one.tree.proof[node] >= EXACT]
    return {int(one.tree.key[node]) // MOST_PLAYERS: int(one.tree.proof[node]) - EXACT for node in nodes}


def test_the_round_is_part_of_a_position(oracle: Solver) -> None:
    """The same board and hands are worth something else when the game ends sooner."""
    variant = load("matrix").variant(changes={"rounds": 2})
    short = Solver(variant)
    found = set()
    for seed in range(6):
        first = Match(variant, seed)
        while first.state.round == 1:
            first.play(first.legal_ids[0])
        later = State.copy(first.state)
        first.state.round = 1
        found.add((short.value(first.state), short.value(later), Solver(variant).value(later)))
    assert all(after_both == alone for _, after_both, alone in found)


def test_only_two_players_can_be_solved() -> None:
    with pytest.raises(IllegalMove, match="two players"):
        Solver(load("matrix").variant(players=4))


def test_cards_set_aside_cannot_be_solved() -> None:
    variant = load("matrix").variant(changes={"hand_size": 3})
    with pytest.raises(IllegalMove, match="set aside"):
        Solver(variant).values(Match(variant, seed=1))
