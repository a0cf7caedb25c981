"""Menagerie a second time, written from the rulebook alone: stacks as objects, decisions as a coroutine.

It shares nothing with the rules but the random numbers.
"""

from collections import Counter
from collections.abc import Generator, Mapping
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

from tablewright.engine import below, shuffle
from tests.games.menagerie_oracle_power import Stack, Tableau, power, read_cards

UPGRADES = ("chocolate", "melon", "sushi", "honey")
SALE = (1, 3, 6)
CAT = (0, 1, 2)
HONEY = (1, 1, 2)
DEFAULTS: Mapping[str, Any] = {
    "rounds": 10,
    "drafts": 3,
    "columns": 3,
    "pig": (1, 1, 1),
    "draws": {"swan": (1, 1, 1)},
    "act_first": ("scorpion", "mosquito"),
    "mosquito": (0, 1, 2),
    "second_powers": False,
    "refill_at_round_start": True,
    "death": "revive",
    "placement_mode": "free",
    "tuck_overflow": False,
    "may_discard_drafted": False,
    "tie_rule": "full",
    "prize_second_2p": 2,
    "least_tie": "latest",
    "mosquito_match": "at_most",
    "scorpion_hits_self": True,
    "monkey_target": "front_space",
    "monkey_self": True,
    "horse_counts_dead": False,
    "disabled_act": False,
    "pig_optional": False,
    "chocolate_needs_bare_stack": False,
    "pass_counts_as_draft": False,
    "replace_upgrade": False,
}
SECOND: Mapping[str, Any] = {
    "rounds": 6,
    "drafts": 5,
    "pig": (1, 1, 2),
    "draws": {"puffin": (1, 2, 3)},
    "act_first": ("bison", "scorpion", "mosquito", "bee"),
    "mosquito": (1, 2, 3),
    "second_powers": True,
    "monkey_self": False,
    "disabled_act": True,
    "pig_optional": True,
    "replace_upgrade": True,
}

Question = tuple[int, set[str]]
Decisions = Generator[Question, str, None]
Layout = tuple[int, tuple[int, ...]]  # the space of the new stack, all occupied spaces


