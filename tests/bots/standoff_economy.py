"""Scripted players of Standoff who run an economy: refineries on corners first, then large polyominoes or artillery.

Where the plan says nothing they play on as the game's own bot does.
"""

from tablewright.bots import Bot
from tablewright.bots.policies import GREEDY_BOT
from tablewright.bots.seats import PolicyBot
from tablewright.engine import Match
from tablewright.games.standoff.state import (
    ASK,
    BLACK,
    CELLS,
    EMPTY,
    KIND,
    LARGE_PATCHES,
    PATCHES,
    PERMANENT,
    RED_GUN,
    TO,
    TOKEN,
)

PLACING = (KIND.poly_1, KIND.poly_2, KIND.poly_3, KIND.poly_4)
CREDITS = (KIND.credit_3, KIND.credit_2, KIND.credit_1)
GUNS = (KIND.artillery, KIND.airstrike)
SATELLITES = (KIND.linda, KIND.steve, KIND.zelda)
KEPT = 2  # actions of a turn that are not for mining or drawing: to place and to buy


class Economy(Bot):
    """Mines with so many refineries; with `guns` it buys artillery and airstrikes, with `satellites` those too."""

    def __init__(self, refineries: int, guns: bool = False, satellites: bool = False) -> None:
        self.name = f"economy of {refineries}{', guns' if guns else ''}{', satellites' if satellites else ''}"
        self._refineries, self._guns, self._satellites = refineries, guns, satellites
        self._race = PolicyBot(GREEDY_BOT)

    def choose(self, match: Match, seat: int) -> int:
        legal = match.legal_ids
        for action in self._wanted(match, seat):
            if action in legal:
                return action
        return self._race.choose(match, seat)

    def _wanted(self, match: Match, seat: int) -> list[int]:
        """What the plan would like to do, best first."""
        s = match.state
        if s.ask == ASK.place and len(self._own_patches(match, seat)) < self._refineries:
            return [TO.cell + cell for cell in (*LARGE_PATCHES, *PATCHES)]
        if s.ask == ASK.cell and s.last_card == KIND.refinery:
            return [TO.cell + cell for cell in LARGE_PATCHES]
        if s.ask == ASK.fire_target or (s.ask == ASK.cell and s.last_card == KIND.airstrike):
            return [TO.cell + cell for cell in self._targets(match, seat)]
        return self._actions(match, seat) if s.ask == ASK.main else []

    def _actions(self, match: Match, seat: int) -> list[int]:
        """Mine with the first actions, pay with minerals where credits are too few, place the most, buy the best."""
        s = match.state
        built = [cell for cell in self._own_patches(match, seat) if s.token[cell] == TOKEN.refinery]
        wanted = [TO.play + card for card in CREDITS]
        if s.actions_left > KEPT:
            wanted += [TO.mine] if built else [TO.draw]
        if self._guns and self._targets(match, seat):
            wanted += [*self._paid(match, seat, 1, 0), *(TO.fire + cell for cell in range(CELLS))]
        owned = s.hand[seat][KIND.refinery] + s.deck[seat][KIND.refinery] + s.discard[seat][KIND.refinery]
        if len(built) < self._refineries:
            wanted += self._play(match, seat, KIND.refinery)
            wanted += [TO.play + KIND.poly_1] if len(self._own_patches(match, seat)) < self._refineries else []
            wanted += self._buy(match, seat, KIND.refinery) if owned + len(built) < self._refineries else []
        for card in self._liked():
            wanted += self._play(match, seat, card) + self._buy(match, seat, card)
        for card in reversed(PLACING if len(built) >= self._refineries else ()):
            wanted += self._play(match, seat, card)
        for card in (KIND.poly_4, KIND.poly_3) if built else ():
            wanted += self._buy(match, seat, card)
        return wanted

    def _liked(self) -> tuple[int, ...]:
        return (GUNS if self._guns else ()) + (SATELLITES if self._satellites else ())

    def _play(self, match: Match, seat: int, card: int) -> list[int]:
        if match.state.hand[seat][card] == 0 or match.state.actions_left == 0:
            return []
        cost = match.variant.cards.cost[card]
        return [TO.play + card, *self._paid(match, seat, cost[0], cost[1])]

    def _buy(self, match: Match, seat: int, card: int) -> list[int]:
        on_offer = card < PERMANENT or card + 1 in match.state.slot
        if match.state.actions_left == 0 or not on_offer:
            return []
        price = match.variant.cards.price[card]
        return [TO.buy + card, *self._paid(match, seat, price[0], price[1])]

    @staticmethod
    def _paid(match: Match, seat: int, credits: int, minerals: int) -> list[int]:
        """Convert minerals if they make up for the credits that are missing."""
        missing = int(credits) - int(match.state.credits)
        return [TO.convert] if 0 < missing <= match.state.minerals[seat] - minerals else []

    @staticmethod
    def _own_patches(match: Match, seat: int) -> list[int]:
        return [cell for cell in PATCHES if match.state.block[cell] == seat + 1]

    @staticmethod
    def _targets(match: Match, seat: int) -> list[int]:
        """Blocks of others in the Red Gun."""
        return [cell for cell in RED_GUN if match.state.block[cell] not in (EMPTY, BLACK, seat + 1)]
