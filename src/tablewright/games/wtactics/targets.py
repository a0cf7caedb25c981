"""Targets and reach (WTA-10), and what a card costs with them (WTA-6)."""

from tablewright.engine import chapter, note, rule

from .gold import available
from .ids import DESIGNS, FIGHT, FRONT, IN, IS, ITEM, KIND, SAY, TO, WINDOW
from .objects import attack_of, commands, field_of, is_creature, of_kind
from .state import Cards, State
from .vocabulary import ABILITY, AIM, COST, TARGET, TIME, TYPE, WORD, X
from .zones import find_design, offer

# Costs


@rule
def gold_cost(s: State, k: Cards, o: int) -> int:
    """WTA-6.7: as played, while on the chain or in play; elsewhere X and T count as 0."""
    if s.zone[o] == IN.play or s.zone[o] == IN.chain:
        return s.cost[o]
    return max(0, k.cost[s.card[o]])


@rule
def attacking_creatures(s: State) -> int:
    n = 0
    for i in range(s.n_board):
        if s.attack[s.board[i]] & FIGHT.attacking:
            n += 1
    return n


@rule
def unmarked_defenders(s: State, k: Cards, p: int) -> int:
    """Unmarked creatures in a player's Defensive."""
    n = 0
    for i in range(s.n_board):
        o = s.board[i]
        if commands(s, k, p, o) and s.front[o] == FRONT.defensive and s.state[o] == IS.unmarked:
            n += 1
    return n


@rule
def x_of(s: State, k: Cards, kind: int, target: int) -> int:
    """WTA-6.3: X as the text of the announced card defines it; 0 as long as it is still to be chosen."""
    mode = k.x_mode[s.now[ITEM.card]]
    if mode == X.chosen:
        return int(s.now[ITEM.x])
    if mode == X.attackers:
        return attacking_creatures(s)
    if mode == X.unmarked_defenders:
        return unmarked_defenders(s, k, 1 - s.now[ITEM.player])
    if mode == X.attack_of_target and kind == AIM.creature:
        return attack_of(s, k, target)
    if mode == X.hand_of_target and kind == AIM.player:
        own = s.now[ITEM.player] == target and s.zone[s.now[ITEM.slot]] == IN.hand  # the card itself does not count
        return s.n_hand[target] - (1 if own else 0)
    return 0


@rule
def cost_with(s: State, k: Cards, kind: int, target: int) -> int:
    """WTA-6.2, WTA-6.3, WTA-6.4, WTA-6.5: the gold cost of the announced card with a target."""
    c = s.now[ITEM.card]
    cost = k.cost[c]
    if k.cost_kind[c] == COST.x:
        cost += x_of(s, k, kind, target)
    elif k.cost_kind[c] == COST.t:
        cost += gold_cost(s, k, target)
    return int(max(0, cost))


# The words of a target


@rule
def fits(s: State, k: Cards, t: int, o: int) -> int:
    """WTA-10.4, WTA-10.5: whether a creature fits every word of the text of the item at work."""
    words = k.target[t][TARGET.words]
    mine = s.player[o] == s.now[ITEM.player]
    if s.state[o] == IS.assigned and mine:
        return 0
    if (words & WORD.enemy and mine) or (words & WORD.yours and not mine):
        return 0
    if (words & WORD.marked and s.state[o] != IS.marked) or (words & WORD.unmarked and s.state[o] != IS.unmarked):
        return 0
    if words & WORD.attacking and (s.attack[o] & FIGHT.attacking) == 0:
        return 0
    if words & (WORD.ally | WORD.other) and not fits_beside(s, words, o):
        return 0
    c = s.card[o]
    if k.target[t][TARGET.not_faction] != 0 and k.faction[c] == k.target[t][TARGET.not_faction] - 1:
        return 0
    return of_kind(k, c, k.target[t][TARGET.subtypes], k.target[t][TARGET.faction])


@rule
def fits_beside(s: State, words: int, o: int) -> int:
    """Ally and other: the source is taken where it is or, if gone, last was."""
    source = s.now[ITEM.slot]
    if o == source and s.entry[o] == s.now[ITEM.entry]:
        return 0
    if words & WORD.ally == 0:
        return 1
    same = s.entry[source] == s.now[ITEM.entry]
    player = s.player[source] if same else s.now[ITEM.player]
    front = s.front[source] if same else s.now[ITEM.front]
    return 1 if s.player[o] == player and s.front[o] == front else 0


@rule
def reach_of(s: State, k: Cards) -> int:
    """WTA-10.3, WTA-7.8, WTA-7.11: the fields in which the item at work may find its target, as bits."""
    if s.now[ITEM.kind] != KIND.card:
        return int(1 << s.now[ITEM.field])
    kind = k.type[s.now[ITEM.card]]
    if kind != TYPE.magic and kind != TYPE.enchantment:
        return 3
    reach = 0
    for i in range(s.n_board):
        o = s.board[i]
        if commands(s, k, s.now[ITEM.player], o):
            if kind == TYPE.enchantment and s.state[o] == IS.unmarked:
                reach |= 1 << field_of(s, o)
            if kind == TYPE.magic and s.state[o] != IS.assigned and (k.subtypes[s.card[o]] & k.caster) != 0:
                reach |= 1 << field_of(s, o)
    return reach


