"""The conformance kit finds what is broken: small edits of the example game, one for every check."""

import shutil
from itertools import count
from pathlib import Path

import pytest

from tablewright.engine import (
    Game,
    IllegalMove,
    Match,
    Step,
    assert_conforms,
    check,
    check_record,
    match_of,
    numba,
    rule,
    seed_chance,
)
from tablewright.engine.checks import CHECKS
from tablewright.games import load

TINY = Path(__file__).parent / "handmade"


def broken(folder: Path, file: str, old: str, new: str) -> Game:
    """The example game with one edit; the folder's name becomes the game's."""
    shutil.copytree(TINY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return load(str(folder))


def adding(hook: str) -> tuple[str, str, str]:
    """One more rule at the end of rules.py."""
    more = (
        "\n\nfrom tablewright.engine import Sight\nfrom tablewright.engine import Observed\n" if "Sight" in hook else ""
    )
    return "rules.py", "\n\n@rule\ndef measure(", f"{more}\n\n@rule\ndef {hook}\n\n\n@rule\ndef measure("


COUNTED = "    s.count += a + 1\n"
LISTED = "            m.a[n] = c\n"
SETTLED = "    s.plays = sum(s.played)\n"
OWN_REDEAL = """determinize(s: State, k: Cards, seat: int) -> int:
    for p in range(k.players):
        if p != seat:
            n = s.held[p]
            for c in range(NUMBERS):
                s.deck[c] += s.hand[p][c]
                s.hand[p][c] = 0
            s.held[p] = 0
            for _ in range(n):
                draw(s, p)
    return 0"""
OWN_SIGHT = """observe(s: State, k: Cards, seat: int, o: Sight) -> int:
    o.a[0] = WHAT
    return 1


OBSERVED = [Observed("it", 0, 12)]
"""


def redealing(old: str, new: str) -> tuple[str, str, str]:
    """A `determinize` of the game's own, with one edit."""
    assert old in OWN_REDEAL
    return adding(OWN_REDEAL.replace(old, new))


def observing(what: str) -> tuple[str, str, str]:
    """An `observe` of the game's own that tells one number."""
    return adding(OWN_SIGHT.replace("WHAT", what))


BREAKS = [
    (
        "legal",
        "empty though the game is not over",
        "rules.py",
        "if s.hand[s.turn][c] > 0:",
        "if s.hand[s.turn][c] > 1:",
    ),
    ("legal", "sets m.n to 0", "rules.py", "    m.n = n\n", ""),
    ("legal", "not ascending", "rules.py", LISTED, "            m.a[n] = 5 - c\n"),
    ("legal", "action ids are 0 to 5", "rules.py", LISTED, "            m.a[n] = c + 6\n"),
    ("legal", "changes the state", "rules.py", LISTED, LISTED + "            s.count = s.plays\n"),
    ("bound", "bound says at most 3", "rules.py", "return NUMBERS * k.copies\n", "return 3\n"),
    ("components", "not conserved", "rules.py", "s.played[a] += 1", "s.played[0] += 1"),
    ("result", "must be shares that add up to 12", "rules.py", "return WHOLE_WIN // tied", "return WHOLE_WIN"),
    ("chance", "chance comes from elsewhere", "rules.py", COUNTED, COUNTED + "    s.plays += s.rng & 1\n"),
    ("redeal", "depends on what it cannot know", "view.py", 'str(c) if p == seat else ""', "str(c)"),
    ("redeal", "depends on what it cannot know", "view.py", "str(sum(s.deck))", "str(s.rng)"),
    ("redeal", "the words of a move of seat", "view.py", '"the count goes to {count}"', '"the deck has {s.deck}"'),
    ("redeal", "depends on what it cannot know", *redealing("range(n)", "range(n - 1)")),
    ("redeal", "does not conserve", *redealing("s.deck[c] += s.hand[p][c]", "s.deck[c] += 1")),
    ("redeal", "changes who", *redealing("    return 0", "    s.turn = 0\n    return 0")),
    ("varies", "redeals changed anything", *redealing("p != seat", "p > 9")),
    ("varies", "redeals changed anything", "rules.py", "seen=OWNER", 'seen="all"'),
    ("observe", "depends on what it cannot know", *observing("s.hand[(seat + 1) % k.players][0]")),
    ("observe", "it must be 0 to 12", *observing("-1")),
    ("observe", "does not change when the view does", *observing("0")),
    (
        "observe",
        "does not change when the view does",
        "rules.py",
        'counter("i1", SEATS, most=60)',
        'array("i1", SEATS)',
    ),
    ("observe", "changes the state", *observing("1\n    s.points[0] += 1")),
    ("log", "more than its view shows", "view.py", "c + 1 if p == viewer else 'a card'", "c + 1"),
    ("log", "depends on what it cannot know", "view.py", "{made.label}.", "{made.label}, deck {s.deck}."),
    ("log", "a list of texts", "view.py", "    return lines\n", "    return [*lines, '']\n"),
    ("texts", "two legal moves have the text 'play'", "view.py", 'f"play {a + 1}"', '"play"'),
    ("texts", "it needs that id and a text", "view.py", 'f"play {a + 1}"', '" "'),
    ("view", "have the id 'hand0'", "view.py", 'Item(f"hand{p}.{i}"', 'Item(f"hand{i}"'),
    ("view", "which is not on the table", "view.py", '(f"hand{s.turn}.', '(f"card{s.turn}.'),
    ("view", "is about 'card9', which is not", "view.py", 'turn", clause', 'turn", "card9", clause'),
    ("view", "what is not possible, and why", "view.py", 'Blocked(f"play {c}"', 'Blocked(""'),
    ("view", "needs a decision and a text", "view.py", '"turn", text', '"", text'),
    ("words", "written and read again, points", "rules.py", SETTLED, SETTLED + "    s.points[0] = 0\n"),
    (
        "words",
        "refuses everything that position.dump writes",
        "rules.py",
        "sum(s.held) and not s.held[s.turn]",
        "s.held",
    ),
    (
        "allows",
        "the id 0 is listed, but not allowed",
        *adding("allows(s: State, k: Cards, a: int) -> int:\n    return 0"),
    ),
    (
        "allows",
        "is allowed, but not listed",
        *adding("allows(s: State, k: Cards, a: int) -> int:\n    return 1 if 0 <= a < 6 else 0"),
    ),
    ("hooks", "sample chooses 9", *adding("sample(s: State, k: Cards, m: Moves) -> int:\n    return 9")),
    ("hooks", "playout chooses 9", *adding("playout(s: State, k: Cards, m: Moves) -> int:\n    return 9")),
    ("runs", "IndexError", *adding("greedy(s: State, k: Cards, m: Moves) -> int:\n    return s.deck[9]")),
    ("hooks", "it must be 0 to 10000", *adding("estimate(s: State, k: Cards, p: int) -> int:\n    return 10001")),
    ("runs", "IndexError", "rules.py", "s.points[p] += 1", "s.points[p + 9] += 1"),
]


@pytest.mark.parametrize(
    ("name", "message", "file", "old", "new"), BREAKS, ids=[f"{i}-{row[0]}" for i, row in enumerate(BREAKS)]
)
def test_a_broken_game_is_caught(tmp_path: Path, name: str, message: str, file: str, old: str, new: str) -> None:
    game = broken(tmp_path / tmp_path.name, file, old, new)
    report = check(game.variant(players=3), games=20, compiled=False)
    assert not report.passed
    failures = {failure.check: failure for failure in report.failures}
    assert message in failures[name].message
    assert "\n" not in failures[name].message
    check_record(dict(failures[name].record))
    assert name not in [item.name for item in CHECKS if item.sentence in report.passed_checks]


def test_the_record_reproduces_and_is_short(tmp_path: Path) -> None:
    """Two cards are the fewest that bring the count to ten."""
    new = COUNTED + "    if s.count >= 10:\n        s.deck[0] += 1\n"
    game = broken(tmp_path / "broken_at_ten", "rules.py", COUNTED, new)
    report = check(game.variant(), games=5, seed=77, compiled=False)
    failure = next(failure for failure in report.failures if failure.check == "components")
    match = match_of(dict(failure.record), lambda _: game)
    assert match.state.count >= 10
    assert len(match.steps) == 2
    with pytest.raises(AssertionError, match="components are not conserved"):
        assert_conforms(game, games=5, compiled=False)


@pytest.mark.skipif(numba() is None, reason="needs Numba")
def test_a_difference_between_the_modes_is_caught(tmp_path: Path) -> None:
    """An overflow: Python's integers grow, compiled ones wrap round."""
    new = COUNTED + "    if (s.rng << 3) >> 3 != s.rng:\n        s.points[p] += 1\n"
    game = broken(tmp_path / "broken_modes", "rules.py", COUNTED, new)
    report = check(game.variant(), games=5)
    assert [failure.check for failure in report.failures] == ["modes"]
    assert "compiled: state.points" in report.failures[0].message
    assert len(report.failures[0].record["actions"]) == 0  # the first position has a move that shows it


@pytest.mark.skipif(numba() is None, reason="needs Numba")
def test_a_rare_difference_is_found_at_the_end_of_whole_games(tmp_path: Path) -> None:
    """It happens in none of the games that are looked at closely."""
    new = COUNTED + "    if s.points[p] >= 4 and (s.rng << 3) >> 3 != s.rng:\n        s.count += 60\n"
    game = broken(tmp_path / "broken_rarely", "rules.py", COUNTED, new)
    assert check(game.variant(), games=16).passed
    report = check(game.variant(), games=400)
    assert report.close_games == 16
    failure = next(failure for failure in report.failures if failure.check == "modes")
    assert "compiled: state.count" in failure.message
    assert max(match_of(dict(failure.record), lambda _: game).state.points) >= 4
    assert report.games < 400


def test_one_error_is_reported_once(tmp_path: Path) -> None:
    """An error in `tell` stops every check that reads the log, an error in `legal` all of them."""
    for file, old, new in (
        redealing("            s.held[p] = 0\n", "            s.deck[9] = 0\n"),
        ("rules.py", LISTED, "            m.a[n] = s.deck[c + 5]\n"),
        ("view.py", "    made = move(s, k, action)\n", "    made = move(s, k, action)\n    {}[0]\n"),
    ):
        game = broken(tmp_path / f"once_{len(list(tmp_path.iterdir()))}", file, old, new)
        report = check(game.variant(), games=3, compiled=False)
        assert len(report.failures) == 1, report
        assert len(report.passed_checks) + 1 < len(CHECKS) + 2 or file == "view.py"


@pytest.mark.parametrize("compiled", {False, numba() is not None})
@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        ("legal", "rules.py", LISTED, "            m.a[n] = c\n            n -= 1\n"),
        ("bound", "rules.py", "    return NUMBERS * k.copies\n", "    return 2\n"),
        ("runs", "rules.py", "    s.plays += 1\n", "    s.plays += 100\n"),
        ("runs", "view.py", "    made = move(s, k, action)\n", "    made = move(s, k, action)\n    {}[0]\n"),
        ("components", "rules.py", "    s.played[a] += 1\n", "    s.played[0] += 1\n"),
    ],
)
def test_what_follows_from_a_mistake_is_not_told(
    tmp_path: Path, compiled: bool, name: str, file: str, old: str, new: str
) -> None:
    """An empty list of moves, a number too large for its field: no other check says it once more in its own words."""
    game = broken(tmp_path / tmp_path.name, file, old, new)
    report = check(game.variant(), games=3, compiled=compiled)
    assert [failure.check for failure in report.failures] == [name], report
    if name == "runs":
        assert len(report.passed_checks) < len(CHECKS)  # those that the error stopped do not count as held


