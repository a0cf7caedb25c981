"""The combat phase: start-of-combat abilities, power, prizes, the end of a round (MEN-9 to MEN-12, MEN-20)."""

from tablewright.engine import Moves, below, chapter, note, offer, rule

from .market import list_stacks, next_listed, player_at
from .state import ASK, COUNT, DO, MARK, SAY, STAGE, TIE, TO, TOP_LEVEL, Cards, State
from .tableau import count_stacks, discard_stack, sale_value, sell

# Start of combat


@rule
def next_combat_step(s: State, k: Cards) -> None:
    """MEN-9.1, MEN-20.10, MEN-20.11: Honey that is due, the next listed stack, the next player, at last the score."""
    if offer_honey(s, k):
        return
    p = player_at(s, k, s.at)
    if not s.listed:
        list_stacks(s, k, p, DO.harm_column, DO.harm_behind)
    i = next_listed(s, k, p)
    if i >= 0:
        if s.mark[p][i] & MARK.down and not k.disabled_act:
            s.due[p][i] = 0  # MEN-9.2
        else:
            act(s, k, p, i)
        return
    s.listed = 0
    s.at += 1
    if s.at == k.players:
        s.at = 0
        s.stage = STAGE.score


@rule
def act(s: State, k: Cards, p: int, i: int) -> None:
    """One stack's ability; where its owner has a say it stays listed until the answer."""
    effect = k.effect[s.animal[p][i] - 1]
    if effect == DO.harm_column:  # MEN-9.5
        harm_column(s, k, p, i, i)
    elif effect == DO.harm_front:  # MEN-20.9
        s.due[p][i] = 0
        if can_harm(s, k, p, i + 1):
            note(SAY.acts, p, s.animal[p][i], 0)
            harm(s, k, p, i + 1)
    elif effect == DO.harm_behind:  # MEN-20.9
        if can_harm(s, k, p, i - 1):
            s.decider = p
            s.ask = ASK.bee
        else:
            s.due[p][i] = 0
    elif k.value[s.animal[p][i] - 1][s.level[p][i] - 1] == 0:
        s.due[p][i] = 0  # MEN-9.7
    else:
        aim(s, k, p, i, effect)


@rule
def aim(s: State, k: Cards, p: int, i: int, effect: int) -> None:
    """MEN-9.6: the owner chooses a column; MEN-20.14: a die does, or on its last face the owner."""
    column = k.spaces
    if effect == DO.roll_column:
        column = below(s, k.spaces + 1)
        note(SAY.rolled, p, s.animal[p][i], column + 1)
    if column < k.spaces:
        harm_column(s, k, p, i, column)
    else:
        s.decider = p
        s.ask = ASK.mosquito


