"""The greedy bot: a sensible curve, attacks that pay, defence where it must; and the hooks for search."""

from tablewright.engine import Moves, below, chapter, rule

from .announce import ability_at
from .combat import at_entry, may_attack
from .gold import available
from .ids import ASK, DESIGNS, FIGHT, FRONT, ITEM, STEP, TO, USES
from .judgement import (
    attack_value,
    best_creature,
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
from .objects import attack_of, commands, creatures_in, defence_of
from .state import Cards, State
from .targets import gold_cost
from .vocabulary import ABILITY, AIM, DO, KEY, TYPE

ENOUGH_RESOURCES = 8
NEVER = -1000000


@rule
def greedy(s: State, k: Cards, m: Moves) -> int:
    """The option that looks best by itself; ties at random."""
    best = NEVER
    chosen = s.option[0]
    ties = 0
    for i in range(s.n_options):
        a = s.option[i]
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
    p = s.decider
    if at == ASK.play:
        return action_value(s, k, p, a)
    if at == ASK.respond:
        return response_value(s, k, p, a)
    if at in (ASK.target, ASK.trigger_target):
        return target_value(s, k, p, a)
    if at == ASK.entrance:
        return 0 if a == TO.done else 10 + k.cost[a - TO.play]
    if at == ASK.defend:
        return 0 if a == TO.done else defence_value(s, k, at_entry(s, s.cursor), s.board[a - TO.object])
    if at == ASK.attackers:
        return 0 if a == TO.done else attack_choice(s, k, p, s.board[a - TO.object])
    if at == ASK.moveattack:
        return phase_value(s, k, p, a)
    return other_value(s, k, p, a)


@rule
def other_value(s: State, k: Cards, p: int, a: int) -> int:
    at = s.ask
    if at == ASK.front:
        return front_value(s, k, p, a - TO.front)
    if at == ASK.choose_x:
        return x_value(s, k, a - TO.x)
    if at in (ASK.discard, ASK.discard_cost, ASK.discard_down):
        return uselessness(s, k, p, a - TO.card)
    if at == ASK.draw2:
        return 1 if a == TO.draw and s.n_hand[p] <= k.hand_limit else 0
    if at == ASK.upkeep:
        return upkeep_value(s, k, p, a)
    if at == ASK.search:
        return 0 if a == TO.done else 1 + min(k.cost[a - TO.card], s.n_resource[p] + 2)
    if at == ASK.toll:
        return 1 if (a == TO.discard) == (s.n_hand[p] > 2) else 0
    if at == ASK.allies:
        return -worth(s, k, s.board[a - TO.object])
    if at == ASK.pickup:
        return 0 if a == TO.done else 1
    return 1 if a == TO.done else 0


# Play phases


@rule
def action_value(s: State, k: Cards, p: int, a: int) -> int:
    if a == TO.done:
        return 0
    if a < TO.play:
        return lay_value(s, k, p, a - TO.lay)
    if a < TO.use:
        return play_value(s, k, p, a - TO.play)
    if a < TO.mark:
        return ability_value(s, k, p, a - TO.use)
    if a >= TO.accept and a < TO.abandon:
        return 60
    if a >= TO.assign and a < TO.give:
        o = s.board[a - TO.assign]
        return 30 if k.assign_cost[s.card[o]] == 0 and s.turn > 2 else 0
    return -1


@rule
def pointless(s: State, k: Cards, a: int) -> int:
    """Abandoning a quest (WTA-17.4): having accepted it costs nothing and can only bring something."""
    return 1 if a >= TO.abandon and a < TO.object else 0


@rule
def lay_value(s: State, k: Cards, p: int, c: int) -> int:
    """A resource card every turn until there are enough, and whatever would be discarded anyway."""
    if s.n_resource[p] < ENOUGH_RESOURCES or s.n_hand[p] > k.hand_limit - 2:
        return 40 + uselessness(s, k, p, c) if s.n_hand[p] > 1 else -1
    return -1


@rule
def ability_value(s: State, k: Cards, p: int, x: int) -> int:
    """In Play 2, after the attack, so that nobody is marked who might have attacked."""
    a = ability_at(s, k, x)
    o = s.board[x // USES]
    op = first_word(k, a)
    if s.step != STEP.play_2 and s.front[o] == FRONT.offensive and attack_value(s, k, o) > 0:
        return 0
    if op == DO.gold:
        return 5 if s.step == STEP.play_2 and wanted_gold(s, k, p) else 0
    if op == DO.create:
        return 5
    return use_value(s, k, p, o, a)


# Responses: removal against attackers, tricks in a fight, counters for what is dear


@rule
def response_value(s: State, k: Cards, p: int, a: int) -> int:
    if a == TO.done:
        return 0
    ability = k.play_ability[a - TO.play] if a < TO.use else ability_at(s, k, a - TO.use)
    op = first_word(k, ability)
    if op == DO.counter:
        item = s.n_chain - 1
        return 1 if item >= 0 and s.chain[item][ITEM.player] != p and s.cost[s.chain[item][ITEM.slot]] >= 3 else -1
    if op == DO.gain:
        return 5
    under_attack = best_creature(s, k, 1 - p, 1)
    if op in (DO.deal, DO.destroy, DO.return_, DO.if_) and under_attack > 8:
        return under_attack
    if op in (DO.boost, DO.grant) and s.combat > 0 and best_creature(s, k, p, 1) > 0:
        return 1
    return -1


# Targets


@rule
def target_value(s: State, k: Cards, p: int, a: int) -> int:
    """The enemy's best for what hurts, the own best for what helps."""
    ability = s.now[ITEM.ability]
    hurts = is_for_enemies(k, s.now[ITEM.card], ability)
    if a >= TO.object and a < TO.grave:
        o = s.board[a - TO.object]
        value = worth(s, k, o) if k.type[s.card[o]] == TYPE.creature else 3 + gold_cost(s, k, o)
        if first_word(k, ability) == DO.deal and not dies_of(s, k, o, ability):
            value = 1
        if s.attack[o] & FIGHT.attacking:
            value += 5
        return value if (s.player[o] != p) == (hurts > 0) else -value
    if a >= TO.grave and a < TO.item:
        c = (a - TO.grave) % DESIGNS
        return int(2 * k.attack[c] + k.defence[c])
    if a >= TO.player and a < TO.field:
        return 3 if (a - TO.player != p) == (hurts > 0) else -3
    return 1


@rule
def dies_of(s: State, k: Cards, o: int, ability: int) -> int:
    """Whether the damage of an ability kills; X is taken as what is still to be had."""
    word = k.program[k.ability[ability][ABILITY.start]]
    n = word[2] + word[3] * available(s, k, s.now[ITEM.player])
    return 1 if n >= defence_of(s, k, o) - s.damage[o] + s.shield[o] else 0


@rule
def x_value(s: State, k: Cards, x: int) -> int:
    """Just enough to kill the target, otherwise as much as possible."""
    o = s.now[ITEM.target]
    if s.now[ITEM.target_kind] == AIM.creature and s.now[ITEM.ability] >= 0:
        need = 2
        if first_word(k, s.now[ITEM.ability]) == DO.deal:
            need = defence_of(s, k, o) - s.damage[o] + s.shield[o]
        return x if x <= need else need - x
    return x


# Fronts and fights


@rule
def front_value(s: State, k: Cards, p: int, front: int) -> int:
    """Attackers to the Offensive, as long as the Defensive is not short of creatures."""
    c = s.now[ITEM.card]
    mine = creatures_in(s, k, p, FRONT.defensive)
    theirs = creatures_in(s, k, 1 - p, FRONT.offensive)
    defensive = mine < theirs or k.keys[c] & (KEY.peaceful | KEY.guard) != 0 or k.attack[c] == 0
    if k.keys[c] & KEY.flying and k.attack[c] > 0:
        defensive = mine == 0 and theirs > 1
    return 1 if (front == FRONT.defensive) == defensive else 0


@rule
def attack_choice(s: State, k: Cards, p: int, z: int) -> int:
    """Whatever pays; everything when it may end the game."""
    total = 0
    for i in range(s.n_board):
        o = s.board[i]
        if commands(s, k, p, o) and s.front[o] == FRONT.offensive:
            total += attack_of(s, k, o)
    if total >= s.influence[1 - p]:
        return 50
    return attack_value(s, k, z) if attack_of(s, k, z) > 0 else -1


@rule
def phase_value(s: State, k: Cards, p: int, a: int) -> int:
    if a != TO.attack:
        return 0 if a == TO.done else -1
    best = -1
    for i in range(s.n_board):
        if may_attack(s, k, p, s.board[i]):
            best = max(best, attack_choice(s, k, p, s.board[i]))
    return best


@rule
def defence_value(s: State, k: Cards, d: int, z: int) -> int:
    """What is saved and killed less what is lost; in need every attacker is met."""
    p = s.player[d]
    damage = attack_of(s, k, z)
    incoming = 0
    for i in range(s.n_board):
        o = s.board[i]
        if s.attack[o] & FIGHT.attacking and s.attack[o] & FIGHT.defended == 0:
            incoming += attack_of(s, k, o)
    value = 0
    if s.attack[z] & FIGHT.defended == 0 and s.keys[z] & KEY.overrun == 0:
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
    return 1 if (a == TO.pay) == own else 0


# Hooks for search


@rule
def playout(s: State, k: Cards, m: Moves) -> int:
    """Mostly greedy, so that games come to an end; one choice in four at random, so that they differ."""
    if below(m, 4) == 0:
        return s.option[below(m, s.n_options)]
    return greedy(s, k, m)


@rule
def estimate(s: State, k: Cards, p: int) -> int:
    """The expected share of the win in ten-thousandths."""
    if s.ended:
        return 5000 if s.winner > 1 else 10000 if s.winner == p else 0
    ahead = standing(s, k, p) - standing(s, k, 1 - p)
    return max(300, min(9700, 5000 + 12 * ahead))
