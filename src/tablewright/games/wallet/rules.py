"""Wallet: buy cards from a market of three with resources that are shown by how your own two cards are turned.

A turn is up to three things in any order: activate or buy a market card, activate one of your own cards, flip or rotate
a market card (WAL-3). Activating discards the card, does its live ability and gives 1 energy of its colour (WAL-4, 5).
The first with 4 purchases (3 with three players) wins at once (WAL-9). In the edition `pairs` bought cards join the
zone and the most tan-teal pairs win when the piles are empty (WAL-P).

The chapters: `state` (records and ids), `numbers` (cards.toml), `places` (cards, purses, piles), `actions` (what an
action sets off), `options` (what may be chosen), this page (setup, turn, hidden information, end), `judgement` (what
the bots think of a position).
"""

from tablewright.engine import WHOLE_WIN, below, note, rule, seed_chance, shuffle
from tablewright.games.wallet.actions import (
    activate_market,
    activate_zone,
    answer,
    carry_out,
    settle,
    start_purchase,
    take_card,
    turn_card,
)
from tablewright.games.wallet.judgement import estimate, measure, playout
from tablewright.games.wallet.numbers import bound, constants
from tablewright.games.wallet.options import can_act, legal
from tablewright.games.wallet.places import purse, refill
from tablewright.games.wallet.state import (
    ASK,
    BLOCKS,
    CARDS,
    COUNT,
    DO,
    END,
    OF,
    PROBES,
    SAY,
    TO,
    USE,
    WIDTH,
    Cards,
    State,
)

__all__ = ["BLOCKS", "PROBES", "Cards", "State", "bound", "constants", "estimate", "legal", "measure", "playout"]

# Setup


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    seed_chance(s, seed)
    deal(s, k)
    flip_a_share(s, k)
    refill(s, k)  # WAL-2.5
    s.start = k.start_player if k.start_player >= 0 else below(s, k.players)  # WAL-2.8
    s.ask = ASK.face
    return 0


@rule
def deal(s: State, k: Cards) -> int:
    """WAL-2.1, 2.2: shuffle, then two cards each, still tan side up."""
    s.draws = len(CARDS)
    for i in range(s.draws):
        s.draw[i] = i + 1
    shuffle(s, s.draw, s.draws)
    for p in range(k.players):
        for i in range(2):
            s.draws -= 1
            s.zone[p][i] = s.draw[s.draws]
            s.draw[s.draws] = 0
        s.held[p][OF.tan] = 2
    return 0


