"""Which cards must be printed again since an older card file."""

import copy
from dataclasses import replace

from tablewright.engine import CardFile, CardsError
from tablewright.games.sources import cards_of
from tablewright.press.recipe import recipe_of
from tablewright.press.things import Order, Thing, card_thing, things_of


def changed_since(order: Order, source: str) -> list[Thing]:
    """Cards that look different from those of a file or of git:REVISION, and what there are now more copies of."""
    old = cards_of(order.game, source)
    before = _looks(order, old)
    copies = _copies(order, old)
    changed = []
    for thing in things_of(order):
        if not thing.is_card:
            continue
        more = thing.copies - copies.get((thing.group, thing.id), thing.copies)
        if before.get(thing.id) != _look(thing):
            changed.append(thing)
        elif more > 0:
            changed.append(replace(thing, copies=more))
    return changed


def _look(thing: Thing) -> tuple[str, str]:
    return thing.front.draw(0.0), thing.back.draw(0.0) if thing.back else ""


def _looks(order: Order, old: CardFile) -> dict[str, tuple[str, str]]:
    """How the cards looked, drawn by today's faces; a card that the faces cannot draw any more has changed."""
    _, values = old.resolve(order.largest.players, order.edition, {})
    looks = {}
    for name in values.cards:
        try:
            looks[name] = _look(card_thing(order.game, recipe_of(order.game), values, name, 1))
        except CardsError:
            continue
    return looks


def _copies(order: Order, old: CardFile) -> dict[tuple[str, str], int]:
    """How many there were, where today's rules can still set up the older game."""
    made = copy.copy(order.game)
    made.__dict__["cards"] = old
    try:
        return {(thing.group, thing.id): thing.copies for thing in things_of(replace(order, game=made, changes={}))}
    except CardsError:
        return {}
