"""Permanents (WTA-1.6 to 1.11, WTA-7, WTA-11): entering and leaving play, fronts, marks, attachments, passive text."""

from tablewright.engine import chapter, note, rule

from .ids import (
    A_KIND,
    ASSIGNED,
    CREATURE,
    ENCHANTMENT,
    EQUIPMENT,
    FELL_IN_COMBAT,
    IN_PLAY,
    MARKED,
    MOST_DECK,
    MOST_TRIGGERS,
    NOWHERE,
    ON_DEATH,
    ON_ENTER,
    ON_LEAVE,
    R_ABILITY,
    R_BATCH,
    R_ENTRY,
    R_FIELD,
    R_FRONT,
    R_PLAYER,
    R_SLOT,
    R_X,
    S_ASSIGNED,
    S_ATTACK,
    S_DEFENCE,
    S_FACTION,
    S_KEYS,
    S_SCOPE,
    S_SUBTYPES,
    SCOPE_HOST,
    SCOPE_PER_ALLY,
    SCOPE_YOUR_OTHER,
    SLOTS,
    TO_DECK,
    TO_GRAVE,
    TO_HAND,
    UNMARKED,
    USES,
)
from .layout import P_DIED, Cards, State
from .zones import (
    LOG_ATTACHED,
    LOG_CONTROL,
    LOG_DROPPED,
    LOG_ENTERED,
    LOG_LEFT,
    LOG_MOVED,
    to_deck,
    to_grave,
    to_hand,
)

# Where and what


@rule
def is_creature(s: State, k: Cards, o: int) -> int:
    return 1 if s.zone[o] == IN_PLAY and k.type[s.card[o]] == CREATURE else 0


@rule
def field_of(s: State, o: int) -> int:
    """WTA-1.3: field A is 0, field B is 1; an attachment is where its host is."""
    at = s.host[o] - 1 if s.host[o] > 0 else o
    return s.player[at] ^ s.front[at]


@rule
def attack_of(s: State, k: Cards, o: int) -> int:
    """WTA-1.10. Bonuses are up to date between any two steps (`refresh`)."""
    return max(0, k.attack[s.card[o]] + s.counters[o] + s.up_attack[o] + s.bonus_attack[o])


@rule
def defence_of(s: State, k: Cards, o: int) -> int:
    return k.defence[s.card[o]] + s.counters[o] + s.up_defence[o] + s.bonus_defence[o]


@rule
def can_be_marked(s: State, o: int) -> int:
    """WTA-11.2."""
    return 1 if s.state[o] == UNMARKED and s.rested[o] == 0 else 0


@rule
def mark(s: State, o: int) -> int:
    if can_be_marked(s, o):
        s.state[o] = MARKED
    return 0


@rule
def unmark(s: State, o: int) -> int:
    """WTA-11.3, 11.5: a stun token goes instead."""
    if s.state[o] == MARKED:
        if s.stun[o] > 0:
            s.stun[o] -= 1
        else:
            s.state[o] = UNMARKED
    return 0


# Triggers (WTA-8.6): noted when it happens, resolved by the next check


@rule
def note_triggers(s: State, k: Cards, o: int, kind: int) -> int:
    c = s.card[o]
    for a in range(k.first_ability[c], k.first_ability[c + 1]):
        if k.ability[a][A_KIND] == kind and s.n_triggers < MOST_TRIGGERS:
            t = s.n_triggers
            s.trigger[R_ABILITY][t] = a
            s.trigger[R_SLOT][t] = o
            s.trigger[R_ENTRY][t] = s.entry[o]
            s.trigger[R_PLAYER][t] = s.player[o]
            s.trigger[R_FRONT][t] = s.front[o]
            s.trigger[R_FIELD][t] = field_of(s, o)
            s.trigger[R_X][t] = s.x[o]
            s.trigger[R_BATCH][t] = s.batch + 1
            s.n_triggers = t + 1
    return 0


@rule
def has_text(s: State, o: int) -> int:
    """WTA-11.7: an assigned creature has no text but its assignment ability."""
    return 0 if s.state[o] == ASSIGNED else 1


# Entering play


@rule
def enter_play(s: State, k: Cards, o: int, p: int, front: int) -> int:
    """WTA-1.6: a new object with the next entry number; `cost` and `x` are set by the caller."""
    s.entries += 1
    s.entry[o] = s.entries
    s.zone[o] = IN_PLAY
    s.shown[o] = 0
    s.player[o] = p
    s.front[o] = front
    c = s.card[o]
    s.state[o] = MARKED if k.enters_marked[c] else UNMARKED
    s.counters[o] = s.x[o] if k.enters_with_x[c] else 0  # WTA-15.2
    s.board[s.n_board] = o
    s.n_board += 1
    s.dirty = 1
    if k.type[c] == CREATURE:
        note(LOG_ENTERED, p, c, front)
    note_triggers(s, k, o, ON_ENTER)
    return 0


