"""The Wallet Game a second time, written from the rulebook alone: cards as objects, decisions as a coroutine.

It reads the 18 cards from the table in rulebook.md and shares nothing with the rules but the random numbers.
"""

import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablewright.engine import shuffle

COLOURS = ("tan", "teal")
ROW = re.compile(r"\| `(wal_\d\d)` \| (\d)\+(\d) \| ([^|]+) \| ([^|]+) \| (\d)\+(\d) \| ([^|]+) \| ([^|]+) \|")
DEFAULTS: Mapping[str, Any] = {
    "purchase_target": "auto",
    "energy_per_activation": 1,
    "market_allowance": 1,
    "zone_allowance": 1,
    "adjust_allowance": 1,
    "market_reads": "far",
    "swap_scope": "any_player",
    "swap_piles": True,
    "destroy_scope": "one",
    "effects_mandatory": False,
    "bought_cards": "pile",
    "bought_facing": "keep",
    "max_rounds": 60,
}

Question = tuple[int, set[str]]
Decisions = Generator[Question, str, None]


@dataclass
class Face:
    """One side of a card."""

    price: dict[str, int]
    left: str
    right: str


@dataclass
class Card:
    """A card as it lies on the table."""

    number: str
    faces: dict[str, Face]
    up: str = "tan"
    facing: int = 3

    def __str__(self) -> str:
        return f"{self.number}/{self.up}/{self.facing}"

    @property
    def price(self) -> dict[str, int]:
        return self.faces[self.up].price

    def live(self, edge: int) -> str | None:
        """The ability of the long edge that points to the reader: 3 dots left, 1 dot right."""
        return {3: self.faces[self.up].left, 1: self.faces[self.up].right}.get(edge)


def read_cards(rulebook: Path) -> dict[str, Card]:
    """The table of the 18 cards."""
    cards = {}
    for row in ROW.findall(rulebook.read_text("utf-8")):
        name, *values = (value.strip() for value in row)
        tan = Face({"tan": int(values[0]), "teal": int(values[1])}, values[2], values[3])
        teal = Face({"tan": int(values[4]), "teal": int(values[5])}, values[6], values[7])
        cards[name[4:]] = Card(name[4:], {"tan": tan, "teal": teal})
    assert len(cards) == 18
    return cards


class GameOver(Exception):
    """WAL-9.2: everything else is dropped."""


