"""What a seat sees of Menagerie: the market, every tableau with its power, what is held, what cannot be done."""

import re

from tablewright.engine import Blocked, Counter, IllegalMove, Item, Moves, Prompt, Table, Zone
from tablewright.games.menagerie import rules
from tablewright.games.menagerie.combat import honey_space, power, stack_power
from tablewright.games.menagerie.components import (
    ANIMALS,
    ASK_BEE,
    ASK_BONUS,
    ASK_DRAW,
    ASK_HOLD,
    ASK_HOLD_STACK,
    ASK_HONEY,
    ASK_MOSQUITO,
    ASK_TAKE,
    ATTACH,
    CARDS,
    CHOCOLATE,
    DISCARD,
    DOWN,
    FRESH,
    GAME_OVER,
    INSERT,
    LIFTED,
    LINE,
    MERGE,
    REFILL_ROW,
    SELL,
    SPACES,
    TOP_LEVEL,
    TUCK,
    Cards,
    State,
)
from tablewright.games.menagerie.market import next_listed, takeable
from tablewright.games.menagerie.notation import SEAT_NAMES, cell_name, decision_name, names_number
from tablewright.games.menagerie.tableau import count_stacks, is_host, sale_value
from tablewright.games.menagerie.view_log import tell
from tablewright.games.menagerie.view_words import (
    ability,
    becomes,
    by_level,
    card_words,
    counted,
    dead,
    item,
    kill,
    layout_spaces,
    move,
    no_host_reason,
    power_words,
    sale_words,
    stack_name,
    title,
    upgrades,
)

__all__ = ["move", "parse", "table", "tell"]


def table(s: State, k: Cards, seat: int) -> Table:
    """What a seat (-1: a spectator) sees; only the order of the deck is hidden."""
    zones = [_market(s, k, seat)]
    if s.held or s.animal[s.turn][LIFTED]:
        zones.append(_held(s, k))
    zones += [_deck(s), _discard(s, k)]
    own_first = sorted(range(k.players), key=lambda p: (p != seat, p))
    zones += [_tableau(s, k, p, p == seat) for p in own_first]
    return Table(tuple(zones), _counters(s, k), _prompt(s, k, seat), tuple(_blocked(s, k, seat)))


# Zones


def _card(k: Cards, identity: str, card: int, marks: tuple[str, ...] = ()) -> Item:
    kind = CARDS[card - 1]
    tone = "animal" if card <= ANIMALS else "food" if k.wounds else "upgrade"
    lines = (f"power {by_level(k.power[card - 1])}",) if card <= ANIMALS else ()
    return Item(identity, title(card), card_words(k, card), kind, tone, lines, marks)


def _market(s: State, k: Cards, seat: int) -> Zone:
    items = []
    for row in range(k.rows):
        for col in range(k.cols):
            cell = row * LINE + col
            card = s.market[cell]
            marks = (becomes(s, k, seat, card),) if card and seat >= 0 else ()
            name = f"market.{cell_name(cell)}"
            items.append(_card(k, name, card, marks) if card else Item(name, "", "empty"))
    columns = tuple(f"c{c + 1}" for c in range(k.cols))
    return Zone(
        "market",
        "Market",
        "grid",
        tuple(items),
        k.cols,
        column_labels=columns,
        row_labels=tuple(f"r{r + 1}" for r in range(k.rows)),
    )


def _tableau(s: State, k: Cards, p: int, own: bool) -> Zone:
    name = SEAT_NAMES[p]
    labels = [str(i + 1) for i in range(k.spaces)]
    labels[0], labels[-1] = f"{labels[0]} rear", f"{labels[-1]} front"
    items = tuple(_stack(s, k, p, i, item(p, i)) for i in range(k.spaces))
    heading = f"Your tableau ({name})" if own else f"Tableau of {name}"
    note = f"power now {power(s, k, p)}"
    return Zone(f"tableau.{name}", heading, "board", items, k.spaces, p, note, tuple(labels))


