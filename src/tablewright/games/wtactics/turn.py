"""The turn (WTA-4): Unmark, Upkeep and Draw, then the Discard phase and the end-of-turn steps (WTA-18)."""

from tablewright.engine import note, rule

from .announce import take_up_ability
from .checks import end_by_count
from .gold import available, empty_pools, pay
from .ids import ASK, CHECK, END, GOES, IS, ITEM, KIND, MULLIGAN, SAY, STEP, TO, USES
from .objects import has_text, leave_play, note_triggers, unmark
from .opening import deal, mulligan_step
from .quests import expiry_step, next_quest_check, veto_step
from .state import Cards, State
from .vocabulary import ABILITY, KEY, TYPE, WHEN
from .zones import active, ask, draw, offer

# Phases 1 to 3: Unmark, Upkeep, Draw


@rule
def unmark_to_draw(s: State, k: Cards) -> None:
    p = active(s)
    at = s.step
    if at == STEP.veto:
        veto_step(s, k)
        if s.step == STEP.mulligan:
            deal(s, k)
            begin_turn(s, k)
    elif at == STEP.mulligan:
        mulligan_step(s, k, p)
    elif at == STEP.unmark:
        unmark_phase(s, k, p)
        s.step = STEP.unassign
    elif at == STEP.unassign:
        if assigned(s, p, 0) and available(s, k, p) >= k.unassign_cost:  # WTA-4.4
            ask(s, ASK.unassign, p)
        else:
            s.step = STEP.upkeep_triggers
    elif at == STEP.upkeep_triggers:
        begin_upkeep(s, k, p)
    elif at == STEP.upkeep:
        upkeep_step(s, k, p)
    elif at == STEP.draw:
        draw_phase(s, k, p)
    elif s.n_deck[p] > 0 and s.drawn > 0 and s.drawn < k.draw_max:
        ask(s, ASK.draw2, p)
    else:
        s.step = STEP.play_1


@rule
def begin_turn(s: State, k: Cards) -> None:
    """WTA-4.2: allowances and statistics of both players start anew."""
    s.turn += 1
    s.step = STEP.mulligan if s.turn <= 2 and k.mulligan != MULLIGAN.none else STEP.unmark
    s.lays = 0
    s.recycles = 0
    s.did_move = 0
    s.did_attack = 0
    s.attackers = 0
    s.drawn = 0
    s.dirty = 1
    for p in range(2):
        s.raid[p] = 0
        s.lost[p] = 0
        s.died[p] = 0
        s.spells[p] = 0
        s.spent[p] = 0
        s.recycled[p] = 0
        s.cannot_defend[p] = 0
        s.quest_used[0][p] = 0
        s.quest_used[1][p] = 0
    for i in range(s.n_board):
        o = s.board[i]
        s.rested[o] = 0
        for j in range(USES):
            s.used[j][o] = 0
    note(SAY.turn, active(s), s.turn, 0)


@rule
def unmark_phase(s: State, k: Cards, p: int) -> None:
    """WTA-4.3, WTA-11.3."""
    for i in range(s.n_resource[p]):
        s.res_marked[p][i] = 0
    for i in range(s.n_board):
        o = s.board[i]
        if s.player[o] == p and k.type[s.card[o]] == TYPE.creature and s.keys[o] & KEY.stays_marked == 0:
            unmark(s, o)


@rule
def assigned(s: State, p: int, offering: int) -> int:
    """Whether objects of a player are assigned; with `offering` all of them are offered."""
    for i in range(s.n_board):
        if s.player[s.board[i]] == p and s.state[s.board[i]] == IS.assigned:
            if not offering:
                return 1
            offer(s, TO.object + i)
    return 0


@rule
def offer_unassign(s: State, p: int) -> None:
    offer(s, TO.done)
    assigned(s, p, 1)


@rule
def unassign(s: State, k: Cards, p: int, a: int) -> None:
    """WTA-11.9."""
    if a == TO.done:
        s.step = STEP.upkeep_triggers
        return
    o = s.board[a - TO.object]
    pay(s, k, p, k.unassign_cost)
    s.state[o] = IS.marked
    s.since[o] = 0
    s.rested[o] = 1
    s.dirty = 1


@rule
def begin_upkeep(s: State, k: Cards, p: int) -> None:
    """WTA-4.5: the triggers of assigned creatures; WTA-4.6: note what upkeep is due."""
    for i in range(s.n_board):
        o = s.board[i]
        if s.player[o] == p:
            if s.state[o] == IS.assigned and s.since[o] < s.turn:
                note_triggers(s, k, o, WHEN.assign_upkeep)
            s.due[o] = 1 if upkeep_ability(s, k, o) >= 0 else 0
    s.check = CHECK.board
    s.step = STEP.upkeep


