"""Moves of Standoff: how they are spelt, said and typed, and why one that was typed is refused."""

from dataclasses import replace

from tablewright.engine import Arg, Facts, IllegalMove, Move, Prompt, Say, Seat, named, say

from . import rules
from .decisions import DECISIONS
from .descriptions import amount, cell_words, effect, forcefields, shields_over
from .notation import at_cell, at_cells, cell_item, cell_of, hand_items, looks_like_cell, the, type_of
from .reasons import ACTS, Reason, against, against_act
from .state import ASK, BLOCKS, CELL_NAMES, END, KIND, NAMES, PLAYERS, SIDE, TO, Cards, State

CARD_BLOCKS = ("play", "discard", "buy", "bart")
FOLDED = tuple(name.casefold() for name in NAMES)
ENDS = {END.gun_full: "STA-15.1", END.turn_cap: "STA-15.4"}
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


def move(s: State, k: Cards, a: int) -> Move:
    """A move in the rulebook's words: `play:poly_2`, `g7`, `P1`, `credit_1`, `end`."""
    block, index = BLOCKS.decode(a)
    if block in CARD_BLOCKS:
        return _card_move(s, k, a, block, index)
    if block == "fire":
        label = say("play.fire_label", cost=amount(k.artillery_cost), far=k.artillery_range)
        says = say("play.fire_from", cell=at_cell(index))
        return Move(a, f"fire:{CELL_NAMES[index]}", label, block, index, (cell_item(index),), says=says)
    if block == "cell":
        says, label = named(at_cell(index)), _there(s, k, index)
        return Move(a, CELL_NAMES[index], label, block, index, (cell_item(index),), says=says)
    if block == "opponent":
        label = say("play.victim", card=the(s.effect - 1))
        return Move(a, PLAYERS[index], label, block, index, says=named(Seat(index)))
    if block == "choose":
        touches = () if s.ask in (ASK.hack_card, ASK.tutor) else hand_items(s.hand[s.decider], index)
        return Move(a, NAMES[index], effect(k, index), block, index, touches, says=named(the(index)))
    return Move(a, block, say(f"play.{block}_label"), block, index, says=say(f"play.{block}"))


def _card_move(s: State, k: Cards, a: int, block: str, card: int) -> Move:
    touches = hand_items(s.hand[s.decider], card) if block != "buy" else (f"market.{NAMES[card]}",)
    into = f"discard.{PLAYERS[s.decider]}" if block in ("discard", "bart") else ""
    cost = amount(*(k.price if block == "buy" else k.cost)[card])
    label = say(
        f"play.{block}_label",
        paid=type_of(card) != "resource",
        cost=None if block == "play" and s.free_next else cost,
        effect=effect(k, card),
        credits=amount(k.bart_credits),
    )
    says, facts = say(f"play.{block}", card=the(card)), Facts(card=card)
    return Move(a, f"{block}:{NAMES[card]}", label, block, card, touches, into, says, facts)


def _there(s: State, k: Cards, cell: int) -> Say:
    shields = shields_over(s, k, cell, forcefields(s))
    return cell_words(None, s.block[cell], s.token[cell], k.patch[cell], bool(k.in_gun[cell]), shields)


# What is asked


def decision(s: State) -> str:
    """The rulebook's name of the decision at hand."""
    return f"PLACE_{s.effect}" if s.ask == ASK.place else DECISIONS.pending(s).name


def prompt(s: State, k: Cards, seat: int) -> Prompt:
    if s.ended:
        return Prompt("game_over", say(f"ask.{END._fields[s.ended]}"), ENDS[s.ended])
    asked = DECISIONS.ask(s, k, **_arguments(s))
    special = CLAUSES.get(s.effect - 1, "") if s.ask in (ASK.cell, ASK.opponent) else asked.clause
    return replace(asked, decision=decision(s), clause=special if s.decider == seat else "STA-3.1")


def _arguments(s: State) -> dict[str, Arg]:
    """What fills the blanks of the prompts."""
    chosen, left = at_cells(s.chosen[: s.chosen_count]), s.effect - s.chosen_count
    return {
        "actions": s.actions_left,
        "money": amount(s.credits),
        "placing": say("ask.place_next" if chosen else "ask.place_first", n=left, cells=chosen),
        "card": the(s.effect - 1),
        "gun": at_cell(s.firing - 1),
        "victim": Seat(s.victim - 1),
        "n": s.disposals_left,
    }


