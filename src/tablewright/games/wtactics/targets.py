"""Targets and reach (WTA-10), and what a card costs with them (WTA-6.2 to 6.7)."""

from tablewright.engine import chapter, note, rule

from .gold import available
from .ids import (
    A_TARGET,
    ANY_TIME,
    ASSIGNED,
    ATTACK_WINDOW,
    ATTACKING,
    COMBAT_WINDOW,
    COST_T,
    COST_X,
    CREATURE,
    DEFENSIVE,
    DESIGNS,
    ENCHANTMENT,
    EVENT,
    FIELD,
    GRAVE,
    GRAVE_CARD,
    HAND,
    I_ABILITY,
    I_CARD,
    I_ENTRY,
    I_FIELD,
    I_FRONT,
    I_GOLD,
    I_KIND,
    I_PLAYER,
    I_REACH,
    I_SLOT,
    I_TARGET,
    I_TARGET_ENTRY,
    I_TARGET_KIND,
    I_X,
    IN_PLAY,
    ITEM,
    ITEM_CARD,
    MAGIC,
    MARKED,
    OBJECT,
    ON_CHAIN,
    ONLY_ATTACK_WINDOW,
    ONLY_COMBAT_WINDOW,
    PLAYER,
    T_FACTION,
    T_KINDS,
    T_NOT_FACTION,
    T_SUBTYPES,
    T_WORDS,
    TARGET_ANY_GRAVE,
    TARGET_ATTACHMENT,
    TARGET_CREATURE,
    TARGET_FIELD,
    TARGET_ITEM,
    TARGET_OWN_GRAVE,
    TARGET_PLAYER,
    UNMARKED,
    WORD_ALLY,
    WORD_ATTACKING,
    WORD_ENEMY,
    WORD_MARKED,
    WORD_OTHER,
    WORD_UNMARKED,
    WORD_YOURS,
    X_ATTACK,
    X_ATTACKERS,
    X_CHOSEN,
    X_DEFENDERS,
    X_HAND,
)
from .layout import Cards, State
from .objects import attack_of, field_of, is_creature, of_kind
from .zones import LOG_TARGET, offer

# Costs


@rule
def gold_cost(s: State, k: Cards, o: int) -> int:
    """WTA-6.7: as played, while on the chain or in play; elsewhere X and T count as 0."""
    if s.zone[o] == IN_PLAY or s.zone[o] == ON_CHAIN:
        return s.cost[o] + 0
    return max(0, k.cost[s.card[o]])


@rule
def attacking_creatures(s: State) -> int:
    n = 0
    for i in range(s.n_board):
        if s.attack[s.board[i]] & ATTACKING:
            n += 1
    return n


@rule
def unmarked_defenders(s: State, k: Cards, p: int) -> int:
    """Unmarked creatures in a player's Defensive."""
    n = 0
    for i in range(s.n_board):
        o = s.board[i]
        if k.type[s.card[o]] == CREATURE and s.player[o] == p and s.front[o] == DEFENSIVE and s.state[o] == UNMARKED:
            n += 1
    return n


@rule
def x_of(s: State, k: Cards, kind: int, target: int) -> int:
    """WTA-6.3: X as the text of the announced card defines it; 0 as long as it is still to be chosen."""
    mode = k.x_mode[s.now[I_CARD]]
    if mode == X_CHOSEN:
        return s.now[I_X] + 0
    if mode == X_ATTACKERS:
        return attacking_creatures(s)
    if mode == X_DEFENDERS:
        return unmarked_defenders(s, k, 1 - s.now[I_PLAYER])
    if mode == X_ATTACK and kind == TARGET_CREATURE:
        return attack_of(s, k, target)
    if mode == X_HAND and kind == TARGET_PLAYER:
        own = s.now[I_PLAYER] == target and s.zone[s.now[I_SLOT]] == HAND  # the card itself does not count
        return s.n_hand[target] - (1 if own else 0)
    return 0


@rule
def cost_with(s: State, k: Cards, kind: int, target: int) -> int:
    """WTA-6.2 to 6.5: the gold cost of the announced card with a target."""
    c = s.now[I_CARD]
    cost = k.cost[c] + 0
    if k.cost_kind[c] == COST_X:
        cost += x_of(s, k, kind, target)
    elif k.cost_kind[c] == COST_T:
        cost += gold_cost(s, k, target)
    return max(0, cost)


# The words of a target


