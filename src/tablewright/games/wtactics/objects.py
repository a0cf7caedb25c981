"""Permanents (WTA-1, WTA-7, WTA-11): entering and leaving play, fronts, marks, attachments, passive text."""

from tablewright.engine import chapter, note, rule

from .ids import GOES, IN, IS, MOST_TRIGGERS, SAY, TRIGGER, USES
from .state import COUNT, Cards, State
from .vocabulary import ABILITY, SCOPE, STATIC, TYPE, WHEN
from .zones import place_in, take_out, to_deck, to_grave, to_hand

# Where and what


@rule
def is_creature(s: State, k: Cards, o: int) -> int:
    return 1 if s.zone[o] == IN.play and k.type[s.card[o]] == TYPE.creature else 0


@rule
def commands(s: State, k: Cards, p: int, o: int) -> int:
    """Whether a player controls an object that is a creature."""
    return 1 if k.type[s.card[o]] == TYPE.creature and s.player[o] == p else 0


@rule
def creatures_in(s: State, k: Cards, p: int, front: int) -> int:
    """How many creatures a player has in a front."""
    n = 0
    for i in range(s.n_board):
        if commands(s, k, p, s.board[i]) and s.front[s.board[i]] == front:
            n += 1
    return n


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
    return 1 if s.state[o] == IS.unmarked and s.rested[o] == 0 else 0


@rule
def mark(s: State, o: int) -> None:
    if can_be_marked(s, o):
        s.state[o] = IS.marked


@rule
def unmark(s: State, o: int) -> None:
    """WTA-11.3, WTA-11.5: a stun token goes instead."""
    if s.state[o] == IS.marked:
        if s.stun[o] > 0:
            s.stun[o] -= 1
        else:
            s.state[o] = IS.unmarked


@rule
def mark_by_effect(s: State, o: int) -> None:
    if can_be_marked(s, o):
        mark(s, o)
        note(SAY.marked, s.player[o], s.card[o], 0)


@rule
def unmark_by_effect(s: State, o: int) -> None:
    if s.state[o] == IS.marked:
        note(SAY.unstunned if s.stun[o] > 0 else SAY.unmarked, s.player[o], s.card[o], 0)
        unmark(s, o)


# Triggers (WTA-8.6): noted when it happens, resolved by the next check


@rule
def note_triggers(s: State, k: Cards, o: int, kind: int) -> None:
    c = s.card[o]
    for a in range(k.first_ability[c], k.first_ability[c + 1]):
        if k.ability[a][ABILITY.kind] == kind and s.n_triggers < MOST_TRIGGERS:
            t = s.n_triggers
            s.trigger[TRIGGER.ability][t] = a
            s.trigger[TRIGGER.slot][t] = o
            s.trigger[TRIGGER.entry][t] = s.entry[o]
            s.trigger[TRIGGER.player][t] = s.player[o]
            s.trigger[TRIGGER.front][t] = s.front[o]
            s.trigger[TRIGGER.field][t] = field_of(s, o)
            s.trigger[TRIGGER.x][t] = s.x[o]
            s.trigger[TRIGGER.batch][t] = s.batch + 1
            s.n_triggers = t + 1


@rule
def has_text(s: State, o: int) -> int:
    """WTA-11.7: an assigned creature has no text but its assignment ability."""
    return 0 if s.state[o] == IS.assigned else 1


# Entering play


@rule
def enter_play(s: State, k: Cards, o: int, p: int, front: int) -> None:
    """WTA-1.6: a new object with the next entry number; `cost` and `x` are set by the caller."""
    s.entries += 1
    s.entry[o] = s.entries
    s.zone[o] = IN.play
    s.shown[o] = 0
    s.player[o] = p
    s.front[o] = front
    c = s.card[o]
    s.state[o] = IS.marked if k.enters_marked[c] else IS.unmarked
    s.counters[o] = s.x[o] if k.enters_with_x[c] else 0  # WTA-15.2
    s.board[s.n_board] = o
    s.n_board += 1
    s.dirty = 1
    if k.type[c] == TYPE.creature:
        note(SAY.entered, p, c, front)
    note_triggers(s, k, o, WHEN.enter)


@rule
def attach(s: State, o: int, host: int) -> None:
    """WTA-1.6, WTA-7.2: a new attach number; Equipment obeys whoever commands its bearer, an Enchantment its player."""
    s.entries += 1
    s.attached[o] = s.entries
    s.host[o] = host + 1
    s.front[o] = s.front[host]
    s.dirty = 1
    note(SAY.attached, s.player[host], s.card[o], s.card[host])


# Changing place in play


@rule
def leave_combat(s: State, o: int) -> None:
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


@rule
def carry_attachments(s: State, k: Cards, o: int) -> None:
    """WTA-7.2, WTA-7.4: what is attached follows its host; Equipment also changes its controller."""
    for i in range(s.n_board):
        e = s.board[i]
        if s.host[e] == o + 1:
            s.front[e] = s.front[o]
            if k.type[s.card[e]] == TYPE.equipment:
                s.player[e] = s.player[o]
    s.dirty = 1


@rule
def change_front(s: State, k: Cards, o: int) -> None:
    """WTA-12.3, WTA-12.4; it stays the same object (WTA-1.11)."""
    leave_combat(s, o)
    s.front[o] = 1 - s.front[o]
    carry_attachments(s, k, o)
    note(SAY.moved, s.player[o], s.card[o], s.front[o])


@rule
def change_control(s: State, k: Cards, o: int, p: int) -> None:
    """WTA-14.6: into the new controller's front of the same field."""
    if s.player[o] != p:
        leave_combat(s, o)
        s.player[o] = p
        s.front[o] = 1 - s.front[o]
        carry_attachments(s, k, o)
        note(SAY.control, p, s.card[o], s.front[o])


