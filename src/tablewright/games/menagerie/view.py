"""What a seat sees of Menagerie: the market, every tableau with its power, what is held, what is asked."""

from dataclasses import replace
from functools import lru_cache

from tablewright.engine import Arg, Counter, Facts, Item, Prompt, Say, Seat, Table, Zone, named, remembered, say

from .combat import honey_space, power, stack_power
from .decisions import DECISIONS
from .descriptions import ability, by_level, card, card_text, item, name_of, power_text, sale, stack
from .log import tell
from .market import next_listed
from .moves import becomes, blocked, legal_ids, move, parse
from .notation import SEAT_NAMES, cell_name, decision_name, names_number
from .stage import STAGED, stage
from .state import ANIMALS, ASK, CARDS, CHOCOLATE, LIFTED, LINE, MARK, TO, Cards, State
from .tableau import can_tuck, sale_value

CLOSING = {"final_sale": False}  # after the end the table shows the rows that were sold last of all


def table(s: State, k: Cards, seat: int) -> Table:
    """What a seat (-1: a spectator) sees; only the order of the deck is hidden."""
    held = [_held(s, k)] if s.held or s.animal[s.decider][LIFTED] else []
    own_first = sorted(range(k.players), key=lambda p: (p != seat, p))
    zones = [_market(s, k, seat), *held, _deck(s), _discard(s, k), *(_tableau(s, k, p) for p in own_first)]
    return Table(tuple(zones), _counters(s, k), _prompt(s, k))


# Zones


@lru_cache(1_000)
def _card(k: Cards, identity: str, code: int, marks: tuple[str, ...] = (), facts: Facts | None = None) -> Item:
    tone = "animal" if code <= ANIMALS else "food" if k.wounds else "upgrade"
    lines = (say("stack.power", power=by_level(k.power[code - 1])),) if code <= ANIMALS else ()
    return Item(
        identity, name_of(code), card_text(k, code), CARDS[code - 1], tone, lines, marks, facts=facts or Facts()
    )


@remembered
def _market(s: State, k: Cards, seat: int) -> Zone:
    cells = [row * LINE + col for row in range(k.market_rows) for col in range(k.market_cols)]
    columns = tuple(say("zone.column", n=c + 1) for c in range(k.market_cols))
    rows = tuple(say("zone.row", n=r + 1) for r in range(k.market_rows))
    items = tuple(_for_sale(s, k, seat, cell) for cell in cells)
    return Zone("market", say("zone.market"), "grid", items, k.market_cols, column_labels=columns, row_labels=rows)


def _for_sale(s: State, k: Cards, seat: int, cell: int) -> Item:
    code, name = s.market[cell], f"market.{cell_name(cell)}"
    if not code:
        return Item(name, "", say("zone.empty"))
    marks = (becomes(s, k, seat, code),) if seat >= 0 else ()
    grows = seat >= 0 and code <= ANIMALS and any(can_tuck(s, k, seat, i, code) for i in range(k.spaces))
    return _card(k, name, code, marks, Facts(grows=grows))


@remembered
def _tableau(s: State, k: Cards, p: int) -> Zone:
    ends = {0: "zone.rear", k.spaces - 1: "zone.front"}
    labels = tuple(Say(ends.get(i, "zone.space"), (("n", i + 1),)) for i in range(k.spaces))
    items = tuple(_stack(s, k, p, i, item(p, i)) for i in range(k.spaces))
    total = power(s, k, p)
    note, facts = say("zone.power", n=total), Facts(power=total)
    title = say("zone.tableau", who=Seat(p))
    return Zone(f"tableau.{SEAT_NAMES[p]}", title, "board", items, k.spaces, p, note, labels, facts=facts)


def _stack(s: State, k: Cards, p: int, i: int, identity: str) -> Item:
    if s.animal[p][i] == 0:
        return Item(identity, "", say("zone.empty_space"))
    strength, value, down = stack_power(s, k, p, i), sale_value(s, k, p, i), bool(s.mark[p][i] & MARK.down)
    lines = (say("stack.power", power=str(strength)), say("stack.sells", vp=value))
    marks = (say("mark.down", wounds=bool(k.wounds)),) if down else ()
    under = [Item(f"{identity}.chocolate{n}", name_of(CHOCOLATE), kind="chocolate") for n in range(s.chocolates[p][i])]
    if s.upgrade[p][i]:
        under.append(_card(k, f"{identity}.upgrade", s.upgrade[p][i]))
    does = ability(k, s.animal[p][i])
    detail = say("stack.detail", power=power_text(s, k, p, i), sale=sale(s, k, p, i), ability=does)
    facts = Facts(level=s.level[p][i], power=strength, sale=value, down=down)
    kind = CARDS[s.animal[p][i] - 1]
    return Item(identity, stack(s, p, i), detail, kind, "animal", lines, marks, under=tuple(under), facts=facts)


