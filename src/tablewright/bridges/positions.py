"""One game being stepped by somebody else's program: cheap to copy, complete in itself, without words or history.

What a seat remembers is kept as a fingerprint of all that it has seen and done, so that two positions have the same
one exactly when the seat cannot tell their courses apart.
"""

import hashlib
from typing import Any

from tablewright.bridges.encoding import Numbers
from tablewright.engine import Chance, Match, Outcome, Variant, chances, record_of
from tablewright.games import load, names

NOTHING = b""


class Position:
    """A game of a variant from a seed, after some actions."""

    __slots__ = ("_match", "_memories", "actions")

    def __init__(self, variant: Variant, seed: int) -> None:
        self._stand(Match(variant, seed))

    @classmethod
    def standing(cls, match: Match) -> "Position":
        """A match as it stands; what the seats remember begins here."""
        made = object.__new__(cls)
        made._stand(match)
        return made

    def _stand(self, match: Match) -> None:
        self._match, self.actions = match, tuple[int, ...]()
        self._memories = tuple(self._remembering(seat, NOTHING, NOTHING) for seat in range(match.variant.players))

    @property
    def variant(self) -> Variant:
        return self._match.variant

    @property
    def seed(self) -> int:
        return self._match.seed

    @property
    def over(self) -> bool:
        return self._match.over

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None at the end."""
        return self._match.seat

    @property
    def legal(self) -> list[int]:
        return self._match.legal_ids

    def text(self, action: int) -> str:
        """A legal action in words; no two have the same."""
        return self._match.move(action).text

    def play(self, action: int, fallen: Chance | None = None) -> None:
        """Make a decision; `fallen` is the way that chance falls, of those that `chances` lists."""
        seat = self.seat
        if fallen is None:
            self._match.play(action)
        else:
            self._match = standing(self.variant, fallen)
        self.actions = (*self.actions, action)
        self._memories = tuple(
            self._remembering(p, before, b"%d" % action if p == seat else NOTHING)
            for p, before in enumerate(self._memories)
        )

    def chances(self, action: int) -> list[Chance]:
        """Every way that chance can fall after an action."""
        return chances(self.variant, self._match.state, action)

    def observe(self, seat: int) -> Numbers:
        """What the seat may know now, as numbers."""
        return self._match.observe(seat)

    def memory(self, seat: int) -> str:
        """A fingerprint of everything the seat has seen and done."""
        return self._memories[seat].hex()

    def returns(self) -> list[float]:
        """What each seat has got: its payoff, or where there is none 1 for the whole win down to less than 0."""
        outcome = self._match.outcome
        return [0.0] * self.variant.players if outcome is None else gains(self.variant, outcome)

    def imagined(self, seat: int, seed: int) -> "Position":
        """A position that the seat cannot tell from this one, everything it cannot know dealt anew."""
        made = self.__copy__()
        made._match = self._match.imagine(seat, seed)
        return made

    def record(self) -> dict[str, Any]:
        """The record of the game so far, which opens in the terminal and in the browser."""
        return record_of(self._match)

    def together(self) -> list[tuple[int, list[int]]]:
        """Who decides now without learning what the others decide, each with its legal actions; most often one seat.

        They are asked one after the other: a seat belongs to them if it comes next with the same choice, whatever those
        before it decide in secret.
        """
        deciding: list[tuple[int, list[int]]] = []
        then = None if self.over else self._match
        while then is not None and then.seat is not None and then.seat not in [seat for seat, _ in deciding]:
            deciding.append((then.seat, then.legal_ids))
            then = _after_a_secret(then)
        return deciding

    def shown(self) -> tuple[Match, int | None]:
        """What a picture is made of: the match, and with whose eyes."""
        return self._match, self.seat

    def __copy__(self) -> "Position":
        made = object.__new__(Position)
        made._match, made.actions, made._memories = self._match.fork(), self.actions, self._memories
        return made

    def __deepcopy__(self, _memo: object) -> "Position":
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (Deals(self.variant, self.seed), self.actions)

    def _remembering(self, seat: int, before: bytes, did: bytes) -> bytes:
        return hashlib.blake2b(self.observe(seat).tobytes() + did, digest_size=12, key=before).digest()


def _after_a_secret(match: Match) -> Match | None:
    """The match after a decision, if all that may be decided is secret and makes no difference to the next seat."""
    cards, legal = match.variant.cards, match.legal_ids
    if not all(match.game.is_secret(match.state, cards, action) for action in legal):
        return None
    worlds = [match.then(action) for action in legal]
    same = {(world.seat, tuple(world.legal_ids), world.steps[-1].drew) for world in worlds}
    seat, _, drew = next(iter(same))
    return worlds[0] if len(same) == 1 and seat is not None and not drew else None


def standing(variant: Variant, fallen: Chance) -> Match:
    """A match that begins where chance has led."""
    return Match.standing(variant, variant.game.state.to_bytes(fallen.state), 0)


class Deals:
    """Games of one variant by number; shared by all copies, and pickled as the words that make it again."""

    def __init__(self, variant: Variant, first_seed: int, count: int = 1) -> None:
        self.variant = variant
        self.first_seed = first_seed
        self.count = count

    def __getitem__(self, number: int) -> Position:
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} deals, not {number + 1}")
        return Position(self.variant, self.first_seed + number)

    def __deepcopy__(self, _memo: object) -> "Deals":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game, variant = self.variant.game, self.variant
        source = game.name if game.name in names() else str(game.folder)
        return _again, (source, variant.players, variant.edition, variant.changes, self.first_seed, self.count)


def _again(source: str, players: int, edition: str, changes: dict[str, Any], first_seed: int, count: int) -> Deals:
    return Deals(load(source).variant(players, edition, changes), first_seed, count)


def _replayed(deals: Deals, actions: tuple[int, ...]) -> Position:
    made = deals[0]
    for action in actions:
        made.play(action)
    return made


def observable() -> list[str]:
    """The games that say what a seat may know as numbers, by declared zones or a rule of their own."""
    return [name for name in names() if "observe" in load(name).hooks()]


def gains(variant: Variant, outcome: Outcome) -> list[float]:
    return [float(x) for x in (outcome.payoffs if has_payoffs(variant) else outcome.rewards)]


def has_payoffs(variant: Variant) -> bool:
    return "payoff" in variant.game.hooks()


def utility_range(variant: Variant) -> tuple[float, float]:
    """The least and the most that a seat can get."""
    if has_payoffs(variant):
        low, high = variant.payoff_range
        return float(low), float(high)
    return (-1.0, 1.0) if variant.players < 3 else (-1 / (variant.players - 1), 1.0)
