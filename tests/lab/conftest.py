"""The planted game and the two simple bots."""

from pathlib import Path

import pytest

from tablewright import games
from tablewright.engine import Game


@pytest.fixture(scope="session")
def planted() -> Game:
    return games.load(str(Path(__file__).parent / "planted"))