@rule
def fits(s: State, k: Cards, t: int, o: int) -> int:
    """WTA-10.4, 10.5: whether a creature fits every word of the text of the item at work."""
    words = k.target[t][T_WORDS]
    mine = s.player[o] == s.now[I_PLAYER]
    if s.state[o] == ASSIGNED and mine:
        return 0
    if (words & WORD_ENEMY and mine) or (words & WORD_YOURS and not mine):
        return 0
    if (words & WORD_MARKED and s.state[o] != MARKED) or (words & WORD_UNMARKED and s.state[o] != UNMARKED):
        return 0
    if words & WORD_ATTACKING and (s.attack[o] & ATTACKING) == 0:
        return 0
    if words & (WORD_ALLY | WORD_OTHER) and not fits_beside(s, words, o):
        return 0
    c = s.card[o]
    if k.target[t][T_NOT_FACTION] != 0 and k.faction[c] == k.target[t][T_NOT_FACTION] - 1:
        return 0
    return of_kind(k, c, k.target[t][T_SUBTYPES], k.target[t][T_FACTION])


@rule
def fits_beside(s: State, words: int, o: int) -> int:
    """Ally and other: the source is taken where it is or, if gone, last was."""
    source = s.now[I_SLOT]
    if o == source and s.entry[o] == s.now[I_ENTRY]:
        return 0
    if words & WORD_ALLY == 0:
        return 1
    same = s.entry[source] == s.now[I_ENTRY]
    player = s.player[source] if same else s.now[I_PLAYER]
    front = s.front[source] if same else s.now[I_FRONT]
    return 1 if s.player[o] == player and s.front[o] == front else 0


@rule
def reach_of(s: State, k: Cards) -> int:
    """WTA-10.3, 7.8, 7.11: the fields in which the item at work may find its target, as bits."""
    if s.now[I_KIND] != ITEM_CARD:
        return 1 << s.now[I_FIELD]
    kind = k.type[s.now[I_CARD]]
    if kind != MAGIC and kind != ENCHANTMENT:
        return 3
    reach = 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        if k.type[s.card[o]] == CREATURE and s.player[o] == s.now[I_PLAYER]:
            if kind == ENCHANTMENT and s.state[o] == UNMARKED:
                reach |= 1 << field_of(s, o)
            if kind == MAGIC and s.state[o] != ASSIGNED and (k.subtypes[s.card[o]] & k.caster) != 0:
                reach |= 1 << field_of(s, o)
    return reach


@rule
def payable(s: State, k: Cards, kind: int, target: int) -> int:
    """WTA-6.8: only choices with which the cost can still be paid."""
    if s.now[I_KIND] != ITEM_CARD:
        return 1
    return 1 if cost_with(s, k, kind, target) <= s.now[I_GOLD] else 0


@chapter
def seek_targets(s: State, k: Cards, offering: int) -> int:
    """The number of legal targets of the item at work; with `offering` they are offered as well."""
    t = k.ability[s.now[I_ABILITY]][A_TARGET] + 0
    kinds = k.target[t][T_KINDS]
    s.now[I_REACH] = reach_of(s, k)
    s.now[I_GOLD] = available(s, k, s.now[I_PLAYER]) if s.now[I_KIND] == ITEM_CARD else 0
    n = 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        if k.type[s.card[o]] == CREATURE:
            if kinds & TARGET_CREATURE and (s.now[I_REACH] >> field_of(s, o)) & 1 and fits(s, k, t, o):
                n += consider(s, k, TARGET_CREATURE, o, OBJECT + i, offering)
        elif kinds & TARGET_ATTACHMENT:
            n += consider(s, k, TARGET_ATTACHMENT, o, OBJECT + i, offering)
    if kinds & (TARGET_OWN_GRAVE | TARGET_ANY_GRAVE):
        n += seek_in_graves(s, k, kinds, offering)
    if kinds & TARGET_ITEM:
        for i in range(s.n_chain):
            o = s.chain[i][I_SLOT] + 0
            if s.chain[i][I_KIND] == ITEM_CARD and (k.type[s.card[o]] == EVENT or k.type[s.card[o]] == MAGIC):
                n += consider(s, k, TARGET_ITEM, o, ITEM + i, offering)
    for p in range(2):
        if kinds & TARGET_PLAYER:
            n += consider(s, k, TARGET_PLAYER, p, PLAYER + p, offering)
        if kinds & TARGET_FIELD and (s.now[I_REACH] >> p) & 1:
            n += consider(s, k, TARGET_FIELD, p, FIELD + p, offering)
    return n


