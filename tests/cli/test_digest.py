"""A screen of 80 columns and 24 lines shows what the decision at hand is about, and the rest on request."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from tests.besides import besides

from tablewright.cli.digest import Digest, screenful
from tablewright.engine import Match, View
from tablewright.games import load, names
from tablewright.terminal.canvas import UNICODE, in_a_row

COLUMNS, LINES = 80, 24
DECISIONS = 120
TABLES = [(game, players) for game in names() for players in sorted(set(load(game).cards.players))]


def decisions(game: str, players: int) -> Iterator[tuple[Match, View]]:
    match, chance = Match(load(game).variant(players), seed=players), random.Random(players)
    for _ in range(DECISIONS):
        if match.over:
            return
        yield match, match.view(match.seat)
        match.play(chance.choice(match.legal_ids))


def drawn(match: Match, view: View, height: int, news: int = 0) -> tuple[list[str], list[str]]:
    table, moves = screenful(
        Digest(view, [f"{seat} (easy)" for seat in match.variant.seats], COLUMNS, UNICODE), height, news
    )
    return [line.plain for line in table], [line.plain for line in moves]


@pytest.mark.parametrize(("game", "players"), besides([("matrix", 4), ("wtactics", 2), ("standoff", 2)], TABLES))
def test_every_decision_fits(game: str, players: int) -> None:
    made = list(decisions(game, players))
    assert made
    for match, view in made:
        question = len(Text(f"{view.table.prompt.text}  {view.table.prompt.clause}").wrap(Console(), COLUMNS)) + 2
        table, moves = drawn(match, view, LINES - question)
        assert question + len(table) + len(moves) <= LINES, f"{game}, {players} players: {view.table.prompt.text}"
        assert max(len(line) for line in [*table, *moves]) <= COLUMNS
        assert moves, "something can always be done"


def _asks_for_a_cell(view: View) -> bool:
    return all(move.block == "cell" for move in view.moves)


def standoff_placing() -> tuple[Match, View]:
    return next((match, view) for match, view in decisions("standoff", 2) if _asks_for_a_cell(view))


def test_the_board_is_shown_where_its_cells_are_asked_for() -> None:
    table, moves = drawn(*standoff_placing(), LINES - 3)
    assert any(line.startswith("   1  M") for line in table)
    assert any(line.startswith("  16  M") for line in table)
    assert moves[-1] == "  and more: moves lists them all"


def test_the_news_take_lines_from_the_table_but_not_from_a_board() -> None:
    match, view = next(decisions("wtactics", 2))
    assert len(drawn(match, view, 20, news=9)[0]) + len(drawn(match, view, 20, news=9)[1]) <= 14
    assert drawn(*standoff_placing(), LINES - 3, news=9) == drawn(*standoff_placing(), LINES - 3)


def test_what_is_left_out_is_named() -> None:
    match, view = next((match, view) for match, view in decisions("standoff", 4) if not _asks_for_a_cell(view))
    assert drawn(match, view, 20)[0][-1].startswith("table: everything, also Board")


def test_a_low_screen_says_what_else_can_be_typed() -> None:
    """The line that greets with it has been scrolled away by the first table."""
    assert "; help: " in drawn(*next(decisions("wtactics", 2)), LINES - 3)[0][-1]


def test_a_low_terminal_and_the_whole_table(terminal: Callable[..., Any]) -> None:
    at = terminal("play", "wtactics", "--seed", 3, "--seats", "human,human", lines=LINES)
    at.wait_for("who presses Enter: ")
    at.type("\n")
    shown = at.wait_for("A> ")
    assert len(shown.strip().splitlines()) <= LINES
    assert "checked at the end of" not in shown
    at.type("table\n")
    assert "checked at the end of" in at.wait_for("A> ")


def test_no_comma_follows_a_sentence() -> None:
    assert in_a_row(["Enchantment", "Deal 3 damage to the host.", "№ 5", "marked"]) == (
        "Enchantment, Deal 3 damage to the host. № 5, marked"
    )