# What is typed


def parse(s: State, k: Cards, text: str) -> int:
    """Other spellings: `buy hack`, a card's name alone, `(6,6)` for a cell; and why a cell or card is refused."""
    words = text.replace(":", " ").casefold().split()
    if words and all(looks_like_cell(word) for word in words):
        return _parse_cells(s, k, words)
    action = _meant(s, words)
    why = against(s, k, action) if action >= 0 else None
    if action >= 0 and why is None:
        return action
    if s.ask == ASK.main and len(words) == 1 and words[0] in ACTS:
        action, why = getattr(TO, words[0]), against_act(s, k, words[0])
    if why is None:
        raise IllegalMove(say("fault.not_now", given=repr(text), ask=prompt(s, k, s.decider).text))
    raise _refused(s, action, why, len(words) > 1)


def _meant(s: State, words: list[str]) -> int:
    """The id of what was typed, legal or not; -1 if it names no card that is asked for, and no artillery."""
    verb, name = (words[0], "_".join(words[1:])) if len(words) > 1 else ("", "".join(words))
    main = s.ask == ASK.main
    if name in FOLDED and (
        verb in ("", *CARD_BLOCKS) if main else "choose" in DECISIONS.pending(s).blocks and not verb
    ):
        block, card = (verb or "play") if main else "choose", FOLDED.index(name)
        return int(getattr(TO, block)) + (card if card < BLOCKS.sizes[block] else KIND.horse)
    return TO.fire + _cell(name) if main and verb == "fire" and looks_like_cell(name) else -1


def _refused(s: State, action: int, why: Reason, aimed: bool) -> IllegalMove:
    """Where a clause of its own says why, what is not possible comes first."""
    block, index = BLOCKS.decode(action)
    if why.clause == DECISIONS.pending(s).clause:
        return IllegalMove(why.text, "not_in_hand" if "not_in" in why.text.key else "not_possible")
    what = say(f"fault.not_{block}", card=the(index), cell=at_cell(index) if aimed else None)
    return IllegalMove(say("fault.because", what=what, why=why.text, clause=why.clause), "not_possible")


def _cell(text: str) -> int:
    cell = cell_of(text)
    if cell is None:
        raise IllegalMove(say("fault.off_board", given=text, last=f"p{SIDE}"), "off_board")
    return cell


def _parse_cells(s: State, k: Cards, words: list[str]) -> int:
    cells = [_cell(word) for word in words]
    if "cell" not in DECISIONS.pending(s).blocks:
        raise IllegalMove(say("fault.no_cell_asked", ask=prompt(s, k, s.decider).text))
    if len(cells) > 1:
        raise IllegalMove(_several(s, k, cells))
    if why := against(s, k, TO.cell + cells[0]):
        raise IllegalMove(why.text)
    return TO.cell + cells[0]


def _several(s: State, k: Cards, cells: list[int]) -> Say:
    """A whole placement is named cell by cell; say what is wrong with it, or a good order."""
    if s.ask != ASK.place:
        return say("fault.one_cell", n=len(cells))
    chosen = s.chosen[: s.chosen_count]
    left = [cell for cell in cells if cell not in chosen]
    group, order, after = [*chosen, *left], list[int](), State.copy(s)
    if len(group) != s.effect:
        return say("fault.wrong_number", n=s.effect, given=len(group))
    while fits := [cell for cell in left if not against(after, k, TO.cell + cell)]:
        rules.apply(after, k, TO.cell + fits[0])
        order.append(fits[0])
        left.remove(fits[0])
    if not left:
        return say("fault.order", cells=tuple(map(at_cell, order)))
    faults = [why.text for cell in left if (why := against(after, k, TO.cell + cell))]
    other = [fault for fault in faults if fault.key not in ("why.no_anchor", "why.no_touch")]
    return (
        other[0]
        if other
        else say("fault.not_connected" if order or chosen else "fault.no_anchors", cells=at_cells(group))
    )
