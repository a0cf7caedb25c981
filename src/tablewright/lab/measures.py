"""Every metric by its name: what family it belongs to, its unit, its words, and the smallest effect that matters."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from tablewright.engine import Variant, unknown
from tablewright.lab.statistics import Estimate

Family = Literal["fairness", "length", "closeness", "tension", "decisions", "cards", "counters"]
Unit = Literal["share", "number"]
SMALL_POINTS, SMALL_PART = 0.02, 0.05  # what nobody at a table would notice: 2 points, or 5 % of a length or score
NOTICEABLE = 0.03  # of win chance for one use of a card
EVEN_SIDES = 0.05  # how far from half a matchup may be
OF_POINTS = ("margin", "close_games", "score.")


@dataclass(frozen=True)
class Measure:
    """One metric: `share.P0`, `turns`, `probe.end_cap`."""

    name: str
    family: Family
    unit: Unit
    words: str
    help: str = ""

    @property
    def title(self) -> str:
        return self.words[0].upper() + self.words[1:]

    @property
    def scale(self) -> int:
        """What a value is multiplied by when it is shown."""
        return 100 if self.unit == "share" else 1

    def smallest(self, base: float) -> float:
        """The smallest change that matters, where the value was `base`."""
        return SMALL_POINTS if self.unit == "share" else SMALL_PART * max(abs(base), 1e-9)

    def shown(self, value: float, signed: bool = False) -> str:
        unit = " %" if self.unit == "share" and not signed else ""
        return f"{self.scale * value:{'+' if signed else ''}.{1 if self.unit == 'share' else 2}f}{unit}"

    def change(self, change: Estimate) -> str:
        """`+2.1 points (+1.0 to +3.2)`."""
        parts = [self.shown(x, True) for x in (change.value, change.low, change.high)]
        return f"{parts[0]}{' points' if self.unit == 'share' else ''} ({parts[1]} to {parts[2]})"


BY_NAME = {
    measure.name: measure
    for measure in (
        Measure("unfairness", "fairness", "share", "unfairness", "the part of the wins that is with the wrong players"),
        Measure("first_player_advantage", "fairness", "share", "the first seat's advantage"),
        Measure("draws", "closeness", "share", "shared wins"),
        Measure("unfinished", "length", "share", "games without an end"),
        Measure("turns", "length", "number", "turns"),
        Measure("turns.median", "length", "number", "median of the turns"),
        Measure("decisions", "length", "number", "decisions"),
        Measure("margin", "closeness", "share", "winner's margin"),
        Measure("close_games", "closeness", "share", "close games"),
        Measure("options", "decisions", "number", "moves to choose from"),
        Measure("real_decisions", "decisions", "share", "decisions with more than one legal move"),
        Measure("tree_size", "decisions", "number", "digits of the number of ways"),
        Measure("decided", "tension", "share", "decided from", "part of the game from which whoever leads wins 90 %"),
        Measure("leader_wins", "tension", "share", "the half-time leader's wins", "wins of whoever leads at half time"),
        Measure(
            "comeback", "tension", "share", "comebacks", "won by a player with at most half a fair chance at half time"
        ),
        Measure("uncertainty", "tension", "number", "openness", "1 while all have equal chances, 0 when it is decided"),
    )
}
TENSION = ("leader_wins", "comeback", "uncertainty")
KINDS: dict[str, tuple[Family, Unit, str]] = {
    "share": ("fairness", "share", "{}'s wins"),
    "order": ("fairness", "share", "wins of number {} in turn order"),
    "bot": ("fairness", "share", "{}'s wins"),
    "score": ("closeness", "number", "{}'s score"),
    "bot_score": ("closeness", "number", "{}'s score"),
    "use": ("cards", "share", "use of {}"),
    "without": ("cards", "share", "wins without {}"),
    "probe": ("counters", "number", "{}"),
}


def measure_of(name: str) -> Measure:
    """A metric by its name; `share.P0` and the like are of a kind."""
    kind, _, rest = name.partition(".")
    if name in BY_NAME or kind not in KINDS:
        return BY_NAME[name]
    family, unit, words = KINDS[kind]
    told = rest.replace("_", " ").replace(".", ", ") if kind in ("probe", "use", "without") else rest
    return Measure(name, family, unit, words.format(told))


def no_such_metric(name: str, known: Collection[str], variant: Variant) -> str:
    """What is wrong with the name of a metric."""
    if name.startswith(OF_POINTS) and not variant.game.cards.points:
        return f"{variant.game.name} has no metric {name!r}: its scores only rank the players"
    common = ", ".join(sorted(metric for metric in known if not metric.startswith("probe.")))
    own = ", and probe.NAME for what the game itself counts" if variant.game.probes else ""
    return unknown("metric", name, known, f"known: {common}{own}")
