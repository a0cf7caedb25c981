"""Why something cannot be done now in Menagerie."""

from tablewright.engine import Blocked, Say, Seat, named, remembered, say

from .descriptions import card, item, stack
from .market import takeable
from .moves import legal_ids, move
from .notation import cell_name
from .state import ANIMALS, ASK, CHOCOLATE, MARK, SPACES, TO, TOP_LEVEL, Cards, State
from .tableau import count_stacks, is_host


@remembered
def blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    if seat < 0 or s.ask == ASK.game_over:
        return []
    if s.decider != seat:
        return [Blocked(say("why.any"), say("why.not_your_turn", who=Seat(s.decider)), clause="MEN-1.9")]
    if s.ask in (ASK.take, ASK.bonus_take):
        return _takes(s, k)
    if s.ask in (ASK.hold, ASK.hold_stack):
        return [*_sales(s, k), *_merges(s, k), *_placements(s, k)]
    return []


def _takes(s: State, k: Cards) -> list[Blocked]:
    cards = [(cell_name(cell), taken) for cell, taken in enumerate(s.market) if taken]
    found = [
        Blocked(
            say("play.take", card=card(taken), cell=name),
            _no_host(s, k, s.decider, taken),
            f"market.{name}",
            "MEN-5.5",
            f"take {name}",
        )
        for name, taken in cards
        if not takeable(s, k, s.decider, taken)
    ]
    if s.ask == ASK.bonus_take and k.pig_optional:
        found.append(Blocked(say("play.pass"), say("why.declined_instead"), clause="MEN-20.7", text="pass"))
    elif len(found) < len(cards):
        found.append(Blocked(say("play.pass"), say("why.can_take"), clause="MEN-5.8", text="pass"))
    if s.refilled[s.decider] >= k.refills_per_round:
        found.append(Blocked(say("why.refill"), say("why.refilled"), clause="MEN-5.4", text="refill"))
    return found


def _no_host(s: State, k: Cards, p: int, taken: int) -> Say:
    if count_stacks(s, k, p) == 0:
        return say("why.no_stack")
    if taken == CHOCOLATE:
        return say("why.all_top", bare=bool(k.chocolate_needs_bare_stack), food=bool(k.wounds))
    return say("why.all_upgraded", food=bool(k.wounds))


def _sales(s: State, k: Cards) -> list[Blocked]:
    legal, p = legal_ids(s, k), s.decider
    found = []
    for i in range(k.spaces):
        if s.animal[p][i] and TO.sell + i not in legal:
            fresh = s.mark[p][i] & MARK.fresh
            why = say("why.fresh_frog") if fresh else _no_host_left(s)
            clause = "MEN-8.9" if fresh else "MEN-7.3"
            what = say("play.sell", stack=stack(s, p, i), space=i + 1)
            found.append(Blocked(what, why, item(p, i), clause, f"sell {i + 1}"))
    return found


def _merges(s: State, k: Cards) -> list[Blocked]:
    legal, row, p = legal_ids(s, k), s.animal[s.decider], s.decider
    pairs = [(i, j) for i in range(k.spaces) for j in range(k.spaces) if i != j and row[i] and row[i] == row[j]]
    ids = [(i, TO.merge + i * SPACES + j) for i, j in pairs if TO.merge + i * SPACES + j not in legal]
    refused = [(i, move(s, k, a)) for i, a in ids]
    return [Blocked(one.says, _no_host_left(s), item(p, i), "MEN-7.3", one.text) for i, one in refused]


def _no_host_left(s: State) -> Say:
    return say("why.no_host_left", card=card(s.held))


def _placements(s: State, k: Cards) -> list[Blocked]:
    p, found, legal = s.decider, [], legal_ids(s, k)
    for i in range(k.spaces):
        if s.held > ANIMALS and s.animal[p][i] and not is_host(s, k, p, i, s.held):
            full = s.held == CHOCOLATE and s.level[p][i] == TOP_LEVEL
            why = say("why.top") if full else say("why.upgraded", food=bool(k.wounds))
            clause = "MEN-7.2" if s.held == CHOCOLATE else "MEN-7.1"
            what = say("play.attach", what=named(card(s.held)), stack=stack(s, p, i), space=i + 1)
            found.append(Blocked(what, why, item(p, i), clause, f"attach {i + 1}"))
        if s.held and s.animal[p][i] == s.held and TO.tuck + i not in legal:
            under = say("play.tuck", stack=stack(s, p, i), space=i + 1)
            found.append(Blocked(under, say("why.top_stack"), item(p, i), "MEN-6.9", f"tuck {i + 1}"))
    if s.held <= ANIMALS and count_stacks(s, k, p) == k.spaces:
        found.append(Blocked(say("why.insert"), say("why.full"), clause="MEN-6.10", text="insert"))
    return found
