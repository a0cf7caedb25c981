"""Why something cannot be played, bought, or built now."""

from collections.abc import Callable, Iterator

from tablewright.engine import Blocked, Say, Seat, remembered, say

from . import board, decks, effects, markets, turn
from .cells import at_cell, at_cells, the
from .state import (
    ASK,
    BLACK,
    EMPTY,
    IS,
    KIND,
    NAMES,
    PERMANENT,
    TABLE,
    TOKEN,
    TYPE,
    Cards,
    State,
)
from .texts import amount

Reason = tuple[Say, str]  # why, and the clause

NO_PLACE: Reason = (say("why.no_place"), "STA-5.3")
LACKS = {
    KIND.artillery: say("why.no_bare_block"),
    KIND.forcefield: say("why.no_bare_block"),
    KIND.refinery: say("why.no_patch"),
    KIND.hack: say("why.no_hand"),
    KIND.early_access: say("why.no_deck"),
}  # STA-5.3: what the effect of a card needs


def no_action(s: State, k: Cards) -> Reason | None:
    if s.actions_left < 1:
        return say("why.no_action"), "STA-4.2"
    if s.actions_spent >= k.most_actions:
        return say("why.most_actions", n=k.most_actions), "STA-4.2"
    return None


def no_money(s: State, pair: list[int]) -> Reason | None:
    if s.credits < 0:
        return say("why.in_debt", n=s.credits), "STA-2.4"
    if not markets.affordable(s, pair[0], pair[1]):
        return say("why.no_money", takes=amount(*pair), have=amount(s.credits, s.minerals[s.decider])), "STA-2.3"
    return None


def cannot_play(s: State, k: Cards, card: int) -> Reason | None:
    """STA-5.2, reason by reason; None if the card can be played."""
    if TYPE[card] == IS.resource:
        return None
    if TYPE[card] == IS.junk:
        return say("why.horse_played", card=the(card)), "STA-14.3"
    if reason := no_money(s, [0, 0] if s.free_next else k.cost[card]):
        return reason
    if effects.costs_action(s, k, card) and (reason := no_action(s, k)):
        return reason
    if effects.can_play(s, k, card):
        return None
    return _no_effect(s, k, card)


def _no_effect(s: State, k: Cards, card: int) -> Reason:
    """STA-5.3: what the effect lacks."""
    if card == KIND.duplicate:
        last = s.last_card - 1
        lacks = NO_PLACE if TYPE[last] == IS.polyomino and k.duplicate_polyomino else _no_effect(s, k, last)
        return say("why.repeats", card=the(last), why=lacks[0]), "STA-13.3"
    if TYPE[card] == IS.polyomino and not effects.below_limit(s, k):
        return say("why.most_polyominoes", n=s.polys_played), "STA-5.8"
    if TYPE[card] == IS.polyomino or card == KIND.airdrop:
        return NO_PLACE
    return LACKS.get(card, say("why.no_target")), "STA-5.3"


def cannot_buy(s: State, k: Cards, card: int) -> Reason | None:
    if decks.is_horse(card):
        return say("why.horse_bought", card=the(card)), "STA-14.3"
    if not markets.on_offer(s, k, card):
        return (say("why.sold_out"), "STA-10.2") if card < PERMANENT else (say("why.not_on_offer"), "STA-10.3")
    return no_action(s, k) or no_money(s, k.price[card])


def cannot_discard(s: State, k: Cards, card: int) -> Reason | None:
    if not k.discard_action:
        return say("why.discard_phase"), "STA-4.4"
    if decks.is_horse(card):
        return say("why.horse_discarded", card=the(card)), "STA-14.3"
    return no_action(s, k)


def cannot_sell(s: State, k: Cards, card: int) -> Reason | None:
    return None if turn.has_bart(s) else (say("why.no_bart"), "STA-4.11")


def cannot_draw(s: State, k: Cards) -> Reason | None:
    if s.deck_size[s.decider] + s.discard_size[s.decider] == 0:
        return say("why.no_cards"), "STA-4.3"
    return no_action(s, k)


def cannot_mine(s: State, k: Cards) -> Reason | None:
    if turn.mine_yield(s, k) == 0:
        return say("why.no_refinery"), "STA-4.6"
    return no_action(s, k)


def cannot_fire(s: State, k: Cards) -> Reason | None:
    if s.tokens[s.decider][TOKEN.artillery] == 0:
        return say("why.no_artillery"), "STA-4.7"
    return no_action(s, k) or no_money(s, [k.artillery_cost, 0])


def cannot_convert(s: State, k: Cards) -> Reason | None:
    return None if s.minerals[s.decider] else (say("why.no_minerals"), "STA-4.10")


ACTS: dict[str, Callable[[State, Cards], Reason | None]] = {
    "draw": cannot_draw,
    "mine": cannot_mine,
    "fire": cannot_fire,
    "convert": cannot_convert,
}


