"""Rules that follow from a declaration: written as text into a file of their own and loaded like any other rules.

A real file serves both modes: debuggers show it, the compiler caches what it makes of it. It is named by its text.
"""

import hashlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

from tablewright.engine.cache import cache_root, is_ours

PREFIX = "tablewright_derived_"
HEAD = '"""Written by Tablewright from the declarations of a game; not to be edited."""\n'


def written(text: str, owner: str) -> ModuleType:
    """The module of a text that follows from declarations of the module `owner`."""
    name = f"{PREFIX}{hashlib.sha256(f'{owner} {text}'.encode()).hexdigest()[:16]}"
    folder = cache_root() / "derived"
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / f"{name}.py"
    if not _is(file, text):  # another process may write the same text at the same time
        draft = folder / f"{name}.{os.getpid()}"
        draft.write_text(text, "utf-8")
        draft.replace(file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _is(file: Path, text: str) -> bool:
    """Whether a file is ours and holds just this text: it is going to be executed."""
    try:
        return is_ours(file.parent) and is_ours(file) and file.read_text("utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False


def file_of(module: ModuleType) -> Path:
    return Path(str(module.__file__))
