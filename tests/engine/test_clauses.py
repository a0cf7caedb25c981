"""Clause numbers of rulebooks and of the tests that name them."""

from pathlib import Path

import pytest

from tablewright.engine import Game, TablewrightError, coverage, read_clauses

BOOK = """# Some rules
- **TNY-1.1** First.
- **TNY-1.12** Twelfth, see **TNY-9.9** and TNY-8.8.
  - **TNY-P.1** Indented, with a letter.
- **TNY-H.1** Hidden.
**TNY-E1, an example (1.1).** Not a clause.
"""


def test_every_form_of_clause(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.md"
    path.write_text(BOOK, "utf-8")
    clauses = read_clauses(path)
    assert [clause.number for clause in clauses] == ["TNY-1.1", "TNY-1.12", "TNY-P.1", "TNY-H.1"]
    assert clauses[0].text == "First."
    assert clauses[2].line == 4


def test_a_clause_that_is_there_twice(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.md"
    path.write_text(BOOK + "- **TNY-1.1** Again.\n", "utf-8")
    with pytest.raises(TablewrightError, match=r"line 7: the clause TNY-1\.1 appears twice"):
        read_clauses(path)
    with pytest.raises(TablewrightError, match="cannot be read"):
        read_clauses(tmp_path / "none.md")


def test_what_tests_name(tmp_path: Path, tiny: Game) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "some.yaml").write_text(
        "game: tiny\nexamples: [{name: a, clauses: [TNY-1.1, TNY-7.7, OTH-1.1]}, {name: b, clauses: [TNY-1.1]}]",
        "utf-8",
    )
    (tmp_path / "other.yaml").write_text("not: examples", "utf-8")
    (tmp_path / "deep" / "test_some.py").write_text(
        "import pytest\n"
        "pytestmark = pytest.mark.clause('TNY-3.1')\n"
        "@pytest.mark.clause('TNY-1.2', 'TNY-2.1 to 2.3')\n"
        "def test_a(): pass\n"
        "class TestB:\n"
        "    @pytest.mark.clause('TNY-2.2')\n"
        "    @pytest.mark.parametrize('x', [1])\n"
        "    def test_c(self, x): pass\n"
        "# TNY-3.2 in a comment does not count\n",
        "utf-8",
    )
    found = coverage(tiny, tmp_path)
    assert found.tests["TNY-1.1"] == ["some.yaml: a", "some.yaml: b"]
    assert found.tests["TNY-2.2"] == ["test_some.py: test_c"]
    assert found.tests["TNY-3.1"] == ["test_some.py"]
    assert found.unknown == {"TNY-7.7": ["some.yaml: a"], "TNY-2.1 to 2.3": ["test_some.py: test_a"]}
    assert [clause.number for clause in found.missing] == ["TNY-2.1", "TNY-2.3", "TNY-2.4", "TNY-3.2", "TNY-H.1"]
