"""The terminal: styled output with a plain fallback, lines typed by a person or a script, and a screen that hides."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from tablewright.cli.canvas import ASCII, UNICODE, Block, Glyphs

WIDEST = 100  # lines longer than this are hard to read


class EndOfInput(Exception):
    """Standard input has ended."""


class Screen:
    """Where a command shows things and asks."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        stdin = sys.stdin
        self.interactive = self.console.is_terminal and stdin is not None and not stdin.closed and stdin.isatty()
        if hasattr(stdin, "reconfigure"):
            stdin.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    @property
    def glyphs(self) -> Glyphs:
        return ASCII if self.console.options.ascii_only else UNICODE

    def show(self, block: Block) -> None:
        """Lines that already fit."""
        for line in block:
            line.rstrip()
            self.console.print(line, no_wrap=True, overflow="ignore", crop=False)

    def say(self, text: str, style: str = "") -> None:
        """A sentence, wrapped."""
        self.console.print(Text(text, style), width=self.width)

    def page(self, markdown: str) -> None:
        """A long text: through the pager on a terminal, as it is written otherwise."""
        if not self.console.is_terminal:
            self.console.print(markdown, soft_wrap=True)
            return
        os.environ.setdefault("LESS", "-FRX")
        with self.console.pager(styles=True) if self.interactive else nullcontext():
            self.console.print(Markdown(markdown), width=self.width)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A typed line; Tab completes the words. Raises EndOfInput when there is no more."""
        if self.interactive:
            with _completing(words):
                try:
                    return input(prompt).strip()
                except EOFError:
                    print()
                    raise EndOfInput from None
        line = "" if sys.stdin is None or sys.stdin.closed else sys.stdin.readline()
        self.console.print(f"{prompt}{line.rstrip()}", soft_wrap=True)
        if not line:
            raise EndOfInput
        return line.strip()

    def thinking(self, text: str) -> AbstractContextManager[object]:
        """A sign of life while a bot decides."""
        return self.console.status(text) if self.interactive else nullcontext()

    def hide(self, prompt: str) -> None:
        """Wipe what is on the terminal, wait for the next person, and wipe the question too."""
        if not self.interactive:
            return
        self._wipe()
        self.ask(prompt)
        self._wipe()

    def _wipe(self) -> None:
        """Clear the screen and what can be scrolled back to."""
        if os.environ.get("TERM", "dumb") == "dumb":
            print("\n" * self.console.height)
            return
        sys.stdout.write("\033[2J\033[3J\033[H")
        sys.stdout.flush()


@contextmanager
def _completing(words: Sequence[str]) -> Iterator[None]:
    try:
        import readline
    except ImportError:
        yield
        return
    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(lambda text, n: [*[w for w in words if w.startswith(text)], None][n])
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)
