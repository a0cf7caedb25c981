"""The greedy bot: a sensible curve, attacks that pay, defence where it must; and the hooks for search."""

from tablewright.engine import Moves, below, chapter, rule

from .combat import at_entry
from .gold import available
from .ids import (
    A_KIND,
    A_NUMBER,
    A_START,
    ABANDON,
    ACCEPT,
    ASK_ALLIES,
    ASK_ATTACKERS,
    ASK_DEFEND,
    ASK_DISCARD,
    ASK_DISCARD_COST,
    ASK_DISCARD_DOWN,
    ASK_DRAW,
    ASK_ENTRANCE,
    ASK_FRONT,
    ASK_KEEP_CARD,
    ASK_MOVE,
    ASK_MOVEATTACK,
    ASK_PICKUP,
    ASK_PLAY,
    ASK_RESPOND,
    ASK_SEARCH,
    ASK_TARGET,
    ASK_TOLL,
    ASK_TRIGGER_TARGET,
    ASK_UPKEEP,
    ASK_X,
    ASSIGN,
    ATTACK,
    ATTACKING,
    CARD,
    CREATURE,
    DEFENDED,
    DEFENSIVE,
    DESIGNS,
    DISCARD_ONE,
    DONE,
    DRAW_CARD,
    FIELD,
    FLYING,
    FRONT,
    GIVE,
    GRAVE_CARD,
    GUARD,
    I_ABILITY,
    I_CARD,
    I_PLAYER,
    I_SLOT,
    I_TARGET,
    I_TARGET_KIND,
    ITEM,
    LAY,
    MARK_GOLD,
    OBJECT,
    OFFENSIVE,
    ON_USE,
    OVERRUN,
    PAY,
    PEACEFUL,
    PLAY_CARD,
    PLAYER,
    STEP_PLAY_2,
    TARGET_CREATURE,
    USE,
    USES,
    X,
)
from .judgement import (
    attack_value,
    first_word,
    is_for_enemies,
    kills,
    play_value,
    standing,
    use_value,
    uselessness,
    wanted_gold,
    worth,
)
from .language import (
    DO_BOOST,
    DO_COUNTER,
    DO_CREATE,
    DO_DEAL,
    DO_DESTROY,
    DO_GAIN,
    DO_GOLD,
    DO_GRANT,
    DO_IF,
    DO_RETURN,
)
from .layout import Cards, State
from .objects import attack_of, defence_of
from .targets import gold_cost

ENOUGH_RESOURCES = 8
NEVER = -1000000


@rule
def greedy(s: State, k: Cards, m: Moves) -> int:
    """The option that looks best by itself; ties at random."""
    best = NEVER
    chosen = s.option[0] + 0
    ties = 0
    for i in range(s.n_options):
        a = s.option[i] + 0
        value = option_value(s, k, a)
        if value > best:
            best = value
            ties = 0
        if value == best:
            ties += 1
            if below(m, ties) == 0:
                chosen = a
    return chosen


@chapter
def option_value(s: State, k: Cards, a: int) -> int:
    """How much an option appeals; 0 is what a way out is worth."""
    at = s.ask
    p = s.asker + 0
    if at == ASK_PLAY:
        return action_value(s, k, p, a)
    if at == ASK_RESPOND:
        return response_value(s, k, p, a)
    if at in (ASK_TARGET, ASK_TRIGGER_TARGET):
        return target_value(s, k, p, a)
    if at == ASK_ENTRANCE:
        return 0 if a == DONE else 10 + k.cost[a - PLAY_CARD]
    if at == ASK_DEFEND:
        return 0 if a == DONE else defence_value(s, k, at_entry(s, s.cursor + 0), s.board[a - OBJECT] + 0)
    if at == ASK_ATTACKERS:
        return 0 if a == DONE else attack_choice(s, k, p, s.board[a - OBJECT] + 0)
    if at == ASK_MOVEATTACK:
        return phase_value(s, k, p, a)
    return other_value(s, k, p, a)


@rule
def other_value(s: State, k: Cards, p: int, a: int) -> int:
    at = s.ask
    if at == ASK_FRONT:
        return front_value(s, k, p, a - FRONT)
    if at == ASK_X:
        return x_value(s, k, a - X)
    if at in (ASK_DISCARD, ASK_DISCARD_COST, ASK_DISCARD_DOWN):
        return uselessness(s, k, p, a - CARD)
    if at == ASK_DRAW:
        return 1 if a == DRAW_CARD and s.n_hand[p] <= k.hand_limit else 0
    if at == ASK_UPKEEP:
        return upkeep_value(s, k, p, a)
    if at == ASK_SEARCH:
        return 0 if a == DONE else 1 + min(k.cost[a - CARD] + 0, s.n_resource[p] + 2)
    if at == ASK_TOLL:
        return 1 if (a == DISCARD_ONE) == (s.n_hand[p] > 2) else 0
    if at == ASK_ALLIES:
        return -worth(s, k, s.board[a - OBJECT] + 0)
    if at in (ASK_MOVE, ASK_KEEP_CARD):
        return 1 if a == DONE else 0
    if at == ASK_PICKUP:
        return 0 if a == DONE else 1
    return 1 if a == DONE else 0


