"""Playing action, satellite and polyomino cards, and what each of them does (STA-5, STA-8, STA-9, STA-13)."""

from tablewright.engine import REVEALED, chapter, note, rule

from .board import cannot_begin, cannot_go_on, destroy, distance, gun_is_full, is_shielded, put_block, put_token
from .decks import discard_from_hand, draw, fetch, is_horse, leave_hand, plant_horse, see_hand, to_discard
from .markets import cannot_pay, earn, pay
from .state import ASK, BLACK, CELLS, COUNT, EMPTY, END, IS, KIND, SATELLITES, SAY, TO, TOKEN, TYPE, WHY, Cards, State

# What is against playing a card, 0 if nothing


@rule
def no_action(s: State, k: Cards) -> int:
    """STA-4.2: what is against spending an action."""
    if s.actions_left < 1:
        return WHY.no_action
    return WHY.most_actions if s.actions_spent >= k.most_actions else WHY.none


@rule
def spend_action(s: State) -> None:
    s.actions_left -= 1
    s.actions_spent += 1


@rule
def costs_action(s: State, k: Cards, card: int) -> bool:
    """STA-4.8, STA-9.3: Zelda waives the action of polyomino cards."""
    return TYPE[card] != IS.polyomino or not k.zelda_free or s.in_play[s.decider][KIND.zelda - KIND.steve] == 0


@chapter
def cannot_play(s: State, k: Cards, card: int) -> int:
    """STA-5.1, STA-5.2 for a card in hand; resource cards are free (STA-4.9)."""
    if TYPE[card] == IS.resource:
        return WHY.none
    if is_horse(card):
        return WHY.horse
    why = cannot_pay(s, 0, 0) if s.free_next else cannot_pay(s, k.cost[card][0], k.cost[card][1])
    if why == WHY.none and costs_action(s, k, card):
        why = no_action(s, k)
    if why != WHY.none:
        return why
    if card != KIND.duplicate:
        return cannot_work(s, k, card)
    return WHY.repeats if s.last_card > 0 and cannot_repeat(s, k, s.last_card - 1) else WHY.none


@rule
def cannot_work(s: State, k: Cards, card: int) -> int:
    """STA-5.3, STA-5.8: the effect of a card is not possible."""
    if TYPE[card] == IS.polyomino and k.most_polyominoes > 0 and s.polys_played >= k.most_polyominoes:
        return WHY.most_polyominoes
    return WHY.none if effect_possible(s, k, card) else WHY.no_effect


@rule
def cannot_repeat(s: State, k: Cards, card: int) -> int:
    """STA-13.3, STA-13.4: the effect of the last card is not possible now."""
    if TYPE[card] == IS.polyomino and k.duplicate_polyomino:
        return WHY.none if effect_possible(s, k, card) else WHY.no_effect
    return cannot_work(s, k, card)


@rule
def effect_possible(s: State, k: Cards, card: int) -> bool:
    """STA-5.3: there is at least one legal choice."""
    if TYPE[card] == IS.polyomino or needs_cell(card):
        return some_cell_fits(s, k, card)
    if card == KIND.hack:
        return count_candidates(s, k, card) > 0
    return card != KIND.early_access or s.deck_size[s.decider] > 0


@rule
def needs_cell(card: int) -> bool:
    return card in (KIND.refinery, KIND.obstruction, KIND.airstrike, KIND.airdrop, KIND.artillery, KIND.forcefield)


@chapter
def some_cell_fits(s: State, k: Cards, card: int) -> bool:
    """STA-17.7: for a polyomino card, there is a legal placement."""
    cell = 0
    while cell < CELLS and cannot_use(s, k, card, cell) != WHY.none:
        cell += 1
    return cell < CELLS


@rule
def count_candidates(s: State, k: Cards, card: int) -> int:
    count = 0
    for p in range(k.players):
        if is_candidate(s, k, card, p):
            count += 1
    return count


@rule
def is_candidate(s: State, k: Cards, card: int, p: int) -> bool:
    """STA-8.3, STA-8.11: an opponent; for Hack, one with a card in hand."""
    return p < k.players and p != s.decider and (card != KIND.hack or s.hand_size[p] > 0)


# What is against a choice, 0 if nothing


@rule
def refuse_place(s: State, k: Cards, a: int) -> int:
    if s.chosen_count > 0:
        return cannot_go_on(s, k, a - TO.cell)
    return cannot_begin(s, k, a - TO.cell, s.effect)


@rule
def refuse_cell(s: State, k: Cards, a: int) -> int:
    return cannot_use(s, k, s.effect - 1, a - TO.cell)


