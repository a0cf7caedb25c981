"""The interpreter of card text (WTA-15): it runs the small programs that language.py made of cards.toml.

One item takes effect at a time; `now` holds it with its place in the program. A word that needs a decision sets the
question and is taken up again when it has been answered.
"""

from tablewright.engine import chapter, note, rule

from .demands import player_meant, reclaim, to_players
from .gold import dig, gain_gold, renew
from .ids import ASK, FIGHT, GOES, IN, IS, ITEM, ITEM_SIZE, KIND, MOST_DECK, SAY, SLOTS
from .objects import (
    change_control,
    change_front,
    enter_play,
    field_of,
    leave_combat,
    leave_play,
    mark_by_effect,
    unmark_by_effect,
)
from .state import Cards, State
from .targets import attacking_creatures, gold_cost
from .vocabulary import AIM, DO, IF, THING, TYPE
from .zones import ask, lose_influence, place_in, take_out, to_grave

# Objects


@rule
def damage_creature(s: State, o: int, n: int) -> int:
    """WTA-14.4: prevention first; returns what was dealt."""
    if n <= 0:
        return 0
    stopped = min(n, s.shield[o])
    s.shield[o] -= stopped
    s.damage[o] += n - stopped
    note(SAY.damage, s.player[o], s.card[o], n - stopped)
    return n - stopped


@rule
def still_there(s: State, o: int, entry: int) -> int:
    return 1 if s.zone[o] == IN.play and s.entry[o] == entry else 0


@rule
def object_meant(s: State, ref: int) -> int:
    """The permanent that a word is about, or -1 if it is gone (WTA-8.5, WTA-8.9)."""
    this = s.now[ITEM.slot]
    if ref == THING.this:
        return this if still_there(s, this, s.now[ITEM.entry]) else -1
    if ref == THING.host:
        return s.host[this] - 1 if still_there(s, this, s.now[ITEM.entry]) else -1
    target = s.now[ITEM.target]
    if s.now[ITEM.target_kind] != AIM.creature and s.now[ITEM.target_kind] != AIM.attachment:
        return -1
    return target if still_there(s, target, s.now[ITEM.target_entry]) else -1


@chapter
def effect_step(s: State, k: Cards, x: int) -> int:
    """Carry out the next word of the item that takes effect."""
    word = k.program[s.now[ITEM.pc]]
    op = word[0]
    amount = word[2] + word[3] * s.now[ITEM.x]
    if op == DO.end:
        s.effect = 0
    elif op == DO.if_:
        branch(s, k, holds(s, k, word[1], amount))
    elif op == DO.else_:
        s.now[ITEM.pc] += 2  # the word after `if` has been carried out
    elif op < DO.draw:
        s.now[ITEM.pc] += 1
        if op in (DO.heal, DO.end_combat):
            calm(s, op)
        elif op == DO.mark_enemies:
            mark_enemies(s, k, amount)
        elif op == DO.no_defence:
            s.cannot_defend[player_meant(s, word[1])] = 1
            note(SAY.no_defence, player_meant(s, word[1]), 0, 0)
        else:
            to_objects(s, k, op, word[1], amount, word[4])
    elif op <= DO.tax:
        to_players(s, k, op, word[1], amount)
    else:
        word_about_you(s, k, op, amount, s.now[ITEM.pc])
    return 0


@rule
def branch(s: State, k: Cards, true: int) -> None:
    """`if C: word` and perhaps `else: word`."""
    s.now[ITEM.pc] += 1 if true else 2
    if not true and k.program[s.now[ITEM.pc]][0] == DO.else_:
        s.now[ITEM.pc] += 1


@rule
def holds(s: State, k: Cards, condition: int, n: int) -> int:
    if condition == IF.sacrificed:
        return int(s.now[ITEM.did])
    return 1 if attacking_creatures(s) == 1 and gold_cost(s, k, s.now[ITEM.target]) <= n else 0


@rule
def to_objects(s: State, k: Cards, op: int, ref: int, n: int, more: int) -> None:
    """A word about one permanent, or about each of several (WTA-10.6)."""
    if ref == THING.defenders:
        for i in range(s.n_pairs):
            if s.pair[1][i] == s.now[ITEM.slot]:
                to_object(s, k, op, s.pair[0][i], n, more)
    elif ref in (THING.creatures, THING.enchantments):
        kind = TYPE.creature if ref == THING.creatures else TYPE.enchantment
        for i in range(s.n_board):
            s.doomed[s.board[i]] = 1 if k.type[s.card[s.board[i]]] == kind else 0
        i = 0
        while i < s.n_board:
            o = s.board[i]
            if s.doomed[o]:
                s.doomed[o] = 0
                to_object(s, k, op, o, n, more)
                i = 0
            else:
                i += 1
    elif op == DO.deal and s.now[ITEM.target_kind] == AIM.player:
        lose_influence(s, s.now[ITEM.target], n, 0)  # WTA-15.1
    else:
        o = object_meant(s, ref)
        if o >= 0:
            to_object(s, k, op, o, n, more)


