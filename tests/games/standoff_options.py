"""What is legal in Standoff, a second time from the rulebook: sets of (row, column), cards as counters."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
Position = dict[str, Any]

BOARD = {(row, column) for row in range(16) for column in range(16)}
RED_GUN = {(6, 7), (6, 8), (9, 7), (9, 8)} | {(row, column) for row in (7, 8) for column in range(6, 10)}
LARGE = {(0, 0), (0, 15), (15, 0), (15, 15)}
SMALL = {(0, 2), (1, 1), (2, 0), (0, 13), (1, 14), (2, 15), (13, 0), (14, 1), (15, 2), (13, 15), (14, 14), (15, 13)}
PILES = ("poly_1", "poly_2", "poly_3", "poly_4", "credit_1", "credit_2", "credit_3", "refinery")
ON_A_CELL = ("airdrop", "obstruction", "airstrike", "artillery", "forcefield", "refinery")
IN_CODE = {"poly_3": ((3, 0), (3, 1)), "poly_4": ((4, 1), (4, 2)), "duplicate": ((4, 1), (4, 1))}
DEFAULTS: dict[str, Any] = {
    "actions_per_turn": 4,
    "hand_limit": 7,
    "draw_up_to": 5,
    "fast_credit_debt": 2,
    "cost_set": "face",
    "max_polyomino_cards_per_turn": 1,
    "duplicate_polyomino": False,
    "discard_action": True,
    "airdrop_anywhere": False,
    "artillery_range": 4,
    "artillery_cost": 1,
    "forcefield_range": 2,
    "mine_small": 1,
    "mine_large": 2,
    "blitz_actions": 3,
    "restock_cards": 3,
    "disposal_max": 3,
    "fundraiser_counts_itself": False,
    "zelda_free": True,
    "linda_credits": 1,
    "steve_cards": 1,
    "bart_credits": 1,
    "extra_turn_chain": True,
    "horse_bonus_credits": 0,
    "max_actions_per_turn": 30,
    "max_turns_per_player": 60,
}


def name(cell: Cell) -> str:
    return f"{'abcdefghijklmnop'[cell[1]]}{cell[0] + 1}"


def cell_of(text: str) -> Cell:
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def apart(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def sides(cell: Cell) -> set[Cell]:
    return {other for other in BOARD if apart(cell, other) == 1}


SIDES = {cell: sides(cell) for cell in BOARD}


def cards(words: list[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for word in words:
        number, space, card = word.partition(" ")
        found[card if space else number] += int(number) if space else 1
    return found


def is_horse(card: str) -> bool:
    return card.startswith("horse")


class Table:
    """The card table of the rulebook: type, cost and price of every card."""

    def __init__(self, rulebook: Path, cost_set: str) -> None:
        self.type: dict[str, str] = {}
        self.cost: dict[str, tuple[int, int]] = {}
        self.price: dict[str, tuple[int, int]] = {}
        for line in rulebook.read_text(encoding="utf-8").splitlines():
            row = [entry.strip(" `") for entry in line.split("|")[1:-1]]
            if len(row) == 10 and row[0].isdecimal() and row[1] != "horse":
                self.type[row[1]] = row[3]
                self.cost[row[1]] = self._pair(row[5])
                self.price[row[1]] = self._pair(row[6])
        if cost_set == "code":
            self.cost |= {card: pair[0] for card, pair in IN_CODE.items()}
            self.price |= {card: pair[1] for card, pair in IN_CODE.items()}

    def _pair(self, text: str) -> tuple[int, int]:
        credit, mineral = text.split("/")
        return int(credit), int(mineral)


def read(dump: Position) -> Position:
    """A position in words with its cards counted and its cells as pairs."""
    read = deepcopy(dump)
    for player in read["players"].values():
        for zone in ("hand", "deck", "discard", "in_play"):
            player[zone] = cards(player[zone])
    read["blocks"] = {cell_of(cell): owner for owner, cells in read["blocks"].items() for cell in cells}
    read["tokens"] = {cell_of(cell): token for cell, token in read["tokens"].items()}
    read["chosen"] = [cell_of(cell) for cell in read["chosen"]]
    read["firing"] = cell_of(read["firing"]) if read["firing"] else None
    read["draft"], read["trash"] = cards(read["draft"]), cards(read["trash"])
    return read


class Options:
    """A position and what is legal in it."""

    def __init__(self, table: Table, changes: dict[str, Any], dump: Position) -> None:
        self.table = table
        self.set = {**DEFAULTS, **changes}
        self.at = read(dump)

    @property
    def me(self) -> str:
        return str(self.at["to_move"])

    @property
    def mine(self) -> Position:
        found: Position = self.at["players"][self.me]
        return found

    def seats(self) -> list[str]:
        return sorted(self.at["players"])

    def legal(self) -> set[str]:
        decision = self.at["decision"]
        if decision == "MAIN":
            return set(self.options())
        if decision.startswith("PLACE_"):
            return {name(cell) for cell in self.next_cells(int(decision[-1]), self.at["chosen"])}
        if decision == "CELL":
            return {name(cell) for cell in BOARD if self.fits(self.at["effect"], cell)}
        if decision == "FIRE_TARGET":
            near = {cell for cell in self.at["blocks"] if apart(cell, self.at["firing"]) <= self.set["artillery_range"]}
            return {name(cell) for cell in near}
        if decision == "OPPONENT":
            return set(self.candidates(self.at["effect"]))
        if decision == "HACK_CARD":
            return set(self.at["players"][self.at["victim"]]["hand"])
        if decision == "TUTOR":
            return set(self.mine["deck"])
        return set(self.mine["hand"]) | ({"stop"} if decision in ("DISPOSAL", "BART_DISCARD") else set())

    def options(self) -> Iterator[str]:
        """STA-4."""
        acts = self.action_left()
        hand = self.mine["hand"]
        yield "end"
        yield from (f"play:{card}" for card in hand if self.playable(card))
        if self.mine["in_play"]["bart"]:
            yield from (f"bart:{card}" for card in hand)
        if self.mine["minerals"] >= 1:
            yield "convert"
        if not acts:
            return
        if self.mine["deck"] or self.mine["discard"]:
            yield "draw"
        if self.set["discard_action"]:
            yield from (f"discard:{card}" for card in hand if not is_horse(card))
        offered = {card for card in PILES if self.at["piles"][card]} | set(self.at["market"]) - {"none"}
        yield from (f"buy:{card}" for card in offered if self.affords(self.table.price[card]))
        if self.mine_yield():
            yield "mine"
        if self.affords((self.set["artillery_cost"], 0)):
            yield from (f"fire:{name(cell)}" for cell in self.own_tokens("artillery"))

    def action_left(self) -> bool:
        return bool(self.at["actions_left"] >= 1 and self.at["actions_spent"] < self.set["max_actions_per_turn"])

    def affords(self, pair: tuple[int, int]) -> bool:
        budget = self.at["credits"]
        return bool(budget >= 0 and budget >= pair[0] and self.mine["minerals"] >= pair[1])

    def own_tokens(self, kind: str) -> list[Cell]:
        return [
            cell for cell, token in self.at["tokens"].items() if token == kind and self.at["blocks"][cell] == self.me
        ]

    def mine_yield(self) -> int:
        refineries = self.own_tokens("refinery")
        small, large = (sum(cell in patch for cell in refineries) for patch in (SMALL, LARGE))
        return int(small * self.set["mine_small"] + large * self.set["mine_large"])

    def free_of_action(self, card: str) -> bool:
        return bool(self.table.type[card] == "polyomino" and self.set["zelda_free"] and self.mine["in_play"]["zelda"])

    def playable(self, card: str) -> bool:
        """STA-5.2."""
        if is_horse(card):
            return False
        if self.table.type[card] == "resource":
            return True
        if not self.affords((0, 0) if self.at["free_next"] else self.table.cost[card]):
            return False
        return (self.free_of_action(card) or self.action_left()) and self.possible(card)

    def possible(self, card: str, repeated: bool = False) -> bool:
        """STA-5.3."""
        if card == "duplicate":
            return self.at["last_card"] is None or self.possible(self.at["last_card"], repeated=True)
        if card.startswith("poly_"):
            limit = self.set["max_polyomino_cards_per_turn"]
            below = limit == 0 or self.at["polys_played"] < limit or (repeated and self.set["duplicate_polyomino"])
            return below and bool(self.next_cells(int(card[-1]), []))
        if card in ON_A_CELL:
            return any(self.fits(card, cell) for cell in BOARD)
        if card == "hack":
            return bool(self.candidates(card))
        return card != "early_access" or bool(self.mine["deck"])

    def candidates(self, card: str) -> list[str]:
        others = [seat for seat in self.seats() if seat != self.me]
        return [seat for seat in others if card != "hack" or self.at["players"][seat]["hand"]]

    @cached_property
    def free(self) -> set[Cell]:
        """STA-17.1, before the move."""
        blocks = self.at["blocks"]
        fields = [
            cell for cell, token in self.at["tokens"].items() if token == "forcefield" and blocks[cell] != self.me
        ]
        reach = self.set["forcefield_range"]
        return {cell for cell in BOARD - set(blocks) if all(apart(cell, field) > reach for field in fields)}

    def anchored(self, cell: Cell) -> bool:
        """STA-17.2."""
        return 0 in cell or 15 in cell or any(self.at["blocks"].get(other) == self.me for other in SIDES[cell])

    def next_cells(self, n: int, chosen: list[Cell]) -> set[Cell]:
        """STA-17.4."""
        free = self.free
        if chosen:
            return {other for cell in chosen for other in SIDES[cell]} & free - set(chosen)
        return {cell for cell in free if self.anchored(cell) and self.region_holds(cell, free, n)}

    def region_holds(self, cell: Cell, free: set[Cell], n: int) -> bool:
        region, edge = {cell}, {cell}
        while edge and len(region) < n:
            edge = {other for one in edge for other in SIDES[one] & free} - region
            region |= edge
        return len(region) >= n

    def fits(self, card: str, cell: Cell) -> bool:
        """STA-8.4 to 8.9."""
        block = self.at["blocks"].get(cell)
        if card == "obstruction":
            return block is None
        if card == "airstrike":
            return block is not None
        if card == "airdrop":
            return cell in self.free and (self.set["airdrop_anywhere"] or self.anchored(cell))
        bare = block == self.me and cell not in self.at["tokens"]
        return bare and (card != "refinery" or cell in SMALL | LARGE)
