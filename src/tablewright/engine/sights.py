"""What must hold of `observe` in every position: it tells a seat what it may know, all of it, and nothing else."""

from itertools import pairwise, zip_longest
from types import SimpleNamespace

from tablewright.engine.layout import StateLayout
from tablewright.engine.moments import REDEALS, SOME, Broken, Moment, looker
from tablewright.engine.rule import narrated
from tablewright.engine.zones import ALL, Past, Zone

Numbers = tuple[int, ...]


def check_observe(at: Moment) -> None:
    """In its range, the same in every state the seat cannot tell apart, another when the seat sees something else."""
    if "observe" not in at.match.game.hooks():
        return
    before = at.match.bytes
    for seat in range(at.variant.players):
        numbers = observed(at, at.match.state, seat)
        if at.match.bytes != before:
            raise Broken("observe changes the state")
        _check_ranges(at, seat, numbers)
        for _ in range(REDEALS):
            _compare_redeal(at, seat, numbers, at.world(seat))
        _compare_with_view(at, seat, numbers)


def observed(at: Moment, state: StateLayout, seat: int) -> Numbers:
    sight = SimpleNamespace(a=[0] * len(at.variant.observation))
    n = at.rule("observe")(state, at.variant.cards, seat, sight)
    if n != len(sight.a):
        raise Broken(f"observe returns {n}; {len(sight.a)} numbers are declared")
    return tuple(sight.a)


def _check_ranges(at: Moment, seat: int, numbers: Numbers) -> None:
    known = at.variant.observation
    for name, low, high, x in zip(known.names, known.low, known.high, numbers, strict=True):
        if not low <= x <= high:
            raise Broken(f"observe gives {looker(at, seat)} {x} for {name}; it must be {low} to {high}")


def _compare_redeal(at: Moment, seat: int, numbers: Numbers, world: StateLayout) -> None:
    others = observed(at, world, seat)
    for name, mine, other in zip(at.variant.observation.names, numbers, others, strict=True):
        if mine != other:
            told = f"after a redeal {name} is {other}, not {mine}"
            raise Broken(f"what {looker(at, seat)} observes depends on what it cannot know: {told}")
    if at.twin is not None:
        at.twin.put(world)
        compiled = at.twin.observe(seat)
        if compiled != list(others):
            raise Broken(f"observe({seat}) gives {list(others)} as written, {compiled} compiled")


def _compare_with_view(at: Moment, seat: int, numbers: Numbers) -> None:
    """Single fields are taken from an earlier position: if that changes the view, it must change the numbers."""
    if not at.match.steps:
        return
    earlier, now = at.chance.choice(at.match.steps).before, at.match.state
    zones = at.match.game.state.zones()
    skipped = {"rng", "probe", *(getattr(zone, "size", "") for zone in zones.values())}
    skipped |= {name for name, zone in zones.items() if isinstance(zone, Past)}
    skipped |= at.totals.varied - set(zones)  # hidden, as a redeal has shown
    names = [name for name in at.match.game.state.fields if name not in skipped]
    changed = [name for name in names if getattr(earlier, name) != getattr(now, name)]
    shown = _on_table(at, now, seat)
    for name in at.chance.sample(changed, min(SOME, len(changed))):
        other = at.match.game.state.copy(now)
        _take_over(zones.get(name), name, other, earlier, seat)
        try:
            differs = _on_table(at, other, seat) != shown
            same = observed(at, other, seat) == numbers
        except (ArithmeticError, LookupError, StopIteration, ValueError):
            continue  # half of one position and half of another need not make sense
        if differs and same:
            raise Broken(f"what {looker(at, seat)} observes does not change when the view does: with another {name}")


def _take_over(zone: Zone | None, name: str, to: StateLayout, earlier: StateLayout, seat: int) -> None:
    """Take a field from another state, with how many things are in it; of hidden zones only the seat's own."""
    for field in {name, getattr(zone, "size", "") or name}:
        if zone is None or zone.seen == ALL:
            setattr(to, field, getattr(earlier, field))
        elif zone.seats:
            getattr(to, field)[seat] = getattr(earlier, field)[seat]


def check_history(at: Moment) -> None:
    """Two actions that look alike to another seat must sound alike in its log, and be secret in the history."""
    match, rules, cards = at.match, at.match.game.rules, at.variant.cards
    if match.over:
        return
    actor = rules.who(match.state, cards)
    for action, other in pairwise(at.some(match.legal_ids)):
        for seat in at.seats:
            if seat != actor:
                _compare_actions(at, action, other, actor, seat)


def _compare_actions(at: Moment, action: int, other: int, actor: int, seat: int) -> None:
    seen, heard = _perceived(at, action, actor, seat)
    others, other_heard = _perceived(at, other, actor, seat)
    if seen != others:
        return
    which = f"whether it was {at.match.move(action).text!r} or {at.match.move(other).text!r}, which it cannot see"
    secret = _is_secret(at, action) and _is_secret(at, other)
    if heard == other_heard:
        if not secret:
            raise Broken(f"the history tells {looker(at, seat)} {which}")
    elif secret or not _open_to_all(at, {action, other}, seat):
        line = next(x for x, y in zip_longest(heard, other_heard) if x != y)
        raise Broken(f"the log tells {looker(at, seat)} {which}: {line}")


def _open_to_all(at: Moment, actions: set[int], seat: int) -> bool:
    """Whether the actions are possible in every world that a seat may believe in: then saying which is no secret."""
    return all(actions <= set(at.legal(at.world(seat))) for _ in range(REDEALS))


def _is_secret(at: Moment, action: int) -> bool:
    return at.match.game.is_secret(at.match.state, at.variant.cards, action)


def _perceived(at: Moment, action: int, actor: int, seat: int) -> tuple[object, list[str]]:
    """What a seat sees of the table after an action, and what it is told."""
    game, cards = at.match.game, at.variant.cards
    after = game.state.copy(at.match.state)
    events = narrated(lambda: game.rules.apply(after, cards, action))
    table = at.table(after, seat)
    numbers = observed(at, after, seat) if seat >= 0 and "observe" in game.hooks() else ()
    heard = game.view.tell(at.match.known(None if seat < 0 else seat), cards, actor, action, tuple(events), seat)
    return (table.zones, table.counters, table.prompt, numbers), heard


def _on_table(at: Moment, state: StateLayout, seat: int) -> object:
    table = at.table(state, seat)
    return table.zones, table.counters
