"""Begin a program with limits: `python -IS limits.py BYTES COMMAND...`. It is a script, so that none of ours is loaded.

They hold from the program's first instruction on, and for all that it starts. Not every system has them.
"""

import os
import resource
import sys
from contextlib import suppress
from pathlib import Path

MORE = 256  # processes and threads that a program may have beside those that its user has already


def running() -> int:
    """Processes and threads of this user, as far as they can be seen."""
    seen = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == os.getuid():
                seen += len(os.listdir(process / "task"))
    return seen


def limit(what: str, most: int) -> None:
    with suppress(OSError, ValueError, AttributeError):
        resource.setrlimit(getattr(resource, what), (most, most))


if __name__ == "__main__":
    limit("RLIMIT_DATA", int(sys.argv[1]))
    limit("RLIMIT_CORE", 0)
    limit("RLIMIT_NPROC", running() + MORE)
    try:
        os.execvp(sys.argv[2], sys.argv[2:])
    except OSError as fault:
        sys.exit(f"{sys.argv[2]} cannot be started: {fault.strerror}")
