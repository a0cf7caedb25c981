"""A server in a process of its own for browsers, one in this process for everything else."""

import itertools
import os
import secrets
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_helpers import PATIENCE, forget_visitors
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from table_helpers import Server

from tablewright.table.app import create_app
from tablewright.table.settings import Settings

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --host-resolver-rules=MAP~table.example~127.0.0.1"
)
DEAL = int(os.environ.get("TABLEWRIGHT_DEAL", "11"))  # the seed of the first game at every server
BROWSER_TESTS = ("test_browser", "test_access")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without Chromium the browser tests are skipped and say so; under CI that is a failure."""
    if Path(CHROMIUM).exists() or os.environ.get("CI") == "true":
        return
    for item in items:
        if item.path.name.startswith(BROWSER_TESTS):
            item.add_marker(pytest.mark.skip(reason="NO BROWSER TESTS: chromium is not installed"))


class Chromium:
    """One for all browser tests that follow each other in a process."""

    def __init__(self) -> None:
        self.playwright: Playwright | None = None
        self.browser: Browser | None = None

    def open(self) -> Browser:
        if self.browser is None:
            expect.set_options(timeout=PATIENCE)
            self.playwright = sync_playwright().start()
            args = [arg.replace("~", " ") for arg in QUIET.split()]
            self.browser = self.playwright.chromium.launch(executable_path=CHROMIUM, args=args, timeout=PATIENCE)
        return self.browser

    def close(self) -> None:
        if self.browser:
            self.browser.close()
        if self.playwright:
            self.playwright.stop()
        self.playwright = self.browser = None


CHROMIUM_OF_ALL = Chromium()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """While Playwright runs, no other test of the process can run an event loop."""
    if nextitem is None or not nextitem.path.name.startswith(BROWSER_TESTS):
        CHROMIUM_OF_ALL.close()


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Its visitors are forgotten after each test."""
    opened = CHROMIUM_OF_ALL.open()
    yield opened
    forget_visitors(opened)


@pytest.fixture(autouse=True)
def known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games at a server in this process are dealt by known seeds, one after the other, as in `dealt_server.py`."""
    seeds = itertools.count(10**12 + DEAL)  # large, so that a seed is not found in a page by chance
    monkeypatch.setattr(secrets, "randbelow", lambda exclusive_upper_bound: next(seeds) % exclusive_upper_bound)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database=f"sqlite:///{tmp_path / 'table.db'}",
        bot_pause=0,
        bot_processes=0,
        messages_per_second=10_000,
        requests_per_second=10_000,
        reads_per_second=10_000,
    )


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings)) as made:
        yield made


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path, deal=DEAL)
    yield made
    made.kill()


@pytest.fixture(scope="session")
def long_lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("site"), deal=DEAL, TABLEWRIGHT_AWAY_SECONDS="3000")
    yield made
    made.kill(signal.SIGTERM)


@pytest.fixture
def site(long_lived: Server) -> Server:
    """A server for all tests that do not harm it; every test begins with the same deals."""
    long_lived.deal_again()
    return long_lived