class Oracle:
    """A game from its first decision on; `play` asks for every choice."""

    def __init__(self, rulebook: Path, given: Mapping[str, Any], rng: int, order: list[str], **choices: Any) -> None:
        self.second = choices.pop("edition") == "second"
        seats = list(given["vp"])
        columns = {"columns": 4} if self.second and len(seats) == 4 else {}
        self.set = {**DEFAULTS, **(SECOND if self.second else {}), **columns, **choices}
        counts, self.printed = read_cards(rulebook, self.second)
        self.rng, self.order_of_cards, self.seats = rng, order, seats
        self.market = [[card.strip("-") for card in row.split()] for row in given["market"].split(" / ")]
        self.deck: list[str] = given["deck"][::-1]
        self.discard: list[str] = []
        self.start = seats.index(given["start"])
        self.tableaus: list[Tableau] = [[None] * 5 for _ in seats]
        self.vp, self.powers = [0] * len(seats), [0] * len(seats)
        self.refilled, self.drafts = [False] * len(seats), [0] * len(seats)
        self.bonus = self.round = 0
        self.passed: set[int] = set()  # since a card was taken or a line refilled
        assert Counter(self.deck) + Counter(card for row in self.market for card in row) == counts

    def position(self) -> dict[str, Any]:
        by_seat: dict[str, Any] = {
            "tableaus": [f"[{' | '.join(str(stack or '-') for stack in row)}]" for row in self.tableaus],
            "vp": self.vp,
            "drafts": self.drafts,
            "last_combat": self.powers,
            "refills_used": [int(used) for used in self.refilled],
            "powers": [self.power(p) for p in range(len(self.seats))],
        }
        return {
            **{key: dict(zip(self.seats, values, strict=True)) for key, values in by_seat.items()},
            "market": " / ".join(" ".join(card or "-" for card in row) for row in self.market),
            "deck": self.deck[::-1],
            "discard": dict(Counter(self.discard)),
            "start": self.seats[self.start],
            "round": self.round,
        }

    def player_order(self) -> list[int]:
        return [(self.start + i) % len(self.seats) for i in range(len(self.seats))]

    def stacks(self, p: int) -> list[Stack]:
        return [stack for stack in self.tableaus[p] if stack]

    # The round (MEN-3 to MEN-5)

    def play(self) -> Decisions:
        while self.round < self.set["rounds"]:
            self.round += 1
            self.refilled, self.drafts = [False] * len(self.seats), [0] * len(self.seats)
            if self.set["refill_at_round_start"]:
                self.fill([(r, c) for r in range(3) for c in range(self.set["columns"])])
            for p in self.player_order():
                yield from self.start_of_market(p)
            yield from self.draft_turns()
            for p in self.player_order():
                yield from self.start_of_combat(p)
            self.score()
        for p in range(len(self.seats)):
            for stack in self.stacks(p):
                self.sell(p, stack)
        self.bonus = 0

    def draw(self) -> str:
        if not self.deck:
            self.deck, self.discard = sorted(self.discard, key=self.order_of_cards.index), []
            shuffle(self, self.deck, len(self.deck))
        return self.deck.pop() if self.deck else ""

    def fill(self, cells: list[tuple[int, int]]) -> None:
        for row, column in cells:
            self.market[row][column] = self.market[row][column] or self.draw()

    def start_of_market(self, p: int) -> Decisions:
        for stack in [stack for stack in self.stacks(p) if stack.animal in self.set["draws"]]:
            if stack in self.tableaus[p] and self.deck + self.discard:
                most = self.set["draws"][stack.animal][stack.level - 1]
                names = {f"draw {n}" for n in range(most + 1)} if self.second else {"draw", "skip"}
                choice = yield p, names
                number = int(choice[5:]) if self.second else int(choice == "draw")
                for _ in range(number):
                    yield from self.keep(p, self.draw())

    def keep(self, p: int, card: str) -> Decisions:
        if card and card in UPGRADES and not self.hosts(p, card):
            self.discard.append(card)
        elif card:
            yield from self.hold(p, card)
            yield from self.bonus_drafts(p)

    def draft_turns(self) -> Decisions:
        self.passed = set()
        waiting = self.player_order()
        while True:
            short = [p for p in waiting if self.drafts[p] < self.set["drafts"]]
            if not short:
                return
            yield from self.take(short[0], False)
            yield from self.bonus_drafts(short[0])
            if self.passed >= set(short):
                return
            turn = waiting.index(short[0]) + 1
            waiting = waiting[turn:] + waiting[:turn]

    def bonus_drafts(self, p: int) -> Decisions:
        while self.bonus:
            self.bonus -= 1
            yield from self.take(p, True)

    def take(self, p: int, bonus: bool) -> Decisions:
        while True:
            choice = yield p, self.takes(p, bonus)
            if choice.startswith("refill"):
                self.refill(p, choice)
                continue
            if choice.startswith("take"):
                row, column = int(choice[6]) - 1, int(choice[8]) - 1
                card, self.market[row][column] = self.market[row][column], ""
                self.passed = set()
                self.drafts[p] += not bonus
                yield from self.hold(p, card)
            elif not bonus:
                self.passed.add(p)
                self.drafts[p] += self.set["pass_counts_as_draft"]
            return

    def takes(self, p: int, bonus: bool) -> set[str]:
        takes = {
            f"take r{r + 1}c{c + 1}"
            for r, row in enumerate(self.market)
            for c, card in enumerate(row)
            if card and (card not in UPGRADES or self.hosts(p, card))
        }
        columns = range(1, self.set["columns"] + 1)
        refills = {f"refill row {n}" for n in (1, 2, 3)} | {f"refill col {n}" for n in columns}
        if bonus and self.set["pig_optional"]:
            last = {"decline"}
        else:
            last = set() if takes else {"pass"}
        return takes | last | (set() if self.refilled[p] else refills)

    def refill(self, p: int, choice: str) -> None:
        n = int(choice[-1]) - 1
        columns = range(self.set["columns"])
        line = [(n, c) for c in columns] if "row" in choice else [(r, n) for r in range(3)]
        for row, column in line:
            self.discard += filter(None, [self.market[row][column]])
            self.market[row][column] = ""
        self.fill(line)
        self.refilled[p], self.passed = True, set()

    # Holding (MEN-6 to MEN-8)

    def hold(self, p: int, held: str | Stack) -> Decisions:
        row = self.tableaus[p]
        while True:
            choice = yield p, self.options(p, held)
            verb, *where = choice.split(" ", 1)
            if verb == "sell":
                self.sell(p, self.at(p, where[0]))
            elif verb == "merge":
                source, _, target = where[0].partition("->")
                self.merge(p, self.at(p, source), self.at(p, target))
            elif verb == "swap":
                displaced = self.at(p, where[0])
                row[row.index(displaced)] = Stack("frog", fresh=True)
                held = displaced
            else:
                self.place(p, held, verb, where)
                for stack in self.stacks(p):
                    stack.fresh = False
                return

    def at(self, p: int, space: str) -> Stack:
        stack = self.tableaus[p][int(space) - 1]
        assert stack is not None
        return stack

    def place(self, p: int, held: str | Stack, verb: str, where: list[str]) -> None:
        if verb == "discard":
            assert isinstance(held, str)
            self.discard.append(held)
        elif verb == "insert":
            new, _, occupied = where[0].partition(" of ")
            stack = Stack(held) if isinstance(held, str) else held
            self.lay_out(p, stack, int(new) - 1, [int(space) - 1 for space in occupied.split()])
        elif isinstance(held, Stack):
            self.merge(p, held, self.at(p, where[0]))
        else:
            self.grow(p, held, self.at(p, where[0]))

    def grow(self, p: int, card: str, stack: Stack) -> None:
        if card in UPGRADES and card != "chocolate":
            self.discard += filter(None, [stack.upgrade])
            stack.upgrade = card
        else:
            stack.chocolates += card == "chocolate"
            stack.animals += card != "chocolate"
            self.cut(p, stack)

    def lay_out(self, p: int, new: Stack, space: int, occupied: list[int]) -> None:
        others = iter(self.stacks(p))
        self.tableaus[p] = [None if i not in occupied else new if i == space else next(others) for i in range(5)]

    def sell(self, p: int, stack: Stack) -> None:
        self.vp[p] += SALE[stack.level - 1] + (CAT[stack.level - 1] if stack.animal == "cat" else 0)
        self.bonus += self.set["pig"][stack.level - 1] if stack.animal == "pig" else 0
        self.throw_away(p, stack)

    def throw_away(self, p: int, stack: Stack) -> None:
        row = self.tableaus[p]
        row[row.index(stack)] = None
        self.discard += [stack.animal] * stack.animals + ["chocolate"] * stack.chocolates
        self.discard += filter(None, [stack.upgrade])

    def merge(self, p: int, source: Stack, target: Stack) -> None:
        if source in self.tableaus[p]:
            self.tableaus[p][self.tableaus[p].index(source)] = None
        target.animals += source.animals
        target.chocolates += source.chocolates
        target.down |= source.down
        target.fresh |= source.fresh
        if target.upgrade:
            self.discard += filter(None, [source.upgrade])
        target.upgrade = target.upgrade or source.upgrade
        self.cut(p, target)

    def cut(self, p: int, stack: Stack) -> None:
        self.vp[p] += stack.level > 3
        while stack.level > 3:
            self.discard.append("chocolate" if stack.chocolates else stack.animal)
            if stack.chocolates:
                stack.chocolates -= 1
            else:
                stack.animals -= 1

    def hosts(self, p: int, card: str) -> list[Stack]:
        if card != "chocolate":
            return [stack for stack in self.stacks(p) if self.set["replace_upgrade"] or not stack.upgrade]
        roomy = [stack for stack in self.stacks(p) if stack.level < 3 or self.set["tuck_overflow"]]
        return [stack for stack in roomy if not (self.set["chocolate_needs_bare_stack"] and stack.upgrade)]

    # What a holder may do

    def options(self, p: int, held: str | Stack) -> set[str]:
        row = self.tableaus[p]
        options = {move for move in self.clearing(p) if self.allows(p, held, move)}
        if isinstance(held, str) and self.set["may_discard_drafted"]:
            options.add("discard")
        if isinstance(held, str) and held in UPGRADES:
            return options | {f"attach {row.index(stack) + 1}" for stack in self.hosts(p, held)}
        animal = held if isinstance(held, str) else held.animal
        any_level = isinstance(held, Stack) or self.set["tuck_overflow"]
        kin = [stack for stack in self.stacks(p) if stack.animal == animal and (any_level or stack.level < 3)]
        options |= {f"tuck {row.index(stack) + 1}" for stack in kin}
        if held == "frog":
            options |= {f"swap {row.index(stack) + 1}" for stack in self.stacks(p)}
        layouts = self.pushes(row) if self.set["placement_mode"] == "push" else self.layouts(p)
        return options | {f"insert {new + 1} of {' '.join(str(i + 1) for i in spaces)}" for new, spaces in layouts}

    def clearing(self, p: int) -> set[str]:
        """All sales and merges that the tableau has (MEN-6.2, 6.4, 8.9)."""
        row = self.tableaus[p]
        spaces = {stack: row.index(stack) + 1 for stack in self.stacks(p)}
        sells = {f"sell {space}" for stack, space in spaces.items() if not stack.fresh}
        return sells | {
            f"merge {spaces[one]}->{spaces[other]}"
            for one in spaces
            for other in spaces
            if one is not other and one.animal == other.animal
        }

    def allows(self, p: int, held: str | Stack, move: str) -> bool:
        """MEN-7.3, by trying: a held upgrade still has a host afterwards."""
        if isinstance(held, Stack) or held not in UPGRADES:
            return True
        after = deepcopy(self)
        if move.startswith("sell"):
            after.sell(p, after.at(p, move[5:]))
        else:
            after.merge(p, after.at(p, move[6]), after.at(p, move[9]))
        return bool(after.hosts(p, held))

    def layouts(self, p: int) -> set[Layout]:
        sets = combinations(range(5), len(self.stacks(p)) + 1)
        return {(new, spaces) for spaces in sets for new in spaces}

    def pushes(self, row: Tableau) -> set[Layout]:
        """placement_mode=push: an empty space, or a run of stacks moved on to the nearest empty one."""
        found = set()
        taken = {i for i in range(5) if row[i]}
        for space in range(5):
            rearward = [i for i in range(space, -1, -1) if i not in taken][:1]
            frontward = [i for i in range(space, 5) if i not in taken][:1]
            for end in rearward + frontward:
                found.add((space, tuple(sorted(taken | {end}))))
        return found

    # Combat (MEN-9 to MEN-11, MEN-20)

    def start_of_combat(self, p: int) -> Decisions:
        for stack in [stack for stack in self.stacks(p) if stack.animal in self.set["act_first"]]:
            if stack in self.tableaus[p] and (self.set["disabled_act"] or not stack.down):
                yield from self.act(p, stack)

    def act(self, p: int, stack: Stack) -> Decisions:
        space = self.tableaus[p].index(stack)
        if stack.animal == "scorpion":
            spared = None if self.set["scorpion_hits_self"] else stack
            yield from self.harm([(q, other) for q, other in self.column(space) if other is not spared])
        elif stack.animal == "bison":
            yield from self.harm([(p, other) for other in self.tableaus[p][space + 1 : space + 2] if other])
        elif stack.animal == "bee":
            behind = self.tableaus[p][space - 1] if space else None
            if behind and not behind.down and behind.upgrade != "melon" and (yield p, {"wound", "no"}) == "wound":
                yield from self.harm([(p, behind)])
        elif self.set["mosquito"][stack.level - 1]:
            yield from self.sting(p, self.set["mosquito"][stack.level - 1])

    def sting(self, p: int, level: int) -> Decisions:
        rolled = below(self, 6) + 1 if self.second else 6
        if rolled == 6:
            choice = yield p, {f"column {n}" for n in range(1, 6)}
            rolled = int(choice[-1])
        exact = self.set["mosquito_match"] == "exact"
        prey = [(q, other) for q, other in self.column(rolled - 1) if other.level <= level]
        yield from self.harm([(q, other) for q, other in prey if not exact or other.level == level])

    def column(self, space: int) -> list[tuple[int, Stack]]:
        return [(q, stack) for q in self.player_order() if (stack := self.tableaus[q][space])]

    def harm(self, targets: list[tuple[int, Stack]]) -> Decisions:
        hit = [(p, stack) for p, stack in targets if stack.upgrade != "melon" and not stack.down]
        for _, stack in hit:
            stack.down = True
        for p, stack in hit:
            if stack.upgrade == "honey" and stack in self.tableaus[p]:
                choice = yield p, {"sell", "keep"}
                if choice == "sell":
                    self.bonus += HONEY[stack.level - 1]
                    self.sell(p, stack)
                    yield from self.bonus_drafts(p)

    def power(self, p: int) -> int:
        return power(self.tableaus[p], self.printed, self.set)

    def score(self) -> None:
        order = self.player_order()
        self.powers = [self.power(p) for p in range(len(self.seats))]
        second = self.set["prize_second_2p"] if len(order) == 2 else 2
        prizes = [4, second, 0, 0]
        for p in order:
            above = sum(power > self.powers[p] for power in self.powers)
            tied = [q for q in order if self.powers[q] == self.powers[p]]
            if self.set["tie_rule"] == "split":
                self.vp[p] += sum(prizes[above : above + len(tied)]) // len(tied)
            elif self.set["tie_rule"] == "order":
                self.vp[p] += prizes[above + tied.index(p)]
            else:
                self.vp[p] += prizes[above]
        least = [p for p in order if self.powers[p] == min(self.powers)]
        self.start = least[0] if self.set["least_tie"] == "earliest" else least[-1]
        for p in order:
            for stack in self.stacks(p):
                if stack.down and self.set["death"] == "discard":
                    self.throw_away(p, stack)
                stack.down = False
