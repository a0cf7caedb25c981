"""Parameters of a test of which `make test` takes a few and `make test-rest` the others."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def besides(quick: Collection[Any], every: Iterable[Any]) -> list[Any]:
    """All of them; those that are not quick are slow. A tuple is several parameters."""
    made = []
    for one in every:
        values = one if isinstance(one, tuple) else (one,)
        made.append(pytest.param(*values, marks=() if one in quick else pytest.mark.slow))
    return made
