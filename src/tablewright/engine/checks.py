"""What must hold in every position of every game, one function each; `check.py` plays the games and calls them."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise

from tablewright.engine import records
from tablewright.engine.chance import mixed
from tablewright.engine.chances import TooManyChances, chances
from tablewright.engine.drivers import Moves
from tablewright.engine.errors import IllegalMove, PositionError
from tablewright.engine.game import WHOLE_WIN, Variant
from tablewright.engine.layout import Layout, StateLayout
from tablewright.engine.moments import REDEALS, SOME, Broken, Check, Moment, looker
from tablewright.engine.rule import Event, narrated
from tablewright.engine.sights import check_history, check_observe
from tablewright.engine.twin import Twin, difference, state_difference
from tablewright.engine.views import Table, Zone
from tablewright.engine.zones import OWNER, Choice, Number, SeatNumber

FEW = 60  # ways that chance can fall, of which each is carried out

# The state and the list of moves


def check_legal(at: Moment) -> None:
    if at.match.over:
        return
    before, moves = at.match.bytes, Moves.plain()
    n = at.match.game.rules.legal(at.match.state, at.variant.cards, moves)
    listed, count = moves.a[:n], at.match.game.blocks.count
    if n < 1:
        raise Broken("the list of legal moves is empty though the game is not over")
    if moves.n != n:
        raise Broken(f"legal returns {n} but sets m.n to {moves.n}")
    for left, right in pairwise(listed):
        if left >= right:
            raise Broken(f"the list of legal moves is not ascending: {left} before {right}")
    if listed[0] < 0 or listed[-1] >= count:
        raise Broken(f"legal lists {listed[0]} to {listed[-1]}; action ids are 0 to {count - 1}")
    if at.match.bytes != before:
        raise Broken("listing the legal moves changes the state")
    if not 0 <= at.match.game.rules.who(at.match.state, at.variant.cards) < at.variant.players:
        raise Broken(f"who is {at.match.seat}; seats are 0 to {at.variant.players - 1}")


def check_bound(at: Moment) -> None:
    if not at.match.over and len(at.match.steps) >= at.variant.bound:
        raise Broken(f"{len(at.match.steps)} decisions and no end; bound says at most {at.variant.bound}")


def check_components(at: Moment) -> None:
    now = at.match.game.position.components(at.match.state, at.variant.cards)
    start = at.components
    if now != start:
        changed = [what for what in sorted({*now, *start}) if now[what] != start[what]]
        parts = [f"{what}: {now[what]}, not {start[what]}" for what in changed[:4]]
        raise Broken(f"components are not conserved; {'; '.join(parts)}")


def check_result(at: Moment) -> None:
    if not at.match.over:
        return
    results = [at.match.game.rules.result(at.match.state, at.variant.cards, p) for p in range(at.variant.players)]
    if min(results) < 0 or max(results) > WHOLE_WIN or not adds_up(at.variant, results):
        raise Broken(f"the results are {results}; they must be shares that add up to {WHOLE_WIN}")
    if at.match.legal_ids:
        raise Broken("the game is over but moves are legal")


def adds_up(variant: Variant, results: list[int]) -> bool:
    """Shares make up one win, unless payoffs say what a game is about: then all may win together, or nobody."""
    return "payoff" in variant.game.hooks() or sum(results) == WHOLE_WIN


def check_payoff(at: Moment) -> None:
    """What the seats get is within the stated range, in every position: bots look at unfinished games too."""
    if "payoff" not in at.match.game.hooks():
        return
    low, high = at.variant.payoff_range
    for seat in range(at.variant.players):
        payoff = at.rule("payoff")(at.match.state, at.variant.cards, seat)
        if not low <= payoff <= high:
            raise Broken(f"payoff of {looker(at, seat)} is {payoff}; payoff_range says {low} to {high}")


def check_refused(at: Moment) -> None:
    """Every id but the legal ones is refused and changes nothing."""
    before, legal = at.match.bytes, set(at.match.legal_ids)
    count = at.match.game.blocks.count
    others = {-1, count, *at.match.penalty_ids, *(at.chance.randrange(count) for _ in range(SOME))}
    for action in sorted(others - legal):
        try:
            at.match.play(action)
        except IllegalMove:
            if at.match.bytes != before:
                raise Broken(f"action {action} is refused, but the state has changed") from None
            continue
        at.match.undo()
        raise Broken(f"action {action} is not in the list of legal moves, but it is accepted")


def check_allows(at: Moment) -> None:
    """What `allows` says of an id is whether it is listed, in both modes; of every id where it is looked at deeply."""
    legal, count = set(at.match.legal_ids), at.match.game.blocks.count
    if "allows" not in at.match.game.hooks() or at.match.over:
        return
    ids = range(-1, count + 1) if at.deep else {*at.some(at.match.legal_ids), *at.chance.choices(range(count), k=SOME)}
    if at.twin is not None:
        at.twin.put(at.match.state)
    for action in sorted(ids):
        answers = {"as written": at.rule("allows")(at.match.state, at.variant.cards, action)}
        if at.twin is not None:
            answers["compiled"] = at.twin.ask("allows", action)
        for mode, answer in answers.items():
            if bool(answer) != (action in legal):
                what = "allowed, but not listed" if answer else "listed, but not allowed"
                raise Broken(f"the id {action} is {what} ({mode})")


def check_undo(at: Moment) -> None:
    if at.match.over:
        return
    before = at.match.bytes
    for action in at.some(at.match.legal_ids):
        at.match.play(action)
        at.match.undo()
        if at.match.bytes != before:
            raise Broken(f"undo after action {action}: {_state_difference(at, before, at.match.bytes)}")


def check_record(at: Moment) -> None:
    """A saved game opens to the same bytes; this is also: same seed, same bytes."""
    record = json.loads(json.dumps(records.record_of(at.match)))
    opened = records.match_of(records.check_record(record), lambda _: at.match.game)
    if opened.bytes != at.match.bytes:
        raise Broken(f"saved and opened: {_state_difference(at, at.match.bytes, opened.bytes)}")


def _state_difference(at: Moment, wanted: bytes, got: bytes) -> str:
    return state_difference(at.match.game.state, wanted, got)


def check_chance(at: Moment) -> None:
    """What an action leads to is one of the ways that chance can fall, where these are few enough to be listed.

    How often the likeliest of them comes, over the whole run, is looked at when it ends.
    """
    for action in at.some(at.match.legal_ids):
        try:
            falls = chances(at.variant, at.match.state, action, FEW)
        except TooManyChances:
            continue
        listed = {_without_chance(at, one.state): float(one.probability) for one in falls}
        likeliest = max(listed, key=lambda fall: listed[fall])
        for _ in range(REDEALS):
            after = at.match.game.state.copy(at.match.state)
            after.rng = mixed(at.chance.randrange(1 << 40), 8)
            at.match.game.rules.apply(after, at.variant.cards, action)
            fell = _without_chance(at, after)
            if fell in listed:
                at.totals.count_draw(fell == likeliest, listed[likeliest])
            else:
                raise Broken(f"action {action} leads where no draw of below(s, n) leads: chance comes from elsewhere")


def _without_chance(at: Moment, state: StateLayout) -> bytes:
    copy = at.match.game.state.copy(state)
    copy.rng = 0
    return bytes(at.match.game.state.to_bytes(copy))


# Both modes


def check_modes(at: Moment) -> None:
    """The compiled rules say and do what the plain ones do, from this position on."""
    twin, match = at.twin, at.match
    if twin is None:
        return
    if not match.steps and match.position is None:
        _compare_setup(at, twin)
    twin.put(match.state)
    for name, arguments in _questions(at):
        plain = int(at.rule(name)(match.game.state.copy(match.state), at.variant.cards, *arguments))
        compiled = twin.ask(name, *arguments)
        if plain != compiled:
            raise Broken(f"{name}{arguments or ''} is {plain} as written, {compiled} compiled")
    if not match.over:
        _compare_moves(at, twin)
    for seat in at.seats if at.deep else ():
        _compare_change(at, twin, "determinize", seat)


def _compare_setup(at: Moment, twin: Twin) -> None:
    twin.put(at.match.game.state.plain())
    twin.ask("setup", at.match.seed)
    if twin.bytes != at.match.bytes:
        raise Broken(f"setup({at.match.seed}) compiled: {_state_difference(at, at.match.bytes, twin.bytes)} as written")


def _questions(at: Moment) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield from ((name, ()) for name in ("over", "turns", *(() if at.match.over else ("who",))))
    asked = ["score", *(["result"] if at.match.over else [])]
    asked += ["payoff"] if "payoff" in at.match.game.hooks() else []
    asked += [name for name in ("measure", "estimate") if at.deep and name in at.match.game.hooks()]
    yield from ((name, (seat,)) for name in asked for seat in range(at.variant.players))
    if at.deep and not at.match.over:
        hooks = [name for name in ("pointless", "secret") if name in at.match.game.hooks()]
        yield from ((name, (action,)) for name in hooks for action in at.match.legal_ids)


def _compare_moves(at: Moment, twin: Twin) -> None:
    legal, compiled = at.match.legal_ids, twin.legal()
    if legal != compiled:
        raise Broken(f"the legal moves are {legal} as written, {compiled} compiled")
    for name in ("sample", "greedy", "playout") if at.deep else ():
        if name in at.match.game.hooks():
            _compare_hook(at, twin, name)
    for action in at.some(legal) if at.deep else [at.chance.choice(legal)]:
        _compare_change(at, twin, "apply", action)


def _compare_hook(at: Moment, twin: Twin, name: str) -> None:
    moves, seed = Moves.plain(), mixed(at.chance.randrange(1 << 40), 6)
    moves.rng = seed
    twin.put(at.match.state)
    twin.moves["rng"] = seed
    plain = int(at.rule(name)(at.match.game.state.copy(at.match.state), at.variant.cards, moves))
    compiled = twin.ask(name)
    if plain != compiled or moves.rng != int(twin.moves["rng"][0]):
        raise Broken(f"{name} chooses {plain} as written, {compiled} compiled (or draws other random numbers)")


def _compare_change(at: Moment, twin: Twin, name: str, x: int) -> None:
    plain = at.match.game.state.copy(at.match.state)
    at.rule(name)(plain, at.variant.cards, x)
    twin.put(at.match.state)
    twin.ask(name, x)
    wanted = at.match.game.state.to_bytes(plain)
    if twin.bytes != wanted:
        raise Broken(f"{name}({x}) compiled: {_state_difference(at, wanted, twin.bytes)} as written")


# Hidden information


def check_redeal(at: Moment) -> None:
    """A seat cannot tell a redeal from the real state: same view, same moves, same pieces."""
    for seat in at.seats:
        shown = at.table(at.match.game.state.copy(at.match.state), seat)
        at.totals.hidden = at.totals.hidden or any(item.hidden for zone in shown.zones for item in zone.items)
        for _ in range(REDEALS):
            world = at.world(seat)
            _compare_world(at, seat, world, shown)
            _note_variation(at, seat, world)


def _compare_world(at: Moment, seat: int, world: StateLayout, shown: Table) -> None:
    match, cards = at.match, at.variant.cards
    name = looker(at, seat)
    match.game.state.to_bytes(world)
    for fact in ("over", "turns", *(() if match.over else ("who",))):
        if at.rule(fact)(world, cards) != at.rule(fact)(match.state, cards):
            raise Broken(f"determinize for {name} changes {fact}")
    if match.game.position.components(world, cards) != match.game.position.components(match.state, cards):
        raise Broken(f"determinize for {name} does not conserve the components")
    seen = at.table(world, seat)
    if seen != shown:
        text = difference(asdict(shown), asdict(seen), "view")
        raise Broken(f"the view of {name} depends on what it cannot know: after a redeal {text}")
    if seat >= 0 and seat == match.seat:
        _compare_choices(at, world, name)


def _compare_choices(at: Moment, world: StateLayout, name: str) -> None:
    legal, move, cards = at.match.legal_ids, at.match.game.view.move, at.variant.cards
    if at.legal(world) != legal:
        raise Broken(f"the legal moves of {name} depend on what it cannot know: {legal} and {at.legal(world)}")
    for action in at.some(legal):
        told, other = move(at.match.state, cards, action), move(world, cards, action)
        if told != other:
            text = difference(asdict(told), asdict(other), "move")
            raise Broken(f"the words of a move of {name} depend on what it cannot know: after a redeal {text}")


def _note_variation(at: Moment, seat: int, world: StateLayout) -> None:
    at.totals.redeals += 1
    at.totals.concealed |= {name for name in _hidden_numbers(at.match.game.state) if _conceals(at, seat, name)}
    for name in at.match.game.state.fields:
        if name != "rng" and getattr(world, name) != getattr(at.match.state, name):
            at.totals.varied.add(name)


def _hidden_numbers(layout: type[Layout]) -> list[str]:
    """Declared numbers that others do not see: a choice that is made but not shown yet."""
    zones = layout.zones().items()
    return [name for name, zone in zones if isinstance(zone, Number | Choice | SeatNumber) and zone.seen == OWNER]


def _conceals(at: Moment, seat: int, name: str) -> bool:
    """Whether somebody else than the seat has a hidden number now."""
    values = getattr(at.match.state, name)
    return any(value for p, value in enumerate(values) if p != seat)


def check_log(at: Moment) -> None:
    """The log tells a viewer nothing that depends on what the viewer cannot know."""
    if at.match.over:
        return
    rules, cards, state = at.match.game.rules, at.variant.cards, at.match.game.state
    actor, action = rules.who(at.match.state, cards), at.chance.choice(at.match.legal_ids)
    after = state.copy(at.match.state)
    events = narrated(lambda: rules.apply(after, cards, action))
    for viewer in at.seats:
        lines = _told(at, actor, action, events, viewer)
        if lines != _told(at, actor, action, events, viewer):
            raise Broken(f"the log of {looker(at, viewer)} depends on what it cannot know: {lines}")
        other = at.world(viewer)
        if viewer == actor or action not in at.legal(other):
            continue
        other.rng = at.match.state.rng
        others = narrated(lambda: rules.apply(other, cards, action))  # noqa: B023
        same_view = at.table(after, viewer) == at.table(other, viewer)
        if same_view and lines != _told(at, actor, action, others, viewer):
            raise Broken(f"the log tells {looker(at, viewer)} more than its view shows: {lines}")


def _told(at: Moment, actor: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    lines = at.match.game.view.tell(at.world(viewer), at.variant.cards, actor, action, tuple(events), viewer)
    if not isinstance(lines, list) or not all(isinstance(line, str) and line for line in lines):
        raise Broken(f"tell must give a list of texts, not {lines!r}")
    return lines


# Words


def check_texts(at: Moment) -> None:
    moves = at.match.moves
    texts = Counter("".join(move.text.split()).casefold() for move in moves)
    for move in moves:
        if move.id not in at.match.legal_ids or not move.text.strip():
            raise Broken(f"view.move gives {move!r} for a legal id; it needs that id and a text")
    twice = [text for text, count in texts.items() if count > 1]
    if twice:
        raise Broken(f"two legal moves have the text {twice[0]!r}")
    for move in at.chance.sample(moves, min(SOME, len(moves))):
        if at.match.find(move.text) != move.id:
            raise Broken(f"typing {move.text!r} finds action {at.match.find(move.text)}, not {move.id}")


def check_view(at: Moment) -> None:
    """Ids of items are unique, and what moves and reasons point at is on the table."""
    for seat in at.seats:
        view = at.match.view(None if seat < 0 else seat)
        json.dumps(view.to_json())
        ids = Counter(identity for zone in view.table.zones for identity in _ids(zone))
        twice = [identity for identity, count in ids.items() if count > 1]
        if twice:
            raise Broken(f"two items in the view of {looker(at, seat)} have the id {twice[0]!r}")
        for move in view.moves:
            missing = [identity for identity in move.touches if identity not in ids]
            if missing:
                raise Broken(f"the move {move.text!r} touches {missing[0]!r}, which is not on the table")
        for blocked in view.table.blocked:
            if blocked.item and blocked.item not in ids:
                raise Broken(f"the reason {blocked.reason!r} is about {blocked.item!r}, which is not on the table")
            if not blocked.what or not blocked.reason:
                raise Broken(f"a reason of {looker(at, seat)} needs what is not possible, and why: {blocked}")
        if not view.table.prompt.decision or not view.table.prompt.text:
            raise Broken(f"the prompt of {looker(at, seat)} needs a decision and a text")


def _ids(zone: Zone) -> Iterator[str]:
    for item in zone.items:
        yield item.id
        yield from (under.id for under in item.under)


def check_words(at: Moment) -> None:
    """A position in words reads back to the same words, where the game can read it."""
    position, cards = at.match.game.position, at.variant.cards
    words = json.loads(json.dumps(position.dump(at.match.state, cards)))
    own = {key: value for key, value in words.items() if key not in position.INFORMS}
    again = at.match.game.state.plain()
    again.rng = at.match.state.rng
    at.totals.written += 1
    try:
        position.load(own, again, cards)
    except PositionError as refusal:
        at.totals.refusal = str(refusal)
        return
    at.totals.read += 1
    text = difference(own, json.loads(json.dumps(position.dump(again, cards))), partial=True)
    if text:
        raise Broken(f"written and read again, {text}")


def check_hooks(at: Moment) -> None:
    """The bots' helpers give legal ids and leave the state alone."""
    cards = at.variant.cards
    for name in () if at.match.over else ("sample", "greedy", "playout"):
        if name not in at.match.game.hooks():
            continue
        moves, before = Moves.plain(), at.match.bytes
        moves.rng = mixed(at.chance.randrange(1 << 40), 6)
        chosen = at.rule(name)(at.match.state, cards, moves)
        if chosen not in at.match.legal_ids:
            raise Broken(f"{name} chooses {chosen}, which is not legal")
        if at.match.bytes != before:
            raise Broken(f"{name} changes the state")
    for seat in range(at.variant.players) if "estimate" in at.match.game.hooks() else ():
        share = at.rule("estimate")(at.match.state, cards, seat)
        if not 0 <= share <= 10000:
            raise Broken(f"estimate of seat {at.variant.seats[seat]} is {share}; it must be 0 to 10000")


