"""Before the first turn (WTA-3): decks, opening hands, mulligans. The quest veto is in quests.py."""

from tablewright.engine import rule

from .ids import ASK, MOST_DECK, MULLIGAN, STEP, TO
from .state import COUNT, Cards, State
from .zones import ask, draw, offer, shuffle_deck, take_top, to_deck, to_resources


@rule
def set_up(s: State, k: Cards, seed: int) -> None:
    for p in range(2):
        deck = k.deck_of[p]
        if deck < 0:
            deck = (seed >> (2 * p)) & 3
        s.army[p] = deck + 1
        s.probe[COUNT.side + p] = deck
        s.influence[p] = k.start_influence
        for i in range(k.deck_size[deck]):
            o = p * MOST_DECK + i
            s.card[o] = k.deck[deck][i]
            s.owner[o] = p
            to_deck(s, o, 0)
        if k.quests:
            s.n_quests[p] = k.quest_deck_size
            for i in range(k.quest_deck_size):
                s.quest[p][i] = k.deck_quests[deck][i]
    s.turn = 0
    s.step = STEP.veto


@rule
def deal(s: State, k: Cards) -> None:
    """WTA-3.5."""
    for p in range(2):
        shuffle_deck(s, p)
    for p in range(2):
        draw(s, p, k.opening_hand)
        for _ in range(k.starting_resources):
            to_resources(s, take_top(s, p), 0)


@rule
def mulligan_step(s: State, k: Cards, p: int) -> None:
    """WTA-3.6: as long as the hand is not empty; `mulligans` is the size of the last one plus 1."""
    if s.n_hand[p] == 0 or (k.mulligan == MULLIGAN.open and s.mulligans[p] > 0):
        s.step = STEP.unmark
    else:
        ask(s, ASK.mulligan, p)


@rule
def mulligan_or_keep(s: State, k: Cards, p: int, a: int) -> None:
    """The hand goes into the deck; the first time as many come back, then one fewer each time."""
    if a == TO.done:
        s.step = STEP.unmark
    elif k.mulligan == MULLIGAN.open:
        s.mulligans[p] = 1
        ask(s, ASK.keep_card, p)
    else:
        n = s.n_hand[p] if s.mulligans[p] == 0 else s.mulligans[p] - 2
        hand_into_deck(s, p)
        draw(s, p, n)
        s.mulligans[p] = n + 1


@rule
def keep_card(s: State, k: Cards, p: int, a: int) -> None:
    """Edition open_mulligan: up to two cards are kept and shown, the rest is drawn anew."""
    if a != TO.done:
        kept = 0
        for i in range(s.n_hand[p]):
            o = s.hand[p][i]
            if s.card[o] == a - TO.card and s.due[o] == 0 and kept == 0:
                s.due[o] = 1
                s.shown[o] = 1
                kept = 1
        s.mulligans[p] += 1
        if s.mulligans[p] < 3 and s.n_hand[p] > s.mulligans[p] - 1:
            ask(s, ASK.keep_card, p)
            return
    hand_into_deck(s, p)
    draw(s, p, k.opening_hand - s.n_hand[p])


@rule
def offer_kept(s: State, p: int) -> None:
    """Cards of the hand that are not kept yet."""
    offer(s, TO.done)
    last = -1
    for i in range(s.n_hand[p]):
        o = s.hand[p][i]
        if s.due[o] == 0 and s.card[o] != last:
            last = s.card[o]
            offer(s, TO.card + last)


@rule
def hand_into_deck(s: State, p: int) -> None:
    """All cards that are not kept go back; then the deck is shuffled."""
    kept = 0
    for i in range(s.n_hand[p]):
        o = s.hand[p][i]
        s.hand[p][i] = 0
        if s.due[o]:
            s.due[o] = 0
            s.hand[p][kept] = o
            kept += 1
        else:
            to_deck(s, o, 0)
    s.n_hand[p] = kept
    shuffle_deck(s, p)
