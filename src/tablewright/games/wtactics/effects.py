"""The interpreter of card text (WTA-15): it runs the small programs that language.py made of cards.toml.

One item takes effect at a time; `now` holds it with its place in the program. A word that needs a decision sets the
question and is taken up again when it has been answered.
"""

from tablewright.engine import chapter, note, rule

from .demands import player_meant, reclaim, to_players
from .gold import dig, gain_gold, renew
from .ids import (
    ASK_SEARCH,
    ATTACKING,
    CREATURE,
    ENCHANTMENT,
    I_BEGUN,
    I_DID,
    I_ENTRY,
    I_FRONT,
    I_KIND,
    I_PC,
    I_PLAYER,
    I_SLOT,
    I_TARGET,
    I_TARGET_ENTRY,
    I_TARGET_KIND,
    I_X,
    IN_PLAY,
    ITEM_CARD,
    ITEM_SIZE,
    MARKED,
    ON_CHAIN,
    TARGET_ATTACHMENT,
    TARGET_CREATURE,
    TO_DECK,
    TO_GRAVE,
    TO_HAND,
)
from .ids import TARGET_PLAYER as KIND_PLAYER
from .language import (
    ALL_CREATURES,
    ALL_ENCHANTMENTS,
    DEFENDERS,
    DO_BOOST,
    DO_CONTROL,
    DO_COUNTER,
    DO_CREATE,
    DO_DEAL,
    DO_DESTROY,
    DO_DIG,
    DO_DRAW,
    DO_ELSE,
    DO_END,
    DO_END_COMBAT,
    DO_GOLD,
    DO_GRANT,
    DO_HEAL,
    DO_IF,
    DO_MARK,
    DO_MARK_ENEMIES,
    DO_MOVE,
    DO_NO_DEFENCE,
    DO_PREVENT,
    DO_RAISE,
    DO_RECLAIM,
    DO_REFRESH,
    DO_REMOVE,
    DO_RETURN,
    DO_SEARCH,
    DO_STRENGTHEN,
    DO_STUN,
    DO_TAX,
    DO_TOP,
    DO_UNMARK,
    HOST,
    IF_SACRIFICED,
    THIS,
)
from .layout import Cards, State
from .objects import (
    can_be_marked,
    change_control,
    change_front,
    enter_play,
    field_of,
    leave_combat,
    leave_play,
    mark,
    new_token,
    unmark,
)
from .targets import attacking_creatures, gold_cost
from .zones import (
    LOG_BOOSTED,
    LOG_CALMED,
    LOG_COUNTER,
    LOG_COUNTERED,
    LOG_DAMAGE,
    LOG_GRANTED,
    LOG_MARKED,
    LOG_NO_DEFENCE,
    LOG_REMOVED,
    LOG_SHIELDED,
    LOG_STUNNED,
    LOG_UNMARKED,
    LOG_UNSTUNNED,
    ask,
    lose_influence,
    to_grave,
)

# Objects


@rule
def damage_creature(s: State, o: int, n: int) -> int:
    """WTA-14.4: prevention first; returns what was dealt."""
    if n <= 0:
        return 0
    stopped = min(n, s.shield[o])
    s.shield[o] -= stopped
    s.damage[o] += n - stopped
    note(LOG_DAMAGE, s.player[o], s.card[o], n - stopped)
    return n - stopped


@rule
def still_there(s: State, o: int, entry: int) -> int:
    return 1 if s.zone[o] == IN_PLAY and s.entry[o] == entry else 0


@rule
def object_meant(s: State, ref: int) -> int:
    """The permanent that a word is about, or -1 if it is gone (WTA-8.5, 8.9)."""
    this = s.now[I_SLOT] + 0
    if ref == THIS:
        return this if still_there(s, this, s.now[I_ENTRY]) else -1
    if ref == HOST:
        return s.host[this] - 1 if still_there(s, this, s.now[I_ENTRY]) else -1
    target = s.now[I_TARGET] + 0
    if s.now[I_TARGET_KIND] != TARGET_CREATURE and s.now[I_TARGET_KIND] != TARGET_ATTACHMENT:
        return -1
    return target if still_there(s, target, s.now[I_TARGET_ENTRY]) else -1


