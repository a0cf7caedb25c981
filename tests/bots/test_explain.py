"""What the search says about a position."""

import pytest

from tablewright.bots import find, search
from tablewright.bots.explain import explain, weigh
from tablewright.bots.levels import Budget
from tablewright.bots.search import SearchBot, children
from tablewright.bots.seats import take_turn
from tablewright.engine import MOST_PLAYERS, IllegalMove, Match, Variant
from tablewright.games import load, names


@pytest.fixture(scope="module")
def variant() -> Variant:
    return load("matrix").variant()


@pytest.fixture(scope="module")
def bot(variant: Variant) -> SearchBot:
    made = SearchBot("ismcts:600", Budget(600))
    made.wait(variant)
    return made


def test_every_legal_move_is_a_candidate_best_first(variant: Variant, bot: SearchBot) -> None:
    match = Match(variant, seed=3)
    told = explain(match, bot=bot)
    assert sorted(one.move.id for one in told.candidates) == match.legal_ids
    assert [one.visits for one in told.candidates] == sorted((one.visits for one in told.candidates), reverse=True)
    assert told.iterations == 600
    assert told.best.move.id == bot.choose(match, match.seat or 0)
    assert sum(one.visits for one in told.candidates) == told.iterations
    assert sum(told.chances) == pytest.approx(1)


def test_a_continuation_is_a_line_of_moves_in_words(variant: Variant, bot: SearchBot) -> None:
    match = Match(variant, seed=3)
    best = explain(match, Budget(3000), bot).best
    assert best.line
    before = match.seat
    match.play(best.move)
    for said in best.line:
        name, text = said.split(": ") if ": " in said else (match.names[before or 0], said)
        assert match.names[match.seat or 0] == name
        before = match.seat
        match.play(text)


def test_a_candidate_reads_well(variant: Variant, bot: SearchBot) -> None:
    best = explain(Match(variant, seed=3), bot=bot).best
    said = f"{best.move.name} ({best.move.label}): wins {best.chance:.0%}, looked at {best.visits} times"
    assert str(best).startswith(said)


@pytest.mark.parametrize("name", names())
def test_a_line_names_a_seat_where_it_changes(name: str) -> None:
    """Along a game of every kind: whoever goes on is not named again, and every move of a line is words."""
    match, bot = Match(load(name).variant(), seed=3), SearchBot("ismcts:200", Budget(200))
    bot.wait(match.variant)
    greedy, lines = find("greedy"), []
    for _ in range(10):
        take_turn(match, greedy)
        lines += [(match.seat, one.line) for one in explain(match, bot=bot).candidates if one.line]
    assert lines
    for seat, line in lines:
        before = match.names[seat or 0]
        for said in line:
            mover = next((name for name in match.names if said.startswith(f"{name}: ")), before)
            assert said.removeprefix(f"{mover}: ").strip()
            assert (mover != before) == said.startswith(f"{mover}: ")
            before = mover


def test_why_a_move_is_asked_by_its_id(variant: Variant, bot: SearchBot) -> None:
    match = Match(variant, seed=3)
    told = explain(match, bot=bot)
    assert told.of(match.legal_ids[3]).move.id == match.legal_ids[3]
    with pytest.raises(IllegalMove, match="is not a legal move"):
        told.of(99999)


def test_without_compiled_rules_it_explains_in_plain_mode(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "WARMUP", search.Warmup())
    assert explain(Match(variant, seed=3), bot=SearchBot("ismcts:2000", Budget(2000))).iterations == 50


def test_explaining_does_not_change_the_match(variant: Variant, bot: SearchBot) -> None:
    match = Match(variant, seed=3)
    before = match.bytes
    explain(match, bot=bot)
    assert match.bytes == before


def test_a_finished_game_has_nothing_to_explain(variant: Variant) -> None:
    match = Match(variant, seed=3)
    while not match.over:
        match.play(match.legal_ids[0])
    with pytest.raises(IllegalMove, match="the game is over"):
        explain(match)


def test_what_only_another_thread_has_tried_has_no_line(variant: Variant) -> None:
    """Each thread has a tree of its own; few iterations try some moves in one of them and not in the other."""
    match, bot = Match(variant, seed=3), SearchBot("ismcts:20", Budget(20), threads=2)
    bot.wait(variant)
    told = explain(match, bot=bot)
    assert bot._searchers is not None
    first = bot._searchers[2][0].tree
    own = {int(first.key[child]) // MOST_PLAYERS for child in children(first, 0)}
    elsewhere = [one for one in told.candidates if one.visits and one.move.id not in own]
    assert elsewhere
    assert all(one.line == () for one in elsewhere)


def test_weighing_says_the_same_as_explaining(variant: Variant, bot: SearchBot) -> None:
    match = Match(variant, seed=3)
    told, weighed = explain(match, bot=bot), weigh(match, Budget(600), bot)
    assert (weighed.best, weighed.chances) == (told.best.move.id, told.chances)
    assert {one.move.id: (one.visits, one.chance) for one in told.candidates if one.visits} == weighed.tried
