"""What people did beside the moves is counted by room and seat; how it was is asked once, and nobody must answer."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, text
from starlette.testclient import WebSocketTestSession
from table_helpers import new_game, stranger
from test_live import deciding, duel, news, until

from tablewright.table.notes import note_of
from tablewright.table.settings import Settings

Rows = list[tuple[int, str, str, int]]


def kept(settings: Settings) -> Rows:
    engine = create_engine(settings.database.replace("+aiosqlite", ""))
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute("SELECT seat, what, about, times FROM notes ORDER BY seat, what, about")
        return [tuple(row) for row in cursor.fetchall()]


def note(socket: WebSocketTestSession, *texts: str) -> list[str]:
    """Send notes; what is said about them, up to the answer to a last message that nobody understands."""
    for one in texts:
        socket.send_json({"do": "note", "text": one})
    socket.send_json({})
    said, refused = list[str](), 1 + sum(note_of(one) is None for one in texts)
    while said.count("The message was not understood.") < refused:
        said += [message["say"]] if "say" in (message := socket.receive_json()) else []
    return said[:-1]


@contextmanager
def in_a_seat(client: TestClient, room: str) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect(f"{room}/live") as socket:
        news(socket)
        yield socket


def test_rules_looked_up_and_tries_in_vain_are_counted(client: TestClient, settings: Settings) -> None:
    with in_a_seat(client, new_game(client)) as socket:
        assert note(socket, "looked:MTX-2.1", "blocked:MTX-4.2", "blocked:MTX-4.2", "looked:") == []
    assert kept(settings) == [
        (0, "blocked", "MTX-4.2", 2),
        (0, "looked", "", 1),
        (0, "looked", "MTX-2.1", 1),
    ]


def test_every_seat_has_its_own_notes_and_a_spectator_none(client: TestClient, settings: Settings) -> None:
    room, other = duel(client)
    for who in (client, other):
        with in_a_seat(who, room) as socket:
            note(socket, "looked:MTX-1.1")
    with in_a_seat(stranger(client), room) as socket:
        assert note(socket, "looked:MTX-1.1") == ["You have no seat at this table."]
    assert kept(settings) == [(0, "looked", "MTX-1.1", 1), (1, "looked", "MTX-1.1", 1)]


def test_a_hint_is_counted(client: TestClient, settings: Settings) -> None:
    room, other = duel(client, hints="on")
    seat = deciding(client, room)["deciding"]
    with in_a_seat((client, other)[seat], room) as socket:
        socket.send_json({"do": "hint"})
        while "hint" not in socket.receive_json():
            pass
    assert kept(settings) == [(seat, "hint", "", 1)]


def test_how_it_was_is_answered_once_and_after_the_game(client: TestClient, settings: Settings) -> None:
    room, other = duel(client)
    with in_a_seat(other, room) as socket:
        assert note(socket, "mood:good") == ["The game is not over yet."]
        socket.send_json({"do": "concede", "number": 0})
        assert 'data-answer="mood:good"' in until(socket, 1)["show"]["status"]
        assert note(socket, "mood:good", "mood:poor", "mood:good", "clear:no") == []
    assert kept(settings) == [(1, "clear", "no", 1), (1, "mood", "good", 1)]
    assert "data-answer" not in stranger(client).get(room).text


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("looked:WAL-4.7", ("looked", "WAL-4.7")),
        ("looked:", ("looked", "")),
        ("blocked:STA-13.4", ("blocked", "STA-13.4")),
        ("mood:fair", ("mood", "fair")),
        ("clear:yes", ("clear", "yes")),
        ("clear:good", None),
        ("mood:", None),
        ("mood", None),
        ("hint:", None),  # only the server says that
        ("looked:my name is Ann", None),
        ("looked:WAL-4.7\n", None),
        (f"looked:WAL-{'1' * 40}", None),
        ("", None),
    ],
)
def test_what_is_a_note(said: str, meant: tuple[str, str] | None) -> None:
    assert note_of(said) == meant


def test_what_is_no_note_is_refused_in_words(client: TestClient, settings: Settings) -> None:
    with in_a_seat(client, new_game(client)) as socket:
        assert note(socket, "looked:whatever", "blocked:<b>") == ["The message was not understood."] * 2
    assert kept(settings) == []


def test_a_seat_has_only_so_many_notes(client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablewright.table.hub.MOST_RULES", 2)
    with in_a_seat(client, new_game(client)) as socket:
        note(socket, "looked:MTX-1.1", "looked:MTX-1.2", "looked:MTX-1.3", "looked:MTX-1.1")
    assert kept(settings) == [(0, "looked", "MTX-1.1", 2), (0, "looked", "MTX-1.2", 1)]


def test_notes_go_with_their_room(client: TestClient, settings: Settings) -> None:
    with in_a_seat(client, new_game(client)) as socket:
        note(socket, "looked:MTX-1.1")
    engine = create_engine(settings.database.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        connection.execute(text("PRAGMA foreign_keys = ON"))
        connection.execute(text("DELETE FROM rooms"))
    assert kept(settings) == []