def _stack(s: State, k: Cards, p: int, i: int, identity: str) -> Item:
    if s.animal[p][i] == 0:
        return Item(identity, "", "empty space")
    lines = (f"power {stack_power(s, k, p, i)}", f"sells {sale_value(s, k, p, i)} VP")
    marks = (dead(k),) if s.mark[p][i] & DOWN else ()
    under = [Item(f"{identity}.chocolate{n}", "Chocolate", kind="chocolate") for n in range(s.chocolates[p][i])]
    if s.upgrade[p][i]:
        under.append(_card(k, f"{identity}.upgrade", s.upgrade[p][i]))
    parts = (power_words(s, k, p, i), f"sells for {sale_words(s, k, p, i)}", ability(k, s.animal[p][i]))
    detail = "; ".join(part for part in parts if part)
    kind = CARDS[s.animal[p][i] - 1]
    return Item(identity, stack_name(s, p, i), detail, kind, "animal", lines, marks, under=tuple(under))


def _held(s: State, k: Cards) -> Zone:
    if s.held:
        shown = _card(k, "held", s.held)
    else:
        up = f" with {title(s.upgrade[s.turn][LIFTED])}" if s.upgrade[s.turn][LIFTED] else ""
        kind = CARDS[s.animal[s.turn][LIFTED] - 1]
        shown = Item("held", f"{stack_name(s, s.turn, LIFTED)}{up}", "displaced by the Frog", kind, "animal")
    return Zone("held", f"Held by {SEAT_NAMES[s.turn]}", "row", (shown,), owner=s.turn)


def _deck(s: State) -> Zone:
    items = (Item("deck", "", "only its order is unknown", hidden=True),) if s.decks else ()
    return Zone("deck", "Deck", "pile", items, note=counted(s.decks, "card"))


def _discard(s: State, k: Cards) -> Zone:
    items = [
        Item(f"discard.{name}", title(c + 1), card_words(k, c + 1), name, marks=(f"x{s.discard[c]}",))
        for c, name in enumerate(CARDS)
        if s.discard[c]
    ]
    return Zone("discard", "Discard pile (face up)", "row", tuple(items), note=counted(sum(s.discard), "card"))


def _counters(s: State, k: Cards) -> tuple[Counter, ...]:
    counters = [Counter("Round", f"{s.round} of {k.rounds}"), Counter("Starting player", SEAT_NAMES[s.first])]
    for p in range(k.players):
        counters.append(Counter("VP", str(s.vp[p]), p))
        counters.append(Counter("Power now", str(power(s, k, p)), p))
        counters.append(Counter("Drafts", f"{s.drafts[p]} of {k.drafts}", p))
        left = k.refills - s.refilled[p]
        counters.append(Counter("Refill", "used" if left <= 0 else "ready" if left == 1 else f"{left} left", p))
    return tuple(counters)


# The prompt


def _prompt(s: State, k: Cards, seat: int) -> Prompt:
    if s.ask == GAME_OVER:
        return Prompt("GAME_OVER", "The game is over.", "MEN-12.1")
    text, clause = _question(s, k)
    if seat != s.turn:
        text = f"{SEAT_NAMES[s.turn]} decides: {text}"
    return Prompt(decision_name(k, s.ask), text, clause)


def _question(s: State, k: Cards) -> tuple[str, str]:
    p = s.turn
    if s.ask == ASK_TAKE:
        return f"Draft {s.drafts[p] + 1} of {k.drafts}: {_taking(s, k)}.", "MEN-5.2"
    if s.ask == ASK_BONUS:
        return f"Bonus draft ({s.bonus} due): {_taking(s, k)}.", "MEN-20.7" if k.bonus_optional else "MEN-8.3"
    if s.ask in (ASK_HOLD, ASK_HOLD_STACK):
        may = "; before that you may sell and merge stacks" if min(_legal(s, k)) < ATTACH else ""
        return f"{_placing(s, p)}{may}.", "MEN-6.1" if s.held else "MEN-8.8"
    if s.ask == ASK_HONEY:
        return f"{stack_name(s, p, honey_space(s, k, p))} with Honey is {dead(k)}: sell it at once?", "MEN-20.12"
    name = stack_name(s, p, next_listed(s, k, p))
    questions = {
        ASK_DRAW: (f"{name}: how many cards to draw? They must be kept.", "MEN-20.8"),
        ASK_MOSQUITO: (f"{name}: choose a column.", "MEN-20.14" if k.wounds else "MEN-9.6"),
        ASK_BEE: (f"{name}: {kill(k)} the stack directly behind it?", "MEN-20.9"),
    }
    if s.ask == ASK_DRAW and not names_number(k):
        return f"{name}: draw a card? It must be kept.", "MEN-4.2"
    return questions[s.ask]


