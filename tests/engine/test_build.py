"""Compiling ahead of use: what is in the cache is not compiled again, changed rules are."""

import shutil
from pathlib import Path

import pytest

from tablewright.engine import build_units, missing_units
from tablewright.games import load

TINY = Path(__file__).parents[2] / "examples" / "tiny"


@pytest.mark.slow
def test_only_what_is_missing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(TINY, tmp_path / "small")
    name = str(tmp_path / "small")
    units = missing_units(load, [name])
    assert {"apply", "legal", "setup"} < {unit for _, unit in units}
    steps = build_units(load, units, processes=1)
    first = next(steps)
    assert first not in missing_units(load, [name])
    assert sorted([first, *steps]) == sorted(units)
    assert missing_units(load, [name]) == []

    other = tmp_path / "other"
    shutil.copytree(TINY, other)
    rules = other / "rules.py"
    unread = rules.read_text("utf-8") + "\n\nCHANGED = 1\n"
    rules.write_text(unread.replace("    return s.plays\n", "    return s.plays + CHANGED\n"), "utf-8")
    assert missing_units(load, [str(other)]) == [(str(other), "turns")]
