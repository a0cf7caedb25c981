"""The address that a friend can open."""

import pytest
from table_helpers import Server

from tablewright.table import addresses
from tablewright.table.addresses import announced, in_messages, only_here, shareable


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "in_the_network", lambda: "192.168.1.5")


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("url", "listening", "shared"),
    [
        ("http://127.0.0.1:8000", "0.0.0.0", "http://192.168.1.5:8000"),
        ("http://localhost:8000", "::", "http://192.168.1.5:8000"),
        ("http://[::1]:8000", "::", "http://192.168.1.5:8000"),
        ("http://127.0.0.1:8000", "127.0.0.1", "http://127.0.0.1:8000"),
        ("http://games.example", "0.0.0.0", "http://games.example"),
        ("https://10.0.0.7:8443", "0.0.0.0", "https://10.0.0.7:8443"),
    ],
)
def test_a_link_is_one_that_others_can_open(url: str, listening: str, shared: str) -> None:
    assert shareable(url, listening) == shared


def test_without_a_network_the_link_stays_and_is_for_here_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "in_the_network", str)
    assert only_here(shareable("http://localhost:8000/rooms/1", "0.0.0.0"))


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("listening", "said"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000 (from other devices: http://192.168.1.5:8000)"),
        ("::", "http://[::1]:8000 (from other devices: http://192.168.1.5:8000)"),
        ("192.168.1.5", "http://192.168.1.5:8000"),
    ],
)
def test_the_console_names_an_address_that_can_be_opened(listening: str, said: str) -> None:
    assert announced(listening, 8000) == said


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("public", "listening", "port", "said"),
    [
        ("https://games.example/", "127.0.0.1", 8000, "https://games.example"),
        ("", "0.0.0.0", 8000, "http://192.168.1.5:8000"),
        ("", "127.0.0.1", 8000, "http://127.0.0.1:8000"),
        ("", "0.0.0.0", 0, ""),  # any free port: not known when the hub is made
    ],
)
def test_a_message_to_somebody_who_is_away_has_a_link(public: str, listening: str, port: int, said: str) -> None:
    """It had one only where the host had set a public address."""
    assert in_messages(public, listening, port) == said


def test_a_server_for_all_says_where_it_is(tmp_path: object) -> None:
    server = Server(tmp_path, TABLEWRIGHT_HOST="0.0.0.0")  # type: ignore[arg-type]
    server.kill()
    assert server.url.startswith("http://127.0.0.1:")
