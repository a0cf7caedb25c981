"""What a person means by a typed line: a number of the list, a move in any spelling, or the beginning of one."""

import re
from collections.abc import Sequence

from tablewright.engine import Blocked, IllegalMove, Match, Move
from tablewright.terminal.listing import numbered

FEW = 4  # so many moves are named where a text does not decide between them


def find(match: Match, text: str) -> int:
    """The id of the legal move that is meant; IllegalMove says what is wrong, or what else may be meant."""
    moves = match.moves
    if text.isdecimal() and numbered(moves):
        if not 1 <= int(text) <= len(moves):
            raise IllegalMove(f"{text} is not on the list; the moves are 1 to {len(moves)}")
        return moves[int(text) - 1].id
    try:
        return match.find(text)
    except IllegalMove as fault:
        return _loosely(match, moves, text, fault)


def spelled_out(match: Match, text: str) -> int:
    """The id of the legal move that a text spells, not only begins; IllegalMove if there is none."""
    try:
        return match.parse(text)
    except IllegalMove:
        exact = [move.id for move in match.moves if _letters(text) in _spellings(move)]
        if len(exact) != 1:
            raise
        return exact[0]


def reasons(match: Match, text: str) -> list[str]:
    """Why what has the text in its name cannot be played now, a line for each reason; without a text, all of them."""
    found: dict[str, list[str]] = {}
    for one in match.view(match.seat).table.blocked:
        if any(_letters(text) in _letters(name) for name in (one.what, one.text)):
            found.setdefault(_reason(one), []).append(one.what)
    return [f"{', '.join(dict.fromkeys(names))}: {reason}" for reason, names in found.items()]


def _loosely(match: Match, moves: Sequence[Move], text: str, fault: IllegalMove) -> int:
    numbers = text.split()
    if numbered(moves) and len(numbers) > 1 and all(word.isdecimal() for word in numbers):
        raise IllegalMove("type one number at a time: after each move the list is another one") from fault
    wanted = _letters(text)
    begun = [move for move in moves if wanted and any(one.startswith(wanted) for one in _spellings(move))]
    exact = [move for move in begun if wanted in _spellings(move)]
    if len(exact) == 1 or len(begun) == 1:
        return (exact or begun)[0].id
    if begun:
        raise IllegalMove(f"{text!r} may be {_some([move.name for move in begun])}; type more of it") from fault
    for one in match.view(match.seat).table.blocked:
        if wanted and wanted in (_letters(one.what), _letters(one.text)):
            raise IllegalMove(f"{one.what}: {_reason(one)}", fault.reason) from fault
    meant = [move for move in moves if wanted and _may_mean(text, move)]
    if meant:
        named = [f"{move.name} ({move.label})" for move in meant]
        raise IllegalMove(f"{text!r} is not a move; perhaps {_some(named)}", fault.reason) from fault
    raise fault


def _may_mean(text: str, move: Move) -> bool:
    """Whether all words are the move's own; numbers of its label, such as scores after it, do not count."""
    said = {word for word in _words(move.label) if not word.isdecimal()}
    return _words(text) <= _words(move.text) | _words(move.says) | said


def _spellings(move: Move) -> tuple[str, ...]:
    return tuple(_letters(text) for text in (move.text, move.says) if text)


def _reason(blocked: Blocked) -> str:
    return f"{blocked.reason} ({blocked.clause})" if blocked.clause else blocked.reason


def _some(names: Sequence[str]) -> str:
    if len(names) > FEW + 1:
        return f"{', '.join(names[:FEW])} or {len(names) - FEW} others"
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _letters(text: str) -> str:
    """What counts where a spelling is taken loosely: letters and digits."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))
