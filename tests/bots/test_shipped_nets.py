"""The networks that are shipped are for the rules and cards that are shipped."""

from pathlib import Path

import pytest

from tablewright import games
from tablewright.bots.nets import FOLDER, path_of, told_of

NETS = sorted(Path(str(games.__file__)).parent.glob(f"*/{FOLDER}/*.npz"))


@pytest.mark.parametrize("path", NETS, ids=[path.parent.parent.name for path in NETS])
def test_it_is_of_today(path: Path) -> None:
    told = told_of(path)
    variant = games.load(told["game"]).variant(told["players"], told["edition"], told["set"])
    assert path == path_of(variant)
    assert told["version"] == path.stem
