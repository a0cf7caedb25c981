"""The deck, the market and the market phase: rounds, start-of-market abilities, draft turns (MEN-3 to MEN-5)."""

from tablewright.engine import REVEALED, Moves, chapter, note, offer, rule, shuffle

from .state import ANIMALS, ASK, CARDS, CHOCOLATE, COUNT, DO, LINE, SAY, STAGE, TO, WHY, Cards, State
from .tableau import count_hosts, count_stacks

# The deck


@rule
def cards_left(s: State) -> int:
    """MEN-3.5: whether anything can be drawn."""
    n = int(s.decks)
    for card in range(len(CARDS)):
        n += s.discard[card]
    return n


@rule
def draw_card(s: State) -> int:
    """MEN-3.4, MEN-3.5: the top card, from a rebuilt deck if need be; 0 if there is none."""
    if s.decks == 0:
        rebuild(s)
    if s.decks == 0:
        return 0
    s.decks -= 1
    card = int(s.deck[s.decks])
    s.deck[s.decks] = 0
    note(REVEALED, s.decider, 0, 0)
    return card


@rule
def rebuild(s: State) -> None:
    """MEN-3.4: the whole discard pile is shuffled into a new deck."""
    n = 0
    for card in range(len(CARDS)):
        for _ in range(s.discard[card]):
            s.deck[n] = card + 1
            n += 1
        s.discard[card] = 0
    s.decks = n
    shuffle(s, s.deck, n)
    if n > 0:
        note(SAY.reshuffled, 0, 0, n)


@rule
def fill_cell(s: State, cell: int) -> None:
    s.market[cell] = draw_card(s)
    if s.market[cell] > 0:
        note(SAY.filled, cell, s.market[cell], 0)


@rule
def fill_market(s: State, k: Cards) -> None:
    """MEN-2.3, MEN-3.3: every empty cell, row by row."""
    for row in range(k.market_rows):
        for col in range(k.market_cols):
            if s.market[row * LINE + col] == 0:
                fill_cell(s, row * LINE + col)


@rule
def refill(s: State, k: Cards, start: int, step: int, n: int) -> None:
    """MEN-5.3: discard what lies in a line of n cells, then draw for each of them."""
    for i in range(n):
        cell = start + i * step
        if s.market[cell] > 0:
            s.discard[s.market[cell] - 1] += 1
            s.market[cell] = 0
    for i in range(n):
        fill_cell(s, start + i * step)
    s.refilled[s.decider] += 1
    s.passes = 0
    s.probe[COUNT.refills] += 1


# The round


@rule
def player_at(s: State, k: Cards, place: int) -> int:
    """MEN-1.9: the starting player, then clockwise."""
    return (s.first + place) % k.players


@rule
def start_round(s: State, k: Cards) -> None:
    """MEN-3.2, MEN-3.3."""
    note(SAY.round_begins, s.first, 0, s.round)
    for p in range(k.players):
        s.refilled[p] = 0
        s.drafts[p] = 0
    if k.refill_at_round_start:
        fill_market(s, k)
    s.stage = STAGE.abilities
    s.at = 0


@rule
def list_stacks(s: State, k: Cards, p: int, first: int, last: int) -> None:
    """MEN-4.1, MEN-20.10: number the player's stacks with such an effect, from rear to front; MEN-4.6: no later one."""
    n = 0
    for i in range(k.spaces):
        if s.animal[p][i] > 0 and first <= k.effect[s.animal[p][i] - 1] <= last:
            n += 1
            s.due[p][i] = n
    s.listed = 1


@rule
def next_listed(s: State, k: Cards, p: int) -> int:
    """The space of the listed stack whose moment has come; -1 if none is left."""
    found = -1
    for i in range(k.spaces):
        if s.due[p][i] > 0 and (found < 0 or s.due[p][i] < s.due[p][found]):
            found = i
    return found


@rule
def next_market_step(s: State, k: Cards) -> None:
    """MEN-4: the next draw, the next listed stack, the next player; after the last one the draft turns."""
    p = player_at(s, k, s.at)
    if s.draws > 0:
        s.draws -= 1
        draw_to_hold(s, k, p)
        return
    if not s.listed:
        list_stacks(s, k, p, DO.draw, DO.draw)
    i = next_listed(s, k, p)
    if i >= 0:
        if cards_left(s) > 0 and k.value[s.animal[p][i] - 1][s.level[p][i] - 1] > 0:
            s.decider = p
            s.ask = ASK.market_ability
        else:
            s.due[p][i] = 0
        return
    s.listed = 0
    s.at += 1
    if s.at == k.players:
        s.stage = STAGE.market
        s.at = k.players - 1
        s.passes = 0


@rule
def draw_to_hold(s: State, k: Cards, p: int) -> None:
    """MEN-4.3, MEN-4.4: a drawn card is held, or discarded if it is an upgrade without a host."""
    s.decider = p
    card = draw_card(s)
    if card == 0:
        return
    note(SAY.drawn, p, card, 0)
    s.probe[COUNT.drawn_cards] += 1
    if takeable(s, k, p, card):
        s.held = card
        s.ask = ASK.hold
    else:
        s.discard[card - 1] += 1
        note(SAY.no_host, p, card, 0)