@rule
def can_harm(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-9.4, MEN-20.11: a stack that is not down and not protected."""
    if i < 0 or i >= k.spaces or s.animal[p][i] == 0 or s.mark[p][i] & MARK.down:
        return 0
    up = s.upgrade[p][i]
    return 0 if up > 0 and k.effect[up - 1] == DO.protect else 1


@rule
def harm(s: State, k: Cards, p: int, i: int) -> None:
    """MEN-9.3: dead (wounded) until the end of the round; MEN-20.11: its Honey will be offered."""
    s.mark[p][i] |= MARK.down
    up = s.upgrade[p][i]
    if up > 0 and k.effect[up - 1] == DO.sell_when_harmed:
        s.mark[p][i] |= MARK.honey_due
    s.probe[COUNT.killed_or_wounded] += 1
    note(SAY.harmed, p, s.animal[p][i], s.level[p][i])


@rule
def harm_column(s: State, k: Cards, p: int, i: int, column: int) -> None:
    """MEN-9.5, MEN-9.6, MEN-20.14: what the stack i of p does to a column, in all tableaus at once (MEN-1.2)."""
    card = s.animal[p][i] - 1
    note(SAY.acts, p, s.animal[p][i], column + 1)
    s.due[p][i] = 0
    sting = k.effect[card] == DO.harm_column
    most = TOP_LEVEL if sting else int(k.value[card][s.level[p][i] - 1])
    least = most if k.match_exactly and not sting else 1
    for q in range(k.players):
        spared = sting and q == p and not k.scorpion_hits_self
        if not spared and least <= s.level[q][column] <= most and can_harm(s, k, q, column):
            harm(s, k, q, column)


@rule
def offer_honey(s: State, k: Cards) -> int:
    """MEN-20.11: the newly wounded stacks with Honey, in player order."""
    for place in range(k.players):
        p = player_at(s, k, place)
        if honey_space(s, k, p) >= 0:
            s.decider = p
            s.ask = ASK.honey
            return 1
    return 0


@rule
def honey_space(s: State, k: Cards, p: int) -> int:
    for i in range(k.spaces):
        if s.mark[p][i] & MARK.honey_due:
            return i
    return -1


# Answers: MOSQUITO, BEE, HONEY


@rule
def list_columns(k: Cards, m: Moves) -> None:
    for column in range(k.spaces):
        offer(m, TO.column + column)


@rule
def choose_column(s: State, k: Cards, p: int, a: int) -> None:
    s.ask = ASK.nobody
    harm_column(s, k, p, next_listed(s, k, p), a - TO.column)


@rule
def sting_or_not(s: State, k: Cards, p: int, a: int) -> None:
    i = next_listed(s, k, p)
    s.due[p][i] = 0
    if a == TO.bee:
        harm(s, k, p, i - 1)
    s.ask = ASK.nobody


@rule
def sell_or_keep(s: State, k: Cards, p: int, a: int) -> None:
    """MEN-20.12: a sale, and Honey's bonus drafts on top."""
    i = honey_space(s, k, p)
    s.mark[p][i] &= ~MARK.honey_due
    s.ask = ASK.nobody
    if a == TO.honey:
        earned = k.value[s.upgrade[p][i] - 1][s.level[p][i] - 1]
        sell(s, k, p, i)
        s.bonus += earned
        s.probe[COUNT.bonus_drafts] += earned


# Power


@chapter
def power(s: State, k: Cards, p: int) -> int:
    """MEN-10.1, MEN-10.9: the sum over the tableau's stacks."""
    total = 0
    for i in range(k.spaces):
        if s.animal[p][i] > 0:
            value = stack_power(s, k, p, i)
            note(SAY.stack_power, p, s.animal[p][i] * 4 + s.level[p][i], value)
            total += value
    return total


@rule
def stack_power(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-10.2, MEN-10.3: printed power, own bonus, upgrade, gifts; nothing for a dead or wounded stack."""
    if s.animal[p][i] == 0 or s.mark[p][i] & MARK.down:
        return 0
    card = s.animal[p][i] - 1
    at = s.level[p][i] - 1
    total = k.power[card][at] + k.value[card][at] * own_count(s, k, p, i)
    if s.upgrade[p][i] > 0:
        total += k.power[s.upgrade[p][i] - 1][at]
    for j in range(k.spaces):
        if s.animal[p][j] > 0 and DO.lift_front <= k.effect[s.animal[p][j] - 1] <= DO.lift_ahead:
            total += gift(s, k, p, j, i)
    return total


@rule
def own_count(s: State, k: Cards, p: int, i: int) -> int:
    """MEN-10.4, MEN-10.5, MEN-10.6, MEN-20.6: how often a stack gets its own bonus."""
    effect = k.effect[s.animal[p][i] - 1]
    if effect == DO.empty_spaces:
        return k.spaces - count_stacks(s, k, p)
    n = 0
    if effect == DO.down_friends:
        for j in range(k.spaces):
            if j != i and s.mark[p][j] & MARK.down:  # MEN-1.6: a friend is another stack
                n += 1
    elif effect == DO.neighbours:  # MEN-1.7
        for j in range(max(i - 1, 0), min(i + 2, k.spaces)):
            if j != i and s.animal[p][j] > 0 and (k.horse_counts_dead or not s.mark[p][j] & MARK.down):
                n += 1
    return n


@rule
def gift(s: State, k: Cards, p: int, giver: int, i: int) -> int:
    """MEN-10.7, MEN-10.8, MEN-20.15, MEN-20.16: the power that one stack gives to the living stack i."""
    effect = k.effect[s.animal[p][giver] - 1]
    down = s.mark[p][giver] & MARK.down
    gives = 0
    if effect == DO.lift_front:
        gives = 1 if i == front_for(s, k, p, giver) else 0
    elif effect == DO.lift_behind:
        gives = 1 if i < giver else 0  # MEN-1.8: behind it
    elif i > giver and down:
        between = 0
        for j in range(giver + 1, i):
            if s.animal[p][j] > 0:
                between += 1
        gives = 1 if between < 2 else 0
    if down and not k.disabled_act:
        gives = 0
    return gives * k.value[s.animal[p][giver] - 1][s.level[p][giver] - 1]


@rule
def front_for(s: State, k: Cards, p: int, giver: int) -> int:
    """The space that a Monkey lifts: the front space, or the frontmost stack (monkey_target); -1 for none."""
    front = k.spaces - 1
    if k.frontmost:
        while front >= 0 and (s.animal[p][front] == 0 or (front == giver and not k.monkey_self)):
            front -= 1
    return -1 if front == giver and not k.monkey_self else front


# The result of combat and the end of a round


@rule
def end_round(s: State, k: Cards) -> None:
    """MEN-11, MEN-12: prizes, the next starting player, revival; after the last round the final sale."""
    award(s, k)
    revive(s, k)
    if s.round < k.rounds:
        s.round += 1
        s.stage = STAGE.round_start
    else:
        if k.final_sale:
            sell_all(s, k)
        s.ask = ASK.game_over
    count_lead(s, k)


@rule
def award(s: State, k: Cards) -> None:
    """MEN-11.1, MEN-11.2, MEN-11.3, MEN-11.4, MEN-11.5: every player's power, prize, and who starts the next round."""
    for place in range(k.players):
        p = player_at(s, k, place)
        s.power[p] = power(s, k, p)
        s.probe[COUNT.power] += s.power[p]
        note(SAY.power, p, 0, s.power[p])
    least = -1
    for place in range(k.players):
        p = player_at(s, k, place)
        rank = 1
        tied = 1
        for other in range(k.players):
            q = player_at(s, k, other)
            if s.power[q] > s.power[p]:
                rank += 1
            elif s.power[q] == s.power[p] and q != p:
                if k.tie_rule == TIE.order:
                    rank += 1 if other < place else 0
                else:
                    tied += 1
        give_prize(s, k, p, rank, tied)
        if is_least(s, k, p) and (least < 0 or not k.least_earliest):
            least = p
    s.first = least
    note(SAY.next_start, least, 0, 0)


@rule
def is_least(s: State, k: Cards, p: int) -> int:
    for q in range(k.players):
        if s.power[q] < s.power[p]:
            return 0
    return 1


@rule
def give_prize(s: State, k: Cards, p: int, rank: int, tied: int) -> None:
    """MEN-11.2: the full prize of the rank; tie_rule=split: a part of the prizes of the places the tied group takes."""
    prize = k.prize_first if rank == 1 else k.prize_second if rank == 2 else 0
    if k.tie_rule == TIE.split and rank <= 2:
        if rank == 1 and tied > 1:
            prize += k.prize_second
        prize = prize // tied
    if prize > 0:
        s.vp[p] += prize
        s.probe[COUNT.vp_combat_first if rank == 1 else COUNT.vp_combat_second] += prize
        note(SAY.prize_first if rank == 1 else SAY.prize_second, p, 0, prize)


@rule
def revive(s: State, k: Cards) -> None:
    """MEN-11.6, MEN-20.5: all is well again; death=discard: the dead are discarded without VP."""
    for p in range(k.players):
        for i in range(k.spaces):
            if s.mark[p][i] & MARK.down and k.dead_are_discarded:
                note(SAY.gone, p, s.animal[p][i], s.level[p][i])
                discard_stack(s, p, i)
            s.mark[p][i] = 0


@rule
def sell_all(s: State, k: Cards) -> None:
    """MEN-12.2, MEN-12.3: everybody sells everything; no bonus drafts."""
    for p in range(k.players):
        for i in range(k.spaces):
            if s.animal[p][i] > 0:
                value = sale_value(s, k, p, i)
                s.vp[p] += value
                s.probe[COUNT.vp_final_sale] += value
                note(SAY.final_sale, p, s.animal[p][i] * 4 + s.level[p][i], value)
                discard_stack(s, p, i)


@rule
def count_lead(s: State, k: Cards) -> None:
    """For the lab: how far the strongest was ahead, and how often another seat leads alone after a round."""
    strongest = 0
    second = -1
    best = 0
    alone = True
    for p in range(1, k.players):
        if s.power[p] > s.power[strongest]:
            second = strongest
            strongest = p
        elif second < 0 or s.power[p] > s.power[second]:
            second = p
        if s.vp[p] >= s.vp[best]:
            alone = s.vp[p] > s.vp[best]
            best = p
    s.probe[COUNT.power_margin] += s.power[strongest] - s.power[second]
    if alone:
        if s.leader > 0 and s.leader != best + 1:
            s.probe[COUNT.lead_changes] += 1
        s.leader = best + 1