@rule
def consider(s: State, k: Cards, kind: int, target: int, action: int, offering: int) -> int:
    if not payable(s, k, kind, target):
        return 0
    if offering:
        offer(s, action)
    return 1


@rule
def seek_in_graves(s: State, k: Cards, kinds: int, offering: int) -> int:
    """WTA-1.9, 10.2: each creature card of a grave once, by design."""
    n = 0
    for p in range(2):
        if p == s.now[I_PLAYER] or kinds & TARGET_ANY_GRAVE:
            for i in range(s.n_grave[p]):
                o = s.grave[p][i] + 0
                c = s.card[o] + 0
                if k.type[c] == CREATURE and in_grave(s, p, c) == o:
                    n += consider(s, k, kinds, o, GRAVE_CARD + p * DESIGNS + c, offering)
    return n


@rule
def in_grave(s: State, p: int, c: int) -> int:
    for i in range(s.n_grave[p]):
        if s.card[s.grave[p][i]] == c:
            return s.grave[p][i] + 0
    return -1


@rule
def set_target(s: State, k: Cards, a: int) -> int:
    """Take the chosen target into the item at work."""
    if a >= OBJECT and a < OBJECT + s.n_board:
        o = s.board[a - OBJECT] + 0
        s.now[I_TARGET] = o
        s.now[I_TARGET_ENTRY] = s.entry[o]
        s.now[I_TARGET_KIND] = TARGET_CREATURE if is_creature(s, k, o) else TARGET_ATTACHMENT
    elif a >= GRAVE_CARD and a < ITEM:
        s.now[I_TARGET] = in_grave(s, (a - GRAVE_CARD) // DESIGNS, (a - GRAVE_CARD) % DESIGNS)
        s.now[I_TARGET_KIND] = TARGET_ANY_GRAVE
    elif a >= ITEM and a < PLAYER:
        s.now[I_TARGET] = s.chain[a - ITEM][I_SLOT]
        s.now[I_TARGET_KIND] = TARGET_ITEM
    elif a >= PLAYER and a < FIELD:
        s.now[I_TARGET] = a - PLAYER
        s.now[I_TARGET_KIND] = TARGET_PLAYER
    else:
        s.now[I_TARGET] = a - FIELD
        s.now[I_TARGET_KIND] = TARGET_FIELD
    note_target(s, s.now[I_TARGET_KIND] + 0, s.now[I_TARGET] + 0)
    return 0


@rule
def note_target(s: State, kind: int, target: int) -> int:
    """For the log: what was aimed at, a card by its design and whose it is."""
    if kind in (TARGET_PLAYER, TARGET_FIELD):
        note(LOG_TARGET, target, s.now[I_CARD], kind)
    elif kind == TARGET_ANY_GRAVE:
        note(LOG_TARGET, s.owner[target], s.card[target], kind)
    else:
        note(LOG_TARGET, s.player[target], s.card[target], kind)
    return 0


@rule
def target_is_legal(s: State, k: Cards) -> int:
    """WTA-10.5: the same object in the same zone that still fits every word."""
    kind = s.now[I_TARGET_KIND]
    o = s.now[I_TARGET] + 0
    if kind == TARGET_CREATURE:
        if not is_creature(s, k, o) or s.entry[o] != s.now[I_TARGET_ENTRY]:
            return 0
        return fits(s, k, k.ability[s.now[I_ABILITY]][A_TARGET], o)
    if kind == TARGET_ATTACHMENT:
        return 1 if s.zone[o] == IN_PLAY and s.entry[o] == s.now[I_TARGET_ENTRY] else 0
    if kind == TARGET_ANY_GRAVE:
        return 1 if s.zone[o] == GRAVE else 0
    if kind == TARGET_ITEM:
        return 1 if s.zone[o] == ON_CHAIN else 0
    return 1


@rule
def time_allows(s: State, k: Cards, only: int) -> int:
    """WTA-6.12, 9.9."""
    if only == ANY_TIME:
        return 1
    if only == ONLY_ATTACK_WINDOW:
        return 1 if s.window == ATTACK_WINDOW else 0
    if only == ONLY_COMBAT_WINDOW:
        return 1 if s.window == COMBAT_WINDOW else 0
    return 1 if attacking_creatures(s) > 0 else 0
