"""Positions, card files and records with something wrong anywhere: refused in one line, or played; nothing else."""

import copy
import tomllib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tablewright.engine import Match, PositionError, TablewrightError, check_cards, check_record, match_of, record_of
from tablewright.games import load, names
from tests.besides import besides

WRONG: tuple[Any, ...] = ("x", "", -1, 0, 5, 999, 10**12, None, [], {}, 1.5, True, ["x"], {"x": 1}, [None], [[1]], [-1])
TRIED = 500
Path = tuple[str | int, ...]


def places(value: Any, here: Path = ()) -> Iterator[Path]:
    """Every place in a position that holds something; of long lists the first two."""
    inside = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*here, key)
        yield from places(part, (*here, key))


def with_wrong(position: dict[str, Any], place: Path, wrong: Any) -> dict[str, Any]:
    made = copy.deepcopy(position)
    holder: Any = made
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = wrong
    return made


def written(match: Match) -> dict[str, Any]:
    return match.game.position.dump(match.state, match.variant.cards)


@pytest.fixture(params=names())
def position(request: pytest.FixtureRequest) -> tuple[Match, dict[str, Any]]:
    """A position in the middle of a game that can be set up."""
    match, dice = Match(load(request.param).variant(), 7), Random(7)
    found = None
    for _ in range(60):
        try:
            Match(match.variant, 7, written(match))
            found = written(match)
        except PositionError:
            pass
        match.play(dice.choice(match.legal_ids))
        if match.over:
            break
    assert found is not None
    return match, found


def judge(right: dict[str, Any], make: Callable[[dict[str, Any]], Match]) -> None:
    """Whatever is wrong is refused, or what is made of it can be seen and played."""
    tries = [(place, wrong) for place in places(right) for wrong in WRONG]
    refusals = []
    for place, wrong in Random(7).sample(tries, min(TRIED, len(tries))):
        try:
            made = make(with_wrong(right, place, wrong))
        except TablewrightError as fault:
            refusals.append(str(fault))
            continue
        if not made.over:
            made.view(made.seat)
            made.play(made.legal_ids[0])
            assert made.bytes
    assert refusals
    assert not [text for text in refusals if "\n" in text]


def test_positions(position: tuple[Match, dict[str, Any]]) -> None:
    match, right = position
    judge(right, lambda wrong: Match(match.variant, 7, wrong))


@pytest.mark.parametrize("name", besides(["matrix", "wallet"], names()))
def test_card_files(name: str) -> None:
    game = load(name)

    def with_cards(wrong: dict[str, Any]) -> Match:
        made = copy.copy(game)
        made.__dict__["cards"] = check_cards(wrong)
        for edition in made.cards.editions:
            made.variant(None, edition)
        return Match(made.variant(), 7)

    judge(tomllib.loads((game.folder / "cards.toml").read_text("utf-8")), with_cards)


@pytest.mark.parametrize("name", names())
def test_records(name: str) -> None:
    match = Match(load(name).variant(), 7)
    for _ in range(5):
        match.play(match.legal_ids[0])
    record = {**record_of(match), "position": {}, "faults": []}
    judge(record, lambda wrong: match_of(check_record(wrong), load))