@rule
def flip_a_share(s: State, k: Cards) -> int:
    """WAL-2.3, 2.4: the top half shows teal, all cards are turned alike, and the deck is shuffled again."""
    for i in range(s.draws):
        s.facing[s.draw[i]] = k.initial_facing
    for i in range(s.draws - s.draws * k.teal_share // 100, s.draws):
        s.face[s.draw[i]] = OF.teal
    shuffle(s, s.draw, s.draws)
    s.fresh = 1
    return 0


@rule
def choose_tan(s: State, k: Cards, card: int) -> int:
    """WAL-2.6, 2.7: the other card is flipped to teal; both show what the player starts with."""
    p = s.asked
    other = s.zone[p][1] if s.zone[p][0] == card else s.zone[p][0]
    s.zone[p][0] = card
    s.zone[p][1] = 0
    s.zone[p][WIDTH] = other
    s.held[p][OF.tan] = 1
    s.held[p][OF.teal] = 1
    s.face[other] = OF.teal
    s.facing[card] = k.start_resources
    s.facing[other] = k.start_resources
    s.asked += 1
    if s.asked == k.players:
        s.ask = ASK.nobody
        s.active = s.start
    return 0


# The turn


@rule
def who(s: State, k: Cards) -> int:
    return s.asked


@rule
def turns(s: State, k: Cards) -> int:
    """A turn in which the game ends counts."""
    return s.turns + (1 if s.ended == END.purchase or s.ended == END.piles else 0)


@rule
def apply(s: State, k: Cards, a: int) -> int:
    """Carry out an option and everything that needs no further decision."""
    ask = s.ask
    s.ask = ASK.nobody
    if ask == ASK.face:
        s.ask = ASK.face
        choose_tan(s, k, a - TO.tan + 1)
    elif ask == ASK.turn:
        use_allowance(s, k, a)
    elif ask == ASK.place:
        turn_card(s, s.asked, a - TO.place, 1)
    elif ask == ASK.take:
        turn_card(s, s.asked, a - TO.take, -1)
    else:
        answer(s, k, a)
    proceed(s, k)
    return 0


@rule
def use_allowance(s: State, k: Cards, a: int) -> int:
    """WAL-3.2, 3.4: one option of a turn."""
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
    return 0


@rule
def adjust(s: State, a: int) -> int:
    """WAL-7.2: flip, facing kept; WAL-7.3: rotate by 180 degrees, face kept (WAL-1.4)."""
    if a >= TO.rotate:
        card = s.market[a - TO.rotate]
        s.facing[card] = (s.facing[card] + 2) % 4
    else:
        card = s.market[a - TO.flip]
        s.face[card] = 1 - s.face[card]
    return 0


@rule
def card(s: State, k: Cards, a: int) -> int:
    """For the lab: the card that is activated."""
    if a >= TO.activate and a < TO.activate_zone:
        return s.market[a - TO.activate] - 1
    if a >= TO.activate_zone and a < TO.buy:
        return s.zone[s.active][a - TO.activate_zone] - 1
    return -1


@rule
def proceed(s: State, k: Cards) -> int:
    """WAL-4.5, 4.6: units that are due, a paid card, the ability and its energy, then the next action or turn."""
    while s.ask == ASK.nobody and s.ended == END.playing:
        if settle(s, k):
            continue
        if s.buying > 0:
            take_card(s, k)
        elif s.energy > 0 and (s.ability == DO.nothing or s.ability == DO.activate):
            s.due[s.active][s.energy - 1] = k.energy
            s.energy = 0
        elif s.ability != DO.nothing:
            carry_out(s, k)
        else:
            end_action(s, k)
    if s.ended != END.playing:
        clear_pending(s)  # WAL-9.2: what the deciding purchase left undone is dropped
        s.energy = 0
        s.asked = s.active
        s.probe[COUNT.ended + s.ended - 1] = 1
    return 0


@rule
def end_action(s: State, k: Cards) -> int:
    """WAL-3.5, 3.7, 8.1, P.5: refill, then the next decision of the turn, or the next turn."""
    refill(s, k)
    clear_pending(s)
    if k.pairs and s.draws == 0 and s.discards == 0:
        s.ended = END.piles
        note(SAY.ended, s.ended, 0, 0)
    elif can_act(s, k):
        s.ask = ASK.turn
        s.asked = s.active
    else:
        note(SAY.passed, s.active, s.used[0] + s.used[1] + s.used[2], 0)
        end_turn(s, k)
    return 0


@rule
def clear_pending(s: State) -> int:
    """Leave nothing of an action behind; for the lab: how many cards it activated."""
    if s.chain > 0:
        s.probe[COUNT.chain + s.chain - 1] += 1
        s.chain = 0
    s.ability = DO.nothing
    s.colour = 0
    s.amount = 0
    s.unit = 0
    return 0


@rule
def end_turn(s: State, k: Cards) -> int:
    """WAL-3.1, 9.3: the next seat, unless every player has had the last turn."""
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
    return 0


# Hidden information


@rule
def determinize(s: State, k: Cards, seat: int) -> int:
    """Nobody knows the order of the draw pile below its top; before the first reshuffle also not which cards show teal.

    Covered cards have never been above the pile's top since it was shuffled, so they are exchangeable; their facings
    go with the cards, which were all alike at first and seen by everybody before every reshuffle.
    """
    covered = s.draws - 1
    if covered > 1:
        shuffle(s, s.draw, covered)
        if s.fresh:
            for i in range(covered - 1, 0, -1):
                j = below(s, i + 1)
                face = s.face[s.draw[i]]
                s.face[s.draw[i]] = s.face[s.draw[j]]
                s.face[s.draw[j]] = face
    return 0


# The end


@rule
def over(s: State, k: Cards) -> int:
    return 1 if s.ended != END.playing else 0


@rule
def score(s: State, k: Cards, p: int) -> int:
    """WAL-9.4: purchases, then resources; WAL-P.6: pairs, then cards, then resources."""
    resources = purse(s, p, OF.tan) + purse(s, p, OF.teal)
    if k.pairs:
        cards = s.held[p][OF.tan] + s.held[p][OF.teal]
        return 10000 * min(s.held[p][OF.tan], s.held[p][OF.teal]) + 100 * cards + resources
    return 100 * s.purchases[p] + resources


@rule
def result(s: State, k: Cards, p: int) -> int:
    """WAL-9.1, 9.4, 9.5: the best share the win; a reached target is always the best."""
    best = score(s, k, p)
    tied = 1
    for other in range(k.players):
        if other != p:
            theirs = score(s, k, other)
            if theirs > best:
                return 0
            if theirs == best:
                tied += 1
    return WHOLE_WIN // tied