@rule
def upkeep_ability(s: State, k: Cards, o: int) -> int:
    c = s.card[o]
    if has_text(s, o):
        for a in range(k.first_ability[c], k.first_ability[c + 1]):
            if k.ability[a][ABILITY.kind] == WHEN.upkeep:
                return a
    return -1


@rule
def upkeep_step(s: State, k: Cards, p: int) -> None:
    """WTA-4.6: oldest first; what cannot be paid is not paid."""
    for i in range(s.n_board):
        o = s.board[i]
        if s.due[o]:
            a = upkeep_ability(s, k, o)
            if s.player[o] != p or a < 0:
                s.due[o] = 0
            elif k.ability[a][ABILITY.gold] <= available(s, k, p):
                s.picked = o + 1
                ask(s, ASK.upkeep, p)
                return
            else:
                upkeep_unpaid(s, k, p, o, a)
                return
    s.step = STEP.draw


@rule
def pay_upkeep(s: State, k: Cards, p: int, a: int) -> None:
    o = s.picked - 1
    s.picked = 0
    upkeep = upkeep_ability(s, k, o)
    if a == TO.pay:
        s.due[o] = 0
        pay(s, k, p, k.ability[upkeep][ABILITY.gold])
        s.check = CHECK.board
    else:
        upkeep_unpaid(s, k, p, o, upkeep)


@rule
def upkeep_unpaid(s: State, k: Cards, p: int, o: int, a: int) -> None:
    """The effect happens at once, without the chain; then a check."""
    s.due[o] = 0
    take_up_ability(s, KIND.upkeep, p, o, a)
    s.now[ITEM.pc] = k.ability[a][ABILITY.start]
    s.effect = 1
    s.check = CHECK.board
    note(SAY.upkeep_unpaid, p, s.card[o], 0)


@rule
def draw_phase(s: State, k: Cards, p: int) -> None:
    """WTA-4.7."""
    skipped = s.turn == 1 and k.first_player_skips_draw
    s.could_not_draw[p] = 1 if s.n_deck[p] == 0 else 0
    if not skipped:
        s.drawn = min(k.draw_min, s.n_deck[p])
        draw(s, p, k.draw_min)
    s.step = STEP.draw_more


@rule
def draw_or_go_on(s: State, p: int, a: int) -> None:
    if a == TO.done:
        s.step = STEP.play_1
    else:
        draw(s, p, 1)
        s.drawn += 1


# The Discard phase (WTA-4.13) and the end-of-turn steps (WTA-18)


@rule
def discard_to_end(s: State, k: Cards) -> None:
    p = active(s)
    at = s.step
    if at == STEP.discard:
        if s.n_hand[p] > k.hand_limit:
            ask(s, ASK.discard_down, p)
        else:
            s.step = STEP.wounds_end
    elif at == STEP.wounds_end:
        clear_dropped(s, k)
        heal_all(s)
        s.check = CHECK.board
        s.step = STEP.pools_end
    elif at == STEP.pools_end:
        empty_pools(s, k)
        s.quest_turn = 0
        s.step = STEP.quest_checks
    elif at == STEP.quest_checks:
        if s.quest_turn < 4:
            next_quest_check(s, k)  # WTA-18.4
        else:
            s.quest_turn = 0
            s.step = STEP.expiry
    elif at == STEP.expiry:
        s.step += 1
        if s.turn % 2 == 0:
            expiry_step(s, k)
    else:
        end_of_round(s, k)


@rule
def clear_dropped(s: State, k: Cards) -> None:
    """WTA-7.7, WTA-18.1."""
    i = 0
    while i < s.n_board:
        e = s.board[i]
        if k.type[s.card[e]] == TYPE.equipment and s.host[e] == 0:
            leave_play(s, k, 4 * e + GOES.to_grave)
        else:
            i += 1


@rule
def heal_all(s: State) -> None:
    """WTA-18.2: all damage, prevention and this-turn effects end at the same moment."""
    for i in range(s.n_board):
        o = s.board[i]
        s.damage[o] = 0
        s.shield[o] = 0
        s.up_attack[o] = 0
        s.up_defence[o] = 0
        s.up_keys[o] = 0
    s.dirty = 1


@rule
def end_of_round(s: State, k: Cards) -> None:
    """WTA-18.5, WTA-18.6: deck-out, the limit, or the other player's turn."""
    if s.turn % 2 == 0 and s.could_not_draw[0] and s.could_not_draw[1]:
        end_by_count(s, k, END.deck_out)
    elif s.turn >= k.turn_limit:
        end_by_count(s, k, END.turn_limit)
    else:
        begin_turn(s, k)
