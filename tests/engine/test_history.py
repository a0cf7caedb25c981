"""The public history: who decided what, and nothing that could not be seen."""

import json
from random import Random
from typing import Any

import pytest

from tablewright.engine import Decided, Game, Match, rule
from tablewright.engine.moments import Broken, Moment, Totals
from tablewright.engine.sights import check_history
from tablewright.games import load


def test_open_decisions_are_told_to_all(tiny: Game) -> None:
    match = Match(tiny.variant(3), 4)
    for _ in range(3):
        match.play(match.legal_ids[0])
    wanted = tuple(Decided(step.seat, step.action) for step in match.steps)
    assert match.history() == match.history(1) == match.view(2).history == wanted
    assert json.loads(json.dumps(match.view(2).to_json()))["history"][0] == list(wanted[0])
    match.undo()
    assert match.history() == wanted[:2]


def test_an_imagined_match_goes_on_from_the_history(tiny: Game) -> None:
    match = Match(tiny.variant(2), 4)
    match.play(match.legal_ids[0])
    world = match.imagine(0, 7)
    assert world.history(0) == match.history(0)
    world.play(world.legal_ids[0])
    assert len(world.history()) == 2
    assert len(match.history()) == 1


def laying() -> Match:
    """A position in which the seat may lay one of several cards face down."""
    match, chance = Match(load("wtactics").variant(), 3), Random(3)
    while sum(move.block == "lay" for move in match.moves) < 3:
        match.play(chance.choice(match.legal_ids))
    return match


def test_what_is_laid_face_down_is_secret() -> None:
    match = laying()
    seat, move = match.seat, next(move for move in match.moves if move.block == "lay")
    assert seat is not None
    match.play(move)
    assert match.history(seat)[-1] == Decided(seat, move.id)
    assert match.history(1 - seat)[-1] == match.history()[-1] == Decided(seat, None)


def check_often(match: Match) -> None:
    for seed in range(20):
        check_history(Moment(match, match.state, Random(seed), None, Totals(), True))


def test_the_check_finds_what_should_be_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    match = laying()
    check_often(match)
    monkeypatch.setattr(match.game.rules, "secret", rule(lambda s, k, a: 0))
    with pytest.raises(Broken, match=r"whether it was 'lay .*' or 'lay .*', which it cannot see"):
        check_often(match)


def test_the_check_hears_a_log_that_names_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    match = laying()
    tell, move = match.game.view.tell, match.game.view.move

    def telling(s: Any, k: Any, seat: int, action: int, events: Any, viewer: int) -> list[str]:
        return [*tell(s, k, seat, action, events, viewer), f"It was {move(match.state, k, action).text}."]

    monkeypatch.setattr(match.game.view, "tell", telling)
    with pytest.raises(Broken, match=r"the log tells .* whether it was 'lay "):
        check_often(match)
    monkeypatch.setattr(match.game.rules, "secret", rule(lambda s, k, a: 0))
    with pytest.raises(Broken, match=r"the log tells .* whether it was 'lay "):
        check_often(match)
