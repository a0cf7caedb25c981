"""Runs: rows that can be kept, read back and played again."""

from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pytest

import tablewright.lab
from tablewright.bots.policies import GREEDY_BOT, RANDOM
from tablewright.engine import Chooser, Game, TablewrightError, match_of
from tablewright.games.sources import cards_from
from tablewright.lab.cardvalues import card_uses
from tablewright.lab.matchups import grid, matchups
from tablewright.lab.plan import Plan
from tablewright.lab.report import report_page
from tablewright.lab.runs import Run, collect, read_run, record_of_game, run_of, variant_of, write_run
from tablewright.lab.simulate import StopRule, simulate
from tablewright.lab.study import Closely, study
from tablewright.lab.survey import survey
from tablewright.lab.tables import write_tables

FEW = Closely(30, 400, 20, 20, 100)
BOTS = {bot.name: bot for bot in (RANDOM, GREEDY_BOT)}


def chooser(name: str, _variant: object = None) -> Chooser:
    return BOTS[name]


@pytest.fixture(scope="module")
def run(planted: Game) -> Run:
    return collect(planted.variant(changes={"advantage": 50}), [GREEDY_BOT, RANDOM], StopRule(2500))


def test_a_run_reads_back_as_it_was_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "run.parquet"
    write_run(run, file)
    back = read_run(file)
    assert back.info == run.info
    for name in ("games", "shares", "scores", "turns", "decisions", "probes", "first"):
        assert np.array_equal(getattr(back, name), getattr(run, name)), name
    assert [path.name for path in tmp_path.iterdir()] == ["run.parquet"]


def test_other_programs_can_read_a_run(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "run.parquet"
    write_run(run, file)
    with duckdb.connect() as database:
        rows = database.execute(
            "SELECT count(*), sum(A_share), min(A_bot) FROM read_parquet(?)", [str(file)]
        ).fetchone()
    assert rows == (2500, float(run.shares[:, 0].sum()), "greedy")


def test_every_seed_is_played_in_every_seating(run: Run) -> None:
    assert run.info.rotations == 2
    assert list(run.seeds[:4]) == [1, 1, 2, 2]
    assert run.bot_in_seat()[:2].tolist() == [[0, 1], [1, 0]]


def test_any_game_of_a_run_can_be_played_again(run: Run, planted: Game) -> None:
    for game in (0, 1, 17, 1234):
        record = record_of_game(run, game, lambda _: planted, chooser)
        match = match_of(record, lambda _: planted)
        outcome = match.outcome
        assert outcome is not None
        assert [float(share) for share in outcome.shares] == run.shares[game].tolist()
        assert len(match.steps) == run.decisions[game]


def test_a_game_that_is_not_in_the_run(run: Run, planted: Game) -> None:
    with pytest.raises(TablewrightError, match="has the games 0 to 2499, not 2500"):
        record_of_game(run, 2500, lambda _: planted, chooser)


def test_a_run_stops_when_the_interval_is_narrow_enough(planted: Game) -> None:
    made = collect(planted.variant(), [RANDOM], StopRule(10**6, within=2))
    assert 2_000 <= len(made.games) <= 5_000


def test_simulation_and_rows_agree(planted: Game, run: Run) -> None:
    summed = simulate(planted.variant(changes={"advantage": 50}), [GREEDY_BOT, RANDOM], 2500)
    assert summed.shares.mean == pytest.approx(run.shares.mean(axis=0))
    assert summed.probes.mean == pytest.approx(run.probes.mean(axis=0))


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (None, "is not there"),
        (b"PAR1 cut short", "is not a complete Parquet file"),
        (b"", "is not a complete Parquet file"),
    ],
)
def test_a_file_that_is_no_run(tmp_path: Path, contents: bytes | None, message: str) -> None:
    file = tmp_path / "run.parquet"
    if contents is not None:
        file.write_bytes(contents)
    with pytest.raises(TablewrightError, match=message):
        read_run(file)


def test_parquet_from_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "other.parquet"
    with duckdb.connect() as database:
        database.execute(f"COPY (SELECT 1 AS a) TO '{file}' (FORMAT parquet)")
    with pytest.raises(TablewrightError, match="is not a run of Tablewright"):
        read_run(file)


def test_a_run_that_cannot_be_written_leaves_nothing(run: Run, tmp_path: Path) -> None:
    with pytest.raises(TablewrightError, match="cannot be written"):
        write_run(run, tmp_path / "nowhere" / "run.parquet")


def test_the_report_says_what_is_so(run: Run, planted: Game, tmp_path: Path) -> None:
    variant = planted.variant(changes={"advantage": 50})
    alone = collect(variant, [RANDOM], StopRule(20_000))
    page = report_page(study([alone], lambda _: planted, FEW))
    said = {verdict.question: verdict for verdict in page.verdicts}
    assert said["Does it end?"].tone == "good"
    assert said["Is every seat fair?"].tone in ("warn", "bad")
    assert said["Is every seat fair?"].answer.startswith("No: A wins too often with random bots.")
    assert "A 5" in said["Is every seat fair?"].figures
    file = tmp_path / "page.html"
    page.write(file)
    text = file.read_text("utf-8")
    assert "<script" not in text
    assert text.count("http") == text.count('<a href="http://127.0.0.1:8000/open#') > 0  # nothing loads by itself
    assert "20,000 games" in text


