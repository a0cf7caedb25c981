"""What players choose for themselves before a game: parameters that a game gives to a seat, such as its deck."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablewright.engine import Spec, Value, Variant


@dataclass(frozen=True)
class Option:
    """One way to choose, in words and with cards that show it."""

    value: str
    name: str
    help: str
    cards: tuple[str, ...]
    chosen: bool


@dataclass(frozen=True)
class Question:
    """A parameter that a seat chooses; without options it is typed."""

    name: str
    help: str
    value: str
    options: tuple[Option, ...]


def seat_parameters(variant: Variant, seat: int | None = None) -> dict[str, Spec]:
    """The parameters that a seat chooses, or any seat does."""
    title = None if seat is None else variant.seats[seat]
    specs = variant.game.cards.parameters.items()
    return {name: spec for name, spec in specs if spec.seat and title in (None, spec.seat)}


@lru_cache(200)
def house_changes(variant: Variant) -> Mapping[str, Value]:
    """What is played differently, without what the players choose for themselves."""
    own = seat_parameters(variant)
    return {name: value for name, value in variant.changes.items() if name not in own}


def house_rules(variant: Variant) -> Mapping[str, Value]:
    """What makes a game another one here: neither what players choose for themselves nor beginning quickly does."""
    at_once = variant.game.cards.at_once
    return {name: value for name, value in house_changes(variant).items() if at_once.get(name) != value}


def with_choices(variant: Variant, chosen: Mapping[str, Value]) -> Variant:
    """The variant with what the players have chosen for themselves in another one."""
    own = seat_parameters(variant)
    kept = {name: value for name, value in chosen.items() if name in own}
    return variant.game.variant(variant.players, variant.edition, {**house_changes(variant), **kept})


def moved_on(variant: Variant) -> Variant:
    """The variant of the next game: everybody sits one seat further and takes along what they have chosen."""
    asked = [seat_parameters(variant, n) for n in range(len(variant.seats))]
    if any(
        [(s.type, s.choices) for s in one.values()] != [(s.type, s.choices) for s in asked[0].values()] for one in asked
    ):
        return variant  # the seats choose different things
    pairs = [pair for n, one in enumerate(asked) for pair in zip(one, asked[(n + 1) % len(asked)], strict=True)]
    return with_choices(variant, {name: variant.changes[before] for name, before in pairs if before in variant.changes})


def questions(variant: Variant, seat: int, language: str) -> list[Question]:
    """What a seat may choose, as it stands now."""
    cards, words = variant.game.cards, variant.game.catalogue(language)
    asked = []
    for name, spec in seat_parameters(variant, seat).items():
        now = variant.values.parameters[name]
        options = [
            Option(
                choice,
                words.text(f"choice.{choice}.name", choice.replace("_", " ")),
                words.text(f"choice.{choice}.help"),
                cards.choices[choice].cards if choice in cards.choices else (),
                choice == now,
            )
            for choice in spec.choices
        ]
        value = ", ".join(map(str, now)) if isinstance(now, list | tuple) else str(now)
        asked.append(Question(name, words.text(f"parameter.{name}"), value, tuple(options)))
    return asked
