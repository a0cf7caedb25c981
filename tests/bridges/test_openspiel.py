"""OpenSpiel's own suite on our games, and its bots at our tables."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablewright.bridges.positions import observable
from tablewright.engine import TablewrightError, openings
from tablewright.games import load

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402

from tablewright.bridges.openspiel import register  # noqa: E402

LEDUC = Path(__file__).parents[2] / "examples" / "leduc"
TINY = Path(__file__).parents[2] / "examples" / "tiny"
PLAYERS = [(name, players) for name in observable() for players in load(name).cards.players]


LONG_GAMES = ("standoff", "wtactics")
GAMES = [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG_GAMES)) for name in observable()]


@pytest.mark.parametrize("name", GAMES)
def test_its_simulation_suite_passes(name: str) -> None:
    game = pyspiel.load_game(f"tablewright_{name}(deals=3)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_its_suite_with_serialisation_passes() -> None:
    game = pyspiel.load_game("tablewright_matrix(deals=5)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_every_number_of_players_loads(name: str, players: int) -> None:
    game = pyspiel.load_game(f"tablewright_{name}(players={players})")
    assert game.num_players() == players
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def test_a_game_of_ones_own_is_registered_by_its_folder() -> None:
    game = pyspiel.load_game(register(str(TINY)))
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_editions_and_changes_are_parameters() -> None:
    assert pyspiel.load_game("tablewright_matrix(edition=four_seat)").num_players() == 4
    game = pyspiel.load_game("tablewright_matrix(set=hand_size:3;rounds:2)")
    assert game.max_game_length() == 4
    with pytest.raises(TablewrightError, match="deals is 0"):
        pyspiel.load_game("tablewright_matrix(deals=0)")


def played(game_string: str, actions: int = 6) -> Any:
    game = pyspiel.load_game(game_string)
    state = game.new_initial_state()
    state.apply_action(0)
    for _ in range(actions):
        state.apply_action(state.legal_actions()[0])
    return state


def test_states_are_told_apart_as_the_players_can() -> None:
    """After a redeal of what a player cannot see, its information state is the same and another player's is not."""
    state = played("tablewright_menagerie(players=3)")
    seat = state.current_player()
    other = state.resampled(seat, 5)
    assert other.information_state_string(seat) == state.information_state_string(seat)
    assert other.observation_string(seat) == state.observation_string(seat)
    assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
    assert other.legal_actions() == state.legal_actions()


def test_another_course_is_another_information_state() -> None:
    game = pyspiel.load_game("tablewright_matrix")
    one, other = game.new_initial_state(), game.new_initial_state()
    for state in (one, other):
        state.apply_action(0)
    first, second = one.legal_actions()[:2]
    one.apply_action(first)
    other.apply_action(second)
    for player in range(2):
        assert one.information_state_string(player) != other.information_state_string(player)


def test_states_and_games_can_be_pickled() -> None:
    state = played("tablewright_matrix")
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())


def test_its_mcts_plays_our_game_to_the_end() -> None:
    game = pyspiel.load_game("tablewright_matrix(set=hand_size:2,deals=2)")
    chance = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bots = [mcts.MCTSBot(game, 2, 8, evaluator, random_state=chance) for _ in range(2)]
    state = game.new_initial_state()
    state.apply_action(1)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_its_ismcts_plays_with_our_redeals() -> None:
    game = pyspiel.load_game("tablewright_menagerie(deals=2)")
    chance = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2, 5, random_state=chance)
    bot.set_resampler(lambda state, player: state.resampled(player, int(chance.randint(1 << 30))))
    state = played("tablewright_menagerie(deals=2)", 2)
    assert bot.step(state) in state.legal_actions()


def test_listed_chance_is_the_whole_game() -> None:
    """Every way of the cards is there once, with its probability."""
    name = register(str(LEDUC))
    ours = pyspiel.load_game(f"{name}(chance=listed,set=most_raises:1)")
    pyspiel.random_sim_test(ours, num_sims=1, serialize=False, verbose=False)
    state = ours.new_initial_state()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    assert len(state.chance_outcomes()) == len(openings(load(str(LEDUC)).variant()))
    state.apply_action(0)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    assert len(state.chance_outcomes()) == 4
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def test_its_cfr_finds_better_play_in_a_small_game() -> None:
    game = pyspiel.load_game(f"{register(str(LEDUC))}(deals=4,set=most_raises:1)")
    solver = cfr.CFRSolver(game)
    begun = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(12):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < begun / 2


def test_another_kind_of_chance_is_refused() -> None:
    with pytest.raises(TablewrightError, match="chance is 'dice'; it must be dealt or listed"):
        pyspiel.load_game("tablewright_matrix(chance=dice)")
