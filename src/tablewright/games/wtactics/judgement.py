"""What a bot makes of a position: the worth of creatures and cards, what a card's text is for, who would win."""

from tablewright.engine import rule

from .gold import available
from .ids import FIGHT, FRONT, IS
from .objects import attack_of, commands, defence_of
from .state import Cards, State
from .targets import gold_cost
from .vocabulary import ABILITY, DO, KEY, STATIC, TYPE

HURTS = sum(1 << word for word in (DO.deal, DO.destroy, DO.return_, DO.top, DO.mark, DO.stun, DO.remove, DO.control))
HURTS |= (1 << DO.weaken) | (1 << DO.if_)


@rule
def worth(s: State, k: Cards, o: int) -> int:
    """What a creature in play is worth to its controller."""
    return 2 * attack_of(s, k, o) + defence_of(s, k, o) + gold_cost(s, k, o) + (2 if s.keys[o] & KEY.flying else 0)


@rule
def first_word(k: Cards, a: int) -> int:
    """The first effect word of an ability tells what it is for."""
    return int(k.program[k.ability[a][ABILITY.start]][0])


@rule
def attachment_helps(k: Cards, c: int) -> int:
    """Whether an Equipment or Enchantment is good for its host."""
    good = 0
    for t in range(k.first_static[c], k.first_static[c + 1]):
        good += k.static[t][STATIC.attack] + k.static[t][STATIC.defence]
        if k.static[t][STATIC.keys] & (KEY.peaceful | KEY.cannot_defend | KEY.stays_marked):
            good -= 10
    return 1 if good > 0 else 0


@rule
def is_for_enemies(k: Cards, c: int, a: int) -> int:
    """Whether the target of an ability should be an enemy."""
    op = first_word(k, a)
    if op == DO.end:
        return 1 - attachment_helps(k, c)
    return 1 if HURTS >> op & 1 or op in (DO.lose, DO.mill, DO.toll, DO.tax) else 0


@rule
def best_creature(s: State, k: Cards, p: int, of_attackers: int) -> int:
    """The worth of a player's best creature, or of its best attacker."""
    best = 0
    for i in range(s.n_board):
        o = s.board[i]
        if commands(s, k, p, o) and (not of_attackers or s.attack[o] & FIGHT.attacking):
            best = max(best, worth(s, k, o))
    return best


@rule
def army(s: State, k: Cards, p: int) -> int:
    """The worth of all creatures that a player controls."""
    total = 0
    for i in range(s.n_board):
        o = s.board[i]
        if commands(s, k, p, o):
            total += worth(s, k, o)
    return total


@rule
def striking_power(s: State, k: Cards, p: int) -> int:
    """The ATK in a player's Offensive."""
    n = 0
    for i in range(s.n_board):
        o = s.board[i]
        if commands(s, k, p, o) and s.front[o] == FRONT.offensive and s.state[o] != IS.assigned:
            n += attack_of(s, k, o)
    return n


@rule
def could_defend(s: State, k: Cards, d: int, z: int) -> int:
    """Whether d could be declared against z if it attacked."""
    if s.state[d] != IS.unmarked or s.keys[d] & KEY.cannot_defend or s.cannot_defend[s.player[d]]:
        return 0
    if s.keys[z] & KEY.flying and s.keys[d] & (KEY.flying | KEY.ranged) == 0:
        return 0
    return 1 if gold_cost(s, k, d) >= k.stealth[s.card[z]] else 0


@rule
def kills(s: State, k: Cards, source: int, o: int) -> int:
    return 1 if attack_of(s, k, source) >= defence_of(s, k, o) - s.damage[o] + s.shield[o] else 0


@rule
def duel(s: State, k: Cards, z: int, d: int) -> int:
    """What the controller of z gains if d alone defends against it."""
    z_kills = kills(s, k, z, d)
    d_kills = kills(s, k, d, z)
    if z_kills and s.keys[z] & KEY.first_strike and s.keys[d] & KEY.first_strike == 0:
        d_kills = 0
    if d_kills and s.keys[d] & KEY.first_strike and s.keys[z] & KEY.first_strike == 0:
        z_kills = 0
    return (worth(s, k, d) if z_kills else 0) - (worth(s, k, z) if d_kills else 0)


@rule
def attack_value(s: State, k: Cards, z: int) -> int:
    """What an attack with z brings if the worst defender stands against it; more if there is none."""
    foe = 1 - s.player[z]
    worst = 3 * attack_of(s, k, z)
    for i in range(s.n_board):
        d = s.board[i]
        mine = commands(s, k, foe, d) and s.front[d] == FRONT.defensive
        if mine and could_defend(s, k, d, z):
            worst = min(worst, duel(s, k, z, d))
    return worst


@rule
def uselessness(s: State, k: Cards, p: int, c: int) -> int:
    """How little a card of the hand helps soon: far above or far below what the resource cards pay."""
    reach = s.n_resource[p] + 2
    cost = k.cost[c]
    far = 3 * (cost - reach) if cost > reach else reach - cost
    copies = 0
    for i in range(s.n_hand[p]):
        if s.card[s.hand[p][i]] == c:
            copies += 1
    return far + 2 * copies - (3 if k.type[c] == TYPE.creature else 0)


@rule
def play_value(s: State, k: Cards, p: int, c: int) -> int:
    """What it brings to play a card in a Play phase; 0 or less: keep it."""
    kind = k.type[c]
    a = k.play_ability[c]
    if kind == TYPE.creature:
        return 20 + k.cost[c]
    if a < 0:
        return 0
    foe = 1 - p
    op = first_word(k, a)
    if op == DO.end:
        if attachment_helps(k, c):
            return 8 if best_creature(s, k, p, 0) > 3 else 0
        return 12 if best_creature(s, k, foe, 0) > 6 else 0
    if op == DO.lose:
        return army(s, k, foe) - army(s, k, p) - 10
    if op in (DO.destroy, DO.return_, DO.control, DO.top, DO.if_):
        return best_creature(s, k, foe, 0) - 4
    if op == DO.deal:
        return best_creature(s, k, foe, 0) - 3
    if op in (DO.draw, DO.dig, DO.search, DO.raise_, DO.toll):
        return 6
    if op == DO.no_defence:
        return striking_power(s, k, p) - 3
    if op in (DO.mill, DO.tax):
        return 1
    return 0


@rule
def use_value(s: State, k: Cards, p: int, o: int, a: int) -> int:
    """What it brings to use an ability in a Play phase."""
    op = first_word(k, a)
    if op in (DO.destroy, DO.draw, DO.lose):
        return 7
    if op in (DO.deal, DO.weaken):
        return 5 if best_creature(s, k, 1 - p, 0) > 0 else 0
    if op == DO.unmark:
        return 4
    if op == DO.mark:
        return 3
    if op > DO.raise_ or op == DO.mill:
        return 1
    return 0


@rule
def wanted_gold(s: State, k: Cards, p: int) -> int:
    """1 if one gold more would let the player play a creature of its hand."""
    have = available(s, k, p)
    for i in range(s.n_hand[p]):
        c = s.card[s.hand[p][i]]
        if k.type[c] == TYPE.creature and k.cost[c] == have + 1:
            return 1
    return 0


@rule
def standing(s: State, k: Cards, p: int) -> int:
    """How a player stands: influence, victory points, army, cards and resource cards."""
    points = 10 * s.influence[p] + 60 * s.vp[p] + 4 * army(s, k, p)
    return points + 8 * min(7, s.n_hand[p]) + 12 * min(9, s.n_resource[p])
