"""Tiny: players add numbers to a common count; a multiple of five scores a point (TNY-2.2)."""

from tablewright.engine import (
    NOBODY,
    OWNER,
    Blocks,
    CardsError,
    CardsLayout,
    Decision,
    Decisions,
    Kinds,
    StateLayout,
    array,
    counter,
    counts,
    draw_kind,
    note,
    number,
    rule,
    seat_number,
    seed_chance,
    total,
)

NUMBERS = 6
SEATS = 4
BLOCKS = Blocks(play=NUMBERS)  # action c plays the number c + 1
CARD = Kinds("card", tuple(range(1, NUMBERS + 1)), copies="copies")
DREW = 0  # a note for the log: seat, number - 1


class Cards(CardsLayout):
    """The numbers of cards.toml."""

    players = number("i4")
    copies = number("i4")
    hand_size = number("i4")
    target = number("i4")


class State(StateLayout):
    """One position: cards of one number are alike, so there are only so many of each."""

    deck = counts("i1", NUMBERS, of=CARD, seen=NOBODY, rest=True, title="cards in the deck")
    hand = counts("i1", SEATS, NUMBERS, of=CARD, seen=OWNER, size="held", key="hands")  # TNY-H.1
    held = array("i1", SEATS)  # cards in each hand
    played = counts("i1", NUMBERS, of=CARD)
    points = counter("i1", SEATS, most=60)
    count = counter("i2", most=210, informs=True)
    turn = seat_number("i1", key="to_move")
    plays = number("i1")


def bound(k: Cards) -> int:
    if k.players * k.hand_size > NUMBERS * k.copies:
        raise CardsError(f"{NUMBERS * k.copies} cards are not enough for {k.players} hands")
    return NUMBERS * k.copies


@rule
def setup(s: State, k: Cards, seed: int) -> int:
    """TNY-1.1, 1.2."""
    seed_chance(s, seed)
    for c in range(NUMBERS):
        s.deck[c] = k.copies
    for p in range(k.players):
        for _ in range(k.hand_size):
            draw(s, p)
    return 0


@rule
def draw(s: State, p: int) -> int:
    """Move a random card of the deck to a hand; returns its place among the numbers."""
    c = draw_kind(s, s.deck)
    s.hand[p][c] += 1
    s.held[p] += 1
    return c


@rule
def not_in_hand(s: State, p: int, a: int) -> int:
    return 0 if s.hand[p][a] > 0 else 1


@rule
def play(s: State, k: Cards, p: int, a: int) -> None:
    s.hand[p][a] -= 1
    s.held[p] -= 1
    s.played[a] += 1
    s.plays += 1
    s.count += a + 1
    if s.count % k.target == 0:
        s.points[p] += 1  # TNY-2.2
    if total(s.deck) > 0:
        note(DREW, p, draw(s, p), 0)  # TNY-2.3
    for _ in range(k.players):  # TNY-2.4
        s.turn = (s.turn + 1) % k.players
        if s.held[s.turn] > 0:
            break


@rule
def turns(s: State, k: Cards) -> int:
    return s.plays


@rule
def over(s: State, k: Cards) -> int:
    return 1 if total(s.held) == 0 else 0  # TNY-3.1


@rule
def score(s: State, k: Cards, p: int) -> int:
    """TNY-3.2: the most points win; those with equally many share the win."""
    return s.points[p]


TURN = Decision(
    name="turn",
    clause="TNY-2.1",
    prompt="Play a card.",
    waiting="{who} plays a card.",
    blocks=("play",),
    refuses=not_in_hand,
    reasons=("not in your hand",),
    answer=play,
)
DECISIONS = Decisions(TURN, blocks=BLOCKS, by="turn", over=over, ended_clause="TNY-3.1")


def settle(given: object, s: State, k: Cards) -> None:
    """What follows from the cards of a written position."""
    s.count = sum((c + 1) * n for c, n in enumerate(s.played))
    s.plays = sum(s.played)
