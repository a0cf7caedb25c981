"""Names and texts: cells, cards, seats and colours, amounts, and what each card does in a variant."""

import re

from tablewright.games.standoff.layout import ALL, GUN_FULL, KINDS, SEATS, SIDE, TABLE, TURN_CAP, Cards

PLAYERS = ("P0", "P1", "P2", "P3")
COLOURS = ("blue", "orange", "green", "purple")
LETTERS = ("B", "O", "G", "P")
TOKENS = ("", "artillery", "forcefield", "refinery")
NAMES = (*KINDS, *(f"horse_of_{PLAYERS[p]}" for p in range(1, SEATS)))
ENDS = {GUN_FULL: ("The Red Gun is full", "STA-15.1"), TURN_CAP: ("The turn cap is reached", "STA-15.4")}
TYPES = ("polyomino", "resource", "action", "satellite", "junk")

LETTER_FIRST = re.compile(r"([a-z])(\d{1,2})")
ROW_FIRST = re.compile(r"\((\d{1,2}),(\d{1,2})\)")


def cell_name(cell: int) -> str:
    """`g7`: the column as a letter from the left, the row as a number from the top; the rulebook's (6,6)."""
    row, column = divmod(cell, SIDE)
    return f"{chr(ord('a') + column)}{row + 1}"


def cell_of(text: str) -> int | None:
    """The cell called `g7` or `(6,6)`; None if it is off the board or no cell at all."""
    plain = "".join(text.split()).casefold()
    if found := LETTER_FIRST.fullmatch(plain):
        row, column = int(found[2]) - 1, ord(found[1]) - ord("a")
    elif found := ROW_FIRST.fullmatch(plain):
        row, column = int(found[1]), int(found[2])
    else:
        return None
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else None


def looks_like_cell(text: str) -> bool:
    plain = "".join(text.split()).casefold()
    return bool(LETTER_FIRST.fullmatch(plain) or ROW_FIRST.fullmatch(plain))


def cell_names(cells: list[int]) -> str:
    return " ".join(cell_name(cell) for cell in sorted(cells))


def amount(credits: int, minerals: int) -> str:
    """`3 credits and 1 mineral`."""
    parts = [f"{credits} credit{'s' if credits != 1 else ''}"] if credits or not minerals else []
    parts += [f"{minerals} mineral{'s' if minerals != 1 else ''}"] if minerals else []
    return " and ".join(parts)


def counted(n: int, what: str) -> str:
    return f"{n} {what}{'s' if n != 1 else ''}"


def title(card: int) -> str:
    """The name on the card."""
    if card < 4:
        return f"{card + 1}-polyomino"
    if NAMES[card].startswith("credit"):
        return counted(int(NAMES[card][-1]), "credit")
    if NAMES[card].startswith("fast"):
        return f"Fast {NAMES[card][-1]} credits"
    words = NAMES[card].replace("_", " ")
    return {"emp": "EMP", "early access": "Early Access"}.get(words, words[0].upper() + words[1:])


def effect(k: Cards, card: int) -> str:
    """What a card does, with the numbers of the variant."""
    name = NAMES[card] if card < TABLE else "horse"
    if name.startswith("poly"):
        return f"Place {counted(card + 1, 'connected block')}." if card else "Place 1 block."
    if name.startswith("credit"):
        return f"+{counted(k.credits[card], 'credit')}."
    if name.startswith("fast"):
        return f"+{counted(k.credits[card], 'credit')}, and {k.fast_credit_debt} less in your next upkeep."
    return _effects(k)[name]


def _effects(k: Cards) -> dict[str, str]:
    own = ", itself included" if k.fundraiser_counts_itself else ""
    where = "any empty cell outside others' forcefields" if k.airdrop_anywhere else "the border or beside your blocks"
    return {
        "refinery": f"Put a refinery on your block over a patch; it mines {k.mine[1]} (small) or {k.mine[2]} (large).",
        "restock": f"Draw {counted(k.restock_cards, 'card')}.",
        "blitz": f"+{counted(k.blitz_actions, 'action')} this turn.",
        "hack": "Look at an opponent's hand and discard one card of it.",
        "obstruction": "Put a black block on any empty cell.",
        "airstrike": "Destroy any block.",
        "fundraiser": f"+1 credit for each card in your hand{own}.",
        "airdrop": f"Place 1 block on {where}, outside the polyomino limit.",
        "artillery": f"Put artillery on your block; to fire costs 1 action and {amount(k.artillery_cost, 0)}: "
        f"destroy a block up to {counted(k.artillery_range, 'cell')} away.",
        "forcefield": "Put a forcefield on your block; nobody else may place blocks up to "
        f"{counted(k.forcefield_range, 'cell')} away.",
        "duplicate": "Repeat the last action or polyomino card of this turn; if there is none, your next card is free.",
        "initiative": "Take an extra turn after this one.",
        "trojan": "Shuffle a Horse into an opponent's deck; trash this card.",
        "emp": "All satellites go to their owners' discard piles.",
        "early_access": "Take a card from your deck into your hand; shuffle the deck.",
        "disposal": f"Trash up to {counted(k.disposal_max, 'card')} from your hand.",
        "steve": f"Draw {counted(k.steve_cards, 'card')} in each of your upkeeps.",
        "linda": f"+{counted(k.linda_credits, 'credit')} in each of your upkeeps.",
        "bart": f"At any time in your turn, discard a card for {counted(k.bart_credits, 'credit')}.",
        "zelda": "Your polyomino cards cost no action." if k.zelda_free else "No effect.",
        "horse": "Cannot be played, bought, or discarded as an action.",
    }


def price(pair: list[int]) -> str:
    """`3/1`: credits and minerals, as in the rulebook."""
    return f"{pair[0]}/{pair[1]}"


def cards_in(counts: list[int]) -> list[int]:
    """The distinct cards of a pile of counts."""
    return [card for card in range(ALL) if counts[card]]


def in_words(counts: list[int]) -> list[str]:
    """`3 credit_1`, `poly_1`: the cards of a pile of counts, in the order of the table."""
    return [f"{counts[c]} {NAMES[c]}" if counts[c] > 1 else NAMES[c] for c in cards_in(counts)]
