"""What a worked example expects of a position: parts of the dump, results, legal moves, the decision, the log."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tablewright.engine.errors import PositionError, unknown
from tablewright.engine.match import Match
from tablewright.engine.tables import Data, NewData
from tablewright.engine.twin import difference


def unmet(match: Match, expect: Data) -> str:
    """The first expectation that the match does not meet, in words; empty if it meets all."""
    if not expect:
        return ""
    words = match.game.position.dump(match.state, match.variant.cards)
    for key, wanted in expect.items():
        if key in SPECIAL:
            text = SPECIAL[key](match, wanted)
        elif key in words:
            text = difference(wanted, words[key], key, partial=True)
        else:
            raise PositionError(f"expect: {unknown('key', str(key), {*SPECIAL, *words})}")
        if text:
            return text
    return ""


def _of_seats(match: Match, values: Sequence[object]) -> NewData:
    return dict(zip(match.variant.seats, values, strict=True))


def _over(match: Match, wanted: object) -> str:
    return difference(wanted, match.over, "over")


def _who(match: Match, wanted: object) -> str:
    seat = match.seat
    return difference(
        None if wanted is None else str(wanted), None if seat is None else match.variant.seats[seat], "who"
    )


def _decision(match: Match, wanted: object) -> str:
    table = match.view(match.seat).table
    return difference(wanted, table.prompt.decision, "decision")


def _scores(match: Match, wanted: Data) -> str:
    score = match.game.rules.score
    scores = [int(score(match.state, match.variant.cards, seat)) for seat in range(match.variant.players)]
    return difference(wanted, _of_seats(match, scores), "scores", partial=True)


def _fractions(key: str) -> Callable[..., str]:
    def check(match: Match, wanted: Data) -> str:
        if match.outcome is None:
            return f"{key}: the game is not over"
        got = {seat: str(value) for seat, value in _of_seats(match, getattr(match.outcome, key)).items()}
        try:
            exact = {seat: str(Fraction(str(value))) for seat, value in dict(wanted).items()}
        except (ValueError, TypeError) as fault:
            raise PositionError(f"{key} is {wanted!r}; write it like {{N: 1/2, S: 1/2}}") from fault
        return difference(exact, got, key, partial=True)

    return check


def _ranks(match: Match, wanted: object) -> str:
    if match.outcome is None:
        return "ranks: the game is not over"
    return difference(wanted, _of_seats(match, match.outcome.ranks), "ranks", partial=True)


def _winners(match: Match, wanted: object) -> str:
    if match.outcome is None:
        return "winners: the game is not over"
    return difference(wanted, [match.variant.seats[seat] for seat in match.outcome.winners], "winners")


# Legal moves


def _texts(match: Match) -> list[str]:
    return [move.text for move in match.moves]


def _plain(text: object) -> str:
    return "".join(str(text).split()).casefold()


def _listed(wanted: object, key: str) -> list[str]:
    if not isinstance(wanted, list):
        raise PositionError(f"{key} must be a list of moves, not {wanted!r}")
    return [str(text) for text in wanted]


def _legal(match: Match, wanted: object) -> str:
    missing = _missing(_listed(wanted, "legal"), _texts(match))
    surplus = _missing(_texts(match), _listed(wanted, "legal"))
    parts = [f"lacks {', '.join(missing)}"] if missing else []
    parts += [f"has {', '.join(surplus[:20])} as well"] if surplus else []
    return f"legal {' and '.join(parts)}" if parts else ""


def _missing(these: list[str], among: list[str]) -> list[str]:
    there = {_plain(text) for text in among}
    return [text for text in these if _plain(text) not in there]


def _legal_in_order(match: Match, wanted: object) -> str:
    got = _texts(match)
    if [_plain(text) for text in _listed(wanted, "legal_in_order")] == [_plain(text) for text in got]:
        return ""
    return difference(wanted, got, "legal_in_order")


def _legal_count(match: Match, wanted: object) -> str:
    """The number of all legal moves, or numbers by how the moves begin (`all` for all of them)."""
    texts = [_plain(text) for text in _texts(match)]
    counts = wanted if isinstance(wanted, Mapping) else {"all": wanted}
    got = {key: len(texts) if key == "all" else sum(t.startswith(_plain(key)) for t in texts) for key in counts}
    return difference(counts, got, "legal_count")


def _legal_includes(match: Match, wanted: object) -> str:
    missing = _missing(_listed(wanted, "legal_includes"), _texts(match))
    return f"legal lacks {', '.join(missing)}; it has {', '.join(_texts(match)[:20])}" if missing else ""


def _legal_excludes(match: Match, wanted: object) -> str:
    there = {_plain(text) for text in _texts(match)}
    found = [text for text in _listed(wanted, "legal_excludes") if _plain(text) in there]
    return f"legal has {', '.join(found)}" if found else ""


# The log


def _log(match: Match, wanted: object) -> str:
    """Texts that must be parts of log lines: a spectator's, or by seat."""
    if not isinstance(wanted, Mapping):
        return _in_log(match, None, _listed(wanted, "log"))
    for seat, texts in wanted.items():
        if str(seat) not in match.variant.seats:
            raise PositionError(f"log: {unknown('seat', str(seat), match.variant.seats)}")
        found = _in_log(match, match.variant.seats.index(str(seat)), _listed(texts, "log"))
        if found:
            return found
    return ""


def _in_log(match: Match, viewer: int | None, texts: list[str]) -> str:
    lines = match.log(viewer, by_name=True)
    missing = [text for text in texts if not any(text in line for line in lines)]
    return f"the log lacks {missing[0]!r}; it is {lines}" if missing else ""


SPECIAL: dict[str, Callable[..., str]] = {
    "over": _over,
    "who": _who,
    "decision": _decision,
    "scores": _scores,
    "shares": _fractions("shares"),
    "rewards": _fractions("rewards"),
    "payoffs": _fractions("payoffs"),
    "ranks": _ranks,
    "winners": _winners,
    "legal": _legal,
    "legal_in_order": _legal_in_order,
    "legal_count": _legal_count,
    "legal_includes": _legal_includes,
    "legal_excludes": _legal_excludes,
    "log": _log,
}
