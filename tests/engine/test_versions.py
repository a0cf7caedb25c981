"""The version of the rules changes when games would go otherwise, and with nothing else; old records go by it."""

import shutil
from pathlib import Path

import pytest

from tablewright.engine import Game, RecordError, match_of, record_of
from tablewright.games import load
from tablewright.games import names as shipped

GAMES = Path(__file__).parent.parent.parent / "examples"


def edited(folder: Path, game: str, file: str, old: str, new: str) -> Game:
    """A copy of an example in which something is written otherwise."""
    shutil.copytree(GAMES / game, folder / game, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / game / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return load(str(folder / game))


SAME = {
    "comment": ("tiny", "rules.py", "    return s.plays\n", "    return s.plays  # so far\n"),
    "docstring": ("tiny", "rules.py", '    """TNY-1.1, 1.2."""\n', '    """Deal (TNY-1.1, 1.2)."""\n'),
    "error text": ("tiny", "rules.py", "cards are not enough for", "cards do not suffice for"),
    "prompt": ("tiny", "rules.py", 'prompt="Play a card."', 'prompt="Play one of your cards."'),
    "reason": ("tiny", "rules.py", '"not in your hand"', '"you do not have it"'),
    "types": ("tiny", "rules.py", "def score(s: State, k: Cards, p: int) -> int:", "def score(s, k, p):"),
    "position": ("tiny", "rules.py", "    s.plays = sum(s.played)\n", "    s.plays = 0 + sum(s.played)\n"),
    "view": ("tiny", "view.py", " plays {action + 1}, ", " lays {action + 1}, "),
    "unread constant": ("tiny", "rules.py", "SEATS = 4\n", "SEATS = 4\nUNREAD = 7\n"),
    "title of a card": ("tiny", "cards.toml", "[game]", "[game]  # its name and seats"),
    "noted for the log": (
        "tiny",
        "rules.py",
        "    s.plays += 1\n",
        "    s.plays += 1\n    if s.plays > 3:\n        note(DREW, p, 0, 0)\n",
    ),
}
OTHER = {
    "a rule": ("tiny", "rules.py", "s.points[p] += 1", "s.points[p] += 2"),
    "a rule that a rule calls": ("tiny", "rules.py", "        s.deck[c] = k.copies\n", "        s.deck[c] = 3\n"),
    "what a decision refuses": ("tiny", "rules.py", "if s.hand[p][a] > 0 else 1", "if s.hand[p][a] > 1 else 1"),
    "a constant that is read": ("tiny", "rules.py", "NUMBERS = 6\n", "NUMBERS = 7\n"),
    "a field of the state": ("tiny", "rules.py", 'plays = number("i1")', 'plays = number("i2")'),
    "what is paid": ("leduc", "rules.py", "-s.paid[p] if s.folded == p + 1", "-s.paid[p] - 1 if s.folded == p + 1"),
}


@pytest.mark.parametrize("edit", SAME.values(), ids=SAME)
def test_other_words_are_the_same_rules(tmp_path: Path, edit: tuple[str, str, str, str]) -> None:
    assert edited(tmp_path, *edit).rules_version == load(str(GAMES / edit[0])).rules_version


@pytest.mark.parametrize("edit", OTHER.values(), ids=OTHER)
def test_other_rules_have_another_version(tmp_path: Path, edit: tuple[str, str, str, str]) -> None:
    assert edited(tmp_path, *edit).rules_version != load(str(GAMES / edit[0])).rules_version


@pytest.mark.parametrize(("name", "old", "new"), [("drawn", "698769069", "698769067"), ("scrambled", ">> 15", ">> 14")])
def test_other_random_numbers_are_other_rules(name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tablewright.engine import chance, versions

    game, path = load(str(GAMES / "tiny")), Path(str(chance.__file__))
    before = versions.version_of(game.rules, [])
    text = path.read_text("utf-8")
    assert old in text
    read = Path.read_text
    monkeypatch.setattr(Path, "read_text", lambda p, *a: text.replace(old, new) if p == path else read(p, *a))
    assert versions.version_of(game.rules, []) != before, name


def test_a_record_of_the_same_rules_in_other_words_is_opened(tmp_path: Path) -> None:
    played = load(str(GAMES / "tiny")).start(players=2, seed=3)
    while not played.over:
        played.play(played.legal_ids[0])
    words, rules = (edited(tmp_path / name, *edit) for name, edit in (("w", SAME["view"]), ("r", OTHER["a rule"])))
    assert match_of(record_of(played), lambda _: words).bytes == played.bytes
    with pytest.raises(RecordError, match="made with other rules"):
        match_of(record_of(played), lambda _: rules)


def test_hooks_of_bots_have_a_version_of_their_own() -> None:
    games = [load(name) for name in shipped()]
    assert len({version for game in games for version in (game.rules_version, game.hooks_version)}) == 2 * len(games)
