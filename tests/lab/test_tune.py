"""Goals that can be reached, goals that cannot, and files that are wrong."""

from pathlib import Path

import pytest

from tablewright.engine import Game, TablewrightError
from tablewright.games.sources import with_cards_text
from tablewright.lab import search
from tablewright.lab.changes import FRESH
from tablewright.lab.experiments import compare_runs, rows_of
from tablewright.lab.plan import Plan
from tablewright.lab.runs import Run
from tablewright.lab.search import tune
from tablewright.lab.tune import Task, read_task, words_of
from tablewright.lab.tune_page import card_file, tune_page

HEAD = """
game = "planted"
levels = ["random", "greedy"]
games = 800
confirm = 3000
trials = 9
set = { advantage = 100 }
"""
FAIR = '[[goal]]\nmetric = "unfairness"\nbetween = [0, 0.04]\n'
ADVANTAGE = '[[lever]]\nname = "advantage"\nvalues = [-100, 0, 100]\n'
SHORT = '[[goal]]\nmetric = "turns"\nbetween = [1, 3]\n'
PICKS = '[[lever]]\nname = "picks"\nbetween = [3, 5]\ncost = 2\n'


def task_of(text: str, planted: Game, folder: Path) -> Task:
    file = folder / "goals.toml"
    file.write_text(text, "utf-8")
    return read_task(file, lambda _: planted)


def test_an_advantage_is_tuned_away_and_confirmed_at_both_levels(planted: Game, tmp_path: Path) -> None:
    task = task_of(HEAD + FAIR + ADVANTAGE + PICKS, planted, tmp_path)
    made = tune(task, tmp_path / "tried.sqlite")
    assert made.now.outcome == "broken"
    assert made.best.outcome == "holds"
    assert task.changed(made.best.tried.setting) == {"advantage": 0}
    assert words_of(task, made.best.tried.setting) == ["advantage: 0 instead of 100"]
    assert [level for level, _ in made.best.levels] == ["random", "greedy"]
    page = tune_page(made)
    assert page.verdicts[0].answer == "Yes: advantage: 0 instead of 100. Every goal holds with random and greedy."
    assert len(page.figures) == 9


def test_what_cannot_be_reached_has_a_nearest(planted: Game, tmp_path: Path) -> None:
    made = tune(task_of(HEAD + SHORT + PICKS, planted, tmp_path), tmp_path / "tried.sqlite")
    answer = tune_page(made).verdicts[0].answer
    assert answer == "No setting reaches it; the nearest is: picks: 3 instead of 4."