@rule
def cannot_use(s: State, k: Cards, card: int, cell: int) -> int:
    """STA-8.4, STA-8.5, STA-8.7, STA-8.8, STA-8.9: a cell that the card may not be used on."""
    if card <= KIND.poly_4:
        return cannot_begin(s, k, cell, card + 1)
    if card == KIND.airdrop:
        if not k.airdrop_anywhere:
            return cannot_begin(s, k, cell, 1)
        if s.block[cell] != EMPTY:
            return WHY.not_empty
        return WHY.shielded if is_shielded(s, k, cell) else WHY.none
    if card == KIND.obstruction:
        fits = s.block[cell] == EMPTY
    elif card == KIND.airstrike:
        fits = s.block[cell] != EMPTY
    else:
        bare = s.block[cell] == s.decider + 1 and s.token[cell] == TOKEN.none  # STA-7.1
        fits = bare and (card != KIND.refinery or k.patch[cell] > 0)
    return WHY.none if fits else WHY.unfit


@rule
def refuse_target(s: State, k: Cards, a: int) -> int:
    """STA-7.5: a block that the firing artillery token can destroy."""
    if s.block[a - TO.cell] == EMPTY:
        return WHY.nothing_there
    return WHY.too_far if distance(s.firing - 1, a - TO.cell) > k.artillery_range else WHY.none


@rule
def refuse_opponent(s: State, k: Cards, a: int) -> int:
    return WHY.none if is_candidate(s, k, s.effect - 1, a - TO.opponent) else WHY.no_candidate


@rule
def refuse_card(s: State, p: int, a: int) -> int:
    """Horses may be chosen too (STA-14.4); to stop, where that is asked, is always possible."""
    if a == TO.stop:
        return WHY.none
    if s.ask == ASK.hack_card:
        return WHY.none if s.hand[s.victim - 1][a - TO.choose] > 0 else WHY.not_in_their_hand
    if s.ask == ASK.tutor:
        return WHY.none if s.deck[p][a - TO.choose] > 0 else WHY.not_in_deck
    return WHY.none if s.hand[p][a - TO.choose] > 0 else WHY.not_in_hand


# Playing


@chapter
def play_card(s: State, k: Cards, card: int) -> int:
    """STA-5.4: steps 1 to 6; `finish_card` does the rest."""
    leave_hand(s, s.decider, card)
    s.playing = card + 1
    if not s.free_next:
        pay(s, k.cost[card][0], k.cost[card][1])
    s.free_next = 0
    if costs_action(s, k, card):
        spend_action(s)
    s.probe[COUNT.played + card] += 1
    if card == KIND.duplicate and s.last_card == 0:
        s.free_next = 1  # STA-13.2
        finish_card(s, k, card)
        return 0
    s.effect = s.last_card if card == KIND.duplicate else card + 1  # STA-13.3
    if TYPE[s.effect - 1] == IS.polyomino:
        s.polys_played += 1  # STA-13.4 too
    begin_effect(s, k, s.effect - 1)
    return 0


@chapter
def begin_effect(s: State, k: Cards, card: int) -> int:
    """STA-5.4 (6): carry the effect out, or ask for its first choice."""
    if card <= KIND.poly_4:
        s.ask = ASK.place
    elif card in (KIND.hack, KIND.trojan):
        ask_opponent(s, k, card)
    elif card == KIND.early_access:
        s.ask = ASK.tutor
    elif card == KIND.disposal and s.hand_size[s.decider] > 0:
        s.ask = ASK.disposal
        s.disposals_left = k.disposal_max
    elif needs_cell(card):
        s.ask = ASK.cell
    else:
        do_at_once(s, k, card)
        finish_card(s, k, s.playing - 1)
    return 0


@rule
def do_at_once(s: State, k: Cards, card: int) -> None:
    """Effects without a choice."""
    p = s.decider
    if card == KIND.restock:  # STA-8.1
        for _ in range(k.restock_cards):
            draw(s, k, p)
    elif card == KIND.blitz:  # STA-8.2
        s.actions_left += k.blitz_actions
    elif card == KIND.fundraiser:  # STA-8.6
        raised = s.hand_size[p] + k.fundraiser_counts_itself
        earn(s, raised)
        note(SAY.earned, p, raised, 0)
    elif card == KIND.initiative:  # STA-8.10
        if k.extra_turn_chain or not s.in_extra_turn:
            s.extra_turn = 1
    elif card == KIND.emp:
        recall_satellites(s, k)