CHANCE = Check("chance", "all chance comes from below(s, n)", check_chance, False)
MODES = Check("modes", "as written and compiled do the same", check_modes, True)
WORDS = Check("words", "a position in words reads back", check_words, False)
STANDING = (
    Check("legal", "the legal moves are a non-empty, ascending list", check_legal, True),
    Check("bound", "every game ends within its stated bound", check_bound, True),
    Check("components", "every component is conserved", check_components, True),
)  # where one of these does not hold, nothing else is looked at: it would only follow
CHECKS = (
    *STANDING,
    Check("result", "results add up to one win", check_result, True),
    Check("payoff", "payoffs are within their stated range", check_payoff, True),
    MODES,
    Check("refused", "only legal moves are accepted", check_refused, False),
    Check("allows", "allows says of every id whether it is listed", check_allows, True),
    Check("undo", "undo gives back the position", check_undo, False),
    Check("record", "a saved game opens to the same bytes", check_record, False),
    CHANCE,
    Check("redeal", "no seat can tell a redeal from the real state", check_redeal, False),
    Check("observe", "what a seat observes is what it may know", check_observe, False),
    Check("history", "log and history tell only what could be seen", check_history, False),
    Check("log", "the log keeps secrets", check_log, False),
    Check("texts", "every move has a text of its own that finds it", check_texts, False),
    Check("view", "views are complete and consistent", check_view, False),
    WORDS,
    Check("hooks", "the bots' helpers choose legal moves", check_hooks, False),
)
