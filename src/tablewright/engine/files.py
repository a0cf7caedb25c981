"""Files that are either complete or not there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablewright.engine.errors import TablewrightError


@contextmanager
def replacing(path: Path, error: type[TablewrightError] = TablewrightError) -> Iterator[Path]:
    """A temporary file beside the wanted one, which takes its place when all went well."""
    made = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        made = Path(name)
        yield made
        mask = os.umask(0)
        os.umask(mask)
        made.chmod(0o666 & ~mask)
        made.replace(path)
    except OSError as fault:
        raise error(f"{path} cannot be written: {fault.strerror or fault}") from fault
    finally:
        if made is not None:
            made.unlink(missing_ok=True)
