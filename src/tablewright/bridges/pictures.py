"""How a game looks to whoever watches a program play: the terminal's text, or the browser's picture as an array."""

from typing import Any

from tablewright.engine import Match, TablewrightError
from tablewright.terminal.table import text_of

PIXELS = "rgb_array"
MODES = ["human", "ansi", PIXELS]


class Pictures:
    """The pictures of one environment; a browser is started with the first that needs one."""

    def __init__(self, mode: str | None) -> None:
        if mode not in (None, *MODES):
            raise TablewrightError(f"render_mode is {mode!r}; it must be one of {', '.join(MODES)}")
        self.mode = mode
        self._camera: Any = None

    def of(self, match: Match, viewer: int | None) -> Any:
        """`human` prints a text, `ansi` returns it, `rgb_array` returns rows of pixels."""
        if self.mode == PIXELS:
            return self._photograph(match, viewer)
        text = text_of(match, viewer)
        if self.mode == "human":
            print(text)
            return None
        return text

    def _photograph(self, match: Match, viewer: int | None) -> Any:
        if self._camera is None:
            try:
                from tablewright.table.camera import Camera
            except ImportError as missing:
                needed = "pip install 'tablewright[pictures]'"
                raise TablewrightError(f"render_mode {PIXELS} needs {missing.name}; try: {needed}") from missing
            self._camera = Camera()
        return self._camera.pixels(match, viewer)

    def close(self) -> None:
        if self._camera is not None:
            self._camera.close()
            self._camera = None
