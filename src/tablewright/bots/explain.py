"""The search in words: what it thinks of every move, and how the game may go on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tablewright.bots.ismcts import WHOLE
from tablewright.bots.levels import Budget
from tablewright.bots.search import SearchBot, best_action, children, merged
from tablewright.bots.seats import stream_of
from tablewright.engine import MOST_PLAYERS, IllegalMove, Match, Move, Moves

LONGEST_LINE = 4
LEAST_VISITS = 3  # a continuation that was looked at less often is no more than a guess


@dataclass(frozen=True)
class Candidate:
    """One legal move in the eyes of the search."""

    move: Move
    visits: int
    chance: float | None  # the expected share of the win, 0 to 1; None if the move was never tried
    line: tuple[str, ...]  # the likely continuation: `seat: move`, or `move` where the same seat goes on

    def __str__(self) -> str:
        named = f"{self.move.name} ({self.move.label})" if self.move.label else self.move.name
        if self.chance is None:
            return f"{named}: not looked at"
        then = f", then {', '.join(self.line)}" if self.line else ""
        return f"{named}: wins {self.chance:.0%}, looked at {self.visits:,} times{then}"


@dataclass(frozen=True)
class Explanation:
    """The candidates of one decision, best first, and every seat's chance."""

    seat: int
    candidates: tuple[Candidate, ...]
    chances: tuple[float, ...]  # by seat; they add up to 1
    iterations: int

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def of(self, action: int) -> Candidate:
        """What the search thinks of one move, for `why`."""
        for candidate in self.candidates:
            if candidate.move.id == action:
                return candidate
        raise IllegalMove(f"{action} is not a legal move in this position")


@dataclass(frozen=True)
class Weighed:
    """A position in numbers: every seat's chance, the best move, how often each was tried and the share it won."""

    seat: int
    chances: tuple[float, ...]
    best: int
    tried: Mapping[int, tuple[int, float]]

    def worth(self, action: int) -> float:
        """The chance of whoever decides after a move; 0 if it was never tried."""
        return self.tried.get(action, (0, 0.0))[1]


def weigh(match: Match, budget: Budget, thinker: SearchBot) -> Weighed:
    """Search the position as the deciding seat knows it, and say nothing in words: that takes longer than to look."""
    seat = match.seat
    if seat is None:
        raise IllegalMove("the game is over", "game_over")
    return _weighed(match, seat, thinker.think(match, seat, budget))


def _weighed(match: Match, seat: int, trees: list[Any]) -> Weighed:
    tried = {action: (visits, won / (visits * WHOLE)) for action, (visits, won) in merged(trees).items() if visits}
    best = best_action(trees)
    return Weighed(seat, _chances(match, seat, trees, tried.get(best, (0, 0.0))[1]), best, tried)


def explain(match: Match, budget: Budget | None = None, bot: SearchBot | None = None) -> Explanation:
    """Search the position as the deciding seat knows it; without the compiled rules, with less, in plain mode."""
    seat = match.seat
    if seat is None:
        raise IllegalMove("the game is over", "game_over")
    thinker = bot or SearchBot("hard")
    trees = thinker.think(match, seat, budget or thinker.budget_in(match.variant))
    return explained(match, seat, trees)


def explained(match: Match, seat: int, trees: list[Any]) -> Explanation:
    """The trees of a search in words."""
    weighed = _weighed(match, seat, trees)
    candidates = []
    for action in match.legal_ids:
        visits, chance = weighed.tried.get(action, (0, None))
        line = tuple(continuation(match, seat, trees[0], action)) if visits else ()
        candidates.append(Candidate(match.move(action), visits, chance, line))
    candidates.sort(key=lambda one: (one.move.id != weighed.best, -one.visits, -(one.chance or 0.0)))
    total = sum(visits for visits, _ in weighed.tried.values())
    return Explanation(seat, tuple(candidates), weighed.chances, total)


def _chances(match: Match, seat: int, trees: list[Any], own: float) -> tuple[float, ...]:
    """The best move's chance for the deciding seat; the others divide the rest as they did in all iterations."""
    totals = [sum(int(tree.total[p]) for tree in trees) for p in range(match.variant.players)]
    rest = sum(totals) - totals[seat]
    others = match.variant.players - 1
    return tuple(
        own if p == seat else (1 - own) * (total / rest if rest else 1 / others) for p, total in enumerate(totals)
    )


def continuation(match: Match, seat: int, tree: Any, action: int) -> Iterator[str]:
    """The most visited moves after one move, in words, in a world that the seat thinks possible."""
    rules, cards = match.game.rules, match.variant.cards
    world, moves = match.known(seat), Moves.plain()
    world.rng = stream_of(match)
    node = next((child for child in children(tree, 0) if int(tree.key[child]) // MOST_PLAYERS == action), 0)
    if not node:  # only another thread's tree has looked at it
        return
    before, teller = seat, match.teller(seat)
    for _ in range(LONGEST_LINE):
        rules.apply(world, cards, int(tree.key[node]) // MOST_PLAYERS)
        if rules.over(world, cards):
            return
        mover, possible = int(rules.who(world, cards)), moves.a[: rules.legal(world, cards, moves)]
        keys = {action * MOST_PLAYERS + mover for action in possible}
        answers = [child for child in children(tree, node) if int(tree.key[child]) in keys]
        node = max(answers, key=lambda child: int(tree.visits[child]), default=0)
        if tree.visits[node] < LEAST_VISITS or not node:
            return
        answer = teller.move(match.game.view.move(world, cards, int(tree.key[node]) // MOST_PLAYERS)).name
        yield answer if mover == before else f"{teller.names[mover]}: {answer}"
        before = mover