@rule
def recall_satellites(s: State, k: Cards) -> None:
    """STA-8.12."""
    for p in range(k.players):
        for i in range(SATELLITES):
            for _ in range(s.in_play[p][i]):
                to_discard(s, p, KIND.steve + i)
                note(SAY.returned, p, KIND.steve + i, 0)
            s.in_play[p][i] = 0


@chapter
def finish_card(s: State, k: Cards, card: int) -> int:
    """STA-5.4: steps 7 to 9."""
    if TYPE[card] == IS.satellite:  # STA-5.5, STA-9.1
        s.in_play[s.decider][card - KIND.steve] += 1
    elif card == KIND.trojan:  # STA-13.5: but not a Duplicate that repeats it
        s.trash[card] += 1
    else:
        to_discard(s, s.decider, card)
    if TYPE[card] == IS.polyomino or (TYPE[card] == IS.action and card != KIND.duplicate):
        s.last_card = card + 1  # STA-5.6, STA-13.1
    effect = s.effect - 1
    s.playing = 0
    s.effect = 0
    s.ask = ASK.main
    if (0 <= effect <= KIND.poly_4 or effect in (KIND.airdrop, KIND.obstruction)) and gun_is_full(s):
        s.ended = END.gun_full  # STA-15.1
    return 0


# The choices of a card


@rule
def name_cell(s: State, k: Cards, a: int) -> None:
    """STA-6.1, STA-17.5: a placement is carried out with its last cell, all blocks at once."""
    s.chosen[s.chosen_count] = a - TO.cell
    s.chosen_count += 1
    if s.chosen_count == s.effect:
        for i in range(s.chosen_count):
            put_block(s, k, s.chosen[i], s.decider + 1)
            s.chosen[i] = 0
        s.chosen_count = 0
        finish_card(s, k, s.playing - 1)


@rule
def choose_cell(s: State, k: Cards, a: int) -> None:
    """STA-8.4, STA-8.5, STA-8.7, STA-8.8, STA-8.9."""
    card = s.effect - 1
    if card == KIND.airdrop:
        put_block(s, k, a - TO.cell, s.decider + 1)
    elif card == KIND.obstruction:
        put_block(s, k, a - TO.cell, BLACK)
    elif card == KIND.airstrike:
        destroy(s, k, a - TO.cell)
    elif card == KIND.refinery:
        put_token(s, s.decider, a - TO.cell, TOKEN.refinery)
    else:
        put_token(s, s.decider, a - TO.cell, TOKEN.artillery if card == KIND.artillery else TOKEN.forcefield)
    finish_card(s, k, s.playing - 1)


@rule
def fire(s: State, k: Cards, a: int) -> None:
    """STA-7.5."""
    destroy(s, k, a - TO.cell)
    s.firing = 0
    s.ask = ASK.main


@rule
def ask_opponent(s: State, k: Cards, card: int) -> None:
    """STA-8.3, STA-8.11: no decision if there is only one candidate."""
    s.ask = ASK.opponent
    if count_candidates(s, k, card) == 1:
        for p in range(k.players):
            if is_candidate(s, k, card, p):
                choose_opponent(s, k, TO.opponent + p)
                return


@rule
def choose_opponent(s: State, k: Cards, a: int) -> None:
    p = a - TO.opponent
    if s.effect - 1 == KIND.hack:
        s.victim = p + 1
        see_hand(s, s.decider, p)
        note(REVEALED, s.decider, 0, 0)
        s.ask = ASK.hack_card
    else:
        plant_horse(s, k, p, s.decider)
        note(SAY.planted, p, s.decider, 0)
        finish_card(s, k, s.playing - 1)


@rule
def hack(s: State, k: Cards, a: int) -> None:
    """STA-8.3."""
    discard_from_hand(s, s.victim - 1, a - TO.choose)
    s.victim = 0
    finish_card(s, k, s.playing - 1)


@rule
def take_from_deck(s: State, k: Cards, p: int, a: int) -> None:
    """STA-8.13."""
    fetch(s, p, a - TO.choose)
    finish_card(s, k, s.playing - 1)


@rule
def trash_or_stop(s: State, k: Cards, p: int, a: int) -> None:
    """STA-8.14."""
    if a != TO.stop:
        leave_hand(s, p, a - TO.choose)
        s.trash[a - TO.choose] += 1
        s.disposals_left -= 1
    if a == TO.stop or s.disposals_left == 0 or s.hand_size[p] == 0:
        s.disposals_left = 0
        finish_card(s, k, s.playing - 1)
