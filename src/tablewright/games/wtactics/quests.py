"""Quests (WTA-17): the veto, accepting, the turn's statistics against what a quest asks for, expiry."""

from tablewright.engine import REVEALED, below, chapter, note, rule, shuffle

from .checks import ahead, end_game, standing_of
from .ids import ASK, DRAWN, END, FRONT, SAY, STEP, TO
from .objects import attack_of, commands, creatures_in
from .state import Cards, State
from .targets import unmarked_defenders
from .vocabulary import CHECKED, QUEST
from .zones import active, ask, offer, place_in, take_out

# Setup (WTA-3.3, WTA-3.4)


@rule
def veto_step(s: State, k: Cards) -> None:
    """A, then B, remove one quest of the opponent's; then the piles are shuffled and their tops turned up."""
    if k.quests and s.vetoes < 2 * k.vetoes_each:
        ask(s, ASK.veto, s.vetoes % 2)
        return
    for p in range(2):
        shuffle(s, s.quest[p], s.n_quests[p])
        if s.n_quests[p] > 0:
            s.quest_seen[p][0] = 3
            note(SAY.quest_up, p, s.quest[p][0], 0)
    note(REVEALED, 0, 0, 0)
    s.step = STEP.mulligan


@rule
def offer_vetoes(s: State) -> None:
    p = 1 - s.decider
    for i in range(s.n_quests[p]):
        offer(s, TO.quest + s.quest[p][i])


@rule
def veto(s: State, a: int) -> None:
    p = 1 - s.vetoes % 2
    remove_quest(s, p, place_in(s.quest[p], s.n_quests[p], a - TO.quest))
    s.vetoes += 1


@rule
def remove_quest(s: State, pile: int, at: int) -> None:
    """A quest leaves the game."""
    s.quest_gone[pile][s.n_gone[pile]] = s.quest[pile][at]
    s.n_gone[pile] += 1
    take_out(s.quest[pile], s.n_quests[pile], at)
    take_out(s.quest_seen[pile], s.n_quests[pile], at)
    s.n_quests[pile] -= 1


# Accepting and abandoning (WTA-17.3, WTA-17.4)


@rule
def offer_quests(s: State, k: Cards, p: int) -> None:
    for q in range(2):
        if s.n_quests[q] > 0 and s.quest_used[q][p] == 0:
            offer(s, q + (TO.abandon if s.quest_token[q][p] > 0 else TO.accept))


@rule
def take_quest(s: State, p: int, a: int) -> None:
    q = a - TO.accept if a < TO.abandon else a - TO.abandon
    s.quest_token[q][p] = s.turn if a < TO.abandon else 0
    s.quest_used[q][p] = 1


# Checks at the end of the turn (WTA-17.6, WTA-17.7, WTA-17.8)


