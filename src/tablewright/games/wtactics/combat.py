"""Moving (WTA-12) and combat (WTA-13) with its keywords (WTA-16)."""

from tablewright.engine import chapter, note, rule

from .chain import open_window
from .effects import damage_creature
from .ids import ASK, BATTLE, CHECK, FIGHT, FRONT, IS, MOST_PAIRS, SAY, TO, WINDOW
from .objects import (
    attack_of,
    can_be_marked,
    change_front,
    commands,
    defence_of,
    has_text,
    leave_combat,
    mark,
    note_triggers,
)
from .state import Cards, State
from .targets import attacking_creatures, gold_cost
from .vocabulary import KEY, WHEN
from .zones import active, ask, lose_influence, offer

# Who may


@rule
def may_move(s: State, k: Cards, p: int, o: int) -> int:
    """WTA-12.1, WTA-12.2: each creature once, all from the front where the first one started."""
    if not commands(s, k, p, o) or not can_be_marked(s, o) or s.due[o]:
        return 0
    return 1 if s.from_front == 0 or s.from_front == s.front[o] + 1 else 0


@rule
def may_attack(s: State, k: Cards, p: int, o: int) -> int:
    """WTA-13.1, WTA-16.8; attackers are chosen in increasing entry number (`cursor`)."""
    if not commands(s, k, p, o) or s.front[o] != FRONT.offensive or s.entry[o] <= s.cursor:
        return 0
    return 1 if can_be_marked(s, o) and s.keys[o] & KEY.peaceful == 0 else 0


@rule
def may_defend(s: State, k: Cards, d: int, z: int) -> int:
    """WTA-13.5, WTA-16.1, WTA-16.2, WTA-16.5: whether d may defend against z."""
    if s.attack[z] & FIGHT.attacking == 0 or s.cannot_defend[s.player[d]] or s.keys[d] & KEY.cannot_defend:
        return 0
    if s.keys[z] & KEY.flying and s.keys[d] & (KEY.flying | KEY.ranged) == 0:
        return 0
    stealth = k.stealth[s.card[z]]
    cost = gold_cost(s, k, d)
    if stealth > 0 and has_text(s, z) and (cost < stealth or (cost == stealth and not k.stealth_equal_may_defend)):
        return 0
    return 1


@rule
def candidates(s: State, k: Cards, p: int, moving: int, offering: int) -> int:
    """Whether creatures may still move or, if not `moving`, attack; with `offering` all of them are offered."""
    for i in range(s.n_board):
        if may_move(s, k, p, s.board[i]) if moving else may_attack(s, k, p, s.board[i]):
            if not offering:
                return 1
            offer(s, TO.object + i)
    return 0


# The steps of the phase


@chapter
def battle_step(s: State, k: Cards, x: int) -> int:
    """The next step of a move or attack phase; windows and checks come in between by themselves."""
    p = active(s)
    at = s.battle
    if at == BATTLE.moving:
        if candidates(s, k, p, 1, 0):
            ask(s, ASK.move, p)
        else:
            end_move(s)
    elif at == BATTLE.declaring:
        if candidates(s, k, p, 0, 0):
            ask(s, ASK.attackers, p)
        else:
            declare(s, k)
    elif at == BATTLE.attack_window:
        s.cursor = 0
        s.guard_from = 0
        s.battle = BATTLE.defending if attacking_creatures(s) > 0 else BATTLE.none  # WTA-13.15
    elif at == BATTLE.defending:
        next_defender(s, k, 1 - p)
    elif at == BATTLE.blocked_triggers:
        s.combat_chooser = p
        s.battle = BATTLE.ordering
    elif at == BATTLE.ordering:
        if attacking_creatures(s) > 0:
            ask(s, ASK.order, s.combat_chooser)
        else:
            s.battle = BATTLE.none
    elif at == BATTLE.combat_window:
        fight_or_not(s, k)
    elif at in (BATTLE.first_strike, BATTLE.second_strike):
        strike(s, k, s.combat - 1, at == BATTLE.first_strike)
    else:
        end_combat(s)
    return 0


@rule
def offer_movers(s: State, k: Cards, p: int) -> None:
    if s.from_front > 0:
        offer(s, TO.done)
    candidates(s, k, p, 1, 1)