@rule
def to_object(s: State, k: Cards, op: int, o: int, n: int, more: int) -> None:
    if op == DO.deal:
        damage_creature(s, o, n)
    elif op == DO.prevent:
        s.shield[o] += n
        note(SAY.shielded, s.player[o], s.card[o], n)
    elif op == DO.destroy:
        leave_play(s, k, 4 * o + GOES.to_grave)  # WTA-14.2, WTA-15.4: at once
    elif op == DO.return_:  # WTA-15.5
        leave_play(s, k, 4 * o + GOES.to_hand)
    elif op == DO.top:
        leave_play(s, k, 4 * o + GOES.to_deck)
    elif op == DO.mark:  # WTA-15.6
        mark_by_effect(s, o)
    elif op == DO.unmark:
        unmark_by_effect(s, o)
    elif op == DO.stun:
        s.stun[o] = min(100, s.stun[o] + n)
        note(SAY.stunned, s.player[o], s.card[o], n)
    elif op == DO.move:
        change_front(s, k, o)
    elif op == DO.remove:
        leave_combat(s, o)
        note(SAY.removed, s.player[o], s.card[o], 0)
    elif op == DO.control:
        change_control(s, k, o, s.now[ITEM.player])
    else:
        alter(s, op, o, n, more)


@rule
def alter(s: State, op: int, o: int, n: int, more: int) -> None:
    """WTA-15.2: this-turn changes and counters."""
    if op == DO.boost:
        s.up_attack[o] += n
        s.up_defence[o] += more
        note(SAY.boosted, s.player[o], s.card[o], 256 * n + more)
    elif op == DO.grant:
        s.up_keys[o] |= n
        s.dirty = 1
        note(SAY.granted, s.player[o], s.card[o], n)
    else:
        change = 1 if op == DO.strengthen else -1
        s.counters[o] += change
        note(SAY.counter, s.player[o], s.card[o], change)


@rule
def calm(s: State, op: int) -> None:
    """WTA-15.19, `embrace_of_peace`: the creatures of the current combat are healed; no damage is dealt in it."""
    if op == DO.end_combat:
        s.combat_ended = 1
        note(SAY.calmed, 0, 0, 0)
        return
    z = s.combat - 1
    if z >= 0 and s.attack[z] & FIGHT.attacking:
        s.damage[z] = 0
        for i in range(s.n_pairs):
            if s.pair[1][i] == z:
                s.damage[s.pair[0][i]] = 0


@rule
def mark_enemies(s: State, k: Cards, most: int) -> None:
    """`carpe_diem`: each enemy creature in the target field whose gold cost is low enough."""
    for i in range(s.n_board):
        o = s.board[i]
        enemy = k.type[s.card[o]] == TYPE.creature and s.player[o] != s.now[ITEM.player]
        if enemy and field_of(s, o) == s.now[ITEM.target] and gold_cost(s, k, o) <= most:
            mark_by_effect(s, o)


# The other words


@rule
def word_about_you(s: State, k: Cards, op: int, n: int, pc: int) -> None:
    p = s.now[ITEM.player]
    if op == DO.reclaim:
        reclaim(s, p, n)
        return
    if op == DO.search:
        if s.now[ITEM.begun] == 0:
            s.now[ITEM.begun] = 1
            ask(s, ASK.search, p)
            return
        s.now[ITEM.begun] = 0
    s.now[ITEM.pc] += 1
    if op == DO.gold:
        gain_gold(s, p, n)
    elif op == DO.dig:
        dig(s, p, n)
    elif op == DO.refresh:
        renew(s, p, n)
    elif op == DO.counter:
        counter_item(s)
    elif op == DO.create:
        create(s, k, p, n, k.program[pc][4])
    elif op == DO.raise_:
        raise_card(s, k, p)


@rule
def counter_item(s: State) -> None:
    """WTA-9.5: the item leaves the chain without effect."""
    o = s.now[ITEM.target]
    kept = 0
    for i in range(s.n_chain):
        if s.chain[i][ITEM.slot] != o or s.zone[o] != IN.chain or s.chain[i][ITEM.kind] != KIND.card:
            for j in range(ITEM_SIZE):
                s.chain[kept][j] = s.chain[i][j]
            kept += 1
    for i in range(kept, s.n_chain):
        for j in range(ITEM_SIZE):
            s.chain[i][j] = 0
    s.n_chain = kept
    note(SAY.countered, s.player[o], s.card[o], 0)
    to_grave(s, o)


@rule
def this_front(s: State) -> int:
    """WTA-1.7: where this is, or was last; for a card, the front chosen when it was played."""
    o = s.now[ITEM.slot]
    return int(s.front[o] if still_there(s, o, s.now[ITEM.entry]) else s.now[ITEM.front])


@rule
def new_token(s: State, c: int, p: int) -> int:
    """WTA-2.4: a free slot for a token, or -1."""
    for o in range(2 * MOST_DECK, SLOTS):
        if s.zone[o] == IN.nowhere:
            s.card[o] = c
            s.owner[o] = p
            s.cost[o] = 0
            s.x[o] = 0
            return o
    return -1


@rule
def create(s: State, k: Cards, p: int, c: int, marked: int) -> None:
    """WTA-15.16."""
    o = new_token(s, c, p)
    if o >= 0:
        enter_play(s, k, o, p, this_front(s))
        if marked:
            s.state[o] = IS.marked


@rule
def raise_card(s: State, k: Cards, p: int) -> None:
    """WTA-15.17: it has not been played, so X and T of its cost count as 0."""
    o = s.now[ITEM.target]
    owner = s.owner[o]
    take_out(s.grave[owner], s.n_grave[owner], place_in(s.grave[owner], s.n_grave[owner], o))
    s.n_grave[owner] -= 1
    s.x[o] = 0
    s.cost[o] = max(0, k.cost[s.card[o]])
    enter_play(s, k, o, p, this_front(s))
