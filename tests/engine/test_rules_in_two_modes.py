"""Rules and their compiled twins, chapters by address, and the cache."""

from pathlib import Path
from typing import Any

import pytest

from tablewright.engine import CardsLayout, StateLayout, array, chapter, narrated, note, number, rule
from tablewright.engine import compiler as compiling
from tablewright.engine.compiler import Compiler, cache_root, numba

needs_numba = pytest.mark.skipif(numba() is None, reason="needs Numba")
TABLE = (3, 1, 4, 1, 5)


class Pile(StateLayout):
    a = array("i4", 5)
    n = number("i4")


class Limits(CardsLayout):
    most = number("i4")


@rule
def double(x: int) -> int:
    return 2 * x


@rule
def limit(s: Pile, k: Limits, i: int) -> None:
    if s.a[i] <= k.most:
        return
    s.a[i] = k.most


@rule
def fill(s: Pile, k: Limits, x: int) -> int:
    for i in range(5):
        s.a[i] = double(x) + TABLE[i]
        limit(s, k, i)
    note(1, x, 0, 0)
    s.n += 1
    return s.n


@rule
def beyond(s: Pile, k: Limits, x: int) -> int:
    return s.a[x]


@chapter
def effect(s: Pile, k: Limits, x: int) -> int:
    s.a[0] += x
    return s.a[0]


@rule
def outer(s: Pile, k: Limits, x: int) -> int:
    return effect(s, k, x) + 1


def records() -> tuple[Any, Any]:
    return Pile.to_record(Pile.plain()), Limits.to_record(Limits.frozen({"most": 12}))


@needs_numba
def test_the_twin_does_what_the_rule_does() -> None:
    compiled = Compiler().entry(fill, Pile, Limits, int)
    record, cards = records()
    plain, limits = Pile.plain(), Limits.frozen({"most": 12})
    for x in (0, 3, 5, -7):
        assert compiled.call(record[0], cards[0], x) == fill(plain, limits, x)
        assert record.tobytes() == Pile.to_bytes(plain)


@needs_numba
def test_compiled_rules_check_bounds() -> None:
    compiled = Compiler().entry(beyond, Pile, Limits, int)
    record, cards = records()
    assert compiled.call(record[0], cards[0], 4) == 0
    with pytest.raises(IndexError):
        compiled.call(record[0], cards[0], 5)
    with pytest.raises(IndexError):
        beyond(Pile.plain(), Limits.frozen({"most": 1}), 5)


@needs_numba
def test_a_chapter_is_called_by_address() -> None:
    compiler = Compiler([effect])
    inner = compiler.entry(effect, Pile, Limits, int)
    compiled = compiler.entry(outer, Pile, Limits, int)
    record, cards = records()
    cards["far"][0][0] = inner.address
    plain, limits = Pile.plain(), Limits.frozen({"most": 12})
    assert compiled.call(record[0], cards[0], 5) == outer(plain, limits, 5) == 6
    assert record.tobytes() == Pile.to_bytes(plain)


@needs_numba
def test_a_rule_must_be_a_module_level_function() -> None:
    captured = 3

    @rule
    def closure(s: Pile, k: Limits, x: int) -> int:
        return x + captured

    with pytest.raises(TypeError, match="not a plain module-level function"):
        Compiler().entry(closure, Pile, Limits, int)


def test_notes_reach_the_log_only_while_somebody_listens() -> None:
    plain, limits = Pile.plain(), Limits.frozen({"most": 12})
    assert narrated(lambda: fill(plain, limits, 4)) == [(1, 4, 0, 0)]
    fill(plain, limits, 4)
    assert narrated(lambda: None) == []


def test_narration_ends_with_an_error() -> None:
    def failing() -> None:
        note(1, 2, 3, 4)
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        narrated(failing)
    assert narrated(lambda: note(5, 0, 0, 0)) == [(5, 0, 0, 0)]


def test_the_cache_moves_where_it_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "tablewright"
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache_root() != tmp_path / "file" / "tablewright"
    assert cache_root().is_dir()


def test_plain_mode_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling.numba.cache_clear()
    monkeypatch.setenv("TABLEWRIGHT_PLAIN", "1")
    try:
        assert numba() is None
        with pytest.raises(RuntimeError, match="Numba is not installed"):
            Compiler()
    finally:
        monkeypatch.delenv("TABLEWRIGHT_PLAIN")
        compiling.numba.cache_clear()
