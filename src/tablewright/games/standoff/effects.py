"""Playing action, satellite and polyomino cards, and what each of them does (STA-5, STA-8, STA-9, STA-13)."""

from tablewright.engine import REVEALED, chapter, note, rule
from tablewright.games.standoff.board import (
    blocks_on_board,
    can_improve,
    can_place,
    destroy,
    distance,
    gun_is_full,
    is_anchor,
    is_free,
    put_block,
    put_token,
)
from tablewright.games.standoff.decks import (
    discard_from_hand,
    draw,
    fetch,
    leave_hand,
    plant_horse,
    see_hand,
    to_discard,
)
from tablewright.games.standoff.layout import (
    ACTION,
    AIRDROP,
    AIRSTRIKE,
    ARTILLERY,
    BLACK,
    BLITZ,
    CELL,
    CELLS,
    DISPOSAL,
    DISPOSE,
    DUPLICATE,
    EARLY_ACCESS,
    EARNED,
    EMP,
    EMPTY,
    FIELD_TOKEN,
    FORCEFIELD,
    FUNDRAISER,
    GUN_FULL,
    GUN_TOKEN,
    HACK,
    HACK_CARD,
    INITIATIVE,
    MAIN,
    NO_TOKEN,
    OBSTRUCTION,
    OPPONENT,
    P_PLAYED,
    PLACE,
    PLANTED,
    POLY_4,
    POLYOMINO,
    REFINERY,
    REFINERY_TOKEN,
    RESTOCK,
    RETURNED,
    SATELLITE,
    SATELLITES,
    STEVE,
    TROJAN,
    TUTOR,
    TYPE,
    ZELDA,
    Cards,
    State,
)
from tablewright.games.standoff.markets import affordable, earn, pay

# Whether a card may be played


@rule
def action_left(s: State, k: Cards) -> bool:
    """STA-4.2."""
    return s.actions_left >= 1 and s.actions_spent < k.most_actions


@rule
def spend_action(s: State) -> int:
    s.actions_left -= 1
    s.actions_spent += 1
    return 0


@rule
def costs_action(s: State, k: Cards, card: int) -> bool:
    """STA-4.8, 9.3: Zelda waives the action of polyomino cards."""
    return TYPE[card] != POLYOMINO or not k.zelda_free or s.in_play[s.seat][ZELDA - STEVE] == 0


@rule
def can_pay_for(s: State, k: Cards, card: int) -> bool:
    """STA-5.1, 5.2: the actual cost is affordable."""
    if s.free_next:
        return affordable(s, 0, 0)
    return affordable(s, k.cost[card][0], k.cost[card][1])


@chapter
def can_play(s: State, k: Cards, card: int) -> bool:
    """STA-5.2 for an action, satellite or polyomino card in hand."""
    if not can_pay_for(s, k, card) or (costs_action(s, k, card) and not action_left(s, k)):
        return False
    if card != DUPLICATE:
        return effect_possible(s, k, card)
    if s.last_card == 0:
        return True
    return can_repeat(s, k, s.last_card - 1)


@rule
def below_limit(s: State, k: Cards) -> bool:
    """STA-5.8."""
    return k.most_polyominoes == 0 or s.polys_played < k.most_polyominoes


@rule
def can_repeat(s: State, k: Cards, card: int) -> bool:
    """STA-13.3, 13.4: the effect of the last card is possible now."""
    if TYPE[card] == POLYOMINO and k.duplicate_polyomino:
        return can_place(s, k, card + 1)
    return effect_possible(s, k, card)


@rule
def effect_possible(s: State, k: Cards, card: int) -> bool:
    """STA-5.3: there is at least one legal choice."""
    p = s.seat
    if card <= POLY_4:
        return below_limit(s, k) and can_place(s, k, card + 1)
    if card == OBSTRUCTION:
        return blocks_on_board(s) < CELLS
    if card == AIRSTRIKE:
        return blocks_on_board(s) > 0
    if card in (ARTILLERY, FORCEFIELD):
        return can_improve(s, p)
    if card in (AIRDROP, REFINERY):
        return some_cell_fits(s, k, card)
    if card == HACK:
        return count_candidates(s, k, HACK) > 0
    if card == EARLY_ACCESS:
        return s.deck_size[p] > 0
    return True


