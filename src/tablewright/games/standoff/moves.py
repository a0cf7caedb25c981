"""Moves of Standoff: how they are spelt, said and typed, and why one that was typed is refused."""

from dataclasses import replace

from tablewright.engine import At, Card, Facts, IllegalMove, Move, Moves, Prompt, Say, Seat, named, say

from . import reasons, rules
from .cells import at_cell, at_cells, cell_item, cell_name, cell_of, looks_like_cell, the
from .decisions import DECISIONS
from .log import ENDS
from .state import ASK, BLOCKS, IS, KIND, NAMES, PLAYERS, SIDE, TO, TOKEN, TYPE, Cards, State
from .texts import amount, cell_words, effect, forcefields, shields_over

FOLDED = tuple(name.casefold() for name in NAMES)
CLAUSES = {
    KIND.hack: "STA-8.3",
    KIND.obstruction: "STA-8.4",
    KIND.airstrike: "STA-8.5",
    KIND.airdrop: "STA-8.7",
    KIND.artillery: "STA-8.8",
    KIND.forcefield: "STA-8.8",
    KIND.refinery: "STA-8.9",
    KIND.trojan: "STA-8.11",
}
CARD_CHOICES = {
    ASK.hack_card: "fault.not_in_their_hand",
    ASK.tutor: "fault.not_in_deck",
    ASK.disposal: "fault.not_in_hand",
    ASK.discard_down: "fault.not_in_hand",
    ASK.bart_discard: "fault.not_in_hand",
}
VERBS = {
    "": (TO.play, reasons.cannot_play, "fault.not_played"),
    "play": (TO.play, reasons.cannot_play, "fault.not_played"),
    "discard": (TO.discard, reasons.cannot_discard, "fault.not_discarded"),
    "buy": (TO.buy, reasons.cannot_buy, "fault.not_bought"),
    "bart": (TO.bart, reasons.cannot_sell, "fault.not_sold"),
}


def move(s: State, k: Cards, a: int) -> Move:
    """A move in the rulebook's words: `play:poly_2`, `g7`, `P1`, `credit_1`, `end`."""
    block, index = BLOCKS.decode(a)
    if block in ("play", "discard", "buy", "bart"):
        return _card_move(s, k, a, block, index)
    if block == "fire":
        label = say("play.firing", cost=amount(k.artillery_cost), far=k.artillery_range)
        says = say("play.fire_from", cell=at_cell(index))
        return Move(a, f"fire:{cell_name(index)}", label, block, index, (cell_item(index),), says=says)
    if block == "cell":
        return Move(
            a, cell_name(index), _there(s, k, index), block, index, (cell_item(index),), says=named(at_cell(index))
        )
    if block == "opponent":
        label = say("play.victim", card=the(s.effect - 1))
        return Move(a, PLAYERS[index], label, block, index, says=named(Seat(index)))
    if block == "choose":
        touches = () if s.ask in (ASK.hack_card, ASK.tutor) else tuple(hand_items(s, s.decider, index))
        return Move(a, NAMES[index], effect(k, index), block, index, touches, says=named(the(index)))
    return Move(a, block, say(f"play.{block}_label"), block, index, says=say(f"play.{block}"))


def _card_move(s: State, k: Cards, a: int, block: str, card: int) -> Move:
    touches = tuple(hand_items(s, s.decider, card)) if block != "buy" else (f"market.{NAMES[card]}",)
    into = f"discard.{PLAYERS[s.decider]}" if block in ("discard", "bart") else ""
    says = say(f"play.{block}", card=the(card))
    return Move(
        a, f"{block}:{NAMES[card]}", _card_label(s, k, block, card), block, card, touches, into, says, Facts(card=card)
    )


def hand_items(s: State, p: int, card: int) -> list[str]:
    return [f"hand.{NAMES[card]}.{i}" for i in range(s.hand[p][card])]


def _card_label(s: State, k: Cards, block: str, card: int) -> Say:
    if block == "buy":
        return say("play.costs", cost=amount(*k.price[card]), effect=effect(k, card))
    if block == "discard":
        return say("play.discarding")
    if block == "bart":
        return say("play.selling", credits=amount(k.bart_credits))
    if TYPE[card] == IS.resource:
        return effect(k, card)
    return say("play.costs", cost=None if s.free_next else amount(*k.cost[card]), effect=effect(k, card))


def _there(s: State, k: Cards, cell: int) -> Say:
    shields = shields_over(s, k, cell, forcefields(s))
    return cell_words(cell, s.block[cell], s.token[cell], k.patch[cell], bool(k.in_gun[cell]), shields)


# What is asked


def decision(s: State) -> str:
    """The rulebook's name of the decision at hand."""
    return f"PLACE_{s.effect}" if s.ask == ASK.place else DECISIONS.pending(s).name


