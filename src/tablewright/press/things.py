"""What a game is made of: every card in its copies, and every piece, with the drawings of its two sides."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tablewright import faces
from tablewright.engine import CardsError, Game, Match, Value, Values, Variant, unknown
from tablewright.press.drawings import Drawing
from tablewright.press.recipe import Deck, Piece, Recipe, recipe_of
from tablewright.press.sizes import Size

SEED = 1
CARDS = "Cards"


@dataclass(frozen=True)
class Thing:
    """So many copies of a card or a piece."""

    id: str
    title: str
    group: str
    copies: int
    size: Size
    front: Drawing
    back: Drawing | None = None
    shape: str = "square"
    seat: int | None = None
    is_card: bool = True


@dataclass(frozen=True)
class Order:
    """Which game, with which numbers, is to be printed; without `players` it serves every number of them."""

    game: Game
    players: int | None
    edition: str | None
    changes: Mapping[str, Value]

    @property
    def counts(self) -> list[int]:
        """The numbers of players that are served."""
        if self.players is not None:
            return [self.players]
        named = self.edition or self.game.cards.edition
        if named not in self.game.cards.editions:
            raise CardsError(unknown("edition", named, self.game.cards.editions))
        fixed = self.game.cards.editions[named].players
        return [fixed] if fixed and self.edition else sorted(self.game.cards.players)

    def variants(self, more: Mapping[str, Value] | None = None) -> list[Variant]:
        """The game for each number of players that the numbers allow; at least one must be possible."""
        made, refused = [], None
        for count in self.counts:
            try:
                made.append(self.game.variant(count, self.edition, {**self.changes, **(more or {})}))
            except CardsError as fault:
                refused = fault
        if not made:
            raise refused or CardsError("nobody plays")
        return made

    @property
    def largest(self) -> Variant:
        return self.variants()[-1]


def components(variants: list[Variant]) -> Counter[str]:
    """Every component of a new game, so many that each number of players has enough."""
    total: Counter[str] = Counter()
    for variant in variants:
        start = Match(variant, SEED)
        total |= Counter(variant.game.position.components(start.state, variant.cards))
    return total


def things_of(order: Order) -> list[Thing]:
    """Everything that lies on the table, cards first."""
    recipe, variant = recipe_of(order.game), order.largest
    return [*_cards(order, recipe, variant.values), *_pieces(variant, recipe)]


def only(order: Order, ids: list[str]) -> list[Thing]:
    """The things of these ids, every one at least once; cards that this edition leaves out can be had too."""
    found = {thing.id: thing for thing in things_of(order)}
    recipe, values = recipe_of(order.game), order.largest.values
    known = {*order.game.cards.cards, *found}
    for name in ids:
        if name not in known:
            raise CardsError(unknown("card or piece", name, known))
    cards = {name: card_thing(order.game, recipe, values, name, 1) for name in ids if name in order.game.cards.cards}
    return [found.get(name) or cards[name] for name in dict.fromkeys(ids)]


def every_one(order: Order) -> list[Thing]:
    """Every card of the file and every piece, once."""
    recipe, values = recipe_of(order.game), order.largest.values
    cards = [card_thing(order.game, recipe, values, name, 1) for name in order.game.cards.cards]
    drawn = {card.id for card in cards}
    others = [thing for thing in things_of(order) if thing.id not in drawn]
    return [*cards, *(replace(thing, copies=1) for thing in others)]


def _cards(order: Order, recipe: Recipe, values: Values) -> Iterator[Thing]:
    pieces = {piece.component for piece in recipe.pieces if piece.component}
    for group, counted in _decks(order, recipe):
        amounts = {name: n for name, n in counted.items() if name.partition(" ")[0] not in pieces}
        for name in [
            *(card for card in values.cards if card in amounts),
            *(n for n in amounts if n not in values.cards),
        ]:
            yield card_thing(order.game, recipe, values, name, amounts[name], group)
    for name, copies in recipe.supply.items():
        yield card_thing(order.game, recipe, values, name, copies, "Supply")


def _decks(order: Order, recipe: Recipe) -> Iterator[tuple[str, Counter[str]]]:
    """The cards of every deck by name; the ready-made decks only where nobody chose others."""
    named = order.game.cards.editions[order.edition].set if order.edition else {}
    chosen = {*order.changes, *named}
    ready = [deck for deck in recipe.decks if not chosen & set(deck.set)]
    if ready and len(ready) == len(recipe.decks):
        for deck in ready:
            yield deck.title, _of_seat(order, deck)
        return
    split: dict[str, Counter[str]] = {}
    for name, copies in components(order.variants()).items():
        seat, card = _seat_and_card(order.game, name)
        split.setdefault(f"Deck of {seat}" if seat else CARDS, Counter())[card] += copies
    yield from split.items()


def _of_seat(order: Order, deck: Deck) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, copies in components(order.variants(deck.set)).items():
        seat, card = _seat_and_card(order.game, name)
        if not deck.seat or seat == deck.seat:
            found[card] += copies
    return found


def _seat_and_card(game: Game, component: str) -> tuple[str, str]:
    """A component may belong to a seat, as in `A elvish_archer`."""
    seat, _, card = component.partition(" ")
    owned = component not in game.cards.cards and seat in game.cards.seats and card in game.cards.cards
    return (seat, card) if owned else ("", component)


def card_thing(game: Game, recipe: Recipe, values: Values, name: str, copies: int, group: str = CARDS) -> Thing:
    """A card with its back: the game's, a plain one, or its other side."""
    front, back = (*recipe.sides, "", "")[:2]
    title = str(values.cards.get(name, {}).get("name") or name.replace("_", " "))
    drawn = _side(game, values, name, front)
    behind = _side(game, values, name, back) if recipe.sides else _back(game, values)
    return Thing(name, title, group, copies, recipe.size, drawn, behind)


