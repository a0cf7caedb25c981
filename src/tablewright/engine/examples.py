"""Worked examples: files of given, moves and expect, run as written and compiled (docs/new-game.md describes them)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tablewright.engine.chance import mixed
from tablewright.engine.clauses import read_clauses
from tablewright.engine.compiler import NO_NUMBA, numba
from tablewright.engine.errors import IllegalMove, PositionError, TablewrightError, unknown
from tablewright.engine.example_files import Example, ExampleFile, ExamplesError, ExampleStep, read_examples
from tablewright.engine.expectations import unmet
from tablewright.engine.game import Game, Variant
from tablewright.engine.layout import StateLayout
from tablewright.engine.match import Match
from tablewright.engine.tables import Data
from tablewright.engine.twin import Twin, difference, state_difference

TRIES = 5000  # how many other random numbers `chance` tries
MOST_SKIPS = 1000  # how often one step may play the `otherwise` or `skip` move


@dataclass(frozen=True)
class ExampleResult:
    """How one example went in one mode; `difference` is empty if it passed, `note` says why a mode was left out."""

    name: str
    mode: str  # "plain" or "compiled"
    passed: bool
    difference: str = ""
    note: str = ""


class _Failed(Exception):
    """An example does not hold; the text says where and how."""


@dataclass(frozen=True)
class _Applied:
    """One decision as the plain rules carried it out, for the compiled rules to repeat."""

    text: str
    before: bytes
    action: int
    after: bytes


def run_file(path: Path, find: Callable[[str], Game]) -> list[ExampleResult]:
    """Run every example of a file in both modes. A file that is no file of examples raises ExamplesError."""
    file = read_examples(path)
    game = find(file.game)
    _check_clauses(file, game)
    return [result for example in file.examples for result in run_example(example, game)]


def _check_clauses(file: ExampleFile, game: Game) -> None:
    """An example must not claim to show a clause that the rulebook does not have."""
    named = [(example, number) for example in file.examples for number in example.clauses]
    known = {clause.number for clause in read_clauses(game.folder / "rulebook.md")} if named else set()
    for example, number in named:
        if number not in known:
            otherwise = f"the rulebook of {game.name} has no such clause"
            raise ExamplesError(f"{file.path}: {example.name}: {unknown('clause', str(number), known, otherwise)}")


def run_example(example: Example, game: Game) -> list[ExampleResult]:
    """Run one example in both modes; compiled only if it holds as written."""
    try:
        match, applied = _run_plain(example, game)
    except _Failed as failed:
        return [ExampleResult(example.name, "plain", False, f"{example.where}: {failed}")]
    passed = ExampleResult(example.name, "plain", True)
    if match is None:
        return [passed]
    if numba() is None:
        return [passed, ExampleResult(example.name, "compiled", True, note=NO_NUMBA)]
    text = _compiled_difference(match, applied)
    return [passed, ExampleResult(example.name, "compiled", not text, f"{example.where}: {text}" if text else "")]


# As written


def _run_plain(example: Example, game: Game) -> tuple[Match | None, list[_Applied]]:
    """Play an example through a match; None if it is about something that must be refused."""
    if example.refused is not None:
        _check_refusal(example, game, example.refused)
        return None, []
    try:
        match = _begin(example, game.variant(example.players, example.edition, example.set))
        game.state.to_bytes(match.state)
    except TablewrightError as fault:
        raise _Failed(str(fault)) from fault
    except Exception as fault:
        raise _Failed(f"the position cannot be loaded: {type(fault).__name__}: {fault}") from fault
    applied: list[_Applied] = []
    for number, step in enumerate(example.moves, 1):
        applied += _take(match, example, step, number)
    _demand(match, example.expect, "at the end" if example.moves else "in the position")
    return match, applied


def _check_refusal(example: Example, game: Game, words: str) -> None:
    try:
        Match(game.variant(example.players, example.edition, example.set), example.seed, example.given)
    except TablewrightError as refusal:
        if words not in str(refusal):
            raise _Failed(f"refused, but with the words {str(refusal)!r}, not {words!r}") from refusal
        return
    raise _Failed(f"was accepted; it should be refused: {words!r}")


def _begin(example: Example, variant: Variant) -> Match:
    match = Match(variant, example.seed, example.given)
    if not example.chance:
        return match
    for seed in range(TRIES):
        match = Match(variant, seed, example.given)
        if not _dump_difference(match, match.state, example.chance):
            return match
    raise _Failed(
        f"chance: no seed of {TRIES} begins so; the last one: {_dump_difference(match, match.state, example.chance)}"
    )


def _take(match: Match, example: Example, step: ExampleStep, number: int) -> Iterator[_Applied]:
    where = f"move {number} ({step.text})" if step.text else f"move {number}"
    if step.fault:
        _check_fault(match, step, where)
    elif step.text and step.until is None:
        yield from _skip_to(match, example, step, where)
        yield _play(match, step, where)
    elif step.until is not None:
        yield from _skip_until(match, step, where)
    _demand(match, step.expect, f"after {where}")


def _check_fault(match: Match, step: ExampleStep, where: str) -> None:
    """A faulty submission must be refused for the reason given and change nothing."""
    before = match.bytes
    try:
        match.submit(_seat_of(match, step, where), step.text)
    except IllegalMove as fault:
        if step.fault not in ("any", fault.reason):
            raise _Failed(f"{where}: refused with the reason {fault.reason}, not {step.fault}: {fault}") from fault
        if match.bytes != before:
            raise _Failed(f"{where}: refused, but the position changed") from fault
        return
    raise _Failed(f"{where}: was accepted; it should be refused ({step.fault})")


def _play(match: Match, step: ExampleStep, where: str) -> _Applied:
    legal = match.legal_ids
    if step.chance:
        _fix_chance(match, step, where)
    before = match.bytes
    try:
        played = match.submit(_seat_of(match, step, where), step.text)
    except IllegalMove as fault:
        raise _Failed(f"{where}: {fault}") from fault
    if played.action not in legal and not step.penalty:
        raise _Failed(f"{where}: faulty, and the referee forfeits the turn; write it as submit, or correct it")
    return _Applied(where, before, played.action, match.bytes)


def _fix_chance(match: Match, step: ExampleStep, where: str) -> None:
    """Give the state a generator with which the move leads to what `chance` names."""
    try:
        action = match.find(step.text)
    except IllegalMove as fault:
        raise _Failed(f"{where}: {fault}") from fault
    rules, cards = match.game.rules, match.variant.cards
    for attempt in range(TRIES):
        after = match.game.state.copy(match.state)
        after.rng = mixed(attempt, 9)
        rules.apply(after, cards, action)
        if not _dump_difference(match, after, step.chance):
            match.state.rng = mixed(attempt, 9)
            return
    raise _Failed(
        f"{where}: chance: none of {TRIES} tries gives it; the last: {_dump_difference(match, after, step.chance)}"
    )


def _dump_difference(match: Match, state: StateLayout, wanted: Data) -> str:
    return difference(wanted, match.game.position.dump(state, match.variant.cards), partial=True)


def _skip_to(match: Match, example: Example, step: ExampleStep, where: str) -> Iterator[_Applied]:
    """Play the `otherwise` move as long as the step's own move is not possible and the other one is."""
    if not example.otherwise:
        return
    for _ in range(MOST_SKIPS):
        if _possible(match, step) or not _is_legal(match, example.otherwise):
            return
        yield _play(match, ExampleStep(text=example.otherwise), f"{example.otherwise} before {where}")


