"""What is offered for running a table for others: it says what the program knows, and its own programs take it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tablewright.table.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT, CADDY, DOCKER = (DEPLOY / name for name in ("tablewright.service", "Caddyfile", "Dockerfile"))


def docker_lines() -> list[str]:
    return [line for line in DOCKER.read_text("utf-8").splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("file", [UNIT, CADDY, DOCKER, DEPLOY.parent / "docs" / "table.md"], ids=lambda file: file.name)
def test_every_setting_that_is_named_is_one(file: Path) -> None:
    named = set(re.findall(r"TABLEWRIGHT_([A-Z_]+)", file.read_text("utf-8")))
    assert {name.lower() for name in named} <= set(Settings.model_fields)


def test_the_proxy_asks_where_the_server_listens() -> None:
    known = Settings(_env_file=None)  # type: ignore[call-arg]
    text = CADDY.read_text("utf-8")
    assert f"reverse_proxy 127.0.0.1:{known.port}" in text
    assert "respond @numbers 404" in text
    assert f"EXPOSE {known.port}" in docker_lines()


def test_the_container_runs_as_nobody_in_particular() -> None:
    lines = docker_lines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users
    assert users[-1].isdecimal()
    assert int(users[-1]) > 0
    assert not [line for line in lines if line.startswith(("ADD ", "MAINTAINER "))]
    assert all("--no-cache-dir" in line for line in lines if "pip install" in line)
    assert all(line.split(" ", 1)[1].startswith("[") for line in lines if line.startswith(("CMD", "ENTRYPOINT")))
    assert not lines[0].endswith((":latest", "python"))


def test_the_service_may_do_little() -> None:
    lines = UNIT.read_text("utf-8").splitlines()
    for wanted in ("DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="):
        assert wanted in lines


def checked(program: str, *command: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([program, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    there = tmp_path / UNIT.name
    there.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={shutil.which('true')}", UNIT.read_text("utf-8")))
    checked("systemd-analyze", "verify", str(there))


def test_caddy_takes_its_file() -> None:
    checked("caddy", "validate", "--adapter", "caddyfile", "--config", str(CADDY))


def test_hadolint_finds_nothing() -> None:
    checked("hadolint", str(DOCKER))
