"""The interpreter of card text (WTA-15): it runs the small programs that language.py made of cards.toml.

One item takes effect at a time; `now` holds it with its place in the program. A word that needs a decision sets the
question and is taken up again when it has been answered.
"""

from tablewright.engine import chapter, note, rule

from .gold import dig, gain_gold, renew, take_picks, unmarked_resources
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
    DO_DISCARD,
    DO_DRAW,
    DO_ELSE,
    DO_END,
    DO_END_COMBAT,
    DO_GAIN,
    DO_GOLD,
    DO_GRANT,
    DO_HEAL,
    DO_IF,
    DO_MARK,
    DO_MARK_ENEMIES,
    DO_MILL,
    DO_MOVE,
    DO_NO_DEFENCE,
    DO_PREVENT,
    DO_RAISE,
    DO_RECLAIM,
    DO_REFRESH,
    DO_REMOVE,
    DO_RETURN,
    DO_SACRIFICE,
    DO_SEARCH,
    DO_STRENGTHEN,
    DO_STUN,
    DO_TAX,
    DO_TOLL,
    DO_TOP,
    DO_UNMARK,
    EACH,
    HOST,
    IF_SACRIFICED,
    OPPONENT,
    TARGET_PLAYER,
    THIS,
    YOU,
)
from .layout import (
    ASK_DISCARD,
    ASK_RECLAIM,
    ASK_SACRIFICE,
    ASK_SEARCH,
    ASK_TAX,
    ASK_TOLL,
    ATTACKING,
    CARD,
    CREATURE,
    DISCARD_ONE,
    DONE,
    ENCHANTMENT,
    I_BEGUN,
    I_DID,
    I_ENTRY,
    I_FRONT,
    I_KIND,
    I_LEFT,
    I_PC,
    I_PLAYER,
    I_ROUND,
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
    SACRIFICE_ONE,
    TARGET_ATTACHMENT,
    TARGET_CREATURE,
    TO_DECK,
    TO_GRAVE,
    TO_HAND,
    Cards,
    State,
)
from .layout import TARGET_PLAYER as KIND_PLAYER
from .objects import (
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
    LOG_COUNTERED,
    LOG_DAMAGE,
    LOG_FOUND,
    active,
    ask,
    draw,
    gain_influence,
    lose_influence,
    mill,
    offer,
    shuffle_deck,
    to_grave,
    to_hand,
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


@rule
def player_meant(s: State, ref: int) -> int:
    """Whom a word is about in its present round; -1 when all have had their turn (WTA-15.7: the active first)."""
    done = s.now[I_ROUND]
    if ref == EACH:
        return -1 if done > 1 else active(s) ^ done
    if done > 0:
        return -1
    if ref == YOU:
        return s.now[I_PLAYER] + 0
    if ref == OPPONENT:
        return 1 - s.now[I_PLAYER]
    if ref == TARGET_PLAYER:
        return s.now[I_TARGET] + 0
    return s.player[s.now[I_TARGET]] + 0


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
            if s.pair[i][1] == s.now[I_SLOT]:
                to_object(s, k, op, s.pair[i][0] + 0, n, more)
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
    elif op == DO_DESTROY:
        leave_play(s, k, 4 * o + TO_GRAVE)  # WTA-14.2: at once
    elif op == DO_RETURN:
        leave_play(s, k, 4 * o + TO_HAND)
    elif op == DO_TOP:
        leave_play(s, k, 4 * o + TO_DECK)
    elif op == DO_MARK:
        mark(s, o)
    elif op == DO_UNMARK:
        unmark(s, o)
    elif op == DO_STUN:
        s.stun[o] = min(100, s.stun[o] + n)
    elif op == DO_MOVE:
        change_front(s, k, o)
    elif op == DO_REMOVE:
        leave_combat(s, o)
    elif op == DO_CONTROL:
        change_control(s, k, o, s.now[I_PLAYER] + 0)
    else:
        alter(s, op, o, n, more)
    return 0


@rule
def alter(s: State, op: int, o: int, n: int, more: int) -> int:
    """WTA-15.2: this-turn changes and counters."""
    if op == DO_BOOST:
        s.up_attack[o] += n
        s.up_defence[o] += more
    elif op == DO_GRANT:
        s.up_keys[o] |= n
        s.dirty = 1
    elif op == DO_STRENGTHEN:
        s.counters[o] += 1
    else:
        s.counters[o] -= 1
    return 0


@rule
def calm(s: State, op: int) -> int:
    """WTA-15.19, `embrace_of_peace`: the creatures of the current combat are healed; no damage is dealt in it."""
    if op == DO_END_COMBAT:
        s.combat_ended = 1
        return 0
    z = s.combat - 1
    if z >= 0 and s.attack[z] & ATTACKING:
        s.damage[z] = 0
        for i in range(s.n_pairs):
            if s.pair[i][1] == z:
                s.damage[s.pair[i][0]] = 0
    return 0


@rule
def mark_enemies(s: State, k: Cards, most: int) -> int:
    """`carpe_diem`: each enemy creature in the target field whose gold cost is low enough."""
    for i in range(s.n_board):
        o = s.board[i] + 0
        enemy = k.type[s.card[o]] == CREATURE and s.player[o] != s.now[I_PLAYER]
        if enemy and field_of(s, o) == s.now[I_TARGET] and gold_cost(s, k, o) <= most:
            mark(s, o)
    return 0


# Players


@rule
def to_players(s: State, k: Cards, op: int, ref: int, n: int) -> int:
    """A word about one player or each; what needs choices goes on until none is left (WTA-15.7, 15.10 to 15.15)."""
    p = player_meant(s, ref)
    if p < 0:
        s.now[I_ROUND] = 0
        s.now[I_PC] += 1
        return 0
    if op == DO_DISCARD or op >= DO_TOLL:
        if s.now[I_BEGUN] == 0:
            s.now[I_BEGUN] = 1
            s.now[I_LEFT] = n
        if s.now[I_LEFT] > 0 and demand(s, op, p):
            s.now[I_LEFT] -= 1
            return 0
        s.now[I_BEGUN] = 0
    elif op == DO_DRAW:
        draw(s, p, n)
    elif op == DO_MILL:
        mill(s, p, n)
    elif op == DO_GAIN:
        gain_influence(s, p, n)
    else:
        lose_influence(s, p, n, 0)
    s.now[I_ROUND] += 1
    return 0


@rule
def demand(s: State, op: int, p: int) -> int:
    """Ask a player to give something up; 0 if it has nothing."""
    if op == DO_DISCARD and s.n_hand[p] > 0:
        ask(s, ASK_DISCARD, p)
    elif op == DO_SACRIFICE and s.n_resource[p] > 0:
        ask(s, ASK_SACRIFICE, p)
    elif op == DO_TAX and unmarked_resources(s, p) > 0:
        ask(s, ASK_TAX, p)
    elif op == DO_TOLL and s.n_hand[p] + s.n_resource[p] > 0:
        ask(s, ASK_TOLL, p)
    else:
        return 0
    return 1


@rule
def offer_toll(s: State) -> int:
    """WTA-15.10: discard or sacrifice."""
    if s.n_hand[s.asker] > 0:
        offer(s, DISCARD_ONE)
    if s.n_resource[s.asker] > 0:
        offer(s, SACRIFICE_ONE)
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
def reclaim(s: State, p: int, n: int) -> int:
    """WTA-15.13: one at a time, then together to hand (WTA-5.15)."""
    if s.n_picks < min(n, s.n_resource[p]):
        ask(s, ASK_RECLAIM, p)
    else:
        take_picks(s, p)
        s.now[I_PC] += 1
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


@rule
def offer_search(s: State, k: Cards) -> int:
    """WTA-15.18: none, or each fitting design of the deck."""
    p = s.asker + 0
    word = k.program[s.now[I_PC]]
    offer(s, DONE)
    for c in range(k.designs):
        kind_fits = word[2] == 0 or (word[2] >> k.type[c]) & 1
        faction_fits = word[3] == 0 or (word[3] >> k.faction[c]) & 1
        cheap = word[4] < 0 or max(0, k.cost[c]) <= word[4]
        if kind_fits and faction_fits and cheap and place_in_deck(s, p, c) >= 0:
            offer(s, CARD + c)
    return 0


@rule
def place_in_deck(s: State, p: int, c: int) -> int:
    for i in range(s.n_deck[p]):
        if s.card[s.deck[p][i]] == c:
            return i
    return -1


@rule
def found(s: State, p: int, a: int) -> int:
    """The chosen card is shown and goes to hand; then the deck is shuffled in either case."""
    if a != DONE:
        at = place_in_deck(s, p, a - CARD)
        o = s.deck[p][at] + 0
        for i in range(at, s.n_deck[p] - 1):
            s.deck[p][i] = s.deck[p][i + 1]
        s.n_deck[p] -= 1
        s.deck[p][s.n_deck[p]] = 0
        to_hand(s, o, 1)
        note(LOG_FOUND, p, s.card[o], 0)
    shuffle_deck(s, p)
    return 0
