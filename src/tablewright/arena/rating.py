"""One bot against known ones: its win rates, and its rating on their scale with an interval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablewright.arena.ladder import Ladder, Pairing, pair, whole_rotations
from tablewright.engine import TablewrightError, Variant
from tablewright.lab.executor import Executor

AGAINST = ("random", "greedy", "easy", "medium")
SCALE = (("greedy", "random"), ("easy", "random"), ("medium", "greedy"), ("medium", "easy"))
SCALE_GAMES = 400  # between known bots, which are quick, to place them on one scale
DRAWS = 400
SURE = (2.5, 97.5)  # per cent of the draws below and above the interval


@dataclass(frozen=True)
class Rating:
    """How strong a bot is: the weakest of the known bots has 0, 400 points more win ten games to one."""

    ladder: Ladder
    bot: str
    interval: tuple[float, float]

    @property
    def rating(self) -> float:
        return _scale(self.ladder, self.bot)[self.bot]

    @property
    def known(self) -> dict[str, float]:
        """The ratings of the others."""
        return {name: value for name, value in _scale(self.ladder, self.bot).items() if name != self.bot}

    @property
    def games(self) -> tuple[Pairing, ...]:
        """The bot's own games; the others are between the known bots."""
        return tuple(pairing for pairing in self.ladder.pairings if pairing.stronger == self.bot)


def pairs(variant: Variant, bot: str, games: int, against: Sequence[str] = AGAINST) -> list[tuple[str, str, int]]:
    """Who plays whom, and how many games: the bot each of the others, and those among each other."""
    others = [name for name in against if name != bot]
    if not others:
        raise TablewrightError(f"{bot} needs somebody else to play against")
    own = [(bot, other, whole_rotations(variant, games)) for other in others]
    scale = [(one, other) for one, other in SCALE if one in others and other in others]
    return own + [(one, other, whole_rotations(variant, SCALE_GAMES)) for one, other in scale]


def rate(
    variant: Variant,
    bot: str,
    games: int,
    seed: int = 1,
    against: Sequence[str] = AGAINST,
    executor: Executor | None = None,
    progress: Callable[[Pairing], None] | None = None,
    advance: Callable[[int], None] | None = None,
) -> Rating:
    """Let the bot play each known one, in every seat on common seeds, so many games each."""
    made = []
    for one, other, number in pairs(variant, bot, games, against):
        made.append(pair(variant, one, other, number, seed, executor, advance))
        if progress is not None:
            progress(made[-1])
    ladder = Ladder(variant, seed, tuple(made))
    return Rating(ladder, bot, _interval(ladder, bot))


def _scale(ladder: Ladder, bot: str) -> dict[str, float]:
    """All ratings, counted from the weakest known bot; the rated one may be below."""
    ratings = ladder.ratings()
    zero = min(value for name, value in ratings.items() if name != bot)
    return {name: value - zero for name, value in ratings.items()}


def _interval(ladder: Ladder, bot: str) -> tuple[float, float]:
    """What the rating would be with other luck: all results drawn again from rates that fit them."""
    chance = np.random.default_rng(ladder.seed)
    drawn = [_scale(_drawn_again(ladder, chance), bot)[bot] for _ in range(DRAWS)]
    low, high = np.percentile(drawn, SURE)
    return float(low), float(high)


def _drawn_again(ladder: Ladder, chance: np.random.Generator) -> Ladder:
    return replace(ladder, pairings=tuple(_other_luck(pairing, chance) for pairing in ladder.pairings))


def _other_luck(pairing: Pairing, chance: np.random.Generator) -> Pairing:
    """Half a win and half a loss are added (Jeffreys), so that a clean sweep is not taken for certainty."""
    won = pairing.games * pairing.share
    rate = chance.beta(won + 0.5, pairing.games - won + 0.5)
    return replace(pairing, share=float(rate))
