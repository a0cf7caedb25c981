"""The examples runner: what it accepts, what it finds, and what it says about files that are wrong."""

from pathlib import Path

import pytest

from tablewright.engine import ExampleResult, Game, numba, run_file
from tablewright.engine.example_files import ExamplesError, read_examples
from tablewright.games import finder, load

TINY = Path(__file__).parent.parent.parent / "examples" / "tiny"


def run(tmp_path: Path, text: str, game: str = "tiny") -> list[ExampleResult]:
    path = tmp_path / "some.yaml"
    path.write_text(f"game: {game}\nexamples:\n{text}", "utf-8")
    return run_file(path, finder([TINY]))


def fault(tmp_path: Path, text: str, game: str = "tiny") -> str:
    failed = [result for result in run(tmp_path, text, game) if not result.passed]
    assert len(failed) == 1
    assert "\n" not in failed[0].difference
    return failed[0].difference


GIVEN = "given: {hands: {A: [2, 3], B: [6, 6]}, played: [1, 2]}"


def test_both_modes_are_run(tmp_path: Path) -> None:
    results = run(tmp_path, f"  - {{name: one, {GIVEN}, moves: [play 2], expect: {{count: 5}}}}")
    assert [(r.name, r.mode, r.passed) for r in results] == [("one", "plain", True), ("one", "compiled", True)]


def test_without_numba_the_compiled_mode_is_left_out_with_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablewright.engine.examples.numba", lambda: None)
    plain, compiled = run(tmp_path, f"  - {{name: one, {GIVEN}}}")
    assert plain.note == ""
    assert "Numba is not installed" in compiled.note


@pytest.mark.parametrize(
    ("expect", "message"),
    [
        ("{count: 4}", "count is 5, not 4"),
        ("{scores: {A: 0}}", "scores.A is 1, not 0"),
        ("{hands: {B: [6]}}", "hands.B is [6, 6], not [6]"),
        ("{hands: {}}", "hands has A, B as well"),
        ("{who: A}", "who is 'B', not 'A'"),
        ("{over: true}", "over is False, not True"),
        ("{decision: draw}", "decision is 'turn', not 'draw'"),
        ("{legal: [play 6, play 1]}", "legal lacks play 1"),
        ("{legal: []}", "legal has play 6 as well"),
        ("{legal_in_order: [play 1]}", "legal_in_order[0] is 'play 6', not 'play 1'"),
        ("{legal_count: 2}", "legal_count.all is 1, not 2"),
        ("{legal_count: {play: 2}}", "legal_count.play is 1, not 2"),
        ("{legal_includes: [play 1]}", "legal lacks play 1; it has play 6"),
        ("{legal_excludes: [PLAY6]}", "legal has PLAY6"),
        ("{log: [B plays]}", "the log lacks 'B plays'"),
        ("{log: {B: [A draws 4]}}", "the log lacks 'A draws 4'"),
        ("{winners: [A]}", "the game is not over"),
        ("{shares: {A: 1}}", "the game is not over"),
        ("{ranks: {A: 1}}", "the game is not over"),
        ("{conut: 5}", "unknown key 'conut'; did you mean 'count'?"),
        ("{log: {Z: [x]}}", "unknown seat 'Z'"),
        ("{legal: play 6}", "legal must be a list of moves"),
    ],
)
def test_what_does_not_hold_is_said(tmp_path: Path, expect: str, message: str) -> None:
    text = f"  - {{name: one, {GIVEN}, moves: [play 2], expect: {expect}}}"
    said = fault(tmp_path, text)
    assert said.startswith("some.yaml: one: at the end: ")
    assert message in said


