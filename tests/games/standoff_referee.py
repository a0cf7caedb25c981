"""What a move of Standoff does, a second time from the rulebook.

Chance is not repeated: which cards were drawn is read from the position that the rules came to, and must be possible.
"""

from collections import Counter
from typing import Any

from tests.games.standoff_options import (
    ON_A_CELL,
    PILES,
    RED_GUN,
    Cell,
    Options,
    Position,
    Table,
    cell_of,
    is_horse,
    read,
)


class Referee(Options):
    """A position that goes on."""

    def __init__(self, table: Table, changes: dict[str, Any], dump: Position) -> None:
        super().__init__(table, changes, dump)
        self.over = ""
        self.drawing: Counter[str] = Counter()

    def play(self, move: str, after: Position) -> None:
        """Carry a move out; `after` tells what was drawn and turned up."""
        self.after = read(after)
        if self.at["decision"] == "MAIN":
            self.act(*move.split(":"))
        elif self.at["decision"] in ("DISCARD_DOWN", "BART_DISCARD"):
            self.discard_phase(move)
        elif self.at["decision"] == "FIRE_TARGET":
            self.destroy(cell_of(move))
            self.at |= {"firing": None, "decision": "MAIN"}
        else:
            self.resolve(move)
        for seat in self.seats():
            self.take_drawn(seat)

    def act(self, verb: str, what: str = "") -> None:
        if verb in ("draw", "discard", "buy", "mine", "fire"):
            self.spend_action()
        if verb == "draw":
            self.draw(self.me, 1)
        elif verb == "discard":
            self.to_discard(self.me, what)
        elif verb == "buy":
            self.buy(what)
        elif verb == "mine":
            self.mine["minerals"] += self.mine_yield()
        elif verb == "fire":
            self.at["credits"] -= self.set["artillery_cost"]
            self.at |= {"firing": cell_of(what), "decision": "FIRE_TARGET"}
        elif verb == "convert":
            self.mine["minerals"] -= 1
            self.at["credits"] += 1
        elif verb == "bart":
            self.to_discard(self.me, what)
            self.at["credits"] += self.set["bart_credits"]
        elif verb == "end":
            self.discard_phase("")
        elif self.table.type[what] == "resource":
            self.play_resource(what)
        else:
            self.play_card(what)

    def spend_action(self) -> None:
        self.at["actions_left"] -= 1
        self.at["actions_spent"] += 1

    def pay(self, pair: tuple[int, int]) -> None:
        self.at["credits"] -= pair[0]
        self.mine["minerals"] -= pair[1]

    def to_discard(self, seat: str, card: str) -> None:
        self.at["players"][seat]["hand"] -= Counter([card])
        self.at["players"][seat]["discard"][card] += 1

    def buy(self, card: str) -> None:
        """STA-10."""
        self.pay(self.table.price[card])
        self.mine["discard"][card] += 1
        if card in PILES:
            self.at["piles"][card] -= 1
            return
        slot = self.at["market"].index(card)
        fresh = self.after["market"][slot] if self.at["draft"] else "none"
        assert fresh == "none" or self.at["draft"][fresh] > 0
        self.at["market"][slot] = fresh
        self.at["draft"] -= Counter([fresh])

    def play_resource(self, card: str) -> None:
        """STA-4.9, 8.15."""
        self.to_discard(self.me, card)
        self.at["credits"] += int(card[-1])
        self.mine["debt"] += card.startswith("fast")

    def play_card(self, card: str) -> None:
        """STA-5.4, 13.2 to 13.4."""
        self.mine["hand"] -= Counter([card])
        self.pay((0, 0) if self.at["free_next"] else self.table.cost[card])
        self.at["free_next"] = False
        if not self.free_of_action(card):
            self.spend_action()
        self.at["playing"] = card
        effect = card if card != "duplicate" else self.at["last_card"]
        self.at["effect"] = effect
        if effect is None:
            self.at["free_next"] = True
            self.finish_card()
        elif effect.startswith("poly_"):
            self.at["polys_played"] += 1
            self.at["decision"] = f"PLACE_{effect[-1]}"
        elif effect in ON_A_CELL:
            self.at["decision"] = "CELL"
        elif effect in ("hack", "trojan"):
            found = self.candidates(effect)
            self.at["decision"] = "OPPONENT"
            if len(found) == 1:
                self.choose_opponent(found[0])
        elif effect == "early_access":
            self.at["decision"] = "TUTOR"
        elif effect == "disposal" and self.mine["hand"]:
            self.at |= {"decision": "DISPOSAL", "disposals_left": self.set["disposal_max"]}
        else:
            self.at_once(effect)
            self.finish_card()

    def at_once(self, effect: str) -> None:
        if effect == "restock":
            self.draw(self.me, self.set["restock_cards"])
            self.take_drawn(self.me)
        elif effect == "blitz":
            self.at["actions_left"] += self.set["blitz_actions"]
        elif effect == "fundraiser":
            self.at["credits"] += self.mine["hand"].total() + int(self.set["fundraiser_counts_itself"])
        elif effect == "initiative":
            self.at["extra_turn"] |= self.set["extra_turn_chain"] or not self.at["in_extra_turn"]
        elif effect == "emp":
            for player in self.at["players"].values():
                player["discard"] += player["in_play"]
                player["in_play"] = Counter()

    def finish_card(self) -> None:
        """STA-5.4 (7) to (9)."""
        card, effect = self.at["playing"], self.at["effect"]
        if self.table.type[card] == "satellite":
            self.mine["in_play"][card] += 1
        elif card == "trojan":
            self.at["trash"][card] += 1
        else:
            self.mine["discard"][card] += 1
        if card != "duplicate" and self.table.type[card] in ("action", "polyomino"):
            self.at["last_card"] = card
        self.at |= {"playing": None, "effect": None, "decision": "MAIN", "victim": None, "disposals_left": 0}
        builds = effect is not None and (effect.startswith("poly_") or effect in ("airdrop", "obstruction"))
        if builds and set(self.at["blocks"]) >= RED_GUN:
            self.over = "full"

    def resolve(self, choice: str) -> None:
        """An answer to the card that is being played."""
        decision, effect = self.at["decision"], self.at["effect"]
        if decision.startswith("PLACE_"):
            self.at["chosen"].append(cell_of(choice))
            if len(self.at["chosen"]) < int(effect[-1]):
                return
            self.at["blocks"] |= dict.fromkeys(self.at["chosen"], self.me)
            self.at["chosen"] = []
        elif decision == "CELL":
            self.use_on(effect, cell_of(choice))
        elif decision == "OPPONENT":
            self.choose_opponent(choice)
            return
        elif decision == "HACK_CARD":
            self.to_discard(self.at["victim"], choice)
        elif decision == "TUTOR":
            self.mine["deck"] -= Counter([choice])
            self.mine["hand"][choice] += 1
        elif choice != "stop":
            self.mine["hand"] -= Counter([choice])
            self.at["trash"][choice] += 1
            self.at["disposals_left"] -= 1
            if self.at["disposals_left"] and self.mine["hand"]:
                return
        self.finish_card()

    def use_on(self, effect: str, cell: Cell) -> None:
        if effect == "airstrike":
            self.destroy(cell)
        elif effect in ("airdrop", "obstruction"):
            self.at["blocks"][cell] = self.me if effect == "airdrop" else "black"
        else:
            self.at["tokens"][cell] = effect

    def destroy(self, cell: Cell) -> None:
        """STA-7.3."""
        del self.at["blocks"][cell]
        self.at["tokens"].pop(cell, None)

    def choose_opponent(self, seat: str) -> None:
        if self.at["effect"] == "hack":
            self.at |= {"victim": seat, "decision": "HACK_CARD"}
            return
        marked = self.set["horse_bonus_credits"] and self.me != "P0"
        self.at["players"][seat]["deck"][f"horse_of_{self.me}" if marked else "horse"] += 1
        self.finish_card()

    # Drawing

    def draw(self, seat: str, n: int) -> None:
        """STA-12.2: so many cards, or as many as there are."""
        player = self.at["players"][seat]
        there = player["deck"].total() + player["discard"].total() - self.drawing[seat]
        self.drawing[seat] += min(n, there)

    def take_drawn(self, seat: str) -> None:
        """What came into the hand came from the deck, then from the reshuffled discard pile."""
        player = self.at["players"][seat]
        drawn = self.after["players"][seat]["hand"] - player["hand"]
        n, self.drawing[seat] = self.drawing[seat], 0
        assert drawn.total() == n, f"{seat} draws {dict(drawn)}, not {n}"
        if n > player["deck"].total():
            assert player["deck"] <= drawn
            player["deck"], rest, player["discard"] = player["discard"], drawn - player["deck"], Counter()
        else:
            rest = drawn
        assert rest <= player["deck"]
        player["deck"] -= rest
        player["hand"] += drawn
        for card, count in drawn.items():
            if is_horse(card):
                planter = card.removeprefix("horse_of_") if card != "horse" else "P0"
                self.at["players"][planter]["bonus"] += self.set["horse_bonus_credits"] * count

    # The discard phase, and the next turn

    def discard_phase(self, card: str) -> None:
        """STA-11."""
        if card not in ("", "stop"):
            self.to_discard(self.me, card)
        if card != "stop" and self.mine["hand"].total() > self.set["hand_limit"]:
            self.at["decision"] = "DISCARD_DOWN"
        elif card != "stop" and self.mine["in_play"]["bart"] and self.mine["hand"]:
            self.at["credits"] += self.set["bart_credits"] if self.at["decision"] == "BART_DISCARD" else 0
            self.at["decision"] = "BART_DISCARD"
        else:
            self.draw(self.me, max(0, self.set["draw_up_to"] - self.mine["hand"].total()))
            self.next_turn()

    def next_turn(self) -> None:
        """STA-3, 15.4."""
        self.at |= {"credits": 0, "free_next": False}
        if self.at["turn"] >= self.set["max_turns_per_player"] * len(self.seats()):
            self.over = "cap"
            return
        again = self.at["extra_turn"]
        if not again:
            self.take_drawn(self.me)
            self.at["to_move"] = f"P{(int(self.me[1]) + 1) % len(self.seats())}"
        self.at |= {"turn": self.at["turn"] + 1, "decision": "MAIN", "in_extra_turn": again, "extra_turn": False}
        self.at |= {
            "actions_left": self.set["actions_per_turn"],
            "actions_spent": 0,
            "polys_played": 0,
            "last_card": None,
        }
        satellites = self.mine["in_play"]
        self.at["credits"] -= self.set["fast_credit_debt"] * self.mine["debt"]
        self.at["credits"] += self.mine["bonus"] + self.set["linda_credits"] * satellites["linda"]
        self.mine.update(debt=0, bonus=0)
        self.draw(self.me, self.set["steve_cards"] * satellites["steve"])

    # The end

    def ranking(self) -> dict[str, int]:
        """STA-15.2 to 15.4."""
        owners = self.at["blocks"]
        gun = {seat: sum(owners.get(cell) == seat for cell in RED_GUN) for seat in self.seats()}
        total = Counter(owners.values())
        chain = self.over == "full" or self.set.get("cap_tie") == "chain"
        worth = {seat: (gun[seat], -total[seat], seat) if chain else (gun[seat],) for seat in self.seats()}
        return {seat: 1 + sum(worth[other] > worth[seat] for other in worth) for seat in worth}