# Leaving play


@chapter
def leave_play(s: State, k: Cards, x: int) -> int:
    """x = 4 * slot + where to. The permanent leaves with everything on it (WTA-7.4, WTA-7.8, WTA-14.3)."""
    o = x // 4
    to = x % 4
    depart(s, k, o, to)
    while True:
        e = oldest_attachment(s, o)
        if e < 0:
            return 0
        if k.type[s.card[e]] == TYPE.equipment and to == GOES.fell:
            s.host[e] = 0
            s.attached[e] = 0
            note(SAY.dropped, s.player[e], s.card[e], s.front[e])
        elif k.type[s.card[e]] == TYPE.equipment and to == GOES.to_hand:
            depart(s, k, e, GOES.to_hand)
        else:
            depart(s, k, e, GOES.to_grave)


@rule
def oldest_attachment(s: State, o: int) -> int:
    found = -1
    for i in range(s.n_board):
        e = s.board[i]
        if s.host[e] == o + 1 and (found < 0 or s.attached[e] < s.attached[found]):
            found = e
    return found


@rule
def depart(s: State, k: Cards, o: int, to: int) -> None:
    """One object leaves play: triggers, statistics, then the card goes where it belongs (WTA-1.4, WTA-8.6)."""
    c = s.card[o]
    dies = to in (GOES.to_grave, GOES.fell)
    if has_text(s, o):
        if dies:
            note_triggers(s, k, o, WHEN.death)
        note_triggers(s, k, o, WHEN.leave)
    if dies and k.type[c] == TYPE.creature:
        s.died[s.player[o]] += 1
        s.probe[COUNT.died + c] += 1
    note(SAY.left, s.player[o], c, to)
    leave_combat(s, o)
    take_out(s.board, s.n_board, place_in(s.board, s.n_board, o))
    s.n_board -= 1
    s.dirty = 1
    forget(s, o)
    if k.token[c]:
        s.zone[o] = IN.nowhere
        s.card[o] = 0
    elif to == GOES.to_hand:
        to_hand(s, o, 1)
    elif to == GOES.to_deck:
        to_deck(s, o, 1)
    else:
        to_grave(s, o)


@rule
def forget(s: State, o: int) -> None:
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


# Passive text (WTA-8.1)


@chapter
def refresh(s: State, k: Cards, x: int) -> int:
    """Work out keywords and bonuses of everything in play anew."""
    s.dirty = 0
    for i in range(s.n_board):
        o = s.board[i]
        s.bonus_attack[o] = 0
        s.bonus_defence[o] = 0
        s.keys[o] = (k.keys[s.card[o]] | s.up_keys[o]) if has_text(s, o) else 0  # WTA-11.7
        s.in_use[o] = works(s, k, o)
    for i in range(s.n_board):
        o = s.board[i]
        c = s.card[o]
        for t in range(k.first_static[c], k.first_static[c + 1]):
            if static_works(s, k, o, t):
                apply_static(s, k, o, t)
    return 0


@rule
def works(s: State, k: Cards, o: int) -> int:
    """WTA-7.3, WTA-7.9: of Equipment sharing a subtype the newest, of Enchantments with one id the oldest."""
    kind = k.type[s.card[o]]
    if kind == TYPE.creature:
        return 1
    if s.host[o] == 0:
        return 0
    for i in range(s.n_board):
        e = s.board[i]
        if e != o and s.host[e] == s.host[o] and k.type[s.card[e]] == kind:
            if kind == TYPE.enchantment and s.card[e] == s.card[o] and s.attached[e] < s.attached[o]:
                return 0
            shared = k.subtypes[s.card[e]] & k.subtypes[s.card[o]]
            if kind == TYPE.equipment and shared != 0 and s.attached[e] > s.attached[o]:
                return 0
    return 1


@rule
def static_works(s: State, k: Cards, o: int, t: int) -> int:
    """WTA-11.7, WTA-11.8: assignment text from the turn after, other text while not assigned."""
    if k.static[t][STATIC.assigned]:
        return 1 if s.state[o] == IS.assigned and s.since[o] < s.turn else 0
    return 1 if s.in_use[o] and s.state[o] != IS.assigned else 0


@rule
def of_kind(k: Cards, c: int, subtypes: int, faction: int) -> int:
    """Whether a design is of one of the subtypes and of the faction (plus 1) asked for; 0 asks for nothing."""
    if subtypes != 0 and (k.subtypes[c] & subtypes) == 0:
        return 0
    return 1 if faction == 0 or k.faction[c] == faction - 1 else 0


@rule
def apply_static(s: State, k: Cards, o: int, t: int) -> None:
    scope = k.static[t][STATIC.scope]
    if scope == SCOPE.host:
        give_bonus(s, k, t, s.host[o] - 1, s.host[o] - 1)
        return
    for i in range(s.n_board):
        q = s.board[i]
        yours = q != o and commands(s, k, s.player[o], q)
        if yours and (scope == SCOPE.your_other or s.front[q] == s.front[o]):
            give_bonus(s, k, t, q, o if scope == SCOPE.per_ally else q)


@rule
def give_bonus(s: State, k: Cards, t: int, counted: int, to: int) -> None:
    """If `counted` is of the kind that the text names, `to` gets what it gives."""
    if of_kind(k, s.card[counted], k.static[t][STATIC.subtypes], k.static[t][STATIC.faction]):
        s.bonus_attack[to] += k.static[t][STATIC.attack]
        s.bonus_defence[to] += k.static[t][STATIC.defence]
        if s.state[to] != IS.assigned:
            s.keys[to] |= k.static[t][STATIC.keys]