# Play phases


@rule
def action_value(s: State, k: Cards, p: int, a: int) -> int:
    if a == DONE:
        return 0
    if a < PLAY_CARD:
        return lay_value(s, k, p, a - LAY)
    if a < USE:
        return play_value(s, k, p, a - PLAY_CARD)
    if a < MARK_GOLD:
        return ability_value(s, k, p, a - USE)
    if a >= ACCEPT and a < ABANDON:
        return 60
    if a >= ASSIGN and a < GIVE:
        o = s.board[a - ASSIGN]
        return 30 if k.assign_cost[s.card[o]] == 0 and s.turn > 2 else 0
    return -1


@rule
def lay_value(s: State, k: Cards, p: int, c: int) -> int:
    """A resource card every turn until there are enough, and whatever would be discarded anyway."""
    if s.n_resource[p] < ENOUGH_RESOURCES or s.n_hand[p] > k.hand_limit - 2:
        return 40 + uselessness(s, k, p, c) if s.n_hand[p] > 1 else -1
    return -1


@rule
def ability_at(s: State, k: Cards, x: int) -> int:
    """The ability that a USE option means."""
    c = s.card[s.board[x // USES]]
    for a in range(k.first_ability[c], k.first_ability[c + 1]):
        if k.ability[a][A_KIND] == ON_USE and k.ability[a][A_NUMBER] == x % USES:
            return a
    return 0


@rule
def ability_value(s: State, k: Cards, p: int, x: int) -> int:
    """In Play 2, after the attack, so that nobody is marked who might have attacked."""
    a = ability_at(s, k, x)
    o = s.board[x // USES] + 0
    op = first_word(k, a)
    if s.step != STEP_PLAY_2 and s.front[o] == OFFENSIVE and attack_value(s, k, o) > 0:
        return 0
    if op == DO_GOLD:
        return 5 if s.step == STEP_PLAY_2 and wanted_gold(s, k, p) else 0
    if op == DO_CREATE:
        return 5
    return use_value(s, k, p, o, a)


# Responses: removal against attackers, tricks in a fight, counters for what is dear


@rule
def response_value(s: State, k: Cards, p: int, a: int) -> int:
    if a == DONE:
        return 0
    ability = k.play_ability[a - PLAY_CARD] + 0 if a < USE else ability_at(s, k, a - USE)
    op = first_word(k, ability)
    if op == DO_COUNTER:
        return 1 if s.n_chain > 0 and s.chain[s.n_chain - 1][I_PLAYER] != p and top_cost(s) >= 3 else -1
    if op == DO_GAIN:
        return 5
    under_attack = strongest_attacker(s, k, 1 - p)
    if op in (DO_DEAL, DO_DESTROY, DO_RETURN, DO_IF) and under_attack > 8:
        return under_attack
    if op in (DO_BOOST, DO_GRANT) and s.combat > 0 and strongest_attacker(s, k, p) > 0:
        return 1
    return -1


@rule
def top_cost(s: State) -> int:
    return s.cost[s.chain[s.n_chain - 1][I_SLOT]] + 0


@rule
def strongest_attacker(s: State, k: Cards, p: int) -> int:
    best = 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        if s.player[o] == p and s.attack[o] & ATTACKING:
            best = max(best, worth(s, k, o))
    return best


# Targets


@rule
def target_value(s: State, k: Cards, p: int, a: int) -> int:
    """The enemy's best for what hurts, the own best for what helps."""
    ability = s.now[I_ABILITY] + 0
    hurts = is_for_enemies(k, s.now[I_CARD] + 0, ability)
    if a >= OBJECT and a < GRAVE_CARD:
        o = s.board[a - OBJECT] + 0
        value = worth(s, k, o) if k.type[s.card[o]] == CREATURE else 3 + gold_cost(s, k, o)
        if first_word(k, ability) == DO_DEAL and not dies_of(s, k, o, ability):
            value = 1
        if s.attack[o] & ATTACKING:
            value += 5
        return value if (s.player[o] != p) == (hurts > 0) else -value
    if a >= GRAVE_CARD and a < ITEM:
        c = (a - GRAVE_CARD) % DESIGNS
        return 2 * k.attack[c] + k.defence[c]
    if a >= PLAYER and a < FIELD:
        return 3 if (a - PLAYER != p) == (hurts > 0) else -3
    return 1


@rule
def dies_of(s: State, k: Cards, o: int, ability: int) -> int:
    """Whether the damage of an ability kills; X is taken as what is still to be had."""
    word = k.program[k.ability[ability][A_START]]
    n = word[2] + word[3] * available(s, k, s.now[I_PLAYER] + 0)
    return 1 if n >= defence_of(s, k, o) - s.damage[o] + s.shield[o] else 0


@rule
def x_value(s: State, k: Cards, x: int) -> int:
    """Just enough to kill the target, otherwise as much as possible."""
    o = s.now[I_TARGET] + 0
    if s.now[I_TARGET_KIND] == TARGET_CREATURE and s.now[I_ABILITY] >= 0:
        need = 2
        if first_word(k, s.now[I_ABILITY] + 0) == DO_DEAL:
            need = defence_of(s, k, o) - s.damage[o] + s.shield[o]
        return x if x <= need else need - x
    return x


# Fronts and fights


@rule
def front_value(s: State, k: Cards, p: int, front: int) -> int:
    """Attackers to the Offensive, as long as the Defensive is not short of creatures."""
    c = s.now[I_CARD]
    mine = 0
    theirs = 0
    for i in range(s.n_board):
        o = s.board[i]
        if k.type[s.card[o]] == CREATURE:
            if s.player[o] == p and s.front[o] == DEFENSIVE:
                mine += 1
            elif s.player[o] != p and s.front[o] == OFFENSIVE:
                theirs += 1
    defensive = mine < theirs or k.keys[c] & (PEACEFUL | GUARD) != 0 or k.attack[c] == 0
    if k.keys[c] & FLYING and k.attack[c] > 0:
        defensive = mine == 0 and theirs > 1
    return 1 if (front == DEFENSIVE) == defensive else 0


@rule
def attack_choice(s: State, k: Cards, p: int, z: int) -> int:
    """Whatever pays; everything when it may end the game."""
    total = 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        if k.type[s.card[o]] == CREATURE and s.player[o] == p and s.front[o] == OFFENSIVE:
            total += attack_of(s, k, o)
    if total >= s.influence[1 - p]:
        return 50
    return attack_value(s, k, z) if attack_of(s, k, z) > 0 else -1


@rule
def phase_value(s: State, k: Cards, p: int, a: int) -> int:
    if a != ATTACK:
        return 0 if a == DONE else -1
    best = -1
    for i in range(s.n_board):
        o = s.board[i] + 0
        mine = k.type[s.card[o]] == CREATURE and s.player[o] == p and s.front[o] == OFFENSIVE
        if mine and s.state[o] == 0 and s.rested[o] == 0 and s.keys[o] & PEACEFUL == 0:
            best = max(best, attack_choice(s, k, p, o))
    return best


@rule
def defence_value(s: State, k: Cards, d: int, z: int) -> int:
    """What is saved and killed less what is lost; in need every attacker is met."""
    p = s.player[d]
    damage = attack_of(s, k, z)
    incoming = 0
    for i in range(s.n_board):
        o = s.board[i] + 0
        if s.attack[o] & ATTACKING and s.attack[o] & DEFENDED == 0:
            incoming += attack_of(s, k, o)
    value = 0
    if s.attack[z] & DEFENDED == 0 and s.keys[z] & OVERRUN == 0:
        value += 2 * damage
        if incoming >= s.influence[p]:
            value += 100
    if kills(s, k, d, z):
        value += worth(s, k, z)
    if kills(s, k, z, d):
        value -= worth(s, k, d)
    return value


@rule
def upkeep_value(s: State, k: Cards, p: int, a: int) -> int:
    """Paid for what is one's own, not for what sits on an enemy."""
    o = s.picked - 1
    own = s.host[o] == 0 or s.player[s.host[o] - 1] == p
    return 1 if (a == PAY) == own else 0


# Hooks for search


@rule
def playout(s: State, k: Cards, m: Moves) -> int:
    """Mostly greedy, so that games come to an end; one choice in four at random, so that they differ."""
    if below(m, 4) == 0:
        return s.option[below(m, s.n_options)] + 0
    return greedy(s, k, m)


@rule
def estimate(s: State, k: Cards, p: int) -> int:
    """The expected share of the win in ten-thousandths."""
    if s.ended:
        return 5000 if s.winner > 1 else 10000 if s.winner == p else 0
    ahead = standing(s, k, p) - standing(s, k, 1 - p)
    return max(300, min(9700, 5000 + 12 * ahead))