@chapter
def seek_targets(s: State, k: Cards, offering: int) -> int:
    """The number of legal targets of the item at work; with `offering` they are offered as well."""
    t = k.ability[s.now[ITEM.ability]][ABILITY.target]
    kinds = k.target[t][TARGET.kinds]
    s.now[ITEM.reach] = reach_of(s, k)
    s.now[ITEM.gold] = available(s, k, s.now[ITEM.player]) if s.now[ITEM.kind] == KIND.card else 0
    n = 0
    for i in range(s.n_board):
        o = s.board[i]
        if k.type[s.card[o]] == TYPE.creature:
            if kinds & AIM.creature and (s.now[ITEM.reach] >> field_of(s, o)) & 1 and fits(s, k, t, o):
                n += consider(s, k, AIM.creature, o, TO.object + i, offering)
        elif kinds & AIM.attachment:
            n += consider(s, k, AIM.attachment, o, TO.object + i, offering)
    if kinds & (AIM.own_grave | AIM.any_grave):
        n += seek_in_graves(s, k, kinds, offering)
    if kinds & AIM.spell:
        for i in range(s.n_chain):
            o = s.chain[i][ITEM.slot]
            if s.chain[i][ITEM.kind] == KIND.card and (
                k.type[s.card[o]] == TYPE.event or k.type[s.card[o]] == TYPE.magic
            ):
                n += consider(s, k, AIM.spell, o, TO.item + i, offering)
    for p in range(2):
        if kinds & AIM.player:
            n += consider(s, k, AIM.player, p, TO.player + p, offering)
        if kinds & AIM.field and (s.now[ITEM.reach] >> p) & 1:
            n += consider(s, k, AIM.field, p, TO.field + p, offering)
    return n


@rule
def offer_targets(s: State, k: Cards) -> None:
    seek_targets(s, k, 1)


@rule
def consider(s: State, k: Cards, kind: int, target: int, action: int, offering: int) -> int:
    """WTA-6.8: only choices with which the cost can still be paid."""
    if s.now[ITEM.kind] == KIND.card and cost_with(s, k, kind, target) > s.now[ITEM.gold]:
        return 0
    if offering:
        offer(s, action)
    return 1


@rule
def seek_in_graves(s: State, k: Cards, kinds: int, offering: int) -> int:
    """WTA-1.9, WTA-10.2: each creature card of a grave once, by design."""
    n = 0
    for p in range(2):
        if p == s.now[ITEM.player] or kinds & AIM.any_grave:
            for i in range(s.n_grave[p]):
                o = s.grave[p][i]
                c = s.card[o]
                if k.type[c] == TYPE.creature and find_design(s, s.grave[p], s.n_grave[p], c) == i:
                    n += consider(s, k, kinds, o, TO.grave + p * DESIGNS + c, offering)
    return n


@rule
def set_target(s: State, k: Cards, a: int) -> None:
    """Take the chosen target into the item at work."""
    if a >= TO.object and a < TO.object + s.n_board:
        o = s.board[a - TO.object]
        s.now[ITEM.target] = o
        s.now[ITEM.target_entry] = s.entry[o]
        s.now[ITEM.target_kind] = AIM.creature if is_creature(s, k, o) else AIM.attachment
    elif a >= TO.grave and a < TO.item:
        p = (a - TO.grave) // DESIGNS
        s.now[ITEM.target] = s.grave[p][find_design(s, s.grave[p], s.n_grave[p], (a - TO.grave) % DESIGNS)]
        s.now[ITEM.target_kind] = AIM.any_grave
    elif a >= TO.item and a < TO.player:
        s.now[ITEM.target] = s.chain[a - TO.item][ITEM.slot]
        s.now[ITEM.target_kind] = AIM.spell
    elif a >= TO.player and a < TO.field:
        s.now[ITEM.target] = a - TO.player
        s.now[ITEM.target_kind] = AIM.player
    else:
        s.now[ITEM.target] = a - TO.field
        s.now[ITEM.target_kind] = AIM.field
    note_target(s, s.now[ITEM.target_kind], s.now[ITEM.target])


@rule
def set_trigger_target(s: State, k: Cards, a: int) -> None:
    """WTA-8.7: with no legal target nothing happens."""
    if a >= 0:
        set_target(s, k, a)
    else:
        s.effect = -1


@rule
def note_target(s: State, kind: int, target: int) -> None:
    """For the log: what was aimed at, a card by its design and whose it is."""
    if kind in (AIM.player, AIM.field):
        note(SAY.target, target, s.now[ITEM.card], kind)
    elif kind == AIM.any_grave:
        note(SAY.target, s.owner[target], s.card[target], kind)
    else:
        note(SAY.target, s.player[target], s.card[target], kind)


@rule
def target_is_legal(s: State, k: Cards) -> int:
    """WTA-10.5: the same object in the same zone that still fits every word."""
    kind = s.now[ITEM.target_kind]
    o = s.now[ITEM.target]
    if kind == AIM.creature:
        if not is_creature(s, k, o) or s.entry[o] != s.now[ITEM.target_entry]:
            return 0
        return fits(s, k, k.ability[s.now[ITEM.ability]][ABILITY.target], o)
    if kind == AIM.attachment:
        return 1 if s.zone[o] == IN.play and s.entry[o] == s.now[ITEM.target_entry] else 0
    if kind == AIM.any_grave:
        return 1 if s.zone[o] == IN.grave else 0
    if kind == AIM.spell:
        return 1 if s.zone[o] == IN.chain else 0
    return 1


@rule
def time_allows(s: State, k: Cards, only: int) -> int:
    """WTA-6.12, WTA-9.9."""
    if only == TIME.always:
        return 1
    if only == TIME.attack_window:
        return 1 if s.window == WINDOW.attack else 0
    if only == TIME.combat_window:
        return 1 if s.window == WINDOW.combat else 0
    return 1 if attacking_creatures(s) > 0 else 0
