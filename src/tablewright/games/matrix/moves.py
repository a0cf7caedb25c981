"""Plays of Matrix: how they are spelt and said, and why a submission is faulty (MTX-5.6, MTX-7.1)."""

import re
from collections.abc import Sequence
from functools import lru_cache

from tablewright.engine import Card, Facts, IllegalMove, Move, Say, Seat, say

from . import plays, rules
from .state import BLANK, BLOCKS, KINDS, TO, WHY, Cards, State


def move(s: State, k: Cards, a: int) -> Move:
    """A play with its canonical spelling; the label says what it does to the scores."""
    block, index = BLOCKS.decode(a)
    if a >= TO.forfeit:
        kind = "first" if index == 0 else KINDS[index - 1]
        card = None if index == 0 else Card(kind)
        return Move(a, f"forfeit({kind})", say("play.lost", card=card), block, index, says=say("play.forfeit"))
    after = State.copy(s)
    rules.apply(after, k, a)
    numbers = numbers_of(k, after.history[s.plays])
    board, scores = tuple(k.numbers[rank] for rank in after.board), scores_of(after, k)
    label = say("play.outcome", board=_in_rows(board), scores=in_words(scores))
    spelt, says = f"{block}({', '.join(map(str, numbers))})", say("play.said", card=Card(block), numbers=numbers)
    card_item = f"hand{plays.place_in_hand(s, s.decider, plays.card_of(a))}"
    touches = (card_item, *(f"cell{cell}" for cell in _concerned(s, k, a, numbers)))
    return Move(a, spelt, label, block, index, touches, says=says, facts=Facts(board=board, scores=scores))


def numbers_of(k: Cards, entry: Sequence[int]) -> tuple[int, ...]:
    """MTX-5.1: the numbers that a play of the history names."""
    return tuple(k.numbers[rank] for rank in entry[2:] if rank >= 0)


def _concerned(s: State, k: Cards, a: int, numbers: tuple[int, ...]) -> list[int]:
    """The cells that a play is about: of a shift the whole line."""
    cells = [_cell(s, k, x) for x in numbers]
    card = plays.card_of(a)
    if not 2 <= card < 6:
        return cells
    across = card >= 4
    return [cell for cell in range(9) if (cell // 3 == cells[0] // 3 if across else cell % 3 == cells[0] % 3)]


@lru_cache(1_000)
def in_words(scores: tuple[int, ...]) -> tuple[Say, ...]:
    return tuple(say("score.of", who=Seat(p), score=score) for p, score in enumerate(scores))


def scores_of(s: State, k: Cards) -> tuple[int, ...]:
    return tuple(rules.score(s, k, p) for p in range(k.players))


def hand_of(s: State, p: int) -> list[int]:
    return s.hand[p][: s.held[p]]


def _cell(s: State, k: Cards, x: int) -> int:
    return s.board.index(k.numbers.index(x))


def _in_rows(board: Sequence[int]) -> str:
    cells = [str(x) for x in board]
    join = "" if all(len(cell) == 1 for cell in cells) else " "
    return "/".join(join.join(cells[row : row + 3]) for row in (0, 3, 6))


# Submissions

PLAY = re.compile(r"\s*([A-Za-z_ ]*?)\s*(?:\(([^()]*)\))?\s*")


def parse(s: State, k: Cards, text: str) -> int:
    """A typed play: `swap_even(6)`. An absent list of arguments is not an empty one (MTX-7.5)."""
    found = PLAY.fullmatch(text)
    card, inside = (found[1], found[2]) if found else (text, None)
    kind = card.strip().lower().replace(" ", "_")
    if inside is None:
        return judge(s, k, kind, None)
    return judge(s, k, kind, [_number(part) for part in inside.split(",")] if inside.strip() else [])


def _number(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text.strip()


def judge(s: State, k: Cards, kind: object, arguments: Sequence[object] | None) -> int:
    """The id of a submitted play, or IllegalMove with the first reason of MTX-7.1 that applies."""
    card = KINDS.index(kind) if isinstance(kind, str) and kind in KINDS else -1
    if card < 0 or plays.place_in_hand(s, s.decider, card) < 0:
        held = tuple(Card(KINDS[c]) for c in sorted(set(hand_of(s, s.decider))))
        raise IllegalMove(say("fault.not_in_hand", given=f"{kind or 'no card'!r}", cards=held), "not_in_hand")
    blank = card in (6, 7) and plays.refuse_swap(s, k, card - 6, BLANK) == WHY.none
    wanted = 2 if card < 2 else 0 if card >= 8 or blank else 1
    if arguments is None or len(arguments) != wanted:
        given = None if arguments is None else str(len(arguments))
        takes, usage = say(f"count.{wanted}"), f"{KINDS[card]}({', '.join('xy'[:wanted])})"
        fault = say("fault.wrong_count", card=Card(KINDS[card]), wanted=takes, given=given, usage=usage)
        raise IllegalMove(fault, "wrong_count")
    for x in arguments:
        if not isinstance(x, int) or isinstance(x, bool) or x not in k.numbers:
            raise IllegalMove(say("fault.not_on_board", given=repr(x)), "not_on_board")
    return _judge_numbers(s, k, card, [x for x in arguments if isinstance(x, int)])


def _judge_numbers(s: State, k: Cards, card: int, numbers: list[int]) -> int:
    if len(set(numbers)) < len(numbers):
        raise IllegalMove(say("fault.same_number", card=Card(KINDS[card]), number=numbers[0]), "same_number")
    a = BLOCKS.starts[card] + _index(s, k, card, numbers)
    why = rules.DECISIONS.why(s, k, a)
    if why is None:
        return a
    if why[0] == "already_centre":
        raise IllegalMove(say("why.already_centre", number=numbers[0]), why[0])
    wrong = next((x for x in numbers if card < 2 and not plays.lies_right(s, card, k.numbers.index(x))), numbers[0])
    where = say(f"cell.{_cell(s, k, wrong)}")
    raise IllegalMove(say(f"fault.{why[0]}_{KINDS[card]}", number=wrong, cell=where), why[0])


def _index(s: State, k: Cards, card: int, numbers: list[int]) -> int:
    """The place of a play in the block of its card."""
    ranks = sorted(k.numbers.index(x) for x in numbers)
    if card < 2:
        return int(plays.pair(*ranks))
    if card < 6:  # MTX-5.4: any number of the line names it
        return _cell(s, k, numbers[0]) % 3 if card < 4 else _cell(s, k, numbers[0]) // 3
    return 0 if card >= 8 else ranks[0] if ranks else BLANK


def referee(s: State, k: Cards, text: str, fault: IllegalMove) -> int | None:
    """MTX-7.2, MTX-7.3, MTX-7.4, MTX-7.5: the penalty for a faulty submission, or None where it is only refused."""
    if not k.forfeit:
        return None
    if fault.reason == "not_in_hand":
        return TO.forfeit
    found = PLAY.fullmatch(text)
    assert found is not None  # a later reason means that a card of the hand was named
    return TO.forfeit + 1 + KINDS.index(found[1].strip().lower().replace(" ", "_"))
