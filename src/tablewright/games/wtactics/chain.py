"""The chain and its windows (WTA-9): responses, resolving last in first out, and who may act after what."""

from tablewright.engine import chapter, note, rule

from .announce import clear_now, offer_cards, offer_uses, start_play, start_use
from .ids import ASK, CHAIN, CHECK, ITEM, ITEM_SIZE, KIND, SAY, TO, WINDOW
from .objects import attach, enter_play
from .state import Cards, State
from .targets import target_is_legal
from .vocabulary import ABILITY, TYPE
from .zones import active, ask, offer, to_grave


@chapter
def chain_step(s: State, k: Cards, x: int) -> int:
    """WTA-9.2, WTA-9.3: ask for a response until one passes; then resolve the items, the last one first."""
    if s.chain_on == CHAIN.asks:
        ask(s, ASK.respond, 1 - s.chain[s.n_chain - 1][ITEM.player])
    elif s.n_chain > 0:
        take_last_item(s)
        resolve(s, k)
        if s.effect == 0:
            clear_now(s)
        s.check = CHECK.board
    else:
        s.chain_on = CHAIN.idle
    return 0


@rule
def take_last_item(s: State) -> None:
    """WTA-9.1: last in, first out."""
    s.n_chain -= 1
    for i in range(ITEM_SIZE):
        s.now[i] = s.chain[s.n_chain][i]
        s.chain[s.n_chain][i] = 0


@rule
def resolve(s: State, k: Cards) -> None:
    """WTA-9.4. What is an Event or Magic goes to its owner's grave when its text has been done (`effect_over`)."""
    a = s.now[ITEM.ability]
    o = s.now[ITEM.slot]
    p = s.now[ITEM.player]
    if a >= 0 and k.ability[a][ABILITY.target] >= 0 and not target_is_legal(s, k):
        note(SAY.fizzled, p, s.now[ITEM.card], s.now[ITEM.kind])
        if s.now[ITEM.kind] == KIND.card:
            to_grave(s, o)
        return
    note(SAY.resolved, p, s.now[ITEM.card], s.now[ITEM.kind])
    kind = k.type[s.now[ITEM.card]]
    if s.now[ITEM.kind] == KIND.card and kind == TYPE.creature:
        enter_play(s, k, o, p, s.now[ITEM.front])
    elif s.now[ITEM.kind] == KIND.card and (kind in (TYPE.equipment, TYPE.enchantment)):
        host = s.now[ITEM.target]
        attach(s, o, host)
        enter_play(s, k, o, s.player[host] if kind == TYPE.equipment else p, s.front[host])
    else:
        s.now[ITEM.pc] = (
            k.ability[a][ABILITY.start] if a >= 0 else 0
        )  # a card without text: the program's first word is `end`
        s.effect = 1


@rule
def effect_over(s: State, k: Cards) -> None:
    """The text of an item has been done; the check that is due comes next."""
    kind = k.type[s.now[ITEM.card]]
    if s.now[ITEM.kind] == KIND.card and (kind in (TYPE.event, TYPE.magic)):
        to_grave(s, s.now[ITEM.slot])


# Windows


@rule
def open_window(s: State, k: Cards, kind: int) -> None:
    """WTA-4.9, WTA-9.6, WTA-9.7: the passive player is asked first."""
    if kind != WINDOW.after_action or k.after_action_windows:
        s.window = kind
        s.window_asks = 1 - active(s)
        s.passes = 0


@rule
def window_step(s: State, k: Cards) -> None:
    """WTA-9.6: one chance for the passive player; WTA-9.7: until both pass one after the other."""
    if s.passes >= (1 if s.window == WINDOW.after_action else 2):
        s.window = WINDOW.none
        s.passes = 0
        s.window_asks = 0
    else:
        ask(s, ASK.respond, s.window_asks)


@rule
def offer_responses(s: State, k: Cards) -> None:
    """WTA-9.8: pass, Events (WTA-7.10) and activated abilities."""
    offer(s, TO.done)
    offer_cards(s, k, 0)
    offer_uses(s, k, 0)


@rule
def respond(s: State, k: Cards, p: int, a: int) -> None:
    in_chain = s.chain_on == CHAIN.asks
    if a == TO.done:
        if in_chain:
            s.chain_on = CHAIN.resolves
        else:
            s.passes += 1
            s.window_asks = 1 - p
        return
    if not in_chain:
        s.passes = 1 if s.window == WINDOW.after_action else 0
        s.window_asks = 1 - p
    begin_item(s, k, p, a)


@rule
def begin_item(s: State, k: Cards, p: int, a: int) -> None:
    """Start to play a card or to use an ability."""
    if a >= TO.use:
        start_use(s, k, p, a - TO.use)
    else:
        start_play(s, k, p, a - TO.play)
