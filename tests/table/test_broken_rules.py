"""Rules that fail at the table: the room says so, the game ends there without a winner, and its record is kept."""

import shutil
from dataclasses import replace
from pathlib import Path

from fastapi.testclient import TestClient
from table_helpers import new_game

from tablewright.engine import Game, RuleFault
from tablewright.games import load
from tablewright.table.app import create_app
from tablewright.table.rooms import BROKEN, NOTHING, OVER, PERSON, PLAYING, Happening, Room, Seat
from tablewright.table.settings import Settings

TINY = Path(__file__).parent.parent.parent / "examples" / "tiny"
COUNTED = "    s.count += a + 1\n"
PLANTED = f"{COUNTED}    if s.plays == 3:\n        s.played[6 + a] += 1\n"


def planted(folder: Path, sound: str = COUNTED, failing: str = PLANTED) -> Path:
    shutil.copytree(TINY, folder / "failing", ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "failing" / "rules.py"
    path.write_text(path.read_text("utf-8").replace(sound, failing), "utf-8")
    return folder / "failing"


def test_nobody_is_told_the_seed_where_rules_fail(tmp_path: Path) -> None:
    folder = planted(tmp_path, "if s.hand[p][a] > 0", "if s.hand[p][a + 100 * (s.plays > 0)] > 0")
    settings = Settings(database=f"sqlite:///{tmp_path / 'table.db'}", bot_processes=0, games=[str(folder)])
    with TestClient(create_app(settings)) as client:
        seats = [{"kind": "person"}, {"kind": "open"}]
        made = client.post("/api/rooms", json={"game": "failing", "seats": seats})
        place, tokens = f"/api/rooms/{made.json()['room']}", [made.headers["tablewright-token"]]
        tokens.append(client.post(f"{place}/join", json={}).headers["tablewright-token"])
        host, guest = ({"authorization": f"Bearer {token}"} for token in tokens)
        client.post(f"{place}/start", headers=host).raise_for_status()
        first = client.get(f"{place}/view", headers=host).json()["view"]["moves"][0]["id"]
        client.post(f"{place}/moves", headers=host, json={"number": 0, "move": first}).raise_for_status()
        refused = client.post(f"{place}/moves", headers=guest, json={"number": 1, "move": 0})
        assert refused.status_code == 422
        assert "seed" not in refused.text


def room_of(game: Game) -> Room:
    seats = [Seat(PERSON, "Ann", "", "t0"), Seat(PERSON, "Ben", "", "t1")]
    made = Room("r", game.variant(2), 7, seats, "t0", PLAYING, {})
    made.begin()
    return made


def test_the_room_ends_and_says_why(tmp_path: Path) -> None:
    room = room_of(load(str(planted(tmp_path))))
    while True:
        assert room.match is not None
        assert room.match.seat is not None
        happening = Happening("move", room.match.seat, room.match.legal_ids[0])
        try:
            room = room.after(happening)
        except RuleFault:
            break
    for value, told in ((happening.value, "apply: IndexError"), (NOTHING, "")):
        then = room.after(replace(happening, kind=BROKEN, value=value))
        assert (then.status, then.finished, then.deciding) == (OVER, True, None)
        assert f"the rules of the game failed here{': ' + told if told else ''}" in then.log(0)[-1][-1]


def test_a_game_against_a_bot_ends_with_its_record(tmp_path: Path) -> None:
    """Whoever makes the third move, a person or a bot, in thought or in earnest."""
    folder = planted(tmp_path)
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'table.db'}", bot_pause=0, bot_processes=0, games=[str(folder)]
    )
    with TestClient(create_app(settings)) as client:
        place = new_game(client, "failing")
        room_id = place.split("/")[2].partition("?")[0]
        with client.websocket_connect(f"/rooms/{room_id}/live") as socket:
            for _ in range(40):
                news = socket.receive_json()
                if news.get("status") == OVER:
                    break
                sight = client.get(f"/api/rooms/{room_id}/view").json()
                for move in sight["view"]["moves"][:1]:
                    socket.send_json({"do": "move", "number": sight["number"], "value": move["id"]})
        record = client.get(f"/api/rooms/{room_id}/record").json()
        assert "the rules of the game failed here" in record["faults"][0]["reason"]
        assert len(record["actions"]) == 2
        assert client.get(f"/rooms/{room_id}").status_code == 200