def test_runs_of_different_games_do_not_mix(run: Run, planted: Game) -> None:
    other = replace(run, info=replace(run.info, game="another"))
    with pytest.raises(TablewrightError, match="runs of different games"):
        study([run, other], lambda _: planted)


def test_a_run_of_other_rules_is_refused(run: Run, planted: Game) -> None:
    old = replace(run, info=replace(run.info, rules="0" * 12))
    with pytest.raises(TablewrightError, match="made with other rules"):
        study([old], lambda _: planted)


def test_sides_that_met_often_enough_are_compared_whoever_sits_where(run: Run) -> None:
    n = 400
    swapped = np.arange(n) % 2 == 1
    sides = np.column_stack([swapped, ~swapped]).astype(int)  # side 0 sits in seat A of every other game
    won = np.arange(n) % 4 != 0  # side 0 wins three of four games
    shares = np.where((won ^ swapped)[:, None], [1.0, 0.0], [0.0, 1.0])
    info = replace(run.info, probes=("side.A", "side.B"), side_counters=("side.A", "side.B"))
    known = replace(
        run, info=info, games=np.arange(n), shares=shares, turns=np.ones(n), decisions=np.ones(n), probes=sides
    )
    found = matchups(known, ("red", "blue", "green"))
    assert [(one.side, one.against, one.wins.value, one.wins.n) for one in found] == [
        ("red", "blue", 0.75, n),
        ("blue", "red", 0.25, n),
    ]
    assert grid(found)[0] == ["red", "blue"]
    assert matchups(run, ()) == []


def test_the_use_of_cards(planted: Game) -> None:
    uses = card_uses(list(planted.cards.cards), survey(Plan.of(planted.variant(), [RANDOM]), 4000))
    assert set(uses) == {"use.least", *(f"use.{card}" for card in planted.cards.cards)}
    assert [use.value for use in uses.values()] == pytest.approx([0.2] * 6, abs=0.01)  # one of five, by chance
    assert uses["use.least"].value == min(use.value for use in uses.values())


# For other programs


def test_the_tables_of_a_run_agree_with_its_rows(run: Run, planted: Game, tmp_path: Path) -> None:
    write_run(run, tmp_path / "run.parquet")
    opened = tablewright.lab.open(tmp_path / "run.parquet", [planted.folder])
    assert opened.games.aggregate("count(*)").fetchall() == [(2500,)]
    made = opened.table("decisions", 20).aggregate("game, count(*) AS n", "game").order("game").fetchall()
    assert [n for _, n in made] == run.decisions[:20].tolist()
    (uses,) = opened.table("card_uses", 20).aggregate("sum(used), sum(offered)").fetchall()
    assert uses == (160, 160 * 5)
    (look,) = opened.table("looks", 20).aggregate("count(*), sum(chance_one)").fetchall()
    assert look == pytest.approx((20 * 8 * 2, 20 * 8))
    plan = Plan.of(planted.variant(), [RANDOM])
    assert [file.name for file in write_tables(plan, run, tmp_path / "run.parquet", 5)] == [
        "run.decisions.parquet",
        "run.card_uses.parquet",
        "run.looks.parquet",
    ]
    with pytest.raises(TablewrightError, match="unknown table 'decision'; did you mean 'decisions'"):
        opened.table("decision")


def changed(run: Run, tmp_path: Path, query: str) -> Path:
    """The run after somebody worked on it."""
    write_run(run, tmp_path / "run.parquet")
    file = tmp_path / "changed.parquet"
    with duckdb.connect() as database:
        rows = database.execute(f"SELECT key, value FROM parquet_kv_metadata('{tmp_path / 'run.parquet'}')").fetchall()
        note = dict(rows)[b"tablewright"].decode()
        source = query.replace("RUN", f"'{tmp_path / 'run.parquet'}'")
        database.execute(f"COPY ({source}) TO '{file}' (FORMAT parquet, KV_METADATA {{tablewright: '{note}'}})")
    return file


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT * EXCLUDE (turns) FROM RUN", "lacks the column turns"),
        ("SELECT * EXCLUDE (B_share) FROM RUN", "lacks the column B_share"),
        (
            "SELECT * FROM RUN UNION ALL SELECT * FROM RUN WHERE game = 7",
            "holds game 7 2 times; each may be there once",
        ),
        ("SELECT * REPLACE (CASE WHEN game = 3 THEN NULL ELSE turns END AS turns) FROM RUN", "must hold a number in"),
        ("SELECT * REPLACE ('x' AS A_score) FROM RUN", "the column A_score must hold a number in every row"),
        ("SELECT * FROM RUN WHERE game < 0", "holds no games"),
    ],
)
def test_a_run_that_somebody_worked_on(run: Run, tmp_path: Path, query: str, message: str) -> None:
    with pytest.raises(TablewrightError, match=message):
        read_run(changed(run, tmp_path, query))


def test_a_run_with_other_cards_keeps_them(planted: Game, tmp_path: Path) -> None:
    text = (planted.folder / "cards.toml").read_text("utf-8").replace("default = 4", "default = 3")
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    plan = Plan.named(cards_from(planted, str(tmp_path / "mine.toml")).variant(), ["random"])
    write_run(run_of(plan, StopRule(20)), tmp_path / "run.parquet")
    assert variant_of(read_run(tmp_path / "run.parquet").info, lambda _: planted).bound == 6
