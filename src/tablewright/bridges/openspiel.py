"""OpenSpiel: importing this registers every game as `tablewright_<name>`.

    import pyspiel
    import tablewright.bridges.openspiel
    game = pyspiel.load_game("tablewright_matrix(players=3)")

A game begins with one chance event, the deal: one of `deals` equally likely seeds. Everything after it follows from the
seed and the decisions, so states can be cloned, pickled and replayed, and chance is explicit. A game of one's own is
registered with `register("path/of/its/folder")`.

With `chance=listed` every way that chance can fall is an outcome of its own, with its probability, at the beginning and
after every decision that draws: the whole game, for small ones. Equilibria are then found of the game itself.

Parameters: `players` (0: as the edition says), `edition`, `deals` (how many different ones), `seed` (the first one) and
`set`: changes in the form `name:value;name:value`.
"""

import ctypes
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from tablewright.bridges.encoding import Encoding
from tablewright.bridges.positions import Deals, Position, has_payoffs, observable, standing, utility_range
from tablewright.engine import Chance, Game, Match, TablewrightError, Variant, openings, parse_change
from tablewright.games import load

DEALS = 1000
DEALT, LISTED = "dealt", "listed"
MOST_WAYS = 10_000  # that chance may fall in at once, where they are listed
MOST_RECALLED = 100_000  # numbers of a tensor that holds everything a player has seen; beyond that there is none

TYPE = pyspiel.GameType
Parameters = dict[str, Any]


def register(source: str) -> str:
    """Register a game by name or by the path of its folder; returns the name to load it by."""
    game = load(source)
    kind = _kind(game)

    def make(parameters: Parameters | None = None) -> SpielGame:
        given = {**kind.parameter_specification, **(parameters or {})}
        variant = game.variant(given["players"] or None, given["edition"], _changes(given["set"]))
        return SpielGame(variant, kind, given, parameters or {})

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(make))  # its registry outlives the interpreter, which must not notice
    pyspiel.register_game(kind, make)
    return str(kind.short_name)


def state_of(match: Match) -> "SpielState":
    """A match as it stands, for a bot of OpenSpiel's to think about; the past is not in it."""
    kind = _kind(match.game)
    state = SpielGame(match.variant, kind, kind.parameter_specification, {}).new_initial_state()
    state.apply_action(0)
    state.position = Position.standing(match)
    return state


@cache
def _kind(game: Game) -> Any:
    usual = game.variant()
    return TYPE(
        short_name=f"tablewright_{game.name}",
        long_name=f"{game.cards.title} (Tablewright)",
        dynamics=TYPE.Dynamics.SEQUENTIAL,
        chance_mode=TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
        information=TYPE.Information.IMPERFECT_INFORMATION,
        utility=TYPE.Utility.GENERAL_SUM if has_payoffs(usual) else TYPE.Utility.ZERO_SUM,
        reward_model=TYPE.RewardModel.TERMINAL,
        max_num_players=max(game.cards.players),
        min_num_players=min(game.cards.players),
        provides_information_state_string=True,
        provides_information_state_tensor=_recalled(usual) <= MOST_RECALLED,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": 0,
            "edition": usual.edition,
            "deals": DEALS,
            "seed": 1,
            "set": "",
            "chance": DEALT,
        },
    )


def _recalled(variant: Variant) -> int:
    return (variant.bound + 1) * len(variant.observation)


