"""The cache of machine code: named by what was compiled; what is damaged or foreign is made anew and never executed."""

import io
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tablewright.engine import Compiler, Game, numba
from tablewright.engine.cache import cache_root, is_ours, read_unit, unpacked, write_unit
from tablewright.engine.keys import unit_key
from tablewright.games import load

TINY = Path(__file__).parent.parent.parent / "examples" / "tiny"
pytestmark = pytest.mark.skipif(numba() is None, reason="needs Numba")


def keys(game: Game) -> dict[str, str]:
    return {name: unit_key(unit[0], unit[1:], []) for name, unit in game.compiled.units.items()}


def edited(folder: Path, old: str, new: str) -> Game:
    shutil.copytree(TINY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "rules.py"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return load(str(folder))


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ('"{NUMBERS * k.copies} cards', '"only {NUMBERS * k.copies} cards', set()),
        ('    """TNY-1.1, 1.2."""\n', '    """Deal (TNY-1.1, 1.2)."""\n    # one after the other\n', set()),
        ("    return s.plays\n", "    return s.plays + 1\n", {"turns"}),
        ("    return s.points[p]\n", "    return s.points[p] * 2\n", {"score", "result"}),
    ],
)
def test_only_what_changed_is_compiled_anew(tmp_path: Path, old: str, new: str, changed: set[str]) -> None:
    before, after = keys(edited(tmp_path / "a" / "same", "", "")), keys(edited(tmp_path / "b" / "same", old, new))
    assert {name for name in before if before[name] != after[name]} == changed


def test_a_constant_is_part_of_what_was_compiled(tmp_path: Path) -> None:
    before = keys(edited(tmp_path / "a" / "same", "", ""))
    after = keys(edited(tmp_path / "b" / "same", "NUMBERS = 6\n", "NUMBERS = 7\n"))
    assert before["apply"] != after["apply"]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "tablewright"


def test_damaged_units_are_not_read(own_cache: Path) -> None:
    write_unit("k", b"machine code")
    path = own_cache / "units" / "k"
    assert read_unit("k") == b"machine code"
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[:60] + b"?" + whole[61:], b"", b"other"):
        path.write_bytes(damaged)
        assert read_unit("k") is None
    path.write_bytes(whole)
    path.chmod(0o666)
    assert read_unit("k") is None
    path.unlink()
    path.symlink_to(own_cache / "elsewhere")
    assert read_unit("k") is None


@pytest.mark.slow
def test_a_damaged_cache_heals(own_cache: Path) -> None:
    program = f"from tablewright.games import load; print(load({str(TINY)!r}).compiled.unit('turns').address > 0)"
    for spoil in (b"", b"\x00" * 4000):
        for file in (own_cache / "units").glob("*") if own_cache.exists() else ():
            file.write_bytes(spoil)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert (done.stdout, done.stderr) == ("True\n", "")
        assert list((own_cache / "units").iterdir())


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_folder_that_others_can_write_to_is_not_used(own_cache: Path, mode: int) -> None:
    own_cache.mkdir()
    own_cache.chmod(mode)
    found = cache_root()
    assert found != own_cache
    assert is_ours(found)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_is_not_used(own_cache: Path) -> None:
    own_cache.mkdir()
    os.chown(own_cache, 12345, 12345)
    assert cache_root() != own_cache


PACKED = io.BytesIO()
with zipfile.ZipFile(PACKED, "w") as archive:
    archive.writestr("rules.py", "here")
    archive.writestr("../outside.py", "there")


def test_a_packed_folder_lies_under_the_root_of_the_cache(own_cache: Path) -> None:
    folder = unpacked(PACKED.getvalue(), "mine")
    assert folder.name == "mine"
    assert folder.is_relative_to(own_cache)
    assert (folder / "rules.py").read_text("utf-8") == "here"
    assert [path.name for path in own_cache.rglob("*.py") if path.parent != folder] == []
    assert unpacked(PACKED.getvalue(), "../mine") == folder
    assert not (own_cache / "folders").stat().st_mode & 0o077


@pytest.mark.parametrize("root", ["", "folders"])
def test_a_folder_that_others_could_plant_code_in_is_not_used(own_cache: Path, root: str) -> None:
    folder = unpacked(PACKED.getvalue(), "mine")
    (folder / "rules.py").write_text("planted", "utf-8")
    (own_cache / root).chmod(0o777)
    other = unpacked(PACKED.getvalue(), "mine")
    assert not other.is_relative_to(own_cache / "folders")
    assert (other / "rules.py").read_text("utf-8") == "here"


def test_a_closure_is_no_rule() -> None:
    with pytest.raises(TypeError, match="not a plain module-level function"):
        Compiler().entry(_closure(), int)


def _closure() -> Callable[[int], int]:
    inside = 3

    def rule(x: int) -> int:
        return x + inside

    return rule


IMPORTS = """
import sys
import zipfile
from tablewright.cli import main
sys.argv = ["tablewright", *{arguments!r}]
try:
    main()
finally:
    print("loaded:", [name for name in ("numba", "scipy") if name in sys.modules])
"""


@pytest.mark.parametrize("arguments", [["games"], ["rules", "matrix"], ["play", "matrix", "--seats", "greedy,greedy"]])
def test_playing_needs_no_compiler(arguments: list[str]) -> None:
    program = IMPORTS.format(arguments=arguments)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "loaded: []" in done.stdout


def test_warm_games_need_no_compiler() -> None:
    program = (
        "import sys; from tablewright.games import load; from tablewright.engine import compiled_runner, outputs\n"
        "from tablewright.bots.policies import RANDOM\n"
        f"variant = load({str(TINY)!r}).variant(2)\n"
        "compiled_runner(variant, [RANDOM, RANDOM])(1, 0, 1, *outputs(3, 2, 0))\n"
        "print([name for name in ('numba', 'scipy') if name in sys.modules])"
    )
    for _ in range(2):  # the first may have to compile
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
