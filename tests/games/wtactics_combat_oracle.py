"""A second, independent reading of WTactics combat (WTA-13.1 to 13.12, WTA-14.5, 14.7, WTA-16), by hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

STEALTH = {"elvish_ranger": 2, "prince_of_thieves": 3}


@dataclass
class Fighter:
    """A creature as it goes into an attack."""

    side: str
    entry: int
    card: str
    attack: int
    defence: int
    cost: int
    keywords: set[str]
    damage: int = 0
    shield: int = 0
    stun: int = 0
    marked: bool = False
    armed: list[str] = field(default_factory=list)
    alive: bool = True

    def needs(self) -> int:
        """The damage that it still takes to kill it."""
        return max(0, self.defence - self.damage)


def fighters(words: dict[str, Any]) -> list[Fighter]:
    """A's Offensive and B's Defensive."""
    found = []
    for side, front in (("A", "offensive"), ("B", "defensive")):
        for item in words[side][front]:
            one = Fighter(side, item["entry"], item["card"], item["attack"], item["defence"], item["cost"], set())
            one.keywords = set(item["keywords"])
            one.damage, one.shield, one.marked = item["damage"], item["prevention"], item["marked"]
            one.armed = [worn["card"] for worn in item["attached"]]
            found.append(one)
    return found


@dataclass
class Battle:
    """One attack of A on B. `choose` gets who is asked and the options in words, and answers with one of them."""

    fighters: list[Fighter]
    influence: int
    choose: Callable[[str, list[str]], str]
    split: bool = False
    equal_may_defend: bool = True
    pairs: list[tuple[Fighter, Fighter]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    def name(self, one: Fighter) -> str:
        same = [other for other in self.fighters if other.alive and other.card == one.card]
        return f"{one.card}#{one.entry}" if len(same) > 1 else one.card

    def fight(self) -> None:
        """WTA-13.2 to 13.8."""
        attackers = self.declare()
        for attacker in attackers:
            attacker.marked = attacker.marked or "Veteran" not in attacker.keywords
        for defender in sorted((one for one in self.fighters if one.side == "B"), key=lambda one: one.entry):
            self.assign(defender, attackers)
        defended = [attacker for attacker in attackers if any(z is attacker for _, z in self.pairs)]
        chooser = "A"
        while attackers and self.influence > 0:
            attacker = self.pick(chooser, "fight", attackers)
            attackers.remove(attacker)
            chooser = "B" if chooser == "A" else "A"
            if any(one is attacker for one in defended):
                self.strike(attacker, True)
                self.strike(attacker, False)
            else:
                self.influence -= attacker.attack

    def pick(self, who: str, verb: str, among: list[Fighter], way_out: str = "") -> Fighter:
        """WTA-1.9: one option is no question. The way out comes as a StopIteration."""
        options = {f"{verb} {self.name(one)}": one for one in among}
        words = [*([way_out] if way_out else []), *options]
        word = words[0] if len(words) == 1 else self.choose(who, words)
        if word == way_out:
            raise StopIteration
        return options[word]

    def declare(self) -> list[Fighter]:
        able = [f for f in self.fighters if f.side == "A" and not f.marked and "Peaceful" not in f.keywords]
        chosen: list[Fighter] = []
        while left := [one for one in able if not chosen or one.entry > chosen[-1].entry]:
            try:
                chosen.append(self.pick("A", "attack", left, "done" if chosen else ""))
            except StopIteration:
                break
        return chosen

    def assign(self, defender: Fighter, attackers: list[Fighter]) -> None:
        """WTA-13.4: a Guard is asked again for attackers with a higher entry number."""
        last = 0
        while not defender.marked:
            open_to = [z for z in attackers if z.entry > last and self.may_defend(defender, z)]
            if not open_to:
                return
            try:
                attacker = self.pick("B", "defend", open_to, "none")
            except StopIteration:
                return
            self.pairs.append((defender, attacker))
            if "Guard" not in defender.keywords:
                return
            last = attacker.entry

    def may_defend(self, defender: Fighter, attacker: Fighter) -> bool:
        """WTA-13.5."""
        if "Flying" in attacker.keywords and not defender.keywords & {"Flying", "Ranged"}:
            return False
        stealth = STEALTH.get(attacker.card, 0)
        enough = defender.cost >= stealth if self.equal_may_defend else defender.cost > stealth
        return enough or not stealth

    def strike(self, attacker: Fighter, first: bool) -> None:
        """WTA-13.11: one damage step, worked out first and dealt at once."""
        if not attacker.alive or self.influence <= 0:
            return
        present = sorted((d for d, z in self.pairs if z is attacker and d.alive), key=lambda one: one.entry)
        blows = [(d, attacker, d.attack) for d in present if ("First strike" in d.keywords) == first]
        lost = 0
        if ("First strike" in attacker.keywords) == first:
            overrun = "Overrun" in attacker.keywords
            blows += self.shares(attacker, present, overrun)
            lost = max(0, attacker.attack - sum(d.needs() for d in present)) if overrun else 0
        for source, target, n in blows:
            stopped = min(n, target.shield)
            target.shield -= stopped
            target.damage += n - stopped
            target.stun += "Stun" in source.keywords and n > stopped
        self.influence -= lost
        for one in self.fighters:
            if one.alive and one.damage >= one.defence:
                one.alive = False
                self.dropped += one.armed

    def shares(self, attacker: Fighter, present: list[Fighter], overrun: bool) -> list[tuple[Fighter, Fighter, int]]:
        if not self.split:
            return [(attacker, d, attacker.attack) for d in present]
        left, blows = attacker.attack, []
        for d in present:
            part = left if d is present[-1] and not overrun else min(left, d.needs())
            blows.append((attacker, d, part))
            left -= part
        return blows
