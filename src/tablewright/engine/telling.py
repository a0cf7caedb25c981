"""A view in words: what a game's `view.py` gives, with every text of it in a language and with the players' names."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from tablewright.engine.catalogue import Speaker
from tablewright.engine.remembering import Lately
from tablewright.engine.saying import Say
from tablewright.engine.views import Blocked, Counter, Item, Move, Prompt, Run, Table, Zone

T = TypeVar("T")
MOST_TOLD = 6_000  # things and places that all tellers together remember


class Teller(Speaker):
    """Speaks whole tables and moves; what has no keys in it stays the same object."""

    _told: ClassVar[Lately[tuple[int, int], tuple[Any, Any, Any]]] = Lately(MOST_TOLD)  # by identity: it comes again

    def each(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self, texts))

    def table(self, table: Table) -> Table:
        group = table.group
        return Table(
            tuple(map(self.zone, table.zones)),
            tuple(map(self.counter, table.counters)),
            Prompt(table.prompt.decision, self(table.prompt.text), table.prompt.clause),
            tuple(map(self.blocked, table.blocked)),
            replace(group, start=self(group.start)) if group else None,
            tuple(Run(self(run.text), run.moves) for run in table.runs),
        )

    def move(self, move: Move) -> Move:
        if not (isinstance(move.label, Say) or isinstance(move.says, Say)):
            return move
        says, label = self(move.says), self(move.label)
        return Move(move.id, move.text, label, move.block, move.index, move.touches, move.into, says, move.facts)

    def zone(self, zone: Zone) -> Zone:
        return self._once(zone, self._zone, self._is_personal)

    def item(self, item: Item) -> Item:
        return self._once(item, self._item, _is_personal)

    def counter(self, counter: Counter) -> Counter:
        return self._once(counter, self._counter, lambda one: _personal(one.title) or _personal(one.value))

    def blocked(self, blocked: Blocked) -> Blocked:
        return self._once(blocked, self._blocked, lambda one: _personal(one.what) or _personal(one.reason))

    def _once(self, thing: T, tell: Callable[[T], T], is_personal: Callable[[T], bool]) -> T:
        """What is the same for everybody is told once for all; whoever asked for it before finds it first."""
        for whose in (self, self.catalogue):
            found = self._told[id(whose), id(thing)]
            if found is not None and found[0] is whose and found[1] is thing:
                if whose is not self:
                    self._told[id(self), id(thing)] = self, thing, found[2]
                return found[2]  # type: ignore[no-any-return]
        told = tell(thing)
        whose = self if is_personal(thing) else self.catalogue
        self._told[id(whose), id(thing)] = whose, thing, told
        return told

    def _is_personal(self, zone: Zone) -> bool:
        """Whether a place whose things were told just now may read otherwise for somebody else."""
        texts = (zone.title, zone.note, *zone.column_labels, *zone.row_labels)
        shared = id(self.catalogue)
        return any(map(_personal, texts)) or not all(self._told[shared, id(item)] for item in zone.items)

    def _zone(self, zone: Zone) -> Zone:
        return Zone(
            zone.id,
            self(zone.title),
            zone.kind,
            tuple(map(self.item, zone.items)),
            zone.columns,
            zone.owner,
            self(zone.note),
            self.each(zone.column_labels),
            self.each(zone.row_labels),
            zone.facts,
        )

    def _item(self, item: Item) -> Item:
        texts = (item.text, item.detail, *item.lines, *item.marks)
        if not item.under and not any(isinstance(text, Say) for text in texts):
            return item
        return Item(
            item.id,
            self(item.text),
            self(item.detail),
            item.kind,
            item.tone,
            self.each(item.lines),
            self.each(item.marks),
            item.turned,
            tuple(map(self.item, item.under)),
            item.hidden,
            item.facts,
        )

    def _counter(self, counter: Counter) -> Counter:
        return Counter(self(counter.title), self(counter.value), counter.owner, counter.id, counter.fact, counter.goal)

    def _blocked(self, blocked: Blocked) -> Blocked:
        return Blocked(self(blocked.what), self(blocked.reason), blocked.item, blocked.clause, blocked.text)


def _is_personal(item: Item) -> bool:
    texts = (item.text, item.detail, *item.lines, *item.marks)
    return any(map(_personal, texts)) or any(map(_is_personal, item.under))


def _personal(text: str) -> bool:
    """Whether a text may read otherwise for somebody else."""
    return isinstance(text, Say) and text.personal
