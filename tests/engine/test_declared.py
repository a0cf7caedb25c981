"""What declarations, views and the contract name must be there: otherwise one line says where, and the near name."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablewright.cli.app import app
from tablewright.engine import CardsError, RulesError
from tablewright.games import load

HOOK = "@rule\ndef score("
RULE = "@rule\ndef {}(s: State, k: Cards, p: int) -> int:\n    return 0\n\n\n@rule\ndef score("
NAMED = [
    ("rules.py", 'size="held"', 'size="heldd"', "unknown field of State 'heldd'; did you mean 'held'?"),
    ("rules.py", 'size="plays"', 'size="playz"', "unknown field of State 'playz'; did you mean 'plays'?"),
    ("rules.py", "most=CARDS", 'most=CARDS, like="pionts"', "unknown field of State 'pionts'; did you mean 'points'?"),
    ("rules.py", "most=CARDS", 'most="hand_sise"', "unknown field of Cards 'hand_sise'; did you mean 'hand_size'?"),
    (
        "rules.py",
        "most=CARDS",
        'most=CARDS, default="hand_sise"',
        "unknown field of Cards 'hand_sise'; did you mean 'hand_size'?",
    ),
    ("rules.py", 'size="plays"', 'size="plays", starred="hld"', "unknown field of State 'hld'; did you mean 'held'?"),
    ("rules.py", "seen=OWNER", 'seen="owners"', "unknown word for who sees a zone 'owners'; did you mean 'owner'?"),
    ("rules.py", 'by="turn"', 'by="trun"', "unknown field of State 'trun'; did you mean 'turn'?"),
    ("rules.py", 'blocks=("play",)', 'blocks=("plai",)', "unknown block of ids 'plai'; did you mean 'play'?"),
    ("rules.py", 'clause="MYG-2.1"', 'clause="MYG-2.7"', "unknown clause 'MYG-2.7'; did you mean 'MYG-2.3'?"),
    ("rules.py", '_clause="MYG-3.1"', '_clause="MYG-3.7"', "unknown clause 'MYG-3.7'; did you mean 'MYG-3.2'?"),
    ("cards.toml", "MYG-1.2", "MYG-1.7", "unknown clause 'MYG-1.7'; did you mean 'MYG-1.2'?"),
    (
        "rules.py",
        'key="to_move"',
        'key="hands"',
        "two fields have the key 'hands' in a written position; give one another",
    ),
    ("rules.py", HOOK, RULE.format("mesure"), "nothing uses mesure; did you mean 'measure'?"),
    ("rules.py", HOOK, RULE.format("payof"), "nothing uses payof; did you mean 'payoff'?"),
    ("view.py", "def tell(", "def finall() -> None: ...\n\n\ndef tell(", "nothing uses finall; did you mean 'final'?"),
    ("view.py", "s.pile[: s.plays]", "s.pile[: s.playz]", "unknown field of State 'playz'; did you mean 'plays'?"),
    ("view.py", "range(k.players)", "range(k.player)", "unknown field of Cards 'player'; did you mean 'players'?"),
]


def drafted(folder: Path, file: str, old: str, new: str) -> Path:
    assert CliRunner().invoke(app, ["new", str(folder)]).exit_code == 0
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return folder


@pytest.mark.parametrize(("file", "old", "new", "message"), NAMED, ids=[f"{row[0]}-{row[2]}"[:50] for row in NAMED])
def test_a_name_that_is_not_there_is_one_line(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    folder = drafted(tmp_path / "mygame", file, old, new)
    with pytest.raises(RulesError) as refused:
        load(str(folder))
    where, _, text = str(refused.value).partition(": ")
    assert text == message
    number = int(where.removeprefix(f"mygame/{file}, line "))
    line = (folder / file).read_text("utf-8").splitlines()[number - 1]
    assert message.removeprefix("nothing uses ").split(";")[0].split("'")[-2:][0] in line


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("rules.py", HOOK, RULE.format("payoff"), "must have both payoff and payoff_range, or neither"),
        ("view.py", "SEATS = (", "STAGED = (1,)\nSEATS = (", "must have both STAGED and stage, or neither"),
        (
            "view.py",
            "SEATS = (",
            'ORDERS = {"a": ""}\nSEATS = (',
            "must have both ORDERS and order_stands, or neither",
        ),
        ("view.py", "def tell(", "def tel(", "lacks tell; see docs/new-game.md"),
        ("rules.py", "def bound(", "def bond(", "lacks bound; see docs/new-game.md"),
    ],
)
def test_what_belongs_together_and_what_is_needed(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    folder = drafted(tmp_path / "mygame", file, old, new)
    with pytest.raises(CardsError) as refused:
        load(str(folder))
    assert str(refused.value) == f"{file} of 'mygame' {message}"
