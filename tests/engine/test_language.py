"""The language of rules: whatever does not belong there is named with its line before anything is compiled."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablewright.cli.app import app
from tablewright.engine import RulesError, TablewrightError, numba, require_language
from tablewright.games import load, names

TINY = Path(__file__).parent / "handmade"
LINE = "    s.plays += 1\n"


def edited(folder: Path, old: str, new: str) -> Path:
    shutil.copytree(TINY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new, 1), "utf-8")
    return folder


def number_of(line: str) -> int:
    return (TINY / "rules.py").read_text("utf-8").split(line)[0].count("\n") + 1


INSIDE = [
    ("s.plas += 1", "unknown field of State 'plas'; did you mean 'plays'?"),
    ("x = s.hand[p][a][0]", "s.hand has 2 indices, not 3"),
    ("x = s.plays[0]", "s.plays is one number, not 1"),
    ("s.hand[p] = 0", "s.hand[p] is not one number; s.hand has 2 indices"),
    ("k.copies = 1", "k.copies cannot be changed: the numbers of the cards are read-only"),
    ("drw(s, p)", "unknown rule 'drw'; did you mean 'draw'?"),
    ("draw(s)", "draw takes 2 arguments, not 1"),
    ("draw(s, p=p)", "draw: rules take their arguments by place, not by name"),
    ("bound(k)", "bound is not a rule; mark it with @rule"),
    ("x = NUMBRS", "unknown name 'NUMBRS'; did you mean 'NUMBERS'?"),
    ("x = [1, 2]", "a list is not possible inside a rule"),
    ("x = {1: 2}", "a dict is not possible inside a rule"),
    ("x = [c for c in range(3)]", "a list is not possible inside a rule"),
    ("x = 'deck'", "'deck' is a text; rules know whole numbers only"),
    ("x = f'{p}'", "a text is not possible inside a rule"),
    ("x = 0.5", "0.5 is a fraction; rules know whole numbers only"),
    ("x = None", "None is None; rules know whole numbers only"),
    ("x = a / 2", "the fraction of / (write //) is not possible inside a rule"),
    ("x = s.deck[1:3]", "a slice is not possible inside a rule"),
    ("x = lambda y: y", "a lambda is not possible inside a rule"),
    ("x = (y := p)", ":= is not possible inside a rule"),
    ("import random", "import is not possible inside a rule"),
    ("raise ValueError", "raise is not possible inside a rule"),
    ("assert p == 0", "assert is not possible inside a rule"),
    ("del s", "del is not possible inside a rule"),
    ("x = Blocks.decode", "Blocks.decode: rules cannot read a type"),
    ("x = BLOCKS", "BLOCKS is a Blocks; rules read whole numbers and tuples of them"),
    ("s.deck.append(1)", "s.deck.append: rules call other rules by their names"),
    ("print(p)", "print is not for rules"),
    ("enumerate(s.deck)", "enumerate is not for rules"),
    ("for c in s.deck:\n        s.count += c", "for ... in s.deck: loops go over a range"),
    ("for c, d in enumerate(s.deck):\n        s.count += c", "for ... in enumerate(s.deck): loops go over a range"),
    ("try:\n        s.plays += 1\n    except IndexError:\n        pass", "try is not possible inside a rule"),
    ("def inner(x: int) -> int:\n        return p", "a function of its own is not possible inside a rule"),
    ("if p > 5:\n        return", "a bare return; a rule returns a whole number, or it is declared -> None"),
    ("x = p\n    x.count = 1", "x.count: only records have fields"),
]


@pytest.mark.parametrize(("written", "message"), INSIDE, ids=[row[0].split("\n")[0] for row in INSIDE])
def test_what_does_not_belong_into_a_rule(tmp_path: Path, written: str, message: str) -> None:
    folder = edited(tmp_path / "odd", LINE, f"    {written}\n")
    with pytest.raises(RulesError) as refused:
        load(str(folder))
    more = 1 if message.startswith(("a bare", "x.count")) else 0
    assert str(refused.value) == f"odd/rules.py, line {number_of(LINE) + more}: {message}"


def test_a_mistake_that_is_made_again_is_told_once(tmp_path: Path) -> None:
    folder = edited(tmp_path / "odd", LINE, "    x = s.dek[0]\n    x = s.dek[1] + s.dek[2]\n    x = s.counnt\n")
    with pytest.raises(RulesError) as refused:
        load(str(folder))
    first, second = str(refused.value).splitlines()
    assert first.endswith("did you mean 'deck'? (and 2 more times in this file)")
    assert "'counnt'" in second


OUTSIDE = [
    ("@rule\ndef draw(s: State, p: int)", "@rule\ndef draw(s: State, p: int = 0)", "has no default value"),
    ("@rule\ndef draw(s: State, p: int)", "@rule\ndef draw(s: State, *p: int)", "a fixed number of arguments"),
    ("@rule\ndef who(", "def who(", "who must be marked with @rule"),
    ("def who(s: State, k: Cards)", "def who(s: State)", "who takes 2 arguments: s, k"),
    (
        "def apply(s: State, k: Cards, a: int) -> int",
        "def apply(s: State, k: Cards, a: int) -> None",
        "must return a whole",
    ),
    ("    s.count += a + 1\n", "    s.count += rules.NUMBERS\n", "import what a rule needs by its name"),
]


@pytest.mark.parametrize(("old", "new", "message"), OUTSIDE)
def test_what_a_rule_as_a_whole_must_be(tmp_path: Path, old: str, new: str, message: str) -> None:
    folder = edited(tmp_path / "whole", old, new)
    if "rules." in new:
        edit = folder / "rules.py"
        edit.write_text(
            edit.read_text("utf-8").replace("from typing import Any", "import typing as rules\nfrom typing import Any")
        )
    with pytest.raises(RulesError, match=message):
        load(str(folder))


@pytest.mark.parametrize(
    ("end", "complete"),
    [
        ("if p:\n        return 1\n    else:\n        return 2", True),
        ("while True:\n        s.count += 1\n        if s.count > 9:\n            return 1", True),
        ("while True:\n        s.count += 1\n        if s.count > 9:\n            break", False),
        ("for c in range(p):\n        return c", False),
        ("if p:\n        return 1", False),
    ],
)
def test_a_rule_must_not_end_without_a_value(tmp_path: Path, end: str, complete: bool) -> None:
    folder = edited(
        tmp_path / "ends", "# The end\n", f"@rule\ndef ends(s: State, p: int) -> int:\n    {end}\n\n\n# The end\n"
    )
    if complete:
        load(str(folder))
    else:
        with pytest.raises(RulesError, match="ends may end without a value; finish it with return 0"):
            load(str(folder))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("if p:\n        return\n    s.count = 1", ""),
        ("s.count = 1", ""),
        ("if p:\n        return 1\n    s.count = 1", "ends is declared -> None, so it returns no value"),
        ("s.count = 1 + ends(s, 0)", "ends gives nothing .*; call it in a line of its own"),
    ],
)
def test_a_rule_may_only_do_something(tmp_path: Path, body: str, message: str) -> None:
    folder = edited(
        tmp_path / "does", "# The end\n", f"@rule\ndef ends(s: State, p: int) -> None:\n    {body}\n\n\n# The end\n"
    )
    if message:
        with pytest.raises(RulesError, match=message):
            load(str(folder))
    else:
        load(str(folder))


def test_every_fault_is_named_once(tmp_path: Path) -> None:
    folder = edited(tmp_path / "many", LINE, "    s.plas += 1\n    draw(s, [1])\n    x = s.cont / 2\n")
    with pytest.raises(RulesError) as refused:
        load(str(folder))
    assert len(str(refused.value).splitlines()) == 4


@pytest.mark.parametrize("name", names())
def test_the_games_keep_to_it(name: str) -> None:
    require_language(load(name))


@pytest.mark.parametrize("command", ["check", "simulate", "play"])
def test_a_misspelt_field_is_one_line_of_the_terminal(tmp_path: Path, command: str) -> None:
    folder = edited(tmp_path / "misspelt", LINE, "    s.plas += 1\n")
    shown = CliRunner().invoke(app, [command, str(folder)])
    assert shown.exit_code == 2
    wanted = "tablewright: misspelt/rules.py, line {}: unknown field of State 'plas'; did you mean 'plays'?\n"
    assert shown.output == wanted.format(number_of(LINE))


@pytest.mark.skipif(numba() is None, reason="needs Numba")
def test_what_only_the_compiler_refuses_is_one_line_too(tmp_path: Path) -> None:
    folder = edited(tmp_path / "mixed", LINE, "    x = (1, 2)\n    if p > 0:\n        x = p\n    s.plays += x\n")
    with pytest.raises(TablewrightError, match=r"^rules.py, line \d+: apply cannot be compiled: .*$") as refused:
        load(str(folder)).compiled.unit("apply")
    assert "\n" not in str(refused.value)