def prompt(s: State, k: Cards, seat: int) -> Prompt:
    if s.ended:
        how, clause = ENDS[s.ended]
        return Prompt("game_over", say(how), clause)
    asked = DECISIONS.ask(s, k, **_arguments(s))
    special = CLAUSES.get(s.effect - 1, "") if s.ask in (ASK.cell, ASK.opponent) else asked.clause
    return replace(asked, decision=decision(s), clause=special if s.decider == seat else "STA-3.1")


def _arguments(s: State) -> dict[str, Say | Card | At | Seat | int]:
    """What fills the blanks of the prompts: each decision has its own."""
    if s.ask == ASK.main:
        return {"actions": s.actions_left, "money": amount(s.credits)}
    if s.ask == ASK.place:
        return {"placing": _placement(s)}
    if s.ask in (ASK.cell, ASK.opponent):
        return {"card": the(s.effect - 1)}
    if s.ask == ASK.fire_target:
        return {"gun": at_cell(s.firing - 1)}
    if s.ask == ASK.hack_card:
        return {"victim": Seat(s.victim - 1)}
    return {"n": s.disposals_left} if s.ask == ASK.disposal else {}


def _placement(s: State) -> Say:
    left = s.effect - s.chosen_count
    if s.chosen_count:
        return say("ask.place_next", n=left, cells=at_cells(s.chosen[: s.chosen_count]))
    return say("ask.place_first", n=left)


# What is typed


def parse(s: State, k: Cards, text: str) -> int:
    """Other spellings: `buy hack`, a card's name alone, `(6,6)` for a cell; and why a cell or card is refused."""
    words = text.replace(":", " ").split()
    if words and all(looks_like_cell(word) for word in words):
        return _parse_cells(s, k, words)
    verb, name = (words[0].casefold(), "_".join(words[1:]).casefold()) if len(words) > 1 else ("", text.casefold())
    card = FOLDED.index(name) if name in FOLDED else -1
    if s.ask == ASK.main and card >= 0 and verb in VERBS:
        return _parse_card(s, k, verb, card)
    if s.ask == ASK.main and verb == "fire" and looks_like_cell(words[1]):
        return _parse_fire(s, k, _cell(words[1]))
    if s.ask == ASK.main and name in reasons.ACTS and not verb:
        _unless(reasons.ACTS[name](s, k), say(f"fault.not_{name}"))
    if s.ask in CARD_CHOICES and card >= 0 and not verb:
        victim = Seat(s.victim - 1) if s.ask == ASK.hack_card else None
        raise IllegalMove(say(CARD_CHOICES[s.ask], card=the(card), victim=victim), "not_in_hand")
    raise IllegalMove(say("fault.not_now", given=repr(text), ask=prompt(s, k, s.decider).text))


def _parse_card(s: State, k: Cards, verb: str, card: int) -> int:
    start, cannot, refused = VERBS[verb]
    if verb != "buy" and not s.hand[s.decider][card]:
        raise IllegalMove(say("fault.not_in_hand", card=the(card)), "not_in_hand")
    _unless(cannot(s, k, card), say(refused, card=the(card)))
    return start + card


def _parse_fire(s: State, k: Cards, cell: int) -> int:
    if s.token[cell] != TOKEN.artillery or s.block[cell] != s.decider + 1:
        raise IllegalMove(say("fault.no_artillery_there", cell=at_cell(cell)))
    _unless(reasons.cannot_fire(s, k), say("fault.not_fired", cell=at_cell(cell)))
    return TO.fire + cell


def _unless(reason: reasons.Reason | None, what: Say) -> None:
    if reason is not None:
        raise IllegalMove(say("fault.because", what=what, why=reason[0], clause=reason[1]), "not_possible")


def _cell(text: str) -> int:
    cell = cell_of(text)
    if cell is None:
        raise IllegalMove(say("fault.off_board", given=text, last=f"p{SIDE}"), "off_board")
    return cell


def _parse_cells(s: State, k: Cards, words: list[str]) -> int:
    cells = [_cell(word) for word in words]
    if s.ask not in (ASK.place, ASK.cell, ASK.fire_target):
        raise IllegalMove(say("fault.no_cell_asked", ask=prompt(s, k, s.decider).text))
    if len(cells) > 1:
        raise IllegalMove(_several(s, k, cells))
    moves = Moves.plain()
    if TO.cell + cells[0] in moves.a[: rules.legal(s, k, moves)]:
        return TO.cell + cells[0]
    if s.ask != ASK.place:
        raise IllegalMove(reasons.cannot_use(s, k, cells[0]))
    if s.chosen_count:
        raise IllegalMove(reasons.cannot_go_on(s, k, cells[0]))
    raise IllegalMove(reasons.cannot_begin(s, k, cells[0], s.effect))


def _several(s: State, k: Cards, cells: list[int]) -> Say:
    """A whole placement is named cell by cell; say what is wrong with it, or a good order."""
    if s.ask != ASK.place:
        return say("fault.one_cell", n=len(cells))
    if fault := reasons.placement_fault(s, k, cells, s.effect):
        return fault
    return say("fault.order", cells=tuple(at_cell(cell) for cell in reasons.in_order(s, k, cells)))