@rule
def move_or_end(s: State, k: Cards, a: int) -> None:
    """WTA-12.3: marked, then placed in the other front; then a check and a window."""
    if a == TO.done:
        end_move(s)
        return
    o = s.board[a - TO.object]
    s.from_front = s.front[o] + 1
    s.due[o] = 1
    if s.keys[o] & KEY.travel == 0:  # WTA-16.8
        mark(s, o)
    change_front(s, k, o)
    s.check = CHECK.board
    open_window(s, k, WINDOW.after_action)


@rule
def end_move(s: State) -> None:
    for i in range(s.n_board):
        s.due[s.board[i]] = 0
    s.from_front = 0
    s.battle = BATTLE.none


@rule
def offer_attackers(s: State, k: Cards, p: int) -> None:
    if s.cursor > 0:
        offer(s, TO.done)
    candidates(s, k, p, 0, 1)


@rule
def attack_or_declare(s: State, k: Cards, a: int) -> None:
    if a == TO.done:
        declare(s, k)
    else:
        o = s.board[a - TO.object]
        s.due[o] = 1
        s.cursor = s.entry[o]


@rule
def declare(s: State, k: Cards) -> None:
    """WTA-13.2: all of them are marked together, except those with Veteran; then the attack window."""
    for i in range(s.n_board):
        o = s.board[i]
        if s.due[o]:
            s.due[o] = 0
            s.attack[o] = FIGHT.attacking
            s.attackers += 1
            note(SAY.attacks, s.player[o], s.card[o], 0)
            if s.keys[o] & KEY.veteran == 0:  # WTA-16.8
                mark(s, o)
    s.cursor = 0
    s.battle = BATTLE.attack_window
    open_window(s, k, WINDOW.attack)  # WTA-13.3


# Defenders (WTA-13.4)


@rule
def next_defender(s: State, k: Cards, p: int) -> None:
    """Ask the creatures of the Defensive in increasing entry number; `cursor` is the one being asked."""
    for i in range(s.n_board):
        d = s.board[i]
        if s.entry[d] >= max(1, s.cursor):
            if s.entry[d] > s.cursor:
                s.guard_from = 0
            s.cursor = s.entry[d]
            if can_still_defend(s, k, p, d):
                ask(s, ASK.defend, p)
                return
    s.cursor = 0
    s.guard_from = 0
    for i in range(s.n_board):
        if s.attack[s.board[i]] & FIGHT.defended:
            note_triggers(s, k, s.board[i], WHEN.blocked)  # WTA-13.6
    s.check = CHECK.board
    s.battle = BATTLE.blocked_triggers


@rule
def can_still_defend(s: State, k: Cards, p: int, d: int) -> int:
    if not commands(s, k, p, d) or s.front[d] != FRONT.defensive or s.state[d] != IS.unmarked:
        return 0
    return defences(s, k, d, 0)


@rule
def defences(s: State, k: Cards, d: int, offering: int) -> int:
    """Whether a creature may still defend against some attacker; with `offering` all of them are offered."""
    for i in range(s.n_board):
        if s.entry[s.board[i]] > s.guard_from and may_defend(s, k, d, s.board[i]):
            if not offering:
                return 1
            offer(s, TO.object + i)
    return 0


@rule
def at_entry(s: State, entry: int) -> int:
    """The object in play with an entry number."""
    for i in range(s.n_board):
        if s.entry[s.board[i]] == entry:
            return s.board[i]
    return -1


@rule
def offer_defence(s: State, k: Cards) -> None:
    offer(s, TO.done)
    defences(s, k, at_entry(s, s.cursor), 1)


@rule
def defend(s: State, a: int) -> None:
    """A Guard is asked again for attackers with a higher entry number (WTA-16.4)."""
    d = at_entry(s, s.cursor)
    if a == TO.done:
        s.cursor += 1
        s.guard_from = 0
        return
    z = s.board[a - TO.object]
    if s.n_pairs < MOST_PAIRS:
        s.pair[0][s.n_pairs] = d
        s.pair[1][s.n_pairs] = z
        s.n_pairs += 1
    s.attack[z] |= FIGHT.defended
    if s.keys[d] & KEY.guard:
        s.guard_from = s.entry[z]
    else:
        s.cursor += 1
        s.guard_from = 0


# One combat after the other (WTA-13.7, WTA-13.8)


@rule
def offer_combats(s: State) -> None:
    for i in range(s.n_board):
        if s.attack[s.board[i]] & FIGHT.attacking:
            offer(s, TO.object + i)


