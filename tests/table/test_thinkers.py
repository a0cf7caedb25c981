"""The search thinks in a process of its own, in plain mode here: nothing is compiled for a test."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from tablewright.engine import Match
from tablewright.engine.records import record_of
from tablewright.games import load
from tablewright.table.bots import Advice
from tablewright.table.thinkers import Thinkers


def matrix(decisions: int) -> Match:
    match = Match(load("matrix").variant(), seed=4)
    for _ in range(decisions):
        match.play(match.legal_ids[0])
    return match


def test_without_processes_the_simple_bot_answers_at_once() -> None:
    thinkers = Thinkers(0)
    match = matrix(3)
    try:
        assert not thinkers.ready(match.variant)
        assert asyncio.run(thinkers.decide(match, "hard")) in match.legal_ids
        assert asyncio.run(thinkers.curve(match.variant, {})) is None
    finally:
        thinkers.close()


def test_the_search_answers_from_its_own_process() -> None:
    """In a fresh interpreter, as the choice of the plain mode is made once for a process."""
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_thinkers; test_thinkers.think()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        env=os.environ | {"TABLEWRIGHT_PLAIN": "1"},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr


def think() -> None:
    asyncio.run(_think())


async def _think() -> None:
    thinkers, match = Thinkers(1), matrix(16)
    try:
        while not thinkers.ready(match.variant):
            await asyncio.sleep(0.01)
        assert await thinkers.decide(match, "easy") in match.legal_ids
        advice = await thinkers.advise(match)
        assert isinstance(advice, Advice)
        assert advice.action in match.legal_ids
        assert advice.chance is not None
        while not match.over:
            match.play(match.legal_ids[0])
        chances = await thinkers.curve(match.variant, record_of(match))
        assert chances is not None
        assert len(chances) == 21
        assert all(abs(sum(row) - 1) < 1e-6 for row in chances)
    finally:
        thinkers.close()