@chapter
def effect_step(s: State, k: Cards, x: int) -> int:
    """Carry out the next word of the item that takes effect."""
    word = k.program[s.now[I_PC]]
    op = word[0]
    amount = word[2] + word[3] * s.now[I_X]
    if op == DO_END:
        s.effect = 0
    elif op == DO_IF:
        branch(s, k, holds(s, k, word[1] + 0, amount))
    elif op == DO_ELSE:
        s.now[I_PC] += 2  # the word after `if` has been carried out
    elif op < DO_DRAW:
        s.now[I_PC] += 1
        if op in (DO_HEAL, DO_END_COMBAT):
            calm(s, op)
        elif op == DO_MARK_ENEMIES:
            mark_enemies(s, k, amount)
        elif op == DO_NO_DEFENCE:
            s.cannot_defend[player_meant(s, word[1])] = 1
            note(LOG_NO_DEFENCE, player_meant(s, word[1]), 0, 0)
        else:
            to_objects(s, k, op, word[1], amount, word[4])
    elif op <= DO_TAX:
        to_players(s, k, op, word[1], amount)
    else:
        rest_of_words(s, k, op, amount, s.now[I_PC] + 0)
    return 0


@rule
def branch(s: State, k: Cards, true: int) -> int:
    """`if C: word` and perhaps `else: word`."""
    s.now[I_PC] += 1 if true else 2
    if not true and k.program[s.now[I_PC]][0] == DO_ELSE:
        s.now[I_PC] += 1
    return 0


@rule
def holds(s: State, k: Cards, condition: int, n: int) -> int:
    if condition == IF_SACRIFICED:
        return s.now[I_DID] + 0
    return 1 if attacking_creatures(s) == 1 and gold_cost(s, k, s.now[I_TARGET] + 0) <= n else 0


@rule
def to_objects(s: State, k: Cards, op: int, ref: int, n: int, more: int) -> int:
    """A word about one permanent, or about each of several (WTA-10.6)."""
    if ref == DEFENDERS:
        for i in range(s.n_pairs):
            if s.pair[1][i] == s.now[I_SLOT]:
                to_object(s, k, op, s.pair[0][i] + 0, n, more)
    elif ref in (ALL_CREATURES, ALL_ENCHANTMENTS):
        kind = CREATURE if ref == ALL_CREATURES else ENCHANTMENT
        for i in range(s.n_board):
            s.doomed[s.board[i]] = 1 if k.type[s.card[s.board[i]]] == kind else 0
        i = 0
        while i < s.n_board:
            o = s.board[i] + 0
            if s.doomed[o]:
                s.doomed[o] = 0
                to_object(s, k, op, o, n, more)
                i = 0
            else:
                i += 1
    elif op == DO_DEAL and s.now[I_TARGET_KIND] == KIND_PLAYER:
        lose_influence(s, s.now[I_TARGET] + 0, n, 0)  # WTA-15.1
    else:
        o = object_meant(s, ref)
        if o >= 0:
            to_object(s, k, op, o, n, more)
    return 0


@rule
def to_object(s: State, k: Cards, op: int, o: int, n: int, more: int) -> int:
    if op == DO_DEAL:
        damage_creature(s, o, n)
    elif op == DO_PREVENT:
        s.shield[o] += n
        note(LOG_SHIELDED, s.player[o], s.card[o], n)
    elif op == DO_DESTROY:
        leave_play(s, k, 4 * o + TO_GRAVE)  # WTA-14.2: at once
    elif op == DO_RETURN:
        leave_play(s, k, 4 * o + TO_HAND)
    elif op == DO_TOP:
        leave_play(s, k, 4 * o + TO_DECK)
    elif op == DO_MARK:
        mark_by_effect(s, o)
    elif op == DO_UNMARK:
        unmark_by_effect(s, o)
    elif op == DO_STUN:
        s.stun[o] = min(100, s.stun[o] + n)
        note(LOG_STUNNED, s.player[o], s.card[o], n)
    elif op == DO_MOVE:
        change_front(s, k, o)
    elif op == DO_REMOVE:
        leave_combat(s, o)
        note(LOG_REMOVED, s.player[o], s.card[o], 0)
    elif op == DO_CONTROL:
        change_control(s, k, o, s.now[I_PLAYER] + 0)
    else:
        alter(s, op, o, n, more)
    return 0


@rule
def mark_by_effect(s: State, o: int) -> int:
    if can_be_marked(s, o):
        mark(s, o)
        note(LOG_MARKED, s.player[o], s.card[o], 0)
    return 0


@rule
def unmark_by_effect(s: State, o: int) -> int:
    if s.state[o] == MARKED:
        note(LOG_UNSTUNNED if s.stun[o] > 0 else LOG_UNMARKED, s.player[o], s.card[o], 0)
        unmark(s, o)
    return 0


