"""Why something cannot be played, bought, or built now."""

from collections.abc import Callable, Iterator

from tablewright.engine import Blocked
from tablewright.games.standoff import board, decks, effects, markets, turn
from tablewright.games.standoff.layout import (
    AIRDROP,
    ARTILLERY,
    DUPLICATE,
    EARLY_ACCESS,
    EMPTY,
    FORCEFIELD,
    GUN_TOKEN,
    HACK,
    JUNK,
    MAIN,
    PERMANENT,
    POLYOMINO,
    REFINERY,
    RESOURCE,
    TABLE,
    TYPE,
    Cards,
    State,
)
from tablewright.games.standoff.words import NAMES, PLAYERS, amount, cell_name, cell_names, counted

Reason = tuple[str, str]  # words and clause

NO_PLACE: Reason = ("there is no place for its blocks", "STA-5.3")


def no_action(s: State, k: Cards) -> Reason | None:
    if s.actions_left < 1:
        return "you have no action left", "STA-4.2"
    if s.actions_spent >= k.most_actions:
        return f"you have spent {k.most_actions} actions this turn, the most there may be", "STA-4.2"
    return None


def no_money(s: State, pair: list[int]) -> Reason | None:
    if s.credits < 0:
        return f"your budget is {s.credits}; while it is negative nothing but resource cards can be paid for", "STA-2.4"
    if not markets.affordable(s, pair[0], pair[1]):
        return f"it takes {amount(*pair)}; you have {amount(s.credits, s.minerals[s.seat])}", "STA-2.3"
    return None


def cannot_play(s: State, k: Cards, card: int) -> Reason | None:
    """STA-5.2, reason by reason; None if the card can be played."""
    if TYPE[card] == RESOURCE:
        return None
    if TYPE[card] == JUNK:
        return "a Horse cannot be played", "STA-14.3"
    if reason := no_money(s, [0, 0] if s.free_next else k.cost[card]):
        return reason
    if effects.costs_action(s, k, card) and (reason := no_action(s, k)):
        return reason
    if effects.can_play(s, k, card):
        return None
    return _no_effect(s, k, card)


def _no_effect(s: State, k: Cards, card: int) -> Reason:
    """STA-5.3: what the effect lacks."""
    if card == DUPLICATE:
        last = s.last_card - 1
        lacks = NO_PLACE if TYPE[last] == POLYOMINO and k.duplicate_polyomino else _no_effect(s, k, last)
        return f"it would repeat {NAMES[last]}, and {lacks[0]}", "STA-13.3"
    if TYPE[card] == POLYOMINO and not effects.below_limit(s, k):
        return f"you have played {counted(s.polys_played, 'polyomino card')} this turn, as many as you may", "STA-5.8"
    if TYPE[card] == POLYOMINO or card == AIRDROP:
        return NO_PLACE
    return {
        ARTILLERY: "you have no block without a token",
        FORCEFIELD: "you have no block without a token",
        REFINERY: "you have no block without a token on a mineral patch",
        HACK: "no opponent has a card in hand",
        EARLY_ACCESS: "your deck is empty",
    }.get(card, "there is nothing it could be used on"), "STA-5.3"


def cannot_buy(s: State, k: Cards, card: int) -> Reason | None:
    if decks.is_horse(card):
        return "a Horse cannot be bought", "STA-14.3"
    if not markets.on_offer(s, k, card):
        return ("its pile is empty", "STA-10.2") if card < PERMANENT else ("it is not face up", "STA-10.3")
    return no_action(s, k) or no_money(s, k.price[card])


def cannot_discard(s: State, k: Cards, card: int) -> Reason | None:
    if not k.discard_action:
        return "cards are discarded in the discard phase only", "STA-4.4"
    if decks.is_horse(card):
        return "a Horse cannot be discarded as an action", "STA-14.3"
    return no_action(s, k)


def cannot_sell(s: State, k: Cards, card: int) -> Reason | None:
    return None if turn.has_bart(s) else ("you have no Bart in play", "STA-4.11")


def cannot_draw(s: State, k: Cards) -> Reason | None:
    if s.deck_size[s.seat] + s.discard_size[s.seat] == 0:
        return "your deck and discard pile are empty", "STA-4.3"
    return no_action(s, k)


def cannot_mine(s: State, k: Cards) -> Reason | None:
    if turn.mine_yield(s, k) == 0:
        return "you have no refinery that gives minerals", "STA-4.6"
    return no_action(s, k)


def cannot_fire(s: State, k: Cards) -> Reason | None:
    if s.tokens[s.seat][GUN_TOKEN] == 0:
        return "you have no artillery on the board", "STA-4.7"
    return no_action(s, k) or no_money(s, [k.artillery_cost, 0])


def cannot_convert(s: State, k: Cards) -> Reason | None:
    return None if s.minerals[s.seat] else ("you have no minerals", "STA-4.10")


ACTS: dict[str, Callable[[State, Cards], Reason | None]] = {
    "draw": cannot_draw,
    "mine": cannot_mine,
    "fire": cannot_fire,
    "convert": cannot_convert,
}


def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    """Everything in sight that the seat cannot do now, and why."""
    if seat < 0 or s.ended:
        return []
    if s.seat != seat:
        return [Blocked("any move", f"it is the turn of {PLAYERS[s.seat]}", clause="STA-3.1")]
    if s.ask != MAIN:
        return [Blocked("another card or action", "first finish what you began", clause="STA-5.7")]
    return [*_blocked_hand(s, k), *_blocked_markets(s, k), *_blocked_acts(s, k)]