@rule
def choose_combat(s: State, k: Cards, a: int) -> None:
    o = s.board[a - TO.object]
    s.combat = o + 1
    s.combat_ended = 0
    s.combat_chooser = 1 - s.combat_chooser
    s.battle = BATTLE.combat_window
    note(SAY.combat, s.player[o], s.card[o], s.attack[o] & FIGHT.defended)
    open_window(s, k, WINDOW.combat)


@rule
def fight_or_not(s: State, k: Cards) -> None:
    """After the combat window: damage, if the attacker still attacks and the combat was not ended."""
    z = s.combat - 1
    s.battle = BATTLE.combat_over
    if s.attack[z] & FIGHT.attacking and not s.combat_ended:
        s.battle = BATTLE.first_strike


@rule
def end_combat(s: State) -> None:
    z = s.combat - 1
    if s.attack[z] & FIGHT.attacking:
        leave_combat(s, z)
    for i in range(s.n_board):
        s.attack[s.board[i]] &= FIGHT.attacking | FIGHT.defended
    s.combat = 0
    s.combat_ended = 0
    s.battle = BATTLE.ordering


# Combat damage (WTA-13.9, WTA-13.10, WTA-13.11)


@rule
def strike(s: State, k: Cards, z: int, first: int) -> None:
    """One damage step: those with First strike, then the others still in this combat."""
    s.battle = BATTLE.second_strike if first else BATTLE.combat_over
    if s.attack[z] & FIGHT.attacking == 0:
        return
    p = 1 - active(s)
    if s.attack[z] & FIGHT.defended == 0:
        if first == 0:
            hit_player(s, k, z, p, attack_of(s, k, z))
            s.check = CHECK.board
        return
    z_strikes = strikes_now(s, z, first)
    over = excess(s, k, z) if z_strikes and s.keys[z] & KEY.overrun else 0
    for i in range(s.n_board):  # WTA-14.7: in increasing entry number
        d = s.board[i]
        if defends(s, d, z) and strikes_now(s, d, first):
            s.attack[d] |= FIGHT.struck
            wound(s, d, z, attack_of(s, k, d))
    if z_strikes:
        s.attack[z] |= FIGHT.struck
        strike_defenders(s, k, z)
        if over > 0:
            hit_player(s, k, z, p, over)
    s.check = CHECK.combat


@rule
def strikes_now(s: State, o: int, first: int) -> int:
    """WTA-16.3: First strike in step 1, whoever has not struck in step 2."""
    if first:
        return 1 if s.keys[o] & KEY.first_strike else 0
    return 1 if s.attack[o] & FIGHT.struck == 0 else 0


@rule
def defends(s: State, d: int, z: int) -> int:
    for i in range(s.n_pairs):
        if s.pair[0][i] == d and s.pair[1][i] == z:
            return 1
    return 0


@rule
def excess(s: State, k: Cards, z: int) -> int:
    """WTA-16.9: the ATK beyond what all present defenders still stand."""
    n = attack_of(s, k, z)
    for i in range(s.n_pairs):
        if s.pair[1][i] == z:
            d = s.pair[0][i]
            n -= max(0, defence_of(s, k, d) - s.damage[d])
    return n


@rule
def strike_defenders(s: State, k: Cards, z: int) -> None:
    """WTA-13.11: the full ATK to each; `attacker_damage = split` hands it out in increasing entry number."""
    left = attack_of(s, k, z)
    coming = 0
    for i in range(s.n_board):
        coming += defends(s, s.board[i], z)
    for i in range(s.n_board):
        d = s.board[i]
        if defends(s, d, z):
            coming -= 1
            part = left
            if k.damage_split and (coming > 0 or s.keys[z] & KEY.overrun):
                part = min(left, max(0, defence_of(s, k, d) - s.damage[d]))
            wound(s, z, d, part)
            if k.damage_split:
                left -= part


@rule
def wound(s: State, source: int, o: int, n: int) -> None:
    """Combat damage to a creature; WTA-16.6: Stun."""
    dealt = damage_creature(s, o, n)
    if dealt > 0 and s.keys[source] & KEY.stun:
        s.stun[o] = min(100, s.stun[o] + 1)
        note(SAY.stunned, s.player[o], s.card[o], 1)


@rule
def hit_player(s: State, k: Cards, z: int, p: int, n: int) -> None:
    """WTA-8.6, WTA-13.9: influence is lost; 1 or more is a Hit."""
    lose_influence(s, p, n, 1)
    if n > 0 and has_text(s, z):
        note_triggers(s, k, z, WHEN.hit)
