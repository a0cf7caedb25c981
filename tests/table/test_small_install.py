"""`make run` installs the extras `fast` and `table` only: serving needs nothing else of what the tests have."""

import re
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import httpx
from browser_helpers import PATIENCE, PAUSE
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from table_helpers import Server

MAKEFILE = Path(__file__).parents[2] / "Makefile"
WITHOUT = Path(__file__).parent / "without.py"


def serving_extras() -> set[str]:
    """Those that `make run` installs."""
    found = re.search(
        r"^\$\(SERVING\):.*\n(?:\t.*\n)*?\t\$\(PIP\) '\.\[([a-z,]+)\]'", MAKEFILE.read_text("utf-8"), re.M
    )
    assert found
    return set(found[1].split(","))


def installed_with(extras: set[str]) -> set[str]:
    """Every distribution that comes with some extras of ours, by what each says that it requires."""
    known: set[tuple[str, str]] = set()
    waiting = [("tablewright", extra) for extra in {"", *extras}]
    while waiting:
        one = waiting.pop()
        if one not in known:
            known.add(one)
            waiting += required(*one)
    return {name for name, _ in known}


def required(name: str, extra: str) -> Iterator[tuple[str, str]]:
    try:
        lines = requires(name) or []
    except PackageNotFoundError:  # for other machines than this one
        return
    for needed in map(Requirement, lines):
        if needed.marker is None or needed.marker.evaluate({"extra": extra}):
            yield from ((canonicalize_name(needed.name), wished) for wished in ("", *needed.extras))


def not_installed_with(extras: set[str]) -> set[str]:
    """Modules that are installed here, but would not be."""
    kept = installed_with(extras)
    owners = packages_distributions()
    return {name for name, owned in owners.items() if not kept & {canonicalize_name(one) for one in owned}}


class SmallServer(Server):
    """`tablewright serve` as `make run` starts it, with nothing but what `make run` installs."""

    def start(self) -> None:
        hidden = not_installed_with(serving_extras())
        assert {"scipy", "pytest", "httpx", "duckdb"} <= hidden
        assert not {"numba", "numpy", "sqlalchemy", "greenlet", "fastapi", "typer"} & hidden
        self.program = [str(WITHOUT), ",".join(sorted(hidden)), "serve", "--no-browser"]
        super().start()


def page_to_decide(client: httpx.Client, where: str) -> str:
    """The page as soon as its reader is to decide: the opponent may move first."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        page = client.get(where)
        assert page.status_code == 200
        if 'class="dock mine"' in page.text or time.monotonic() > end:
            return page.text
        time.sleep(PAUSE / 1000)


def test_serving_needs_only_what_make_run_installs(tmp_path: Path) -> None:
    server = SmallServer(tmp_path)
    try:
        with httpx.Client(base_url=server.url, timeout=120) as client:
            assert client.get("/").status_code == 200
            room = client.post("/play", data={"game": "matrix"})
            assert room.status_code == 303
            assert "data-move=" in page_to_decide(client, room.headers["location"])
    finally:
        server.kill()