@rule
def new_token(s: State, c: int, p: int) -> int:
    """WTA-2.4: a free slot for a token, or -1."""
    for o in range(2 * MOST_DECK, SLOTS):
        if s.zone[o] == NOWHERE:
            s.card[o] = c
            s.owner[o] = p
            s.cost[o] = 0
            s.x[o] = 0
            return o
    return -1


@rule
def attach(s: State, o: int, host: int) -> int:
    """WTA-1.6, 7.2: a new attach number; Equipment obeys whoever commands its bearer, an Enchantment its player."""
    s.entries += 1
    s.attached[o] = s.entries
    s.host[o] = host + 1
    s.front[o] = s.front[host]
    s.dirty = 1
    note(LOG_ATTACHED, s.player[host], s.card[o], s.card[host])
    return 0


# Changing place in play


@rule
def leave_combat(s: State, o: int) -> int:
    """WTA-13.13: no longer attacking or defending; an attacker's combat is dropped."""
    s.attack[o] = 0
    kept = 0
    for i in range(s.n_pairs):
        d = s.pair[0][i]
        z = s.pair[1][i]
        if d != o and z != o:
            s.pair[0][kept] = d
            s.pair[1][kept] = z
            kept += 1
    for i in range(kept, s.n_pairs):
        s.pair[0][i] = 0
        s.pair[1][i] = 0
    s.n_pairs = kept
    return 0


@rule
def carry_attachments(s: State, k: Cards, o: int) -> int:
    """WTA-7.2, 7.4: what is attached follows its host; Equipment also changes its controller."""
    for i in range(s.n_board):
        e = s.board[i]
        if s.host[e] == o + 1:
            s.front[e] = s.front[o]
            if k.type[s.card[e]] == EQUIPMENT:
                s.player[e] = s.player[o]
    s.dirty = 1
    return 0


@rule
def change_front(s: State, k: Cards, o: int) -> int:
    """WTA-12.3, 12.4."""
    leave_combat(s, o)
    s.front[o] = 1 - s.front[o]
    carry_attachments(s, k, o)
    note(LOG_MOVED, s.player[o], s.card[o], s.front[o])
    return 0


@rule
def change_control(s: State, k: Cards, o: int, p: int) -> int:
    """WTA-14.6: into the new controller's front of the same field."""
    if s.player[o] != p:
        leave_combat(s, o)
        s.player[o] = p
        s.front[o] = 1 - s.front[o]
        carry_attachments(s, k, o)
        note(LOG_CONTROL, p, s.card[o], s.front[o])
    return 0


# Leaving play


@chapter
def leave_play(s: State, k: Cards, x: int) -> int:
    """x = 4 * slot + where to. The permanent leaves with everything on it (WTA-7.4, 7.8, 14.3)."""
    o = x // 4
    to = x % 4
    depart(s, k, o, to)
    while True:
        e = oldest_attachment(s, o)
        if e < 0:
            return 0
        if k.type[s.card[e]] == EQUIPMENT and to == FELL_IN_COMBAT:
            s.host[e] = 0
            s.attached[e] = 0
            note(LOG_DROPPED, s.player[e], s.card[e], s.front[e])
        elif k.type[s.card[e]] == EQUIPMENT and to == TO_HAND:
            depart(s, k, e, TO_HAND)
        else:
            depart(s, k, e, TO_GRAVE)


@rule
def oldest_attachment(s: State, o: int) -> int:
    found = -1
    for i in range(s.n_board):
        e = s.board[i] + 0
        if s.host[e] == o + 1 and (found < 0 or s.attached[e] < s.attached[found]):
            found = e
    return found


@rule
def depart(s: State, k: Cards, o: int, to: int) -> int:
    """One object leaves play: triggers, statistics, then the card goes where it belongs (WTA-1.4, 8.6)."""
    c = s.card[o]
    dies = to in (TO_GRAVE, FELL_IN_COMBAT)
    if has_text(s, o):
        if dies:
            note_triggers(s, k, o, ON_DEATH)
        note_triggers(s, k, o, ON_LEAVE)
    if dies and k.type[c] == CREATURE:
        s.died[s.player[o]] += 1
        s.probe[P_DIED + c] += 1
    note(LOG_LEFT, s.player[o], c, to)
    leave_combat(s, o)
    take_off_board(s, o)
    forget(s, o)
    if k.token[c]:
        s.zone[o] = NOWHERE
        s.card[o] = 0
    elif to == TO_HAND:
        to_hand(s, o, 1)
    elif to == TO_DECK:
        to_deck(s, o, 1)
    else:
        to_grave(s, o)
    return 0