def test_shares_are_fractions(tmp_path: Path) -> None:
    over = "given: {hands: {A: [], B: []}, played: [1, 2]}"
    assert all(r.passed for r in run(tmp_path, f"  - {{name: one, {over}, expect: {{shares: {{A: 1/2}}}}}}"))
    assert "write it like" in fault(tmp_path, f"  - {{name: one, {over}, expect: {{shares: {{A: half}}}}}}")
    assert "shares.A is '1/2', not '1'" in fault(tmp_path, f"  - {{name: one, {over}, expect: {{shares: {{A: 1}}}}}}")


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("[play 5]", "move 1 (play 5): 'play 5' is not a legal move now; legal: play 2, play 3"),
        ("[play 2, play 2]", "move 2 (play 2)"),
        ("[B: play 6]", "move 1 (play 6): it is A's decision"),
        ("[Q: play 6]", "there is no seat 'Q'; seats: A, B"),
        ("[{expect: {count: 4}}]", "after move 1: count is 3, not 4"),
        ("[{move: play 2, fault: any}]", "move 1 (play 2): was accepted; it should be refused (any)"),
        ("[{move: play 5, fault: not_in_hand}]", "refused with the reason illegal, not not_in_hand"),
        ("[{move: play 2, chance: {hands: {A: [3, 3, 3]}}}]", "chance: none of"),
        ("[{move: play 7, chance: {count: 5}}]", "not a legal move now"),
        ("[{skip: play 6, until: {count: 99}}]", "move 1 (play 6)"),
    ],
)  # fmt: skip
def test_moves_that_go_wrong(tmp_path: Path, moves: str, message: str) -> None:
    assert message in fault(tmp_path, f"  - {{name: one, {GIVEN}, moves: {moves}}}")


def test_chance_fixes_what_is_drawn(tmp_path: Path) -> None:
    moves = "[{A: play 2, chance: {hands: {A: [3, 5]}}}]"
    assert all(
        r.passed
        for r in run(tmp_path, f"  - {{name: one, {GIVEN}, moves: {moves}, expect: {{deck: [1, 3, 4, 4, 5]}}}}")
    )


def test_chance_fixes_the_setup(tmp_path: Path) -> None:
    text = "  - {name: one, chance: {hands: {A: [1, 2, 3]}}, expect: {legal: [play 1, play 2, play 3]}}"
    assert all(result.passed for result in run(tmp_path, text))
    assert "no seed of" in fault(tmp_path, "  - {name: one, chance: {hands: {A: [1, 1, 1]}}}")


def test_otherwise_and_skip(tmp_path: Path) -> None:
    given = "given: {hands: {A: [1, 2], B: [1, 6]}, played: [2, 3, 3, 4, 4, 5, 5, 6]}"
    text = f"  - {{name: one, otherwise: play 1, {given}, moves: [play 6], expect: {{count: 39, who: A}}}}"
    assert all(result.passed for result in run(tmp_path, text))
    skip = "[{skip: play 1, until: {count: 34}}, play 2]"
    assert all(r.passed for r in run(tmp_path, f"  - {{name: one, {given}, moves: {skip}, expect: {{count: 36}}}}"))


def test_a_referees_penalty_must_be_written_as_submit(tmp_path: Path) -> None:
    given = "edition: bot_referee, given: {board: 463/792/185, hands: {N: [swap_odd], S: [swap_even]}}"
    moves = "moves: [{%s: swap_even(9)}]"
    assert all(r.passed for r in run(tmp_path, f"  - {{name: one, {given}, {moves % 'submit'}}}", "matrix"))
    assert "write it as submit" in fault(tmp_path, f"  - {{name: one, {given}, {moves % 'move'}}}", "matrix")


@pytest.mark.parametrize(
    ("example", "message"),
    [
        ("given: {hands: {A: [7]}}", "some.yaml: one: hand of A: unknown card '7'; known: 1, 2, 3, 4, 5, 6"),
        ("given: {hnads: {}}", "unknown key of a position 'hnads'; did you mean 'hands'?"),
        ("given: {points: {A: many}, hands: {A: [1]}}", "points of A is 'many'; it must be a whole number, 0 to 60"),
        ("players: 7", "7 players cannot play; it takes 2, 3 or 4"),
        ("edition: standrad", "unknown edition 'standrad'; did you mean 'standard'?"),
        ("set: {target: 99}", "parameter 'target' is 99; it must be 2 to 12"),
        ("given: {hands: {A: [7]}}, refused: other words", "refused, but with the words"),
        ("given: {hands: {A: [1]}}, refused: some words", "was accepted; it should be refused: 'some words'"),
    ],
)
def test_positions_and_variants_that_cannot_be(tmp_path: Path, example: str, message: str) -> None:
    assert message in fault(tmp_path, f"  - {{name: one, {example}}}")