def _possible(match: Match, step: ExampleStep) -> bool:
    by = step.by is None or (match.seat is not None and match.variant.seats[match.seat] == step.by)
    return by and (step.penalty or _is_legal(match, step.text))


def _is_legal(match: Match, text: str) -> bool:
    try:
        return not match.over and match.find(text) in match.legal_ids
    except IllegalMove:
        return False


def _skip_until(match: Match, step: ExampleStep, where: str) -> Iterator[_Applied]:
    assert step.until is not None
    for _ in range(MOST_SKIPS):
        if not unmet(match, step.until):
            return
        yield _play(match, ExampleStep(text=step.text, by=step.by), where)
    raise _Failed(f"{where}: never came true: {unmet(match, step.until)}")


def _seat_of(match: Match, step: ExampleStep, where: str) -> int:
    if step.by is None:
        return match.seat or 0
    if step.by not in match.variant.seats:
        raise _Failed(f"{where}: there is no seat {step.by!r}; seats: {', '.join(match.variant.seats)}")
    return match.variant.seats.index(step.by)


def _demand(match: Match, expect: Data, where: str) -> None:
    try:
        text = unmet(match, expect)
    except PositionError as fault:
        raise _Failed(f"{where}: {fault}") from fault
    if text:
        raise _Failed(f"{where}: {text}")


# Compiled


def _compiled_difference(match: Match, applied: list[_Applied]) -> str:
    """Repeat what was played with the compiled rules; the first difference in words."""
    twin, layout = Twin(match.variant), match.game.state
    if match.position is None:
        twin.ask("setup", match.seed)
        start = match.steps[0].before if match.steps else match.state
        text = state_difference(layout, layout.to_bytes(_with_rng_of(twin, start)), twin.bytes)
        if text:
            return f"the compiled setup differs: {text}"
    for step in applied:
        twin.put(layout.from_bytes(step.before))
        legal, allowed = twin.legal(), _plain_legal(match, step.before)
        if legal != allowed:
            return f"{step.text}: compiled, the legal ids are {legal}, not {allowed}"
        twin.ask("apply", step.action)
        if twin.bytes != step.after:
            return f"{step.text}: compiled, {state_difference(layout, step.after, twin.bytes)}"
    twin.put(match.state)
    return _compiled_facts(match, twin)


def _with_rng_of(twin: Twin, start: StateLayout) -> StateLayout:
    """The state at the start with the generator it had before `chance` changed it."""
    copy: StateLayout = twin.layout.copy(start)
    copy.rng = int(twin.state["rng"][0])
    return copy


def _plain_legal(match: Match, state: bytes) -> list[int]:
    return Match.standing(match.variant, state, match.seed).legal_ids


def _compiled_facts(match: Match, twin: Twin) -> str:
    rules, state, cards = match.game.rules, match.state, match.variant.cards
    for name in ("over", "turns", *(() if match.over else ("who",))):
        if twin.ask(name) != vars(rules)[name](state, cards):
            return f"compiled, {name} is {twin.ask(name)}, not {vars(rules)[name](state, cards)}"
    for name in ("score", *(("result",) if match.over else ())):
        for seat in range(match.variant.players):
            plain, compiled = vars(rules)[name](state, cards, seat), twin.ask(name, seat)
            if plain != compiled:
                return f"compiled, {name} of {match.variant.seats[seat]} is {compiled}, not {plain}"
    return ""
