"""The table on a screen that is too low for all of it: what the decision at hand is about, the rest on request."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from rich.text import Text

from tablewright.engine import Item, Move, Zone
from tablewright.terminal.canvas import Block, beside, flowed, in_a_row, indented, joined, width_of
from tablewright.terminal.listing import short_list
from tablewright.terminal.table import GAP, Drawing

FEWEST_MOVES = 5  # lines for the list of moves, however low the screen is
BESIDE_A_BOARD = 2  # those that are left where the moves are cells of a board, which says more than their list
NARROWEST = 24  # columns beside a board
MOST_NEWS = 6
MOST_IN_A_LINE = 12  # a zone with more things is drawn whole or not at all


def screenful(drawing: "Digest", height: int, news: int) -> tuple[Block, Block]:
    """The table and the list of moves on so many lines, below news that stay in sight unless there is a board."""
    board = len(drawing.board)
    height -= 0 if board else min(news, MOST_NEWS)
    most = max(BESIDE_A_BOARD, height - board) if board else max(FEWEST_MOVES, height // 2)
    moves = _moves_in(drawing.view.moves, drawing.width, most)
    return drawing.fitted(height - len(moves)), moves


def _moves_in(moves: Sequence[Move], width: int, height: int) -> Block:
    """What each move does is left out first, then the last moves are."""
    block = short_list(moves, width)
    if len(block) > height:
        block = short_list(moves, width, labels=False)
    if len(block) <= height:
        return block
    return [*block[: height - 1], Text("  and more: moves lists them all", "dim")]


class Digest(Drawing):
    """Zones that the moves concern come first, then one's own, then the others; every zone takes a line at least."""

    @cached_property
    def board(self) -> Block:
        """A board on which something is to be chosen, narrow enough to have the rest beside it."""
        found = [zone for zone in self._filled() if self._asked(zone) and not self._line(zone)]
        room = self.width - GAP - NARROWEST
        block = self.zone(replace(found[0], note=""), room) if found else []
        return block if width_of(block) <= room else []

    def fitted(self, height: int) -> Block:
        if self.board and len(self.board) <= height:
            others = [zone for zone in self.view.table.zones if self._line(zone) or not self._asked(zone)]
            view = replace(self.view, table=replace(self.view.table, zones=tuple(others)))
            column = Digest(view, self.names, self.width - width_of(self.board) - GAP, self.glyphs)
            return beside(self.board, column.fitted(len(self.board)), GAP)
        head = self._head(height)
        shown = self._chosen(height - len(head) - 1)
        left_out = [zone.title for zone in self._filled() if zone.id not in shown]
        lines = [line for zone in self._filled() for line in shown.get(zone.id, [])]
        rest = f"table: everything, also {', '.join(left_out)}" if left_out else "table: everything"
        rest += "; rules: how to play; help: what else you can type"
        return [*head, *lines, _cut(Text(rest, "dim"), self.width, self.glyphs.cut)]

    def _head(self, height: int) -> Block:
        """All counters, or only the first of the other seats if they would take half of the lines."""
        seats = [self._seat_in_lines(p) for p in range(len(self.names))]
        common = self._of_the_table()
        if len(common) + sum(map(len, seats)) >= height // 2:
            seats = [block if p == self.view.seat else block[:1] for p, block in enumerate(seats)]
        lines = [*common, *(line for block in seats for line in block), Text()]
        return [_cut(line, self.width, self.glyphs.cut) for line in lines]

    def _seat_in_lines(self, p: int) -> Block:
        own = [counter for counter in self.view.table.counters if counter.owner == p]
        pieces = [Text.assemble((f"{one.title} ", "dim"), (one.value, "bold")) for one in own]
        first, *more = flowed([self._seat(p), *pieces], self.width - 4, gap=3)
        return [first, *indented(more, 4)]

    def _filled(self) -> list[Zone]:
        """Without places where nothing lies but the word for that."""
        return [zone for zone in self.view.table.zones if any(item.kind or item.text for item in zone.items)]

    def _chosen(self, height: int) -> dict[str, Block]:
        """Zones by their ids: first a line each, then as much of each as there is room for."""
        ranked = sorted(self._filled(), key=self._rank)
        shown: dict[str, Block] = {}
        for zone in ranked:
            block = self._line(zone) or (self.zone(zone, self.width) if self._asked(zone) else [])
            if block and len(block) <= height:
                shown[zone.id] = block
                height -= len(block)
        for zone in ranked:
            now = shown.get(zone.id, [])
            better = [form for form in self._forms(zone) if len(now) < len(form) <= height + len(now)]
            if better:
                shown[zone.id] = better[0]
                height -= len(better[0]) - len(now)
        return shown

    def _forms(self, zone: Zone) -> list[Block]:
        """How a zone can be drawn, the best way first."""
        whole = self.zone(zone, self.width)
        if zone.kind == "board" or not any(item.lines for item in zone.items):
            return [whole]
        things = [item for item in zone.items if item.text]
        flow = flowed([self._short(item) for item in things], self.width - 2, gap=3)
        return [whole, *([self._title(zone), *indented(body)] for body in ([*map(self._in_words, things)], flow))]

    def _in_words(self, item: Item) -> Text:
        words = in_a_row([*item.lines, *(f"+ {under.text}" for under in item.under)])
        return _cut(joined(self.chip(item), Text(f"  {words}", "dim")), self.width - 2, self.glyphs.cut)

    def _title(self, zone: Zone) -> Text:
        line = joined(Text(zone.title, "bold"), Text(f"  {zone.note}", "dim"))
        return _cut(line, self.width, self.glyphs.cut)

    def _asked(self, zone: Zone) -> bool:
        return any(part.id in self.playable for item in zone.items for part in (item, *item.under))

    def _rank(self, zone: Zone) -> int:
        """Lower comes first."""
        if self._asked(zone):
            return 0
        return 3 if zone.kind == "pile" else 1 if zone.owner == self.view.seat else 2

    def _line(self, zone: Zone) -> Block:
        """A zone on one line, if it can be."""
        if len(zone.items) > MOST_IN_A_LINE:
            return []
        title = joined(Text(zone.title, "bold"), "  ")
        if all(item.hidden for item in zone.items):
            return [joined(title, Text(f"{len(zone.items)} face down", "dim"))]
        pieces = [self._short(item) for item in zone.items if item.text or item.hidden]
        line = flowed(pieces, self.width - title.cell_len, gap=3) or [Text(self.glyphs.empty)]
        more = Text(f" {self.glyphs.cut}" if len(line) > 1 else "", "dim")
        return [_cut(joined(title, line[0], more), self.width, self.glyphs.cut)]

    def _short(self, item: Item) -> Text:
        """A thing with its marks and how many lie under it."""
        text = self.chip(item)
        if item.under:
            text.append(f" +{len(item.under)}", "dim")
        return text


def _cut(line: Text, width: int, sign: str) -> Text:
    return line if line.cell_len <= width else joined(line[: width - 1], sign)
