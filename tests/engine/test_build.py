"""Compiling ahead of use: what is in the cache is not compiled again, changed rules are."""

import shutil
from pathlib import Path

import pytest

from tablewright.engine.build import build, missing
from tablewright.games import load

TINY = Path(__file__).parents[2] / "examples" / "tiny"


def test_only_what_is_missing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(TINY, tmp_path / "small")
    name = str(tmp_path / "small")
    units = missing(load, [name])
    assert {"apply", "legal", "setup"} < {unit for _, unit in units}
    steps = build(load, units, processes=1)
    first = next(steps)
    assert missing(load, [name]) == units
    assert sorted([first, *steps]) == sorted(units)
    assert missing(load, [name]) == []

    shutil.copytree(TINY, tmp_path / "other")
    rules = tmp_path / "other" / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "\n\nCHANGED = 1\n", "utf-8")
    assert missing(load, [str(tmp_path / "other")])