def _taking(s: State, k: Cards) -> str:
    """What a draft turn or a bonus draft asks for."""
    give_up = "decline" if s.ask == ASK_BONUS and k.bonus_optional else "pass"
    refill = ["first refill a market row or column"] if s.refilled[s.turn] < k.refills else []
    if min(_legal(s, k)) >= REFILL_ROW:
        return f"no card can be taken; {', or '.join([give_up, *refill])}"
    return ", or ".join(["take a card from the market", *refill, *(["decline"] if give_up == "decline" else [])])


def _placing(s: State, p: int) -> str:
    if s.held == 0:
        return f"Place the displaced {stack_name(s, p, LIFTED)} anew"
    if s.held <= ANIMALS:
        return f"Place the {title(s.held)}"
    return f"Put the {title(s.held)} {'into' if s.held == CHOCOLATE else 'onto'} a stack"


# Why not


def _blocked(s: State, k: Cards, seat: int) -> list[Blocked]:
    if seat < 0 or s.ask == GAME_OVER:
        return []
    if s.turn != seat:
        return [Blocked("any move", f"it is the decision of {SEAT_NAMES[s.turn]}", clause="MEN-1.9")]
    if s.ask in (ASK_TAKE, ASK_BONUS):
        return _blocked_takes(s, k)
    if s.ask in (ASK_HOLD, ASK_HOLD_STACK):
        return [*_blocked_sales(s, k), *_blocked_merges(s, k), *_blocked_placements(s, k)]
    return []


def _blocked_takes(s: State, k: Cards) -> list[Blocked]:
    cards = [(cell_name(cell), card) for cell, card in enumerate(s.market) if card]
    blocked = [
        Blocked(f"take {name} ({title(card)})", no_host_reason(s, k, s.turn, card), f"market.{name}", "MEN-5.5")
        for name, card in cards
        if not takeable(s, k, s.turn, card)
    ]
    if s.ask == ASK_BONUS and k.bonus_optional:
        blocked.append(Blocked("pass", "a bonus draft is declined instead", clause="MEN-20.7"))
    elif len(blocked) < len(cards):
        blocked.append(Blocked("pass", "there is a card that you can take", clause="MEN-5.8"))
    if s.refilled[s.turn] >= k.refills:
        blocked.append(Blocked("refill", "you have refilled in this round", clause="MEN-5.4"))
    return blocked


def _blocked_sales(s: State, k: Cards) -> list[Blocked]:
    legal = _legal(s, k)
    blocked = []
    for i in range(k.spaces):
        if s.animal[s.turn][i] and SELL + i not in legal:
            fresh = s.mark[s.turn][i] & FRESH
            why = "it holds the Frog you have just drafted" if fresh else _no_host_left(s)
            blocked.append(Blocked(f"sell {i + 1}", why, item(s.turn, i), "MEN-8.9" if fresh else "MEN-7.3"))
    return blocked


def _blocked_merges(s: State, k: Cards) -> list[Blocked]:
    legal, row = _legal(s, k), s.animal[s.turn]
    return [
        Blocked(f"merge {i + 1}->{j + 1}", _no_host_left(s), item(s.turn, i), "MEN-7.3")
        for i in range(k.spaces)
        for j in range(k.spaces)
        if i != j and row[i] and row[i] == row[j] and MERGE + i * SPACES + j not in legal
    ]


def _no_host_left(s: State) -> str:
    return f"the held {title(s.held)} would have no host left"


