"""A fault of the rules ends the run that meets it, in both modes, under all commands, with the record that shows it."""

import json
import pickle
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tablewright.bots.policies import GREEDY_BOT, RANDOM
from tablewright.bots.search import SearchBot
from tablewright.cli.app import app
from tablewright.engine import Game, Match, RuleFault
from tablewright.engine.drivers import GREEDY as GREEDY_HOOK
from tablewright.engine.drivers import ILLEGAL, BrokenRules, begin, decide, drawn, outputs
from tablewright.engine.drivers import PLAYOUT as PLAYOUT_HOOK
from tablewright.engine.kits import Chooser, compiled_runner, plain_kit, plain_runner
from tablewright.engine.records import match_of, record_of
from tablewright.games import load

TINY = Path(__file__).parent.parent.parent / "examples" / "tiny"
COUNTED = "    s.count += a + 1\n"
RARELY = f"{COUNTED}    if s.count == 24 and s.rng % 8 == 0:\n"
SCORE = "@rule\ndef score"
GREEDY = """@rule
def greedy(s: State, k: Cards, m: "Any") -> int:
    for a in range(NUMBERS):
        if s.hand[s.turn][a] > 0 and s.rng % 64 > 0:
            return a
    return 3


"""
PLAYOUT = "@rule\ndef playout(s: State, k: Cards, m: 'Any') -> int:\n    return s.played[6 + s.turn]\n\n\n"

PLANTED = {
    "index": (COUNTED, f"{RARELY}        s.played[6 + a] += 1\n"),
    "field": (COUNTED, f"{RARELY}        s.points[p] += 200\n"),
    "endless": ("if total(s.held) == 0 else", "if total(s.held) == 0 and s.rng % 16 > 0 else"),
    "empty": ("[p][a] > 0 else", "[p][a] > (5 if s.count == 24 else 0) else"),
    "bound": ("    return NUMBERS * k.copies\n", "    return 11\n"),
    "seat": ("            break\n", "            break\n    if s.count == 24:\n        s.turn = 3\n"),
    "illegal": (SCORE, GREEDY + SCORE),
}
TOLD = {
    "index": ("apply", "out of "),
    "field": ("apply", "fit its field"),
    "endless": ("over", "passed its stated bound"),
    "empty": ("legal", "lists no move"),
    "bound": ("over", "passed its stated bound"),
    "seat": ("who", "does not play"),
    "illegal": ("greedy", "is not legal"),
}


