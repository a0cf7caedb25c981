"""What all tests share."""

from pathlib import Path

import pytest

from tablewright.engine import Game
from tablewright.games import load

ROOT = Path(__file__).parent.parent


@pytest.fixture
def tiny() -> Game:
    """The example game: small, with hidden hands and chance."""
    return load(str(ROOT / "examples" / "tiny"))


@pytest.fixture
def matrix() -> Game:
    return load("matrix")


@pytest.fixture
def wallet() -> Game:
    return load("wallet")
