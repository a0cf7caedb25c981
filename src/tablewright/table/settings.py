"""The settings of the server, from the environment: `TABLEWRIGHT_DATABASE`, `TABLEWRIGHT_PORT` and so on."""

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


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
    games: Annotated[list[str], NoDecode] = []  # folders of further games; in the environment like PATH
    bots: Annotated[list[str], NoDecode] = []  # of your own, NAME=SPEC each; in the environment one a line
    bot_processes: int = Field(default=1, ge=0)  # that search, of about 200 MB each; 0: bots play simply
    bot_pause: float = Field(default=0.6, ge=0)  # seconds before a bot's move, so that people can follow
    away_seconds: float = Field(default=60, ge=0)  # after which a bot may play on for somebody who is not there
    messages_per_second: float = Field(default=20, gt=0)  # of one socket
    requests_per_second: float = Field(default=20, gt=0)  # changes by one address
    reads_per_second: float = Field(default=100, gt=0)  # pages and pictures for one address
    rooms_per_hour: float = Field(default=1000, gt=0)  # that one address may make
    sockets_per_address: int = Field(default=100, gt=0)
    sockets_per_room: int = Field(default=1500, gt=0)
    trusted_proxies: str = ""  # addresses whose X-Forwarded-For is believed, such as 127.0.0.1
    keep_finished_days: float = Field(default=180, gt=0)  # until a game that is over is deleted, with its chat
    keep_unfinished_days: float = Field(default=365, gt=0)  # until one in which nothing happens any more is
    notify: str = ""  # where people who are away are told that it is their turn: addresses for Apprise
    push_contact: str = ""  # mailto: or https: for the push services; empty: no Web Push
    push_services: str = (
        "fcm.googleapis.com *.push.services.mozilla.com *.push.apple.com *.notify.windows.com"  # and no others
    )
    metrics: bool = False  # /metrics for Prometheus
    logs: Literal["text", "json"] = "text"
    log_level: Literal["info", "warning", "error"] = "warning"  # what libraries say below that would tell secrets
    memory_for_rooms: int = Field(default=200, gt=0)  # megabytes; rooms that nobody looks at make place for others

    @field_validator("bots", mode="before")
    @classmethod
    def _specs(cls, value: object) -> object:
        return [spec.strip() for spec in value.splitlines() if spec.strip()] if isinstance(value, str) else value

    @field_validator("games", mode="before")
    @classmethod
    def _folders(cls, value: object) -> object:
        """`a:b` as in PATH."""
        return [folder for folder in value.split(os.pathsep) if folder] if isinstance(value, str) else value