@rule
def next_turn(s: State, k: Cards) -> None:
    """MEN-5.1: the next player who has not drafted enough; the phase ends when none is left."""
    if short_players(s, k) == 0:
        end_drafts(s)
        return
    s.at = (s.at + 1) % k.players
    while s.drafts[player_at(s, k, s.at)] >= k.drafts_per_round:
        s.at = (s.at + 1) % k.players
    s.decider = player_at(s, k, s.at)
    s.ask = ASK.take


@rule
def short_players(s: State, k: Cards) -> int:
    """How many players have not drafted enough."""
    short = 0
    for p in range(k.players):
        if s.drafts[p] < k.drafts_per_round:
            short += 1
    return short


@rule
def end_drafts(s: State) -> None:
    s.stage = STAGE.combat
    s.at = 0
    s.passes = 0


# Decisions: DRAW, TAKE and BONUS_TAKE


@rule
def takeable(s: State, k: Cards, p: int, card: int) -> int:
    """MEN-5.5: animals always, upgrades with a legal host."""
    return 1 if card <= ANIMALS or count_hosts(s, k, p, card) > 0 else 0


@rule
def refuses_card(s: State, k: Cards, p: int, card: int) -> int:
    """MEN-5.5: why a card of the market cannot be taken."""
    if card == 0:
        return -1
    if takeable(s, k, p, card):
        return 0
    if count_stacks(s, k, p) == 0:
        return WHY.no_stack
    return WHY.all_top if card == CHOCOLATE else WHY.all_upgraded


@rule
def refuses(s: State, k: Cards, p: int, a: int) -> int:
    """MEN-5.4: one refill a round; MEN-5.8: no pass while a card can be taken; MEN-20.7: nor where one may decline."""
    may_decline = s.ask == ASK.bonus_take and k.pig_optional
    if a < TO.refill_row:
        return refuses_card(s, k, p, s.market[a - TO.take])
    if a < TO.pass_:
        return WHY.refilled if s.refilled[p] >= k.refills_per_round else 0
    if a != TO.pass_:
        return -1
    if may_decline:
        return WHY.declined_instead
    for cell in range(LINE * LINE):
        if refuses_card(s, k, p, s.market[cell]) == 0:
            return WHY.can_take
    return 0


@rule
def list_draws(s: State, k: Cards, m: Moves, p: int) -> None:
    """MEN-4.2, MEN-20.8: any number up to what the stack may draw."""
    i = next_listed(s, k, p)
    for n in range(k.value[s.animal[p][i] - 1][s.level[p][i] - 1] + 1):
        offer(m, TO.draw + n)


@rule
def list_takes(s: State, k: Cards, m: Moves, p: int) -> None:
    """MEN-5.2: what can be taken (MEN-5.5), a refill (MEN-5.4), or, with nothing to take, a pass (MEN-5.8, MEN-8.3)."""
    for row in range(k.market_rows):
        for col in range(k.market_cols):
            cell = row * LINE + col
            if refuses_card(s, k, p, s.market[cell]) == 0:
                offer(m, TO.take + cell)
    takes = int(m.n)
    if s.refilled[p] < k.refills_per_round:
        for row in range(k.market_rows):
            offer(m, TO.refill_row + row)
        for col in range(k.market_cols):
            offer(m, TO.refill_col + col)
    if s.ask == ASK.bonus_take and k.pig_optional:  # MEN-20.7
        offer(m, TO.decline)
    elif takes == 0:
        offer(m, TO.pass_)


@chapter
def draft(s: State, k: Cards, a: int) -> int:
    """A take, a refill, a pass or a declined bonus draft."""
    if a < TO.refill_row:
        take(s, a - TO.take)
    elif a < TO.refill_col:
        refill(s, k, (a - TO.refill_row) * LINE, 1, k.market_cols)
    elif a < TO.pass_:
        refill(s, k, a - TO.refill_col, LINE, k.market_rows)
    else:
        give_up(s, k)
    return 0


@rule
def take(s: State, cell: int) -> None:
    """MEN-5.6, MEN-5.7: the card is held; it counts as a draft unless it is a bonus."""
    s.held = s.market[cell]
    s.market[cell] = 0
    s.passes = 0
    if s.ask == ASK.bonus_take:
        s.bonus -= 1
    else:
        s.drafts[s.decider] += 1
        s.turns += 1
    s.ask = ASK.hold


@rule
def give_up(s: State, k: Cards) -> None:
    """MEN-5.8: a pass is no draft; MEN-5.9: all who are short passed; MEN-8.3, MEN-20.7: the bonus draft is lost."""
    if s.ask == ASK.bonus_take:
        s.bonus -= 1
    else:
        s.passes += 1
        s.turns += 1
        s.probe[COUNT.passes] += 1
        if s.passes >= short_players(s, k):
            end_drafts(s)
        s.drafts[s.decider] += k.pass_counts_as_draft  # after the count: whoever has just passed was short ...
        if k.pass_counts_as_draft and s.passes > 0 and s.drafts[s.decider] >= k.drafts_per_round:
            s.passes -= 1  # ... and is no longer among those who have yet to pass
    s.ask = ASK.nobody


@rule
def draw_some(s: State, k: Cards, p: int, a: int) -> None:
    """MEN-4.2, MEN-20.8: the number stands, whatever becomes of the stack."""
    s.due[p][next_listed(s, k, p)] = 0
    s.draws = a - TO.draw
    s.ask = ASK.nobody
