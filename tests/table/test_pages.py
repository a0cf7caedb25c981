"""The pages without a browser: what they answer, and what they refuse."""

import json
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from markupsafe import escape
from table_helpers import friends, new_game, play_out, stranger

from tablewright.engine import Match, check_record, match_of, record_of
from tablewright.games import load, names
from tablewright.table.app import create_app
from tablewright.table.settings import Settings

TINY = Path(__file__).parents[2] / "examples" / "tiny"
HTML = {"accept": "text/html"}


def test_the_start_page_offers_every_game(client: TestClient) -> None:
    page = client.get("/").text
    for name in names():
        assert f'data-game="{name}"' in page
        assert load(name).cards.pitch[:20] in page


@pytest.mark.parametrize("game", names())
def test_every_game_has_a_table_a_rulebook_and_faces_for_all_its_cards(client: TestClient, game: str) -> None:
    room = new_game(client, game)
    page = client.get(room)
    assert page.status_code == 200
    assert len(page.content) < 100_000
    assert f'id="{load(game).cards.code}-' in client.get(f"/games/{game}/rulebook").text
    for face in set(re.findall(r'src="(/[^"]+/faces/[^"]+)"', page.text)):
        drawn = client.get(face)
        assert drawn.status_code == 200, face
        assert drawn.headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize("game", names())
def test_every_face_of_every_card_can_be_drawn(client: TestClient, game: str) -> None:
    if not (load(game).folder / "faces").is_dir():
        pytest.skip("drawn without faces")
    assert load(game).cards.cards
    for card in load(game).cards.cards:
        assert client.get(f"/games/{game}/faces/{card}.svg").status_code == 200, card


def test_the_small_game_of_the_docs_is_playable_without_a_line_for_it(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"games": [str(TINY)]}))) as client:
        assert 'data-game="tiny"' in client.get("/").text
        page = client.get(new_game(client, "tiny")).text
    zones = {zone.title for zone in Match(load(str(TINY)).variant(), seed=1).view(0).table.zones}
    assert zones
    for title in zones:
        assert f'aria-label="{escape(title)}"' in page
    assert 'data-move="' in page


def test_friends_meet_by_link(client: TestClient) -> None:
    room = friends(client)
    other = stranger(client)
    page = other.get(room).text
    assert 'name="name"' in page
    assert other.post(f"{room}/join", data={"name": "Bob"}, follow_redirects=False).status_code == 303
    assert client.post(f"{room}/start", follow_redirects=False).status_code == 303
    page = client.get(room).text
    assert "Ann" in page
    assert "Bob" in page
    assert other.get(f"{room}/invite.svg").text.count("<path") == 2


def test_a_full_room_can_be_watched_but_not_joined(client: TestClient) -> None:
    room = friends(client)
    stranger(client).post(f"{room}/join", data={"name": "Bob"})
    third = stranger(client)
    answer = third.post(f"{room}/join", data={"name": "Cid"}, headers=HTML)
    assert answer.status_code == 409
    assert "All seats are taken; you can watch." in answer.text
    client.post(f"{room}/start")
    assert "You are watching." in third.get(room).text


def test_only_the_host_arranges_and_starts(client: TestClient) -> None:
    room = friends(client)
    other = stranger(client)
    other.post(f"{room}/join", data={"name": "Bob"})
    assert other.post(f"{room}/start").status_code == 403
    assert other.post(f"{room}/arrange", data={"seat0": "bot:easy"}).status_code == 403
    assert client.post(f"{room}/arrange", data={"seat0": "bot:easy", "seat1": "open"}).status_code == 422


