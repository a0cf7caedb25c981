"""The settings of the server, from the environment: `TABLEWRIGHT_DATABASE`, `TABLEWRIGHT_PORT` and so on."""

import os
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def data_folder() -> Path:
    """Where a user's programs keep their data."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tablewright"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'table.db'}"


class Settings(BaseSettings):
    """Everything an operator may set; the defaults suit one person on one machine."""

    model_config = SettingsConfigDict(env_prefix="TABLEWRIGHT_")

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    database: str = Field(default_factory=default_database)
    public_url: str = ""  # how the server is reached from outside, for invite links; empty: as the browser asked
    secure_cookies: bool = False  # set behind HTTPS
    games: list[str] = []  # folders of further games
    bot_processes: int = Field(default=1, ge=0)  # that search, of about 200 MB each; 0: bots play simply
    bot_pause: float = Field(default=0.6, ge=0)  # seconds before a bot's move, so that people can follow
    messages_per_second: float = Field(default=20, gt=0)  # of one socket
    requests_per_second: float = Field(default=20, gt=0)  # changes by one address