@rule
def some_cell_fits(s: State, k: Cards, card: int) -> bool:
    cell = 0
    while cell < CELLS and not cell_fits(s, k, card, cell):
        cell += 1
    return cell < CELLS


@rule
def cell_fits(s: State, k: Cards, card: int, cell: int) -> bool:
    """STA-8.4 to 8.9: a cell that the card may be used on."""
    p = s.seat
    if card == AIRDROP:
        if k.airdrop_anywhere:
            return is_free(s, k, cell)
        return is_anchor(s, k, cell)
    if card == OBSTRUCTION:
        return s.block[cell] == EMPTY
    if card == AIRSTRIKE:
        return s.block[cell] != EMPTY
    if s.block[cell] != p + 1 or s.token[cell] != NO_TOKEN:  # STA-7.1
        return False
    return card != REFINERY or k.patch[cell] > 0


@rule
def in_range(s: State, k: Cards, cell: int) -> bool:
    """STA-7.5: a block that the firing artillery token can destroy."""
    return s.block[cell] != EMPTY and distance(s.firing - 1, cell) <= k.artillery_range


@rule
def is_candidate(s: State, k: Cards, card: int, p: int) -> bool:
    """STA-8.3, 8.11: an opponent; for Hack, one with a card in hand."""
    return p != s.seat and (card != HACK or s.hand_size[p] > 0)


@rule
def count_candidates(s: State, k: Cards, card: int) -> int:
    count = 0
    for p in range(k.players):
        if is_candidate(s, k, card, p):
            count += 1
    return count


# Playing


@chapter
def play_card(s: State, k: Cards, card: int) -> int:
    """STA-5.4: steps 1 to 6; `finish_card` does the rest."""
    leave_hand(s, s.seat, card)
    s.playing = card + 1
    if not s.free_next:
        pay(s, k.cost[card][0], k.cost[card][1])
    s.free_next = 0
    if costs_action(s, k, card):
        spend_action(s)
    s.probe[P_PLAYED + card] += 1
    if card == DUPLICATE:
        if s.last_card == 0:
            s.free_next = 1  # STA-13.2
            finish_card(s, k, s.playing - 1)
            return 0
        s.effect = s.last_card  # STA-13.3
    else:
        s.effect = card + 1
    if TYPE[s.effect - 1] == POLYOMINO:
        s.polys_played += 1  # STA-13.4 too
    begin_effect(s, k, s.effect - 1)
    return 0


@chapter
def begin_effect(s: State, k: Cards, card: int) -> int:
    """STA-5.4 (6): carry the effect out, or ask for its first choice."""
    if card <= POLY_4:
        s.ask = PLACE
    elif card in (HACK, TROJAN):
        ask_opponent(s, k, card)
    elif card == EARLY_ACCESS:
        s.ask = TUTOR
    elif card == DISPOSAL and s.hand_size[s.seat] > 0:
        s.ask = DISPOSE
        s.disposals_left = k.disposal_max
    elif needs_cell(card):
        s.ask = CELL
    else:
        do_at_once(s, k, card)
        finish_card(s, k, s.playing - 1)
    return 0


@rule
def needs_cell(card: int) -> bool:
    return card in (REFINERY, OBSTRUCTION, AIRSTRIKE, AIRDROP, ARTILLERY, FORCEFIELD)


@rule
def do_at_once(s: State, k: Cards, card: int) -> int:
    """Effects without a choice."""
    p = s.seat
    if card == RESTOCK:  # STA-8.1
        for _ in range(k.restock_cards):
            draw(s, k, p)
    elif card == BLITZ:  # STA-8.2
        s.actions_left += k.blitz_actions
    elif card == FUNDRAISER:  # STA-8.6
        raised = s.hand_size[p] + k.fundraiser_counts_itself
        earn(s, raised)
        note(EARNED, p, raised, 0)
    elif card == INITIATIVE:  # STA-8.10
        if k.extra_turn_chain or not s.in_extra_turn:
            s.extra_turn = 1
    elif card == EMP:
        recall_satellites(s, k)
    return 0


@rule
def recall_satellites(s: State, k: Cards) -> int:
    """STA-8.12."""
    for p in range(k.players):
        for i in range(SATELLITES):
            for _ in range(s.in_play[p][i]):
                to_discard(s, p, STEVE + i)
                note(RETURNED, p, STEVE + i, 0)
            s.in_play[p][i] = 0
    return 0