def test_seats_edition_and_parameters_change_until_the_start(client: TestClient) -> None:
    room = friends(client)
    assert client.post(f"{room}/start").status_code == 409
    given = {"seat0": "person", "seat1": "bot:easy", "edition": "duel", "players": "2", "set.rotate_steps": "2"}
    assert client.post(f"{room}/arrange", data=given).status_code == 204
    client.post(f"{room}/start")
    info = client.get(f"/api{room}").json()
    assert [seat["kind"] for seat in info["seats"]] == ["person", "bot"]
    assert client.post(f"{room}/arrange", data=given).status_code == 409


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"set.rotate_steps": "99"}, "must be 1 to 7"),
        ({"edition": "nonsense"}, "unknown edition"),
        ({"players": "7"}, "players cannot play"),
        ({"seat1": "bot:genius"}, "no bot of level genius"),
        ({"clock": "-5"}, "0 to 600 minutes"),
    ],
)
def test_arrangements_that_make_no_sense(client: TestClient, change: dict[str, str], words: str) -> None:
    room = friends(client)
    answer = client.post(f"{room}/arrange", data={"seat0": "person", "edition": "duel"} | change)
    assert answer.status_code == 422
    assert words in answer.json()["detail"]


def test_a_german_browser_reads_german(client: TestClient) -> None:
    """Lengths of games, faces and the ranges of parameters were English there."""
    client.headers["accept-language"] = "de"
    assert "10 Minuten" in client.get("/").text
    drawn = [client.get(f"/games/menagerie/faces/pig.svg{query}").text for query in ("", "?language=de")]
    assert ["Schwein" in face for face in drawn] == [False, True]
    room = friends(client)
    assert "(1 bis 7)" in client.get(room).text
    answer = client.post(f"{room}/arrange", data={"set.rotate_steps": "many"})
    assert answer.json()["detail"] == "Möglich ist 1 bis 7."


def test_names_are_escaped_and_limited(client: TestClient) -> None:
    room = friends(client)
    other = stranger(client)
    assert other.post(f"{room}/join", data={"name": "x" * 10_000}).status_code == 422
    other.post(f"{room}/join", data={"name": "<b>Bob</b>\x07\u202e"})
    page = client.get(room).text
    assert "&lt;b&gt;Bob&lt;/b&gt;" in page
    assert "<b>Bob" not in page


@pytest.mark.parametrize("path", ["/rooms/0123456789abcdef", "/nothing", "/games/chess/rules", "/rooms/x/replay"])
def test_what_is_not_there_says_so(client: TestClient, path: str) -> None:
    page = client.get(path, headers=HTML)
    assert page.status_code == 404
    assert "There is no" in page.text
    assert client.get(path).json()["detail"].startswith("There is no")


