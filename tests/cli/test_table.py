"""The generic drawing: boards, grids, cards, piles, attachments, counters; at any width, with and without Unicode."""

import pytest

from tablewright.engine import Counter, Item, Move, Prompt, Table, View, Zone
from tablewright.terminal.canvas import ASCII, UNICODE, Glyphs, tone_style
from tablewright.terminal.listing import full_list, short_list
from tablewright.terminal.table import Drawing


def drawn(*zones: Zone, counters: tuple[Counter, ...] = (), width: int = 80, glyphs: Glyphs = UNICODE) -> list[str]:
    view = View("any", 0, ("a", "b"), 0, False, Table(zones, counters, Prompt("turn", "Play.")), ())
    return [line.plain.rstrip() for line in Drawing(view, ["a (you)", "b (bot)"], width, glyphs).table()]


def big_board() -> Zone:
    cells = tuple(Item(f"c{i}", {3: "#", 17: "A"}.get(i, ""), tone="red") for i in range(256))
    labels = tuple(str(i) for i in range(16))
    return Zone("board", "Board", "board", cells, 16, column_labels=labels, row_labels=labels)


def hand() -> Zone:
    sword = Item("sword", "Elvish Sword", lines=("+1/+0",))
    cards = (
        Item("h0", "Elvish Archer", lines=("cost 2", "Ranged. First strike. When it enters, draw a card.")),
        Item("h1", "A card with a name that is much too long", lines=("cost 4",), marks=("marked",), turned=90),
        Item("h2", "Sorceress", lines=("cost 3",), under=(sword,)),
    )
    return Zone("hand", "Your hand", "fan", cards, owner=0)


def test_a_big_board_has_its_labels_in_line() -> None:
    lines = drawn(big_board(), width=60)
    top = next(i for i, line in enumerate(lines) if line.startswith("Board"))
    heads, first, second = lines[top + 1 : top + 4]
    assert first.index("#") == heads.index("3")
    assert second.index("A") == heads.index("1")
    assert len(lines[top + 1 : top + 18]) == 17
    assert lines[top + 17].split()[0] == "15"


def test_a_board_loses_its_gaps_before_it_loses_its_shape() -> None:
    cells = tuple(Item(f"c{i}", "x") for i in range(30 * 2))
    lines = drawn(Zone("b", "B", "board", cells, 30), width=40)
    assert "  " + "x" * 30 in lines


def test_a_small_grid_is_ruled() -> None:
    cells = tuple(Item(f"c{i}", str(i)) for i in range(4))
    zone = Zone("g", "Grid", "grid", cells, 2, column_labels=("W 1", "E 2"), row_labels=("N 3", ""))
    assert drawn(zone)[-7:-1] == [
        "        W 1   E 2",
        "      ┌─────┬─────┐",
        "  N 3 │  0  │  1  │",
        "      ├─────┼─────┤",
        "      │  2  │  3  │",
        "      └─────┴─────┘",
    ]


def test_cards_have_bodies_marks_and_attachments() -> None:
    text = "\n".join(drawn(hand()))
    assert "╭ Elvish Archer ─" in text
    assert "╭ A card with a name that is much t… ╮" in text
    assert "│ marked  " in text
    assert "│ + Elvish Sword, +1/+0" in text
    assert "Your hand (3)" in text


def test_how_a_thing_lies_is_said_where_nothing_else_tells_it() -> None:
    lying = Item("a", "First", turned=180)
    marked = Item("b", "Second", marks=("marked",), turned=90)
    assert "First turned 180   Second marked" in "\n".join(drawn(Zone("row", "Row", "row", (lying, marked))))


def test_names_are_whole_where_the_width_allows_it() -> None:
    cards = tuple(Item(f"q{i}", f"The Long Name of a Quest {i}", lines=("text",)) for i in range(4))
    text = "\n".join(drawn(Zone("quests", "Quests", "row", cards), width=100))
    assert all(f"╭ The Long Name of a Quest {i} " in text for i in range(4))


def test_an_empty_board_has_nothing_beside_it() -> None:
    board = Zone("board", "Resources", "grid", (), 4)
    lines = drawn(board, Zone("hand", "Your hand", "fan", (Item("h", "One", lines=("text",)),)))
    assert "Resources  empty" in lines


def test_a_grid_of_cards_keeps_its_rows() -> None:
    cards = tuple(Item(f"m{i}", name, lines=("power 1/2/3",)) for i, name in enumerate(["Pig", "Swan", "Cat", "Frog"]))
    zone = Zone("market", "Market", "grid", cards, 2, column_labels=("c1", "c2"), row_labels=("r1", "r2"))
    lines = drawn(zone, width=50)
    rows = [line for line in lines if "╭" in line]
    assert [("Pig" in row, "Swan" in row, "r1" in row) for row in rows] == [(True, True, True), (False, False, False)]


def test_a_grid_with_few_cards_gives_them_room() -> None:
    cards = (Item("r0", "Orc Rouser", lines=("marked",)), Item("r1", "Witchdoctor", lines=("marked",)))
    text = "\n".join(drawn(Zone("resources", "Resources", "grid", cards, 4, row_labels=("pile 1",)), width=60))
    assert "╭ Orc Rouser ─" in text
    assert "╭ Witchdoctor ╮" in text