@remembered
def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    """Everything in sight that the seat cannot do now, and why."""
    if seat < 0 or s.ended:
        return []
    if s.decider != seat:
        return [Blocked(say("why.any"), say("why.not_your_turn", who=Seat(s.decider)), clause="STA-3.1")]
    if s.ask != ASK.main:
        return [Blocked(say("why.another"), say("why.unfinished"), clause="STA-5.7")]
    return [*_blocked_hand(s, k), *_blocked_markets(s, k), *_blocked_acts(s, k)]


def _blocked_hand(s: State, k: Cards) -> Iterator[Blocked]:
    """Once for every copy, since each lies on the table as an item of its own."""
    for card, copies in enumerate(s.hand[s.decider]):
        if copies and (reason := cannot_play(s, k, card)):
            for i in range(copies):
                yield Blocked(say("play.play", card=the(card)), reason[0], f"hand.{NAMES[card]}.{i}", reason[1])


def _blocked_markets(s: State, k: Cards) -> Iterator[Blocked]:
    for card in range(TABLE):
        if (card < PERMANENT or markets.on_offer(s, k, card)) and (reason := cannot_buy(s, k, card)):
            yield Blocked(say("play.buy", card=the(card)), reason[0], f"market.{NAMES[card]}", reason[1])


def _blocked_acts(s: State, k: Cards) -> Iterator[Blocked]:
    for act, cannot in ACTS.items():
        if reason := cannot(s, k):
            yield Blocked(say(f"play.{act}"), reason[0], clause=reason[1])


# Cells


def cannot_use(s: State, k: Cards, cell: int) -> Say:
    """Why a cell is not offered for a card or token that takes one cell."""
    if s.firing:
        far = board.distance(s.firing - 1, cell)
        if s.block[cell] == EMPTY:
            return say("fault.nothing_there", cell=at_cell(cell))
        return say("fault.too_far", cell=at_cell(cell), far=far, reach=k.artillery_range)
    if s.effect - 1 == KIND.airdrop:
        return cannot_begin(s, k, cell, 1)
    return say("fault.unfit", card=the(s.effect - 1), cell=at_cell(cell), why=_unfit(s, k, cell))


def _unfit(s: State, k: Cards, cell: int) -> Say:
    """STA-7.1, STA-8.9: what an own block lacks for a token; for other cards, what is on the cell."""
    if s.block[cell] != s.decider + 1 or s.effect - 1 not in (KIND.artillery, KIND.forcefield, KIND.refinery):
        return _what_is_there(s, cell)
    return say("fault.has_token" if s.token[cell] else "fault.not_on_patch")


def _what_is_there(s: State, cell: int) -> Say:
    if s.block[cell] == EMPTY:
        return say("fault.is_empty")
    if s.block[cell] == BLACK:
        return say("fault.is_black")
    return say("fault.is_block", who=Seat(s.block[cell] - 1))


def not_free(s: State, k: Cards, cell: int) -> Say | None:
    """STA-6.5, STA-6.6; None if the cell is free."""
    if s.block[cell] != EMPTY:
        return say("fault.not_empty", cell=at_cell(cell), what=_what_is_there(s, cell))
    if board.is_shielded(s, k, cell):
        return say("fault.shielded", cell=at_cell(cell))
    return None


def cannot_begin(s: State, k: Cards, cell: int, n: int) -> Say:
    """Why a placement of n blocks cannot begin at a cell."""
    if reason := not_free(s, k, cell):
        return reason
    if not board.touches_own(s, k, cell):
        return say("fault.no_anchor", cell=at_cell(cell))
    return say("fault.no_room", cell=at_cell(cell), n=n)


def cannot_go_on(s: State, k: Cards, cell: int) -> Say:
    """Why a cell cannot be added to those named so far."""
    chosen = s.chosen[: s.chosen_count]
    if cell in chosen:
        return say("fault.named", cell=at_cell(cell))
    if reason := not_free(s, k, cell):
        return reason
    return say("fault.no_touch", cell=at_cell(cell), cells=at_cells(chosen))


def placement_fault(s: State, k: Cards, cells: list[int], n: int) -> Say | None:
    """Why several cells are no legal rest of a placement of n blocks; None if they are in a wrong order only."""
    chosen = s.chosen[: s.chosen_count]
    group = [*chosen, *(cell for cell in cells if cell not in chosen)]
    if len(group) != n:
        return say("fault.wrong_number", n=n, given=len(group))
    for cell in group:
        if reason := not_free(s, k, cell):
            return reason
    if not _connected(k, group):
        return say("fault.not_connected", cells=at_cells(group))
    if not any(board.touches_own(s, k, cell) for cell in group):
        return say("fault.no_anchors", cells=at_cells(group))
    return None


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
