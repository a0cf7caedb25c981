"""Draws any game's table from its view: counters, zones of cards and cells, on the width that there is."""

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from tablewright.engine import Counter, Item, Match, View, Zone
from tablewright.terminal.canvas import (
    UNICODE,
    Block,
    Glyphs,
    beside,
    centred,
    flowed,
    in_a_row,
    indented,
    joined,
    padded,
    tone_style,
    width_of,
    wrapped,
)
from tablewright.terminal.listing import short_list

WIDTH = 100  # where nobody says how much there is
GAP = 3  # between a board and what is beside it
OVERHANG = 3  # so many lines may the column beside a board be longer than the board
NARROWEST_COLUMN = 32  # less than this beside a board is not worth a column
WIDEST_CARD = 38
HANDY_CARD = 22  # as many cards of this width, or of their longest name's, as possible share a line
NARROWEST_CARD = 12
LONGEST_CELL = 14
PILE_SHOWN = 4


class Drawing:
    """One view on one width. `names` say who sits where, such as `N (you)`."""

    def __init__(self, view: View, names: Sequence[str], width: int, glyphs: Glyphs) -> None:
        self.view = view
        self.names = names
        self.width = width
        self.glyphs = glyphs
        self.playable = {item for move in view.moves for item in move.touches}

    def table(self) -> Block:
        """The whole table, top to bottom."""
        return [*self._of_the_table(), *self._of_the_seats(), Text(), *self._zones(), Text()]

    # Counters

    def _of_the_table(self) -> Block:
        shared = [counter for counter in self.view.table.counters if counter.owner is None]
        pieces = [Text.assemble((f"{counter.title} ", "dim"), counter.value) for counter in shared]
        return flowed(pieces, self.width, gap=3)

    def _of_the_seats(self) -> Block:
        """A line for each seat; the numbers in columns if that fits."""
        owned = [counter for counter in self.view.table.counters if counter.owner is not None]
        titles = list(dict.fromkeys(counter.title for counter in owned))
        values = {(counter.owner, counter.title): counter.value for counter in owned}
        seats = range(len(self.names))
        sizes = [max(len(t), *(len(values.get((p, t), "")) for p in seats)) for t in titles]
        longest = max(len(name) for name in self.names) + 2
        if longest + sum(size + 3 for size in sizes) > self.width:
            return [line for p in seats for line in self._seat_in_words(p, owned)]
        head = Text(" " * longest)
        for title, size in zip(titles, sizes, strict=True):
            head.append(f"   {title:>{size}}", "dim")
        lines = [head] if titles else []
        for p in seats:
            line = padded(self._seat(p), longest)
            for title, size in zip(titles, sizes, strict=True):
                line.append(f"   {values.get((p, title), ''):>{size}}", "bold")
            lines.append(line)
        return lines

    def _seat(self, p: int) -> Text:
        here = self.view.deciding == p
        return Text(f"{self.glyphs.here if here else ' '} {self.names[p]}", "bold" if here else "")

    def _seat_in_words(self, p: int, owned: Sequence[Counter]) -> Block:
        pieces = [Text.assemble((f"{c.title} ", "dim"), (c.value, "bold")) for c in owned if c.owner == p]
        return [self._seat(p), *indented(flowed(pieces, self.width - 4, gap=3), 4)]

    # Zones

    def _zones(self) -> Block:
        """Zones from top to bottom; what comes after a narrow board goes beside it as long as it fits there."""
        blocks: list[Block] = []
        board: Block = []
        column: list[Block] = []
        for zone in self.view.table.zones:
            if board:
                room = self.width - width_of(board) - GAP
                block = self.zone(zone, room)
                fits = width_of(block) <= room and not self._breaks_rows(zone, room - 2)
                if fits and len(_stacked([*column, block])) <= len(board) + OVERHANG:
                    column.append(block)
                    continue
                blocks.append(beside(board, _stacked(column), GAP))
                board, column = [], []
            block = self.zone(zone, self.width)
            tall = zone.kind in ("grid", "board") and len(block) > 1
            if tall and width_of(block) + GAP + NARROWEST_COLUMN <= self.width:
                board = block
            else:
                blocks.append(block)
        return _stacked([*blocks, *([beside(board, _stacked(column), GAP)] if board else [])])

    def zone(self, zone: Zone, width: int) -> Block:
        """A zone with its title, on one line if it is short."""
        title = Text(zone.title, "bold")
        if zone.kind in ("pile", "fan") and len(zone.items) > 1:
            title = joined(title, f" ({len(zone.items)})")
        head = flowed([title, *([Text(zone.note, "dim")] if zone.note else [])], width)
        body = self._body(zone, width - 2)
        if len(head) == len(body) == 1 and head[0].cell_len + 2 + body[0].cell_len <= width:
            return [joined(head[0], "  ", body[0])]
        return [line for piece in head for line in _cut(piece, width)] + indented(body)

    def _body(self, zone: Zone, width: int) -> Block:
        if not zone.items:
            return [Text("empty", "dim")]
        if zone.kind in ("grid", "board") and zone.columns:
            return self._rows_of_cells(zone, width)
        if _only_backs(zone.items):
            return [Text(f"{self.glyphs.hidden * 2} face down", "dim")]
        if zone.kind == "pile":
            return self._pile(zone, width)
        return self._row(zone.items, width)

    def _row(self, items: Sequence[Item], width: int) -> Block:
        if not any(item.lines or item.under for item in items):
            return flowed([self.chip(item) for item in items], width, gap=3)
        natural = max(_natural_width(item) for item in items)
        handy = min(WIDEST_CARD, max(HANDY_CARD, *(len(item.text) + 4 for item in items)))
        most = max(1, (width + 1) // (min(natural, handy) + 1))
        rows = -(-len(items) // most)
        fit = -(-len(items) // rows)
        each = min(natural, WIDEST_CARD, (width + 1) // fit - 1)
        return [line for start in range(0, len(items), fit) for line in self._cards(items[start : start + fit], each)]

    def _pile(self, zone: Zone, width: int) -> Block:
        chips = [self.chip(item) for item in zone.items[:PILE_SHOWN]]
        rest = len(zone.items) - PILE_SHOWN
        return flowed([*chips, *([Text(f"and {rest} more", "dim")] if rest > 0 else [])], width, gap=3)

    def chip(self, item: Item) -> Text:
        """An item on one line: its text and the marks on it."""
        text = self._face(item)
        for mark in _marks(item):
            text.append(f" {mark}", "dim")
        return text

    def _face(self, item: Item) -> Text:
        if item.hidden:
            return Text(item.text or self.glyphs.hidden * 2, "dim")
        bold = "bold " if item.id in self.playable else ""
        return Text(item.text or self.glyphs.empty, f"{bold}{tone_style(item.tone)}".strip() if item.text else "dim")

    # Cards with a body

    def _cards(self, items: Sequence[Item], width: int) -> Block:
        """Cards side by side, all as high as the highest."""
        bodies = [self._card_body(item, width - 4) for item in items]
        height = max(len(body) for body in bodies)
        block: Block = []
        for item, body in zip(items, bodies, strict=True):
            card = self._card(item, body, width, height)
            block = beside(block, card, gap=1) if block else card
        return block

    def _card(self, item: Item, body: Block, width: int, height: int) -> Block:
        """A box with the item's text in its upper edge."""
        g, style = self.glyphs, tone_style(item.tone) or "dim"
        head = self._face(item)
        if head.cell_len > width - 4:
            head = joined(head[: width - 5], self.glyphs.cut)
        top = Text.assemble((f"{g.card[0]} ", style), head, " ")
        top.append(g.across * (width - 1 - top.cell_len) + g.card[1], style)
        edge = Text(g.down, style)
        rows = [joined(edge, " ", padded(line, width - 4), " ", edge) for line in body]
        rows += [joined(edge, " " * (width - 2), edge)] * (height - len(body))
        return [top, *rows, Text(f"{g.card[2]}{g.across * (width - 2)}{g.card[3]}", style)]

    def _card_body(self, item: Item, width: int) -> Block:
        texts = [part for line in item.lines for part in wrapped(line, width)]
        body = [Text(line) for line in texts]
        body += [Text(line, "italic") for line in wrapped(", ".join(_marks(item)), width)]
        for attached in item.under:
            words = in_a_row([attached.text, *attached.lines, *_marks(attached)])
            body += [Text(line, tone_style(attached.tone)) for line in wrapped(f"+ {words}", width)]
        return body

    # Grids and boards

    def _rows_of_cells(self, zone: Zone, width: int) -> Block:
        chips = [self.chip(item) for item in zone.items]
        if any(item.lines or item.under for item in zone.items) or width_of(chips) > LONGEST_CELL:
            return self._grid_of_cards(zone, width)
        cell = max(*(chip.cell_len for chip in chips), *(len(label) for label in zone.column_labels), 1)
        margin = _label_width(zone)
        ruled = margin + zone.columns * (cell + 3) + 1
        if zone.kind == "grid" and ruled <= width:
            return self._ruled(zone, chips, cell)
        gap = 1 if margin + zone.columns * (cell + 1) <= width else 0
        return self._dense(zone, chips, cell, gap)

    def _ruled(self, zone: Zone, chips: Sequence[Text], cell: int) -> Block:
        g, margin = self.glyphs, _label_width(zone)
        lines = [self._column_heads(zone, cell + 2, margin + 1, 1)] if zone.column_labels else []
        lines.append(_rule(g.square, g.across, margin, cell, zone.columns))
        rows = _rows(chips, zone.columns)
        for i, row in enumerate(rows):
            edge = Text(g.down, "dim")
            cells = [part for chip in row for part in (centred(chip, cell + 2), edge)]
            lines.append(joined(_row_head(zone, i, margin), edge, *cells))
            ends = g.bottom if i == len(rows) - 1 else g.middle
            lines.append(_rule(ends, g.across, margin, cell, zone.columns))
        return lines

    def _dense(self, zone: Zone, chips: Sequence[Text], cell: int, gap: int) -> Block:
        margin = _label_width(zone)
        lines = [self._column_heads(zone, cell, margin, gap)] if zone.column_labels else []
        for i, row in enumerate(_rows(chips, zone.columns)):
            lines.append(joined(_row_head(zone, i, margin), *(joined(centred(chip, cell), " " * gap) for chip in row)))
        return lines

    def _column_heads(self, zone: Zone, cell: int, margin: int, gap: int) -> Text:
        heads = [joined(centred(Text(label[:cell]), cell), " " * gap) for label in zone.column_labels]
        line = joined(" " * margin, *heads)
        line.rstrip()
        return line

    def _breaks_rows(self, zone: Zone, width: int) -> bool:
        """Whether cards in columns do not fit on this width."""
        cards = any(item.lines or item.under for item in zone.items)
        return cards and zone.columns > 0 and (width - _label_width(zone) + 1) // zone.columns - 1 < NARROWEST_CARD

    def _grid_of_cards(self, zone: Zone, width: int) -> Block:
        """A grid whose items have a body: rows of cards, narrowed until a row fits."""
        if self._breaks_rows(zone, width):
            return self._row(zone.items, width)
        margin = _label_width(zone)
        natural = min(WIDEST_CARD, max(_natural_width(item) for item in zone.items))
        each = min(natural, (width - margin + 1) // min(zone.columns, len(zone.items)) - 1)
        lines = [self._column_heads(zone, each, margin, 1)] if zone.column_labels else []
        for i in range(0, len(zone.items), zone.columns):
            cards = self._cards(zone.items[i : i + zone.columns], each)
            head = [_row_head(zone, i // zone.columns, margin)] if margin else []
            lines += beside(head, cards, gap=0) if head else cards
        return lines


def text_of(match: Match, viewer: int | None, width: int = WIDTH) -> str:
    """All that a terminal shows of a match: the table, what is asked, the moves or who has won; without colours."""
    view = match.view(viewer)
    block = Drawing(view, match.names, width, UNICODE).table()
    if match.over:
        block.append(Text(verdict(match, match.names)))
    else:
        block += [*map(Text, wrapped(view.table.prompt.text, width)), *short_list(view.moves, width)]
    return "\n".join(line.plain.rstrip() for line in block)


def verdict(match: Match, names: Sequence[str]) -> str:
    """Who has won, in one line."""
    outcome = match.outcome
    assert outcome is not None
    winners = [names[p] for p in outcome.winners]
    ranking = sorted(range(len(names)), key=lambda p: outcome.ranks[p])
    results = {p: match.final(p) for p in ranking}
    between = "; " if any(" " in result for result in results.values()) else ", "
    scores = between.join(f"{names[p]} {result}" for p, result in results.items())
    if match.game.cards.points and all(result.lstrip("-").isdecimal() for result in results.values()):
        scores += f" {match.game.cards.points}"
    if len(winners) == len(names):
        return f"A draw: {scores}."
    return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}: {scores}."


def _stacked(blocks: Sequence[Block]) -> Block:
    """Blocks under each other; those of one line need no space between them."""
    lines: Block = []
    for i, block in enumerate(blocks):
        dense = i > 0 and len(block) == len(blocks[i - 1]) == 1
        lines += [*([Text()] if i > 0 and not dense else []), *block]
    return lines


def _marks(item: Item) -> tuple[str, ...]:
    """How a thing lies is said where nothing else says what that means."""
    speaks = item.marks or item.lines
    return item.marks if speaks or not item.turned else (f"turned {item.turned}",)


def _only_backs(items: Sequence[Item]) -> bool:
    """Whether all items are hidden and nothing tells one from the other."""
    return all(item.hidden for item in items) and len({replace(item, id="") for item in items}) == 1


def _natural_width(item: Item) -> int:
    """The width of a card that holds its short lines without wrapping."""
    texts = [item.text, *item.lines, ", ".join(_marks(item)), *(f"+ {under.text}" for under in item.under)]
    return max(NARROWEST_CARD, max(len(text) for text in texts) + 4)


def _label_width(zone: Zone) -> int:
    return max((len(label) for label in zone.row_labels), default=-1) + 1


def _row_head(zone: Zone, row: int, margin: int) -> Text:
    label = zone.row_labels[row] if row < len(zone.row_labels) else ""
    return Text(f"{label:>{margin - 1}} " if margin else "")


def _rows(chips: Sequence[Text], columns: int) -> list[Sequence[Text]]:
    return [chips[i : i + columns] for i in range(0, len(chips), columns)]


def _rule(ends: tuple[str, str, str], across: str, margin: int, cell: int, columns: int) -> Text:
    return Text(" " * margin + ends[0] + ends[1].join([across * (cell + 2)] * columns) + ends[2], "dim")


def _cut(line: Text, width: int) -> Block:
    if line.cell_len <= width:
        return [line]
    return [Text(part, line.spans[0].style if line.spans else line.style) for part in wrapped(line.plain, width)]