def test_piles_show_their_top_and_short_zones_one_line() -> None:
    discards = Zone("d", "Discards", "pile", tuple(Item(f"d{i}", f"card {i}") for i in range(9)))
    deck = Zone("p", "Deck", "pile", tuple(Item(f"p{i}", "", hidden=True) for i in range(30)))
    lines = drawn(discards, deck, Zone("e", "In play", "row", ()))
    assert "Discards (9)  card 0   card 1   card 2   card 3   and 5 more" in lines
    assert "Deck (30)  ▒▒ face down" in lines
    assert "In play  empty" in lines


def test_cells_with_long_marks_become_cards() -> None:
    spaces = (Item("s0", "Mosquito 1", marks=("power 0", "sells 1 VP")), *(Item(f"s{i}", "") for i in range(1, 5)))
    zone = Zone("t", "Tableau", "grid", spaces, 5, column_labels=("1 rear", "2", "3", "4", "5 front"))
    lines = drawn(zone)
    assert "  ╭ Mosquito 1 ╮ ╭ · ─" in "\n".join(lines)
    assert max(len(line) for line in lines) <= 80


def test_a_hand_of_backs_is_one_line() -> None:
    backs = tuple(Item(f"b{i}", "card", hidden=True) for i in range(7))
    marked = (*backs[:-1], Item("b6", "card", hidden=True, marks=("marked",)))
    assert "B's hand (7)  ▒▒ face down" in drawn(Zone("h", "B's hand", "fan", backs))
    assert "card marked" in "\n".join(drawn(Zone("h", "B's hand", "fan", marked)))


def test_counters_stand_in_columns_or_in_words() -> None:
    titles = ("Credits", "Minerals", "Victory points", "Cards in hand", "Actions left")
    counters = tuple(Counter(title, str(p + 3), p) for p in range(2) for title in titles)
    wide = drawn(counters=(Counter("Turn", "4"), *counters), width=80)
    assert wide[0] == "Turn 4"
    assert wide[2].split() == ["▶", "a", "(you)", "3", "3", "3", "3", "3"]
    narrow = drawn(counters=counters, width=40)
    assert narrow[0] == "▶ a (you)"
    assert "    Credits 3   Minerals 3" in narrow


@pytest.mark.parametrize("width", [30, 45, 60, 80, 100])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_everything_fits_at_any_width(width: int, glyphs: Glyphs) -> None:
    grid = Zone("g", "Grid", "grid", tuple(Item(f"g{i}", str(i)) for i in range(9)), 3)
    words = Zone("w", "Words", "row", tuple(Item(f"w{i}", f"some words {i}") for i in range(12)), note="a note " * 6)
    counters = tuple(Counter(f"Counter {i}", str(i), p) for p in range(2) for i in range(6))
    zones = [grid, hand(), words] + ([big_board()] if width >= 60 else [])
    lines = drawn(*zones, counters=counters, width=width, glyphs=glyphs)
    assert max(len(line) for line in lines) <= width
    assert glyphs is UNICODE or "".join(lines).isascii()


def test_a_style_does_not_spread_beyond_its_part() -> None:
    """A red card beside a board colours its own edges only."""
    board = Zone("g", "Grid", "grid", tuple(Item(f"g{i}", str(i)) for i in range(9)), 3)
    card = Zone("r", "Row", "row", (Item("i", "Card", lines=("body",), tone="red"),))
    view = View("any", None, ("a",), None, False, Table((board, card), (), Prompt("turn", "Play.")), ())
    body = next(line for line in Drawing(view, ["a"], 80, UNICODE).table() if "body" in line.plain)
    assert body.style == ""
    assert {str(span.style) for span in body.spans if span.start <= body.plain.index("body") < span.end} <= {"", "none"}


def test_tones() -> None:
    assert tone_style("") == ""
    assert tone_style("tan") == "tan"
    assert tone_style("even") != tone_style("odd")


def moves(*texts: str, block: str = "b") -> list[Move]:
    return [Move(i, text, f"does {text}", block) for i, text in enumerate(texts)]


def test_few_moves_come_with_what_they_do() -> None:
    assert [line.plain for line in short_list(moves("pass", "take 1"), 60)] == [
        "   1. pass    does pass",
        "   2. take 1  does take 1",
    ]


def test_many_moves_share_their_beginning() -> None:
    many = moves(*(f"place {i}x" for i in range(12))) + moves("done", block="done")
    lines = [line.plain for line in short_list(many, 60)]
    assert lines[0].startswith("  place   1. 0x   2. 1x")
    assert lines[-1].strip() == "13. done"


def test_moves_that_are_numbers_have_no_numbers() -> None:
    assert [line.plain.strip() for line in full_list(moves("7", "8"), 60)] == ["7  does 7", "8  does 8"]


def test_very_many_moves_are_cut_short_at_the_prompt() -> None:
    lines = [line.plain for line in short_list(moves(*(f"cell {i}x" for i in range(300))), 60)]
    assert lines[-1] == "  and 210 more: moves lists them all"
