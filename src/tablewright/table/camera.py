"""Pictures of the table as the browser shows it, without a server: for programs that want to look.

A headless Chromium draws the same templates, styles and card faces. It runs in a thread of its own, so that it may be
used from a notebook as well, whose own thread is busy with events.
"""

import io
import mimetypes
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from weakref import finalize

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Error, Page, Playwright, Route, sync_playwright

from tablewright.engine import ENGLISH, Match, TablewrightError, Variant
from tablewright.faces import face
from tablewright.table.replays import moment_parts
from tablewright.table.templating import STATIC, page

WIDTH, HEIGHT = 1280, 860
PATIENCE = 120_000  # milliseconds
ADDRESS = "http://table.invalid"  # nothing is asked of any network
FACES = "/faces"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FITTED = """async () => {
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  await document.fonts.ready;
  (await import("/static/fitting.js")).fit();
  for (let frames = 2; frames; frames--) await new Promise(requestAnimationFrame);
}"""

Pixels = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]


class Camera:
    """Takes pictures of matches; all of them have the same size."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "camera")
        self._film = _Film()
        self.close = finalize(self, _end, self._thread, self._film)

    def pixels(self, match: Match, viewer: int | None) -> Pixels:
        """Height, width and three colours of every point, as a seat or (None) a spectator sees the table."""
        taken = self._thread.submit(self._film.take, match, viewer).result()
        return np.asarray(Image.open(io.BytesIO(taken)).convert("RGB"), np.uint8)


def _end(thread: ThreadPoolExecutor, film: "_Film") -> None:
    with suppress(RuntimeError):  # at the end of the program there are no threads any more, and then no browser either
        thread.submit(film.close).result()
    thread.shutdown()


class _Film:
    """What only the camera's own thread may touch."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._page: Page | None = None
        self._shown: tuple[Variant, str] | None = None

    def take(self, match: Match, viewer: int | None) -> bytes:
        opened = self._page or self._open()
        parts = moment_parts(match, FACES, viewer, match.language)
        self._shown = match.variant, page("picture.html", match.language, game=match.game, parts=parts)
        opened.goto(f"{ADDRESS}/")
        opened.evaluate(FITTED)
        return opened.screenshot(animations="disabled")

    def _open(self) -> Page:
        self._playwright = sync_playwright().start()
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        try:
            self._browser = self._playwright.chromium.launch(executable_path=found, timeout=PATIENCE)
        except Error as fault:
            self.close()
            right = "install Chromium, or run playwright install chromium"
            raise TablewrightError(f"no browser can be started to draw the table: {right}") from fault
        self._page = self._browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce", color_scheme="light"
        )
        self._page.set_default_timeout(PATIENCE)
        self._page.route("**/*", self._answer)
        return self._page

    def _answer(self, route: Route) -> None:
        """What the page asks for: itself, its styles and scripts, the faces of its cards."""
        assert self._shown is not None
        variant, whole = self._shown
        asked = urlsplit(route.request.url)
        kind = mimetypes.guess_type(asked.path)[0] or "text/html"
        folder, _, name = asked.path.rpartition("/")
        if asked.path == "/":
            route.fulfill(body=whole, content_type="text/html; charset=utf-8")
        elif folder.endswith("/faces"):
            route.fulfill(body=_face(variant, name, dict(parse_qsl(asked.query))), content_type=kind)
        else:
            file = STATIC / name if folder == "/static" else variant.game.folder / name
            route.fulfill(body=file.read_bytes() if file.is_file() else b"", content_type=kind)

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()
        if self._playwright is not None:
            self._playwright.stop()
        self._playwright = self._browser = self._page = None


def _face(variant: Variant, name: str, asked: dict[str, Any]) -> str:
    about = {"tone": asked.get("side", ""), "turned": int(asked.get("turned", 0)), "at": asked.get("at", "")}
    language = asked.get("language", ENGLISH)
    return face(variant.game, variant.values, name.removesuffix(".svg"), **about, language=language)
