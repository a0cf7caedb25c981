"""Networks from a stranger's file: what points outside of the game is refused before machine code reads it."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablewright import games
from tablewright.bots.net import CATEGORY, HOOK, PARTS, ROWS, SCALAR, SEAT, SUM
from tablewright.bots.nets import net_of, path_of, settings_of
from tablewright.bots.search import SearchBot
from tablewright.bots.seats import BotError
from tablewright.engine import Match

VARIANT = games.load("matrix").variant()
SHIPPED = path_of(VARIANT)
FAR = 2**31 - 1


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the network of matrix is found."""
    file = tmp_path / SHIPPED.name
    monkeypatch.setattr("tablewright.bots.nets.path_of", lambda _: file)
    return file


def shipped() -> dict[str, Any]:
    with np.load(SHIPPED) as data:
        return {name: data[name].copy() for name in data.files}


def said(**changes: Any) -> dict[str, Any]:
    """What the file says of itself, changed."""
    arrays = shipped()
    return {**arrays, "told": np.array(json.dumps({**json.loads(str(arrays["told"])), **changes}))}


def of_kind(kind: int) -> int:
    return int(np.flatnonzero(shipped()["row"][:, 0] == kind)[0])


def test_the_shipped_networks_are_accepted() -> None:
    found = [games.load(name).variant() for name in games.names()]
    assert [sorted(settings_of(variant, "learned").__dict__) for variant in found if net_of(variant)]


@pytest.mark.parametrize(
    ("kind", "part", "value"),
    [
        (CATEGORY, 2, -8),
        (CATEGORY, 2, FAR),
        (CATEGORY, 3, 3),
        (CATEGORY, 5, FAR),
        (CATEGORY, 1, -1),
        (CATEGORY, 1, FAR),
        (CATEGORY, 0, 7),
        (CATEGORY, 0, HOOK),
        (SCALAR, 5, 0),
        (HOOK, 2, 0),
        (HOOK, 2, FAR),
        (HOOK, 2, -1),
        (CATEGORY, PARTS + 1, FAR),
    ],
)
def test_a_row_that_points_outside_is_refused(file: Path, kind: int, part: int, value: int) -> None:
    arrays = shipped()
    arrays["row"][of_kind(kind), part] = value
    np.savez_compressed(file, **arrays)
    with pytest.raises(BotError, match=r"is not a network of matrix: 'row' points outside of it"):
        net_of(VARIANT)


@pytest.mark.parametrize(
    "row", [(SUM, 0, 0, 4, 0, 1, FAR, 4), (SUM, 0, 0, 4, 0, 1, 2, -64), (SEAT, 0, 0, 4, -1, 2, 0, 2, 0)]
)
def test_a_made_up_row_that_points_outside_is_refused(file: Path, row: tuple[int, ...]) -> None:
    arrays = shipped()
    arrays["row"][0] = [*row, *[0] * (arrays["row"].shape[1] - len(row))]
    np.savez_compressed(file, **arrays)
    with pytest.raises(BotError, match="points outside of it"):
        net_of(VARIANT)


@settings(max_examples=60)
@given(data=st.data())
def test_whatever_is_accepted_can_be_thought_with(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Numbers of rows changed at random: refused, or harmless to the search in machine code."""
    arrays, file = shipped(), tmp_path_factory.mktemp("net") / SHIPPED.name
    for _ in range(data.draw(st.integers(1, 6))):
        n = data.draw(st.integers(0, len(arrays["row"]) - 1))
        part = data.draw(st.integers(0, arrays["row"].shape[1] - 1))
        arrays["row"][n, part] = data.draw(st.integers(-(2**31), FAR) | st.integers(-9, 300))
    np.savez_compressed(file, **arrays)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tablewright.bots.nets.path_of", lambda _: file)
        try:
            net_of(VARIANT)
        except BotError:
            return
        bot, match = SearchBot("learned:20", None, 1, "learned"), Match(VARIANT, 5)
        bot.wait(VARIANT)
        assert bot.choose(match, match.seat or 0) in match.legal_ids


WRONG: dict[str, tuple[Any, str]] = {
    "choice": ({**shipped(), "choice": np.array([FAR], np.int32)}, "'choice' points outside"),
    "stretch": ({**shipped(), "stretch": np.array(0, np.int32)}, "'stretch' points outside"),
    "an array more": ({**shipped(), "more": np.zeros(3)}, "it holds 'more'"),
    "an array less": ({name: array for name, array in shipped().items() if name != "want"}, "it holds bias"),
    "objects": ({**shipped(), "bias": np.array([print], object)}, "it holds 'bias' of the form"),
    "another form": ({**shipped(), "out": np.zeros((4, 32), np.int16)}, "it holds 'out' of the form"),
    "another kind": ({**shipped(), "out": shipped()["out"].astype(np.int64)}, "it holds 'out' of the form"),
    "too many rows": ({**shipped(), "row": np.zeros((ROWS + 1, 13), np.int32)}, "it holds 'row' of the form"),
    "no words": ({name: array for name, array in shipped().items() if name != "told"}, "does not say what it is"),
    "other words": ({**shipped(), "told": np.array("[1]")}, "does not say what it is"),
    "a format": (said(format=1), "of another version of Tablewright"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_that_is_no_network_is_one_line(file: Path, wrong: str) -> None:
    arrays, words = WRONG[wrong]
    np.savez_compressed(file, **arrays)
    with pytest.raises(BotError, match=words) as refused:
        net_of(VARIANT)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("level", [{}, {"learned": 3}, {"learned": {"iterations": -1}}, {"learned": {"code": 1}}, None])
def test_settings_that_are_none_are_one_line(file: Path, level: object) -> None:
    np.savez_compressed(file, **said(settings=level))
    with pytest.raises(BotError, match=SHIPPED.name):
        settings_of(VARIANT, "learned")


def test_an_array_that_claims_to_be_huge_is_not_made_room_for(file: Path) -> None:
    header = io.BytesIO()
    huge = {"descr": "<i4", "fortran_order": False, "shape": (10**10, 13)}
    np.lib.format.write_array_header_1_0(header, huge)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("row.npy", header.getvalue())
    with pytest.raises(BotError, match="it holds 'row' of the form"):
        net_of(VARIANT)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x93NUMPY", b"x" * 1000])
def test_what_is_no_archive_is_one_line(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(BotError, match="is not a network"):
        net_of(VARIANT)
