"""Plans are followed, found where there is something to find, pruned, and told with what they won on fresh deals."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablewright.arena.plans import WITHOUT_END, Breeder, Way, Ways
from tablewright.bots.choices import CARDS
from tablewright.bots.plans import EARLY, LATE, Plan, choices_of, words
from tablewright.bots.policies import GREEDY_BOT
from tablewright.cli.app import app
from tablewright.engine import Game, PlainKit, TablewrightError, Variant, plain_kit
from tablewright.games import load
from tablewright.lab.executor import Threads
from tablewright.lab.simulate import simulate

TINY = Path(__file__).parents[2] / "examples" / "tiny"
WASTEFUL = """

@rule
def greedy(s: State, k: Cards, m: "Any") -> int:
    a = 0
    while s.hand[s.turn][a] == 0:
        a += 1
    return a


@rule
def card(s: State, k: Cards, a: int) -> int:
    return a


@rule
def over("""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The example game with a bot of its own that always plays its lowest number."""
    folder = tmp_path_factory.mktemp("plans") / "wasteful"
    shutil.copytree(TINY, folder, ignore=shutil.ignore_patterns("__pycache__", "learned"))
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("\n\n@rule\ndef over(", WASTEFUL, 1), "utf-8")
    return load(str(folder))


def kit_of(variant: Variant) -> PlainKit:
    kit = plain_kit(variant)
    variant.game.rules.setup(kit.state, variant.cards, 5)
    return kit


def test_a_wish_overrides_the_games_own_bot_in_its_phase_only(tiny: Game) -> None:
    variant = tiny.variant()
    kit = kit_of(variant)
    legal = kit.moves.a[: variant.game.rules.legal(kit.state, variant.cards, kit.moves)]
    last = legal[-1]
    assert len(legal) > 1
    for phase, chosen in ((EARLY, last), (LATE, legal[0])):
        chooser = Plan(3, {(phase, last + 1): 1}).chooser(tiny)
        assert chooser.decide(kit, chooser.plain_memory()) == chosen
    shunning = Plan(3, {(EARLY, legal[0] + 1): -1}).chooser(tiny)
    assert shunning.decide(kit, shunning.plain_memory()) in legal[1:]


def test_without_wishes_it_is_the_games_own_bot(tiny: Game) -> None:
    variant = tiny.variant()
    made = simulate(variant, [Plan(3).chooser(tiny), GREEDY_BOT], 200, executor=Threads(1))
    assert made.bot_shares.mean[0] == pytest.approx(0.5, abs=0.001)


def test_choices_are_those_that_are_really_met(tiny: Game) -> None:
    middle, found = choices_of(tiny.variant(), 30, 1, {})
    assert middle > 2
    assert {choice for phase, choice in found if phase == EARLY} == set(range(1, 7))
    assert words(tiny, (LATE, 2)).startswith("play ")
    assert words(tiny, (LATE, 2)).endswith(" late")
    assert max(choice for _, choice in found) < CARDS


@pytest.mark.slow
def test_it_finds_what_beats_a_weak_bot(tiny: Game) -> None:
    breeder = Breeder(tiny.variant(), Threads(1))
    ways = breeder.ways(runs=2, minutes=0.1, games=600)
    assert ways.good
    assert ways.found[0].share > 0.55
    assert ways.tried > 10
    assert "beat" in ways.verdict()
    assert all(abs(ways.between[i][i] - 0.5) < 1e-9 for i in range(2))


def test_the_verdict_claims_no_more_than_was_shown(tiny: Game) -> None:
    variant = tiny.variant()
    weak = Way(Plan(3), 100, 0.5, (0.4, 0.6))
    good = [Way(Plan(3, {(EARLY, 2): 1, (LATE, c): 1}), 100, 0.7, (0.6, 0.8)) for c in (3, 4)]
    none = Ways(variant, (weak,), ((0.5,),), 10, ())
    assert "none beats it beyond chance" in none.verdict()
    assert none.common() == []
    two = Ways(variant, (*good, weak), ((0.5,) * 3,) * 3, 10, ())
    assert two.common() == [words(tiny, (EARLY, 2))]
    assert "2 of 3 beat it beyond chance; all of them want" in two.verdict()
    assert "only one way to beat it was found" in two.verdict()
    early, late = (Way(Plan(3, {(phase, 4): -1}), 100, 0.7, (0.6, 0.8)) for phase in (EARLY, LATE))
    avoiding = Ways(variant, (early, late), ((0.5,) * 2,) * 2, 10, ())
    assert "all of them avoid play 3 early or late: only one way" in avoiding.verdict()
    bad = Way(Plan(3, {(EARLY, 5): 1, (LATE, 5): 1}), 100, 0.3, (0.2, 0.4))
    same = Way(Plan(3, {(EARLY, 2): 1}), 100, 0.3, (0.2, 0.4))  # what a good plan wants is not called useless
    told = Ways(variant, tuple(good), ((0.5,) * 2,) * 2, 10, (), alone=(good[0], bad, same))
    assert told.unwanted() == ["play 4"]
    assert "losing beyond chance where it is wanted: play 4" in told.verdict()


def test_every_preference_is_tried_alone_and_measured_again(tiny: Game) -> None:
    """The game's own bot plays its lowest number; each number wanted or avoided, early, late and always: 36 plans."""
    breeder = Breeder(tiny.variant(), Threads(1))
    ways = breeder.ways(runs=1, minutes=WITHOUT_END, games=400, tries=80)
    assert len(breeder._singles()) == 36
    assert all(len(set(way.plan.wishes.values())) == 1 for way in ways.alone)
    assert ways.alone[0].interval[0] > 0.5
    assert ways.alone[-1].share < 0.5


def test_plans_keep_what_they_are_made_to_want(tiny: Game) -> None:
    breeder = Breeder(tiny.variant(), Threads(1), wants=["play 5"], early=2)
    assert breeder.until == 2
    ways = breeder.ways(runs=1, minutes=WITHOUT_END, games=100, tries=12)
    assert all("play 5" not in ways.told(way) for way in (*ways.found, *ways.alone))
    assert ways.forced == ("play 5",)
    assert all(way.plan.wishes[phase, 6] == 1 for way in (*ways.found, *ways.alone) for phase in (EARLY, LATE))
    assert "12 plans that want play 5 were tried" in ways.verdict()
    with pytest.raises(TablewrightError, match="unknown preference 'plai 5'; did you mean 'play 5'"):
        Breeder(tiny.variant(), Threads(1), wants=["plai 5"])


def test_so_many_tries_give_the_same_plans_on_every_machine(tiny: Game) -> None:
    one, other = (
        Breeder(tiny.variant(), Threads(threads)).ways(2, WITHOUT_END, games=100, tries=8) for threads in (1, 2)
    )
    assert one.tried == 8
    assert [one.told(way) for way in one.found] == [other.told(way) for way in other.found]


def test_the_report_tells_the_ways_to_win(tmp_path: Path) -> None:
    run, page = tmp_path / "run.npz", tmp_path / "page.html"
    commands = [
        ["simulate", str(TINY), "--games", "60", "--bots", "greedy", "--out", str(run)],
        [
            "report",
            str(run),
            "--out",
            str(page),
            "--ladder",
            "0",
            "--closely",
            "4",
            "--plans",
            "6",
            "--folder",
            str(TINY),
        ],
    ]
    for command in commands:
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
    assert "6 plans were tried against greedy" in page.read_text("utf-8")
