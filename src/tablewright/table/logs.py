"""What the server tells whoever runs it: one line a matter, as text or as JSON, and never a secret."""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from typing import Any

HIDDEN = "***"
SECRETS = (  # each with the part before what is hidden
    re.compile(r"((?:__Host-)?tablewright=)[^;\s\"']+", re.IGNORECASE),
    re.compile(r"(bearer\s+)[^\s\"',}]+", re.IGNORECASE),
    re.compile(r"(tablewright-token\W{1,4})[^\s\"',}]+", re.IGNORECASE),
    re.compile(r"(\w://[^:/\s@]*:)[^@\s]+(?=@)"),  # the password of a database
    re.compile(r"(password\s*=\s*)[^\s,)\"']+", re.IGNORECASE),
    re.compile(r"(\bseed\W{1,4})\d+", re.IGNORECASE),
)


def without_secrets(text: str) -> str:
    """A text with tokens, passwords and seeds struck out."""
    for secret in SECRETS:
        text = secret.sub(rf"\g<1>{HIDDEN}", text)
    return text


class Text(logging.Formatter):
    """`2026-01-31 12:00:00 ERROR hub: room abc: ...`, with a traceback below where there is one."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class Lines(logging.Formatter):
    """One JSON object a line: time, level, from, text, and a traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            told["traceback"] = without_secrets("".join(traceback.format_exception(*record.exc_info)))
        return json.dumps(told, ensure_ascii=False)


FORMATS: dict[str, type[logging.Formatter]] = {"text": Text, "json": Lines}


def configuration(how: str, level: str) -> dict[str, Any]:
    """For `logging.config`: everything that anybody in the process says goes to the error output in one format."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"told": {"()": FORMATS[how]}},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "told"}},
        "root": {"handlers": ["out"], "level": level.upper()},
    }