def _changes(text: str) -> dict[str, Any]:
    return dict(parse_change(part.replace(":", "=", 1)) for part in text.split(";") if part)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters fixed."""

    def __init__(self, variant: Variant, kind: Any, given: Parameters, parameters: Parameters) -> None:
        self.variant = variant
        self.deals, self.seed = given["deals"], given["seed"]
        if given["chance"] not in (DEALT, LISTED):
            raise TablewrightError(f"chance is {given['chance']!r}; it must be {DEALT} or {LISTED}")
        self.openings = openings(variant) if given["chance"] == LISTED else None
        if self.deals < 1:
            raise TablewrightError(f"deals is {self.deals}; it must be at least 1")
        low, high = utility_range(self.variant)
        info = pyspiel.GameInfo(
            num_distinct_actions=variant.game.blocks.count,
            max_chance_outcomes=self.deals if self.openings is None else MOST_WAYS,
            num_players=self.variant.players,
            min_utility=low,
            max_utility=high,
            utility_sum=None if has_payoffs(self.variant) else 0.0,
            max_game_length=self.variant.bound,
        )
        super().__init__(kind, info, parameters)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1 if self.openings is None else self.variant.bound + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        if params:
            raise TablewrightError(f"the observer takes no parameters, not {params}")
        return SpielObserver(self.variant, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; None stands for the moment before the deal."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: Position | None = None
        self._deals = Deals(game.variant, game.seed, game.deals)
        self._ways = game.openings  # that chance can fall now, where they are listed
        self._listed = game.openings is not None
        self._waits = 0  # the decision that chance answers
        self.seen: tuple[tuple[np.ndarray[Any, Any], ...], ...] = ()  # what each player saw after each step

    @property
    def _variant(self) -> Variant:
        return self._deals.variant

    def current_player(self) -> int:
        if self.position is None or self._ways is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.position is not None and self._ways is None and self.position.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._ways is not None:
            return [(way, float(fallen.probability)) for way, fallen in enumerate(self._ways)]
        return [(deal, 1 / self._deals.count) for deal in range(self._deals.count)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return self.position.legal

    def _apply_action(self, action: int) -> None:
        if self._ways is not None:
            self._fall(self._ways[action])
        elif self.position is None:
            self.position = self._deals[action]
        elif self._listed and len(ways := self.position.chances(action)) > 1:
            self._ways, self._waits = ways, action
            return
        else:
            self.position.play(action, ways[0] if self._listed else None)
        assert self.position is not None
        if _recalled(self._variant) <= MOST_RECALLED:
            position = self.position
            self.seen = (*self.seen, tuple(position.observe(p) for p in range(self._variant.players)))

    def _fall(self, fallen: Chance) -> None:
        self._ways = None
        if self.position is None:
            self.position = Position.standing(standing(self._variant, fallen))
        else:
            self.position.play(self._waits, fallen)

    def _action_to_string(self, player: int, action: int) -> str:
        if self._ways is not None:
            return f"way {action}"
        if self.position is None:
            return f"deal {self._deals.first_seed + action}"
        return self.position.text(action)

    def returns(self) -> list[float]:
        return [0.0] * self._variant.players if self.position is None else self.position.returns()

    def resampled(self, player: int, seed: int) -> "SpielState":
        """A state that the player cannot tell from this one: for `ISMCTSBot.set_resampler`."""
        made: SpielState = self.clone()
        if made.position is not None:
            made.position = made.position.imagined(player, seed)
        return made

    def __str__(self) -> str:
        if self.position is None:
            return "before the deal"
        if self._listed:
            return " ".join(map(str, self.history()))
        return f"deal {self.position.seed}: {' '.join(map(str, self.position.actions))}"


class SpielObserver:
    """What a player may know, as a tensor and as a text; with perfect recall also all it has seen and done."""

    def __init__(self, variant: Variant, kind: Any) -> None:
        self.variant, self.recall = variant, bool(kind.perfect_recall)
        self.encoding = Encoding(variant.observation)
        self._hidden = kind.private_info == pyspiel.PrivateInfoType.NONE and not kind.public_info
        self._whole = self.recall and _recalled(variant) <= MOST_RECALLED
        size = len(variant.observation)
        self.tensor = np.zeros(_recalled(variant) if self._whole else self.encoding.size, np.float32)
        if self._whole:
            self.dict = {"seen": self.tensor.reshape(-1, size)}
        else:
            self.dict = {name: self.tensor[start : start + n] for name, start, n in self.encoding.parts()}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.position is None:
            return
        if self._whole:
            for row, seen in zip(self.dict["seen"], state.seen, strict=False):
                row[:] = seen[player]
        else:
            self.encoding.into(state.position.observe(player), self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.position is None:
            return f"p{player}"
        numbers = state.position.observe(player)
        told = " ".join(f"{name}={x}" for name, x in zip(self.variant.observation.names, numbers, strict=True) if x)
        return f"p{player} {told}" + (f" #{state.position.memory(player)}" if self.recall else "")


NAMES = tuple(register(name) for name in observable())