def _side(game: Game, values: Values, name: str, tone: str) -> Drawing:
    if faces.has_face(game, name):
        draw = partial(faces.face, game, values, name, tone, 0, "paper")
        return Drawing(f"{name} {tone}".strip(), lambda bleed: draw(bleed=bleed), faces.draws_bleed(game, name))
    card = values.cards.get(name, {})
    return Drawing(name, lambda bleed: faces.plain_card(name.replace("_", " "), card, bleed), True)


def _back(game: Game, values: Values) -> Drawing:
    if faces.has_face(game, "back"):
        return Drawing(
            "back", lambda bleed: faces.face(game, values, "back", bleed=bleed), faces.draws_bleed(game, "back")
        )
    return Drawing("back", lambda bleed: faces.plain_back(game.cards.title, bleed), True)


def _pieces(variant: Variant, recipe: Recipe) -> Iterator[Thing]:
    zones = {zone.id: zone for zone in Match(variant, SEED).view(None).table.zones}
    for piece in recipe.pieces:
        each = _each(variant, piece)
        for number, value in enumerate(each):
            about = {"value": value, "number": number, "label": piece.label or str(value), "title": piece.title}
            about |= {"colour": piece.colour, "shape": piece.shape, "zones": zones}
            name = piece.id if len(each) == 1 else f"{piece.id}_{value}".lower()
            if name in variant.game.cards.cards:
                raise CardsError(f"cards.toml [print] [[pieces]] has the id {name!r}, which is a card's")
            yield Thing(
                name,
                piece.title if len(each) == 1 else f"{piece.title} {value}",
                piece.title,
                _copies(variant, piece),
                piece.size,
                _piece_side(variant, piece.template, piece, about),
                _piece_side(variant, piece.back, piece, about) if piece.back else None,
                piece.shape,
                number if piece.each == "seats" else None,
                is_card=False,
            )


def _piece_side(variant: Variant, template: str, piece: Piece, about: Mapping[str, Any]) -> Drawing:
    if template:
        draw = partial(faces.piece, variant.game, variant.values, template, about=about)
        return Drawing(
            f"{piece.id} {about['value']}".strip(),
            lambda bleed: draw(bleed=bleed),
            faces.draws_bleed(variant.game, template),
        )
    draw_token = partial(faces.plain_token, about["label"], piece.caption, piece.colour, piece.shape)
    return Drawing(f"{piece.id} {about['value']}".strip(), lambda bleed: draw_token(bleed=bleed), True)


def _each(variant: Variant, piece: Piece) -> list[Any]:
    if not isinstance(piece.each, str):
        return list(piece.each)
    value = variant.seats if piece.each == "seats" else _number(variant, piece.each, piece, "each")
    return list(range(1, value + 1)) if isinstance(value, int) else list(value)


def _copies(variant: Variant, piece: Piece) -> int:
    value = _number(variant, piece.copies, piece, "copies") if isinstance(piece.copies, str) else piece.copies
    if not isinstance(value, int):
        raise CardsError(f"cards.toml [print] [[pieces]] {piece.id} copies is {piece.copies!r}; that is not a number")
    return value


def _number(variant: Variant, name: str, piece: Piece, what: str) -> Any:
    """The value of a parameter, or of a card as `card.field`."""
    card, _, field = name.partition(".")
    values = variant.values
    if name == "players":
        return variant.players
    if name in values.parameters:
        return values.parameters[name]
    if field and field in values.cards.get(card, {}):
        return values.cards[card][field]
    at = f"cards.toml [print] [[pieces]] {piece.id} {what}"
    raise CardsError(f"{at}: {unknown('parameter', name, values.parameters, 'give a parameter or card.field')}")
