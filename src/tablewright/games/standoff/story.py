"""The log: what a decision brought about, in words that the viewer may read."""

from collections.abc import Sequence

from tablewright.engine import Event
from tablewright.games.standoff import turn
from tablewright.games.standoff.layout import (
    A_BART,
    A_BUY,
    A_CELL,
    A_CHOOSE,
    A_CONVERT,
    A_DISCARD,
    A_DRAW,
    A_FIRE,
    A_MINE,
    A_OPPONENT,
    A_PLAY,
    A_STOP,
    BART_DISCARD,
    BLACK,
    DESTROYED,
    DISPOSE,
    DREW,
    DUPLICATE,
    EARNED,
    ENDED,
    HACK,
    HACK_CARD,
    MAIN,
    PLACED,
    PLANTED,
    REFILLED,
    REPAID,
    RESHUFFLED,
    RETURNED,
    TURN_STARTED,
    TUTOR,
    Cards,
    State,
)
from tablewright.games.standoff.words import ENDS, NAMES, PLAYERS, TOKENS, amount, cell_name, cell_names, counted


def tell(s: State, k: Cards, seat: int, action: int, events: Sequence[Event], viewer: int) -> list[str]:
    """What was decided, then what followed from it."""
    lines = [_decided(s, k, seat, action, viewer), *_followed(s, events, viewer)]
    return [line for line in lines if line]


def _decided(s: State, k: Cards, seat: int, a: int, viewer: int) -> str:
    me = PLAYERS[seat]
    if s.ask == MAIN:
        return _acted(s, k, me, a)
    if a == A_STOP:
        return f"{me} stops {'trashing' if s.ask == DISPOSE else 'discarding'}."
    if a >= A_CHOOSE:
        return _chose(s, me, NAMES[a - A_CHOOSE], viewer == seat)
    if a >= A_OPPONENT:
        return f"{me} looks at the hand of {PLAYERS[a - A_OPPONENT]}." if s.effect - 1 == HACK else ""
    if a >= A_CELL and _is_token(s):
        return f"{me} puts {NAMES[s.effect - 1]} on {cell_name(a - A_CELL)}."
    return ""


def _is_token(s: State) -> bool:
    return s.effect > 0 and NAMES[s.effect - 1] in TOKENS


def _acted(s: State, k: Cards, me: str, a: int) -> str:
    if a < A_DISCARD:
        card = a - A_PLAY
        return f"{me} plays {NAMES[card]}{_repeats(s) if card == DUPLICATE else ''}."
    if a < A_BUY:
        return f"{me} discards {NAMES[a - A_DISCARD]}."
    if a < A_BART:
        return f"{me} buys {NAMES[a - A_BUY]} for {amount(*k.price[a - A_BUY])}."
    if a < A_FIRE:
        return f"{me} discards {NAMES[a - A_BART]} for {amount(k.bart_credits, 0)} (Bart)."
    if a < A_DRAW:
        return f"{me} fires from {cell_name(a - A_FIRE)}."
    mined = counted(turn.mine_yield(s, k), "mineral")
    return {A_DRAW: "", A_MINE: f"{me} mines {mined}.", A_CONVERT: f"{me} turns a mineral into a credit."}.get(
        a, f"{me} ends the action phase."
    )


def _repeats(s: State) -> str:
    return f" to repeat {NAMES[s.last_card - 1]}" if s.last_card else "; the next card costs nothing"


def _chose(s: State, me: str, card: str, own: bool) -> str:
    if s.ask == HACK_CARD:
        return f"{me} discards {card} from the hand of {PLAYERS[s.victim - 1]}."
    if s.ask == TUTOR:
        return f"{me} takes {card if own else 'a card'} from the deck and shuffles the rest."
    if s.ask == DISPOSE:
        return f"{me} trashes {card}."
    return f"{me} discards {card}{' (Bart)' if s.ask == BART_DISCARD else ''}."


def _followed(s: State, events: Sequence[Event], viewer: int) -> list[str]:
    """One line for each thing that happened; blocks and draws of one kind are put together."""
    placed = [cell for kind, cell, _, _ in events if kind == PLACED]
    lines = [_placed(events, placed)] if placed else []
    drawn: dict[int, list[str]] = {}
    for kind, a, b, c in events:
        if kind == DREW and s.ask != TUTOR:
            drawn.setdefault(a, []).append(NAMES[b])
            continue
        if kind in (RESHUFFLED, TURN_STARTED, ENDED):
            lines += _draws(drawn, viewer)
            drawn = {}
        lines.append(_event(kind, a, b, c))
    return [*lines, *_draws(drawn, viewer)]


def _placed(events: Sequence[Event], cells: list[int]) -> str:
    colour = next(b for kind, _, b, _ in events if kind == PLACED)
    who = (
        "A black block is placed" if colour == BLACK else f"{PLAYERS[colour - 1]} places {counted(len(cells), 'block')}"
    )
    return f"{who}: {cell_names(cells)}."


def _draws(drawn: dict[int, list[str]], viewer: int) -> list[str]:
    return [
        f"{PLAYERS[p]} draws {', '.join(cards) if p == viewer else counted(len(cards), 'card')}."
        for p, cards in drawn.items()
    ]


def _event(kind: int, a: int, b: int, c: int) -> str:
    if kind == RESHUFFLED:
        return f"{PLAYERS[a]} shuffles the discard pile into a new deck of {counted(b, 'card')}."
    if kind == TURN_STARTED:
        return f"Turn {b}: {PLAYERS[a]}."
    if kind == DESTROYED:
        owner = "The black block" if b == BLACK else f"The block of {PLAYERS[b - 1]}"
        return f"{owner} on {cell_name(a)} is destroyed{f', and its {TOKENS[c]}' if c else ''}."
    if kind == REFILLED:
        return f"{NAMES[b]} is turned up in the temporary market."
    if kind == PLANTED:
        return f"A Horse is shuffled into the deck of {PLAYERS[a]}."
    if kind == RETURNED:
        return f"{NAMES[b]} of {PLAYERS[a]} goes to the discard pile."
    if kind == EARNED:
        return f"{PLAYERS[a]} gains {amount(b, 0)}."
    if kind == REPAID:
        return f"{PLAYERS[a]} pays {amount(b, 0)} of debt."
    if kind == ENDED:
        return f"{ENDS[a][0]}: the game is over."
    return ""
