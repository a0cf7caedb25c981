"""The chain and its windows (WTA-9): responses, resolving last in first out, and who may act after what."""

from tablewright.engine import chapter, note, rule

from .announce import clear_now, offer_cards, offer_uses, start_play, start_use
from .ids import (
    A_START,
    A_TARGET,
    AFTER_ACTION,
    ASK_RESPOND,
    CHAIN_ASKS,
    CHAIN_IDLE,
    CHAIN_RESOLVES,
    CHECK,
    CREATURE,
    DONE,
    ENCHANTMENT,
    EQUIPMENT,
    EVENT,
    I_ABILITY,
    I_CARD,
    I_FRONT,
    I_KIND,
    I_PC,
    I_PLAYER,
    I_SLOT,
    I_TARGET,
    ITEM_CARD,
    ITEM_SIZE,
    MAGIC,
    NO_WINDOW,
    PLAY_CARD,
    USE,
)
from .layout import Cards, State
from .objects import attach, enter_play
from .targets import target_is_legal
from .zones import LOG_FIZZLED, LOG_RESOLVED, active, ask, offer, to_grave


@chapter
def chain_step(s: State, k: Cards, x: int) -> int:
    """WTA-9.2, 9.3: ask for a response until one passes; then resolve the items, the last one first."""
    if s.chain_on == CHAIN_ASKS:
        ask(s, ASK_RESPOND, 1 - s.chain[s.n_chain - 1][I_PLAYER])
    elif s.n_chain > 0:
        take_last_item(s)
        resolve(s, k)
        if s.effect == 0:
            clear_now(s)
        s.check = CHECK
    else:
        s.chain_on = CHAIN_IDLE
    return 0


@rule
def take_last_item(s: State) -> int:
    s.n_chain -= 1
    for i in range(ITEM_SIZE):
        s.now[i] = s.chain[s.n_chain][i]
        s.chain[s.n_chain][i] = 0
    return 0


@rule
def resolve(s: State, k: Cards) -> int:
    """WTA-9.4. What is an Event or Magic goes to its owner's grave when its text has been done (`effect_over`)."""
    a = s.now[I_ABILITY] + 0
    o = s.now[I_SLOT] + 0
    p = s.now[I_PLAYER] + 0
    if a >= 0 and k.ability[a][A_TARGET] >= 0 and not target_is_legal(s, k):
        note(LOG_FIZZLED, p, s.now[I_CARD], s.now[I_KIND])
        if s.now[I_KIND] == ITEM_CARD:
            to_grave(s, o)
        return 0
    note(LOG_RESOLVED, p, s.now[I_CARD], s.now[I_KIND])
    kind = k.type[s.now[I_CARD]]
    if s.now[I_KIND] == ITEM_CARD and kind == CREATURE:
        enter_play(s, k, o, p, s.now[I_FRONT] + 0)
    elif s.now[I_KIND] == ITEM_CARD and (kind in (EQUIPMENT, ENCHANTMENT)):
        host = s.now[I_TARGET] + 0
        attach(s, o, host)
        enter_play(s, k, o, s.player[host] + 0 if kind == EQUIPMENT else p, s.front[host] + 0)
    else:
        s.now[I_PC] = k.ability[a][A_START] if a >= 0 else 0  # a card without text: the program's first word is `end`
        s.effect = 1
    return 0


@rule
def effect_over(s: State, k: Cards) -> int:
    """The text of an item has been done; the check that is due comes next."""
    kind = k.type[s.now[I_CARD]]
    if s.now[I_KIND] == ITEM_CARD and (kind in (EVENT, MAGIC)):
        to_grave(s, s.now[I_SLOT] + 0)
    return 0


# Windows


@rule
def open_window(s: State, k: Cards, kind: int) -> int:
    """WTA-4.9, 9.6, 9.7: the passive player is asked first."""
    if kind != AFTER_ACTION or k.after_action_windows:
        s.window = kind
        s.window_asks = 1 - active(s)
        s.passes = 0
    return 0


@rule
def window_step(s: State, k: Cards) -> int:
    """WTA-9.6: one chance for the passive player; WTA-9.7: until both pass one after the other."""
    if s.passes >= (1 if s.window == AFTER_ACTION else 2):
        s.window = NO_WINDOW
        s.passes = 0
        s.window_asks = 0
    else:
        ask(s, ASK_RESPOND, s.window_asks + 0)
    return 0


@rule
def offer_responses(s: State, k: Cards) -> int:
    """WTA-9.8: pass, Events and activated abilities."""
    offer(s, DONE)
    offer_cards(s, k, 1 << EVENT)
    offer_uses(s, k, 0)
    return 0


@rule
def respond(s: State, k: Cards, p: int, a: int) -> int:
    in_chain = s.chain_on == CHAIN_ASKS
    if a == DONE:
        if in_chain:
            s.chain_on = CHAIN_RESOLVES
        else:
            s.passes += 1
            s.window_asks = 1 - p
        return 0
    if not in_chain:
        s.passes = 1 if s.window == AFTER_ACTION else 0
        s.window_asks = 1 - p
    begin_item(s, k, p, a)
    return 0


@rule
def begin_item(s: State, k: Cards, p: int, a: int) -> int:
    """Start to play a card or to use an ability."""
    if a >= USE:
        start_use(s, k, p, a - USE)
    else:
        start_play(s, k, p, a - PLAY_CARD)
    return 0
