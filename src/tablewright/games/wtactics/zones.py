"""Cards outside of play: hands, decks, graves; who is asked what. The smallest helpers of all chapters."""

from tablewright.engine import REVEALED, note, rule, shuffle

from .ids import IN, MOST_OPTIONS, SAY, TO
from .state import COUNT, State


@rule
def active(s: State) -> int:
    """WTA-1.1: odd turns are A's."""
    return (s.turn + 1) % 2


@rule
def ask(s: State, decision: int, player: int) -> None:
    s.ask = decision
    s.decider = player


@rule
def offer(s: State, a: int) -> None:
    """Add an option to the pending decision."""
    if s.n_options < MOST_OPTIONS:
        s.option[s.n_options] = a
        s.n_options += 1


@rule
def place_in(pile: list[int], size: int, what: int) -> int:
    """Where something lies in a pile; -1 if it does not."""
    for i in range(size):
        if pile[i] == what:
            return i
    return -1


@rule
def find_design(s: State, pile: list[int], size: int, c: int) -> int:
    """Where the first card of a design lies in a pile; -1 if there is none."""
    for i in range(size):
        if s.card[pile[i]] == c:
            return i
    return -1


@rule
def take_out(pile: list[int], size: int, at: int) -> int:
    """What lies at a place of a pile, taken out; the later ones move up."""
    found = pile[at]
    for i in range(at, size - 1):
        pile[i] = pile[i + 1]
    pile[size - 1] = 0
    return found


@rule
def lose_influence(s: State, p: int, n: int, in_combat: int) -> None:
    """WTA-15.8, WTA-17.9."""
    if n > 0:
        s.influence[p] -= n
        s.lost[p] += n
        if in_combat:
            s.raid[1 - p] += n
            s.probe[COUNT.influence_lost_to_attacks + p] += n
        else:
            s.probe[COUNT.influence_lost_to_cards + p] += n
        note(SAY.influence, p, -n, 0)


@rule
def gain_influence(s: State, p: int, n: int) -> None:
    s.influence[p] += n
    s.probe[COUNT.influence_gained + p] += n
    note(SAY.influence, p, n, 0)


@rule
def to_hand(s: State, o: int, shown: int) -> None:
    """Hands are kept in the order of the designs."""
    p = s.owner[o]
    i = s.n_hand[p]
    while i > 0 and s.card[s.hand[p][i - 1]] > s.card[o]:
        s.hand[p][i] = s.hand[p][i - 1]
        i -= 1
    s.hand[p][i] = o
    s.n_hand[p] += 1
    s.zone[o] = IN.hand
    s.shown[o] = shown


@rule
def to_grave(s: State, o: int) -> None:
    p = s.owner[o]
    s.grave[p][s.n_grave[p]] = o
    s.n_grave[p] += 1
    s.zone[o] = IN.grave
    s.shown[o] = 0


@rule
def to_deck(s: State, o: int, shown: int) -> None:
    """On top."""
    p = s.owner[o]
    s.deck[p][s.n_deck[p]] = o
    s.n_deck[p] += 1
    s.zone[o] = IN.deck
    s.shown[o] = shown


@rule
def to_resources(s: State, o: int, marked: int) -> None:
    """WTA-5.2: the last position."""
    p = s.owner[o]
    i = s.n_resource[p]
    s.resource[p][i] = o
    s.res_marked[p][i] = marked
    s.res_gave[p][i] = 0
    s.n_resource[p] = i + 1
    s.zone[o] = IN.resource
    s.shown[o] = 0


@rule
def take_top(s: State, p: int) -> int:
    """The top card of a deck that is not empty, taken off."""
    s.n_deck[p] -= 1
    return take_out(s.deck[p], s.n_deck[p] + 1, s.n_deck[p])


@rule
def draw(s: State, p: int, count: int) -> None:
    """WTA-15.7: as many of the top cards as there are. A top card that both knew stays known (`shown`)."""
    for _ in range(min(count, s.n_deck[p])):
        o = take_top(s, p)
        to_hand(s, o, s.shown[o])
        s.probe[COUNT.cards_drawn + p] += 1
        note(SAY.drew, p, s.card[o], 0)
        note(REVEALED, p, 0, 0)


@rule
def mill(s: State, p: int, count: int) -> None:
    """WTA-15.7."""
    for _ in range(min(count, s.n_deck[p])):
        o = take_top(s, p)
        to_grave(s, o)
        note(SAY.milled, p, s.card[o], 0)
        note(REVEALED, p, 0, 0)


@rule
def shuffle_deck(s: State, p: int) -> None:
    """Nobody knows any longer what lies where."""
    shuffle(s, s.deck[p], s.n_deck[p])
    for i in range(s.n_deck[p]):
        s.shown[s.deck[p][i]] = 0
    note(SAY.shuffled, p, 0, 0)


@rule
def take_from_hand(s: State, p: int, c: int) -> int:
    """A card of a design that is in a hand, taken out; of equal ones the one that was known to be there."""
    at = -1
    for i in range(s.n_hand[p]):
        if s.card[s.hand[p][i]] == c and (at < 0 or s.shown[s.hand[p][i]]):
            at = i
    s.n_hand[p] -= 1
    return take_out(s.hand[p], s.n_hand[p] + 1, at)


@rule
def discard(s: State, p: int, a: int) -> None:
    """A card goes from hand to grave; a is TO.card and its design."""
    to_grave(s, take_from_hand(s, p, a - TO.card))
    note(SAY.discarded, p, a - TO.card, 0)


@rule
def first_of_design(s: State, p: int, i: int) -> int:
    """Whether it is the first of its design in the hand."""
    return 1 if i == 0 or s.card[s.hand[p][i]] != s.card[s.hand[p][i - 1]] else 0


@rule
def offer_hand(s: State, p: int) -> None:
    """The cards of a hand, to be discarded."""
    offer_designs(s, p, TO.card)


@rule
def offer_designs(s: State, p: int, start: int) -> None:
    """WTA-1.9: cards with the same id in a hand are one option."""
    for i in range(s.n_hand[p]):
        if first_of_design(s, p, i):
            offer(s, start + s.card[s.hand[p][i]])