@rule
def next_quest_check(s: State, k: Cards) -> None:
    """The next of four pairs of player and pile, the active player and its own pile first; WTA-17.5: the turn after."""
    turn = s.quest_turn
    s.quest_turn = turn + 1
    p = active(s) ^ (turn // 2)
    q = active(s) ^ (turn % 2)
    if s.n_quests[q] > 0 and s.quest_token[q][p] > 0 and s.quest_token[q][p] < s.turn and quest_done(s, k, p, q):
        complete_quest(s, k, p, q)


@chapter
def quest_met(s: State, k: Cards, x: int) -> int:
    """x = 2 * pile + player: how much of what the face-up quest asks for the player has this turn."""
    p = x % 2
    kind = k.quest_kind[s.quest[x // 2][0]]
    if kind == QUEST.raid:
        return s.raid[p]
    if kind == QUEST.resources:
        return s.n_resource[p]
    if kind == QUEST.recycled:
        return s.recycled[p]
    if kind == QUEST.deaths:
        return s.died[1 - p]
    if kind == QUEST.held:
        return s.attackers if s.lost[p] == 0 else 0
    if kind == QUEST.spells:
        return s.spells[p]
    if kind == QUEST.spent:
        return s.spent[p]
    if kind == QUEST.watch:
        return unmarked_defenders(s, k, p)
    return army_met(s, k, p, kind)


@rule
def army_met(s: State, k: Cards, p: int, kind: int) -> int:
    """Quests about the creatures that a player controls."""
    if kind in (QUEST.creatures, QUEST.each_front):
        attackers = creatures_in(s, k, p, FRONT.offensive)
        defenders = creatures_in(s, k, p, FRONT.defensive)
        return attackers + defenders if kind == QUEST.creatures else min(attackers, defenders)
    best = 0
    for i in range(s.n_board):
        o = s.board[i]
        if commands(s, k, p, o):
            best = max(best, attack_of(s, k, o) if kind == QUEST.attack else attachments(s, o))
    return best


@rule
def attachments(s: State, o: int) -> int:
    n = 0
    for i in range(s.n_board):
        if s.host[s.board[i]] == o + 1:
            n += 1
    return n


@rule
def quest_done(s: State, k: Cards, p: int, q: int) -> int:
    checked = k.quest_checked[s.quest[q][0]]
    own = active(s) == p
    if (checked == CHECKED.own and not own) or (checked == CHECKED.opp and own):
        return 0
    return 1 if quest_met(s, k, 2 * q + p) >= k.quest_amount[s.quest[q][0]] else 0


@rule
def complete_quest(s: State, k: Cards, p: int, q: int) -> None:
    """WTA-17.7."""
    s.vp[p] += k.quest_vp[s.quest[q][0]]
    note(SAY.quest_done, p, s.quest[q][0], k.quest_vp[s.quest[q][0]])
    drop_face_up(s, q)
    if s.vp[p] >= k.vp_to_win:
        end_game(s, k, p, END.victory_points)
    elif s.n_quests[q] > 1:
        s.quest_seen[q][0] |= 1 << p
        s.cursor = q
        note(REVEALED, p, 0, 0)
        ask(s, ASK.quest_keep, p)
    else:
        turn_up(s, q)


@rule
def drop_face_up(s: State, q: int) -> None:
    remove_quest(s, q, 0)
    for p in range(2):
        s.quest_token[q][p] = 0
        s.quest_used[q][p] = 0


@rule
def turn_up(s: State, q: int) -> None:
    s.quest_since[q] = s.turn
    if s.n_quests[q] > 0:
        s.quest_seen[q][0] = 3
        note(SAY.quest_up, q, s.quest[q][0], 0)
        note(REVEALED, 0, 0, 0)


@rule
def keep_or_not(s: State, a: int) -> None:
    """Put under: the player knows what lies at the bottom."""
    q = s.cursor
    s.cursor = 0
    if a == TO.under:
        last = s.n_quests[q] - 1
        s.quest[q][last] = take_out(s.quest[q], last + 1, 0)
        s.quest_seen[q][last] = take_out(s.quest_seen[q], last + 1, 0)
    turn_up(s, q)


# Expiry (WTA-17.10)


@rule
def expires(s: State, q: int) -> int:
    """Face up since before the round began, and no token on it."""
    old = s.quest_since[q] < s.turn - 1
    return 1 if s.n_quests[q] > 0 and old and s.quest_token[q][0] == 0 and s.quest_token[q][1] == 0 else 0


@rule
def expiry_step(s: State, k: Cards) -> None:
    if expires(s, 0) and expires(s, 1):
        behind = ahead(standing_of(s, 1), standing_of(s, 0))
        ask(s, ASK.quest_expire, below(s, 2) if behind == DRAWN else behind)
    else:
        for q in range(2):
            if expires(s, q):
                expire(s, TO.expire + q)


@rule
def expire(s: State, a: int) -> None:
    q = a - TO.expire
    note(SAY.quest_expired, q, s.quest[q][0], 0)
    drop_face_up(s, q)
    turn_up(s, q)