@remembered
def _held(s: State, k: Cards) -> Zone:
    p = s.decider
    if s.held:
        shown = _card(k, "held", s.held)
    else:
        up = card(s.upgrade[p][LIFTED]) if s.upgrade[p][LIFTED] else None
        name = say("stack.lifted", stack=stack(s, p, LIFTED), upgrade=up)
        shown = Item("held", name, say("zone.displaced"), CARDS[s.animal[p][LIFTED] - 1], "animal")
    return Zone("held", say("zone.held", who=Seat(p)), "row", (shown,), owner=p)


@remembered
def _deck(s: State) -> Zone:
    items = (Item("deck", "", say("zone.deck_hidden"), hidden=True),) if s.decks else ()
    return Zone("deck", say("zone.deck"), "pile", items, note=say("zone.cards", n=s.decks))


def _copies(n: int) -> tuple[Say, ...]:
    return (say("mark.copies", n=n),) if n > 1 else ()


@remembered
def _discard(s: State, k: Cards) -> Zone:
    items = tuple(
        Item(f"discard.{name}", name_of(c + 1), card_text(k, c + 1), name, marks=_copies(s.discard[c]))
        for c, name in enumerate(CARDS)
        if s.discard[c]
    )
    return Zone("discard", say("zone.discard"), "row", items, note=say("zone.cards", n=sum(s.discard)))


@remembered
def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    counters = [
        Counter(say("counter.round"), say("counter.of", n=s.round, all=k.rounds), None, "round", s.round),
        Counter(say("counter.first"), named(Seat(s.first)), None, "first", s.first),
    ]
    for p in range(k.players):
        total, left = power(s, k, p), k.refills_per_round - s.refilled[p]
        key = "counter.used" if left <= 0 else "counter.ready" if left == 1 else "counter.left"
        counters += [
            Counter(say("counter.vp"), str(s.vp[p]), p, "vp", s.vp[p], goal=True),
            Counter(say("counter.power"), str(total), p, "power", total),
            Counter(
                say("counter.drafts"),
                say("counter.of", n=s.drafts[p], all=k.drafts_per_round),
                p,
                "drafts",
                s.drafts[p],
            ),
            Counter(say("counter.refill"), Say(key, (("n", left),)), p, "refill", left),
        ]
    return tuple(counters)


# The prompt


def _prompt(s: State, k: Cards) -> Prompt:
    prompt = DECISIONS.ask(s, k, **_facts(s, k))
    if s.ask == ASK.game_over:
        return prompt
    second = {ASK.bonus_take: ("MEN-20.7", k.pig_optional), ASK.mosquito: ("MEN-20.14", k.wounds)}
    clause, so = second.get(s.ask, ("MEN-20.8", s.ask == ASK.market_ability and names_number(k)))
    return replace(prompt, decision=decision_name(k, s.ask), clause=clause if so else prompt.clause)


def _facts(s: State, k: Cards) -> dict[str, Arg]:
    """What fills the blanks of the prompts."""
    p = s.decider
    if s.ask in (ASK.take, ASK.bonus_take):
        return {"n": s.drafts[p] + 1, "all": k.drafts_per_round, "due": s.bonus, "what": _taking(s, k)}
    if s.ask in (ASK.hold, ASK.hold_stack):
        legal = legal_ids(s, k)
        return {"what": _placing(s, p), "first": min(legal) < TO.attach, "full": max(legal) < TO.attach}
    if s.ask == ASK.game_over:
        return {}
    at = honey_space(s, k, p) if s.ask == ASK.honey else next_listed(s, k, p)
    return {"stack": stack(s, p, at), "many": names_number(k), "wounds": bool(k.wounds)}


def _taking(s: State, k: Cards) -> Say:
    """What a draft turn or a bonus draft asks for."""
    decline = s.ask == ASK.bonus_take and bool(k.pig_optional)
    refill = s.refilled[s.decider] < k.refills_per_round
    key = "ask.none_takeable" if min(legal_ids(s, k)) >= TO.refill_row else "ask.takeable"
    return Say(key, (("decline", decline), ("refill", refill)))


def _placing(s: State, p: int) -> Say:
    if s.held == 0:
        return say("ask.place_anew", stack=stack(s, p, LIFTED))
    if s.held <= ANIMALS:
        return say("ask.place", card=card(s.held))
    return say("ask.put_into" if s.held == CHOCOLATE else "ask.put_onto", card=card(s.held))
