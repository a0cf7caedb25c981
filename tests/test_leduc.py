"""The second example: payoffs, the standard deck and listed chance, beside OpenSpiel's own implementation."""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablewright.engine import Game, Match, Variant, assert_conforms, chances, coverage, openings, run_file
from tablewright.games import finder, load
from tests.conftest import ROOT

FOLDER = ROOT / "examples" / "leduc"


@pytest.fixture
def leduc() -> Game:
    return load(str(FOLDER))


def test_it_conforms_and_its_examples_hold(leduc: Game) -> None:
    assert_conforms(leduc, games=60)
    assert_conforms(leduc, games=20, changes={"copies": 2, "most_raises": 4}, compiled=False)
    results = run_file(FOLDER / "examples.yaml", finder([FOLDER]))
    assert [result for result in results if not result.passed] == []
    found = coverage(leduc, FOLDER)
    assert (found.missing, found.unknown) == ([], {})


def spiel() -> Any:
    return pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel").load_game(
        "leduc_poker"
    )


@pytest.mark.parametrize("seed", range(40))
def test_every_step_is_that_of_openspiel(leduc: Game, seed: int) -> None:
    """The same cards are dealt there as chance dealt here."""
    other, match, dice = spiel().new_initial_state(), Match(leduc.variant(), seed), Random(seed)
    for hand in match.state.hand:
        other.apply_action(hand.index(1))
    while match.seat is not None:
        if other.is_chance_node():
            other.apply_action(match.state.common.index(1))
        assert match.seat == other.current_player()
        assert match.legal_ids == other.legal_actions()
        action = dice.choice(match.legal_ids)
        match.play(action)
        other.apply_action(action)
    assert other.is_terminal()
    assert match.outcome is not None
    assert [float(payoff) for payoff in match.outcome.payoffs] == other.returns()


def value(variant: Variant, state: Any) -> tuple[Fraction, int]:
    """What seat 0 gets if both play at random, exactly; and how many ends of the game there are."""
    rules, cards = variant.game.rules, variant.cards
    if rules.over(state, cards):
        return Fraction(variant.game.rule("payoff")(state, cards, 0)), 1
    match = Match(variant, 0)
    match.state = state
    legal = match.legal_ids
    worth, ends = Fraction(0), 0
    for action in legal:
        for chance in chances(variant, state, action):
            inner, below = value(variant, chance.state)
            worth += inner * chance.probability / len(legal)
            ends += below
    return worth, ends


def spiel_value(state: Any) -> tuple[float, int]:
    if state.is_terminal():
        return state.returns()[0], 1
    ways = state.chance_outcomes() if state.is_chance_node() else [(a, None) for a in state.legal_actions()]
    found = [(spiel_value(state.child(a)), p) for a, p in ways]
    worth = sum(inner * (1 / len(ways) if p is None else p) for (inner, _), p in found)
    return worth, sum(ends for (_, ends), _ in found)


def test_the_whole_tree_has_the_value_that_openspiel_finds(leduc: Game) -> None:
    """One opening of 30 is enough: all others differ in names only. OpenSpiel deals the same two cards."""
    variant = leduc.variant()
    dealt = openings(variant)
    assert len(dealt) == 30
    assert sum(chance.probability for chance in dealt) == 1
    other = spiel().new_initial_state()
    for hand in dealt[7].state.hand:
        other.apply_action(hand.index(1))
    worth, ends = value(variant, dealt[7].state)
    known, leaves = spiel_value(other)
    assert ends == leaves
    assert float(worth) == pytest.approx(known)


def test_lines_of_python() -> None:
    """What a game costs to write: the tiny one at most 200 lines, this one not much more."""
    count = {f.name: sum(len(p.read_text("utf-8").splitlines()) for p in f.glob("*.py")) for f in _examples()}
    assert count["tiny"] <= 200
    assert count["leduc"] <= 270


def _examples() -> list[Path]:
    return [folder for folder in (ROOT / "examples").iterdir() if (folder / "rules.py").is_file()]
