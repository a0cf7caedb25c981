"""`tablewright press`: files as asked for, one line for what is wrong, nothing half written."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from pypdf import PdfReader
from typer.testing import Result

from tablewright.games import load

Run = Callable[..., Result]


def mine(tmp_path: Path) -> Path:
    """A game of one's own to spoil."""
    return Path(copytree(load("matrix").folder, tmp_path / "mine", ignore=ignore_patterns("__pycache__")))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_game_becomes_a_file(run: Run, tmp_path: Path) -> None:
    result = run("press", "matrix", "--paper", "letter", "--backs", "short", "--ink", "grey")
    assert (result.exit_code, result.stdout) == (0, "matrix.pdf: 30 cards and pieces of Matrix.\n")
    assert files(tmp_path) == ["matrix.pdf"]
    assert len(PdfReader(tmp_path / "matrix.pdf").pages) > 8


def test_only_some_cards(run: Run, tmp_path: Path) -> None:
    result = run("press", "matrix", "--only", "swap_odd", "--only", "board", "-o", "some.pdf", "--backs", "none")
    assert (result.exit_code, result.stdout) == (0, "some.pdf: 3 cards and pieces of Matrix.\n")
    assert len(PdfReader(tmp_path / "some.pdf").pages) == 2


def test_a_draft_and_what_changed_in_it(run: Run, tmp_path: Path) -> None:
    text = (load("matrix").folder / "cards.toml").read_text("utf-8")
    (tmp_path / "draft.toml").write_text(text.replace("The eight outer numbers move on", "All outer numbers move on"))
    here = ("--set", "cards=draft.toml", "--changed-since", load("matrix").folder / "cards.toml")
    result = run("press", "matrix", *here, "-o", "new.pdf")
    assert (result.exit_code, result.stdout) == (0, "new.pdf: 4 cards and pieces of Matrix.\n")
    nothing = run("press", "matrix", "--changed-since", load("matrix").folder / "cards.toml", "-o", "none.pdf")
    assert (nothing.exit_code, nothing.stdout) == (0, "No card has changed: nothing to print.\n")
    assert files(tmp_path) == ["draft.toml", "new.pdf"]


def test_what_changed_since_a_revision(run: Run, tmp_path: Path) -> None:
    folder = mine(tmp_path)
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    cards = folder / "cards.toml"
    cards.write_text(cards.read_text("utf-8").replace('name = "Swap Odd"', 'name = "Swap Uneven"'), "utf-8")
    result = run("press", folder, "--changed-since", "git:HEAD", "-o", "new.pdf")
    assert (result.exit_code, result.stdout) == (0, "new.pdf: 2 cards and pieces of Matrix.\n")


def test_a_proof_without_and_with_complaints(run: Run, tmp_path: Path) -> None:
    result = run("press", "matrix", "--proof", "--only", "swap_odd")
    assert (result.exit_code, result.stdout) == (0, "matrix-proof.pdf: 1 cards and pieces, 0 complaints.\n")
    face = mine(tmp_path) / "faces" / "card.svg"
    face.write_text(face.read_text("utf-8").replace('font-size="16.500" fill="#22282a"', 'font-size="7" fill="#ccc"'))
    spoilt = run("press", tmp_path / "mine", "--proof", "--only", "swap_odd")
    assert spoilt.exit_code == 1
    assert "is 5.0 pt small; at least 6 pt can be read" in " ".join(spoilt.stdout.split())
    assert "has a contrast of 1.6 to its ground" in " ".join(spoilt.stdout.split())
    assert (tmp_path / "mine-proof.pdf").is_file()


def test_other_files_instead_of_the_pdf(run: Run, tmp_path: Path) -> None:
    only = ("--only", "swap_odd", "--only", "board")
    result = run("press", "matrix", *only, "--images", "cards", "--tts", "game.json", "--csv", "game.csv")
    assert result.exit_code == 0
    assert files(tmp_path) == ["cards", "game-images", "game.csv", "game.json"]
    assert files(tmp_path / "cards") == ["back.png", "board.png", "swap_odd.png"]
    assert json.loads((tmp_path / "game.json").read_text("utf-8"))["SaveName"] == "Matrix"


WRONG = {
    "press matrix --only swap_od": "unknown card or piece 'swap_od'; did you mean 'swap_odd'?",
    "press matrix -o nowhere/a.pdf": "nowhere/a.pdf cannot be written: there is no folder nowhere",
    "press matrix --tts nowhere/a.json": "nowhere/a.json cannot be written: there is no folder nowhere",
    "press matrix --images nowhere/cards": "nowhere/cards cannot be made: No such file or directory",
    "press matrix --images taken": "taken cannot be made: File exists",
    "press matrix --pixels 750x1050": "--pixels is for --images DIR",
    "press matrix --images cards --pixels tiny": "--pixels is 'tiny'; it must be makeplayingcards, gamecrafter or",
    "press matrix --only swap_odd --changed-since git:HEAD": "give one of --only and --changed-since",
    "press matrix --changed-since nowhere.toml": "nowhere.toml cannot be read: No such file or directory",
    "press matrix --edition dule": "unknown edition 'dule'; did you mean 'duel'?",
    "press matrix --set rotate_steps=9": "parameter 'rotate_steps' is 9; it must be 1 to 7",
    "press matrix --players 9": "9 players cannot play; it takes 2, 3 or 4",
    "press matrix --paper napkin": "Invalid value for '--paper'",
    "press matrix --bleed 40": "Invalid value for '--bleed': it must be at most 10",
    "press matrix --tts a.json --base-url cards": "--base-url is 'cards'; it must be an address such as",
    "press ./large": "Switch Corners of 250 x 350 mm with 3 mm of bleed does not fit on a sheet of 210 x 297 mm",
    "press ./spoilt": "the face of switch_corners is not SVG",
    "press ./unknown": "cannot be drawn: 'colour' is undefined",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_one_line(run: Run, tmp_path: Path, line: str) -> None:
    (tmp_path / "taken").write_text("")
    spoil = {"./large": _large, "./spoilt": _spoilt, "./unknown": _unknown}.get(line.split()[1])
    if spoil:
        spoil(Path(mine(tmp_path).rename(tmp_path / line.split()[1])))
    before = files(tmp_path)
    result = run(*(tmp_path / word if word.startswith("./") else word for word in line.split()))
    assert (result.exit_code, result.stdout) == (2, "")
    assert WRONG[line] in result.stderr
    assert result.stderr.count("\n") == 1
    assert files(tmp_path) == before


def _large(game: Path) -> None:
    cards = game / "cards.toml"
    cards.write_text(
        cards.read_text("utf-8").replace("[[print.pieces]]", "[print]\nsize = [250, 350]\n\n[[print.pieces]]", 1)
    )


def _spoilt(game: Path) -> None:
    (game / "faces" / "card.svg").write_text("<html>{{ bleed }}</html>")


def _unknown(game: Path) -> None:
    (game / "faces" / "card.svg").write_text("<svg>{{ colour }}</svg>")
