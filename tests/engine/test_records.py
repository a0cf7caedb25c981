"""Records: a saved game opens to the same bytes, and whatever is wrong with a file is said in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tablewright.engine import Game, Match, RecordError, check_record, match_of, read_record, record_of, save_record
from tablewright.games import load


@pytest.fixture
def played(matrix: Game) -> Match:
    match = Match(matrix.variant(None, None, {"rotate_steps": 2}), 11, names=("Ann", "Bob"))
    for _ in range(7):
        match.play(match.legal_ids[-1])
    return match


def test_save_and_open(played: Match, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_record(played, path)
    opened = match_of(read_record(path), load)
    assert opened.bytes == played.bytes
    assert opened.names == ("Ann", "Bob")
    assert record_of(opened) == record_of(played)
    assert opened.log() == played.log()
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_match_from_a_position_is_saved_with_it(matrix: Game, tmp_path: Path) -> None:
    given = {"board": "463/792/185", "hands": {"N": ["swap_odd"], "S": ["swap_even"]}}
    match = Match(matrix.variant(), 5, given)
    match.play("swap_even(6)")
    save_record(match, tmp_path / "game.json")
    assert match_of(read_record(tmp_path / "game.json"), load).bytes == match.bytes


def test_a_penalty_is_part_of_the_record(matrix: Game) -> None:
    match = Match(matrix.variant(edition="bot_referee"), 5)
    match.submit(match.seat or 0, "nonsense")
    assert match_of(record_of(match), load).bytes == match.bytes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a saved game: it is not JSON"),
        ('{"tablewright": 1, "game": "mat', "is not a saved game: it is not JSON"),
        ("[1, 2]", "is not a saved game of Tablewright"),
        ('{"a": 1}', "is not a saved game of Tablewright"),
        ('{"tablewright": 99}', "has the format 99; this version reads"),
    ],
)
def test_files_that_are_no_records(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read_or_written(played: Match, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        read_record(tmp_path / "none.json")
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        save_record(played, tmp_path / "none" / "game.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="is not a saved game"):
        read_record(tmp_path / "bytes.json")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("seed", "x", "is damaged: seed is 'x'"),
        ("players", None, "is damaged: players is None"),
        ("actions", "abc", "actions must be a list of whole numbers"),
        ("actions", [1.5], "actions must be a list of whole numbers"),
        ("actions", [True], "actions must be a list of whole numbers"),
        ("seats", [1, 2], "seats must be a list of names"),
        ("surplus", 1, "surplus is missing or does not belong there"),
    ],
)
def test_damaged_records(played: Match, key: str, value: Any, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        check_record({**record_of(played), key: value})
    assert message in str(caught.value)


def test_a_record_without_a_key(played: Match) -> None:
    record = record_of(played)
    del record["cards"]
    with pytest.raises(RecordError, match="cards is missing"):
        check_record(record)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": "000000000000"}, "was made with other rules of matrix (000000000000, here"),
        ({"cards": "000000000000"}, "was made with other cards of matrix"),
        ({"set": {}}, "was made with other cards of matrix"),
        ({"seats": ["only one"]}, "names 1 seats for 2 players"),
        ({"edition": "none such"}, "cannot be opened: unknown edition 'none such'"),
        ({"players": 9}, "cannot be opened: 9 players cannot play"),
        ({"actions": [9999]}, "is damaged: action 9999 is not legal at decision 0"),
        ({"seed": -4}, "the seed is -4"),
    ],
)
def test_records_that_do_not_fit(played: Match, change: dict[str, Any], message: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        match_of({**record_of(played), **change}, load)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_record_of_a_game_that_is_not_here(played: Match) -> None:
    with pytest.raises(Exception, match="unknown game 'matrxi'; did you mean 'matrix'"):
        match_of({**record_of(played), "game": "matrxi"}, load)


def test_a_record_of_another_game(played: Match, tiny: Game) -> None:
    with pytest.raises(RecordError, match="cannot be opened"):
        match_of(record_of(played), lambda _: tiny)


def test_other_rules_can_be_looked_at_anyway(played: Match) -> None:
    record = {**record_of(played), "rules": "000000000000"}
    record["actions"] = [*record["actions"], 9999]
    opened = match_of(record, load, anyway=True)
    assert opened.bytes == played.bytes


def test_a_record_is_one_short_line(played: Match) -> None:
    assert len(json.dumps(record_of(played))) < 400


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_device_that_never_ends_is_not_read_for_ever() -> None:
    with pytest.raises(RecordError, match="larger than"):
        read_record(Path("/dev/zero"))
