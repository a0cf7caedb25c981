"""The templates of the pages, and what all of them know."""

from collections.abc import Callable, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from jinja2.runtime import Context
from markdown_it import MarkdownIt
from markupsafe import Markup

from tablewright.bots.nets import levels_for
from tablewright.engine import Game
from tablewright.table.bots import DEFAULT_LEVEL, LEVELS
from tablewright.table.house import OFFERED
from tablewright.table.words import speaker

TEMPLATES = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"
PRESETS = ("hello", "good_luck", "well_played", "oops", "thanks", "one_moment")


class Plain(Context):
    """A template's names; what it calls is called at once, since nothing here asks for the context (`pass_context`)."""

    def call(self, what: Callable[..., Any], /, *about: Any, **named: Any) -> Any:
        if named:
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
        return what(*about, **named)


class Templates(Environment):
    """Templates that begin quickly: the names that all of them know are in one plain dictionary."""

    context_class = Plain

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


@cache
def environment(folder: Path | None = None) -> Environment:
    """The templates, and those of a game's own folder as `game/...`."""
    loaders = [FileSystemLoader(TEMPLATES)]
    own = PrefixLoader({"game": FileSystemLoader(folder)}) if folder else None
    made = Templates(
        loader=ChoiceLoader([own, *loaders]) if own else loaders[0],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["levels"] = LEVELS
    made.globals["levels_for"] = levels_for
    made.globals["house"] = OFFERED
    made.globals["default_level"] = DEFAULT_LEVEL
    made.globals["presets"] = PRESETS
    return made


def page(template: str, language: str, **values: Any) -> str:
    """A whole page."""
    return environment().get_template(template).render(t=speaker(language), language=language, **values)


@cache
def primer(game: Game, language: str) -> Markup:
    """How a game is played in a few lines, where it has them: in its words, or a file in its folder."""
    if written := game.catalogue(language).text("primer"):
        return Markup(MarkdownIt().render(written))
    file = game.folder / "primer.html"
    return Markup(file.read_text("utf-8") if file.is_file() else "")


@cache
def template(name: str) -> Template:
    return environment().get_template(name)