def test_a_game_that_cannot_load_a_position(tmp_path: Path, tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.position, "settle", lambda given, s, k: given["x"])
    assert "the position cannot be loaded: KeyError" in fault(tmp_path, "  - {name: one, given: {hands: {A: [1]}}}")


def test_a_misspelt_card(tmp_path: Path) -> None:
    given = "given: {board: 463/792/185, hands: {N: [swap_odd], S: [swap_evn]}}"
    expected = "some.yaml: a hand: hand of S: unknown card 'swap_evn'; did you mean 'swap_even'?"
    assert fault(tmp_path, f"  - {{name: a hand, {given}}}", "matrix") == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: [", "is not valid YAML"),
        ("just words", "must name its game"),
        ("game: tiny", "examples must be a list"),
        ("game: tiny\nexample: []", "unknown key 'example'; did you mean 'examples'?"),
        ("game: tiny\nexamples: [{moves: []}]", "example 1 needs a name"),
        ("game: tiny\nexamples: [{name: a, expects: {}}]", "a: unknown key 'expects'; did you mean 'expect'?"),
        ("game: tiny\nexamples: [{name: a, expect: [1]}]", "a: expect must be a mapping of keys and values, not [1]"),
        ("game: tiny\nexamples: [{name: a, players: two}]", "a: players must be a whole number, not 'two'"),
        ("game: tiny\nexamples: [{name: a, moves: [{}]}]", "a: move 1 is {}; write a move"),
        ("game: tiny\nexamples: [{name: a, moves: [{move: x, submit: y}]}]", "needs one of move, submit, expect"),
        ("game: tiny\nexamples: [{name: a, moves: [{skip: x}]}]", "skip with until"),
        ("game: tiny\nexamples: [{name: a, moves: [{A: [x]}]}]", "a move is a text, not ['x']"),
        ("game: tiny\nexamples: [{name: a, moves: [{mvoe: x, by: A}]}]", "unknown key 'mvoe'; did you mean 'move'?"),
        ("game: tiny\nexamples: [{name: a}, {name: a}]", "the name 'a' appears twice"),
        ("game: tiny\ngame: tiny\nexamples: [{name: a}]", "the key 'game' appears twice"),
    ],
)
def test_files_that_are_no_examples(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(ExamplesError) as caught:
        read_examples(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ExamplesError, match="cannot be read"):
        read_examples(tmp_path / "none.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"game: \xff\xfe")
    with pytest.raises(ExamplesError, match="not text in UTF-8"):
        read_examples(tmp_path / "bytes.yaml")


def test_words_stay_words(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(
        "game: x\nexamples: [{name: 'a', moves: [no, on, 05/tan/2, 1:30, 12, 017], given: {a: yes, b: 7, c: true}}]"
    )
    example = read_examples(path).examples[0]
    assert [step.text for step in example.moves] == ["no", "on", "05/tan/2", "1:30", "12", "017"]
    assert example.given == {"a": "yes", "b": 7, "c": True}


@pytest.mark.skipif(numba() is None, reason="needs Numba")
def test_a_compiled_difference_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain rule is changed after the compiled one was made from it."""
    game = load(str(TINY))
    assert game.compiled.entries
    rules = game.rules
    monkeypatch.setattr(rules, "score", lambda s, k, p: 9)
    assert "compiled, score of A is 0, not 9" in fault(tmp_path, f"  - {{name: one, {GIVEN}}}")


def test_a_clause_that_is_not_in_the_rulebook(tmp_path: Path) -> None:
    with pytest.raises(ExamplesError, match=r"one: unknown clause 'TNY-2\.9'; did you mean 'TNY-2\.\d'\?"):
        run(tmp_path, f"  - {{name: one, clauses: [TNY-2.1, TNY-2.9], {GIVEN}}}")