@chapter
def finish_card(s: State, k: Cards, card: int) -> int:
    """STA-5.4: steps 7 to 9."""
    if TYPE[card] == SATELLITE:  # STA-5.5
        s.in_play[s.seat][card - STEVE] += 1
    elif card == TROJAN:
        s.trash[card] += 1
    else:
        to_discard(s, s.seat, card)
    if TYPE[card] == POLYOMINO or (TYPE[card] == ACTION and card != DUPLICATE):
        s.last_card = card + 1  # STA-5.6
    effect = s.effect - 1
    s.playing = 0
    s.effect = 0
    s.ask = MAIN
    if (0 <= effect <= POLY_4 or effect in (AIRDROP, OBSTRUCTION)) and gun_is_full(s):
        s.ended = GUN_FULL  # STA-15.1
    return 0


# The choices of a card


@chapter
def choose_cell(s: State, k: Cards, cell: int) -> int:
    """STA-17.5: a placement is carried out with its last cell; all other cards take one cell."""
    card = s.effect - 1
    if s.ask == PLACE:
        s.chosen[s.chosen_count] = cell
        s.chosen_count += 1
        if s.chosen_count == card + 1:
            place_chosen(s, k)
            finish_card(s, k, s.playing - 1)
        return 0
    use_on_cell(s, k, card, cell)
    finish_card(s, k, s.playing - 1)
    return 0


@rule
def place_chosen(s: State, k: Cards) -> int:
    """STA-6.1: all blocks at once."""
    for i in range(s.chosen_count):
        put_block(s, k, s.chosen[i], s.seat + 1)
        s.chosen[i] = 0
    s.chosen_count = 0
    return 0


@rule
def use_on_cell(s: State, k: Cards, card: int, cell: int) -> int:
    """STA-8.4 to 8.9."""
    if card == AIRDROP:
        put_block(s, k, cell, s.seat + 1)
    elif card == OBSTRUCTION:
        put_block(s, k, cell, BLACK)
    elif card == AIRSTRIKE:
        destroy(s, k, cell)
    elif card == ARTILLERY:
        put_token(s, s.seat, cell, GUN_TOKEN)
    elif card == FORCEFIELD:
        put_token(s, s.seat, cell, FIELD_TOKEN)
    else:
        put_token(s, s.seat, cell, REFINERY_TOKEN)
    return 0


@rule
def ask_opponent(s: State, k: Cards, card: int) -> int:
    """STA-8.3, 8.11: no decision if there is only one candidate."""
    s.ask = OPPONENT
    if count_candidates(s, k, card) == 1:
        for p in range(k.players):
            if is_candidate(s, k, card, p):
                choose_opponent(s, k, p)
                return 0
    return 0


@rule
def choose_opponent(s: State, k: Cards, p: int) -> int:
    if s.effect - 1 == HACK:
        s.victim = p + 1
        see_hand(s, s.seat, p)
        note(REVEALED, s.seat, 0, 0)
        s.ask = HACK_CARD
    else:
        plant_horse(s, k, p, s.seat)
        note(PLANTED, p, s.seat, 0)
        finish_card(s, k, s.playing - 1)
    return 0


@chapter
def choose_card(s: State, k: Cards, card: int) -> int:
    """The card named in answer to Hack, Early Access or Disposal."""
    if s.ask == HACK_CARD:  # STA-8.3
        discard_from_hand(s, s.victim - 1, card)
        s.victim = 0
        finish_card(s, k, s.playing - 1)
    elif s.ask == TUTOR:  # STA-8.13
        fetch(s, s.seat, card)
        finish_card(s, k, s.playing - 1)
    else:
        dispose(s, k, card)
    return 0


@rule
def dispose(s: State, k: Cards, card: int) -> int:
    """STA-8.14."""
    leave_hand(s, s.seat, card)
    s.trash[card] += 1
    s.disposals_left -= 1
    if s.disposals_left == 0 or s.hand_size[s.seat] == 0:
        stop_disposal(s, k)
    return 0


@rule
def stop_disposal(s: State, k: Cards) -> int:
    s.disposals_left = 0
    finish_card(s, k, s.playing - 1)
    return 0
