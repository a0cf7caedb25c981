"""The cache of machine code and of unpacked games: folders that are ours alone, and files whose every byte is checked.

Whatever is foreign, writable by others or damaged is not used, and made anew.
"""

import hashlib
import io
import os
import stat
import tempfile
import zipfile
from functools import cache
from pathlib import Path

MAGIC = b"tablewright unit 1\n"
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_root() -> Path:
    """The user's cache folder; where that cannot be used, one among temporary files that belongs to us alone."""
    home = os.environ.get("XDG_CACHE_HOME")
    wished = (Path(home) if home else Path("~/.cache").expanduser()) / "tablewright"
    user = os.getuid() if hasattr(os, "getuid") else "user"
    for folder in (wished, Path(tempfile.gettempdir()) / f"tablewright-{user}"):
        if _usable(folder):
            return folder
    return _own_folder()


@cache
def _own_folder() -> Path:
    """For this process only."""
    return Path(tempfile.mkdtemp(prefix="tablewright-"))


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_ours(folder):
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def is_ours(path: Path) -> bool:
    """Whether a file or folder belongs to us, and nobody else can write to it."""
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & OTHERS_WRITE)


def read_unit(key: str) -> bytes | None:
    """What was kept under a key; None if there is nothing that can be trusted."""
    path = cache_root() / "units" / key
    try:
        if not is_ours(path.parent) or not is_ours(path):
            return None
        found = path.read_bytes()
    except OSError:
        return None
    start = len(MAGIC) + 32
    whole = found[:start] == MAGIC + hashlib.sha256(found[start:]).digest()
    return found[start:] if whole else None


def write_unit(key: str, data: bytes) -> None:
    """Keep something; whoever reads at the same time gets all of it or none."""
    folder = cache_root() / "units"
    folder.mkdir(mode=0o700, exist_ok=True)
    if not is_ours(folder):
        return
    handle, draft = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(MAGIC + hashlib.sha256(data).digest() + data)
    Path(draft).replace(folder / key)


def has_unit(key: str) -> bool:
    return (cache_root() / "units" / key).is_file()


def unpacked(packed: bytes, name: str) -> Path:
    """A folder of that name from its packed files, in a place that follows from their bytes."""
    home = cache_root() / "folders"
    home.mkdir(mode=0o700, exist_ok=True)
    if not is_ours(home):
        home = _own_folder()
    place = home / hashlib.sha256(packed).hexdigest()
    if not place.exists():
        with tempfile.TemporaryDirectory(dir=home) as made:
            zipfile.ZipFile(io.BytesIO(packed)).extractall(Path(made) / "whole" / Path(name).name)
            try:
                (Path(made) / "whole").rename(place)
            except OSError:  # another process was faster
                if not place.exists():
                    raise
    return place / Path(name).name