@dataclass
class Oracle:
    """A game from its first turn on."""

    cards: dict[str, Card]
    words: Mapping[str, Any]  # position.dump after the setup
    rng: int
    changes: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules = {**DEFAULTS, **self.changes}
        self.players = len(self.words["zones"])
        self.pairs = self.rules["bought_cards"] == "zone"
        zones = [[self._lay(text) for text in zone] for zone in self.words["zones"].values()]
        self.zones = [{c: [card for card in zone if card.up == c] for c in COLOURS} for zone in zones]
        self.bought: list[list[Card]] = [[] for _ in range(self.players)]
        self.market: list[Card | None] = [self._lay(text) for text in self.words["market"]]
        self.draw = [self._lay(text) for text in reversed(self.words["draw"])]  # the top is the last card
        self.discard: list[Card] = []
        self.seat = 0
        self.over = False
        target = self.rules["purchase_target"]
        self.target = {2: 4, 3: 3}[self.players] if target == "auto" else target

    def _lay(self, text: str) -> Card:
        number, up, facing = text.split("/")
        card = self.cards[number]
        card.up, card.facing = up, int(facing)
        return card

    def position(self) -> dict[str, Any]:
        """In the words of position.dump."""
        return {
            "zones": {f"P{p}": [str(c) for hue in COLOURS for c in zone[hue]] for p, zone in enumerate(self.zones)},
            "bought": {f"P{p}": [f"wal_{card.number}" for card in pile] for p, pile in enumerate(self.bought)},
            "market": [str(card) if card else "-" for card in self.market],
            "draw": [str(card) for card in reversed(self.draw)],
            "discard": [str(card) for card in reversed(self.discard)],
        }

    # Turns (WAL-3, WAL-9)

    def play(self, start: int) -> Decisions:
        try:
            for turn in range(self.rules["max_rounds"] * self.players):
                self.seat = (start + turn) % self.players
                yield from self.turn()
        except GameOver:
            pass
        self.over = True

    def turn(self) -> Decisions:
        left = {name: self.rules[f"{name}_allowance"] for name in ("market", "zone", "adjust")}
        while True:
            options = self.turn_options(left)
            if not options:
                return
            choice = yield self.seat, options | {"end_turn"}
            if choice == "end_turn":
                return
            verb, _, what = choice.partition(":")
            if verb in ("flip", "rotate"):
                left["adjust"] -= 1
                self.adjust(verb, self.at(what))
            elif what in self.slots():
                left["market"] -= 1
                yield from self.activate_market(what) if verb == "activate" else self.buy(what)
            else:
                left["zone"] -= 1
                yield from self.activate_zone(what)
            self.refill()
            if self.pairs and not self.draw and not self.discard:
                raise GameOver

    def turn_options(self, left: Mapping[str, int]) -> set[str]:
        options: set[str] = set()
        if left["market"]:
            options |= self.live_options() | self.buy_options()
        if left["zone"]:
            for colour in COLOURS:
                for i, card in enumerate(self.zones[self.seat][colour]):
                    options |= {f"activate:{self.name(colour, i)}"} if card.live(card.facing) else set()
        if left["adjust"]:
            options |= {f"{verb}:{slot}" for verb in ("flip", "rotate") for slot in self.slots()}
        return options

    def slots(self) -> list[str]:
        return [f"m{i}" for i, card in enumerate(self.market) if card]

    def at(self, slot: str) -> Card:
        card = self.market[int(slot[1:])]
        assert card
        return card

    def name(self, colour: str, i: int) -> str:
        return f"{colour}{i}" if self.pairs else colour

    def live(self, card: Card) -> str | None:
        """WAL-1.6 for a market card: the edge opposite the draw pile, or the one toward it."""
        return card.live({1: 3, 3: 1}.get(card.facing, 0) if self.rules["market_reads"] == "far" else card.facing)

    def live_options(self) -> set[str]:
        return {f"activate:{slot}" for slot in self.slots() if self.live(self.at(slot))}

    def amount(self, p: int, colour: str) -> int:
        return sum(card.facing for card in self.zones[p][colour])

    def buy_options(self) -> set[str]:
        can = {c: self.amount(self.seat, c) for c in COLOURS}
        return {f"buy:{slot}" for slot in self.slots() if all(self.at(slot).price[c] <= can[c] for c in COLOURS)}

    def adjust(self, verb: str, card: Card) -> None:
        if verb == "flip":
            card.up = "teal" if card.up == "tan" else "tan"
        else:
            card.facing = {0: 2, 2: 0, 1: 3, 3: 1}[card.facing]

    # Piles (WAL-8)

    def to_discard(self, card: Card) -> None:
        self.discard.append(card)
        self.reshuffle()

    def from_draw(self) -> Card:
        card = self.draw.pop()
        self.reshuffle()
        return card

    def reshuffle(self) -> None:
        if not self.draw and self.discard:
            self.draw, self.discard = self.discard, []
            shuffle(self, self.draw, len(self.draw))

    def refill(self) -> None:
        for i, card in enumerate(self.market):
            if card is None and self.draw:
                self.market[i] = self.from_draw()

    # Units (WAL-1.5, WAL-P.3)

    def gain(self, p: int, colour: str, n: int) -> Decisions:
        for _ in range(n):
            able = [i for i, card in enumerate(self.zones[p][colour]) if card.facing < 3]
            if able:
                yield from self.turn_unit(p, colour, able, "place", 1)

    def lose(self, p: int, colour: str, n: int) -> Decisions:
        for _ in range(n):
            able = [i for i, card in enumerate(self.zones[p][colour]) if card.facing > 0]
            if able:
                yield from self.turn_unit(p, colour, able, "take", -1)

    def turn_unit(self, p: int, colour: str, able: list[int], verb: str, n: int) -> Decisions:
        i = able[0]
        if len(able) > 1:
            names = {f"{verb}:p{p}.{self.name(colour, i)}": i for i in able}
            i = names[(yield p, set(names))]
        self.zones[p][colour][i].facing += n

    # Activations and abilities (WAL-4, WAL-5)

    def activate_market(self, slot: str) -> Decisions:
        card = self.at(slot)
        ability, colour = self.live(card), card.up
        self.market[int(slot[1:])] = None
        self.to_discard(card)
        yield from self.effect(ability, colour)

    def activate_zone(self, name: str) -> Decisions:
        colour = "tan" if name.startswith("tan") else "teal"
        i = int(name.removeprefix(colour) or 0)
        card = self.zones[self.seat][colour][i]
        ability, facing = card.live(card.facing), card.facing
        self.to_discard(card)
        new = self.from_draw()
        new.up, new.facing = colour, facing
        self.zones[self.seat][colour][i] = new
        yield from self.effect(ability, colour)

    def effect(self, ability: str | None, colour: str) -> Decisions:
        assert ability
        code, *rest = ability.split()
        energy = self.gain(self.seat, colour, self.rules["energy_per_activation"])
        if code == "activate":
            yield from energy
            choice = yield from self.choose(self.live_options(), self.rules["effects_mandatory"])
            if choice:
                yield from self.activate_market(choice)
            return
        if code == "buy":
            choice = yield from self.choose(self.buy_options(), self.rules["effects_mandatory"])
            if choice:
                yield from self.buy(choice)
        elif code == "gain":
            yield from self.gain(self.seat, rest[0], int(rest[1]))
        elif code == "trade":
            pays, gets = rest[0].split(">")
            yield from self.trade(pays, gets, int(rest[1]))
        elif code == "destroy":
            yield from self.destroy(rest[0], int(rest[1]))
        elif code == "discard":
            yield from self.discard_some(int(rest[0]))
        else:
            choice = yield from self.choose(self.swap_options(), self.rules["effects_mandatory"])
            if choice:
                self.swap(*choice.split("+"))
        yield from energy

    def choose(self, options: set[str], forced: bool) -> Generator[Question, str, str]:
        """What follows the colon of the option chosen, or nothing."""
        if not options or (forced and len(options) == 1):
            choice = next(iter(options), "")
        else:
            choice = yield self.seat, options if forced else options | {"decline"}
        return choice.partition(":")[2]

    def trade(self, pays: str, gets: str, n: int) -> Decisions:
        if self.amount(self.seat, pays) and (yield self.seat, {"trade", "decline"}) == "trade":
            yield from self.lose(self.seat, pays, 1)
            yield from self.gain(self.seat, gets, n)

    def destroy(self, colour: str, n: int) -> Decisions:
        victims = [p for p in range(self.players) if p != self.seat and self.amount(p, colour)]
        if victims and self.rules["destroy_scope"] == "one":
            chosen = yield from self.choose({f"destroy:p{p}" for p in victims}, True)
            victims = [int(chosen[1:])]
        for p in victims:
            yield from self.lose(p, colour, n)

    def discard_some(self, n: int) -> Decisions:
        for _ in range(n):
            choice = yield from self.choose({f"discard:{slot}" for slot in self.slots()}, False)
            if not choice:
                return
            card = self.at(choice)
            self.market[int(choice[1:])] = None
            self.to_discard(card)

    def swap_options(self) -> set[str]:
        exposed = {slot: self.at(slot) for slot in self.slots()}
        if self.rules["swap_piles"]:
            exposed |= {name: pile[-1] for name, pile in (("draw", self.draw), ("discard", self.discard)) if pile}
        options = set()
        for p, zone in enumerate(self.zones):
            for colour in COLOURS if p == self.seat or self.rules["swap_scope"] == "any_player" else ():
                for i in range(len(zone[colour])):
                    same = [name for name, card in exposed.items() if card.up == colour]
                    options |= {f"swap:p{p}.{self.name(colour, i)}+{name}" for name in same}
        for first in exposed:
            for pile in ("draw", "discard"):
                if pile in exposed and first != pile and (first, pile) != ("discard", "draw"):
                    options.add(f"swap:{first}+{pile}")
        return options

    def swap(self, first: str, second: str) -> None:
        one, other = self.find(first), self.find(second)
        if first.startswith("p"):
            one.facing, other.facing = other.facing, one.facing
        self.put(first, other)
        self.put(second, one)

    def place(self, name: str) -> tuple[list[Any], int]:
        if name in ("draw", "discard"):
            return (self.draw if name == "draw" else self.discard), -1
        if name.startswith("m"):
            return self.market, int(name[1:])
        found = re.fullmatch(r"p(\d)\.(tan|teal)(\d*)", name)
        assert found
        return self.zones[int(found[1])][found[2]], int(found[3] or 0)

    def find(self, name: str) -> Card:
        cards, i = self.place(name)
        card: Card = cards[i]
        return card

    def put(self, name: str, card: Card) -> None:
        cards, i = self.place(name)
        cards[i] = card

    # Purchases (WAL-6, WAL-P.1)

    def buy(self, slot: str) -> Decisions:
        card = self.at(slot)
        for colour in COLOURS:
            yield from self.lose(self.seat, colour, card.price[colour])
        self.market[int(slot[1:])] = None
        if self.pairs:
            card.facing = card.facing if self.rules["bought_facing"] == "keep" else 0
            self.zones[self.seat][card.up].append(card)
            return
        self.bought[self.seat].append(card)
        if len(self.bought[self.seat]) >= self.target:
            raise GameOver

    # The end (WAL-9.4, WAL-P.6)

    def winners(self) -> list[str]:
        ranks = [self.rank(p) for p in range(self.players)]
        return [f"P{p}" for p in range(self.players) if ranks[p] == max(ranks)]

    def rank(self, p: int) -> tuple[int, ...]:
        resources = sum(self.amount(p, colour) for colour in COLOURS)
        counts = [len(self.zones[p][colour]) for colour in COLOURS]
        return (min(counts), sum(counts), resources) if self.pairs else (len(self.bought[p]), resources)