def _blocked_hand(s: State, k: Cards) -> Iterator[Blocked]:
    """Once for every copy, since each lies on the table as an item of its own."""
    for card, copies in enumerate(s.hand[s.seat]):
        if copies and (reason := cannot_play(s, k, card)):
            for i in range(copies):
                yield Blocked(f"play:{NAMES[card]}", reason[0], f"hand.{NAMES[card]}.{i}", reason[1])


def _blocked_markets(s: State, k: Cards) -> Iterator[Blocked]:
    for card in range(TABLE):
        if (card < PERMANENT or markets.on_offer(s, k, card)) and (reason := cannot_buy(s, k, card)):
            yield Blocked(f"buy:{NAMES[card]}", reason[0], f"market.{NAMES[card]}", reason[1])


def _blocked_acts(s: State, k: Cards) -> Iterator[Blocked]:
    for act, cannot in ACTS.items():
        if reason := cannot(s, k):
            yield Blocked(act, reason[0], clause=reason[1])


# Cells


def cannot_use(s: State, k: Cards, cell: int) -> str:
    """Why a cell is not offered for a card or token that takes one cell."""
    if s.firing:
        far = board.distance(s.firing - 1, cell)
        if s.block[cell] == EMPTY:
            return f"{cell_name(cell)} is empty; artillery destroys a block"
        return f"{cell_name(cell)} is {far} cells away; artillery reaches {k.artillery_range}"
    if s.effect - 1 == AIRDROP:
        return cannot_begin(s, k, cell, 1)
    return f"{NAMES[s.effect - 1]} cannot be used on {cell_name(cell)}: {_unfit(s, k, cell)}"


def _unfit(s: State, k: Cards, cell: int) -> str:
    """STA-7.1, 8.9: what an own block lacks for a token; for other cards, what is on the cell."""
    if s.block[cell] != s.seat + 1 or s.effect - 1 not in (ARTILLERY, FORCEFIELD, REFINERY):
        return _what_is_there(s, cell)
    return "your block there has a token" if s.token[cell] else "your block there is on no mineral patch"


def _what_is_there(s: State, cell: int) -> str:
    if s.block[cell] == EMPTY:
        return "it is empty"
    if s.block[cell] > len(PLAYERS):
        return "a black block is there"
    if s.block[cell] != s.seat + 1:
        return f"a block of {PLAYERS[s.block[cell] - 1]} is there"
    return "your block is there"


def not_free(s: State, k: Cards, cell: int) -> str:
    """STA-6.5, 6.6; empty if the cell is free."""
    if s.block[cell] != EMPTY:
        return f"{cell_name(cell)} is not empty: {_what_is_there(s, cell)}"
    if board.is_shielded(s, k, cell):
        return f"{cell_name(cell)} is in another player's forcefield"
    return ""


def cannot_begin(s: State, k: Cards, cell: int, n: int) -> str:
    """Why a placement of n blocks cannot begin at a cell."""
    if reason := not_free(s, k, cell):
        return reason
    if not board.touches_own(s, k, cell):
        return f"{cell_name(cell)} is neither on the border nor beside a block of yours"
    return f"around {cell_name(cell)} there is no room for {counted(n, 'block')}"


def cannot_go_on(s: State, k: Cards, cell: int) -> str:
    """Why a cell cannot be added to those named so far."""
    chosen = s.chosen[: s.chosen_count]
    if cell in chosen:
        return f"{cell_name(cell)} is named already"
    if reason := not_free(s, k, cell):
        return reason
    return f"{cell_name(cell)} does not touch {cell_names(chosen)}; the blocks must be connected"


def placement_fault(s: State, k: Cards, cells: list[int], n: int) -> str:
    """Why several cells are no legal rest of a placement of n blocks; empty if they are in a wrong order only."""
    chosen = s.chosen[: s.chosen_count]
    group = [*chosen, *(cell for cell in cells if cell not in chosen)]
    if len(group) != n:
        return f"{counted(n, 'cell')} must be named, not {len(group)}"
    for cell in group:
        if reason := not_free(s, k, cell):
            return reason
    if not _connected(k, group):
        return f"{cell_names(group)} are not connected by their sides"
    if not any(board.touches_own(s, k, cell) for cell in group):
        return f"none of {cell_names(group)} is on the border or beside a block of yours"
    return ""


def _connected(k: Cards, cells: list[int]) -> bool:
    reached, wanted = [cells[0]], set(cells)
    for cell in reached:
        reached += [c for c in k.near[cell] if c in wanted and c not in reached]
    return len(reached) == len(wanted)


def in_order(s: State, k: Cards, cells: list[int]) -> list[int]:
    """The cells of a legal placement in an order in which they can be named."""
    chosen = s.chosen[: s.chosen_count]
    left = [cell for cell in cells if cell not in chosen]
    order: list[int] = []
    while left:
        named = [*chosen, *order]
        fits = [c for c in left if (named and any(x in named for x in k.near[c])) or (not named and _anchors(s, k, c))]
        order.append(fits[0])
        left.remove(fits[0])
    return order


def _anchors(s: State, k: Cards, cell: int) -> bool:
    return bool(board.is_anchor(s, k, cell))