def test_moves_that_are_accepted_though_not_listed(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Match.play

    def lenient(match: Match, move: int) -> Step:
        try:
            return play(match, move)
        except IllegalMove:
            return match._apply(match.legal_ids[0])

    monkeypatch.setattr(Match, "play", lenient)
    report = check(tiny.variant(), games=3, compiled=False)
    assert {f.check: f.message for f in report.failures}["refused"].endswith("but it is accepted")


def test_a_setup_that_is_never_twice_the_same(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()
    monkeypatch.setattr(tiny.rules, "seed_chance", rule(lambda s, seed: seed_chance(s, next(numbers))))
    report = check(tiny.variant(), games=2, compiled=False)
    assert "saved and opened" in {f.check: f.message for f in report.failures}["record"]


def test_undo_that_does_not_give_the_position_back(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "undo", lambda match: match.steps.pop())
    report = check(tiny.variant(), games=1, compiled=False)
    assert "undo" in [failure.check for failure in report.failures]


def test_a_sound_game_passes_with_progress_and_notes(tiny: Game) -> None:
    seen: list[tuple[int, int]] = []
    report = check(tiny.variant(), games=30, compiled=False, progress=lambda done, games: seen.append((done, games)))
    assert report.passed
    assert report.decisions == 30 * 12
    assert seen[-1] == (30, 30)
    assert len(report.passed_checks) == len(CHECKS) + 2
    assert "redeals vary deck, hand" in report.notes
    assert any("compiled rules were not checked" in note for note in report.notes)


def test_a_game_without_secrets_is_said_to_have_none(matrix: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix.rules, "determinize", rule(lambda s, k, seat: 0))
    report = check(matrix.variant(), games=2, compiled=False)
    assert "nothing is hidden: no redeal changes a position" in report.notes


def test_chance_that_falls_otherwise_than_it_is_listed(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator that always gives the highest number: every outcome is listed, but not so often."""
    from tablewright.engine import chance

    monkeypatch.setattr(chance, "drawn", rule(lambda s, n: n - 1))
    report = check(tiny.variant(), games=12, compiled=False)
    told = {failure.check: failure.message for failure in report.failures}["chance"]
    assert told.startswith("the likeliest ways that chance could fall came ")
