"""Hidden information: redeal what a seat cannot know (rulebook, "Hidden information")."""

from typing import TYPE_CHECKING

from tablewright.engine import below, rule

from .ids import STEP

if TYPE_CHECKING:
    from .state import Cards, State

BOTH = 3


@rule
def redeal(s: "State", k: "Cards", seat: int) -> None:
    """The cards a seat cannot see change places: its own deck; the other's deck, hand and resource cards together."""
    for p in range(2):
        n = s.n_deck[p]
        if p != seat:
            n += s.n_hand[p] + s.n_resource[p]
        for i in range(n - 1, 0, -1):
            if s.shown[card_at(s, p, i)] == 0:
                j = below(s, i + 1)
                while s.shown[card_at(s, p, j)]:
                    j = below(s, i + 1)
                swap(s, p, i, j)
        sort_hand(s, p)
        if s.step != STEP.veto or s.turn > 0:
            redeal_quests(s, p, seat)


@rule
def card_at(s: "State", p: int, i: int) -> int:
    """The i-th card of a player's deck, hand and resource zone, counted in this order."""
    if i < s.n_deck[p]:
        return s.deck[p][i]
    i -= s.n_deck[p]
    if i < s.n_hand[p]:
        return s.hand[p][i]
    return s.resource[p][i - s.n_hand[p]]


@rule
def put_at(s: "State", p: int, i: int, o: int) -> None:
    if i < s.n_deck[p]:
        s.deck[p][i] = o
        return
    i -= s.n_deck[p]
    if i < s.n_hand[p]:
        s.hand[p][i] = o
    else:
        s.resource[p][i - s.n_hand[p]] = o


@rule
def swap(s: "State", p: int, i: int, j: int) -> None:
    a = card_at(s, p, i)
    b = card_at(s, p, j)
    put_at(s, p, i, b)
    put_at(s, p, j, a)
    zone = s.zone[a]
    s.zone[a] = s.zone[b]
    s.zone[b] = zone


@rule
def sort_hand(s: "State", p: int) -> None:
    """Hands are kept in the order of the designs."""
    for i in range(1, s.n_hand[p]):
        o = s.hand[p][i]
        j = i
        while j > 0 and s.card[s.hand[p][j - 1]] > s.card[o]:
            s.hand[p][j] = s.hand[p][j - 1]
            j -= 1
        s.hand[p][j] = o


@rule
def knows_quest(s: "State", q: int, i: int, seat: int) -> int:
    seen = s.quest_seen[q][i]
    return 1 if seen == BOTH or (seat >= 0 and (seen >> seat) & 1) else 0


@rule
def redeal_quests(s: "State", q: int, seat: int) -> None:
    """Which quests are left in a pile is known from the veto, their order is not."""
    for i in range(s.n_quests[q] - 1, 0, -1):
        if not knows_quest(s, q, i, seat):
            j = below(s, i + 1)
            while knows_quest(s, q, j, seat):
                j = below(s, i + 1)
            held = s.quest[q][i]
            s.quest[q][i] = s.quest[q][j]
            s.quest[q][j] = held
