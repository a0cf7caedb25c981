"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tablewright.engine import Game
from tablewright.games import load

# How long an example takes says nothing about its truth: a busy machine must not fail a test.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

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
