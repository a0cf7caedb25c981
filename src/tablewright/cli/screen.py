"""The terminal: styled output with a plain fallback, lines typed by a person or a script, and a screen that hides."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from tablewright.engine import shown
from tablewright.terminal.canvas import ASCII, UNICODE, Block, Glyphs, wrapped

NAME_COLUMN = 16
INDENT = 2
NARROWEST = 20  # a terminal that says it has less does not know
USUAL_WIDTH = 80
WIDEST = 100  # lines longer than this are hard to read


class EndOfInput(Exception):
    """Standard input has ended."""


class Harmless(RenderHook):
    """Shows no control characters of names and notes, which a terminal would obey."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Shown(one) for one in renderables]


class _Shown:
    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self.inner, options):
            yield Segment(text if control else "\n".join(map(shown, text.split("\n"))), style, control)


class Screen:
    """Where a command shows things and asks."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.console.push_render_hook(Harmless())
        if self.console.width < NARROWEST:
            self.console.width = USUAL_WIDTH
        stdin = sys.stdin
        self.interactive = self.console.is_terminal and stdin is not None and not stdin.closed and stdin.isatty()
        for stream in (stdin, sys.stdout):  # what the terminal cannot spell becomes a question mark
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    @property
    def height(self) -> int | None:
        """How many lines can be seen at once; None where nobody looks at a screen."""
        return self.console.height if self.interactive else None

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

    def indented(self, text: str, style: str = "", mark: str = "") -> None:
        """A sentence that belongs to what stands above it, or behind a mark."""
        lines = wrapped(text, self.width - INDENT)
        self.show([Text(f"{mark if i == 0 else '':<{INDENT}}{line}", style) for i, line in enumerate(lines)])

    def entry(self, name: str, text: str, style: str = "") -> None:
        """A name and what is to be said about it, in two columns."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=max(NAME_COLUMN, len(name)), no_wrap=True)
        grid.add_column()
        grid.add_row(Text(name, "bold cyan"), Text(text, style))
        self.console.print(grid, width=self.width)

    def complain(self, text: str) -> None:
        """One line on stderr."""
        print(f"tablewright: {shown(' '.join(text.split()))}", file=sys.stderr)

    def page(self, markdown: str) -> None:
        """A long text in Markdown: through the pager where somebody can turn pages."""
        os.environ.setdefault("LESS", "-FRX")
        with self.console.pager(styles=True) if self.interactive else nullcontext():
            self.print_markdown(markdown)

    def print_markdown(self, markdown: str) -> None:
        """Rendered on a terminal, as it is written elsewhere."""
        if not self.console.is_terminal:
            self.console.print(markdown, soft_wrap=True)
            return
        from rich.markdown import Markdown

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


def table_of(*titles: str) -> Table:
    """A table whose first column holds words and whose others hold numbers."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for i, title in enumerate(titles):
        table.add_column(title, justify="left" if i == 0 else "right", no_wrap="interval" in title)
    return table


@contextmanager
def progress_bar(title: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on the error output with rate and time left, gone when it is full; nothing where that is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed or 0:,.0f}/s")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeLeft())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done: progress.advance(task, done)
