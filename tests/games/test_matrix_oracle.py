"""Whole games of Matrix against a naive second implementation, and the checks that hold on every board."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine import Match
from tablewright.games import load
from tests.games import matrix_oracle as oracle

boards = st.permutations(range(1, 10)).map(tuple)
ALL = list(oracle.CARDS)


def written(board: oracle.Board) -> str:
    return "/".join("".join(map(str, board[row : row + 3])) for row in (0, 3, 6))


def upside_down(board: oracle.Board) -> oracle.Board:
    return board[6:] + board[3:6] + board[:3]


def mirrored(board: oracle.Board) -> oracle.Board:
    return tuple(board[row + column] for row in (0, 3, 6) for column in (2, 1, 0))


def play_board(board: oracle.Board, card: str, args: tuple[int, ...]) -> oracle.Board:
    """The board after a play, by the game itself."""
    other = next(kind for kind in ALL if kind != card)
    match = Match(load("matrix").variant(), 0, {"board": written(board), "hands": {"N": [card], "S": [other]}})
    if match.seat == 1:
        match = Match(load("matrix").variant(), 0, {"board": written(board), "hands": {"S": [card], "N": [other]}})
    match.play(oracle.spelt((card, args)))
    return tuple(match.variant.cards.numbers[rank] for rank in match.state.board)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "changes", [{}, {"rotate_steps": 2, "centre": "none"}, {"numbers": [-3, 0, 1, 2, 4, 6, 8, 11, 30]}]
)
def test_games_take_the_same_course(players: int, changes: dict[str, Any]) -> None:
    for seed in range(12):
        match = Match(load("matrix").variant(players, None, changes), seed)
        words = match.game.position.dump(match.state, match.variant.cards)
        board = tuple(match.variant.cards.numbers[rank] for rank in match.state.board)
        hands = {seat: list(cards) for seat, cards in words["hands"].items()}
        order, dice = list(match.variant.seats), random.Random(seed)
        while any(hands.values()):
            order = oracle.order(board, order)
            for seat in order:
                assert match.variant.seats[match.seat or 0] == seat
                plays = oracle.plays(board, hands[seat])
                assert [move.text for move in match.moves] == [oracle.spelt(play) for play in plays]
                card, args = dice.choice(plays)
                match.play(oracle.spelt((card, args)))
                board = oracle.after(board, card, args, match.variant.cards.rotate_steps)
                hands[seat].remove(card)
                assert tuple(match.variant.cards.numbers[rank] for rank in match.state.board) == board
        assert match.outcome is not None
        scores = [oracle.score(board, seat) for seat in match.variant.seats]
        assert list(match.outcome.scores) == scores
        assert match.outcome.winners == tuple(i for i, x in enumerate(scores) if x == max(scores))


@given(boards, st.sampled_from(ALL), st.data())
@pytest.mark.clause("MTX-4.4", "MTX-6.1", "MTX-6.2", "MTX-6.3", "MTX-6.4", "MTX-6.5", "MTX-6.6", "MTX-6.7", "MTX-6.8")
@pytest.mark.clause("MTX-6.9", "MTX-6.10")
def test_every_effect_on_every_board(board: oracle.Board, card: str, data: st.DataObject) -> None:
    args = data.draw(st.sampled_from(oracle.arguments(board, card)))
    assert play_board(board, card, args) == oracle.after(board, card, args)


@given(boards)
@pytest.mark.clause("MTX-4.7", "MTX-4.8", "MTX-1.2")
def test_every_play_changes_the_board_and_no_two_alike(board: oracle.Board) -> None:
    match = Match(load("matrix").variant(), 0, {"board": written(board), "hands": {"N": ALL, "S": ALL}})
    assert len(match.moves) == 34
    found = set()
    for move in match.legal_ids:
        match.play(move)
        assert sorted(match.state.board) == list(range(9))
        found.add(tuple(match.state.board))
        match.undo()
    assert len(found) == 34
    assert tuple(match.state.board) not in found


INVERSE = [
    ("shift_north", "shift_south"),
    ("shift_west", "shift_east"),
    ("rotate_clockwise", "rotate_counterclockwise"),
]


@given(boards, st.sampled_from(INVERSE), st.data())
def test_inverse_cards_undo_each_other(board: oracle.Board, cards: tuple[str, str], data: st.DataObject) -> None:
    for one, other in (cards, cards[::-1]):
        args = data.draw(st.sampled_from(oracle.arguments(board, one)))
        assert play_board(play_board(board, one, args), other, args) == board


@given(boards, st.sampled_from(ALL), st.data())
def test_repeating_a_play_gives_the_board_back(board: oracle.Board, card: str, data: st.DataObject) -> None:
    times = {"switch": 2, "shift": 3, "rotate": 8, "swap": 0}[card.split("_")[0]]
    args = data.draw(st.sampled_from(oracle.arguments(board, card)))
    now = board
    for _ in range(times):
        now = play_board(now, card, args)
    assert now == board


SOUTH = {"shift_north": "shift_south", "rotate_clockwise": "rotate_counterclockwise"}
EAST = {"shift_west": "shift_east", "rotate_clockwise": "rotate_counterclockwise"}


@given(boards, st.sampled_from(ALL), st.data())
@pytest.mark.clause("MTX-1.5")
def test_turned_boards_exchange_directions_and_seats(board: oracle.Board, card: str, data: st.DataObject) -> None:
    args = data.draw(st.sampled_from(oracle.arguments(board, card)))
    for turned, exchange in ((upside_down, SOUTH), (mirrored, EAST)):
        both = {**exchange, **{value: key for key, value in exchange.items()}}
        assert play_board(turned(board), both.get(card, card), args) == turned(play_board(board, card, args))


@given(boards)
@pytest.mark.clause("MTX-1.4")
def test_scores_and_the_middle_row_add_up(board: oracle.Board) -> None:
    match = Match(load("matrix").variant(4), 0, {"board": written(board)})
    scores = [match.game.rules.score(match.state, match.variant.cards, seat) for seat in range(4)]
    assert scores == [oracle.score(board, seat) for seat in "NSWE"]
    assert scores[0] + scores[1] + sum(board[3:6]) == 45
    assert all(6 <= x <= 24 for x in scores)