def test_a_search_goes_on_where_it_was(planted: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(HEAD + FAIR + ADVANTAGE + PICKS, planted, tmp_path)
    played, once = list[object](), search._try

    def counted(*words: object) -> object:
        if len(played) == 3 and not monkeypatched[0]:
            monkeypatched[0] = True
            raise KeyboardInterrupt
        played.append(words[1])
        return once(*words)  # type: ignore[arg-type]

    monkeypatched = [False]
    monkeypatch.setattr(search, "_try", counted)
    with pytest.raises(KeyboardInterrupt):
        tune(task, tmp_path / "tried.sqlite")
    made = tune(task, tmp_path / "tried.sqlite")
    assert len(made.tried) == 9
    assert len(played) == len({str(setting) for setting in played})  # nothing was played twice


def test_games_that_confirm_are_not_played_again(
    planted: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are the longest part, with bots that think: Ctrl-C between two settings loses at most one of them."""
    task = task_of(HEAD.replace("3000", "300") + FAIR + ADVANTAGE + PICKS, planted, tmp_path)
    memory, played, once = tmp_path / "tried.sqlite", list[int](), rows_of

    def counted(plan: Plan, games: int, *words: object) -> Run:
        if games == 300:
            if len(played) == 3:
                monkeypatch.setattr(search, "rows_of", once)
                raise KeyboardInterrupt
            played.append(games)
        return once(plan, games, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(search, "rows_of", counted)
    with pytest.raises(KeyboardInterrupt):
        tune(task, memory)
    assert len(list((tmp_path / "tried.runs").iterdir())) == 3
    again, done = tune(task, memory), list[int]()
    whole = tune(task, memory, done.append)
    assert [one.levels for one in whole.confirmed] == [one.levels for one in again.confirmed]
    assert sum(done) == 300 * 2 * (1 + len(whole.confirmed))  # the bar goes on all the same
    assert len(list((tmp_path / "tried.runs").iterdir())) == 2 * (1 + len(whole.confirmed))


def test_the_best_is_compared_with_how_it_is_on_the_games_that_confirmed_it(planted: Game, tmp_path: Path) -> None:
    task = task_of(HEAD.replace("3000", "300") + FAIR + ADVANTAGE, planted, tmp_path)
    made = tune(task, tmp_path / "tried.sqlite")
    assert [run.info.bots[0] for run in made.best.runs] == list(task.levels)
    for a, b in zip(made.now.runs, made.best.runs, strict=True):
        found = compare_runs(a, b).of(["unfairness"])["unfairness"]
        assert a.info.seed == task.seed + FRESH
        assert found.change.n == 300
        assert found.change.value < -0.05


def test_settings_are_counted_once_however_often_they_are_proposed(planted: Game, tmp_path: Path) -> None:
    """Of 8 x 9 settings 20 are wanted; generations that learn propose many again."""
    levers = '[[lever]]\nname = "picks"\nbetween = [1, 8]\n[[lever]]\nname = "advantage"\nbetween = [-4, 4]\n'
    head = HEAD.replace("trials = 9", "trials = 20").replace("games = 800", "games = 40").replace("3000", "40")
    made = tune(task_of(head + SHORT + levers, planted, tmp_path), tmp_path / "tried.sqlite")
    settings = [str(one.setting) for one in made.tried]
    assert len(set(settings)) == len(settings) == 20


def test_the_card_file_has_the_setting_and_nothing_else_changed(planted: Game, tmp_path: Path) -> None:
    task = task_of(HEAD.replace("set = { advantage = 100 }\n", "") + SHORT + PICKS, planted, tmp_path)
    text = card_file(task, {"picks": 3})
    assert text is not None
    before = (planted.folder / "cards.toml").read_text("utf-8").splitlines()
    assert [line for line in text.splitlines() if line not in before] == ["default = 3"]
    assert with_cards_text(planted, text, "tuned").variant().bound == 6


WRONG = {
    "between = [0.2, 0.1]": (FAIR.replace("[0, 0.04]", "[0.2, 0.1]") + PICKS, "low comes first"),
    "contradiction": (SHORT + SHORT.replace("[1, 3]", "[5, 9]") + PICKS, "the goals for turns contradict each other"),
    "out of range": (FAIR + PICKS.replace("[3, 5]", "[3, 50]"), "parameter 'picks' is 50; it must be 1 to 8"),
    "no such lever": (FAIR + PICKS.replace("picks", "pick"), "unknown lever 'pick'; did you mean 'picks'?"),
    "no lever": (FAIR, "must name its game and have at least one"),
    "no values": (FAIR + '[[lever]]\nname = "picks"\n', "needs either between"),
    "no such key": (FAIR + PICKS + "prize = 3\n", "unknown key 'prize'"),
    "weight": (FAIR + "weight = -1\n" + PICKS, "the weight of unfairness is -1; it must be above 0"),
    "cost": (FAIR + PICKS.replace("cost = 2", "cost = -2"), "the cost of picks is -2; it must be 0 or more"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_of_goals(planted: Game, tmp_path: Path, name: str) -> None:
    text, message = WRONG[name]
    with pytest.raises(TablewrightError) as told:
        task_of('game = "planted"\n' + text, planted, tmp_path)
    assert message in str(told.value)
    assert "\n" not in str(told.value)


def test_a_metric_that_is_none(planted: Game, tmp_path: Path) -> None:
    task = task_of(HEAD + FAIR.replace("unfairness", "unfairnes") + PICKS, planted, tmp_path)
    with pytest.raises(TablewrightError, match="unknown metric 'unfairnes'; did you mean 'unfairness'"):
        tune(task, tmp_path / "tried.sqlite")
