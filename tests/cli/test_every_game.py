"""Every game that ships is drawn and played by the same generic code."""

from collections.abc import Callable
from random import Random

import pytest
from tests.besides import besides
from typer.testing import Result

from tablewright.engine import Match
from tablewright.games import load, names
from tablewright.terminal.canvas import UNICODE
from tablewright.terminal.listing import full_list, short_list
from tablewright.terminal.table import Drawing

Run = Callable[..., Result]
DECISIONS = 60


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("width", besides([80], [60, 80, 100]))
def test_every_position_fits(name: str, width: int) -> None:
    match, dice = Match(load(name).variant(), 7), Random(7)
    for _ in range(DECISIONS):
        view = match.view(match.seat)
        seats = [f"{seat} (greedy)" for seat in match.variant.seats]
        drawing = Drawing(view, seats, width, UNICODE)
        lines = [*drawing.table(), *short_list(view.moves, width), *full_list(view.moves, width)]
        assert max(line.cell_len for line in lines) <= width
        if match.over:
            break
        match.play(dice.choice(match.legal_ids))


@pytest.mark.parametrize("name", names())
def test_typing_numbers_plays_any_game(run: Run, name: str) -> None:
    result = run("play", name, "--seed", 7, "--record", "game.tw.json", typed=["1"] * 12 + ["log", "why", "quit"])
    assert result.exit_code == 0
    assert "Traceback" not in result.output
    assert run("replay", "game.tw.json").exit_code == 0
