"""The rulebook's notation of WTactics: seats, and objects in play (`troll_marauder#13`)."""

from .state import CARD_IDS, State

SEATS = ("A", "B")


def name_of(s: State, o: int) -> str:
    """An object in play as a move names it: its card's id, with its entry number where there are several of it."""
    return CARD_IDS[s.card[o]] + (f"#{s.entry[o]}" if is_doubled(s, o) else "")


def is_doubled(s: State, o: int) -> bool:
    """Whether several of its cards are in play."""
    return sum(s.card[other] == s.card[o] for other in s.board[: s.n_board]) > 1


def item_id(s: State, o: int) -> str:
    return f"e{s.entry[o]}"