def finished(client: TestClient, game: str = "matrix") -> tuple[str, dict[str, object]]:
    """A finished game that was opened from a record, and the record."""
    record = record_of(play_out(Match(load(game).variant(), seed=5), 3))
    answer = client.post("/records", files={"file": ("g.json", json.dumps(record))}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removesuffix("/replay"), record


@pytest.mark.parametrize("game", names())
def test_a_record_goes_in_and_comes_out_again(client: TestClient, game: str) -> None:
    room, record = finished(client, game)
    assert client.get(f"{room}/record").json() == record
    page = client.get(f"{room}/replay")
    assert page.status_code == 200
    for number in (0, 1, len(record["actions"])):  # type: ignore[arg-type]
        assert "zones" in client.get(f"{room}/replay/{number}?seat=0").json()
    assert client.get(f"{room}/replay/99999").status_code == 404


def test_playing_on_from_a_position(client: TestClient) -> None:
    room, record = finished(client)
    answer = client.post(f"{room}/play-on", data={"number": 7, "seat": 1}, follow_redirects=False)
    made = client.get(f"/api{answer.headers['location']}").json()
    assert made["number"] >= 7
    assert [seat["kind"] for seat in made["seats"]] == ["bot", "person"]
    assert client.post(f"{room}/play-on", data={"number": 700, "seat": 1}).status_code == 422
    assert record["actions"]


@pytest.mark.parametrize("text", ["", "[]", "{}", "no json", '{"tablewright": 99}', "[" * 5000])
def test_files_that_are_no_records(client: TestClient, text: str) -> None:
    answer = client.post("/records", files={"file": ("g.json", text)})
    assert answer.status_code == 422
    assert "\n" not in answer.json()["detail"]


def test_a_record_of_a_running_game_is_kept_back(client: TestClient) -> None:
    room = new_game(client)
    assert client.get(f"{room}/record").status_code == 409
    assert client.get(f"{room}/replay/0?seat=1").status_code == 403
    assert stranger(client).get(f"{room}/replay/0?seat=0").status_code == 403
    assert stranger(client).get(f"{room}/replay/0").status_code == 200


def test_the_terminal_opens_what_the_table_saved(client: TestClient, tmp_path: Path) -> None:
    room, _ = finished(client)
    record = check_record(client.get(f"{room}/record").json())
    assert match_of(record, load).over


def test_languages(client: TestClient) -> None:
    assert "Was möchtest du spielen?" in client.get("/", headers={"accept-language": "de-AT,en;q=0.5"}).text
    client.post("/language", data={"language": "de", "back": "//evil.example"}, follow_redirects=False)
    assert '<html lang="de">' in client.get("/").text


def test_the_language_form_never_leads_away(client: TestClient) -> None:
    answer = client.post("/language", data={"language": "de", "back": "//evil.example"}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_the_rules_are_how_to_play_in_the_readers_language(client: TestClient) -> None:
    english = client.get("/games/matrix/rules").text
    client.cookies.set("tablewright-language", "de")
    german = client.get("/games/matrix/rules").text
    assert "How to play Matrix" in english
    assert "So spielt man Matrix" in german
    assert 'href="/games/matrix/rulebook#MTX-8.2"' in english
    assert "/games/matrix/faces/swap_even.svg" in english


@pytest.mark.parametrize("game", names())
def test_how_to_play_has_contents_pictures_and_nothing_of_the_numbered_rules(client: TestClient, game: str) -> None:
    page = client.get(f"/games/{game}/rules").text
    listed = re.findall(r'<li><a href="#(how-\d+)">', page)
    assert len(listed) > 6
    assert [f'id="{address}"' for address in listed if f'id="{address}"' not in page] == []
    assert page.count('class="howto-face"') >= 3
    assert "Provenance" not in page
    assert "Authority" not in page


@pytest.mark.parametrize("game", names())
def test_every_clause_that_is_named_can_be_reached(client: TestClient, game: str) -> None:
    book = client.get(f"/games/{game}/rulebook").text
    addresses = set(re.findall(r'id="([^"]+)"', book))
    within = set(re.findall(r'href="#([^"]+)"', book)) - {"main"}
    from_how_to = set(re.findall(r'rulebook#([^"]+)"', client.get(f"/games/{game}/rules").text))
    assert len(within) > 60
    assert (within | from_how_to) - addresses == set()


def faces_in(client: TestClient, room: str) -> set[str]:
    return set(re.findall(r'src="(/[^"]+/faces/[^"]+)"', client.get(room).text))


@pytest.mark.parametrize("game", names())
def test_a_new_game_shows_the_faces_that_the_browser_has(client: TestClient, game: str) -> None:
    """They have the same addresses in all games with the same cards, and an address never shows anything else."""
    rooms = [faces_in(client, new_game(client, game)) for _ in range(2)]
    asked = rooms[0] | rooms[1]
    assert all(rooms)
    assert len({face.rpartition("/")[0] for face in asked}) == 1
    for face in asked:
        answer = client.get(face)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.text.startswith("<svg")


def test_other_numbers_have_other_faces(client: TestClient) -> None:
    """A house rule may be read on the cards, so such a room keeps faces of its own."""
    wish = {"game": "menagerie", "set": {"pig_draws": [2, 2, 2]}, "start": True}
    seats = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
    made = client.post("/api/rooms", json=wish | {"seats": seats})
    assert made.status_code in (200, 201), made.text
    own = faces_in(client, f"/rooms/{made.json()['room']}")
    assert own
    assert all(face.startswith(f"/rooms/{made.json()['room']}/faces/") for face in own)
    usual = next(iter(faces_in(client, new_game(client, "menagerie"))))
    folder, _, name = usual.rpartition("/")
    wrong = folder.replace(folder.split("/")[-2], "0" * 12)
    assert client.get(f"{wrong}/{name}").status_code == 404
