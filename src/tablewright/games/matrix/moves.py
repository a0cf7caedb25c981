"""Plays of Matrix: how they are spelt and said, and why a submission is faulty (MTX-5.6, MTX-7.1)."""

import re
from collections.abc import Sequence

from tablewright.engine import Card, Facts, IllegalMove, Move, Say, Seat, say

from . import plays, rules
from .state import BLANK, BLOCKS, CENTRE, KINDS, PAIRS, TO, Cards, State

CORNERS = (0, 2, 6, 8)
EDGES = (1, 3, 5, 7)


def move(s: State, k: Cards, a: int) -> Move:
    """A play with its canonical spelling; the label says what it does to the scores."""
    block, index = BLOCKS.decode(a)
    if a >= TO.forfeit:
        kind = "first" if index == 0 else KINDS[index - 1]
        card = None if index == 0 else Card(kind)
        return Move(a, f"forfeit({kind})", say("play.lost", card=card), block, index, says=say("play.forfeit"))
    numbers = _arguments(s, k, a)
    cells = tuple(f"cell{cell}" for cell in _concerned(s, k, a, numbers))
    board, scores = outcome(s, k, a)
    label = say("play.outcome", board=_in_rows(board), scores=in_words(scores))
    spelt, says = f"{block}({', '.join(map(str, numbers))})", said(s, k, a)
    touches = (_place(s, plays.card_of(a)), *cells)
    return Move(a, spelt, label, block, index, touches, says=says, facts=Facts(board=board, scores=scores))


def said(s: State, k: Cards, a: int) -> Say:
    """A play as people say it."""
    return say("play.said", card=Card(BLOCKS.decode(a)[0]), numbers=_arguments(s, k, a))


def _concerned(s: State, k: Cards, a: int, numbers: tuple[int, ...]) -> list[int]:
    """The cells that a play is about: of a shift the whole line."""
    cells = [_cell(s, k, x) for x in numbers]
    card = plays.card_of(a)
    if not 2 <= card < 6:
        return cells
    across = card >= 4
    return [cell for cell in range(9) if (cell // 3 == cells[0] // 3 if across else cell % 3 == cells[0] % 3)]


def _place(s: State, card: int) -> str:
    """The item of the card that would be played."""
    return f"hand{plays.place_in_hand(s, s.decider, card)}"


def _arguments(s: State, k: Cards, a: int) -> tuple[int, ...]:
    """MTX-5.1: numbers, not cells; MTX-5.6: pairs ascending, shifts by the number of their line on the diagonal."""
    card = plays.card_of(a)
    if card < 2:
        low = plays.first_of_pair(a - card * PAIRS)
        high = a - card * PAIRS - plays.pair(low, low + 1) + low + 1
        return k.numbers[low], k.numbers[high]
    if card < 6:
        return (k.numbers[s.board[4 * ((a - TO.shift_north) % 3)]],)
    if card < 8 and (a - TO.swap_even) % 10 != BLANK:
        return (k.numbers[(a - TO.swap_even) % 10],)
    return ()


def outcome(s: State, k: Cards, a: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The board after a play, and the scores."""
    after = State.copy(s)
    rules.apply(after, k, a)
    return tuple(k.numbers[rank] for rank in after.board), tuple(rules.score(after, k, p) for p in range(k.players))


def in_words(scores: Sequence[int]) -> tuple[Say, ...]:
    return tuple(say("score.of", who=Seat(p), score=score) for p, score in enumerate(scores))


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
    blank = card in (6, 7) and not _swappable(s, k, card - 6)
    wanted = 2 if card < 2 else 0 if card >= 8 or blank else 1
    if arguments is None or len(arguments) != wanted:
        given = None if arguments is None else str(len(arguments))
        usage = f"{KINDS[card]}({', '.join('xy'[:wanted])})"
        count = say(
            "fault.wrong_count", card=Card(KINDS[card]), wanted=say(f"count.{wanted}"), given=given, usage=usage
        )
        raise IllegalMove(count, "wrong_count")
    for x in arguments:
        if not isinstance(x, int) or isinstance(x, bool) or x not in k.numbers:
            raise IllegalMove(say("fault.not_on_board", given=repr(x)), "not_on_board")
    return _judge_numbers(s, k, card, [x for x in arguments if isinstance(x, int)])


def _judge_numbers(s: State, k: Cards, card: int, numbers: list[int]) -> int:
    cells = [_cell(s, k, x) for x in numbers]
    if card < 2:
        return _judge_pair(k, card, numbers, cells)
    if card < 6:
        # MTX-5.4: any number of the line names it
        return TO.shift_north + 3 * (card - 2) + (cells[0] % 3 if card < 4 else cells[0] // 3)
    if card >= 8:
        return TO.rotate_clockwise + card - 8
    start = TO.swap_even if card == 6 else TO.swap_odd
    if not numbers:
        return start + BLANK
    if numbers[0] % 2 != card - 6:
        raise IllegalMove(say(f"fault.not_{('even', 'odd')[card - 6]}", number=numbers[0]), "wrong_parity")
    if cells[0] == CENTRE:
        raise IllegalMove(say("why.centre", number=numbers[0]), "already_centre")
    return start + k.numbers.index(numbers[0])


def _judge_pair(k: Cards, card: int, numbers: list[int], cells: list[int]) -> int:
    if numbers[0] == numbers[1]:
        raise IllegalMove(say("fault.same_number", card=Card(KINDS[card]), number=numbers[0]), "same_number")
    for x, cell in zip(numbers, cells, strict=True):
        if cell not in (CORNERS, EDGES)[card]:
            wrong = ("fault.no_corner", "fault.no_edge")[card]
            raise IllegalMove(Say(wrong, (("number", x), ("cell", say(f"cell.{cell}")))), "wrong_cell")
    low, high = sorted(k.numbers.index(x) for x in numbers)
    return card * PAIRS + plays.pair(low, high)


def _swappable(s: State, k: Cards, parity: int) -> list[int]:
    return [x for rank, x in enumerate(k.numbers) if x % 2 == parity and s.board[CENTRE] != rank]


def referee(s: State, k: Cards, text: str, fault: IllegalMove) -> int | None:
    """MTX-7.2, MTX-7.3, MTX-7.4, MTX-7.5: the penalty for a faulty submission, or None where it is only refused."""
    if not k.forfeit:
        return None
    if fault.reason == "not_in_hand":
        return TO.forfeit
    found = PLAY.fullmatch(text)
    assert found is not None  # a later reason means that a card of the hand was named
    return TO.forfeit + 1 + KINDS.index(found[1].strip().lower().replace(" ", "_"))
