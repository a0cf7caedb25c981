"""A program: `tablewright WORDS` as if some modules were not installed: `python without.py NAME,NAME WORDS`."""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

HIDDEN = set(sys.argv.pop(1).split(","))


class Hiding:
    """A finder of modules that does not find some."""

    def __init__(self, finder: Any) -> None:
        self.finder = finder

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in HIDDEN:
            return None
        found: ModuleSpec | None = self.finder.find_spec(name, path, target)
        return found

    def __getattr__(self, name: str) -> object:
        return getattr(self.finder, name)


if __name__ == "__main__":
    sys.meta_path[:] = [Hiding(finder) for finder in sys.meta_path]
    from tablewright.cli import main

    main()