@rule
def alter(s: State, op: int, o: int, n: int, more: int) -> int:
    """WTA-15.2: this-turn changes and counters."""
    if op == DO_BOOST:
        s.up_attack[o] += n
        s.up_defence[o] += more
        note(LOG_BOOSTED, s.player[o], s.card[o], 256 * n + more)
    elif op == DO_GRANT:
        s.up_keys[o] |= n
        s.dirty = 1
        note(LOG_GRANTED, s.player[o], s.card[o], n)
    else:
        change = 1 if op == DO_STRENGTHEN else -1
        s.counters[o] += change
        note(LOG_COUNTER, s.player[o], s.card[o], change)
    return 0


@rule
def calm(s: State, op: int) -> int:
    """WTA-15.19, `embrace_of_peace`: the creatures of the current combat are healed; no damage is dealt in it."""
    if op == DO_END_COMBAT:
        s.combat_ended = 1
        note(LOG_CALMED, 0, 0, 0)
        return 0
    z = s.combat - 1
    if z >= 0 and s.attack[z] & ATTACKING:
        s.damage[z] = 0
        for i in range(s.n_pairs):
            if s.pair[1][i] == z:
                s.damage[s.pair[0][i]] = 0
    return 0


@rule
def mark_enemies(s: State, k: Cards, most: int) -> int:
    """`carpe_diem`: each enemy creature in the target field whose gold cost is low enough."""
    for i in range(s.n_board):
        o = s.board[i] + 0
        enemy = k.type[s.card[o]] == CREATURE and s.player[o] != s.now[I_PLAYER]
        if enemy and field_of(s, o) == s.now[I_TARGET] and gold_cost(s, k, o) <= most:
            mark_by_effect(s, o)
    return 0


# The other words


@rule
def rest_of_words(s: State, k: Cards, op: int, n: int, pc: int) -> int:
    p = s.now[I_PLAYER] + 0
    if op == DO_RECLAIM:
        reclaim(s, p, n)
        return 0
    if op == DO_SEARCH:
        if s.now[I_BEGUN] == 0:
            s.now[I_BEGUN] = 1
            ask(s, ASK_SEARCH, p)
            return 0
        s.now[I_BEGUN] = 0
    s.now[I_PC] += 1
    if op == DO_GOLD:
        gain_gold(s, p, n)
    elif op == DO_DIG:
        dig(s, p, n)
    elif op == DO_REFRESH:
        renew(s, p, n)
    elif op == DO_COUNTER:
        counter_item(s)
    elif op == DO_CREATE:
        create(s, k, p, n, k.program[pc][4])
    elif op == DO_RAISE:
        raise_card(s, k, p)
    return 0


@rule
def counter_item(s: State) -> int:
    """WTA-9.5: the item leaves the chain without effect."""
    o = s.now[I_TARGET] + 0
    kept = 0
    for i in range(s.n_chain):
        if s.chain[i][I_SLOT] != o or s.zone[o] != ON_CHAIN or s.chain[i][I_KIND] != ITEM_CARD:
            for j in range(ITEM_SIZE):
                s.chain[kept][j] = s.chain[i][j]
            kept += 1
    for i in range(kept, s.n_chain):
        for j in range(ITEM_SIZE):
            s.chain[i][j] = 0
    s.n_chain = kept
    note(LOG_COUNTERED, s.player[o], s.card[o], 0)
    to_grave(s, o)
    return 0


@rule
def this_front(s: State) -> int:
    """WTA-1.7: where this is, or was last; for a card, the front chosen when it was played."""
    o = s.now[I_SLOT]
    return s.front[o] + 0 if still_there(s, o, s.now[I_ENTRY]) else s.now[I_FRONT] + 0


@rule
def create(s: State, k: Cards, p: int, c: int, marked: int) -> int:
    """WTA-15.16."""
    o = new_token(s, c, p)
    if o >= 0:
        enter_play(s, k, o, p, this_front(s))
        if marked:
            s.state[o] = MARKED
    return 0


@rule
def raise_card(s: State, k: Cards, p: int) -> int:
    """WTA-15.17: it has not been played, so X and T of its cost count as 0."""
    o = s.now[I_TARGET] + 0
    owner = s.owner[o]
    kept = 0
    for i in range(s.n_grave[owner]):
        if s.grave[owner][i] != o:
            s.grave[owner][kept] = s.grave[owner][i]
            kept += 1
    s.n_grave[owner] = kept
    s.grave[owner][kept] = 0
    s.x[o] = 0
    s.cost[o] = max(0, k.cost[s.card[o]])
    enter_play(s, k, o, p, this_front(s))
    return 0
