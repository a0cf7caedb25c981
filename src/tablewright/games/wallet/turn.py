"""The course of the game: the choice of faces, a turn and what follows from it by itself, the end (WAL-2, 3, 9)."""

from tablewright.engine import note, rule

from .actions import activate_market, activate_zone, carry_out, settle, start_purchase, take_card
from .options import can_act
from .places import refill
from .state import ASK, COUNT, DO, END, OF, SAY, TO, USE, WIDTH, Cards, State

# The first decisions


@rule
def choose_tan(s: State, k: Cards, p: int, a: int) -> None:
    """WAL-2.6, WAL-2.7: the other card is flipped to teal; both show what the player starts with."""
    card = a - TO.tan + 1
    other = s.zone[p][1] if s.zone[p][0] == card else s.zone[p][0]
    s.zone[p][0] = card
    s.zone[p][1] = 0
    s.zone[p][WIDTH] = other
    s.held[p][OF.tan] = 1
    s.held[p][OF.teal] = 1
    s.face[other] = OF.teal
    s.facing[card] = k.start_resources
    s.facing[other] = k.start_resources
    s.decider += 1
    if s.decider < k.players:
        s.ask = ASK.face
    else:
        s.active = s.first


# The turn


@rule
def use_allowance(s: State, k: Cards, a: int) -> None:
    """WAL-3.2, WAL-3.4: one option of a turn."""
    if a == TO.end_turn:
        end_turn(s, k)
    elif a >= TO.flip:
        s.used[USE.adjust] += 1
        adjust(s, a)
    elif a >= TO.buy:
        s.used[USE.market] += 1
        start_purchase(s, k, a - TO.buy)
    elif a >= TO.activate_zone:
        s.used[USE.zone] += 1
        activate_zone(s, k, a - TO.activate_zone)
    else:
        s.used[USE.market] += 1
        activate_market(s, k, a - TO.activate)


@rule
def adjust(s: State, a: int) -> None:
    """WAL-7.1, WAL-7.2: flip, facing kept; WAL-7.3: rotate by 180 degrees, face kept (WAL-1.4)."""
    if a >= TO.rotate:
        card = s.market[a - TO.rotate]
        s.facing[card] = (s.facing[card] + 2) % 4
    else:
        card = s.market[a - TO.flip]
        s.face[card] = 1 - s.face[card]


@rule
def forget_question(s: State) -> None:
    """Nothing is asked any more; the answer may ask the next thing."""
    s.ask = ASK.nobody


@rule
def proceed(s: State, k: Cards) -> None:
    """WAL-4.5, WAL-4.6: units that are due, a paid card, the ability and its energy, then the next action or turn."""
    while s.ask == ASK.nobody and s.ended == END.playing:
        if settle(s, k):
            continue
        if s.buying > 0:
            take_card(s, k)
        elif s.energy > 0 and (s.ability == DO.nothing or s.ability == DO.activate):
            s.due[s.active][s.energy - 1] = k.energy_per_activation
            s.energy = 0
        elif s.ability != DO.nothing:
            carry_out(s, k)
        else:
            end_action(s, k)
    if s.ended != END.playing:
        clear_pending(s)  # WAL-9.2: what the deciding purchase left undone is dropped
        s.energy = 0
        s.decider = s.active
        s.probe[COUNT.ended + s.ended - 1] = 1


@rule
def end_action(s: State, k: Cards) -> None:
    """WAL-3.5, WAL-3.7, WAL-8.1, WAL-8.2, WAL-P.5: refill, then the next decision of the turn, or the next turn."""
    refill(s, k)
    clear_pending(s)
    if k.pairs and s.draws == 0 and s.discards == 0:
        s.ended = END.piles
        note(SAY.ended, s.ended, 0, 0)
    elif can_act(s, k):
        s.ask = ASK.turn
        s.decider = s.active
    else:
        note(SAY.passed, s.active, s.used[0] + s.used[1] + s.used[2], 0)
        end_turn(s, k)


@rule
def clear_pending(s: State) -> None:
    """Leave nothing of an action behind; for the lab: how many cards it activated."""
    if s.chain > 0:
        s.probe[COUNT.chain + s.chain - 1] += 1
        s.chain = 0
    s.ability = DO.nothing
    s.colour = 0
    s.amount = 0
    s.unit = 0


@rule
def end_turn(s: State, k: Cards) -> None:
    """WAL-3.1, WAL-9.3: the next seat, unless every player has had the last turn."""
    if s.used[0] + s.used[1] + s.used[2] == 0:
        s.probe[COUNT.idle] += 1
    for use in range(3):
        s.used[use] = 0
    s.turns += 1
    if s.turns >= k.max_rounds * k.players:
        s.ended = END.rounds
        note(SAY.ended, s.ended, 0, 0)
    else:
        s.active = (s.active + 1) % k.players


# The end


@rule
def over(s: State, k: Cards) -> int:
    return 1 if s.ended != END.playing else 0
