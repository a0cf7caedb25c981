"""Placement cell by cell reaches every legal placement and no other (STA-6, STA-17), against an independent oracle."""

from random import Random
from typing import Any

import pytest

from tablewright.engine import Match, Moves
from tablewright.games import load
from tests.games.standoff_oracle import Cell, Placement, connected_sets, legal_placements

STANDOFF = load("standoff")
RULES = STANDOFF.rules
BLACK_AT_START = {(3, c) for c in range(6, 10)} | {(12, c) for c in range(6, 10)}
BLACK_AT_START |= {(r, 3) for r in range(6, 10)} | {(r, 12) for r in range(6, 10)}


def name(cell: Cell) -> str:
    return f"{'abcdefghijklmnop'[cell[1]]}{cell[0] + 1}"


def legal(match: Match, state: Any) -> list[int]:
    moves = Moves.plain()
    return moves.a[: RULES.legal(state, match.variant.cards, moves)]


def placing(n: int, position: dict[str, Any], **changes: Any) -> Match:
    """A match in which the active player may play poly_n, and the play if it is possible."""
    seat = position.get("to_move", "P0")
    given = {**position, "credits": 6, "players": {seat: {"hand": [f"poly_{n}"]}}}
    return Match(STANDOFF.variant(3, None, changes), 0, given)


def reached(match: Match) -> set[Placement]:
    """All placements that can be named step by step, each by every order that the rules offer."""
    before = {i for i, colour in enumerate(match.state.block) if colour}
    found: set[Placement] = set()
    waiting = {frozenset[int](): match.state}
    while waiting:
        further: dict[frozenset[int], Any] = {}
        for chosen, state in waiting.items():
            for action in legal(match, state):
                after: Any = STANDOFF.state.copy(state)
                RULES.apply(after, match.variant.cards, action)
                if after.chosen_count:
                    further[chosen | {action}] = after
                else:
                    new = {i for i, colour in enumerate(after.block) if colour} - before
                    found.add(frozenset(divmod(i, 16) for i in new))
        waiting = further
    return found


def random_board(random: Random) -> dict[str, Any]:
    """Blocks of three players and black ones, some with tokens, on a board that is empty to crowded."""
    blocks: dict[str, list[str]] = {"P0": [], "P1": [], "P2": [], "black": []}
    tokens: dict[str, str] = {}
    density = random.choice([0.02, 0.1, 0.3, 0.5, 0.8])
    for row in range(16):
        for column in range(16):
            if (row, column) in {(7, 7), (8, 8)} or random.random() > density:
                continue
            owner = random.choice(list(blocks))
            blocks[owner].append(name((row, column)))
            if owner != "black" and random.random() < 0.1:
                tokens[name((row, column))] = random.choice(["artillery", "forcefield"])
    return {"blocks": blocks, "tokens": tokens, "to_move": random.choice(["P0", "P1", "P2"])}


def expected(n: int, position: dict[str, Any], reach: int = 2) -> set[Placement]:
    def cells(names: list[str]) -> set[Cell]:
        return {(int(text[1:]) - 1, ord(text[0]) - ord("a")) for text in names}

    seat, blocks = position["to_move"], position["blocks"]
    foreign = [cell for cell, token in position["tokens"].items() if token == "forcefield" and cell not in blocks[seat]]
    taken = cells([cell for owned in blocks.values() for cell in owned])
    return legal_placements(n, cells(blocks[seat]), taken, cells(foreign), reach)


@pytest.mark.clause("STA-6.3", "STA-6.9")
@pytest.mark.parametrize(
    ("n", "shapes", "all_sets", "past_black", "at_start"),
    [(1, 1, 256, 240, 60), (2, 2, 480, 428, 116), (3, 6, 1348, 1132, 336), (4, 19, 4001, 3133, 1012)],
)
def test_the_numbers_of_placements(n: int, shapes: int, all_sets: int, past_black: int, at_start: int) -> None:
    groups = connected_sets(n)
    oriented = {tuple((r - min(x for x, _ in g), c - min(y for _, y in g)) for r, c in g) for g in groups}
    assert (len(oriented), len(groups)) == (shapes, all_sets)
    assert len([group for group in groups if not BLACK_AT_START.intersection(group)]) == past_black
    assert len(legal_placements(n, set(), BLACK_AT_START, set())) == at_start
    match = placing(n, {})
    match.play(f"play:poly_{n}")
    assert len(reached(match)) == at_start


@pytest.mark.clause("STA-6.9")
def test_the_canonical_numbers() -> None:
    assert connected_sets(2)[1] == ((0, 0), (1, 0))
    assert connected_sets(2)[100] == ((3, 3), (4, 3))
    assert connected_sets(3)[100] == ((1, 1), (2, 1), (3, 1))
    assert connected_sets(4)[100] == ((0, 5), (1, 4), (1, 5), (2, 5))
    assert connected_sets(4)[-1] == ((15, 12), (15, 13), (15, 14), (15, 15))
    assert connected_sets(4)[123] == ((0, 6), (1, 6), (2, 5), (2, 6))  # EX-21
    assert connected_sets(3)[1] == ((0, 0), (0, 1), (1, 0))  # EX-22
    assert connected_sets(3)[206] == ((2, 4), (3, 3), (3, 4))  # EX-23


@pytest.mark.clause("STA-6.4", "STA-6.9")
def test_the_numbers_of_EX_3() -> None:  # noqa: N802
    assert [len(legal_placements(n, {(2, 5)}, BLACK_AT_START | {(2, 5)}, set())) for n in (1, 2, 3, 4)] == [
        64,
        125,
        360,
        1073,
    ]


@pytest.mark.clause("STA-16.3", "STA-17.4", "STA-17.7", "STA-17.8", "STA-6.2", "STA-6.5", "STA-6.6", "STA-5.3")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_every_legal_placement_and_no_other_is_reached(n: int, seed: int) -> None:
    random = Random(100 * n + seed)
    position = random_board(random)
    wanted = expected(n, position)
    match = placing(n, position)
    play = f"play:poly_{n}"
    assert (play in [move.text for move in match.moves]) == bool(wanted)
    if wanted:
        match.play(play)
        assert reached(match) == wanted


@pytest.mark.clause("STA-7.6")
@pytest.mark.parametrize("reach", [0, 1, 4])
def test_other_ranges_of_forcefields(reach: int) -> None:
    position = random_board(Random(reach))
    match = placing(2, position, forcefield_range=reach)
    wanted = expected(2, position, reach)
    assert wanted
    match.play("play:poly_2")
    assert reached(match) == wanted


@pytest.mark.clause("STA-8.7", "STA-17.6")
def test_an_airdrop_is_a_placement_of_one_block() -> None:
    for seed in range(6):
        position = random_board(Random(seed))
        given = {**position, "credits": 2, "players": {position["to_move"]: {"hand": ["airdrop"]}}}
        match = Match(STANDOFF.variant(3), 0, given)
        match.play("play:airdrop")
        offered = {frozenset([divmod(move.index, 16)]) for move in match.moves}
        assert offered == expected(1, position)