def planted(folder: Path, name: str) -> Game:
    """The example game with a rare fault; the folder's name becomes the game's."""
    shutil.copytree(TINY, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / name / "rules.py"
    text = path.read_text("utf-8")
    assert PLANTED[name][0] in text
    path.write_text(text.replace(*PLANTED[name]), "utf-8")
    return load(str(folder / name))


def play(make: Any, game: Game, bots: Sequence[Chooser], games: int) -> None:
    make(game.variant(2), bots)(1, 0, 1, *outputs(games, 2, 0))


@pytest.mark.parametrize("mode", [plain_runner, compiled_runner])
@pytest.mark.parametrize("name", PLANTED)
def test_ends_a_run_of_games(tmp_path: Path, name: str, mode: Any) -> None:
    game = planted(tmp_path, name)
    with pytest.raises(RuleFault) as met:
        play(mode, game, [GREEDY_BOT, RANDOM], 400)
    fault = met.value
    rule, told = TOLD[name]
    assert (fault.game, fault.rule) == (name, rule)
    assert told in fault.what
    assert f"{name}, seed {fault.seed}, decision {fault.decision}: the rule '{rule}' failed" in str(fault)
    assert len(fault.record["actions"]) in (fault.decision, fault.decision - 1)
    assert pickle.loads(pickle.dumps(fault)).record == fault.record


@pytest.mark.parametrize("mode", [plain_runner, compiled_runner])
@pytest.mark.parametrize("name", ["index", "field"])
def test_the_record_shows_a_fault_of_the_game_itself(tmp_path: Path, name: str, mode: Any) -> None:
    game = planted(tmp_path, name)
    with pytest.raises(RuleFault) as met:
        play(mode, game, [RANDOM, RANDOM], 400)
    fault = met.value
    assert len(fault.record["actions"]) == fault.decision
    with pytest.raises(RuleFault) as again:
        match_of(fault.record, lambda _: game)
    assert (again.value.seed, again.value.decision, again.value.rule) == (fault.seed, fault.decision, "apply")
    assert again.value.record == fault.record
    looked_at = match_of(fault.record, lambda _: game, anyway=True)
    assert len(looked_at.steps) == fault.decision - 1


def test_a_match_stays_as_it_was(tmp_path: Path) -> None:
    game = planted(tmp_path, "index")
    with pytest.raises(RuleFault) as met:
        play(compiled_runner, game, [RANDOM, RANDOM], 400)
    *before, last = met.value.record["actions"]
    match = Match(game.variant(2), met.value.seed)
    for action in before:
        match.play(action)
    state = match.bytes
    with pytest.raises(RuleFault, match=r"rules.py, line \d+"):
        match.play(last)
    assert (match.bytes, len(match.steps)) == (state, len(before))


@pytest.mark.parametrize("wait", [False, True])
def test_ends_a_search(tmp_path: Path, wait: bool) -> None:
    """Plain and compiled; the record is that of the match."""
    game = planted(tmp_path, "index")
    match, bot = Match(game.variant(2), 3), SearchBot("hard")
    match.play(match.legal_ids[0])
    if wait:
        bot.wait(match.variant)
    with pytest.raises(RuleFault) as met:
        bot.think(match, 1, bot.budget_in(match.variant))
    assert met.value.record == record_of(match)
    assert "imagined" in met.value.what


@pytest.mark.parametrize(("name", "listing"), [("standoff", False), ("menagerie", True)])
def test_the_first_illegal_id_of_a_hook_is_noticed(name: str, listing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the game itself and in what a bot imagines, by the rule `allows` or by the list."""
    game = load(name)
    assert ("allows" in game.hooks()) is not listing
    for hook in ("greedy", "playout"):
        monkeypatch.setattr(game.rules, hook, lambda s, k, m: game.blocks.count - 1)
    kit = plain_kit(game.variant())
    begin(kit, 1)
    with pytest.raises(BrokenRules):
        decide(kit, GREEDY_BOT.decide, None)
    assert (kit.why, kit.failed) == (ILLEGAL, GREEDY_HOOK)
    with pytest.raises(BrokenRules):
        drawn(kit, PLAYOUT_HOOK, kit.state)
    assert (kit.why, kit.failed) == (ILLEGAL, PLAYOUT_HOOK)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    planted(folder, "index")
    return folder


COMMANDS = [
    "simulate ./index --games 500 --bots greedy,random",
    "simulate ./index --games 500 --bots random --out run.parquet",
    "compare ./index --b hand_size=4 --bots random",
    "sweep ./index --over hand_size=3,4 --bots random",
    "ladder ./index --games 40 --rung easy,greedy",
    "hint match.tw.json --folder index",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_ends_a_command(shelf: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(shelf)
    match = load("./index").start(2, 3)
    match.save("match.tw.json")
    done = CliRunner().invoke(app, command.split())
    assert done.exit_code == 1
    lines = done.stderr.strip().splitlines()
    assert lines[-1].startswith("tablewright: index, seed ")
    assert "Exception ignored" not in done.output
    assert not Path("run.parquet").exists()
    record = json.loads(Path(lines[-1].rpartition(": ")[2]).read_text("utf-8"))
    assert record["game"] == "index"


def test_ends_a_report(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault lies in a rule that only the report calls, in games that were played without it."""
    monkeypatch.chdir(shelf)
    shutil.copytree(TINY, "probed", ignore=shutil.ignore_patterns("__pycache__"))
    text = Path("probed/rules.py").read_text("utf-8")
    Path("probed/rules.py").write_text(text.replace(SCORE, PLAYOUT + SCORE), "utf-8")
    played = CliRunner().invoke(
        app, ["simulate", "./probed", "--games", "200", "--bots", "random", "--out", "run.parquet"]
    )
    assert played.exit_code == 0
    done = CliRunner().invoke(app, ["report", "run.parquet", "-o", "report.html", "--folder", "probed"])
    assert done.exit_code == 1
    assert "the rule 'playout' failed" in done.stderr
    assert not Path("report.html").exists()