@rule
def take_off_board(s: State, o: int) -> int:
    kept = 0
    for i in range(s.n_board):
        if s.board[i] != o:
            s.board[kept] = s.board[i]
            kept += 1
    s.n_board = kept
    s.board[kept] = 0
    s.dirty = 1
    return 0


@rule
def forget(s: State, o: int) -> int:
    """WTA-1.6: all that was on the object is gone; only where it last was is kept for its abilities (WTA-8.7)."""
    s.state[o] = 0
    s.since[o] = 0
    s.rested[o] = 0
    s.due[o] = 0
    s.host[o] = 0
    s.attached[o] = 0
    s.in_use[o] = 0
    s.damage[o] = 0
    s.shield[o] = 0
    s.counters[o] = 0
    s.stun[o] = 0
    s.up_attack[o] = 0
    s.up_defence[o] = 0
    s.up_keys[o] = 0
    s.bonus_attack[o] = 0
    s.bonus_defence[o] = 0
    s.keys[o] = 0
    s.cost[o] = 0
    s.x[o] = 0
    for i in range(USES):
        s.used[i][o] = 0
    return 0


# Passive text (WTA-8.1)


@chapter
def refresh(s: State, k: Cards, x: int) -> int:
    """Work out keywords and bonuses of everything in play anew."""
    s.dirty = 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        s.bonus_attack[o] = 0
        s.bonus_defence[o] = 0
        s.keys[o] = (k.keys[s.card[o]] | s.up_keys[o]) if has_text(s, o) else 0  # WTA-11.7
        s.in_use[o] = works(s, k, o)
    for i in range(s.n_board):
        o = s.board[i] + 0
        c = s.card[o]
        for t in range(k.first_static[c], k.first_static[c + 1]):
            if static_works(s, k, o, t):
                apply_static(s, k, o, t)
    return 0


@rule
def works(s: State, k: Cards, o: int) -> int:
    """WTA-7.3, 7.9: of Equipment sharing a subtype the newest, of Enchantments with one id the oldest."""
    kind = k.type[s.card[o]]
    if kind == CREATURE:
        return 1
    if s.host[o] == 0:
        return 0
    for i in range(s.n_board):
        e = s.board[i]
        if e != o and s.host[e] == s.host[o] and k.type[s.card[e]] == kind:
            if kind == ENCHANTMENT and s.card[e] == s.card[o] and s.attached[e] < s.attached[o]:
                return 0
            shared = k.subtypes[s.card[e]] & k.subtypes[s.card[o]]
            if kind == EQUIPMENT and shared != 0 and s.attached[e] > s.attached[o]:
                return 0
    return 1


@rule
def static_works(s: State, k: Cards, o: int, t: int) -> int:
    """WTA-11.7, 11.8: assignment text from the turn after, other text while not assigned."""
    if k.static[t][S_ASSIGNED]:
        return 1 if s.state[o] == ASSIGNED and s.since[o] < s.turn else 0
    return 1 if s.in_use[o] and s.state[o] != ASSIGNED else 0


@rule
def of_kind(k: Cards, c: int, subtypes: int, faction: int) -> int:
    """Whether a design is of one of the subtypes and of the faction (plus 1) asked for; 0 asks for nothing."""
    if subtypes != 0 and (k.subtypes[c] & subtypes) == 0:
        return 0
    return 1 if faction == 0 or k.faction[c] == faction - 1 else 0


@rule
def apply_static(s: State, k: Cards, o: int, t: int) -> int:
    scope = k.static[t][S_SCOPE]
    if scope == SCOPE_HOST:
        give_bonus(s, k, t, s.host[o] - 1, s.host[o] - 1)
        return 0
    for i in range(s.n_board):
        q = s.board[i] + 0
        yours = q != o and k.type[s.card[q]] == CREATURE and s.player[q] == s.player[o]
        if yours and (scope == SCOPE_YOUR_OTHER or s.front[q] == s.front[o]):
            give_bonus(s, k, t, q, o if scope == SCOPE_PER_ALLY else q)
    return 0


@rule
def give_bonus(s: State, k: Cards, t: int, counted: int, to: int) -> int:
    """If `counted` is of the kind that the text names, `to` gets what it gives."""
    if of_kind(k, s.card[counted], k.static[t][S_SUBTYPES], k.static[t][S_FACTION]):
        s.bonus_attack[to] += k.static[t][S_ATTACK]
        s.bonus_defence[to] += k.static[t][S_DEFENCE]
        if s.state[to] != ASSIGNED:
            s.keys[to] |= k.static[t][S_KEYS]
    return 0