def _blocked_placements(s: State, k: Cards) -> list[Blocked]:
    p, blocked = s.turn, []
    for i in range(k.spaces):
        if s.held > ANIMALS and s.animal[p][i] and not is_host(s, k, p, i, s.held):
            full = s.held == CHOCOLATE and s.level[p][i] == TOP_LEVEL
            why = "it is at level 3 already" if full else f"it has {upgrades(k)} already"
            clause = "MEN-7.2" if s.held == CHOCOLATE else "MEN-7.1"
            blocked.append(Blocked(f"attach {i + 1}", why, item(p, i), clause))
        if s.held and s.animal[p][i] == s.held and TUCK + i not in _legal(s, k):
            blocked.append(Blocked(f"tuck {i + 1}", "a level-3 stack takes no further card", item(p, i), "MEN-6.9"))
    if s.held <= ANIMALS and count_stacks(s, k, p) == k.spaces:
        blocked.append(Blocked("insert", "all spaces are taken; sell or merge first", clause="MEN-6.10"))
    return blocked


def _legal(s: State, k: Cards) -> list[int]:
    moves = Moves.plain()
    n = rules.legal(s, k, moves)
    return moves.a[:n]


# Other spellings

INSERT_SPACES = re.compile(r"(?:insert\s+)?(\d)(?:\s+of)?((?:[\s,]+\d)*)", re.IGNORECASE)


def parse(s: State, k: Cards, text: str) -> int:
    """`insert 4`: the new stack in space 4, the others moving least; `insert 4 of 3 4 5`: these are taken then."""
    found = INSERT_SPACES.fullmatch(text.strip())
    options = [a for a in _legal(s, k) if INSERT <= a < DISCARD]
    if not found or not options:
        raise IllegalMove(f"{text!r} is not a legal move now: {_refusal(s, k, text)}")
    new = int(found[1]) - 1
    wanted = sorted(int(digit) - 1 for digit in re.findall(r"\d", found[2]))
    fits = [a for a in options if _fits(k, a - INSERT, new, wanted)]
    if not fits:
        raise IllegalMove(f"nothing can be inserted like that; spaces are 1 to {k.spaces}")
    moved = [_moved(s, k, a - INSERT) for a in fits]
    best = [a for a, distance in zip(fits, moved, strict=True) if distance == min(moved)]
    if len(best) > 1:
        texts = " or ".join(repr(move(s, k, a).text) for a in best[:2])
        raise IllegalMove(f"{text!r} could be {texts}", "ambiguous")
    return best[0]


def _refusal(s: State, k: Cards, text: str) -> str:
    """Why a typed move is refused: what the view says, or what has to be done first, or what else there is."""
    wanted = " ".join(text.casefold().split())
    for blocked in _blocked(s, k, s.turn):
        what = blocked.what.partition(" (")[0]
        if f"{wanted} ".startswith(f"{what} "):
            return f"{blocked.reason} ({blocked.clause})"
    verb = wanted.partition(" ")[0]
    if s.ask in (ASK_TAKE, ASK_BONUS) and verb in ("sell", "merge", "insert", "tuck", "attach", "swap"):
        return "take a card first; you sell, merge and place while you hold it (MEN-6.1)"
    if s.ask in (ASK_HOLD, ASK_HOLD_STACK) and verb in ("take", "refill", "pass"):
        return "place what you hold first (MEN-6.1)"
    texts = [move(s, k, a).text for a in _legal(s, k)]
    return f"you can {'; '.join(texts[:6])}{'; and so on' if len(texts) > 6 else ''}"


def _fits(k: Cards, layout: int, new: int, wanted: list[int]) -> bool:
    place, occupied = layout_spaces(k, layout)
    return place == new and (not wanted or occupied == sorted({*wanted, new}))


def _moved(s: State, k: Cards, layout: int) -> int:
    """How far the existing stacks move in all."""
    new, occupied = layout_spaces(k, layout)
    stacks = [i for i in range(k.spaces) if s.animal[s.turn][i]]
    return sum(abs(a - b) for a, b in zip(stacks, (i for i in occupied if i != new), strict=True))
